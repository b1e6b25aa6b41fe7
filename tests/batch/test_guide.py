"""The page on batches is true: its files are written, its commands and its scripts are run."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.authoring.test_guide import DOCS, answer_of, blocks, commands, matches

ROOT = Path(__file__).parents[2]
GUIDE = DOCS / "batch.md"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page, in which the test then is."""
    monkeypatch.chdir(tmp_path)
    for _, name, text in blocks(GUIDE):
        if name:
            Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_answer_on_the_page_is_given(files: Path) -> None:
    ran = 0
    for language, name, text in blocks(GUIDE):
        if language == "console" and not name:
            for words, shown in commands(text):
                answer = answer_of(words)
                assert matches(shown, answer), f"$ {shlex.join(words)}\n{answer}"
                ran += 1
    assert ran >= 12


@pytest.fixture
def with_command(files: Path) -> dict[str, str]:
    """An environment in which ``bingzhan`` is this tree's, and ``sbatch`` runs jobs at once."""
    tools = files / "tools"
    tools.mkdir()
    (tools / "bingzhan").write_text(
        f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} "
        '-m cli "$@"\n'
    )
    (tools / "sbatch").write_text(SBATCH)
    for tool in tools.iterdir():
        tool.chmod(0o755)
    return dict(os.environ) | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}


SBATCH = """#!/bin/sh
# Stands for Slurm's: the tasks of an array beside each other, a job that depends after them.
case "$1" in
  --parsable)
    count=$(sed -n 's/^#SBATCH --array=1-//p' "$2")
    for task in $(seq "$count"); do
      SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$count sh "$2" &
    done
    wait
    echo 77 ;;
  --dependency=afterany:77) sh -c "$3" ;;
  *) exit 3 ;;
esac
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX shells")
@pytest.mark.parametrize(("script", "out"), [("submit.sh", "all.csv"), ("local.sh", "local.csv")])
def test_the_shares_of_a_script_joined_are_the_undivided_run(
    script: str, out: str, with_command: dict[str, str]
) -> None:
    answer_of(["bingzhan", "batch", "charts.jsonl", "--out", "one.csv", "--chunk", "2"])
    done = subprocess.run(["sh", script], env=with_command, capture_output=True, check=False)
    told = (done.stdout + done.stderr).decode()
    assert "share 3 of 4" in told
    assert "Traceback" not in told
    assert Path(out).read_bytes() == Path("one.csv").read_bytes()
    rejects = Path(f"{out}.rejects.jsonl").read_bytes()
    assert rejects == Path("one.csv.rejects.jsonl").read_bytes()
    assert not Path(f"{out}.parts").exists()
