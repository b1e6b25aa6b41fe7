"""A line of look-ups gives what the evaluator gives, what could not be recorded included."""

from __future__ import annotations

import pytest

from engine.session import run
from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.recorded import Line, Replay


@pytest.mark.parametrize("given", [0.0, 0.5, 1.0])
def test_a_line_gives_what_the_evaluator_gives(base, draw, given):
    conditions = [*base.program.literals, *(rule.when for rule in base.edition.rules.values())]
    for chart in draw(60, 91, given):
        evaluator = Evaluator(base.edition, chart.columns)
        replay = Replay(base.edition, chart.columns, base.line)
        assert replay.results() == [evaluator.truth(condition) for condition in conditions]
        for term in base.line.terms:
            assert replay.term(term) == evaluator.term(term)
        for literal in base.program.literals:
            assert replay.literal(literal) == evaluator.literal(literal)


def test_a_line_reads_most_of_the_edition(base):
    assert len(base.line.unrecorded) <= len(base.line.conditions) // 10
    assert len(base.line.terms) > 100


CHOICE = "{first_of: [{if: {same: [first_mover, 我]}, take: natal}, {take: annual}]}"


@pytest.mark.parametrize(
    "when",
    [
        f"{{void: {CHOICE}}}",
        f"[{{is_yang: day_branch}}, {{clashes: [day_branch, {CHOICE}]}}]",
        "{at_least: {n: 2, of: [{is_yang: natal}, {is_yang: annual}, {is_yang: day_branch}]}}",
        f"{{any: [{{none: [{{is_yang: natal}}]}}, {{void: {CHOICE}}}]}}",
    ],
)
def test_choices_and_counts_are_left_to_the_evaluator(when, condition, draw):
    made, rule = condition(when)
    assert rule.when in {condition for _, condition in made.line.unrecorded}
    seen = set()
    for chart in draw(200, 92):
        evaluator = Evaluator(made.edition, chart.columns)
        done = run(made, chart)
        assert done.evaluator.truth(rule.when) == evaluator.truth(rule.when)
        assert done.fired(rule.id) == (evaluator.truth(rule.when) == 1)
        assert (done.undetermined == (0,)) == (evaluator.truth(rule.when) == 2)
        seen.add(evaluator.truth(rule.when))
    assert seen == {0, 1, 2}


def test_a_condition_without_parts_is_a_constant(condition):
    made, rule = condition("always")
    assert rule.when in made.line.truths
    assert Replay(made.edition, read_chart("甲子日 伏吟").columns, made.line).results() == [1]


def test_what_was_not_asked_of_the_line_is_worked_out(base, condition):
    made, rule = condition("{void: 子}")
    columns = read_chart("甲寅日 伏吟").columns
    empty = Line(base.edition)
    assert empty.run(columns)
    assert Replay(made.edition, columns, empty).truth(rule.when) == 1
