"""A moment and a place to the inputs of a chart, with every choice told.

The year and month pillars change at the very second of the 節, the month general at that of the
中氣; day and hour follow the clock or the sun of the place, the day beginning at 23:00 or 00:00.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from facts.given import EARTH_DAYS, SEASONS, Given
from facts.julian import DAY, FIRST_YEAR, LAST_YEAR, Date, date_of, day_number, pillar_of_day
from facts.pillars import month_stem, pillar_name
from facts.solar_terms import NAMES, Kind, term_before, term_second
from facts.sun import HORIZON, altitude, sun_at
from facts.symbols import BRANCHES
from facts.trace import Step

Clock = Literal["clock", "mean", "true"]
DayPart = Literal["hours", "sun"]


class MomentError(ValueError):
    """A moment or a place that cannot be: the message says which part and how to mend it."""


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
class Instant:
    """A moment: its date and second of the day on the clock, and the second of Universal Time."""

    date: Date
    second: int
    universal: int

    @property
    def local(self) -> int:
        """Seconds of the day count on the clock (0 at a midnight)."""
        return day_number(self.date) * DAY - DAY // 2 + self.second


_ISO = re.compile(
    r"(?P<year>[-+]?\d{1,6})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"(?:[T ](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?)"
    r"(?P<zone>Z|[-+]\d{2}:?\d{2}(?::?\d{2})?)?"
)


def read_moment(text: str, zone: str = "Asia/Shanghai") -> Instant:
    """A moment from ISO text (``2026-11-30T14:50``) in a zone; MomentError says what is wrong.

    An offset in the text (``+08:00``, ``Z``) goes before the zone. Years before 1 are -1, -2 ...
    """
    match = _ISO.fullmatch(text.strip())
    if match is None:
        raise MomentError(f"{text!r} is not a moment: write it as 2026-11-30T14:50")
    date = Date(int(match["year"]), int(match["month"]), int(match["day"]))
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    if hour > 23 or minute > 59 or second > 59:
        raise MomentError(f"{hour:02d}:{minute:02d}:{second:02d} is not a time of day")
    if not FIRST_YEAR <= date.year <= LAST_YEAR:
        raise MomentError(f"the year {date.year} is not within {FIRST_YEAR} to {LAST_YEAR}")
    try:
        number = day_number(date)
    except ValueError as error:
        raise MomentError(str(error)) from None
    seconds = hour * 3600 + minute * 60 + second
    offset = _offset(match["zone"], zone, number, seconds)
    return Instant(date, seconds, number * DAY - DAY // 2 + seconds - offset)


def _offset(written: str | None, zone: str, number: int, second: int) -> int:
    """Seconds that the clock is ahead of Universal Time."""
    info = _zone(written or zone)
    # datetime counts Gregorian days from year 1; earlier moments have the zone's first offset.
    ordinal = max(1, number - 1_721_425)
    wall = datetime.fromordinal(ordinal) + timedelta(seconds=second)
    first, later = (wall.replace(tzinfo=info, fold=fold).utcoffset() for fold in (0, 1))
    assert first is not None
    assert later is not None
    if first != later:
        back = (wall.replace(tzinfo=info).astimezone(UTC)).astimezone(info)
        what = "comes twice" if back.replace(tzinfo=None) == wall else "is skipped"
        raise MomentError(
            f"{wall:%H:%M} {what} on that day in {zone}: give the offset, as "
            f"{wall:%H:%M}{_written(first)} or {wall:%H:%M}{_written(later)}"
        )
    return int(first.total_seconds())


def _written(offset: timedelta) -> str:
    seconds = int(offset.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("+", seconds)
    return f"{sign}{seconds // 3600:02d}:{seconds % 3600 // 60:02d}"


def _zone(name: str) -> tzinfo:
    if name in ("Z", "UTC"):
        return UTC
    match = re.fullmatch(r"([-+])(\d{2}):?(\d{2})(?::?(\d{2}))?", name)
    if match:
        hours, minutes, seconds = (int(match[i] or 0) for i in (2, 3, 4))
        ahead = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        if ahead >= timedelta(hours=24) or minutes > 59:
            raise MomentError(f"{name} is not an offset from Universal Time")
        return timezone(ahead if match[1] == "+" else -ahead)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise MomentError(
            f"{name!r} is not a time zone: write Asia/Shanghai or an offset such as +08:00"
        ) from None


def inputs_of(
    instant: Instant, place: Place | None = None, reckoning: Reckoning | None = None
) -> tuple[Given, tuple[Step, ...]]:
    """The inputs of the chart of a moment, with the steps that gave them.

    MomentError where a choice needs a place that was not given.
    """
    reckoning = reckoning or Reckoning()
    reader = _Reader(instant, place, reckoning)
    given = Given()
    steps: list[Step] = []
    for part in (reader.hour, reader.day, reader.year, reader.month, reader.general, reader.season):
        given, step = part(given)
        steps.append(step)
    if reckoning.day_part == "sun":
        given, step = reader.day_part(given)
        steps.append(step)
    return given, tuple(steps)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one input after the other off a moment."""

    instant: Instant
    place: Place | None
    reckoning: Reckoning

    def _needed(self, what: str) -> Place:
        if self.place is None:
            raise MomentError(f"{what} needs a place: give --longitude or --place")
        return self.place

    @property
    def _solar(self) -> int:
        """Seconds of the day count on the clock that is followed."""
        clock = self.reckoning.clock
        if clock == "clock":
            return self.instant.local
        place = self._needed(f"{clock} solar time")
        mean = self.instant.universal + place.longitude * 240
        return round(mean if clock == "mean" else mean + sun_at(self.instant.universal).equation)

    def hour(self, given: Given) -> tuple[Given, Step]:
        """The double hour 時: 子 from 23:00 to 01:00, and so on."""
        second = (self._solar + DAY // 2) % DAY
        hour = (second + 3600) // 7200 % 12
        shown = f"{second // 3600:02d}:{second % 3600 // 60:02d}:{second % 60:02d}"
        name_en, name_zh = _CLOCKS[self.reckoning.clock]
        step = Step(
            f"{name_en} {shown}: the hour {BRANCHES[hour]}",
            f"{name_zh}{shown}，{BRANCHES[hour]}時",
            "",
        )
        return replace(given, hour=hour), step

    def day(self, given: Given) -> tuple[Given, Step]:
        """The day pillar, of a day that begins at 23:00 or at 00:00."""
        start = self.reckoning.day_start
        number = (self._solar + DAY // 2 + (24 - start) % 24 * 3600) // DAY
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
        year -= index < 3
        pillar = (year - 4) % 60
        step = Step(
            f"the year began at 立春, {_shown(term_second(year, 3, self.reckoning.terms))}: "
            f"{pillar_name(pillar)}",
            f"立春後，{pillar_name(pillar)}年",
            "",
        )
        return replace(given, year=pillar % 12, year_stem=pillar % 10), step

    def month(self, given: Given) -> tuple[Given, Step]:
        """The month pillar, from the very second of its 節."""
        year, index = term_before(self.instant.universal, 1, self.reckoning.terms)
        month = (2 + (index - 3) // 2) % 12
        assert given.year_stem is not None
        stem = month_stem(given.year_stem, month)
        name = pillar_name((6 * stem - 5 * month) % 60)
        began = _shown(term_second(year, index, self.reckoning.terms))
        step = Step(
            f"the month began at {NAMES[index]}, {began}: {name}", f"{NAMES[index]}後，{name}月", ""
        )
        return replace(given, month=month, month_stem=stem), step

    def general(self, given: Given) -> tuple[Given, Step]:
        """The month general 月將, from the very second of its 中氣."""
        year, index = term_before(self.instant.universal, 0, self.reckoning.terms)
        general = (11 - (index - 4) // 2) % 12
        began = _shown(term_second(year, index, self.reckoning.terms))
        step = Step(
            f"the month general {BRANCHES[general]} began at {NAMES[index]}, {began}",
            f"{NAMES[index]}後，{BRANCHES[general]}將",
            "DQ-0638",
        )
        return replace(given, month_general=general), step

    def season(self, given: Given) -> tuple[Given, Step]:
        """The season: the last eighteen days before each 立 are earth's."""
        kind = self.reckoning.terms
        year, index = term_before(self.instant.universal, 1, kind)
        quarter = (index - 3) // 6 % 4
        ahead = (3 - index) % 6  # terms to the next 立 (立春 3, 立夏 9, ...)
        following = term_second(year, index + (ahead or 6), kind)
        left = (following - self.instant.universal) / DAY
        season = EARTH_DAYS if left <= 18 else quarter
        step = Step(
            f"{left:.1f} days before {NAMES[(index + (ahead or 6)) % 24]}: {SEASONS[season]}",
            f"距{NAMES[(index + (ahead or 6)) % 24]}{left:.1f}日，{SEASONS[season]}",
            "DQ-2072",
        )
        return replace(given, season=season), step

    def day_part(self, given: Given) -> tuple[Given, Step]:
        """Day or night by the sun: above the horizon or below."""
        place = self._needed("day or night by the sun")
        if place.latitude is None:
            raise MomentError("day or night by the sun needs a latitude: give --latitude")
        height = altitude(self.instant.universal, place.longitude, place.latitude)
        night = int(height <= HORIZON)
        step = Step(
            f"the sun stands at {height:+.1f} degrees: {('day', 'night')[night]}",
            f"日高{height:+.1f}度，{'晝夜'[night]}",
            "DQ-2297",
        )
        return replace(given, day_part=night), step


_CLOCKS = {
    "clock": ("by the clock", "鐘錶"),
    "mean": ("by mean solar time", "平太陽時"),
    "true": ("by true solar time", "真太陽時"),
}


def _shown(second: int) -> str:
    """An instant in Universal Time, for people."""
    days, rest = divmod(second + DAY // 2, DAY)
    return f"{date_of(days)} {rest // 3600:02d}:{rest % 3600 // 60:02d}:{rest % 60:02d} UT"
