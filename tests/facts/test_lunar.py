"""Lunar dates against a second calendar library."""

from __future__ import annotations

import random

import pytest
from lunar_python import Solar

from facts.julian import Date, date_of, day_number
from facts.lunar import lunar_date


def test_lunar_dates_agree_with_a_second_library() -> None:
    """2,000 random days of 1645 to 2100, since when both follow the true terms."""
    rng = random.Random(7)
    first, last = day_number(Date(1645, 2, 1)), day_number(Date(2100, 1, 1))
    for _ in range(2000):
        number = rng.randrange(first, last)
        date = date_of(number)
        there = Solar.fromYmd(*date).getLunar()
        here = lunar_date(number)
        assert here is not None
        month = -(here.month + 1) if here.leap else here.month + 1
        assert (month, here.day + 1) == (there.getMonth(), there.getDay()), date


@pytest.mark.parametrize(
    ("date", "name"),
    [
        (Date(2026, 2, 17), "正月初一"),
        (Date(2025, 7, 25), "閏六月初一"),
        (Date(1582, 10, 15), "九月十九"),
        (Date(1, 2, 12), "正月初一"),
    ],
)
def test_dates_by_name(date: Date, name: str) -> None:
    assert str(lunar_date(day_number(date))) == name


def test_before_the_year_1_there_is_none() -> None:
    assert lunar_date(day_number(Date(-1, 12, 31))) is None
    assert lunar_date(day_number(Date(1, 1, 1))) is not None


def test_every_day_of_the_years_that_began_a_month_early_has_a_date() -> None:
    """In 9 to 23 the year began with 丑: months end before the calendar month of their number."""
    before = None
    for number in range(day_number(Date(9, 2, 1)), day_number(Date(23, 12, 1))):
        date = lunar_date(number)
        assert date is not None
        assert date.day <= 29
        if before is not None:
            assert date.day == before.day + 1 or (date.day == 0 and before.day >= 28)
        before = date
