"""The checks over all charts agree with brute force on small rule sets made at random.

Brute force knows no projections and no matrices: the truth of every condition at every point of
the product of all inputs, one literal at a time.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.always import AlwaysFires
from engine.checks.base import Ground
from engine.checks.never import NeverFires
from engine.ground import Program
from engine.rulebase import RuleBase, load
from engine.space import Space
from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.predicates import TRUE
from rules.reader.model import ALWAYS, All, Any, AtLeast, Cases, Not, Verdict
from tests.engine.checks.editions import lay, section

BOARD = ["{void: initial}", "{controls: [initial, day_stem]}", "{same: [day_stem, 甲]}",
         "{lands_on: [游都, day_branch]}", "{is_yang: initial}"]  # fmt: skip
SPACES = {
    ("day", "plate", "hour", "day_part", "season"): [
        *("{same: [hour, initial]}", "{carries: [白虎, initial]}", "{same: [day_part, 夜]}"),
        *("{season_state: [initial, 旺]}", "{same: [season, 春]}", "{same: [month_general, 午]}"),
    ],
    ("day", "plate", "hour", "month", "first_mover"): [
        *("{same: [month, initial]}", "{same: [month, 寅]}", "{same: [hour, 子]}"),
        *("{same: [month_general, 亥]}", "{same: [first_mover, 我]}"),
    ],
    ("day", "plate", "year", "enemy_palace"): [
        *("{same: [year_branch, initial]}", "{same: [year_stem, day_stem]}"),
        *("{same: [year_branch, 子]}", "{is_yang: year_stem}", "{same: [enemy, 東北]}"),
        *("{same: [enemy_palace, day_branch]}", "{same: [enemy_palace, 丑]}"),
    ],
}
ANSWERS = ["comes", "does_not_come", "false_report", "comes_fast"]


@pytest.fixture(scope="module", params=SPACES, ids=",".join)
def world(request, tmp_path_factory):
    """An edition, its charts, its literals and where each holds, and rule sets made of them."""
    axes, own = request.param, [*BOARD, *SPACES[request.param]]
    items = (f"- {{id: DQ-9001.a{n}, title: t, quote: 甲, when: {when}, then: {{answer: comes}}}}"
             for n, when in enumerate(own))  # fmt: skip
    root = tmp_path_factory.mktemp("edition")
    lay(root, "sections", section("\n".join(items)))
    base = load(root=root)
    space = Space.over(axes)
    evaluator = space.evaluator(base)
    literals = [rule.when for rule in base.edition.rules.values()]
    holds = {literal: evaluator.truth(literal) == 1 for literal in literals}
    rules = st.tuples(conditions(literals), st.sampled_from(ANSWERS))
    return base, space.valid, literals, holds, st.lists(rules, min_size=2, max_size=4)


def conditions(literals):
    return st.recursive(
        st.sampled_from(literals),
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.builds(lambda parts: All(tuple(parts)), st.lists(inner, min_size=2, max_size=3)),
            st.builds(lambda parts: Any(tuple(parts)), st.lists(inner, min_size=2, max_size=3)),
            st.builds(lambda parts: AtLeast(2, tuple(parts)), st.lists(inner, min_size=3,
                                                                       max_size=4)),
        ),
        max_leaves=6,
    )  # fmt: skip


def brute(condition, holds):
    match condition:
        case Not(part):
            return ~brute(part, holds)
        case All(parts):
            return np.logical_and.reduce([brute(part, holds) for part in parts])
        case Any(parts):
            return np.logical_or.reduce([brute(part, holds) for part in parts])
        case AtLeast(n, parts):
            return np.sum([brute(part, holds) for part in parts], axis=0) >= n
        case _:
            return holds[condition]


def ground_of(base, rules):
    """The ground of a rule set: rules with these conditions and answers."""
    model = next(iter(base.edition.rules.values()))
    numbers = count()
    made = {}
    for condition, answer in rules:
        name = f"DQ-9001.r{next(numbers)}"
        verdict = Verdict("enemy_coming", answer)
        made[name] = replace(model, id=name, parent=name, when=condition, verdict=verdict)
    return Ground(RuleBase(replace(base.edition, rules=made), Program()))


@given(data=st.data())
@settings(max_examples=40)
def test_agreement(world, data):
    base, valid, _, holds, rule_sets = world
    ground = ground_of(base, data.draw(rule_sets))
    known = base.edition.vocabulary.questions["enemy_coming"].answers
    fires = {
        rule.id: brute(rule.when, holds) & valid for rule in ground.base.edition.rules.values()
    }
    never = [finding.rules[0].id for finding in NeverFires().find(ground)]
    assert never == [name for name, points in fires.items() if not points.any()]
    always = [finding.rules[0].id for finding in AlwaysFires().find(ground)]
    assert always == [name for name, points in fires.items() if (points == valid).all()]
    opposed, alike = set(), {}
    for one, two in combinations(ground.base.edition.rules.values(), 2):
        first, second = fires[one.id], fires[two.id]
        if two.verdict.answer in known[one.verdict.answer].opposes:
            if (first & second).any():
                opposed.add((one.id, two.id))
        elif one.verdict == two.verdict and first.any() and second.any():
            within, contains = not (first & ~second).any(), not (second & ~first).any()
            if within or contains:
                alike[one.id, two.id] = within, contains
    meetings = ground.meetings
    assert not meetings.undecided
    assert {(m.first.id, m.second.id) for m in meetings.opposed} == opposed
    found = {
        (m.first.id, m.second.id): (m.both == m.of_first, m.both == m.of_second)
        for m in meetings.alike
    }
    assert found == alike
    for meeting in meetings.opposed:
        for chart in meetings.witnesses(meeting):
            evaluator = Evaluator(base.edition, read_chart(chart).columns)
            assert evaluator.truth(meeting.first.when) == TRUE
            assert evaluator.truth(meeting.second.when) == TRUE


@given(data=st.data())
@settings(max_examples=30)
def test_tables_overlap_and_leave_gaps_where_brute_force_finds_it(world, data):
    base, valid, literals, holds, _ = world
    guard, *rows = data.draw(st.lists(conditions(literals), min_size=2, max_size=5))
    model = next(iter(base.edition.rules.values()))
    rules = {f"r{n}": replace(model, id=f"r{n}", when=row) for n, row in enumerate(rows)}
    cases = Cases((*rules,), (), guard, tuple(rows), "")
    edition = replace(base.edition, rules=rules, cases=[cases])
    tables = Ground(RuleBase(edition, Program())).tables
    at = brute(guard, holds) & valid
    held = {name: brute(rule.when, holds) & at for name, rule in rules.items()}
    pairs = {pair: held[pair[0]] & held[pair[1]] for pair in combinations(rules, 2)}
    assert {(o.first, o.second) for o in tables.overlaps} == {
        pair for pair, both in pairs.items() if both.any()
    }
    none = at & ~np.logical_or.reduce([*held.values()])
    assert bool(tables.gaps) == none.any()
    assert len(tables.complete) + len(tables.gaps) == 1
    for overlap in tables.overlaps:
        evaluator = Evaluator(base.edition, read_chart(overlap.witness).columns)
        wanted = (guard, rules[overlap.first].when, rules[overlap.second].when)
        assert all(evaluator.truth(each) == TRUE for each in wanted)
    for gap in tables.gaps:
        evaluator = Evaluator(base.edition, read_chart(gap.witness).columns)
        assert evaluator.truth(guard) == TRUE
        assert TRUE not in map(evaluator.truth, rows)


def test_the_counts_are_those_of_the_joint_space(world):
    """Whatever is summed out, each number is as if all charts over both rules had been counted."""
    base, valid, literals, holds, _ = world
    hour = next(x for x in literals if "hour" in str(x) or "year_stem" in str(x))
    wide = Any(tuple(x for x in literals if x != hour))
    ground = ground_of(base, [(hour, "comes"), (wide, "does_not_come"), (Not(hour), "comes")])
    meetings = ground.meetings.opposed
    assert [(m.first.id[-1], m.second.id[-1]) for m in meetings] == [("0", "1"), ("1", "2")]
    first, second = brute(hour, holds) & valid, brute(wide, holds) & valid
    for meeting, one, two in zip(meetings, (first, second), (second, valid & ~first), strict=True):
        counts = int((one & two).sum()), int(one.sum()), int(two.sum()), int(valid.sum())
        assert (meeting.both, meeting.of_first, meeting.of_second, meeting.of) == counts


def test_what_is_over_the_budget_is_not_decided(world):
    base, _, literals, *_ = world
    ground = ground_of(base, [(literals[-1], "comes"), (ALWAYS, "does_not_come")])
    ground.truths = type(ground.truths)(base=ground.base, budget=800)
    assert [*ground.truths.undecided] == ["DQ-9001.r0"]
    assert not [*NeverFires().find(ground), *AlwaysFires().find(ground)]
    assert not ground.meetings.opposed


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("{same: [hour, 子]}", "{same: [day_part, 晝]}"),
        ("{same: [month, 寅]}", "{season_state: [day_stem, 旺]}"),
        ("[{same: [month_general, 亥]}, {same: [hour, 子]}]", "{same: [month, 午]}"),
        ("{same: [year_branch, 子]}", "{same: [year_stem, 乙]}"),
        ("{same: [enemy, 北]}", "{same: [enemy_palace, 卯]}"),
        ("{same: [moon, 畢宿]}", "{same: [moon_palace, 子]}"),
    ],
)
def test_rules_whose_inputs_contradict_each_other_never_meet(one, two, tmp_path):
    day = "{same: [day_stem, 庚]}"  # metal, which flourishes in no month of spring
    rules = f"""
- {{id: DQ-9001.a, title: t, quote: 甲, when: [{one}, {day}], then: {{answer: comes}}}}
- {{id: DQ-9001.b, title: t, quote: 甲, when: [{two}, {day}], then: {{answer: does_not_come}}}}
"""
    lay(tmp_path, "sections", section(rules))
    ground = Ground(load(root=tmp_path))
    assert all(ground.truths.fires[name].any() for name in ground.truths.fires)
    assert not ground.meetings.opposed
