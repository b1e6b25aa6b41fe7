"""Months, month generals and seasons: which belong together."""

from __future__ import annotations

from collections.abc import Iterable

from facts.given import EARTH_DAYS


def generals_of(month: int) -> tuple[int, int]:
    """The month generals 月將 of a month: before its 中氣 and after it.

    After the 中氣 the general is the branch that combines with the month (雨水後，正月將 is 亥,
    DQ-0167; 春分後，二月將 is 戌, DQ-0177), before it that of the month before.
    """
    after = (1 - month) % 12
    return (after + 1) % 12, after


PASSAGE_OF_GENERAL = (
    *("DQ-0265", "DQ-0258", "DQ-0252", "DQ-0245", "DQ-0237", "DQ-0227"),
    *("DQ-0218", "DQ-0210", "DQ-0199", "DQ-0187", "DQ-0177", "DQ-0167"),
)
"""Where each month general, from 子 on, is said to begin at its 中氣."""


def calendar_season(month: int) -> int:
    """Season of the year 四時 of a month branch, its earth days not apart: 0 spring to 3 winter."""
    return (month - 2) % 12 // 3


def seasons_of(month: int) -> set[int]:
    """The seasons that days of a month belong to: in 辰未戌丑 the last eighteen are earth's."""
    quarter = calendar_season(month)
    return {quarter, EARTH_DAYS} if (month - 2) % 3 == 2 else {quarter}


def months_within(
    month: int | None, general: int | None, season: int | None, quarter: int | None
) -> list[int]:
    """The month branches that agree with all that is given; none where it contradicts itself.

    ``season`` has its earth days apart, ``quarter`` is the season of the year.
    """
    return [
        m
        for m in range(12)
        if month in (None, m)
        and (general is None or general in generals_of(m))
        and (season is None or season in seasons_of(m))
        and quarter in (None, calendar_season(m))
    ]


def season_of_month(month: int, general: int | None) -> int | None:
    """Season of a month branch, or None where it is open.

    寅卯 spring, 巳午 summer, 申酉 autumn, 亥子 winter; of 辰未戌丑 the last eighteen days are
    earth's (DQ-2072): its second half, known from the month general, is earth's; its first half is
    still the season's; without the general it is open.
    """
    quarter, place = calendar_season(month), (month - 2) % 3
    if place < 2:
        return quarter
    if general is None:
        return None
    return EARTH_DAYS if general == generals_of(month)[1] else quarter


def season_within(months: Iterable[int], general: int | None) -> int | None:
    """Season of all of some months under a general; None where it is open.

    The general that straddles the first day of a season (子 酉 午 卯) leaves it open.
    """
    return _one({season_of_month(month, general) for month in months})


def quarter_within(months: Iterable[int]) -> int | None:
    """Season of the year of all of some months; None where it is open."""
    return _one({calendar_season(month) for month in months})


def _one(seasons: set[int | None] | set[int]) -> int | None:
    return seasons.pop() if len(seasons) == 1 else None
