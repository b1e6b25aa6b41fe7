"""Names in their many spellings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reader.names import fold, suggest

GENERALS = [
    "貴人",
    "螣蛇",
    "朱雀",
    "六合",
    "勾陳",
    "青龍",
    "天空",
    "白虎",
    "太常",
    "玄武",
    "太陰",
    "天后",
]
PREDICATES = [
    "carries",
    "lands_on",
    "controls",
    "clashes",
    "day_stem",
    "day_branch",
    "season_state",
]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("遊都", "游都"),
        ("逰都", "游都"),
        ("剋", "克"),
        ("衝", "沖"),
        ("冲", "沖"),
        ("夘", "卯"),
        ("騰蛇", "螣蛇"),
        ("贵人", "貴人"),
        ("青龙", "青龍"),
        ("太阴", "太陰"),
        ("岁杀", "歲殺"),
        ("驿马", "驛馬"),
        ("兇將", "凶將"),
        ("Ｄay_stem", "Day_stem"),
    ],
)
def test_fold_brings_spellings_together(written: str, read: str) -> None:
    assert fold(written) == read
    assert fold(read) == read


@pytest.mark.parametrize(
    "words", ["己已巳", "后後", "干乾", "戊戌戍", "元玄", "煞殺", "甲申由", "未末"]
)
def test_fold_keeps_different_words_apart(words: str) -> None:
    assert len({fold(word) for word in words}) == len(words)


@given(st.text())
def test_fold_is_done_after_once(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize(
    ("name", "known", "first"),
    [
        ("勾陈", GENERALS, "勾陳"),
        ("勾陣", GENERALS, "勾陳"),
        ("元武", GENERALS, "玄武"),
        ("天後", GENERALS, "天后"),
        ("常", GENERALS, "太常"),
        ("巳丑", ["乙丑", "己丑", "辛丑"], "己丑"),
        ("carrys", PREDICATES, "carries"),
        ("contorls", PREDICATES, "controls"),
        ("Lands-On", PREDICATES, "lands_on"),
        ("stem_day", PREDICATES, "day_stem"),
        ("season", PREDICATES, "season_state"),
        ("is", ["in", "si"], "in"),
    ],
)
def test_suggest_puts_the_likeliest_first(name: str, known: list[str], first: str) -> None:
    assert suggest(name, known)[0] == first


def test_suggest_prefers_another_spelling_to_a_typing_error() -> None:
    assert suggest("遊都", ["旌都", "游都", "遊魂"]) == ["游都", "旌都", "遊魂"]


@pytest.mark.parametrize("name", ["zzz", "都將", "x", "", "乾", "carries" * 100])
def test_suggest_is_silent_when_nothing_is_near(name: str) -> None:
    assert suggest(name, GENERALS + PREDICATES) == []


def test_suggest_gives_no_more_than_the_limit_and_none_twice() -> None:
    known = ["天將", "天后", "天空", "天罡", "天后"]
    assert len(suggest("天X", known)) == 3
    assert sorted(suggest("天X", known, limit=9)) == sorted(set(known))


@given(st.text(max_size=12), st.lists(st.text(max_size=12)))
def test_suggest_gives_known_names_only_and_always_the_name_itself(
    name: str, known: list[str]
) -> None:
    assert set(suggest(name, known)) <= set(known)
    assert name in suggest(name, [*known, name], limit=len(known) + 1)
