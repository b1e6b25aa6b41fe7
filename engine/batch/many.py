"""Charts judged as arrays: what a plan finds, brought to forms rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.batch.found import Array, Form, Found, form_of
from engine.columns import Column, Plan, Standings, Verdicts
from engine.columns.words import count_of
from engine.leaves import grouped
from engine.relations import Standing
from engine.rulebase import RuleBase
from engine.values import Valued
from facts.inputs import Inputs, columns_of_inputs
from facts.schools import School


class Judge:
    """Judges chunks of charts by one school; what the plan works out is kept."""

    def __init__(self, base: RuleBase, school: School, questions: Iterable[str] = ()) -> None:
        self.school = school
        self.plan = Plan(base, questions, school=school)

    def judge(self, inputs: Inputs) -> Verdicts:
        """The verdicts on the charts of complete inputs."""
        return self.plan.judge(columns_of_inputs(inputs, self.school), len(inputs["day"]))

    def judge_chunk(self, inputs: Inputs) -> Found:
        """The verdicts on the charts of complete inputs, as ``engine.judgement`` gives them."""
        verdicts = self.judge(inputs)
        charts, rules = verdicts.fired()
        order = np.argsort(rules.astype(_least(len(self.plan.rules))), kind="stable")
        many = np.bincount(rules)
        forms = np.zeros(len(charts), dtype=np.int32)
        table: list[Form] = []
        end = 0
        for rule in np.flatnonzero(many).tolist():
            start, end = end, end + int(many[rule])
            places = order[start:end]
            own, codes = self._forms(verdicts, rule, charts[places])
            forms[places] = len(table) if codes is None else codes + len(table)
            table += own
        undetermined = count_of(verdicts.told.may & ~verdicts.told.must, self.plan.mask)
        return Found(verdicts.size, charts, forms, table, undetermined)

    def _forms(
        self, verdicts: Verdicts, rule: int, charts: Array
    ) -> tuple[list[Form], Array | None]:
        """The distinct forms of a rule's verdict on some charts, and which each of them has.

        None for which, where all have the same.
        """
        columns = verdicts.values(rule, charts)
        standing = verdicts.standing(rule)
        apart = [column.codes for column in columns.values() if not column.is_constant]
        apart += [where[charts] for where in _planes(standing)]
        codes, firsts = grouped(apart, len(charts)) if apart else (None, _FIRST)
        found = [
            form_of(
                self.plan.rules[rule],
                _valued(columns, place),
                self._standing(standing, int(charts[place])),
            )
            for place in firsts.tolist()
        ]
        return found, codes

    def _standing(self, standing: Standings, chart: int) -> Standing:
        """How the rule stands on a chart, as far as a form tells it."""

        def names(acting: Sequence[tuple[int, Array]]) -> list[str]:
            return [self.plan.rules[other].id for other, where in acting if where[chart]]

        return Standing(
            overridden_by=names(standing.overridden_by),
            cancelled_by=names(standing.cancelled_by),
            modifiers=[
                (self.plan.rules[other].id, effect)
                for other, effect, where in standing.modifiers
                if where[chart]
            ],
            may_change=names(standing.may_change),
        )


_FIRST = np.zeros(1, dtype=np.int64)


def _least(count: int) -> type[np.generic]:
    """The type of numbers below a count; those of sixteen bits are sorted in linear time."""
    return np.uint16 if count <= 2**16 else np.int32


def _planes(standing: Standings) -> Iterable[Array]:
    yield from (where for _, where in standing.overridden_by)
    yield from (where for _, where in standing.cancelled_by)
    yield from (where for _, _, where in standing.modifiers)
    yield from (where for _, where in standing.may_change)


def _valued(columns: dict[str, Column], place: int) -> Valued:
    """The values on the chart at a place, and what they need."""
    needs = {need for column in columns.values() for need in column.needs[column.codes[place]]}
    values = {name: column.at(place) for name, column in columns.items()}
    return Valued(values, tuple(sorted(needs)))
