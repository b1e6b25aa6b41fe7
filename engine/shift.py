"""On which charts two readings of a rule part: exactly, over the inputs that either reads.

Each point of the space is asked in both rule bases. Where the space is over the budget, or the
engine no longer has what an old rule base names, it is not decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.rulebase import RuleBase
from engine.space import Space, TooLarge, axes_of
from engine.values import values_of
from facts.evaluate import Evaluator
from facts.given import Given
from rules.reader.model import (
    Choose,
    Condition,
    NumberOf,
    Product,
    Rule,
    Scale,
    Select,
    Term,
    Value,
    Verdict,
)

Array: TypeAlias = npt.NDArray[Any]

WITNESSES = 3
MAX_SAYINGS = 20_000  # combinations of values of one rule that are compared one by one
_SMALL = 100_000  # points up to which all that was computed over a space is kept


@dataclass(frozen=True, slots=True)
class Charts:
    """So many charts, the first few of them spread over the space."""

    count: int
    witnesses: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the new reading fires and the old did not (``more``), the reverse, and where both fire.

    ``otherwise`` are the charts on which both fire and say different things; None: not decided.
    """

    of: int
    axes: tuple[str, ...]
    old: int
    new: int
    more: Charts
    less: Charts
    otherwise: Charts | None

    @property
    def is_none(self) -> bool:
        """Whether the two say the same on every chart."""
        return not self.more.count and not self.less.count and self.otherwise == Charts(0)


NO_SHIFT = Shift(0, (), 0, 0, Charts(0), Charts(0), Charts(0))
"""Where two readings are one."""


class Comparer:
    """Compares rules of an old rule base with rules of a new one."""

    def __init__(self, old: RuleBase, new: RuleBase) -> None:
        self.old, self.new = old, new
        self._kept: dict[tuple[str, ...], tuple[Space, Evaluator, Evaluator]] = {}

    def shift(self, one: Rule | None, two: Rule | None, *, alike: bool = False) -> Shift | None:
        """Where an old rule and a new one part; one that is not there never fires.

        ``alike`` says that they say the same wherever both fire. None: not decided.
        """
        columns = [
            base.reads.condition(rule.when)
            for base, rule in ((self.old, one), (self.new, two))
            if rule is not None
        ]
        try:
            space, before, after = self._over(axes_of(frozenset().union(*columns)))
            was, is_ = _fires(space, before, one), _fires(space, after, two)
        except (TooLarge, KeyError):
            return None
        return Shift(
            of=int(space.valid.sum()),
            axes=tuple(space.index),
            old=int(was.sum()),
            new=int(is_.sum()),
            more=_charts(space, is_ & ~was),
            less=_charts(space, was & ~is_),
            otherwise=Charts(0) if alike or not (was & is_).any() else self._otherwise(one, two),
        )

    def _over(self, axes: tuple[str, ...]) -> tuple[Space, Evaluator, Evaluator]:
        if axes in self._kept:
            return self._kept[axes]
        space = Space.over(axes)
        columns = space.columns()
        before = Evaluator(self.old.edition, columns, space.size)
        after = Evaluator(self.new.edition, columns, space.size)
        if space.size <= _SMALL:
            self._kept[axes] = space, before, after
        return space, before, after

    def _otherwise(self, one: Rule | None, two: Rule | None) -> Charts | None:
        """Where both fire and say different things."""
        if one is None or two is None or one.verdict is None or two.verdict is None:
            return Charts(0)
        leaves = [*dict.fromkeys(_leaves(one.verdict))], [*dict.fromkeys(_leaves(two.verdict))]
        columns = [
            _reads(base, part)
            for base, rule, parts in ((self.old, one, leaves[0]), (self.new, two, leaves[1]))
            for part in (rule.when, *parts)
        ]
        try:
            space, before, after = self._over(axes_of(frozenset().union(*columns)))
            points = np.flatnonzero(_fires(space, before, one) & _fires(space, after, two))
            codes = [_codes(before, part)[points] for part in leaves[0]]
            codes += [_codes(after, part)[points] for part in leaves[1]]
            group, firsts = _grouped(codes, len(points))
        except (TooLarge, KeyError):
            return None
        if len(firsts) > MAX_SAYINGS:
            return None
        parted = np.zeros(len(firsts), dtype=bool)
        for number, place in enumerate(firsts):
            point = int(points[place])
            parted[number] = self._said(self.old, before, one.verdict, point) != self._said(
                self.new, after, two.verdict, point
            )
        holds = np.zeros(space.size, dtype=bool)
        holds[points[parted[group]]] = True
        return _charts(space, holds)

    @staticmethod
    def _said(base: RuleBase, evaluator: Evaluator, verdict: Verdict, point: int) -> Any:
        """What a verdict says at one point."""
        columns = {name: int(codes[point]) for name, codes in evaluator.columns.items()}
        values = values_of(base, Evaluator(base.edition, columns), verdict).values
        return verdict.question, verdict.answer, values


def _fires(space: Space, evaluator: Evaluator, rule: Rule | None) -> Array:
    if rule is None:
        return np.zeros(space.size, dtype=bool)
    fires: Array = (evaluator.truth(rule.when) == 1) & space.valid
    return fires


def _charts(space: Space, holds: Array) -> Charts:
    """The charts where something holds; witnesses from all over the space."""
    points = np.flatnonzero(holds)
    step = max(1, len(points) // WITNESSES)
    chosen = points[::step][:WITNESSES]
    return Charts(len(points), tuple(space.given(int(point)) for point in chosen))


def _leaves(verdict: Verdict) -> Iterator[Term | Select | Condition]:
    """The terms and conditions from which the values of a verdict follow."""
    for _, value in verdict.values:
        yield from _of_value(value)


def _of_value(value: Value) -> Iterator[Term | Select | Condition]:
    match value:
        case Term():
            yield value
        case NumberOf(_, term):
            yield term
        case Product(factors):
            for factor in factors:
                yield from _of_value(factor)
        case Scale(number, of, _):
            yield from _of_value(number)
            yield Term("state_of", (of,))
        case Choose(options):
            for condition, number in options:
                if condition is not None:
                    yield condition
                yield from _of_value(number)
        case tuple():
            for part in value:
                if isinstance(part, tuple):
                    yield from _of_value(part[1])
        case _:
            pass


def _reads(base: RuleBase, part: Term | Select | Condition) -> frozenset[str]:
    return base.reads.term(part) if isinstance(part, Term | Select) else base.reads.condition(part)


def _codes(evaluator: Evaluator, part: Term | Select | Condition) -> Array:
    codes: Array = (
        evaluator.term(part) if isinstance(part, Term | Select) else evaluator.truth(part)
    )
    return codes


def _grouped(columns: Iterable[Array], size: int) -> tuple[Array, Array]:
    """For each place the group of those with the same codes, and the first place of each group."""
    group = np.zeros(size, dtype=np.int64)
    for codes in columns:
        wide = group * (int(codes.max(initial=0)) + 1) + codes
        group = np.unique(wide, return_inverse=True)[1]
    return group, np.unique(group, return_index=True)[1]
