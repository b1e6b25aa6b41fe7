"""Columns against sessions: every rule, its standing and its values, with inputs left unknown."""

from __future__ import annotations

import numpy as np
import pytest

from engine.columns import Plan
from engine.judgement import judge


def columns_of(charts):
    """The columns of charts as arrays."""
    return {
        name: np.array([chart.columns[name] for chart in charts], dtype=np.uint16)
        for name in charts[0].columns
    }


def ids(plan, places):
    return [plan.rules[place].id for place in places]


def at(pairs, chart):
    """The second places of the pairs whose first is a chart."""
    charts, places = pairs
    return [int(place) for place in places[charts == chart]]


def standing_of(plan, verdicts, place, chart):
    """A rule's standing on one chart as `engine.relations` has it."""
    found = verdicts.standing(place)
    named = ("overridden_by", "cancelled_by", "qualified_by", "parallel", "may_change")
    shown = {n: [plan.rules[p].id for p, on in getattr(found, n) if on[chart]] for n in named}
    shown["contradicts"] = {plan.rules[p].id: why for p, why, on in found.contradicts if on[chart]}
    shown["modifiers"] = [(plan.rules[p].id, e) for p, e, on in found.modifiers if on[chart]]
    return shown


def valued(verdicts, place, chart):
    """The values of a rule's verdict on one chart, and the inputs that they need."""
    found = verdicts.values(place)
    needs = {need for column in found.values() for need in column.needs[column.codes[chart]]}
    return {name: column.at(chart) for name, column in found.items()}, tuple(sorted(needs))


def assert_columns_agree(base, charts, plan=None):
    """Columns say of each chart what its session says."""
    plan = plan or Plan(base)
    verdicts = plan.judge(columns_of(charts), len(charts))
    fired, open_ = verdicts.fired(), verdicts.open()
    needs = {place: verdicts.needs(place) for place in set(open_[1].tolist())}
    standings = {place: verdicts.standing(place) for place in range(len(plan.rules))}
    assert len(standings) == len(base.edition.rules)
    for number, chart in enumerate(charts):
        expected = judge(base, chart)
        said = at(fired, number)
        assert ids(plan, said) == [finding.rule.id for finding in expected.findings]
        undetermined = at(open_, number)
        assert [(plan.rules[p].id, needs[p].at(number)) for p in undetermined] == [
            (item.rule.id, item.needs) for item in expected.undetermined
        ]
        for place, finding in zip(said, expected.findings, strict=True):
            assert verdicts.counts(place)[number] == finding.standing.counts
            shown = standing_of(plan, verdicts, place, number)
            assert shown == {name: getattr(finding.standing, name) for name in shown}
            assert valued(verdicts, place, number) == (
                finding.valued.values,
                finding.valued.needs,
            )


@pytest.mark.parametrize("given", [0.1, 0.5, 1.0])
def test_columns_say_what_sessions_say(base, draw, given):
    assert_columns_agree(base, draw(40, 81, given))
