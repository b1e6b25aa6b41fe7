"""The seasons of a chart 四時: what follows from its month, its month general and each other.

A season that no day of the month can have is refused.
"""

from __future__ import annotations

from dataclasses import replace

from facts.given import SEASONS, Contradiction, Given
from facts.seasons import (
    calendar_season,
    generals_of,
    months_within,
    quarter_within,
    season_within,
    seasons_of,
)
from facts.symbols import ALPHABET, BRANCHES
from facts.trace import Step

READS = ("month", "month_general", "season", "calendar_season")
"""The inputs that tell a season."""


def fitting_general(given: Given) -> tuple[Given, Step | None]:
    """The month general 月將: one of the two that its month can have, before and after 中氣."""
    month, general = given.month, given.month_general
    if month is not None and general is not None and general not in generals_of(month):
        before, after = (BRANCHES[g] for g in generals_of(month))
        raise Contradiction(
            f"the month general of the {BRANCHES[month]} month is {before} before its 中氣 and "
            f"{after} after it, not {BRANCHES[general]}",
            "month",
            "month_general",
        )
    return given, None


def season_of(given: Given) -> tuple[Given, Step | None]:
    """The season by month, month general and season of the year; what was given must fit them.

    In 辰未戌丑 both the quarter's season and the earth days pass: their day count is not known.
    """
    month, general, quarter = given.month, given.month_general, given.calendar_season
    if given.season is not None:
        general = general if month is None else None  # against the month where there is one
        _fits(given.season, "season", months_within(month, general, None, None), given)
        return given, None
    found = season_within(months_within(month, general, None, quarter), general)
    if found is None:
        return given, None
    source_en, source_zh, _ = _told(given)
    english = ALPHABET.members["season"][found].english
    words = f"the season is {english}, by {source_en}", f"{source_zh}，{SEASONS[found]}"
    step = Step(*words, "DQ-2072", gives="season")
    return replace(given, season=found), step


def calendar_season_of(given: Given) -> tuple[Given, Step | None]:
    """The season of the year, its earth days not apart: by month, general and season."""
    months = months_within(given.month, given.month_general, given.season, None)
    if given.calendar_season is None:
        return replace(given, calendar_season=quarter_within(months)), None
    if given.month is not None:
        months = [given.month]
    _fits(given.calendar_season, "calendar_season", months, given)
    return given, None


def _fits(season: int, name: str, months: list[int], given: Given) -> None:
    """Refuse a season to which no day of these months belongs."""
    belongs = seasons_of if name == "season" else lambda m: {calendar_season(m)}
    possible = set[int]().union(*(belongs(month) for month in months))
    if possible and season not in possible:  # without a month something else is refused already
        source, _, told = _told(given)
        words = " or ".join(SEASONS[s] for s in sorted(possible))
        message = f"the {source} belongs to {words}, not to {SEASONS[season]}"
        raise Contradiction(message, name, told)


def _told(given: Given) -> tuple[str, str, str]:
    """What tells the season: in English, in Chinese, and the input's name."""
    if given.month is not None:
        name = BRANCHES[given.month]
        return f"{name} month", f"{name}月", "month"
    if given.month_general is not None:
        name = BRANCHES[given.month_general]
        return f"month general {name}", f"{name}將", "month_general"
    assert given.season is not None
    return f"season {SEASONS[given.season]}", SEASONS[given.season], "season"
