import random
from datetime import datetime, timedelta

import pytest
from lunar_python import Solar

from facts.charts import cast, read_chart
from facts.columns import TYPES
from facts.instants import MomentError, read_moment
from facts.julian import DAY, Date, date_of
from facts.moment import Almanac, Place, Reckoning, inputs_of
from facts.pillars import pillar_name
from facts.solar_terms import NAMES, term_second
from facts.symbols import ALPHABET, BRANCHES, STEMS


def _beijing(second: int) -> str:
    """An instant on Beijing's clock as ISO text."""
    days, rest = divmod(second + 8 * 3600 + DAY // 2, DAY)
    return f"{date_of(days)}T{rest // 3600:02d}:{rest % 3600 // 60:02d}:{rest % 60:02d}+08:00"


def _pillars(text: str, reckoning: Reckoning | None = None) -> list[str]:
    given, _ = inputs_of(read_moment(text), None, reckoning)
    assert given.day is not None
    assert given.year_stem is not None
    assert given.year is not None
    assert given.month_stem is not None
    assert given.month is not None
    return [
        STEMS[given.year_stem] + BRANCHES[given.year],
        STEMS[given.month_stem] + BRANCHES[given.month],
        pillar_name(given.day),
    ]


@pytest.mark.parametrize("day_start", [23, 0])
def test_pillars_agree_with_a_second_library(day_start: int) -> None:
    """1,000 random moments a day boundary, 1600 to 2199; before 1645 by true terms too."""
    rng = random.Random(day_start)
    start = datetime(1600, 1, 1)
    for _ in range(1000):
        when = start + timedelta(seconds=rng.randrange(600 * 365 * DAY))
        there = Solar.fromYmdHms(
            when.year, when.month, when.day, when.hour, when.minute, when.second
        ).getLunar()
        eight = there.getEightChar()
        eight.setSect(1 if day_start == 23 else 2)
        here = _pillars(f"{when.isoformat()}+08:00", Reckoning(day_start=day_start))
        assert here[2] == eight.getDay(), when
        assert here[:2] == [eight.getYear(), eight.getMonth()], when


@pytest.mark.parametrize("year", [-300, 1583, 1700, 2026])
def test_one_second_before_and_after_every_term(year: int) -> None:
    for index, name in enumerate(NAMES):
        second = term_second(year, index)
        before, _ = inputs_of(read_moment(_beijing(second - 1)))
        after, _ = inputs_of(read_moment(_beijing(second)))
        if index % 2:  # a 節: the month changes, the general does not
            assert after.month == (2 + (index - 3) // 2) % 12, name
            assert before.month == (after.month - 1) % 12, name
            assert before.month_general == after.month_general, name
        else:  # a 中氣: the general changes, the month does not
            assert after.month_general == (11 - (index - 4) // 2) % 12, name
            assert before.month_general == (after.month_general + 1) % 12, name
            assert before.month == after.month, name
        changed = before.year != after.year
        assert changed == (name == "立春"), name


def test_earth_days_are_the_last_eighteen_of_a_season() -> None:
    spring = term_second(2026, 3)
    for days, season in ((18.001, 3), (17.999, 4), (0.001, 4), (-0.001, 0)):
        given, _ = inputs_of(read_moment(_beijing(round(spring - days * DAY))))
        assert given.season == season, days


def test_the_day_begins_at_eleven_or_at_midnight() -> None:
    at = "2026-11-30T23:30"
    assert _pillars(at)[2] == "己酉"
    assert _pillars(at, Reckoning(day_start=0))[2] == "戊申"
    late, _ = inputs_of(read_moment(at))
    assert late.hour == 0
    assert _pillars("2026-11-30T22:59:59")[2] == "戊申"
    assert _pillars("2026-12-01T00:30", Reckoning(day_start=0))[2] == "己酉"


def test_solar_time_moves_the_hour_but_not_the_terms() -> None:
    at = read_moment("2026-11-30T13:05", "Asia/Shanghai")
    urumqi = Place(87.6, 43.8)
    clock, _ = inputs_of(at)
    mean, steps = inputs_of(at, urumqi, Reckoning(clock="mean"))
    true, _ = inputs_of(at, urumqi, Reckoning(clock="true"))
    assert (clock.hour, mean.hour, true.hour) == (7, 5, 6)  # 13:05, 10:55:24, 11:06:45
    assert clock.month_general == mean.month_general
    assert "10:55:24" in steps[0].what_en


def test_day_and_night_by_the_sun() -> None:
    beijing = Place(116.4, 39.9)
    by_sun = Reckoning(day_part="sun")
    for at, part in (("07:10", 1), ("07:25", 0), ("16:45", 0), ("16:55", 1)):
        given, _ = inputs_of(read_moment(f"2026-11-30T{at}"), beijing, by_sun)
        assert given.day_part == part, at
    assert cast(given).given.day_part == 1


def test_a_chart_from_a_moment_equals_the_chart_from_its_pillars() -> None:
    rng = random.Random(3)
    for _ in range(200):
        second = term_second(1900, 0) + rng.randrange(250 * 365 * DAY)
        chart = cast(inputs_of(read_moment(_beijing(second)))[0])
        again = read_chart(chart.notation)
        assert again.columns == chart.columns


def test_mean_terms_for_old_cases() -> None:
    second = term_second(1100, 3)
    at = read_moment(_beijing(second))
    true, _ = inputs_of(at)
    mean, _ = inputs_of(at, None, Reckoning(terms="mean"))
    assert true.month == 2
    assert mean.month == 1  # the mean 立春 comes after the true one


@pytest.mark.parametrize(
    ("text", "zone", "words"),
    [
        ("yesterday", "Asia/Shanghai", "write it as 2026-11-30T14:50"),
        ("2026-11-30", "Asia/Shanghai", "write it as"),
        ("2026-13-01T00:00", "Asia/Shanghai", "13 is not a month"),
        ("2026-02-30T00:00", "Asia/Shanghai", "does not exist"),
        ("0000-01-01T00:00", "Asia/Shanghai", "no year 0"),
        ("1582-10-10T12:00", "Asia/Shanghai", "followed by"),
        ("9999-01-01T12:00", "Asia/Shanghai", "not within"),
        ("2026-11-30T25:00", "Asia/Shanghai", "not a time of day"),
        ("2026-11-30T14:50", "Mars/Olympus", "not a time zone"),
        ("2026-11-30T14:50", "Asia/Shanghia", "did you mean Asia/Shanghai"),
        ("2026-11-30T14:50", "Asia", "not a time zone"),
        ("2026-11-30T14:50", "", "not a time zone"),
        ("2026-11-30T14:50", "../etc/passwd", "not a time zone"),
        ("2026-11-30T14:50+99:00", "Asia/Shanghai", "not an offset"),
        ("1986-05-04T02:30", "Asia/Shanghai", "is skipped"),
        ("1986-09-14T01:30", "Asia/Shanghai", "comes twice"),
    ],
)
def test_moments_that_cannot_be(text: str, zone: str, words: str) -> None:
    with pytest.raises(MomentError, match=words):
        read_moment(text, zone)


def test_an_offset_in_the_text_goes_before_the_zone() -> None:
    assert (
        read_moment("2026-11-30T14:50+08:00", "Europe/Paris").universal
        == read_moment("2026-11-30T06:50Z").universal
        == read_moment("2026-11-30T14:50").universal
    )
    assert (
        read_moment("1986-09-14T01:30+09:00").universal
        < read_moment("1986-09-14T01:30+08:00").universal
    )


def test_moments_before_our_era_follow_the_mean_time_of_the_zone() -> None:
    at = read_moment("-0206-02-03T12:00", "Asia/Shanghai")
    assert at.local - at.universal == 8 * 3600 + 5 * 60 + 43
    assert at.date == Date(-206, 2, 3)


@pytest.mark.parametrize(
    ("longitude", "latitude"),
    [(500, None), (-181, 0), (0, 91), (float("nan"), 0), (0, float("inf"))],
)
def test_places_that_cannot_be(longitude: float, latitude: float | None) -> None:
    with pytest.raises(MomentError, match="is not within"):
        Place(longitude, latitude)


def test_a_choice_that_needs_a_place_says_so() -> None:
    at = read_moment("2026-11-30T14:50")
    with pytest.raises(MomentError, match="needs a place"):
        inputs_of(at, None, Reckoning(clock="true"))
    with pytest.raises(MomentError, match="need a latitude"):
        inputs_of(at, Place(116.4), Reckoning(day_part="sun"))
    with pytest.raises(MomentError, match="need a place"):
        Almanac(reckoning=Reckoning(day_part="sun"))
    with pytest.raises(MomentError, match="'Mars' is not a time zone"):
        Almanac(zone="Mars")


def test_the_sun_at_an_hour_that_is_never_night_is_refused() -> None:
    """Kashgar on Beijing's clock: at 22:10 on the longest day the sun is still up."""
    kashgar = Place(75.99, 39.47)
    at = read_moment("2026-06-21T22:10")
    with pytest.raises(MomentError, match=r"at the hour 亥 the sun stands at \+1"):
        inputs_of(at, kashgar, Reckoning(day_part="sun"))
    given, _ = inputs_of(at, kashgar, Reckoning(clock="true", day_part="sun"))
    assert (given.hour, given.day_part) == (10, 0)


def test_the_clock_is_shown_with_its_offset() -> None:
    _, steps = inputs_of(read_moment("2026-11-30T14:50", "America/New_York"))
    assert "14:50:00-05:00" in steps[0].what_en


def test_what_each_step_gives_is_a_column() -> None:
    at, place = read_moment("2026-11-30T14:50"), Place(116.4, 39.9)
    given, steps = inputs_of(at, place, Reckoning(day_part="sun"))
    columns = {name for step in steps for name in step.gives.split()}
    assert columns <= TYPES.keys()
    assert {"hour", "month", "month_general", "season", "day_part", "year_stem"} <= columns
    assert given.day_part == 0


@pytest.mark.parametrize(
    ("date", "name"),
    [
        ("2026-06-19T12:00", "常日"),
        ("2026-06-20T12:00", "夏至前一日"),  # 夏至 is on the 21st, at 16:24 in Beijing
        ("2026-06-21T01:00", "夏至日"),
        ("2026-06-21T22:59", "夏至日"),
        ("2026-06-21T23:00", "常日"),  # the next day has begun
        ("2026-06-22T12:00", "常日"),
        ("2026-02-03T12:00", "立春前一日"),  # 立春 is on the 4th, at 04:02
        ("2026-02-04T03:00", "立春日"),
        ("2026-02-04T12:00", "立春日"),
    ],
)
def test_the_day_of_a_term_and_the_day_before(date: str, name: str) -> None:
    given, _ = Almanac().inputs(date)
    assert given.term_day is not None
    assert ALPHABET.members["term_day"][given.term_day].name == name
