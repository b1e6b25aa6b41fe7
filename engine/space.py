"""The space of charts as arrays: the boards, and the further inputs that a condition reads.

Axes: day pillar (60) and turn of the plate (12) always; hour (12), day or night (2), season (5),
month, year, natal and annual branch, directions and first mover where they are read. A point of
the space can be turned back into a chart, so every statement about the space has a witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from engine.following import seasons, seasons_agree
from engine.rulebase import RuleBase
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.generals import may_be
from facts.given import POINT_OF, Given
from facts.inputs import ABSENT, Array, columns_of_inputs
from facts.kinds import KINDS
from facts.schools import DEFAULT, School
from facts.symbols import ALPHABET
from rules.reader.model import Condition

BUDGET = 4_000_000
"""Points up to which a question over the space is decided; beyond: not decided."""

_PILLARS = ("year", "alarm", "arrival")
"""Axes that are whole pillars, of which stem and branch are inputs."""

_AXIS_OF = {
    "month_general": "hour",
    "arrangement": "day_part",
    "year_stem": "year",
    "alarm_stem": "alarm",
    "alarm_branch": "alarm",
    "arrival_stem": "arrival",
    "arrival_branch": "arrival",
}

AXES = ("day", "plate", *dict.fromkeys(_AXIS_OF.get(column, column) for column in OPTIONAL))
"""The axes of all charts: the board, and what may be given beside it."""

_NAMED = {"plate": "offset", "year_branch": "year"}
SIZES = {axis: 60 if axis in _PILLARS else KINDS[_NAMED.get(axis, axis)].size for axis in AXES}
_MANSIONS = ALPHABET.members["mansion"]
_PALACE_OF = np.array([ALPHABET.by_name[m.attributes["palace"]].index for m in _MANSIONS])
"""The palace in which each mansion lies."""
POINTS = {"enemy_palace": "enemy", "march_palace": "march"}
"""Axes of palaces, each with the point of the compass that follows from it."""

COARSER = {
    "year_branch": ("year", np.arange(60) % 12),
    "moon_palace": ("moon", _PALACE_OF),
    **{point: (palace, np.array(POINT_OF)) for palace, point in POINTS.items()},
}
"""Axes that say less than another of them: that one, and what follows at each of its values."""


class TooLarge(Exception):
    """The space that a question needs is over the budget: the answer is "not decided"."""


def axes_of(columns: Iterable[str]) -> tuple[str, ...]:
    """The axes that reading these columns needs, in the order of ``SIZES``."""
    wanted = {"day", "plate"} | {_AXIS_OF.get(column, column) for column in columns}
    wanted -= {coarse for coarse, (fine, _) in COARSER.items() if fine in wanted}
    return tuple(axis for axis in SIZES if axis in wanted)


@dataclass(frozen=True)
class Space:
    """A product of axes. ``index`` holds the value of each axis at each point (int arrays)."""

    index: Mapping[str, Array]
    size: int
    school: School
    valid: Array

    @classmethod
    def over(cls, axes: Iterable[str], school: School = DEFAULT, budget: int = BUDGET) -> Space:
        """The space over some axes; TooLarge over the budget."""
        axes = tuple(axes)
        size = prod(SIZES[axis] for axis in axes)
        if size > budget:
            raise TooLarge(f"{size} charts over {', '.join(axes)}")
        grid = np.indices([SIZES[axis] for axis in axes]).reshape(len(axes), -1)
        return cls.of(dict(zip(axes, grid, strict=True)), school)

    @classmethod
    def of(cls, index: Mapping[str, Array], school: School = DEFAULT) -> Space:
        """The points with these values on the axes (arrays of one length; day and plate there)."""
        size = len(index["day"])
        return cls(index, size, school, _valid(index, size))

    def columns(self) -> dict[str, Array]:
        """The columns that terms read, as arrays of codes."""
        index = self.index
        inputs = dict(index)
        inputs["offset"] = inputs.pop("plate")
        if "hour" in index:
            inputs["month_general"] = (index["hour"] + index["plate"]) % 12
        for coarse, (fine, follows) in COARSER.items():
            if fine in index:
                inputs[coarse] = follows[index[fine]]
        if "year" in index:
            inputs["year_stem"] = index["year"] % 10
        if "year_branch" in inputs:
            inputs["year"] = inputs.pop("year_branch")
        for event in ("alarm", "arrival"):
            if event in inputs:
                pillar = inputs.pop(event)
                inputs |= {f"{event}_stem": pillar % 10, f"{event}_branch": pillar % 12}
        for palace, point in POINTS.items():
            if point in index and palace not in index:
                inputs[palace] = _CENTRES[index[point]]
        inputs |= seasons(index, self.size)
        return columns_of_inputs(inputs, self.school)

    def evaluator(self, base: RuleBase) -> Evaluator:
        """An evaluator over all points."""
        return Evaluator(base.edition, self.columns(), self.size)

    def given(self, point: int) -> Given:
        """The inputs of one point."""
        at = {axis: int(values[point]) for axis, values in self.index.items()}
        inputs = {name: value for name, value in at.items() if name in _SAME}
        inputs |= {point: POINT_OF[at[palace]] for palace, point in POINTS.items() if palace in at}
        for event in ("alarm", "arrival"):
            if event in at:
                inputs |= {f"{event}_stem": at[event] % 10, f"{event}_branch": at[event] % 12}
        hour = at.get("hour")
        year = at.get("year")
        return Given(
            offset=at["plate"],
            month_general=None if hour is None else (hour + at["plate"]) % 12,
            year=at.get("year_branch") if year is None else year % 12,
            year_stem=None if year is None else year % 10,
            **inputs,
        )


_SAME = frozenset(SIZES.keys() - {"plate", "year_branch", *_PILLARS})
_CENTRES = np.array([POINT_OF.index(p) if POINT_OF.count(p) == 1 else ABSENT for p in range(8)])


def _valid(index: Mapping[str, Array], size: int) -> Array:
    """Which points are charts: inputs that contradict one another are none."""
    valid = np.ones(size, dtype=bool)
    if "hour" in index and "day_part" in index:
        valid &= _DAY_PARTS[index["hour"], index["day_part"]]
    if not index.keys().isdisjoint(("month", "season", "calendar_season")):
        valid &= seasons_agree(index, size)
    return valid


_DAY_PARTS = np.array([[may_be(hour, part) for part in (0, 1)] for hour in range(12)])


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a condition holds: on how many charts of which space, with the first witnesses."""

    fires: int
    of: int
    axes: tuple[str, ...]
    witnesses: tuple[Given, ...]


def extent(
    base: RuleBase, condition: Condition, school: School = DEFAULT, witnesses: int = 3
) -> Extent:
    """Where a condition holds, over exactly the inputs that it reads; TooLarge over the budget."""
    axes = axes_of(base.reads.condition(condition))
    space = Space.over(axes, school)
    truth = space.evaluator(base).truth(condition)
    holds = np.flatnonzero((truth == 1) & space.valid)
    # Witnesses spread over the space say more than its first three neighbours.
    chosen = holds[:: max(1, len(holds) // witnesses)][:witnesses] if len(holds) else holds
    return Extent(
        fires=len(holds),
        of=int(space.valid.sum()),
        axes=axes,
        witnesses=tuple(space.given(int(point)) for point in chosen),
    )
