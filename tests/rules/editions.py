"""A small alphabet and a small edition over it, to be broken in one place at a time."""

from __future__ import annotations

import shutil
from pathlib import Path

from rules.reader.diagnostics import Report
from rules.reader.edition import Edition
from rules.reader.reading import read_edition
from rules.reader.scope import Scope, Signature
from rules.reader.vocabulary import Vocabulary, new_vocabulary

BROKEN = Path(__file__).parent.parent / "broken"
GOOD = BROKEN / "good"
FILES = {
    "vocabulary": "vocabulary/words.yaml",
    "tables": "tables/tables.yaml",
    "concepts": "concepts/concepts.yaml",
    "sections": "section.yaml",
}
"""The files of the good edition, by the folder of the broken files that take their place."""

TYPES = {
    "stem": "甲乙丙丁戊己庚辛壬癸",
    "branch": "子丑寅卯辰巳午未申酉戌亥",
    "state": "旺相休囚死",
    "season": "春夏秋冬",
    "day_part": "晝夜",
    "party": "我敵",
}


def small_vocabulary() -> Vocabulary:
    """An empty vocabulary; 夘 is 卯 and 賊 is 敵, and a palace is a stem or a branch."""
    symbols = {name: kind for kind, names in TYPES.items() for name in names}
    symbols["子加子"] = "plate"
    unions = {"palace": ("stem", "branch"), "elemental": ("stem", "branch")}
    return new_vocabulary(symbols, {"夘": "卯", "賊": "敵"}, unions)


def read_good() -> Edition:
    """The good edition; any finding is a failure."""
    report = Report()
    edition = read_edition(GOOD, small_vocabulary(), report)
    assert report.items == ()
    return edition


def read_with(folder: Path, kind: str, text: bytes) -> Report:
    """The report on the good edition, copied to a folder, with one file's text replaced."""
    shutil.copytree(GOOD, folder, dirs_exist_ok=True)
    (folder / FILES[kind]).write_bytes(text)
    report = Report()
    read_edition(folder, small_vocabulary(), report)
    return report


def scope_of(edition: Edition, report: Report) -> Scope:
    """The scope in which the sections of the good edition are read."""
    concepts = {
        "on_day": Signature("on_day", (("x", "branch"),)),
        "capital_void": Signature("capital_void", ()),
    }
    assert concepts.keys() == edition.concepts.keys()
    return Scope(edition.vocabulary, report, edition.tables, concepts)
