"""How many charts a second ``bingzhan batch`` writes, by input, shape and file.

python tests/bench/bench_batch.py [CHARTS]
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.batch.runs import draw

ROOT = Path(__file__).parents[2]


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.txt").write_text("\n".join(draw(count)), "utf-8")
        for out in ("tidy.parquet", "wide.parquet", "tidy.jsonl", "wide.csv"):
            for jobs in (1, 2):
                shape, _, suffix = out.partition(".")
                path = folder / f"{shape}{jobs}.{suffix}"
                words = ["--shape", shape, "--out", str(path), "--jobs", str(jobs)]
                began = time.perf_counter()
                subprocess.run(
                    [sys.executable, "-m", "cli", "batch", str(folder / "in.txt"), *words],
                    cwd=ROOT,
                    stderr=subprocess.DEVNULL,
                    check=True,
                )
                took = time.perf_counter() - began
                size = path.stat().st_size / 1e6
                speed = f"{count / took:8,.0f} charts/s, {size:7,.1f} MB"
                sys.stdout.write(f"{out:13} jobs {jobs}: {speed}\n")
                path.unlink()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write(f"largest process: {peak:,.0f} MiB\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
