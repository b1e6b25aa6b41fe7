"""The nearest chart on which a condition holds: the fewest inputs changed.

Changes of one input are tried first, then of two, and so on; among as many, the hour before the
month general before the day; of one input, the nearest value ahead. So the first chart that is
found is the nearest. What follows from other inputs (the part of the day from the hour, the season
from month and general) follows here too and is no change of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.following import NIGHT
from engine.rulebase import RuleBase
from engine.space import BUDGET, COARSER, POINTS, SIZES, Space, axes_of
from facts.charts import Chart, cast
from facts.evaluate import Evaluator
from facts.generals import is_night
from facts.given import Contradiction, Given
from facts.predicates import TRUE
from facts.settle import complete
from rules.reader.model import Condition

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Nearest:
    """A chart and the names of the inputs in which it differs."""

    chart: Chart
    changed: tuple[str, ...]


def nearest(base: RuleBase, condition: Condition, chart: Chart) -> Nearest | None:
    """The nearest chart on which the condition holds; None where none was found in budget."""
    known = _independent(chart.given)
    movable = _movable(known, axes_of(base.reads.condition(condition)))
    for changed in _subsets(movable):
        if prod(_values(known, name) for name in changed) > BUDGET:
            return None
        space = Space.of(_points(known, changed), chart.school)
        truth = Evaluator(base.edition, _columns(space, chart), space.size).truth(condition)
        found = np.flatnonzero((truth == 1) & space.valid)
        for point in found[:_TRIES]:
            candidate = _cast(space, int(point), chart, known)
            if candidate is not None and _holds(base, condition, candidate):
                return Nearest(candidate, changed)
    return None


_TRIES = 100
"""Points of one search that are cast: a year that changes can move what follows from it."""


def _holds(base: RuleBase, condition: Condition, chart: Chart) -> bool:
    return bool(Evaluator(base.edition, chart.columns).truth(condition) == TRUE)


_ORDER = ("hour", "month_general", "plate", "day", *(a for a in SIZES if a not in ("hour", "day")))


def _independent(given: Given) -> dict[str, int]:
    """The inputs that do not follow from others, by axis; those that were not given are left out.

    A season or a part of the day that was given as it would follow counts as following.
    """
    known: dict[str, int | None] = {
        "hour": given.hour,
        "month_general": given.month_general,
        "plate": given.offset if given.hour is None else None,
        "day": given.day,
        "day_part": given.day_part if given.day_part != _part_by_hour(given) else None,
        "season": given.season if given.season != _season_by_rest(given) else None,
        "calendar_season": _own_quarter(given),
        "natal": given.natal if given.birth is None else None,
        "annual": given.annual if None in (given.birth, given.sex, given.year) else None,
        "year": _pillar(given.year_stem, given.year),
        "year_branch": given.year if given.year_stem is None else None,
        "alarm": _pillar(given.alarm_stem, given.alarm_branch),
        "arrival": _pillar(given.arrival_stem, given.arrival_branch),
        "moon_palace": given.moon_palace if given.moon is None else None,
        "enemy": given.enemy if given.enemy_palace is None else None,
        "march": given.march if given.march_palace is None else None,
    }
    rest = (axis for axis in SIZES if axis not in known)
    known |= {axis: getattr(given, axis) for axis in rest}
    return {axis: value for axis, value in known.items() if value is not None}


def _part_by_hour(given: Given) -> int | None:
    return None if given.hour is None else int(is_night(given.hour))


def _season_by_rest(given: Given) -> int | None:
    return complete(replace(given, season=None, calendar_season=None))[0].season


def _own_quarter(given: Given) -> int | None:
    """The season of the year, unless it follows from the rest."""
    follows = complete(replace(given, calendar_season=None))[0].calendar_season
    return given.calendar_season if given.calendar_season != follows else None


def _pillar(stem: int | None, branch: int | None) -> int | None:
    """Index of a pillar; None unless both its stem and its branch are known."""
    return None if stem is None or branch is None else (6 * stem - 5 * branch) % 60


def _movable(known: dict[str, int], read: Sequence[str]) -> list[str]:
    """The inputs worth changing: the board, what the condition reads, and what binds those."""
    finer = {coarse: fine for coarse, (fine, _) in COARSER.items() if fine in known}
    read = [finer.get(axis, axis) for axis in read]  # what says more moves, and the rest follows
    bound = {"month", "season", "calendar_season", "day_part"}.intersection(known)
    board = {"day", "hour", "month_general"} if "hour" in known else {"day", "plate"}
    wanted = board | bound | set(read) - {"plate"}
    return [name for name in dict.fromkeys(_ORDER) if name in wanted]


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for count in range(1, len(names) + 1):
        yield from combinations(names, count)


def _values(known: dict[str, int], name: str) -> int:
    """How many other values an input can take."""
    return SIZES.get(name, 12) - (name in known)


def _points(known: dict[str, int], changed: tuple[str, ...]) -> dict[str, Array]:
    """All charts in which exactly these inputs are changed, the nearest ahead first."""
    steps = np.indices([_values(known, name) for name in changed]).reshape(len(changed), -1)
    index: dict[str, Array] = {name: np.full(steps.shape[1], v) for name, v in known.items()}
    for name, ahead in zip(changed, steps, strict=True):
        start = known.get(name, -1)
        index[name] = (start + 1 + ahead) % SIZES.get(name, 12)
    if "month_general" in index:
        index["plate"] = (index.pop("month_general") - index["hour"]) % 12
    if "hour" in index and "day_part" not in index:
        index["day_part"] = NIGHT[index["hour"]]
    return index


def _columns(space: Space, chart: Chart) -> dict[str, Array]:
    """The columns of the points; what hangs on year and birth is as on the first chart."""
    hung = ("year_stem", "year_branch", "natal", "annual")
    year = {name: chart.columns[name] for name in hung}
    columns: dict[str, Array] = {n: np.full(space.size, c, np.uint16) for n, c in year.items()}
    columns |= space.columns()
    return columns


def _cast(space: Space, point: int, chart: Chart, known: dict[str, int]) -> Chart | None:
    """The chart of a point, with all else that the first was given; None if that cannot be."""
    found = space.given(point)
    told = {f.name: value for f in fields(found) if (value := getattr(found, f.name)) is not None}
    following = (
        "season",
        "calendar_season",
        "day_part",
        "natal",
        "annual",
        "moon_palace",
        *POINTS,
        *POINTS.values(),
    )
    follows = [name for name in following if name not in known]
    kept = replace(chart.given, hour_stem=None, month_stem=None, **dict.fromkeys(follows))
    given = replace(kept, **told)
    if given.day_part == _part_by_hour(given):
        given = replace(given, day_part=None)  # it follows, and the cast says from what
    try:
        return cast(given, chart.school)
    except Contradiction:
        return None
