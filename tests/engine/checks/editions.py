"""Small editions over the book's vocabulary and tables, with one file of the test's own."""

from __future__ import annotations

from pathlib import Path

from engine.check import check_edition
from engine.rulebase import read
from rules import ROOT
from rules.reader.diagnostics import Diagnostic, Report

BROKEN = Path(__file__).parents[2] / "broken" / "checks"
KINDS = ("sections", "concepts", "tables", "vocabulary")

_CONCEPTS = """\
concepts:
  on_day:
    params: {x: branch}
    define: {any: [{lands_on: [x, day_stem]}, {lands_on: [x, day_branch]}]}
    en: "{x} stands on the day stem or the day branch"
    zh: "{x}臨日辰"
"""
_SECTION = """\
section: 試
en: A trial
question: enemy_coming
passages:
  - passage: DQ-9001
    text: 甲。乙。丙。
    rules:
      - id: DQ-9001.a
        title: The capital on the day
        quote: 甲
        when: {on_day: 游都}
        then: {answer: comes}
"""
_FILES = {
    "sections": ("section.yaml", _SECTION),
    "concepts": ("concepts/concepts.yaml", _CONCEPTS),
    "tables": ("tables/own.yaml", ""),
    "vocabulary": ("vocabulary/own.yaml", ""),
}


def lay(root: Path, kind: str, text: str) -> None:
    """Lay an edition out under a folder, with this text for its one file of a kind."""
    for name in ("tables", "vocabulary"):
        (root / name).mkdir()
        for path in (ROOT / name).glob("*.yaml"):
            (root / name / path.name).symlink_to(path)
    (root / "concepts").mkdir()
    for name, (path, usual) in _FILES.items():
        if name == kind or usual:
            (root / path).write_text(text if name == kind else usual, encoding="utf-8")


def findings(root: Path, kind: str, text: str) -> list[Diagnostic]:
    """What is found about one file of an edition that is laid out under a folder."""
    lay(root, kind, text)
    report = Report()
    edition = read(report, root=root)
    if not report.failed:
        check_edition(edition, report)
    own = str(root / _FILES[kind][0])
    return [item for item in report.items if item.span and item.span.source.path == own]


def section(rules: str) -> str:
    """A section with these rules (YAML items) under one passage."""
    head, _, _ = _SECTION.partition("      - id:")
    return head + "".join(f"      {line}\n" for line in rules.strip("\n").splitlines())
