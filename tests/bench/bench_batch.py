"""How many charts a second ``bingzhan batch`` writes, by input, shape and file.

python tests/bench/bench_batch.py [CHARTS]
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.batch.runs import draw

ROOT = Path(__file__).parents[2]


def main(count: int) -> None:
    """Lines, then moments from the first to the last step, to each kind of file."""
    hours = (count - 1) * 2
    last = (datetime(1900, 1, 1) + timedelta(hours=hours)).isoformat(timespec="minutes")
    moments = ["--from", "1900-01-01T00:00", "--to", last, "--every", "2h"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.txt").write_text("\n".join(draw(count)), "utf-8")
        for source, words in {"lines": [str(folder / "in.txt")], "moments": moments}.items():
            for out in ("tidy.parquet", "wide.parquet", "tidy.jsonl", "wide.csv"):
                for jobs in (1, 2):
                    speed = measured(folder, words, out, jobs, count)
                    sys.stdout.write(f"{source:8} {out:13} jobs {jobs}: {speed}\n")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write(f"largest process: {peak:,.0f} MiB\n")


def measured(folder: Path, source: list[str], out: str, jobs: int, count: int) -> str:
    """Charts a second of one run, start-up included, and the size of what it wrote."""
    shape, _, suffix = out.partition(".")
    path = folder / f"{shape}{jobs}.{suffix}"
    words = ["--shape", shape, "--out", str(path), "--jobs", str(jobs)]
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "cli", "batch", *source, *words],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    took = time.perf_counter() - began
    size = path.stat().st_size / 1e6
    path.unlink()
    return f"{count / took:8,.0f} charts/s, {size:7,.1f} MB"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
