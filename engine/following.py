"""What follows from other inputs, over arrays: as ``facts.settle`` fills it in for one chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facts.generals import is_night
from facts.given import EARTH_DAYS
from facts.seasons import calendar_season, season_of_general, season_of_month
from facts.symbols import UNKNOWN, first

Array: TypeAlias = npt.NDArray[Any]

ABSENT = 12
"""Stands for a branch that is not given."""


def seasons(index: Mapping[str, Array], size: int) -> dict[str, Array]:
    """The columns ``season`` and ``calendar_season`` where they are no axes of their own."""
    absent = np.full(size, ABSENT)
    general = (index["hour"] + index["plate"]) % 12 if "hour" in index else absent
    month = index.get("month", absent)
    season = first("season") + index["season"] if "season" in index else _SEASONS[general, month]
    found: dict[str, Array] = {} if "season" in index else {"season": season}
    if "calendar_season" not in index:
        said = (season < first("season") + EARTH_DAYS) & (month == ABSENT)
        found["calendar_season"] = np.where(said, season, _QUARTERS[general, month])
    return found


def _season_code(general: int, month: int) -> int:
    """Code of the season that follows from month general and month."""
    if month < ABSENT:
        season = season_of_month(month, general if general < ABSENT else None)
    else:
        season = season_of_general(general) if general < ABSENT else None
    return UNKNOWN if season is None else first("season") + season


def _quarter_code(general: int, month: int) -> int:
    """Code of the season of the year that follows from month general and month."""
    if month < ABSENT:
        return first("season") + calendar_season(month)
    quarter = season_of_general(general) if general < ABSENT else None
    return UNKNOWN if quarter is None else first("season") + quarter


_RANGE = range(ABSENT + 1)
_SEASONS = np.array([[_season_code(g, m) for m in _RANGE] for g in _RANGE], np.uint16)
_QUARTERS = np.array([[_quarter_code(g, m) for m in _RANGE] for g in _RANGE], np.uint16)

NIGHT = np.array([int(is_night(hour)) for hour in range(12)])
"""The part of the day that follows from each hour."""
