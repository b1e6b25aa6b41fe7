"""The four lessons, against charts that the book writes out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.lessons import Lesson, four_lessons
from facts.pillars import parse_pillar
from facts.plates import heaven_over
from facts.symbols import BRANCHES, STEMS

# Passage, words of the book, day, plate, the four lessons (upper and lower).
WORKED = [
    (
        "DQ-1385",
        "一課辰壬，二課酉辰，三課巳子，四課戌巳",
        "壬子",
        "申將卯時",
        ["辰壬", "酉辰", "巳子", "戌巳"],
    ),
    (
        "DQ-1710",
        "四課寅壬、巳寅、卯子、午卯",
        "壬子",
        "午將卯時",
        ["寅壬", "巳寅", "卯子", "午卯"],
    ),
    (
        "DQ-1811",
        "一課巳乙、二課午巳、三課辰卯、四課巳辰",
        "乙卯",
        "巳將辰時",
        ["巳乙", "午巳", "辰卯", "巳辰"],
    ),
    (
        "DQ-1315",
        "一課辰辛，二課戌辰，三課未丑，四課丑未",
        "辛丑",
        "亥將巳時",
        ["辰辛", "戌辰", "未丑", "丑未"],
    ),
    (
        "DQ-1252",
        "一課寅乙，二課子寅，三課巳未，四課卯巳",
        "乙未",
        "寅將辰時",
        ["寅乙", "子寅", "巳未", "卯巳"],
    ),
    (
        "DQ-1682",
        "課得午癸、亥午、寅酉、未寅",
        "癸酉",
        "亥將午時",
        ["午癸", "亥午", "寅酉", "未寅"],
    ),
    (
        "DQ-1196",
        "亥 丑 卯 巳 丑 卯 巳 丁",
        "丁卯",
        "亥將丑時",
        ["巳丁", "卯巳", "丑卯", "亥丑"],
    ),
    (
        "DQ-1225",
        "戌 未 巳 寅 未 辰 寅 壬",
        "壬辰",
        "申將巳時",
        ["寅壬", "巳寅", "未辰", "戌未"],
    ),
    (
        "DQ-1261",
        "如甲子日，戌甲、午戌、申子、辰申",
        "甲子",
        "戌加寅",
        ["戌甲", "午戌", "申子", "辰申"],
    ),
]


@pytest.mark.parametrize(("passage", "quote", "day", "plate", "lessons"), WORKED)
def test_worked_lessons(
    board: Callable[[str, str], tuple[int, int]],
    passage: str,
    quote: str,
    day: str,
    plate: str,
    lessons: list[str],
) -> None:
    found = [BRANCHES[x.upper] + x.lower_name for x in four_lessons(*board(day, plate))]
    assert found == lessons, (passage, quote)


@given(day=st.integers(0, 59), offset=st.integers(0, 11))
def test_every_upper_god_stands_over_its_seat(day: int, offset: int) -> None:
    lessons = four_lessons(day, offset)
    assert [lesson.upper for lesson in lessons] == [
        heaven_over(lesson.lower, offset) for lesson in lessons
    ]
    assert [lesson.lower_stem for lesson in lessons] == [day % 10, None, None, None]
    assert lessons[1].lower == lessons[0].upper
    assert (lessons[2].lower, lessons[3].lower) == (day % 12, lessons[2].upper)


def test_stems_lodge_as_the_verse_has_it() -> None:
    """甲課寅兮乙課辰，丙戊課巳不須論。丁己課未庚申上，辛戌壬亥是其真。癸課原來丑宮坐 (DQ-0009)."""
    day_of_stem = (four_lessons(day, 0)[0] for day in range(10))
    assert "".join(BRANCHES[lesson.lower] for lesson in day_of_stem) == "寅辰巳未巳未申戌亥丑"


def test_the_day_stem_counts_by_its_own_element() -> None:
    """Over 巳 the earth of 戊 controls 子; the fire of the palace would be controlled by it."""
    first = four_lessons(parse_pillar("戊辰"), 7)[0]
    assert first == Lesson(BRANCHES.index("子"), BRANCHES.index("巳"), STEMS.index("戊"))
    assert first.lower_controls_upper
    assert not first.upper_controls_lower
    by_palace = Lesson(first.upper, first.lower)
    assert by_palace.upper_controls_lower
    assert not by_palace.lower_controls_upper
