"""The list of codes and the code agree."""

from __future__ import annotations

import re
from pathlib import Path

import rules
from rules.reader.codes import CODES

ROOT = Path(rules.__file__).parent.parent
CODE = re.compile(r'"([EWN][0-9]{3})"')


def used_in(*folders: str) -> set[str]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in paths if path.name != "codes.py"]
    return {code for text in texts for code in CODE.findall(text)}


def test_every_code_that_is_used_is_listed() -> None:
    assert used_in("rules", "facts") <= CODES.keys()


def test_every_code_that_is_listed_is_used() -> None:
    assert CODES.keys() <= used_in("rules", "facts", "engine")


def test_codes_are_in_order_and_titles_differ() -> None:
    assert [code[1:] for code in CODES] == sorted(code[1:] for code in CODES)
    assert len(set(CODES.values())) == len(CODES)
