"""A moment and a place to the inputs of a chart, with every choice told.

The year and month pillars change at the very second of the 節, the month general at that of the
中氣; day and hour follow the clock or the sun of the place, the day beginning at 23:00 or 00:00.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from facts.flat import Number
from facts.generals import may_be
from facts.given import EARTH_DAYS, SEASONS, Given
from facts.instants import Instant, MomentError, offset_name, read_moment, zone_of
from facts.julian import DAY, FIRST_YEAR, LAST_YEAR, date_of, pillar_of_day
from facts.lunar import lunar_date
from facts.pillars import month_stem, pillar_name
from facts.seasons import PASSAGE_OF_GENERAL
from facts.solar_terms import (
    NAMES,
    Kind,
    general_of_term,
    month_of_term,
    next_beginning,
    quarter_of_term,
    term_before,
    term_second,
    year_of_term,
)
from facts.sun import HORIZON, altitude, solar_time
from facts.symbols import ALPHABET, BRANCHES
from facts.term_days import EVERY, ORDINARY, day_of_term, term_before_of
from facts.trace import Step

EARTH_SECONDS = 18 * DAY
"""How long before each 立 the earth days begin."""

Clock = Literal["clock", "mean", "true"]
DayPart = Literal["hours", "sun"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where: degrees east and north; latitude is needed only for sunrise and sunset."""

    longitude: float
    latitude: float | None = None

    def __post_init__(self) -> None:
        if not -180 <= self.longitude <= 180:
            raise MomentError(f"longitude {self.longitude} is not within -180 to 180 degrees")
        if self.latitude is not None and not -90 <= self.latitude <= 90:
            raise MomentError(f"latitude {self.latitude} is not within -90 to 90 degrees")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a moment is read: the choices on which programs differ, each with its value.

    ``clock``: the hour by the clock as given, by mean or by true solar time of the place;
    ``day_start``: the day begins at 23:00 or at 00:00; ``terms``: true 定氣 or mean 平氣;
    ``day_part``: day and night by 卯 and 酉, or by sunrise and sunset.
    """

    clock: Clock = "clock"
    day_start: int = 23
    terms: Kind = "true"
    day_part: DayPart = "hours"


@dataclass(frozen=True, slots=True)
class Almanac:
    """How moments are read: the zone of the clock, the place, the reckoning.

    ``between``: the years in which days are sought for four pillars. MomentError for a zone that
    is not known, years that are none, or a choice that needs a place that is not given.
    """

    zone: str = "Asia/Shanghai"
    place: Place | None = None
    reckoning: Reckoning = Reckoning()
    between: tuple[int, int] = (1800, 2099)

    def __post_init__(self) -> None:
        zone_of(self.zone)
        first, last = self.between
        if not FIRST_YEAR <= first <= last <= LAST_YEAR or 0 in self.between:
            raise MomentError(
                f"{first} to {last} is no span of years: the first, then the last, within "
                f"{FIRST_YEAR} to {LAST_YEAR} without a year 0"
            )
        _check(self.place, self.reckoning)

    def inputs(self, text: str) -> tuple[Given, tuple[Step, ...]]:
        """The inputs of the chart of a moment written in ISO form; MomentError."""
        return inputs_of(read_moment(text, self.zone), self.place, self.reckoning)


def hour_of(solar: Number) -> Number:
    """The double hour 時 at a second of the day count: 子 from 23:00 to 01:00, and so on."""
    return (solar + DAY // 2 + 3600) // 7200 % 12


def day_of(solar: Number, day_start: int) -> Number:
    """Julian day number of the day, which may begin an hour before midnight."""
    return (solar + DAY // 2 + (24 - day_start) % 24 * 3600) // DAY


def inputs_of(
    instant: Instant, place: Place | None = None, reckoning: Reckoning | None = None
) -> tuple[Given, tuple[Step, ...]]:
    """The inputs of the chart of a moment, with the steps that gave them.

    MomentError where a choice needs a place that was not given.
    """
    reckoning = reckoning or Reckoning()
    _check(place, reckoning)
    reader = _Reader(instant, place, reckoning)
    given = Given()
    steps: list[Step] = []
    parts = (reader.hour, reader.day, reader.lunar, reader.year, reader.month, reader.general)
    for part in (*parts, reader.season, reader.term_day):
        given, step = part(given)
        steps.append(step)
    if reckoning.day_part == "sun":
        given, step = reader.day_part(given)
        steps.append(step)
    return given, tuple(steps)


def _check(place: Place | None, reckoning: Reckoning) -> None:
    """Refuse a choice that needs a place that is not given."""
    if reckoning.clock != "clock" and place is None:
        raise MomentError(f"{reckoning.clock} solar time needs a place: its name or longitude")
    if reckoning.day_part == "sun" and (place is None or place.latitude is None):
        lacking = "a place: its name, or longitude and" if place is None else "a"
        raise MomentError(f"day and night by the sun need {lacking} latitude")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one input after the other off a moment."""

    instant: Instant
    place: Place | None
    reckoning: Reckoning

    @property
    def _solar(self) -> int:
        """Seconds of the day count on the clock that is followed."""
        clock = self.reckoning.clock
        if clock == "clock":
            return self.instant.local
        assert self.place is not None
        return solar_time(self.instant.universal, self.place.longitude, true=clock == "true")

    def hour(self, given: Given) -> tuple[Given, Step]:
        """The double hour 時: 子 from 23:00 to 01:00, and so on."""
        second = (self._solar + DAY // 2) % DAY
        hour = hour_of(self._solar)
        shown = f"{second // 3600:02d}:{second % 3600 // 60:02d}:{second % 60:02d}"
        name_en, name_zh = _CLOCKS[self.reckoning.clock]
        if self.reckoning.clock == "clock":
            shown += offset_name(self.instant.local - self.instant.universal)
        step = Step(
            f"{name_en} {shown}: the hour {BRANCHES[hour]}",
            f"{name_zh}{shown}，{BRANCHES[hour]}時",
            "",
            gives="hour",
        )
        return replace(given, hour=hour), step

    @property
    def _day_number(self) -> int:
        """Julian day number of the day, which may begin an hour before midnight."""
        number: int = day_of(self._solar, self.reckoning.day_start)
        return number

    def lunar(self, given: Given) -> tuple[Given, Step]:
        """The lunar month and day of the date 月日; before year 1 they are not known."""
        date = lunar_date(self._day_number)
        if date is None:
            return given, Step("there is no lunar date before the year 1", "公元前無月日", "")
        step = Step(f"the lunar date is {date}", str(date), "", gives="lunar_month lunar_day")
        return replace(given, lunar_month=date.month, lunar_day=date.day), step

    def day(self, given: Given) -> tuple[Given, Step]:
        """The day pillar, of a day that begins at 23:00 or at 00:00."""
        start, number = self.reckoning.day_start, self._day_number
        day = pillar_of_day(number)
        shown = date_of(number)
        step = Step(
            f"the day begins at {start % 24:02d}:00: day {shown} is {pillar_name(day)} "
            f"(Julian day {number})",
            f"日始{start % 24:02d}時，{shown}為{pillar_name(day)}日",
            "",
        )
        return replace(given, day=day), step

    def year(self, given: Given) -> tuple[Given, Step]:
        """The year pillar, from the very second of 立春."""
        year, index = term_before(self.instant.universal, None, self.reckoning.terms)
        pillar = year_of_term(year, index)
        began = universal_name(term_second(year - (index < 3), 3, self.reckoning.terms))
        step = Step(
            f"the year began at 立春, {began}: {pillar_name(pillar)}",
            f"立春後，{pillar_name(pillar)}年",
            "",
            gives="year_stem year_branch",
        )
        return replace(given, year=pillar % 12, year_stem=pillar % 10), step

    def month(self, given: Given) -> tuple[Given, Step]:
        """The month pillar, from the very second of its 節."""
        year, index = term_before(self.instant.universal, 1, self.reckoning.terms)
        month = month_of_term(index)
        assert given.year_stem is not None
        stem = month_stem(given.year_stem, month)
        name = pillar_name((6 * stem - 5 * month) % 60)
        began = universal_name(term_second(year, index, self.reckoning.terms))
        step = Step(
            f"the month began at {NAMES[index]}, {began}: {name}",
            f"{NAMES[index]}後，{name}月",
            "",
            gives="month",
        )
        return replace(given, month=month, month_stem=stem), step

    def general(self, given: Given) -> tuple[Given, Step]:
        """The month general 月將, from the very second of its 中氣."""
        year, index = term_before(self.instant.universal, 0, self.reckoning.terms)
        general = general_of_term(index)
        began = universal_name(term_second(year, index, self.reckoning.terms))
        step = Step(
            f"the month general {BRANCHES[general]} began at {NAMES[index]}, {began}",
            f"{NAMES[index]}後，{BRANCHES[general]}將",
            PASSAGE_OF_GENERAL[general],
            gives="month_general",
        )
        return replace(given, month_general=general), step

    def season(self, given: Given) -> tuple[Given, Step]:
        """The season: the last eighteen days before each 立 are earth's."""
        kind = self.reckoning.terms
        year, index = term_before(self.instant.universal, 1, kind)
        ahead = next_beginning(index)
        left = term_second(year, ahead, kind) - self.instant.universal
        season = EARTH_DAYS if left <= EARTH_SECONDS else quarter_of_term(index)
        days, name = f"{left / DAY:.1f}", NAMES[ahead % 24]
        step = Step(
            f"{days} days before {name}: {SEASONS[season]}",
            f"距{name}{days}日，{SEASONS[season]}",
            "DQ-2072",
            gives="season",
        )
        return replace(given, season=season), step

    def term_day(self, given: Given) -> tuple[Given, Step]:
        """Whether the day is that of a 立, 分 or 至, or the day before, by the moment's clock."""
        kind, shift = self.reckoning.terms, self._solar - self.instant.universal
        year, index = term_before(self.instant.universal, None, kind)
        last = term_before_of(index)
        found = ORDINARY
        for term in (last, last + EVERY):
            ahead = (
                day_of(term_second(year, term, kind) + shift, self.reckoning.day_start)
                - self._day_number
            )
            if ahead in (0, 1):
                found = day_of_term(term) + ahead
        symbol = ALPHABET.members["term_day"][found]
        step = Step(f"it is {symbol.english}", symbol.name, "DQ-0859", gives="term_day")
        return replace(given, term_day=found), step

    def day_part(self, given: Given) -> tuple[Given, Step]:
        """Day or night by the sun: above the horizon or below."""
        place = self.place
        assert place is not None
        assert place.latitude is not None
        assert given.hour is not None
        height = altitude(self.instant.universal, place.longitude, place.latitude)
        night = int(height <= HORIZON)
        if not may_be(given.hour, night):
            raise MomentError(
                f"at the hour {BRANCHES[given.hour]} the sun stands at {height:+.1f} degrees: take "
                "the hours by true solar time too, or day and night by the hours"
            )
        step = Step(
            f"the sun stands at {height:+.1f} degrees: {('day', 'night')[night]}",
            f"日高{height:+.1f}度，{'晝夜'[night]}",
            "DQ-2297",
            gives="day_part",
        )
        return replace(given, day_part=night), step


_CLOCKS = {
    "clock": ("by the clock", "鐘錶"),
    "mean": ("by mean solar time", "平太陽時"),
    "true": ("by true solar time", "真太陽時"),
}


def universal_name(second: int) -> str:
    """An instant in Universal Time, for people."""
    days, rest = divmod(second + DAY // 2, DAY)
    return f"{date_of(days)} {rest // 3600:02d}:{rest % 3600 // 60:02d}:{rest % 60:02d} UT"
