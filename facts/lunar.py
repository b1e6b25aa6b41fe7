"""The lunar date 月日 of a day, by tyme4py's calendar of the dynasties."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from facts.julian import Date, date_of, day_number
from facts.tokens import DAYS, MONTHS


class LunarDate(NamedTuple):
    """Month 0-11 and day 0-29; a leap month 閏月 has the number of the month before it."""

    month: int
    day: int
    leap: bool

    def __str__(self) -> str:
        return f"{'閏' * self.leap}{MONTHS[self.month]}月{DAYS[self.day]}"


class LunarMonth(NamedTuple):
    """A lunar month: the Julian day number of its first day, its number 0-11, whether leap."""

    first: int
    month: int
    leap: bool


@lru_cache(maxsize=4096)
def lunar_months(year: int, month: int) -> tuple[LunarMonth, ...]:
    """The lunar months to which the days of a calendar month belong, in their order.

    None before the year 1, where none are known.
    """
    if year < 1:
        return ()
    begins = day_number(Date(year, month, 1))
    ends = day_number(Date(year + month // 12, month % 12 + 1, 1))
    # From the lunar month of the same number by the lengths of months, as tyme4py goes back to the
    # month of a day; forward only where the year began a month early (9 to 23).
    there = _month(year, month)
    found = [LunarMonth(there.first, there.month, there.leap)]
    end = there.first + there.length
    while end < ends:
        after = _month(*_beside(year, month, len(found)))
        found.append(LunarMonth(end, after.month, after.leap))
        end += after.length
    while found[0].first > begins:
        there = _month(*there.before)
        found.insert(0, LunarMonth(found[0].first - there.length, there.month, there.leap))
    return tuple(found)


class _Month(NamedTuple):
    """What tyme4py has of a lunar month; ``before`` is the one before it, by year and number."""

    first: int
    length: int
    month: int
    leap: bool
    before: tuple[int, int]


@lru_cache(maxsize=4096)
def _month(year: int, month: int) -> _Month:
    """A lunar month by year and number, negative if it is a leap month."""
    from tyme4py.lunar import LunarMonth as TymeMonth

    found = TymeMonth.from_ym(year, month)
    first = int(found.get_first_julian_day().get_day())
    number, leap = found.get_month() - 1, found.is_leap()
    return _Month(first, found.get_day_count(), number, leap, _beside(year, month, -1))


def _beside(year: int, month: int, steps: int) -> tuple[int, int]:
    """The lunar month some steps away, by year and number."""
    from tyme4py.lunar import LunarMonth as TymeMonth

    found = TymeMonth.from_ym(year, month).next(steps)
    return found.get_year(), found.get_month_with_leap()


def lunar_date(number: int) -> LunarDate | None:
    """The lunar date of a Julian day number; None before the year 1, where none is known."""
    date = date_of(number)
    for first, month, leap in reversed(lunar_months(date.year, date.month)):
        if first <= number:
            return LunarDate(month, number - first, leap)
    return None
