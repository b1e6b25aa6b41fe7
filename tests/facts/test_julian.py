import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.julian import REFORM, Date, date_of, day_number, pillar_of_day
from facts.pillars import pillar_name

# Julian day numbers at noon, from the tables of astronomical almanacs.
KNOWN = [
    (Date(2000, 1, 1), 2451545),
    (Date(1582, 10, 15), 2299161),
    (Date(1582, 10, 4), 2299160),
    (Date(1858, 11, 17), 2400001),
    (Date(-4713, 1, 1), 0),
    (Date(-1, 12, 31), 1721423),
    (Date(1, 1, 1), 1721424),
]


@pytest.mark.parametrize(("date", "number"), KNOWN)
def test_known_day_numbers(date: Date, number: int) -> None:
    assert day_number(date) == number
    assert date_of(number) == date


@given(st.integers(990_000, 2_820_000))
def test_dates_and_numbers_are_inverse(number: int) -> None:
    assert day_number(date_of(number)) == number


@given(st.dates(min_value=datetime.date(1582, 10, 15)))
def test_gregorian_dates_agree_with_the_standard_library(date: datetime.date) -> None:
    assert day_number(Date(date.year, date.month, date.day)) == date.toordinal() + 1_721_425


@pytest.mark.parametrize(
    ("date", "words"),
    [
        (Date(0, 1, 1), "no year 0"),
        (Date(1582, 10, 10), "followed by 1582-10-15"),
        (Date(1900, 2, 29), "does not exist"),
        (Date(2026, 2, 30), "does not exist"),
        (Date(2026, 13, 1), "13 is not a month"),
        (Date(2026, 0, 1), "0 is not a month"),
        (Date(2026, 4, 31), "no day 31"),
        (Date(2026, 4, 0), "no day 0"),
    ],
)
def test_dates_that_do_not_exist(date: Date, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        day_number(date)


def test_julian_leap_years_before_the_reform() -> None:
    assert date_of(day_number(Date(1500, 2, 29))) == Date(1500, 2, 29)
    assert day_number(Date(1500, 3, 1)) - day_number(Date(1500, 2, 28)) == 2
    assert date_of(REFORM - 1) == Date(1582, 10, 4)


@pytest.mark.parametrize(
    ("date", "pillar"),
    [
        (Date(1949, 10, 1), "甲子"),
        (Date(2000, 1, 1), "戊午"),
        (Date(1984, 2, 2), "丙寅"),
        # The solar eclipse of the 春秋, 魯隱公三年二月己巳 (22 February 720 BCE).
        (Date(-720, 2, 22), "己巳"),
    ],
)
def test_day_pillars(date: Date, pillar: str) -> None:
    assert pillar_name(pillar_of_day(day_number(date))) == pillar
