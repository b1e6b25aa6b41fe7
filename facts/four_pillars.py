"""Four pillars 四柱 to the inputs of charts: the days on which they fall, and the month general.

Year, month, day and hour name at most one day in each cycle of sixty years, now before the 中氣 of
the month and now after it: where the days differ, each month general is a chart of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from facts.given import Given
from facts.instants import Instant
from facts.julian import DAY, astronomical, date_of, pillar_of_day
from facts.moment import Almanac, Place, inputs_of, universal_name
from facts.seasons import PASSAGE_OF_GENERAL, generals_of
from facts.solar_terms import NAMES, term_second
from facts.sun import solar_time
from facts.symbols import BRANCHES
from facts.trace import Step

MERIDIAN = Place(120.0)
"""Where the hours are reckoned if no place is given: the meridian of Beijing time."""


class Reading(NamedTuple):
    """One chart that four pillars can mean: its inputs, and a step that says on which days.

    ``sure`` is false where another month general is possible, or no day has the pillars.
    """

    given: Given
    step: Step
    sure: bool


class _Part(NamedTuple):
    """A part of the double hour of one day under one month general.

    Its name in English and Chinese, and its first and last second of Universal Time.
    """

    general: int
    en: str
    zh: str
    first: int
    last: int


def readings(given: Given, almanac: Almanac) -> tuple[Reading, ...]:
    """The charts that four pillars mean within the almanac's years, by its reckoning.

    Hours are of mean time (of true time, where the almanac says so) at its place or at 120°E.
    What else was given narrows the days; what all days of a general agree on is filled in.
    """
    assert given.month is not None
    found: dict[int, list[tuple[_Part, Given]]] = {g: [] for g in generals_of(given.month)}
    for part in _parts(given, almanac):
        found[part.general] += ((part, inputs) for inputs in _fitting(part, given, almanac))
    days = {
        general: tuple(", ".join(dict.fromkeys(names)) for names in zip(*_names(of), strict=True))
        for general, of in found.items()
        if of
    }
    if not days:
        return _on_no_day(given, almanac)
    return tuple(
        Reading(
            _with(given, [inputs for _, inputs in found[general]]),
            _step(general, days, almanac),
            sure=len(days) == 1,
        )
        for general in days
    )


def _names(of: list[tuple[_Part, Given]]) -> list[tuple[str, str]]:
    return [(part.en, part.zh) for part, _ in of]


def _parts(given: Given, almanac: Almanac) -> Iterator[_Part]:
    """The double hours with these pillars, cut where the month general changes."""
    assert given.year_stem is not None
    assert given.year is not None
    assert given.month is not None
    first, last = almanac.between
    pillar = (6 * given.year_stem - 5 * given.year) % 60
    start = astronomical(first) - 1  # the last months of a year lie in the next
    for year in range(start + (pillar + 4 - start) % 60, astronomical(last) + 1, 60):
        index = 3 + (given.month - 2) % 12 * 2
        terms = [term_second(year, index + i, almanac.reckoning.terms) for i in range(3)]
        for number in _days(given, terms):
            if first <= date_of(number).year <= last:
                for hour in _hours(number, given, almanac):
                    yield from _cut(hour, terms, str(date_of(number)), index, given.month)


def _days(given: Given, terms: list[int]) -> Iterator[int]:
    """Julian day numbers of the days with the pillar, from one 節 to the next or a day beside."""
    for number in range(terms[0] // DAY - 1, terms[2] // DAY + 3):
        if pillar_of_day(number) == given.day:
            yield number


def _hours(number: int, given: Given, almanac: Almanac) -> Iterator[tuple[int, int]]:
    """First second of the double hour of a day, and the first after it (Universal Time).

    Where the day begins at midnight, its hour 子 is its first hour and its last.
    """
    assert given.hour is not None
    midnight = number * DAY - DAY // 2
    spans = [(2 * given.hour - 1, 2 * given.hour + 1)]
    if given.hour == 0 and almanac.reckoning.day_start == 0:
        spans = [(0, 1), (23, 24)]
    for start, end in spans:
        yield (
            _universal(midnight + start * 3600, almanac),
            _universal(midnight + end * 3600, almanac),
        )


def _universal(local: int, almanac: Almanac) -> int:
    """The first second of Universal Time at which the sun's clock of the place shows ``local``."""
    longitude = (almanac.place or MERIDIAN).longitude
    true = almanac.reckoning.clock == "true"
    second = 2 * local - solar_time(local, longitude, true=true)
    second += local - solar_time(second, longitude, true=true)
    while solar_time(second, longitude, true=true) < local:
        second += 1
    while solar_time(second - 1, longitude, true=true) >= local:
        second -= 1
    return second


def _cut(
    hour: tuple[int, int], terms: list[int], date: str, index: int, month: int
) -> Iterator[_Part]:
    """The parts of a double hour that lie in the month, before its 中氣 and after."""
    begin, middle, end = terms
    first, after = max(hour[0], begin), min(hour[1], end)
    before, behind = generals_of(month)
    name, at = NAMES[(index + 1) % 24], universal_name(middle)
    within = first < middle < after
    cuts = (
        (before, first, min(after, middle), f" before {name} at {at}", f"{name}前"),
        (behind, max(first, middle), after, f" after {name} at {at}", f"{name}後"),
    )
    for general, start, stop, en, zh in cuts:
        if start < stop:
            yield _Part(
                general,
                date + en if within else date,
                date + zh if within else date,
                start,
                stop - 1,
            )


def _fitting(part: _Part, given: Given, almanac: Almanac) -> Iterator[Given]:
    """The inputs at both ends of a part, where nothing that was given says otherwise."""
    reckoning = almanac.reckoning
    if reckoning.clock == "clock":
        reckoning = replace(reckoning, clock="mean")
    for second in (part.first, part.last):
        day, rest = divmod(second + DAY // 2, DAY)
        instant = Instant(date_of(day), rest, second)
        inputs, _ = inputs_of(instant, almanac.place or MERIDIAN, reckoning)
        told = dict(given.items())
        if all(told.get(name, value) == value for name, value in inputs.items()):
            yield inputs


def _with(given: Given, found: list[Given]) -> Given:
    """What was given with everything on which all moments agree."""
    first, *others = found
    agreed = {n: v for n, v in first.items() if all(getattr(other, n) == v for other in others)}
    return replace(given, **{n: v for n, v in agreed.items() if getattr(given, n) is None})


def _span(almanac: Almanac) -> str:
    """The years that were searched, and by which hours."""
    first, last = almanac.between
    place = almanac.place or MERIDIAN
    time = "true" if almanac.reckoning.clock == "true" else "mean"
    east = f"{abs(place.longitude):g}°{'W' if place.longitude < 0 else 'E'}"
    return f"{first} to {last}, {time} time of {east}"


def _step(general: int, days: dict[int, tuple[str, ...]], almanac: Almanac) -> Step:
    en, zh = days[general]
    others = [(BRANCHES[g], names) for g, names in days.items() if g != general]
    return Step(
        f"the four pillars fall on {en} ({_span(almanac)}): the month general is "
        f"{BRANCHES[general]}" + "".join(f"; on {names[0]} it is {g}" for g, names in others),
        f"四柱當{zh}，{BRANCHES[general]}將" + "".join(f"；{n[1]}則{g}將" for g, n in others),
        PASSAGE_OF_GENERAL[general],
        gives="month_general",
    )


def _on_no_day(given: Given, almanac: Almanac) -> tuple[Reading, ...]:
    """Both month generals of the month."""
    assert given.month is not None
    before, after = generals_of(given.month)
    month = BRANCHES[given.month]
    return tuple(
        Reading(
            replace(given, month_general=general),
            Step(
                f"no day has these four pillars ({_span(almanac)}): {en} its 中氣 the general of "
                f"the {month} month is {BRANCHES[general]}",
                f"無此四柱之日；{month}月中氣{zh}用{BRANCHES[general]}將",
                PASSAGE_OF_GENERAL[general],
                gives="month_general",
            ),
            sure=False,
        )
        for general, en, zh in ((before, "before", "前"), (after, "after", "後"))
    )
