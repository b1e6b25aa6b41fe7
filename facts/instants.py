"""Moments as people write them, to instants: a clock in a zone to seconds of Universal Time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from facts.julian import DAY, FIRST_YEAR, LAST_YEAR, Date, day_number
from rules.reader.names import suggest


class MomentError(ValueError):
    """A moment or a place that cannot be: the message says which part and how to mend it."""


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
    date, number, seconds, written = read_clock(text)
    offset = _offset(written, zone, number, seconds)
    return Instant(date, seconds, number * DAY - DAY // 2 + seconds - offset)


def read_clock(text: str) -> tuple[Date, int, int, str]:
    """What ISO text says: its date, Julian day number, second of the day, and offset or ""."""
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
    return date, number, hour * 3600 + minute * 60 + second, match["zone"] or ""


def _offset(written: str, zone: str, number: int, second: int) -> int:
    """Seconds that the clock is ahead of Universal Time."""
    info = zone_of(written or zone)
    # datetime counts Gregorian days from year 1; earlier moments have the zone's first offset.
    ordinal = max(1, number - 1_721_425)
    wall = datetime.fromordinal(ordinal) + timedelta(seconds=second)
    first, later = (wall.replace(tzinfo=info, fold=fold).utcoffset() for fold in (0, 1))
    assert first is not None
    assert later is not None
    if first != later:
        back = (wall.replace(tzinfo=info).astimezone(UTC)).astimezone(info)
        what = "comes twice" if back.replace(tzinfo=None) == wall else "is skipped"
        with_offset = [
            f"{wall:%H:%M}{offset_name(int(offset.total_seconds()))}" for offset in (first, later)
        ]
        raise MomentError(
            f"{wall:%H:%M} {what} on that day in {zone}: give the offset, as "
            f"{' or '.join(with_offset)}"
        )
    return int(first.total_seconds())


def offset_name(seconds: int) -> str:
    """An offset from Universal Time as ISO writes it: +08:00, +08:05:43."""
    sign, rest = ("-", -seconds) if seconds < 0 else ("+", seconds)
    odd = f":{rest % 60:02d}" if rest % 60 else ""
    return f"{sign}{rest // 3600:02d}:{rest % 3600 // 60:02d}{odd}"


def zone_of(name: str) -> tzinfo:
    """The time zone of a name (Asia/Shanghai) or an offset (+08:00); MomentError."""
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
        near = suggest(name, sorted(available_timezones()), limit=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise MomentError(
            f"{name!r} is not a time zone{hint}: write Asia/Shanghai or an offset such as +08:00"
        ) from None
