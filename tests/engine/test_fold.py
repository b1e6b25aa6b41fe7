"""Findings that say one thing are shown as one line, and only those."""

from __future__ import annotations

import pytest

from engine.judgement import judge
from engine.rulebase import RuleBase
from engine.views.fold import Fold, folded
from engine.views.words import Several
from facts.charts import read_chart
from tests.engine.conftest import Laboratory

RULE = "- {{id: DQ-9001.{id}, title: t, quote: 甲, when: always, then: {then}{more}}}\n"


def rules(*several: tuple[str, str, str]) -> str:
    return "".join(
        RULE.format(id=name, then=then, more=f", {more}" if more else "")
        for name, then, more in several
    )


def folds(base: RuleBase) -> list[Fold]:
    return folded(judge(base, read_chart("甲子日 伏吟")).findings)


def test_rows_of_a_rule_are_one_line_with_their_values_side_by_side(lab: Laboratory) -> None:
    made = lab(
        "- {id: DQ-9001.a, title: t, quote: 甲, for_each: {k: [1, 2]}, when: always, "
        "then: {answer: comes, days: k, strength: certain}}"
    )
    (fold,) = folds(made)
    assert fold.names == "DQ-9001.a[1 2]"
    assert isinstance(fold.values["days"], Several)
    assert list(fold.values["days"]) == [1, 2]
    assert fold.values["strength"] == "certain"
    assert len(fold.quotes) == 1


@pytest.mark.parametrize(
    ("first", "second", "more", "lines"),
    [
        ("{answer: comes}", "{answer: comes}", "parallel: [DQ-9001.a]", ["DQ-9001.a, DQ-9001.b"]),
        ("{answer: comes}", "{answer: comes}", "", ["DQ-9001.a", "DQ-9001.b"]),
        (
            "{answer: comes, days: 1}",
            "{answer: comes, days: 2}",
            "parallel: [DQ-9001.a]",
            ["DQ-9001.a", "DQ-9001.b"],
        ),
        (
            "{answer: comes, strength: certain}",
            "{answer: comes, strength: likely}",
            "parallel: [DQ-9001.a]",
            ["DQ-9001.a", "DQ-9001.b"],
        ),
        (
            "{answer: comes}",
            "{answer: does_not_come}",
            "parallel: [DQ-9001.a]",
            ["DQ-9001.a", "DQ-9001.b"],
        ),
    ],
)
def test_parallel_passages_are_one_line_where_they_say_the_same(
    lab: Laboratory, first: str, second: str, more: str, lines: list[str]
) -> None:
    made = lab(rules(("a", first, ""), ("b", second, more)))
    assert [fold.names for fold in folds(made)] == lines


def test_a_parallel_that_is_declared_by_the_first_of_two_folds_too(lab: Laboratory) -> None:
    made = lab(
        rules(("a", "{answer: comes}", "parallel: [DQ-9001.b]"), ("b", "{answer: comes}", ""))
    )
    assert [fold.names for fold in folds(made)] == ["DQ-9001.a, DQ-9001.b"]


def test_what_is_overridden_is_a_line_of_its_own_at_the_end(lab: Laboratory) -> None:
    made = lab(
        rules(
            ("a", "{answer: comes}", "parallel: [DQ-9001.b]"),
            ("b", "{answer: comes}", ""),
            ("c", "{answer: does_not_come}", "overrides: [DQ-9001.a]"),
        )
    )
    assert [fold.names for fold in folds(made)] == ["DQ-9001.b", "DQ-9001.c", "DQ-9001.a"]


def test_readings_are_told_once_with_their_support(lab: Laboratory) -> None:
    reading = "status: tentative, reading: read so, support: [DQ-9002]"
    made = lab(
        rules(
            ("a", "{answer: comes}", reading),
            ("b", "{answer: comes}", f"{reading}, parallel: [DQ-9001.a]"),
        )
    )
    (fold,) = folds(made)
    assert fold.readings == ["read so (DQ-9002)"]
