"""The guides are true: their files are written, their commands run, the answers compared."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import bingzhan

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile("^```([a-z]+)(?: (\\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(guide: Path) -> list[tuple[str, str, str]]:
    """Language, file name (or none) and text of each block of code."""
    found = [match.groups(default="") for match in _BLOCK.finditer(guide.read_text("utf-8"))]
    return [(language, name, text) for language, name, text in found]


def commands(text: str) -> Iterator[tuple[list[str], str]]:
    """The words of each command with what it answers."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, answer = part.partition("\n")
        yield shlex.split(line), answer


def answer_of(words: list[str]) -> str:
    match words:
        case ["cat", name]:
            return Path(name).read_text(encoding="utf-8")
        case ["mv", name, target]:
            Path(name).rename(target)
            return ""
        case ["bingzhan", *rest]:
            result = CliRunner().invoke(bingzhan, rest)
            assert result.exception is None or isinstance(result.exception, SystemExit)
            return result.output
    raise AssertionError(f"the guide runs {words}")


def matches(shown: str, answer: str) -> bool:
    """Whether an answer is what is shown, in which ``...`` stands for anything."""
    pattern = re.escape(shown.strip()).replace(re.escape("..."), ".*?")
    return re.fullmatch(pattern, answer.strip(), re.DOTALL) is not None


@pytest.mark.parametrize(("guide", "least"), [("first-verse.md", 11), ("packs.md", 3)])
def test_the_guides_are_true(
    guide: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for language, name, text in blocks(DOCS / guide):
        if name:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        elif language == "console":
            for words, shown in commands(text):
                answer = answer_of(words)
                assert matches(shown, answer), f"$ {shlex.join(words)}\n{answer}"
                ran += 1
    assert ran >= least


def test_a_wrong_answer_would_be_seen() -> None:
    assert matches("a\n...\nd", "a\nb\nc\nd\n")
    assert not matches("a\n...\nd", "a\nb\nc\n")
    assert not matches("a", "a\nb")
    assert not matches("a.c", "abc")
