"""Sexagenary arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.pillars import (
    decade_head,
    decade_of,
    hidden_stem,
    hour_stem,
    month_stem,
    parse_pillar,
    pillar_name,
    pillar_of,
    void_branches,
)
from facts.symbols import BRANCHES, STEMS


def test_the_sixty_pillars_are_counted_from_jiazi() -> None:
    stem = branch = 0
    for index in range(60):
        assert pillar_of(stem, branch) == index
        assert parse_pillar(pillar_name(index)) == index
        stem, branch = (stem + 1) % 10, (branch + 1) % 12
    assert [parse_pillar(name) for name in ("甲子", "丁酉", "癸亥")] == [0, 33, 59]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("甲丑", "甲丑 is not one of the sixty pillars"),
        ("子甲", "'子甲' is not a pillar"),
        ("甲", "'甲' is not a pillar"),
        ("甲子日", "'甲子日' is not a pillar"),
        ("", "'' is not a pillar"),
    ],
)
def test_what_is_no_pillar_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_pillar(name)


# 甲子旬戌亥空，餘仿此 (DQ-0716); 甲戌旬中用酉申 (DQ-1643); 旬首 in DQ-1353.
@pytest.mark.parametrize(
    ("day", "head", "void"),
    [
        ("甲子", "子", "戌亥"),
        ("癸未", "戌", "申酉"),
        ("甲申", "申", "午未"),
        ("癸卯", "午", "辰巳"),
        ("乙巳", "辰", "寅卯"),
        ("癸亥", "寅", "子丑"),
    ],
)
def test_decade_and_void(day: str, head: str, void: str) -> None:
    decade = decade_of(parse_pillar(day))
    assert BRANCHES[decade_head(decade)] == head
    assert "".join(BRANCHES[branch] for branch in void_branches(decade)) == void


@given(st.integers(0, 59))
def test_hidden_stems_are_the_pillars_of_the_decade(pillar: int) -> None:
    decade = decade_of(pillar)
    assert hidden_stem(pillar % 12, decade) == pillar % 10
    without = {branch for branch in range(12) if hidden_stem(branch, decade) is None}
    assert without == set(void_branches(decade))


# Passage, words of the book, day, branch, hidden stem of the decade.
HIDDEN = [
    ("DQ-0771", "假令甲子旬中以寅、卯為丙、丁，以午、未為庚、辛", "甲子", "寅", "丙"),
    ("DQ-0771", "假令甲子旬中以寅、卯為丙、丁，以午、未為庚、辛", "甲子", "未", "辛"),
    ("DQ-0807", "假令甲子旬中以辰、巳為戊、己", "甲子", "辰", "戊"),
    (
        "DQ-0831",
        "丁酉日酉將午時，丁日游都在巳，酉加午，巳落寅上，巳上乘六合，干寅上見壬",
        "丁酉",
        "寅",
        "壬",
    ),
]


@pytest.mark.parametrize(("passage", "quote", "day", "branch", "stem"), HIDDEN)
def test_worked_hidden_stem(passage: str, quote: str, day: str, branch: str, stem: str) -> None:
    found = hidden_stem(BRANCHES.index(branch), decade_of(parse_pillar(day)))
    assert found is not None
    assert STEMS[found] == stem, (passage, quote)


# Passage, words of the book, day stem, branch, stem by the five rats.
RATS = [
    ("DQ-0755", "歲合在己，己遁在巳", "甲", "巳", "己"),
    ("DQ-0831", "干寅上見壬", "丁", "寅", "壬"),
    ("DQ-2308", "如辛巳日干上午，初傳甲午加戌", "辛", "午", "甲"),
    ("DQ-2308", "中傳庚寅，末傳戊戌", "辛", "戌", "戊"),
    ("DQ-2308", "己酉日初傳乙亥加戌", "己", "亥", "乙"),
]


@pytest.mark.parametrize(("passage", "quote", "stem", "hour", "expected"), RATS)
def test_worked_hour_stem(passage: str, quote: str, stem: str, hour: str, expected: str) -> None:
    found = STEMS[hour_stem(STEMS.index(stem), BRANCHES.index(hour))]
    assert found == expected, (passage, quote)


@given(st.integers(0, 59), st.integers(0, 11))
def test_hours_run_on_through_the_days(day: int, hour: int) -> None:
    """Hour pillars never break: twelve hours a day, five days to the round of sixty."""
    running = (12 * day + hour) % 60
    assert pillar_of(hour_stem(day % 10, hour), hour) == running


@given(st.integers(0, 59), st.integers(0, 11))
def test_months_run_on_through_the_years(year: int, month: int) -> None:
    """甲申年正月丙寅 (DQ-0755): twelve months a year from 寅, unbroken."""
    running = (12 * year + 2 + (month - 2) % 12) % 60
    assert pillar_of(month_stem(year % 10, month), month) == running
    assert STEMS[month_stem(parse_pillar("甲申") % 10, BRANCHES.index("寅"))] == "丙"
