"""Many moments to the inputs of their charts, in arrays: as ``facts.moment`` reads one.

What changes at the solar terms is a table of the years that occur, searched for all moments at
once; so are the clocks' offsets and the lunar months.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from facts.clocks import offsets
from facts.generals import may_be
from facts.given import EARTH_DAYS, Given
from facts.inputs import ABSENT, Array, both, settled
from facts.julian import DAY, FIRST_YEAR, LAST_YEAR, Date, day_number, pillar_of_day
from facts.lunar import lunar_months
from facts.moment import EARTH_SECONDS, Almanac, day_of, hour_of
from facts.pillars import month_stem
from facts.solar_terms import (
    Kind,
    general_of_term,
    month_of_term,
    next_beginning,
    quarter_of_term,
    term_second,
    year_of_term,
)
from facts.suns import is_down, solar_times
from facts.term_days import EVERY, ORDINARY, day_of_term, term_before_of
from facts.timeline import Timeline, years_of

_BEGIN = day_number(Date(FIRST_YEAR, 1, 1)) * DAY - DAY // 2
_END = day_number(Date(LAST_YEAR + 1, 1, 1)) * DAY - DAY // 2
"""Seconds on the clock within which moments are accepted, the end exclusive."""


def inputs_of_moments(
    seconds: Array, almanac: Almanac, clock: Array | None = None, more: Given | None = None
) -> tuple[dict[str, Array], Array]:
    """The complete inputs of the charts of moments, and which of the moments give no chart.

    ``seconds`` are Universal Time in the day count, ``clock`` what the clock shows where that is
    not the time of the almanac's zone; ``more`` is given to all charts beside their moments. No
    chart: where one moment is refused (`told_by_moments`), or it contradicts ``more``. Such
    inputs are without meaning and may be no indices.
    """
    inputs, refused = told_by_moments(seconds, almanac, clock)
    for name, value in (more or Given()).items():
        values = np.full(len(refused), value)
        if name in inputs:
            values, differ = both(inputs[name], values)
            refused |= differ
        inputs[name] = values
    inputs, faulty = settled(inputs)
    return inputs, refused | faulty


def told_by_moments(
    seconds: Array, almanac: Almanac, clock: Array | None = None
) -> tuple[dict[str, Array], Array]:
    """The inputs that moments themselves give, as `Almanac.inputs`, and which are refused.

    A moment is refused where that raises an error: outside the years, or (by day and night of the
    sun) with the sun up at midnight or down at noon.
    """
    seconds = np.asarray(seconds, dtype=np.int64)
    if clock is None:
        clock = seconds + offsets(seconds, almanac.zone)
    refused = (clock < _BEGIN) | (clock >= _END)
    solar = _solar(seconds, clock, almanac)
    number = day_of(solar, almanac.reckoning.day_start)
    hour = hour_of(solar)
    inputs = {"day": pillar_of_day(number), "hour": hour}
    inputs |= _seasonal(seconds, almanac.reckoning.terms)
    shift = solar - seconds
    inputs["term_day"] = _term_day(number, inputs, shift, almanac.reckoning.day_start)
    for name in _TERMS:
        del inputs[name]
    inputs |= _lunar(number)
    if almanac.reckoning.day_part == "sun":
        place = almanac.place
        assert place is not None
        assert place.latitude is not None
        inputs["day_part"] = is_down(seconds, place.longitude, place.latitude).astype(np.int64)
        refused |= ~_MAY_BE[hour, inputs["day_part"]]
    return inputs, refused


_MAY_BE = np.array([[may_be(hour, part) for part in (0, 1)] for hour in range(12)])


def _solar(seconds: Array, clock: Array, almanac: Almanac) -> Array:
    """Seconds of the day count on the clock that is followed."""
    followed = almanac.reckoning.clock
    if followed == "clock":
        return clock
    assert almanac.place is not None
    return solar_times(seconds, almanac.place.longitude, true=followed == "true")


def _seasonal(seconds: Array, kind: Kind) -> dict[str, Array]:
    """What changes at solar terms: pillars of year and month, month general, seasons."""
    if not len(seconds):
        return {name: np.zeros(0, dtype=np.int64) for name in _SEASONAL}
    times = Timeline(years_of(seconds), lambda year: _terms(year, kind))
    place = times.places(seconds)
    return {name: values[place] for name, values in zip(_SEASONAL, times.values, strict=True)}


_TERMS = ("last_term", "last_second", "next_second")
"""Beside the inputs: the last of the eight terms, when it was, and when the next is."""

_SEASONAL = ("year", "year_stem", "month", "month_stem", "month_general", "season", *_TERMS)


def _term_day(number: Array, inputs: dict[str, Array], shift: Array, day_start: int) -> Array:
    """The day of a 立, 分 or 至, or the day before, as `facts.moment` tells it."""
    found = np.full(len(number), ORDINARY)
    last = inputs["last_term"]
    for term, second in ((last, inputs["last_second"]), (last + EVERY, inputs["next_second"])):
        ahead = day_of(second + shift, day_start) - number
        found = np.where((ahead == 0) | (ahead == 1), day_of_term(term) + ahead, found)
    return found


@lru_cache(maxsize=8192)
def _terms(year: int, kind: Kind) -> tuple[Any, ...]:
    """The seconds of a year at which something changes, and what then holds.

    These are the terms and the beginnings of earth's days.
    """
    after = np.array([term_second(year, index, kind) for index in range(24)])
    beginnings = np.array([term_second(year, index, kind) for index in range(3, 33, 6)])
    starts = np.sort(np.concatenate([after, beginnings[:-1] - EARTH_SECONDS]))
    index = np.searchsorted(after, starts, side="right") - 1
    pillar = year_of_term(year, index)
    month = month_of_term(index)
    left = beginnings[(next_beginning(index) - 3) // 6] - starts
    season = np.where(left <= EARTH_SECONDS, EARTH_DAYS, quarter_of_term(index))
    last = term_before_of(index)
    eighths = np.array([term_second(year, term, kind) for term in range(0, 25, EVERY)])
    return (
        starts,
        *(pillar % 12, pillar % 10, month, month_stem(pillar % 10, month)),
        *(general_of_term(index), season, last),
        *(eighths[last // EVERY], eighths[last // EVERY + 1]),
    )


def _lunar(numbers: Array) -> dict[str, Array]:
    """The lunar month and day of Julian day numbers; absent before the year 1."""
    if not len(numbers):
        return dict.fromkeys(("lunar_month", "lunar_day"), numbers)
    dates = Timeline(years_of(numbers * DAY), _lunar_year)
    place = dates.places(numbers)
    first, month = (values[place] for values in dates.values)
    absent = month == ABSENT
    return {"lunar_month": month, "lunar_day": np.where(absent, ABSENT, numbers - first)}


@lru_cache(maxsize=8192)
def _lunar_year(year: int) -> tuple[Array, Array, Array]:
    """The days of a year from which a lunar month holds, its first day and its number."""
    if year < 1:
        first = day_number(Date(year - 1, 1, 1))
        return np.array([first]), np.array([first]), np.array([ABSENT])
    rows = [
        (max(first, begins), first, month)
        for begins, months in (
            (day_number(Date(year, month, 1)), lunar_months(year, month)) for month in range(1, 13)
        )
        for first, month, _ in months
    ]
    starts, firsts, numbers = (np.array(column) for column in zip(*rows, strict=True))
    return starts, firsts, numbers
