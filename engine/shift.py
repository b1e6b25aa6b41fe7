"""On which charts two readings of a rule part: exactly, over the inputs that either reads.

Each point of the space is asked in both rule bases. Where the space is over the budget, or the
engine no longer has what an old rule base names, it is not decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.leaves import codes_of, grouped, leaves, reads_of
from engine.rulebase import RuleBase
from engine.space import Space, TooLarge, axes_of
from engine.values import values_of
from facts.evaluate import Evaluator
from facts.given import Given
from rules.reader.model import Rule, Verdict

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
        said = [[*dict.fromkeys(leaves(verdict))] for verdict in (one.verdict, two.verdict)]
        columns = [
            reads_of(base, part)
            for base, rule, parts in ((self.old, one, said[0]), (self.new, two, said[1]))
            for part in (rule.when, *parts)
        ]
        try:
            space, before, after = self._over(axes_of(frozenset().union(*columns)))
            points = np.flatnonzero(_fires(space, before, one) & _fires(space, after, two))
            codes = [codes_of(before, part)[points] for part in said[0]]
            codes += [codes_of(after, part)[points] for part in said[1]]
            group, firsts = grouped(codes, len(points))
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
