"""Four pillars 四柱 to the inputs of charts: the days on which they fall, and the month general.

Year, month, day and hour name at most one day in each cycle of sixty years, now before the 中氣 of
the month and now after it: where the days differ, each month general is a chart of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from facts.given import Given
from facts.instants import Instant
from facts.julian import DAY, Date, astronomical, date_of, pillar_of_day
from facts.moment import Almanac, Place, Reckoning, inputs_of, universal_name
from facts.seasons import generals_of
from facts.solar_terms import NAMES, term_second
from facts.sun import solar_time
from facts.symbols import BRANCHES
from facts.trace import Step

MERIDIAN = Place(120.0)
"""Where the clock stands if no place is given: the meridian of Beijing time."""


class Reading(NamedTuple):
    """One chart that four pillars can mean: its inputs, and a step that says on which days.

    ``sure`` is false where the general is not the only one, or no day has the pillars.
    """

    given: Given
    step: Step
    sure: bool


class _Part(NamedTuple):
    """A part of the double hour of one day under one month general: first and last second."""

    general: int
    label: str
    first: int
    last: int
    date: Date


def has_pillars(given: Given) -> bool:
    """Whether inputs are four pillars without a board (the stems of month and hour follow)."""
    pillars = (given.year_stem, given.year, given.month, given.day, given.hour)
    return None not in pillars and given.month_general is None


def readings(given: Given, almanac: Almanac) -> tuple[Reading, ...]:
    """The charts that four pillars mean in the almanac's years, by its reckoning.

    Hours are of mean time (or true, where the almanac says so) at its place, or at 120°E. What
    else was given narrows the days; what all days of a general agree on is filled in.
    """
    assert given.month is not None
    years = " to ".join(str(year) for year in almanac.between)
    where = f"{years}, {_clock_name(almanac)}"
    parts = [(part, found) for part in _parts(given, almanac) if (found := _fit(part, given, almanac))]
    if not parts:
        return tuple(
            Reading(
                replace(given, month_general=general),
                Step(
                    f"no day has these pillars ({where}): the month general of the "
                    f"{BRANCHES[given.month]} month is {BRANCHES[general]} {side_en} its 中氣",
                    f"無此四柱之日：{BRANCHES[given.month]}月中氣{side_zh}用{BRANCHES[general]}將",
                    "DQ-0638",
                    gives="month_general",
                ),
                sure=False,
            )
            for general, side_en, side_zh in zip(
                generals_of(given.month), ("before", "after"), "前後", strict=True
            )
        )
    parts.sort(key=lambda pair: (generals_of(given.month or 0).index(pair[0].general), pair[0].first))
    groups = [(g, [*of]) for g, of in groupby(parts, key=lambda pair: pair[0].general)]
    days = {g: ", ".join(dict.fromkeys(part.label for part, _ in of)) for g, of in groups}
    found = []
    for general, of in groups:
        others = [(g, label) for g, label in days.items() if g != general]
        also_en = "".join(f"; it is {BRANCHES[g]} on {label}" for g, label in others)
        also_zh = "".join(f"；{label}則{BRANCHES[g]}將" for g, label in others)
        step = Step(
            f"the pillars fall on {days[general]} ({where}): the month general is "
            f"{BRANCHES[general]}{also_en}",
            f"四柱當{days[general]}，{BRANCHES[general]}將{also_zh}",
            "DQ-0638",
            gives="month_general",
        )
        agreed = _agreed([inputs for _, several in of for inputs in several])
        told = {name: value for name, value in agreed.items() if getattr(given, name) is None}
        found.append(Reading(replace(given, **told), step, sure=not others))
    return tuple(found)
