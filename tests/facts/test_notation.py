"""Whole lines of the notation: every fault at its place, and writing as the inverse of reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.charts import Chart, read_chart
from facts.given import Given
from facts.notation import MAX_LENGTH, parse, write
from facts.settle import complete
from facts.symbols import LODGING, PILLARS
from rules.reader.diagnostics import InputError, Report
from tests.facts.strategies import charts, givens


def _given(line: str) -> Given:
    report = Report()
    found = parse(line, report).given
    assert not report.failed
    return found


def _faults(line: str) -> list[tuple[str, str]]:
    """Code and underlined text of each fault of a line, in the order of their places."""
    with pytest.raises(InputError) as caught:
        read_chart(line)
    faults = []
    for item in caught.value.diagnostics:
        assert item.span is not None
        shown = item.span.source.line(0)
        faults.append((item.code, shown[item.span.column : item.span.end_column]))
    return faults


def test_the_lines_of_the_documentation() -> None:
    assert _given("丙辰日 亥將 丑時 春") == Given(day=52, month_general=11, hour=1, season=0)
    assert _given("甲子年 寅月 戊申日 午將 卯時 晝 本命子 行年午 敵在酉") == Given(
        day=PILLARS.index("戊申"),
        month_general=6,
        hour=3,
        month=2,
        year=0,
        year_stem=0,
        day_part=0,
        natal=0,
        annual=6,
        enemy=6,
        enemy_palace=9,
    )
    assert _given("壬戌日 伏吟 晝") == Given(day=PILLARS.index("壬戌"), offset=0, day_part=0)
    assert _given("甲子日 戌加子") == Given(day=0, offset=10)
    # 乙 lodges in 辰: 亥 over it
    assert _given("乙酉日 干上亥") == Given(day=PILLARS.index("乙酉"), offset=7)
    assert _given("乙酉日 支上亥") == Given(day=PILLARS.index("乙酉"), offset=2)
    assert _given("甲子日 伏吟 春季 正月初六 庚午年生 男") == Given(
        day=0, offset=0, calendar_season=0, lunar_month=0, lunar_day=5, birth=6, sex=0
    )


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("甲子日伏吟庚午年生男", "甲子日 伏吟 庚午年生 男"),
        ("甲子日伏吟正月初六女", "甲子日 伏吟 正月初六 女"),
        ("甲子日伏吟寅月初六", "甲子日 伏吟 寅月 初六"),
        ("甲子日伏吟農曆十二月", "甲子日 伏吟 農曆十二月"),
        ("甲子日伏吟十二月", "甲子日 伏吟 十二月"),
        ("甲子日伏吟十二月十二", "甲子日 伏吟 十二月十二"),
        ("甲子日伏吟二十一二月", "甲子日 伏吟 廿一 二月"),
        ("甲子日伏吟春季", "甲子日 伏吟 春季"),
        ("甲子日伏吟春月在角宿", "甲子日 伏吟 春 月在角宿"),
        ("甲子日伏吟春月在畢在我境", "甲子日 伏吟 春 月在畢 在我境"),
        ("甲子日伏吟春月在我境", "甲子日 伏吟 春 在我境"),
        ("甲子日伏吟初六月在角", "甲子日 伏吟 初六 月在角"),
        ("甲子日伏吟十二月在角", "甲子日 伏吟 十二 月在角"),
        ("甲子日伏吟十二月在我境", "甲子日 伏吟 十二月 在我境"),
        ("甲子日伏吟寅月月在酉", "甲子日 伏吟 寅月 月在酉"),
    ],
)
def test_new_tokens_without_blanks(line: str, whole: str) -> None:
    assert _given(line) == _given(whole)


@pytest.mark.parametrize("day", range(60))
def test_boards_over_stem_and_branch(day: int) -> None:
    stem = _given(f"干上亥 {PILLARS[day]}日")
    assert (LODGING[day % 10] + stem.offset) % 12 == 11  # type: ignore[operator]
    branch = _given(f"{PILLARS[day]}日支上亥")
    assert (day % 12 + branch.offset) % 12 == 11  # type: ignore[operator]


def test_repeating_the_same_is_no_fault() -> None:
    line = "甲子日 甲子日 伏吟 子加子 卯年 乙卯年 敵在酉 敵在西"
    assert _given(line) == _given("甲子日 伏吟 乙卯年 敵在西")


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        # values
        ("已亥日 伏吟", [("E301", "已亥日")]),
        ("春已亥日亥將丑時", [("E301", "已亥日")]),
        ("甲丑日 伏吟", [("E301", "甲丑日")]),
        ("甲子日 己將 午時", [("E301", "己將")]),
        ("乙酉日 干上甲", [("E301", "干上甲")]),
        # kinds
        ("甲子日 xyz 伏吟", [("E300", "xyz")]),
        ("甲子曰 伏吟", [("E300", "甲子曰")]),
        ("甲子日\0 伏吟", [("E300", "甲子日\0")]),
        # what is missing
        ("", [("E302", "")]),
        (" \u3000 ", [("E302", " \u3000 ")]),
        ("伏吟", [("E302", "伏吟")]),
        ("甲子日", [("E302", "甲子日")]),
        ("甲子日 亥將", [("E302", "甲子日 亥將")]),
        ("甲子日 亥時 春", [("E302", "甲子日 亥時 春")]),
        ("伏吟 干上亥", [("E302", "干上亥")]),
        # the same thing twice
        ("甲子日 伏吟 乙丑日", [("E303", "乙丑日")]),
        ("甲子日 伏吟 返吟", [("E303", "返吟")]),
        ("甲子日 伏吟 春 夏", [("E303", "夏")]),
        ("甲子日 伏吟 春 四季", [("E303", "四季")]),
        ("甲子日 伏吟 晝 夜", [("E303", "夜")]),
        ("甲子日 伏吟 敵在東 賊在西", [("E303", "賊在西")]),
        ("甲子日 伏吟 我先動 敵先動", [("E303", "敵先動")]),
        ("甲子日 干上亥 支上亥", [("E303", "支上亥")]),
        # things that cannot be true together: at the later one
        ("甲子日 亥將 丑時 寅月 夏", [("E303", "夏")]),
        ("甲子日 夏 亥將 丑時", [("E303", "亥將")]),
        ("甲子日 亥將 丑時 午月", [("E303", "午月")]),
        ("午月 亥將 丑時 甲子日", [("E303", "亥將")]),
        ("甲子日 亥將 丙子時", [("E303", "丙子時")]),
        ("亥將 丙子時 甲子日", [("E303", "甲子日")]),
        ("甲子日 亥將 丑時 戌加丑", [("E303", "戌加丑")]),
        ("甲子日 亥將 子時 晝", [("E303", "晝")]),
        ("甲子日 亥將 午時 夜", [("E303", "夜")]),
        ("甲子日 伏吟 甲子年 甲寅月", [("E303", "甲寅月")]),
        ("甲子日 伏吟 亥時 寅月 夏", [("E303", "夏")]),
        # several at once
        ("已亥日 己將 xyz", [("E301", "已亥日"), ("E301", "己將"), ("E300", "xyz")]),
        (
            "甲子日 丙子時 亥將 申月 夜 晝",
            [("E303", "丙子時"), ("E303", "申月"), ("E303", "晝")],
        ),
        ("甲子日 亥將 丑時 秋 xyz", [("E303", "秋"), ("E300", "xyz")]),
        # seasons of the year, births
        ("甲子日 伏吟 春季 夏", [("E303", "夏")]),
        ("甲子日 伏吟 寅月 夏季", [("E303", "夏季")]),
        ("甲子日 亥將 丑時 夏季", [("E303", "夏季")]),
        ("甲子日 伏吟 午年生 本命子", [("E303", "本命子")]),
        ("甲子日 伏吟 午年生 男 午年 行年子", [("E303", "行年子")]),
        ("甲子日 伏吟 正月三十一", [("E300", "正月三十一")]),
        ("甲子日 伏吟 初甲", [("E301", "初甲")]),
        # moments: a token that has it otherwise, a second one, one that cannot be
        ("2026-11-30T14:50 甲子日", [("E303", "甲子日")]),
        ("夏 2026-11-30T14:50", [("E303", "夏")]),
        ("2026-11-30T14:50 正月初六", [("E303", "正月初六"), ("E303", "正月初六")]),
        ("2026-11-30T14:50 戌加子", [("E303", "戌加子")]),
        ("2026-11-30T14:50 干上亥", [("E303", "干上亥")]),
        ("2026-11-30T14:50 夏季", [("E303", "夏季")]),
        ("2026-11-30T14:50 2026-11-30T15:50", [("E303", "2026-11-30T15:50")]),
        ("2026-13-30T14:50", [("E305", "2026-13-30T14:50")]),
        ("2026-13-30T14:50 干上亥 xyz", [("E305", "2026-13-30T14:50"), ("E300", "xyz")]),
        ("2026-11-30", [("E305", "2026-11-30")]),
        # pillars that cannot be
        ("甲子年 甲寅月 戊申日 壬子時", [("E303", "甲寅月")]),
        ("甲子年 丙寅月 戊申日 甲子時", [("E303", "甲子時")]),
        # a day that cannot be read is not also missing
        ("已亥日 干上亥", [("E301", "已亥日")]),
    ],
)
def test_faults(line: str, faults: list[tuple[str, str]]) -> None:
    assert _faults(line) == faults


def test_a_fault_shows_what_it_stands_against() -> None:
    with pytest.raises(InputError) as caught:
        read_chart("甲子日 亥將 丑時 戌加丑")
    (fault,) = caught.value.diagnostics
    marked = ["甲子日 亥將 丑時 戌加丑"[a.span.column : a.span.end_column] for a in fault.also]
    assert marked == ["亥將", "丑時"]
    assert "亥 on the hour 丑 lays 戌 on 子, and the board is given with 酉 on 子" in str(
        caught.value
    )


def test_a_moment_and_what_it_adds_to() -> None:
    """2026-11-30 14:50 in Beijing: 小雪 was on the 22nd, the lunar date is 十月廿二."""
    moment = "2026-11-30T14:50"
    found = read_chart(f"{moment} 敵在西")
    assert found.notation == "戊申日 寅將 未時 晝 冬 己亥月 丙午年 十月廿二 敵在西 常日"
    same = f"戊申日 {moment} 未時 寅將 冬 十月廿二 敵在西 干上子 {moment}"
    assert read_chart(same).given == found.given
    assert read_chart("敵在西 2026-11-30 14:50").given == found.given
    assert read_chart(f"{moment}:00+08:00，敵在西").given == found.given


def test_a_fault_against_the_moment_shows_the_moment() -> None:
    with pytest.raises(InputError) as caught:
        read_chart("戌加子 2026-11-30T14:50")
    (fault,) = caught.value.diagnostics
    assert fault.span is not None
    assert (fault.span.column, [label.span.column for label in fault.also]) == (4, [0])


def test_a_fault_stands_against_what_was_given_first() -> None:
    with pytest.raises(InputError) as caught:
        read_chart("乙丑日 伏吟 乙丑日 甲子日")
    (fault,) = caught.value.diagnostics
    assert [label.span.column for label in fault.also] == [0]


def test_places_are_those_of_the_line_as_it_was_written() -> None:
    with pytest.raises(InputError) as caught:
        read_chart("  甲子日\n\u3000 夏　亥將 丑時")
    (fault,) = caught.value.diagnostics
    assert fault.span is not None
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (0, 10, 12)


def test_too_long() -> None:
    assert _given("甲子日伏吟".rjust(MAX_LENGTH)) == _given("甲子日 伏吟")
    for text in ("甲子日伏吟".rjust(MAX_LENGTH + 1), "甲子日伏吟" + " " * 10**6, "甲" * 10**6):
        assert [code for code, _ in _faults(text)] == ["E304"]


def _read(text: str) -> Chart | InputError:
    try:
        return read_chart(text)
    except InputError as error:
        return error


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    found = _read(text)
    if isinstance(found, InputError):
        assert found.diagnostics
        assert all(item.span is not None and item.code for item in found.diagnostics)
        assert str(found)


NEAR = (
    "甲乙己已巳戊戌戍子丑亥日時月年將加春夏四季晝夜伏返吟"
    "本命行年敵在東西我先動干支上正十二 \u3000，"
)


@given(st.text(alphabet=NEAR, max_size=30))
def test_near_charts_are_read_or_refused(text: str) -> None:
    found = _read(text)
    if isinstance(found, InputError):
        assert str(found)
    else:
        assert read_chart(found.notation).given == found.given


@given(charts())
def test_round_trip(chart: Chart) -> None:
    again = read_chart(chart.notation, chart.school)
    assert again.given == chart.given
    assert again.columns == chart.columns
    assert again.notation == chart.notation


@given(givens(), st.data())
def test_order_and_separators_do_not_matter(inputs: Given, data: st.DataObject) -> None:
    whole = complete(inputs)[0]
    words = data.draw(st.permutations(write(whole).split()))
    between = data.draw(st.sampled_from([" ", "\u3000", "，", "、 ", "\t", ""]))
    assert complete(_given(between.join(words)))[0] == whole


@given(givens())
def test_inputs_that_agree_are_written_as_given(inputs: Given) -> None:
    written = _given(write(complete(inputs)[0]))
    for name in inputs.__dataclass_fields__:
        value = getattr(inputs, name)
        if value is not None and name not in ("offset", "calendar_season"):
            assert getattr(written, name) == value  # month or season say the season of the year
