"""A finding that a rule accepts is none; one side of a pair is enough."""

from __future__ import annotations

import pytest

from engine.check import check_edition
from engine.rulebase import read
from rules.reader.diagnostics import Report
from tests.engine.checks.editions import findings, lay, section

RULES = """
- id: DQ-9001.a
  title: On the day he comes
  quote: 甲
  when: {{on_day: 游都}}
  then: {{answer: comes}}
  {first}
- id: DQ-9001.b
  title: On the stem or on the branch, he does not
  quote: 乙
  for_each: {{k: [day_stem, day_branch]}}
  when: {{lands_on: [游都, k]}}
  then: {{answer: does_not_come}}
  {second}
"""


def codes(tmp_path, first="", second=""):
    text = section(RULES.format(first=first, second=second))
    return [item.code for item in findings(tmp_path, "sections", text)]


def accept(**fields):
    return f"accept: [{{{', '.join(f'{k}: {v}' for k, v in fields.items())}, why: so it is}}]"


def test_undeclared_it_is_found(tmp_path):
    assert codes(tmp_path) == ["W313"]


@pytest.mark.parametrize(
    "sides",
    [
        {"first": accept(code="W313", **{"with": "DQ-9001.b"})},
        {"second": accept(code="W313", **{"with": "DQ-9001.a"})},
        {"second": accept(code="W313")},
        {"first": "contradicts: [{rule: DQ-9001.b, why: two voices}]"},
        {"second": "qualifies: [DQ-9001.a]"},
        {"second": "modifies: {effect: worse, answers: [{enemy_coming: comes}]}"},
    ],
)
def test_accepted_or_declared_on_either_side_it_is_not(sides, tmp_path):
    assert codes(tmp_path, **sides) == []


@pytest.mark.parametrize(
    "acceptance",
    [
        accept(code="W312", **{"with": "DQ-9001.a"}),
        accept(code="W313", **{"with": "DQ-9001.b"}),  # itself
        accept(code="W313", **{"with": "DQ-9001.z"}),
    ],
)
def test_another_acceptance_is_one_too_many(acceptance, tmp_path):
    assert sorted(codes(tmp_path, second=acceptance)) == ["W313", "W330"]


def test_what_is_accepted_is_counted(tmp_path):
    text = section(RULES.format(first=accept(code="W313"), second=""))
    lay(tmp_path, "sections", text)
    report = Report()
    assert "1 finding accepted" in check_edition(read(report, root=tmp_path), report)
