"""Four pillars: the days on which they fall, and the charts that they can mean."""

from __future__ import annotations

import random

import pytest

from facts.charts import Chart, cast, read_chart, read_charts
from facts.given import EARTH_DAYS, Given
from facts.instants import Instant
from facts.julian import DAY, date_of
from facts.moment import Almanac, Place, Reckoning, inputs_of
from facts.pillars import hour_stem, pillar_name
from facts.solar_terms import term_second
from facts.sun import solar_time
from facts.symbols import BRANCHES, STEMS, UNKNOWN
from rules.reader.diagnostics import InputError

LINE = "甲子年 丙寅月 戊申日 壬子時"


def _instant(universal: int, longitude: float = 120.0) -> Instant:
    """An instant on the clock of the mean time of a longitude."""
    local = solar_time(universal, longitude, true=False)
    day, second = divmod(local + DAY // 2, DAY)
    return Instant(date_of(day), second, universal)


def _pillars(given: Given) -> str:
    """The four pillars of a moment, as a line of the notation."""
    assert None not in (given.year_stem, given.year, given.month_stem, given.month)
    assert given.day is not None
    assert given.hour is not None
    stem = STEMS[hour_stem(given.day % 10, given.hour)]
    return (
        f"{STEMS[given.year_stem or 0]}{BRANCHES[given.year or 0]}年 "
        f"{STEMS[given.month_stem or 0]}{BRANCHES[given.month or 0]}月 "
        f"{pillar_name(given.day)}日 {stem}{BRANCHES[given.hour]}時"
    )


def _same(moment: Chart, found: Chart) -> bool:
    """Whether a chart is that of a moment, in all that it knows.

    Only the lunar date and the term of the day may be open.

    Where the days differ in the earth days of the season, it is the one of month and general.
    """
    columns = found.columns
    open_ = {"lunar_month", "lunar_day", "term_day"}
    known = {name for name, code in columns.items() if code != UNKNOWN or name not in open_}
    if moment.given.season == EARTH_DAYS and ", " in found.steps[0].what_en.partition("(")[0]:
        known.discard("season")
    return all(moment.columns[name] == columns[name] for name in known)


def _moments() -> list[int]:
    """500 instants of 1900 to 2050; in 100 of them the 中氣 is less than an hour away."""
    rng = random.Random(4)
    start = term_second(1900, 1)
    anywhere = [start + rng.randrange(150 * 365 * DAY) for _ in range(400)]
    terms = [term_second(rng.randrange(1900, 2050), rng.randrange(0, 24, 2)) for _ in range(100)]
    return anywhere + [term + rng.randrange(-3600, 3600) for term in terms]


@pytest.mark.parametrize("day_start", [23, 0])
def test_the_chart_of_a_moment_is_a_chart_of_its_pillars(day_start: int) -> None:
    almanac = Almanac(reckoning=Reckoning(day_start=day_start))
    several = 0
    for universal in _moments():
        given, _ = inputs_of(_instant(universal), reckoning=almanac.reckoning)
        moment = cast(given)
        found = read_charts(_pillars(given), almanac=almanac)
        assert sum(_same(moment, chart) for chart in found) == 1, moment.notation
        assert len({chart.given.month_general for chart in found}) == len(found)
        several += len(found) > 1
    assert several > 250  # in 300 years most pillars fall on both sides of the 中氣


def test_within_one_year_the_chart_of_the_pillars_is_the_chart_of_the_moment() -> None:
    """Also the lunar date and the season; unless a term or an earth day begins within the hour."""
    for universal in _moments()[:400]:
        instant = _instant(universal)
        given, _ = inputs_of(instant)
        around = (instant.date.year - 1, instant.date.year + 1)
        found = read_charts(_pillars(given), almanac=Almanac(between=around))
        if len(found) == 1:
            assert found[0].note is None
            known = {name: value for name, value in found[0].given.items() if name != "hour_stem"}
            assert known == dict(cast(given).given.items())


def test_the_hour_of_the_term_gives_both_generals() -> None:
    """雨水 of 2026 is at 23:51:56 on 18 February in Beijing: within the hour 子 of the 19th."""
    middle = term_second(2026, 4)
    almanac = Almanac(between=(2026, 2026))
    moments = [inputs_of(_instant(universal))[0] for universal in (middle - 1, middle)]
    found = read_charts(_pillars(moments[0]), almanac=almanac)
    assert [BRANCHES[chart.given.month_general or 0] for chart in found] == ["子", "亥"]
    for given, chart in zip(moments, found, strict=True):
        assert _same(cast(given), chart)
    assert found[0].note is not None
    assert "2026-02-19 before 雨水 at 2026-02-18 15:51:56 UT" in found[0].note.what_en
    assert "on 2026-02-19 after 雨水" in found[0].note.what_en


def test_days_on_both_sides_of_the_term_give_both_generals() -> None:
    before, after = read_charts(LINE)
    assert before.note is not None
    assert before.note.what_en == (
        "the four pillars fall on 1864-02-13 (1800 to 2099, mean time of 120°E): "
        "the month general is 子; on 1804-02-28, 2044-02-29 it is 亥"
    )
    assert after.note is not None
    assert "四柱當1804-02-28, 2044-02-29，亥將；1864-02-13則子將" in after.note.what_zh
    assert before.steps[0] == before.note
    assert (before.given.lunar_month, before.given.lunar_day) == (0, 5)
    assert after.given.lunar_month is None  # 正月十九 and 二月初一


def test_days_that_agree_give_one_chart_with_a_step() -> None:
    (chart,) = read_charts(LINE, almanac=Almanac(between=(1900, 2099)))
    assert chart.note is None
    assert chart.given.month_general == BRANCHES.index("亥")
    assert "fall on 2044-02-29 (1900 to 2099" in chart.steps[0].what_en
    assert chart.steps[0].gives == "month_general"
    assert read_charts(chart.notation) == (read_chart(chart.notation),)


def test_no_day_gives_both_generals_of_the_month() -> None:
    found = read_charts(LINE, almanac=Almanac(between=(1900, 1999)))
    assert [BRANCHES[chart.given.month_general or 0] for chart in found] == ["子", "亥"]
    for chart, side in zip(found, ("before", "after"), strict=True):
        assert chart.note is not None
        assert "no day has these four pillars (1900 to 1999" in chart.note.what_en
        assert f"{side} its 中氣" in chart.note.what_en


def test_what_else_is_given_narrows_the_days() -> None:
    (chart,) = read_charts(f"{LINE} 正月初六 敵在西")
    assert "fall on 1864-02-13" in chart.steps[0].what_en
    assert chart.given.enemy == 6
    assert len(read_charts(f"{LINE} 十月初六")) == 2  # no day


def test_the_stems_of_month_and_hour_may_be_missing() -> None:
    def known(line: str) -> list[dict[str, int]]:
        stems = ("hour_stem", "month_stem")
        return [{k: v for k, v in c.given.items() if k not in stems} for c in read_charts(line)]

    assert known("甲子年 寅月 戊申日 子時") == known(LINE)


@pytest.mark.parametrize(
    "line",
    [
        "子年 丙寅月 戊申日 壬子時",
        "甲子年 戊申日 壬子時",
        "甲子年 丙寅月 戊申日",
        "丙寅月 戊申日 子時",
    ],
)
def test_less_than_four_pillars_is_no_board(line: str) -> None:
    with pytest.raises(InputError, match="missing"):
        read_charts(line)


@pytest.mark.parametrize("extra", ["亥將", "亥加子", "干上辰"])
def test_pillars_with_a_board_are_no_question(extra: str) -> None:
    (chart,) = read_charts(f"{LINE} {extra}")
    assert chart.note is None
    assert "fall on" not in chart.steps[0].what_en


def test_one_chart_is_wanted_and_several_are_meant() -> None:
    with pytest.raises(InputError, match="leave the month general open: 子 or 亥"):
        read_chart(LINE)


def test_hours_are_of_the_place() -> None:
    """The clock of London is eight hours behind, and the day with it."""
    universal = term_second(2026, 4) - 5 * DAY
    london = Almanac(place=Place(0.0), between=(2026, 2026))
    given, _ = inputs_of(_instant(universal, 0.0))
    (chart,) = read_charts(_pillars(given), almanac=london)
    assert chart.given.month_general == given.month_general
    assert "mean time of 0°E" in chart.steps[0].what_en
    far = Almanac(place=Place(-74.0, 40.7), reckoning=Reckoning(clock="true"))
    assert "true time of 74°W" in read_charts(LINE, almanac=far)[0].steps[0].what_en


@pytest.mark.parametrize("clock", ["mean", "true"])
def test_solar_hours_of_a_place_agree_with_moments(clock: str) -> None:
    place = Place(87.6, 43.8)
    reckoning = Reckoning(clock="true" if clock == "true" else "mean", terms="mean")
    rng = random.Random(5)
    for _ in range(60):
        universal = term_second(1900, 1) + rng.randrange(150 * 365 * DAY)
        given, _ = inputs_of(_instant(universal), place, reckoning)
        found = read_charts(_pillars(given), almanac=Almanac(place=place, reckoning=reckoning))
        assert sum(_same(cast(given), chart) for chart in found) == 1


def test_day_and_night_by_the_sun_where_both_ends_of_the_hour_agree() -> None:
    almanac = Almanac(
        place=Place(116.4, 39.9), reckoning=Reckoning(day_part="sun"), between=(1900, 2099)
    )
    (noon,) = read_charts("甲子年 丙寅月 戊申日 午時", almanac=almanac)
    assert noon.given.day_part == 0
    assert len(read_charts("甲子年 丙寅月 戊申日 卯時", almanac=almanac)) == 1


def test_pillars_before_our_era() -> None:
    """The years of historians, without a year 0; there are no lunar dates."""
    rng = random.Random(6)
    for _ in range(20):
        universal = term_second(-30, 0) + rng.randrange(60 * 365 * DAY)
        given, _ = inputs_of(_instant(universal))
        year = _instant(universal).date.year
        around = Almanac(between=(year - 1 or -1, year + 1 or 1))
        found = read_charts(_pillars(given), almanac=around)
        assert sum(_same(cast(given), chart) for chart in found) == 1
        assert any(str(year).lstrip("-") in chart.steps[0].what_en for chart in found)
