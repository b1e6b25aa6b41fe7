"""Runs that are interrupted, gone on with, shared out: the same bytes as an undisturbed run."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.batch.parts import Parts
from engine.packs import from_folder
from engine.rulebase import load
from tests.batch.runs import batch, draw, lines_of, rejects_of

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")

WIDE = ("--shape", "wide", "--chunk", "20")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Some charts, of which every seventh cannot be read."""
    charts = draw(110, seed=3)
    path = tmp_path / "in.txt"
    path.write_text("\n".join("甲丑日" if i % 7 == 3 else c for i, c in enumerate(charts)), "utf-8")
    return path


def child(words: list[str], before: Callable[[], None] = lambda: None) -> int:
    """A copy of this process that runs the command."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return pid
    try:
        before()
        from tests.cli.runner import run

        os._exit(run("batch", *words).exit_code)
    except BaseException:
        os._exit(99)


def ended(pid: int) -> int:
    """How a child ended: its exit code, or minus the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def whole(out: Path) -> tuple[bytes, bytes]:
    return out.read_bytes(), out.with_name(f"{out.name}.rejects.jsonl").read_bytes()


def removed(out: Path) -> None:
    """Remove the result of a run that came to its end."""
    if out.exists() and not Parts(out.with_name(f"{out.name}.parts")).there:
        out.unlink()
        out.with_name(f"{out.name}.rejects.jsonl").unlink(missing_ok=True)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "in.txt")


@posix
def test_killed_at_random_moments_it_goes_on_to_the_same_bytes(
    source: Path, tmp_path: Path
) -> None:
    batch(source, "--out", tmp_path / "calm.csv", *WIDE, code=1)
    started = time.monotonic()
    out = tmp_path / "out.csv"
    words = [str(source), "--out", str(out), *WIDE, "--resume"]
    ended(child([str(source), "--out", str(tmp_path / "timed.csv"), *WIDE]))
    took = time.monotonic() - started
    dice, killed = random.Random(11), 0
    for _ in range(20):
        pid = child(words)
        time.sleep(dice.uniform(0, took))
        os.kill(pid, signal.SIGKILL)
        killed += ended(pid) == -signal.SIGKILL
        if out.exists() and not Parts(tmp_path / "out.csv.parts").there:
            assert whole(out) == whole(tmp_path / "calm.csv")
            removed(out)
    assert killed
    if not out.exists():
        assert ended(child(words)) == 1
    assert whole(out) == whole(tmp_path / "calm.csv")


@posix
def test_killed_at_any_step_it_goes_on_to_the_same_bytes(source: Path, tmp_path: Path) -> None:
    """The process kills itself before its n-th operation upon files, for every n."""
    calm = tmp_path / "calm.jsonl"
    words = ["--shape", "wide", "--chunk", "60", "--question", "danger"]
    batch(source, "--out", calm, *words, code=1)
    expected = whole(calm)
    folder = tmp_path / "work"
    for number in range(1, 500):
        folder.mkdir()
        out = folder / "out.jsonl"
        own = [str(source), "--out", str(out), *words]
        code = ended(child(own, lambda n=number: fatal(n)))  # type: ignore[misc]
        if code != -signal.SIGKILL:
            assert code == 1
            assert whole(out) == expected
            break
        if out.exists():
            assert out.read_bytes() == expected[0]
        if not out.exists() or Parts(folder / "out.jsonl.parts").there:
            batch(*own, "--resume", code=1)
        elif (folder / "out.jsonl.parts").exists():
            batch(*own, "--resume", code=2)  # it is whole; the empty folder goes
        assert whole(out) == expected
        assert left(folder) == ["out.jsonl", "out.jsonl.rejects.jsonl"]
        shutil.rmtree(folder)
    assert number > 20


def fatal(number: int) -> None:
    """Have the n-th operation upon files be the last of this process."""
    count = 0

    def of(operation: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return operation(*args, **named)

        return call

    for name in ("replace", "link", "unlink", "fsync", "rmdir", "mkdir"):
        setattr(os, name, of(getattr(os, name)))


@posix
def test_a_process_that_is_killed_with_its_workers(source: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    repeated_kills(source, tmp_path, "parquet", 1, WIDE)


@posix
@pytest.mark.exhaustive
@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_large_runs_killed_again_and_again(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("\n".join(draw(30_000, seed=4)), "utf-8")
    repeated_kills(path, tmp_path, suffix, 20, ("--chunk", "500", "--shape", "wide"))


def repeated_kills(
    source: Path, folder: Path, suffix: str, kills: int, options: tuple[str, ...]
) -> None:
    """A run by two processes, killed and gone on with, equals one that no one disturbs."""
    dice = random.Random(kills)
    calm, out = folder / f"calm.{suffix}", folder / f"out.{suffix}"
    started = time.monotonic()
    start(source, calm, *options).wait()
    took = time.monotonic() - started
    for _ in range(kills):
        removed(out)
        process = start(source, out, *options, "--jobs", "2", "--resume")
        time.sleep(dice.uniform(took / 2, took))
        process.kill()
        process.wait()
    if not out.exists() or Parts(folder / f"out.{suffix}.parts").there:
        start(source, out, *options, "--jobs", "2", "--resume").wait()
    assert out.read_bytes() == calm.read_bytes()


def start(source: Path, out: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "batch", str(source), "--out", str(out), *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("suffix", "shape"), [("jsonl", "tidy"), ("csv", "wide"), ("parquet", "tidy")]
)
def test_two_processes_write_what_one_does(
    suffix: str, shape: str, source: Path, tmp_path: Path
) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    words = ("--shape", shape, "--chunk", "20", "--question", "danger")
    batch(source, "--out", tmp_path / f"one.{suffix}", *words, code=1)
    batch(source, "--out", tmp_path / f"two.{suffix}", *words, "--jobs", "2", code=1)
    assert whole(tmp_path / f"one.{suffix}") == whole(tmp_path / f"two.{suffix}")


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_shares_joined_are_the_undivided_run(suffix: str, source: Path, tmp_path: Path) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    batch(source, "--out", tmp_path / f"one.{suffix}", *WIDE, code=1)
    out = tmp_path / f"all.{suffix}"
    for share in (3, 1, 4, 2):
        result = batch(source, "--out", out, *WIDE, "--part", f"{share}/4", code=1)
        assert f"share {share} of 4" in result.stderr
        assert not out.exists()
    done = {path.name for path in Path(f"{out}.parts").iterdir()}
    assert {f"{i:08d}.json" for i in range(6)} <= done
    batch(source, "--out", out, *WIDE, "--resume", code=1)
    assert whole(out) == whole(tmp_path / f"one.{suffix}")
    assert not Path(f"{out}.parts").exists()


def test_a_share_that_is_missing_is_done_when_they_are_joined(source: Path, tmp_path: Path) -> None:
    batch(source, "--out", tmp_path / "one.csv", *WIDE, code=1)
    out = tmp_path / "all.csv"
    batch(source, "--out", out, *WIDE, "--part", "2/3", code=1)
    part = tmp_path / "all.csv.parts" / "00000001.csv"
    part.write_bytes(part.read_bytes()[:-5])  # and one that is not whole
    batch(source, "--out", out, *WIDE, "--resume", code=1)
    assert whole(out) == whole(tmp_path / "one.csv")


def begun(source: Path, out: Path) -> None:
    """A run of which a share is done."""
    batch(source, "--out", out, *WIDE, "--part", "1/3", code=1)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--shape", "tidy", "--chunk", "20"), "other options (shape)"),
        ((*WIDE, "--question", "danger"), "other options (questions)"),
        ((*WIDE, "--school", "harm=seat_counted"), "other options (schools)"),
        (("--shape", "wide"), "other options (chunk)"),
    ],
)
def test_another_run_does_not_go_on_with_it(
    words: tuple[str, ...], hint: str, source: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    begun(source, out)
    result = batch(source, "--out", out, *words, "--resume", code=2)
    assert f"the interrupted run had {hint}" in " ".join(result.stderr.split())
    assert "--force begins anew" in " ".join(result.stderr.split())


def test_another_input_does_not_go_on_with_it(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    begun(source, out)
    source.write_text("丙辰日 伏吟", "utf-8")
    result = batch(source, "--out", out, *WIDE, "--resume", code=2)
    assert "the interrupted run had other input" in result.stderr
    batch(source, "--out", out, *WIDE, "--force")
    assert len(out.read_text("utf-8").splitlines()) == 2


def test_other_rules_do_not_go_on_with_it(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.csv"
    begun(source, out)
    monkeypatch.setattr("engine.batch.run.rules_digest", lambda: "other")
    result = batch(source, "--out", out, *WIDE, "--resume", code=2)
    assert "the interrupted run had other rules (or packs)" in result.stderr


def test_processes_read_the_packs_of_the_run(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the rule base is to be read anew
    pack = tmp_path / "pack"
    shutil.copytree(ROOT / "tests" / "engine" / "packs" / "river", pack)
    own = from_folder(str(pack))
    rules = set(load(packs=[own]).edition.rules) - set(load(packs=[]).edition.rules)
    words = ("--chunk", "20", "--rules", pack)
    batch(source, "--out", tmp_path / "one.jsonl", *words, code=1)
    batch(source, "--out", tmp_path / "two.jsonl", *words, "--jobs", "2", code=1)
    assert whole(tmp_path / "one.jsonl") == whole(tmp_path / "two.jsonl")
    assert rules & {row["rule"] for row in lines_of(tmp_path / "one.jsonl")}
    batch(source, "--out", tmp_path / "part.csv", *words, "--part", "1/2", code=1)
    with next(iter(pack.rglob("*.yaml"))).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    result = batch(source, "--out", tmp_path / "part.csv", *words, "--resume", code=2)
    assert "other rules (or packs)" in result.stderr


def test_what_is_there_is_not_written_over(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("mine", "utf-8")
    result = batch(source, "--out", out, *WIDE, code=2)
    assert "is there already; --force" in " ".join(result.stderr.split())
    result = batch(source, "--out", out, *WIDE, "--resume", code=2)
    assert "is whole" in result.stderr
    assert out.read_text("utf-8") == "mine"
    batch(source, "--out", out, *WIDE, "--force", code=1)
    assert out.read_text("utf-8").startswith('"row"')
    result = batch(source, "--out", tmp_path / "x.csv", "--rejects", out, code=2)
    assert "out.csv is there already" in " ".join(result.stderr.split())
    begun(source, tmp_path / "new.csv")
    result = batch(source, "--out", tmp_path / "new.csv", *WIDE, code=2)
    assert "holds an interrupted run: --resume goes on" in " ".join(result.stderr.split())


def test_rejects_go_where_they_are_sent(source: Path, tmp_path: Path) -> None:
    out, bad = tmp_path / "out.jsonl", tmp_path / "bad.jsonl"
    batch(source, "--out", out, *WIDE, "--rejects", bad, code=1)
    assert left(tmp_path) == ["bad.jsonl", "out.jsonl"]
    told, refused = [row["row"] for row in lines_of(out)], [row["row"] for row in lines_of(bad)]
    assert sorted(told + refused) == list(range(1, 111))
    assert refused == [i + 1 for i in range(110) if i % 7 == 3]


def test_no_rows_are_an_empty_result(tmp_path: Path) -> None:
    for suffix in ("jsonl", "csv", "parquet"):
        if suffix == "parquet":
            pytest.importorskip("pyarrow")
        out = tmp_path / f"out.{suffix}"
        assert "0 rows" in batch("-", "--out", out, stdin="\n\n").stderr
        assert out.exists()
        assert rejects_of(out) == []


USAGE = [
    (("--out", "o.csv"), "charts are wanted from one place"),
    (("in.txt", "--all-boards", "--out", "o.csv"), "charts are wanted from one place"),
    (("in.txt",), "Missing option '--out'"),
    (("in.txt", "--out", "o.xlsx"), "does not end in .jsonl, .csv or .parquet"),
    (("none.txt", "--out", "o.csv"), "there is no file none.txt"),
    (("in.txt", "--out", "none/o.csv"), "there is no folder none"),
    (("in.odd", "--out", "o.csv"), "--input-format"),
    (("in.txt", "--out", "o.csv", "--part", "4/3"), "'4/3' is no share: write 3/16"),
    (("in.txt", "--out", "o.csv", "--part", "x"), "'x' is no share"),
    (("in.txt", "--out", "o.csv", "--question", "danjer"), "did you mean danger"),
    (("in.txt", "--out", "o.csv", "--questions", "danger,x"), "there is no question 'x'"),
    (("in.txt", "--out", "o.csv", "--school", "nothing"), "'nothing' is not a school"),
    (("in.txt", "--out", "o.csv", "--schools", "printed,x"), "'x' is not a school"),
    (("in.txt", "--out", "o.csv", "--rejects", "o.csv"), "are the same file"),
    (("in.csv", "--out", "in.csv", "--force"), "it is not written over"),
    (("in.csv", "--out", "o.csv", "--carry", "mood"), "the columns are day, plate"),
    (("--from", "2026-01-01T00:00", "--out", "o.csv"), "need --from, --to and --every"),
    (("--all-boards", "--carry", "x", "--out", "o.csv"), "no columns to carry"),
    (("-", "--out", "o.csv", "--part", "1/2"), "cannot be read again"),
    (("-", "--input-format", "parquet", "--out", "o.csv"), "not read from standard input"),
    (("--at-file", "in.txt", "--out", "o.csv", "--tz", "Mars"), "'Mars' is not a time zone"),
]


@pytest.mark.parametrize(("words", "hint"), USAGE)
def test_wrong_usage_ends_with_2_and_leaves_nothing(
    words: tuple[str, ...], hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("in.txt", "in.odd"):
        Path(name).write_text("丙辰日 伏吟", "utf-8")
    Path("in.csv").write_text("day,plate\n丙辰,伏吟\n", "utf-8")
    before = sorted(tmp_path.iterdir())
    result = batch(*words, code=2)
    assert hint in " ".join(result.stderr.split())
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "words", [("in.txt", "--out", "o.parquet"), ("in.parquet", "--out", "o.csv")]
)
def test_without_pyarrow_the_message_says_how_to_have_it(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("in.txt", "in.parquet"):
        Path(name).write_text("丙辰日 伏吟", "utf-8")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = batch(*words, code=1)
    assert "pip install 'bingzhan[parquet]'" in result.stderr
    batch("in.txt", "--out", "o.csv")  # the rest needs none


MOMENTS = [
    (("2026-01-01T00:00", "2026-01-03T00:00", "1d"), 3, "2026-01-03T00:00:00+08:00"),
    (("2026-01-01T00:00", "2026-01-01T01:59", "30m"), 4, "2026-01-01T01:30:00+08:00"),
    (("-0500-01-01T00:00", "-0500-01-02T00:00", "2h"), 13, "-0500-01-02T00:00:00+08:05:43"),
    (("1582-10-04T12:00", "1582-10-16T12:00", "1d"), 3, "1582-10-16T12:00:00+08:05:43"),
]


@pytest.mark.parametrize(("span", "count", "last"), MOMENTS)
def test_moments_at_even_steps(
    span: tuple[str, str, str], count: int, last: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    words = [w for pair in zip(("--from", "--to", "--every"), span, strict=True) for w in pair]
    batch(*words, "--out", out, "--shape", "wide")
    rows = lines_of(out)
    assert (len(rows), rows[-1]["at"]) == (count, last)
    (tmp_path / "at.txt").write_text("\n".join(row["at"] for row in rows), "utf-8")
    batch("--at-file", tmp_path / "at.txt", "--out", tmp_path / "again.jsonl", "--shape", "wide")
    assert out.read_bytes() == (tmp_path / "again.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("2026-01-02T00:00", "2026-01-01T00:00", "1d"), "is before the first"),
        (("2026-01-01T00:00", "2026-01-02T00:00", "0d"), "'0d' is no step"),
        (("2026-01-01T00:00", "2026-01-02T00:00", "1 month"), "is no step: write 2h"),
        (("yesterday", "2026-01-02T00:00", "1d"), "'yesterday' is not a moment"),
    ],
)
def test_spans_that_cannot_be(words: tuple[str, str, str], hint: str, tmp_path: Path) -> None:
    pairs = [w for pair in zip(("--from", "--to", "--every"), words, strict=True) for w in pair]
    assert hint in batch(*pairs, "--out", tmp_path / "o.csv", code=2).stderr


def test_a_clock_that_is_put_on_keeps_its_pace(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    span = ("--from", "2026-03-29T00:00", "--to", "2026-03-29T05:00", "--every", "1h")
    batch(*span, "--place", "Paris", "--out", out, "--shape", "wide")
    hours = [row["at"][11:16] for row in lines_of(out)]
    assert hours == ["00:00", "01:00", "03:00", "04:00", "05:00"]


def test_all_boards_are_all_that_may_be(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    batch("--all-boards", "--out", out, "--shape", "wide", "--question", "danger")
    charts = {row["chart"] for row in lines_of(out)}
    assert len(charts) == 60 * 12 * 18  # of the 24 pairs of hour and part of the day
