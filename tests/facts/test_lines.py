"""Many lines of the notation read at once are the charts, and the faults, of each by itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.charts import Chart, read_charts
from facts.columns import TYPES
from facts.given import INPUTS, Contradiction, Given
from facts.inputs import ABSENT, Inputs, inputs_of_givens, settled
from facts.kinds import KINDS
from facts.lines import read_lines
from facts.many import notations
from facts.moment import Almanac, Place, Reckoning
from facts.schools import DEFAULT
from facts.settle import RULES, Rule, complete, settle
from facts.symbols import ALPHABET, BRANCHES
from rules.reader.diagnostics import InputError
from tests.facts.strategies import charts, givens

ALMANACS = (
    Almanac(),
    Almanac("Europe/Berlin", Place(13.4, 52.5), Reckoning("true", 0, "mean", "sun")),
)


def _givens(inputs: Inputs) -> list[Given]:
    """The inputs of each chart by itself."""
    rows = zip(*(values.tolist() for values in inputs.values()), strict=True)
    return [
        Given(**{n: v for n, v in zip(inputs, row, strict=True) if v != ABSENT}) for row in rows
    ]


def _agrees(lines: list[str], almanac: Almanac | None = None) -> None:
    found = read_lines(lines, DEFAULT, "<line>", almanac)
    expected: list[tuple[int, Given]] = []
    faults: dict[int, str] = {}
    for place, line in enumerate(lines):
        try:
            expected += [
                (place, chart.given) for chart in read_charts(line, DEFAULT, "<line>", almanac)
            ]
        except InputError as error:
            faults[place] = str(error)
    assert {place: str(error) for place, error in found.faults.items()} == faults
    here = list(zip(found.lines.tolist(), _givens(found.inputs), strict=True))
    assert here == expected


LINES = (
    *(
        "丙辰日 亥將 丑時 春",
        "春丙辰日亥將丑時",
        "壬戌日 伏吟 晝",
        "乙酉日 干上亥",
        "甲子日 戌加子",
    ),
    *("甲子年 寅月 戊申日 子將 卯時 晝 本命子", "甲子日 伏吟 春季 正月初六 庚午年生 男"),
    *("己亥年 丁丑月 己亥日 丑時", "甲子年 寅月 戊申日 卯時"),  # four pillars
    *("", "亥將 丑時", "丙辰日 亥將", "丙辰曰 亥將 丑時", "干上亥", "xyz", "甲子日 " * 200),
    *(
        "丙辰日 亥將 丑時 子將",
        "丙辰日 亥將 丑時 子加子",
        "丙辰日 亥將 丑時 寅月",
        "午時 伏吟 甲子日 夜",
    ),
    *("2026-11-30T14:50", "2026-11-30 14:50", "2026-11-30T14:50+01:00 本命子 敵在酉"),
    *("2026-11-30T14:50 夜", "2026-11-30T05:50 晝", "2026-11-30T14:50 甲子日", "1582-10-10T12:00"),
    *("2026-11-30T14:50 干上亥", "2026-11-30T14:50 2026-11-30T14:51", "0000-01-01T00:00"),
    *("2026-03-29T02:30", "2026-10-25T02:30", "2026-10-25T02:30+02:00", "9999-01-01T00:00"),
    *("-0500-07-04T06:00 正月初一", "2026-11-30T14:50 庚午年生 女", "2026-11-30T25:00"),
    *(
        "甲子日 伏吟 敵在東北 往申 出南門 聞甲日 到丙午日 使行年午 對壘",
        "甲子日 伏吟 敵在東 敵在寅",
    ),
    *("甲子日 伏吟 敵在丑 敵在寅", "2026-11-30T14:50 敵在東 往西南 在敵境", "甲子日 聞甲丑日"),
    *("0018-12-28T12:00", "2026-12-21T23:59:59Z", "2026-11-30T14:50 本命子 本命丑"),
)


@pytest.mark.parametrize("almanac", ALMANACS, ids=["clock", "sun"])
def test_lines_of_every_kind(almanac: Almanac) -> None:
    _agrees([*LINES], almanac)
    for line in LINES:
        _agrees([line], almanac)


def test_no_lines() -> None:
    found = read_lines([])
    assert (len(found.lines), found.faults) == (0, {})
    assert len(found.inputs["day"]) == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES) | charts().map(lambda c: c.notation), max_size=12))
def test_lines_in_any_order(lines: list[str]) -> None:
    _agrees(lines)


@settings(max_examples=60, deadline=None)
@given(st.lists(charts(), min_size=1, max_size=4), st.data())
def test_lines_with_tokens_of_another(them: list[Chart], data: st.DataObject) -> None:
    """Contradictions of every kind: tokens of several charts, and a moment, in one line."""
    words = [word for chart in them for word in chart.notation.split()]
    words += ["2026-11-30T14:50", "1900-02-03T23:30"]
    lines = data.draw(st.lists(st.lists(st.sampled_from(words), max_size=6), max_size=10))
    _agrees([" ".join(line) for line in lines])


def test_random_moments_with_more() -> None:
    dice = random.Random(20260102)
    lines = []
    for _ in range(150):
        date = f"{dice.randrange(1600, 2100):04d}-{dice.randrange(1, 13):02d}-15"
        more = dice.choice(("", " 夜", " 男 庚午年生", f" 本命{dice.choice(BRANCHES)} 城在北"))
        lines.append(f"{date}T{dice.randrange(24):02d}:{dice.randrange(60):02d}{more}")
    for almanac in ALMANACS:
        _agrees(lines, almanac)


# ---- writing


@settings(max_examples=60, deadline=None)
@given(st.lists(charts(), max_size=20))
def test_written_as_each_chart_is(them: list[Chart]) -> None:
    inputs = inputs_of_givens([chart.given for chart in them])
    assert notations(inputs) == [chart.notation for chart in them]


# ---- what follows


def _told(values: Inputs, place: int) -> dict[str, int]:
    return {n: int(v[place]) for n, v in values.items() if v[place] != ABSENT}


@settings(max_examples=80, deadline=None)
@given(st.lists(givens(), min_size=1, max_size=12), st.data())
def test_settled_as_each_is(them: list[Given], data: st.DataObject) -> None:
    """With a value changed here and there, so that some contradict themselves."""
    inputs = inputs_of_givens(them)
    for name in data.draw(st.lists(st.sampled_from(INPUTS[2:]), max_size=3, unique=True)):
        if name in inputs:
            inputs[name][0] = data.draw(st.integers(0, KINDS[name].size - 1))
    found, faulty = settled(inputs)
    for place, one in enumerate(_givens(inputs)):
        try:
            whole, _ = complete(one)
        except Contradiction:
            assert faulty[place]
            continue
        assert not faulty[place]
        assert _told(found, place) == dict(whole.items())


@given(givens(), st.sampled_from(RULES))
def test_a_rule_reads_what_it_declares_and_no_more(one: Given, rule: Rule) -> None:
    """On all inputs it finds what it finds on those alone."""
    given, step = rule.work(one)
    follows, same = rule(*(getattr(one, name) for name in rule.reads))
    assert step == same
    assert dict(given.items()) == dict(one.items()) | dict(follows)


def test_steps_are_those_of_the_inputs_that_led_to_them() -> None:
    """One kept step serves all charts with these inputs, and no others."""
    for general, hour in ((11, 1), (10, 1), (11, 1)):
        _, steps, _ = settle(Given(day=0, month_general=general, hour=hour))
        assert BRANCHES[general] in steps[0].what_zh
        assert BRANCHES[hour] in steps[0].what_zh


def test_every_size_is_that_of_its_symbols() -> None:
    assert KINDS.keys() == set(INPUTS)
    moment, _ = Almanac().inputs("2026-11-30T14:50")
    assert all(value < KINDS[name].size for name, value in moment.items())
    for column, type_name in TYPES.items():
        if column in KINDS:
            count = len(ALPHABET.members[type_name])
            # the season of the year has no earth days
            assert KINDS[column].size == (count - 1 if column == "calendar_season" else count)
