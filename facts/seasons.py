"""Months, month generals and seasons: which belong together."""

from __future__ import annotations

from facts.given import EARTH_DAYS


def generals_of(month: int) -> tuple[int, int]:
    """The month generals 月將 of a month: before its 中氣 and after it.

    After the 中氣 the general is the branch that combines with the month (雨水後，正月將 is 亥,
    DQ-0167; 春分後，二月將 is 戌, DQ-0177), before it that of the month before.
    """
    after = (1 - month) % 12
    return (after + 1) % 12, after


def season_of_month(month: int, month_general: int | None) -> int | None:
    """Season of a month branch, or None where it is open.

    寅卯 spring, 巳午 summer, 申酉 autumn, 亥子 winter; of 辰未戌丑 the last eighteen days are
    earth's (DQ-2072): its second half, known from the month general, is earth's; its first half is
    still the season's; without the general it is open.
    """
    quarter, place = calendar_season(month), (month - 2) % 3
    if place < 2:
        return quarter
    if month_general is None:
        return None
    return EARTH_DAYS if month_general == generals_of(month)[1] else quarter


def season_of_general(month_general: int) -> int | None:
    """Season of a month general alone, its earth days left out; None where it is open.

    The general that straddles the first day of a season (子 酉 午 卯) leaves it open.
    """
    quarters = {calendar_season(month) for month in months_of(month_general)}
    return quarters.pop() if len(quarters) == 1 else None


def calendar_season(month: int) -> int:
    """Season of the year 四時 of a month branch, its earth days not apart: 0 spring to 3 winter."""
    return (month - 2) % 12 // 3


def months_of(month_general: int) -> list[int]:
    """The two month branches that a month general belongs to."""
    return [month for month in range(12) if month_general in generals_of(month)]
