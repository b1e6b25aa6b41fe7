"""The command as a process: pipes, signals, locales and streams that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHART = "丙辰日 亥將 丑時 春".encode()

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX pipes and signals")


def start(*words: str | bytes, **env: str) -> subprocess.Popen[bytes]:
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    return subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=plain | env,
    )


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_in_a_locale_of_ascii_the_book_is_written_in_utf8(env: dict[str, str]) -> None:
    out, err = start("judge", CHART, **env).communicate()
    assert "丙辰日".encode() in out
    assert err == b""
    out, err = start("judge", CHART, "伏吟".encode(), **env).communicate()
    assert "伏吟".encode() in err
    assert b"Traceback" not in err


def test_json_is_json_in_any_encoding() -> None:
    for encoding in ("latin-1", "big5", "utf-8"):
        out, _ = start("judge", "--format", "json", CHART, PYTHONIOENCODING=encoding).communicate()
        assert json.loads(out.decode(encoding))["chart"]["day"] == "丙辰"


def test_what_an_encoding_lacks_is_escaped() -> None:
    out, err = start("judge", CHART, PYTHONIOENCODING="latin-1").communicate()
    assert rb"\u4e19\u8fb0\u65e5" in out
    assert err == b""


def test_a_closed_pipe_ends_it_silently() -> None:
    process = start("cast", "--format", "jsonl", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(CHART + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["method"] == "重審"
    process.stdout.close()
    try:
        process.stdin.write((CHART + b"\n") * 2000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(60) == -signal.SIGPIPE
    assert process.stderr.read() == b""
    process.stderr.close()


def test_an_interrupt_ends_it_silently() -> None:
    process = start("cast", "--format", "jsonl", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(CHART + b"\n")
    process.stdin.flush()
    process.stdout.readline()  # it is running and waits for the next line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_full_disk_is_told_in_a_line(form: str) -> None:
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "cli", "judge", "--format", form, CHART],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    assert process.returncode == 1
    assert process.stderr.splitlines() == [b"bingzhan: [Errno 28] No space left on device"]


def test_random_bytes_are_errors_and_never_a_traceback() -> None:
    data = bytes((i * 7919 + i // 3) % 256 for i in range(5000))
    out, err = start("judge", "--format", "jsonl", "-").communicate(data)
    assert err == b""
    assert out
    assert all("error" in json.loads(line) for line in out.splitlines())
