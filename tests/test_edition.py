"""The edition itself: every example of every rule is a test, and every rule can speak."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from engine.examples import check
from engine.ground import compile_program
from engine.rulebase import RuleBase, read
from engine.space import Space, TooLarge, axes_of
from rules.reader.diagnostics import Report
from rules.reader.render import render_text

REPORT = Report()
EDITION = read(REPORT)
BASE = RuleBase(EDITION, compile_program(EDITION))
PARENTS = {rule.parent: rule for rule in EDITION.rules.values()}
EXAMPLES = [
    pytest.param(rule.parent, example, id=f"{rule.parent}[{number}]")
    for rule in PARENTS.values()
    for number, example in enumerate(rule.examples, 1)
]


def test_the_files_have_neither_errors_nor_warnings():
    assert not len(REPORT), render_text(REPORT.items)
    assert EDITION.rules


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_example(rule, example):
    assert check(BASE, EDITION.rows_of(rule), example) == ""


@pytest.mark.parametrize("rule", PARENTS)
def test_a_rule_is_seen_to_fire_or_is_a_dead_letter(rule):
    expected = {example.expect for example in PARENTS[rule].examples}
    if PARENTS[rule].dead:
        assert "fires" not in expected
    else:
        assert expected & {"fires", "should_fire"}


@pytest.fixture(scope="module")
def extents():
    """On how many charts each row fires, over the inputs that it reads; None: not decided."""
    by_axes = defaultdict(list)
    for rule in EDITION.rules.values():
        by_axes[axes_of(BASE.reads.condition(rule.when))].append(rule)
    found = {}
    for axes, rules in by_axes.items():
        try:
            space = Space.over(axes)
        except TooLarge:
            found |= dict.fromkeys((rule.id for rule in rules), None)
            continue
        evaluator = space.evaluator(BASE)
        for rule in rules:
            truth = evaluator.truth(rule.when)
            found[rule.id] = int(np.count_nonzero((truth == 1) & space.valid))
    return found


def test_no_rule_never_fires_but_the_dead_letters(extents):
    dead = {rule.id for rule in EDITION.rules.values() if rule.dead}
    never = {rule_id for rule_id, fires in extents.items() if fires == 0}
    assert never - dead == set(), "they can never fire"
    assert dead <= never, "dead letters that fire, or not shown to be dead"
