"""Measure the start with and without the cache: ``python -m tests.bench.bench_start``.

``bingzhan judge`` as a process of its own, by turns without a cache, with an empty one and with a
full one, so that whatever else the machine does falls on all alike; what of it is the edition; and
the same for an edition of five times the text. Times are the best and the median, in milliseconds.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ["BINGZHAN_CACHE"] = "off"

from engine.ground import compile_program  # noqa: E402
from engine.rulebase import read  # noqa: E402
from rules import ROOT as RULES  # noqa: E402
from rules.reader.cache import Kept  # noqa: E402
from rules.reader.collector import collector_off  # noqa: E402
from rules.reader.diagnostics import Report  # noqa: E402
from rules.reader.edition import Edition  # noqa: E402
from rules.reader.nodes import Source  # noqa: E402
from rules.reader.plain import Coder  # noqa: E402

CHART = "丙辰日 亥將 丑時 春"
CODER = Coder(Edition, Source)


def timed(call: Callable[[], object]) -> float:
    """The time of a call, in milliseconds."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def show(name: str, times: list[float], base: list[float] | None = None) -> None:
    """Print one line, with its share of another."""
    share = f"{statistics.median(times) / statistics.median(base):8.2f}" if base else ""
    line = f"{name:52}{min(times):9.1f}{statistics.median(times):9.1f}{share}\n"
    sys.stdout.write(line)
    sys.stdout.flush()


def judged(cache: str, *words: str) -> Callable[[], object]:
    """``bingzhan judge`` in a process, with a cache."""
    command = [sys.executable, "cli.py", "judge", CHART, *words]
    env = os.environ | {"BINGZHAN_CACHE": cache}
    return lambda: subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)


def processes(folder: Path) -> None:
    """The lines of whole processes."""
    judged(str(folder))()
    off: list[float] = []
    full: list[float] = []
    lines: list[float] = []
    empty: list[float] = []
    for number in range(7):
        off.append(timed(judged("off")))
        empty.append(timed(judged(str(folder / str(number)))))
        full.append(timed(judged(str(folder))))
        lines.append(timed(judged(str(folder), "--format", "json")))
    show("bingzhan judge without a cache", off)
    show("bingzhan judge with an empty cache", empty, off)
    show("bingzhan judge with a full cache", full, off)
    show("bingzhan judge --format json with a full cache", lines, off)


def loading(root: Path, folder: Path, name: str) -> None:
    """The lines of one edition: from its files and from the cache."""
    os.environ["BINGZHAN_CACHE"] = str(folder)
    paths = sorted(root.rglob("*.yaml"))
    parsed: list[float] = []
    written: list[float] = []
    got: list[float] = []
    compiled: list[float] = []
    for _ in range(5):
        with collector_off():
            report = Report()
            start = time.perf_counter()
            edition = read(report, root=root, packs=())
            parsed.append((time.perf_counter() - start) * 1000)
            if report.items:
                raise SystemExit(str(report.items[0]))
            kept = Kept(CODER, paths, name)
            written.append(timed(lambda: kept.put(edition)))  # noqa: B023
            got.append(timed(lambda: Kept(CODER, paths, name).get()))
            compiled.append(timed(lambda: compile_program(edition)))  # noqa: B023
    if kept.path is None or Kept(CODER, paths, name).get() is None:
        raise SystemExit("nothing is kept")
    size = kept.path.stat().st_size / 1000
    sys.stdout.write(f"{name}: {len(edition.rules)} rules and rows, {size:.0f} kB in the cache\n")
    show("  read and check the files", parsed)
    show("  find it in the cache and make it", got, parsed)
    show("  put it into the cache", written, parsed)
    show("  compile it (each time)", compiled, parsed)


def larger(folder: Path, times: int) -> Path:
    """The edition with its sections written out so many times, under other numbers."""
    for path in RULES.rglob("*.yaml"):
        name = path.relative_to(RULES)
        apart = name.parts[0] in ("vocabulary", "tables", "concepts", "schools", "signs")
        for number in range(1 if apart else times):
            text = path.read_text("utf-8")
            copy = folder / name.with_stem(f"{name.stem}-{number}" if number else name.stem)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if number:  # the names of tables stay, with the passages in them
                text = re.sub(r"(?<![:\w])([DH])Q-", rf"\g<1>{'QABCEFG'[number]}-", text)
            copy.write_text(text, "utf-8")
    return folder


def main() -> None:
    """Print the table."""
    sys.stdout.write(f"{'milliseconds':52}{'best':>9}{'median':>9}{'share':>8}\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        processes(folder / "cache")
        loading(RULES, folder / "loading", "the edition")
        loading(larger(folder / "five", 5), folder / "loading", "five times its sections")


if __name__ == "__main__":
    main()
