"""A small edition of its own: the project's vocabulary and tables and one made-up section."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.rulebase import RuleBase, load
from rules import ROOT

SECTION = Path(__file__).with_name("section.yaml")

_TABLES = """\
tables:
  試數:
    en: the number
    by: branch
    gives: number
    from: XX-0001
    rows: {子: 9, 丑: 8, 寅: 7, 卯: 6, 辰: 5, 巳: 4, 午: 9, 未: 8, 申: 7, 酉: 6, 戌: 5, 亥: 4}
"""

_CONCEPTS = """\
concepts:
  on_day:
    params: {x: branch}
    define: {any: [{lands_on: [x, day_stem]}, {lands_on: [x, day_branch]}]}
    en: "{x} stands on the day stem or the day branch"
    zh: "{x}臨日辰"
    from: XX-0001
"""


def sample_root(folder: Path) -> Path:
    """Write the edition into a folder and return its root."""
    root = folder / "rules"
    for name in ("vocabulary", "tables"):
        shutil.copytree(ROOT / name, root / name)
    (root / "concepts").mkdir()
    for name, words in (("tables", _TABLES), ("concepts", _CONCEPTS)):
        (root / name / "sample.yaml").write_text(words, encoding="utf-8")
    (root / "book").mkdir()
    shutil.copy(SECTION, root / "book" / "section.yaml")
    return root


def sample(folder: Path) -> RuleBase:
    """The edition, loaded."""
    return load(root=sample_root(folder))
