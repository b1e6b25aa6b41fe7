"""The lunar date 月日 of a day, by tyme4py's calendar of the dynasties."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from facts.julian import date_of
from facts.tokens import DAYS, MONTHS


class LunarDate(NamedTuple):
    """Month 0-11 and day 0-29; a leap month 閏月 has the number of the month before it."""

    month: int
    day: int
    leap: bool

    def __str__(self) -> str:
        return f"{'閏' * self.leap}{MONTHS[self.month]}月{DAYS[self.day]}"


@lru_cache(maxsize=4096)
def lunar_date(number: int) -> LunarDate | None:
    """The lunar date of a Julian day number; None before the year 1, where none is known."""
    date = date_of(number)
    if date.year < 1:
        return None
    from tyme4py.solar import SolarDay

    found = SolarDay.from_ymd(date.year, date.month, date.day).get_lunar_day()
    month = found.get_lunar_month()
    return LunarDate(month.get_month() - 1, found.get_day() - 1, month.is_leap())
