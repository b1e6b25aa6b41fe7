"""Charts judged as arrays: what a plan finds, brought to forms rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.batch.found import Array, Form, Found, form_of
from engine.columns import Column, Plan, Standings, Verdicts
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

    def judge_chunk(self, inputs: Inputs) -> Found:
        """The verdicts on the charts of complete inputs, as ``engine.judgement`` gives them."""
        size = len(inputs["day"])
        verdicts = self.plan.judge(columns_of_inputs(inputs, self.school), size)
        charts, rules = verdicts.fired()
        order = np.argsort(rules, kind="stable")
        fired, starts = np.unique(rules[order], return_index=True)
        forms = np.zeros(len(charts), dtype=np.int64)
        table: list[Form] = []
        for rule, places in zip(fired.tolist(), np.split(order, starts[1:]), strict=False):
            own, codes = self._forms(verdicts, rule, charts[places])
            forms[places] = codes + len(table)
            table += own
        undetermined = np.bincount(verdicts.open()[0], minlength=size)
        return Found(size, charts, forms, table, undetermined)

    def _forms(self, verdicts: Verdicts, rule: int, charts: Array) -> tuple[list[Form], Array]:
        """The distinct forms of a rule's verdict on some charts, and which each of them has."""
        columns = verdicts.values(rule, charts)
        standing = _at(verdicts.standing(rule), charts)
        codes = np.zeros(len(charts), dtype=np.int64)
        for column in columns.values():
            if not column.is_constant:
                codes = _and(codes, column.codes)
        for plane in _planes(standing):
            codes = _and(codes, plane)
        _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
        found = [
            form_of(self.plan.rules[rule], _valued(columns, place), self._standing(standing, place))
            for place in firsts.tolist()
        ]
        return found, codes

    def _standing(self, standing: Standings, place: int) -> Standing:
        """How the rule stands on the chart at a place."""

        def names(acting: Sequence[tuple[int, Array]]) -> list[str]:
            return [self.plan.rules[other].id for other, where in acting if where[place]]

        return Standing(
            overridden_by=names(standing.overridden_by),
            cancelled_by=names(standing.cancelled_by),
            modifiers=[
                (self.plan.rules[other].id, effect)
                for other, effect, where in standing.modifiers
                if where[place]
            ],
            may_change=names(standing.may_change),
        )


def _at(standing: Standings, charts: Array) -> Standings:
    """What of a standing a form tells, on some charts."""

    def taken(acting: Sequence[tuple[int, Array]]) -> tuple[tuple[int, Array], ...]:
        return tuple((other, where[charts]) for other, where in acting)

    return Standings(
        overridden_by=taken(standing.overridden_by),
        cancelled_by=taken(standing.cancelled_by),
        modifiers=tuple((o, effect, where[charts]) for o, effect, where in standing.modifiers),
        may_change=taken(standing.may_change),
    )


def _planes(standing: Standings) -> Iterable[Array]:
    yield from (where for _, where in standing.overridden_by)
    yield from (where for _, where in standing.cancelled_by)
    yield from (where for _, _, where in standing.modifiers)
    yield from (where for _, where in standing.may_change)


def _and(codes: Array, more: Array) -> Array:
    """Codes that tell apart whatever either of two columns of codes tells apart."""
    if not len(codes):
        return codes
    more = more.astype(np.int64)
    _, codes = np.unique(codes * (int(more.max()) + 1) + more, return_inverse=True)
    return codes


def _valued(columns: dict[str, Column], place: int) -> Valued:
    """The values on the chart at a place, and what they need."""
    needs = {need for column in columns.values() for need in column.needs[column.codes[place]]}
    values = {name: column.at(place) for name, column in columns.items()}
    return Valued(values, tuple(sorted(needs)))
