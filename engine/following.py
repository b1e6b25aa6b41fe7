"""What follows from other inputs, over arrays: as ``facts.settle`` fills it in for one chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import numpy as np

from facts.generals import is_night
from facts.inputs import ABSENT, Array
from facts.seasons import months_within, quarter_within, season_within


def seasons(index: Mapping[str, Array], size: int) -> dict[str, Array]:
    """Season and season of the year where they are no axes of their own."""
    month, general, season, quarter = _seasonal(index, size)
    found = {}
    if "season" not in index:
        found["season"] = season = _season_table()[month, general, quarter]
    if "calendar_season" not in index:
        found["calendar_season"] = _quarter_table()[month, general, season]
    return found


def seasons_agree(index: Mapping[str, Array], size: int) -> Array:
    """Where month, month general and the seasons do not contradict one another."""
    agree: Array = _agreement_table()[_seasonal(index, size)]
    return agree


def _seasonal(index: Mapping[str, Array], size: int) -> tuple[Array, Array, Array, Array]:
    """Month, month general, season and season of the year at each point."""
    absent = np.full(size, ABSENT)
    general = (index["hour"] + index["plate"]) % 12 if "hour" in index else absent
    month, season = index.get("month", absent), index.get("season", absent)
    return month, general, season, index.get("calendar_season", absent)


def _table(function: Callable[..., int | None], *sizes: int) -> Array:
    """A function of inputs as a table, each input with a last place for not given."""
    points = product(*([*range(size), None] for size in sizes))
    values = [ABSENT if (v := function(*point)) is None else v for point in points]
    return np.array(values).reshape([size + 1 for size in sizes])


@cache
def _season_table() -> Array:
    return _table(lambda m, g, q: season_within(months_within(m, g, None, q), g), 12, 12, 4)


@cache
def _quarter_table() -> Array:
    return _table(lambda m, g, s: quarter_within(months_within(m, g, s, None)), 12, 12, 5)


@cache
def _agreement_table() -> Array:
    return _table(lambda *inputs: bool(months_within(*inputs)), 12, 12, 5, 4).astype(bool)


NIGHT = np.array([int(is_night(hour)) for hour in range(12)])
"""The part of the day that follows from each hour."""
