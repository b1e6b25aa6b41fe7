"""On which charts each rule fires: one array of truths a rule, over the inputs that it reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.rulebase import RuleBase
from engine.space import SIZES, Space, TooLarge, axes_of
from facts.notation import write
from facts.schools import DEFAULT, School
from facts.settle import complete
from rules.reader.model import Condition, Rule

Array: TypeAlias = npt.NDArray[Any]

BUDGET = 16_000_000
"""Charts up to which it is decided where a rule fires, or where two do: some seconds of work."""

_CHUNK = 200_000  # points that are evaluated at a time: every term of every rule is kept for them


def shape_of(axes: Iterable[str]) -> tuple[int, ...]:
    """The size of each axis."""
    return tuple(SIZES[axis] for axis in axes)


def spaces(axes: tuple[str, ...], school: School) -> Iterator[tuple[slice, Space]]:
    """The space over some axes in pieces, each some days of it."""
    days, *rest = shape_of(axes)
    step = max(1, _CHUNK // prod(rest))
    for start in range(0, days, step):
        piece = slice(start, min(days, start + step))
        grid = np.indices([piece.stop - start, *rest]).reshape(len(axes), -1)
        grid[0] += start
        yield piece, Space.of(dict(zip(axes, grid, strict=True)), school)


class Where(NamedTuple):
    """On how many charts a condition holds, the first of them ("" for none), out of how many."""

    charts: int
    first: str
    of: int


@dataclass
class Truths:
    """Where the rules of a rule base fire, by rule id.

    ``axes`` are the inputs that a rule reads, ``fires`` has their shape (no impossible chart
    among it), ``valid`` says for some axes which charts there are. ``open`` are rules that read
    what no axis gives: where they are undetermined nothing is claimed of them. ``undecided`` are
    those whose space is over the budget, with its size. With ``only`` some rules, nothing is
    known of the others.
    """

    base: RuleBase
    school: School = DEFAULT
    budget: int = BUDGET
    only: Collection[str] | None = None
    axes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fires: dict[str, Array] = field(default_factory=dict)
    valid: dict[tuple[str, ...], Array] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    undecided: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for axes, rules in self._by_axes().items():
            size = prod(shape_of(axes))
            if size > self.budget:
                self.undecided |= dict.fromkeys((rule.id for rule in rules), size)
            else:
                self._evaluate(axes, rules)

    def _by_axes(self) -> dict[tuple[str, ...], list[Rule]]:
        groups: dict[tuple[str, ...], list[Rule]] = {}
        for rule in self.base.edition.rules.values():
            if self.only is not None and rule.id not in self.only:
                continue
            axes = self.axes[rule.id] = axes_of(self.base.reads.condition(rule.when))
            groups.setdefault(axes, []).append(rule)
        return groups

    def _evaluate(self, axes: tuple[str, ...], rules: list[Rule]) -> None:
        for rule in rules:
            self.fires[rule.id] = np.empty(shape_of(axes), bool)
        self.valid[axes] = np.empty(shape_of(axes), bool)
        for days, space in spaces(axes, self.school):
            shape = self.valid[axes][days].shape
            self.valid[axes][days] = space.valid.reshape(shape)
            evaluator = space.evaluator(self.base)
            for rule in rules:
                truth = evaluator.truth(rule.when)
                self.fires[rule.id][days] = ((truth == 1) & space.valid).reshape(shape)
                if np.any((truth == 2) & space.valid):
                    self.open.add(rule.id)

    def count(self, rule: Rule) -> int:
        """On how many charts a rule fires."""
        return int(self.fires[rule.id].sum())

    def of(self, rule: Rule) -> int:
        """How many charts there are over the inputs that a rule reads."""
        return int(self.valid[self.axes[rule.id]].sum())

    def witness(self, rule: Rule) -> str:
        """A chart on which a rule fires, in the notation."""
        axes = self.axes[rule.id]
        point = np.unravel_index(int(self.fires[rule.id].argmax()), shape_of(axes))
        return self.chart({axis: int(value) for axis, value in zip(axes, point, strict=True)})

    def chart(self, point: Mapping[str, int]) -> str:
        """The chart of a point, in the notation."""
        index = {axis: np.array([value]) for axis, value in point.items()}
        return write(complete(Space.of(index, self.school).given(0))[0])

    def where(self, condition: Condition) -> Where:
        """On how many charts a condition holds, and on which first.

        TooLarge over the budget.
        """
        axes = axes_of(self.base.reads.condition(condition))
        if prod(shape_of(axes)) > self.budget:
            raise TooLarge(f"{prod(shape_of(axes))} charts over {', '.join(axes)}")
        count, first, of = 0, "", 0
        for _, space in spaces(axes, self.school):
            holds = np.flatnonzero((space.evaluator(self.base).truth(condition) == 1) & space.valid)
            if len(holds) and not first:
                first = write(complete(space.given(int(holds[0])))[0])
            count += len(holds)
            of += int(space.valid.sum())
        return Where(count, first, of)
