"""Days counted without gaps: calendar dates to Julian day numbers and back, and day pillars.

Dates are Julian up to 1582-10-04 and Gregorian from 1582-10-15, as in the sources; the ten days
between do not exist. Years are written as historians write them: 1 BCE is -1, there is no year 0.
"""

from __future__ import annotations

from typing import NamedTuple

from facts.flat import Number

DAY = 86_400
"""Seconds of a day."""

REFORM = 2_299_161
"""Julian day number of 1582-10-15, the first Gregorian day."""

FIRST_YEAR, LAST_YEAR = -2000, 3000
"""Years within which moments are accepted: beyond, the length of the day is too uncertain."""


class Date(NamedTuple):
    """A calendar date; ``year`` is never 0."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{'-' if self.year < 0 else ''}{abs(self.year):04d}-{self.month:02d}-{self.day:02d}"


def astronomical(year: int) -> int:
    """The year with a year 0: 1 BCE is 0."""
    return year + 1 if year < 0 else year


def _count(date: Date, *, gregorian: bool) -> int:
    """Julian day number by one of the two calendars, of a year that begins in March."""
    y = astronomical(date.year) + 4800 - (date.month < 3)
    days = date.day + (153 * ((date.month - 3) % 12) + 2) // 5 + 365 * y + y // 4
    return days - y // 100 + y // 400 - 32_045 if gregorian else days - 32_083


def day_number(date: Date) -> int:
    """Julian day number of a date's noon; ValueError for a date that does not exist."""
    if date.year == 0:
        raise ValueError("there is no year 0: 1 BCE is written -0001")
    if not 1 <= date.month <= 12:
        raise ValueError(f"{date.month} is not a month: 1 to 12")
    number = _count(date, gregorian=True)
    if number < REFORM:
        number = _count(date, gregorian=False)
        if number >= REFORM:
            raise ValueError(f"{date} does not exist: 1582-10-04 was followed by 1582-10-15")
    if date.day < 1 or date_of(number) != date:
        raise ValueError(f"{date} does not exist: the month has no day {date.day}")
    return number


def date_of(number: int) -> Date:
    """The calendar date of a Julian day number (Meeus, Astronomical Algorithms, chapter 7)."""
    a = number
    if number >= REFORM:
        alpha = (4 * number - 7_468_865) // 146_097
        a = number + 1 + alpha - alpha // 4
    b = a + 1524
    c = (20 * b - 2442) // 7305
    d = 1461 * c // 4
    e = (b - d) * 10_000 // 306_001
    month = e - 1 if e < 14 else e - 13
    year = c - 4716 if month > 2 else c - 4715
    return Date(year if year > 0 else year - 1, month, b - d - 306_001 * e // 10_000)


def pillar_of_day(number: Number) -> Number:
    """Day pillar 日柱 (0-59) of a Julian day number: 1949-10-01 was 甲子."""
    return (number - 11) % 60
