"""Clocks of a zone in arrays: its offsets from Universal Time, piece by piece between changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from facts.instants import MomentError, offset_name, read_clock, zone_of
from facts.julian import DAY, date_of
from facts.timeline import Array, Timeline, start_of, years_of

_UNIX = 210_866_760_000
"""Second of the day count at which 1970 begins."""
_FIRST = -62_135_510_400
"""The first whole day in Unix time on which `datetime` knows all offsets: 2 January of year 1."""
_STEP = 2 * DAY
"""No zone has changed its clocks and changed them back within so short a time (the shortest was
4 days, in Freetown in 1939), so that no change lies hidden between two looks."""


def offsets(universal: Array, zone: str) -> Array:
    """Seconds that the clocks of a zone are ahead of Universal Time at each instant."""
    if not len(universal):
        return np.zeros(0, dtype=np.int64)
    pieces = _pieces(universal, zone)
    found: Array = pieces.values[0][pieces.places(universal)]
    return found


def universal_of(clock: Array, zone: str) -> tuple[Array, Array]:
    """The instants at which the clocks of a zone show these seconds of the day count.

    With where that is no instant, or two: times that are skipped or come twice.
    """
    if not len(clock):
        return clock, np.zeros(0, dtype=bool)
    pieces = _pieces(clock, zone)
    ahead = pieces.values[0]
    before, after = ahead[:-1], ahead[1:]
    around = np.stack([np.minimum(before, after), np.maximum(before, after)])
    bounds = (pieces.starts[1:] + around).T.ravel()
    place = np.searchsorted(bounds, clock, side="right")
    return clock - ahead[place // 2], place % 2 == 1


class Clocks(NamedTuple):
    """Moments as they are written: seconds of Universal Time, and what the clocks show.

    Both in the day count; ``faulty`` are those of which `read_moment` would raise an error.
    """

    universal: Array
    clock: Array
    faulty: Array


def read_moments(texts: Iterable[str], zone: str) -> Clocks:
    """The moments of ISO texts in a zone, as `read_moment` of each."""
    rows = [_clock(text) for text in texts]
    clock, ahead, written = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    universal = clock - ahead
    plain = written == _ZONE
    faulty = written == _FAULT
    universal[plain], faulty[plain] = universal_of(clock[plain], zone)
    return Clocks(universal, clock, faulty)


def write_moments(universal: Array, clock: Array) -> list[str]:
    """Moments as ISO text, each by its clock with the offset: the inverse of `read_moments`."""
    days, rest = np.divmod(clock + DAY // 2, DAY)
    rows = zip(days.tolist(), rest.tolist(), (clock - universal).tolist(), strict=True)
    return [f"{_date(day)}T{_time(second)}{_offset_name(ahead)}" for day, second, ahead in rows]


@lru_cache(maxsize=1024)
def _date(day: int) -> str:
    return str(date_of(day))


@lru_cache(maxsize=DAY)
def _time(second: int) -> str:
    return f"{second // 3600:02d}:{second % 3600 // 60:02d}:{second % 60:02d}"


_offset_name = lru_cache(maxsize=1024)(offset_name)

_ZONE, _OFFSET, _FAULT = range(3)


def _clock(text: str) -> tuple[int, int, int]:
    """What a clock shows in the day count, its offset, and whether that was written."""
    try:
        _, number, second, written = read_clock(text)
        ahead = _ahead(written) if written else 0
    except MomentError:
        return 0, 0, _FAULT
    return number * DAY - DAY // 2 + second, ahead, _OFFSET if written else _ZONE


@lru_cache(maxsize=1024)
def _ahead(written: str) -> int:
    """Seconds of an offset as it is written (``+08:00``)."""
    ahead = zone_of(written).utcoffset(None)
    assert ahead is not None
    return ahead // _SECOND


def _pieces(seconds: Array, zone: str) -> Timeline:
    """The offsets of the years that the seconds fall in, from instant to instant."""
    return Timeline(years_of(seconds), lambda year: _year(zone, year))


@lru_cache(maxsize=8192)
def _year(zone: str, year: int) -> tuple[Array, Array]:
    """The instants of a year from which an offset holds, the first its beginning."""
    info = zone_of(zone)
    first, last = start_of(year), start_of(year + 1)
    looks = [(at, _offset(info, at)) for at in (*range(first, last, _STEP), last - 1)]
    found = looks[:1]
    for earlier, later in pairwise(looks):
        found += _changes(info, earlier, later)
    starts, ahead = zip(*found, strict=True)
    return np.array(starts, dtype=np.int64), np.array(ahead, dtype=np.int64)


def _changes(info: tzinfo, one: tuple[int, int], two: tuple[int, int]) -> list[tuple[int, int]]:
    """The changes after one instant up to another, each instant with the offset that holds."""
    if one[1] == two[1]:
        return []
    if two[0] - one[0] == 1:
        return [two]
    middle = (one[0] + two[0]) // 2
    between = middle, _offset(info, middle)
    return _changes(info, one, between) + _changes(info, between, two)


def _offset(info: tzinfo, universal: int) -> int:
    """Seconds that the clocks are ahead at an instant; before year 1 as at its beginning."""
    when = _EPOCH + timedelta(seconds=max(universal - _UNIX, _FIRST))
    ahead = when.astimezone(info).utcoffset()
    assert ahead is not None
    return ahead // _SECOND


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
