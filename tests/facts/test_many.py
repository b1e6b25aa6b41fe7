"""Many charts in arrays are, code for code, the charts that are cast one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.charts import Chart, cast, read_chart
from facts.clocks import offsets, read_moments, universal_of, write_moments
from facts.given import Given
from facts.inputs import Array
from facts.instants import Instant, MomentError, read_moment
from facts.julian import DAY, Date, date_of, day_number
from facts.lunar import lunar_date
from facts.many import columns_of, moment_columns, notations
from facts.moment import Almanac, Place, Reckoning, inputs_of
from facts.moments import inputs_of_moments
from facts.schools import DEFAULT, School
from facts.settle import complete
from facts.solar_terms import term_second
from facts.sun import HORIZON, altitude, solar_time
from facts.suns import is_down, solar_times
from facts.symbols import UNKNOWN
from rules.reader.diagnostics import InputError
from tests.facts.strategies import givens, schools


def _assert_equal(columns: dict[str, Array], charts: list[Chart]) -> None:
    """Every column of every chart; one that is left out is unknown on all of them."""
    for place, chart in enumerate(charts):
        for name, code in chart.columns.items():
            found = columns[name][place] if name in columns else UNKNOWN
            assert found == code, (place, name, chart.notation)
    assert all(column.dtype == np.uint16 for column in columns.values())
    assert not charts or columns.keys() <= charts[0].columns.keys()


# ---- inputs


@settings(max_examples=60, deadline=None)
@given(st.lists(givens(), max_size=30), schools())
def test_columns_of_inputs(inputs: list[Given], school: School) -> None:
    whole = [complete(one)[0] for one in inputs]
    _assert_equal(columns_of(whole, school), [cast(one, school) for one in whole])


def test_an_input_that_no_chart_was_given_has_no_column() -> None:
    columns = columns_of([Given(day=0, offset=3), Given(day=59, offset=0, hour=4)])
    assert "natal" not in columns
    assert columns["hour"].tolist()[0] == UNKNOWN


# ---- moments

ALMANACS = {
    "Beijing": Almanac(),
    "day from midnight": Almanac(reckoning=Reckoning(day_start=0)),
    "mean terms": Almanac(reckoning=Reckoning(terms="mean")),
    "mean time": Almanac("+08:00", Place(103.8), Reckoning(clock="mean", day_start=0)),
    "true time": Almanac("Asia/Shanghai", Place(-70.6, -33.4), Reckoning(clock="true")),
    "all by the sun": Almanac(
        "Europe/Berlin", Place(13.4, 52.5), Reckoning("true", 0, "mean", "sun")
    ),
    "day and night by the sun": Almanac("+08:00", Place(116.4, 39.9), Reckoning(day_part="sun")),
    "New York": Almanac("America/New_York"),
    "Lord Howe": Almanac("Australia/Lord_Howe"),
    "Apia": Almanac("Pacific/Apia"),
}


def _instant(second: int, clock: int) -> Instant:
    """An instant of which the clock shows these seconds of the day count."""
    day, rest = divmod(clock + DAY // 2, DAY)
    return Instant(date_of(day), rest, second)


def _singly(seconds: Array, almanac: Almanac) -> tuple[list[Chart], list[int]]:
    """The charts of moments by the path of one moment, and the places of those it refuses."""
    charts, refused = [], []
    clock = seconds + offsets(seconds, almanac.zone)
    for place, (second, shown) in enumerate(zip(seconds.tolist(), clock.tolist(), strict=True)):
        instant = _instant(second, shown)
        try:
            inputs, _ = inputs_of(instant, almanac.place, almanac.reckoning)
        except MomentError:
            refused.append(place)
        else:
            charts.append(cast(inputs))
    return charts, refused


def _agrees(seconds: list[int] | Array, almanac: Almanac) -> None:
    moments = np.array(seconds, dtype=np.int64)
    charts, refused = _singly(moments, almanac)
    _, found = inputs_of_moments(moments, almanac)
    assert np.flatnonzero(found).tolist() == refused
    _assert_equal(moment_columns(moments[~found], almanac), charts)


def _second(date: Date) -> int:
    return day_number(date) * DAY


SPANS = {
    "today": (Date(2020, 1, 1), Date(2030, 1, 1)),
    "a century": (Date(1900, 1, 1), Date(2000, 1, 1)),
    "the reform": (Date(1582, 9, 1), Date(1582, 12, 1)),
    "the month began early": (Date(9, 1, 1), Date(24, 1, 1)),
    "eras changed": (Date(-3, 1, 1), Date(4, 1, 1)),
    "BCE": (Date(-500, 1, 1), Date(-490, 1, 1)),
    "the end": (Date(2995, 1, 1), Date(3000, 12, 30)),
}


@pytest.mark.parametrize("almanac", ALMANACS.values(), ids=ALMANACS)
@pytest.mark.parametrize("span", SPANS.values(), ids=SPANS)
def test_random_moments(span: tuple[Date, Date], almanac: Almanac) -> None:
    dice = random.Random(f"{span}")
    first, last = map(_second, span)
    _agrees([dice.randrange(first, last) for _ in range(60)], almanac)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(_second(Date(-1999, 1, 1)), _second(Date(2999, 12, 30))), max_size=5),
    st.sampled_from([*ALMANACS.values()]),
)
def test_moments_of_all_ages(seconds: list[int], almanac: Almanac) -> None:
    """A few moments in distant ages, in any order."""
    _agrees(seconds, almanac)


@pytest.mark.parametrize("kind", ["true", "mean"])
@pytest.mark.parametrize("year", [-1200, 1, 1582, 1645, 2026])
def test_the_seconds_around_every_change_of_a_year(year: int, kind: str) -> None:
    """The terms, and the eighteen days before each 立."""
    almanac = Almanac(reckoning=Reckoning(terms=kind))  # type: ignore[arg-type]
    terms = [term_second(year, index, almanac.reckoning.terms) for index in range(26)]
    earth = [term - 18 * DAY for term in terms[3::6]]
    _agrees([at + ahead for at in (*terms, *earth) for ahead in (-1, 0, 1)], almanac)


@pytest.mark.parametrize("name", ALMANACS)
def test_the_seconds_around_every_hour_of_some_days(name: str) -> None:
    """Double hours and the beginnings of days, by the clock that is followed."""
    almanac = ALMANACS[name]
    around = []
    for date in (Date(-44, 3, 15), Date(1582, 10, 4), Date(1582, 10, 15), Date(2026, 11, 30)):
        start = _second(date) - DAY // 2
        for half in range(49):
            wanted = start + half * 1800  # where the clock shows it: 30 steps come close enough
            guess = wanted
            for _ in range(3):
                guess += wanted - _followed(guess, almanac)
            around += [guess - 1, guess, guess + 1]
    _agrees(around, almanac)


def _followed(second: int, almanac: Almanac) -> int:
    """What the clock shows that the almanac follows."""
    if almanac.reckoning.clock == "clock":
        return second + int(offsets(np.array([second]), almanac.zone)[0])
    assert almanac.place is not None
    true = almanac.reckoning.clock == "true"
    return solar_time(second, almanac.place.longitude, true=true)


def test_a_series_of_days_before_and_after_a_change_of_month() -> None:
    """Every day of the years of a changed calendar: lunar dates of 239 and 761."""
    for year in (11, 239, 689, 761):
        start = _second(Date(year, 1, 1))
        seconds = np.arange(start, start + 400 * DAY, DAY)
        inputs, _ = inputs_of_moments(seconds, Almanac("UTC"))
        for place, second in enumerate(seconds.tolist()):
            date = lunar_date(second // DAY)
            assert date is not None
            assert 0 <= date.day < 30
            found = inputs["lunar_month"][place], inputs["lunar_day"][place]
            assert found == (date.month, date.day), date_of(second // DAY)


def test_no_moments_are_no_charts() -> None:
    for almanac in ALMANACS.values():
        columns = moment_columns(np.array([], dtype=np.int64), almanac)
        assert {len(column) for column in columns.values()} == {0}


def test_moments_outside_the_years_are_refused() -> None:
    at = [_second(Date(2026, 1, 1)), 0, _second(Date(3001, 2, 1)), 10**17, -(10**17)]
    _, refused = inputs_of_moments(np.array(at), Almanac())
    assert refused.tolist() == [False, True, True, True, True]
    with pytest.raises(MomentError, match="moment 1 "):
        moment_columns(np.array(at), Almanac())


def test_a_clock_of_its_own_goes_before_the_zone() -> None:
    """A moment with an offset in its text: hour and day are its own clock's."""
    text = "2026-11-30T23:30-05:00"
    one = read_moment(text)
    columns = moment_columns(
        np.array([one.universal]), Almanac(), DEFAULT, clock=np.array([one.local])
    )
    _assert_equal(columns, [cast(Almanac().inputs(text)[0])])


def test_the_sun_up_at_midnight_is_refused_as_for_one_moment() -> None:
    almanac = Almanac("Europe/Oslo", Place(18.9, 69.6), Reckoning("true", day_part="sun"))
    start = _second(Date(2026, 6, 1))
    seconds = np.arange(start, start + 2 * DAY, 3600)
    _agrees(seconds, almanac)
    assert inputs_of_moments(seconds, almanac)[1].any()


def test_inputs_that_all_moments_share() -> None:
    """As tokens beside the moment: what follows from both, and what contradicts it."""
    start = _second(Date(2019, 1, 1))
    seconds = np.arange(start, start + 3 * 365 * DAY, 10 * DAY + 7200)
    clock = seconds + offsets(seconds, "Asia/Shanghai")
    for tokens, more in (
        ("庚午年生 男 敵在西", Given(birth=6, sex=0, enemy=6)),
        ("子年生 本命丑", Given(birth=0, natal=1)),
        ("夜", Given(day_part=1)),
        ("甲寅年 亥月", Given(year=2, year_stem=0, month=11)),
    ):
        inputs, refused = inputs_of_moments(seconds, Almanac(), more=more)
        lines = [f"{text} {tokens}" for text in write_moments(seconds, clock)]
        kept = {name: values[~refused] for name, values in inputs.items()}
        expected = []
        for place, line in enumerate(lines):
            try:
                expected.append(read_chart(line).notation)
            except InputError:
                assert refused[place]
        assert notations(kept) == expected


# ---- clocks

ZONES = (
    *("Asia/Shanghai", "Europe/Berlin", "America/New_York", "Africa/Casablanca", "Asia/Gaza"),
    *("Australia/Lord_Howe", "Pacific/Apia", "Asia/Manila", "Africa/Freetown", "Europe/Dublin"),
    *("UTC", "+08:05:43", "-03:30"),
)


@pytest.mark.parametrize("zone", ZONES)
def test_clocks_are_read_as_one_clock(zone: str) -> None:
    """Times of many years and those around each change: the same instant, or the same refusal."""
    dice = random.Random(zone)
    first, last = _second(Date(1840, 1, 1)), _second(Date(2100, 1, 1))
    sample = np.sort([dice.randrange(first, last) for _ in range(200)])
    every = np.arange(first, last, 3 * DAY)
    ahead = offsets(every, zone)
    changed = every[1:][ahead[1:] != ahead[:-1]]
    near = [_change(int(at), zone) for at in dice.sample(changed.tolist(), min(12, len(changed)))]
    shown = [a + b for at, ahead in near for a in (at - 1, at, at + 1) for b in ahead]
    ages = [_second(Date(year, 5, 5)) for year in (-2000, -1, 1, 2, 1600, 3000)]
    clock = np.array([*sample.tolist(), *shown, *ages], dtype=np.int64)
    universal, faulty = universal_of(clock, zone)
    for place, second in enumerate(clock.tolist()):
        day, rest = divmod(second + DAY // 2, DAY)
        text = f"{date_of(day)}T{rest // 3600:02d}:{rest % 3600 // 60:02d}:{rest % 60:02d}"
        try:
            one = read_moment(text, zone)
        except MomentError:
            assert faulty[place], text
            continue
        assert not faulty[place], text
        assert universal[place] == one.universal, text
        assert offsets(universal[place : place + 1], zone)[0] == second - one.universal


def _change(at: int, zone: str) -> tuple[int, list[int]]:
    """The second of the change in the three days before, and the offsets around it."""
    low, high = at - 3 * DAY, at
    before, after = (int(offsets(np.array([t]), zone)[0]) for t in (low, high))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (
            (middle, high) if int(offsets(np.array([middle]), zone)[0]) == before else (low, middle)
        )
    return high, [before, after]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(_second(Date(-1999, 1, 1)), _second(Date(2999, 12, 30))), max_size=5),
    st.sampled_from(ZONES),
)
def test_moments_are_written_as_they_are_read(seconds: list[int], zone: str) -> None:
    universal = np.array(seconds, dtype=np.int64)
    clock = universal + offsets(universal, zone)
    texts = write_moments(universal, clock)
    read = read_moments(texts, "Asia/Shanghai")
    assert (read.universal.tolist(), read.clock.tolist()) == (seconds, clock.tolist())
    assert not read.faulty.any()
    for text, second, shown in zip(texts, seconds, clock.tolist(), strict=True):
        one = read_moment(text)
        assert (one.universal, one.local) == (second, shown)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Shanghai"])
def test_texts_are_read_as_each_is(zone: str) -> None:
    texts = (
        *("2026-03-29T02:30", "2026-10-25T02:30", "2026-10-25T02:30+01:00", "2026-10-25 03:30:59"),
        *("1582-10-10T00:00", "1582-10-15T00:00Z", "-0044-03-15T12:00", "2026-11-30", "3001-1-1"),
        *("2026-02-30T12:00", "2026-11-30T24:00", "2026-11-30T14:50-25:00", "1986-05-04T02:30"),
    )
    read = read_moments(texts, zone)
    for place, text in enumerate(texts):
        try:
            one = read_moment(text, zone)
        except MomentError:
            assert read.faulty[place], text
        else:
            assert not read.faulty[place], text
            assert (read.universal[place], read.clock[place]) == (one.universal, one.local)


# ---- the sun


@pytest.mark.parametrize("longitude", [116.40625, -70.6, 0.0, 179.99])
def test_solar_time_to_the_second(longitude: float) -> None:
    dice = random.Random(str(longitude))
    first, last = _second(Date(-2000, 1, 1)), _second(Date(3000, 1, 1))
    seconds = np.array([dice.randrange(first, last) for _ in range(3000)])
    for true in (False, True):
        found = solar_times(seconds, longitude, true=true).tolist()
        assert found == [solar_time(s, longitude, true=true) for s in seconds.tolist()]


def test_sunrise_to_the_second() -> None:
    """Every second of the minutes around sunrise and sunset."""
    longitude, latitude = 116.4, 39.9
    start = _second(Date(2026, 3, 1)) - DAY
    every = np.arange(start, start + DAY, 30)
    down = is_down(every, longitude, latitude)
    changes = every[1:][down[1:] != down[:-1]]
    assert len(changes) == 2
    for change in changes.tolist():
        seconds = np.arange(change - 60, change + 60)
        singly = [altitude(s, longitude, latitude) <= HORIZON for s in seconds.tolist()]
        assert is_down(seconds, longitude, latitude).tolist() == singly
