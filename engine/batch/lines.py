"""A line of tokens to its charts, quickly where each of its words is known and sound.

The words of charts repeat, so each is read once. Whatever is not plain (a fault, a moment, four
pillars, a board that needs the day) goes to ``facts.charts``, whose answer it is in any case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from facts.charts import Chart, read_charts
from facts.given import Given
from facts.instants import MomentError, read_moment
from facts.moment import Almanac
from facts.moments import inputs_of_moments
from facts.notation import MAX_LENGTH, is_moment
from facts.schools import DEFAULT
from facts.settle import has_pillars, missing, settle
from facts.tokens import BadToken, Setting, read_token, tokens
from rules.reader.nodes import Source


def givens_of(line: str, name: str, almanac: Almanac | None) -> list[Given]:
    """The complete inputs of each chart that a line can mean; InputError with every fault."""
    quick = _quick(line)
    if quick is not None:
        return [quick]
    return [chart.given for chart in _slow(line, name, almanac)]


def plain_moment(line: str, almanac: Almanac | None) -> tuple[int, int] | None:
    """The second of Universal Time and of the clock, of a line that is a moment and no more."""
    if not line[:1].isdigit():
        return None
    try:
        instant = read_moment(line, (almanac or Almanac()).zone)
    except MomentError:
        return None
    return instant.universal, instant.local


def givens_of_moments(
    moments: Mapping[int, tuple[int, int]], almanac: Almanac | None
) -> dict[int, Given]:
    """The complete inputs of moments, by the same keys; those that make no chart are left out."""
    if not moments:
        return {}
    import numpy as np

    seconds, clock = np.array(list(moments.values()), dtype=np.int64).T
    inputs, refused = inputs_of_moments(seconds, almanac or Almanac(), clock)
    names = tuple(inputs)
    rows = zip(*(inputs[name].tolist() for name in names), strict=True)
    return {
        key: Given(**{name: value for name, value in zip(names, row, strict=True) if value >= 0})
        for key, row, no in zip(moments, rows, refused.tolist(), strict=True)
        if not no
    }


def _slow(line: str, name: str, almanac: Almanac | None) -> tuple[Chart, ...]:
    return read_charts(line, DEFAULT, name, almanac)


def _quick(line: str) -> Given | None:
    """The complete inputs of a plain line, or None."""
    if len(line) > MAX_LENGTH:
        return None
    given: dict[str, int] = {}
    for word in line.split():
        settings = _settings(word)
        if settings is None:
            return None
        for name, value in settings:
            if given.setdefault(name, value) != value:
                return None
    if "day" not in given:
        return None
    apart = {name: given.pop(name) for name in _APART if name in given}
    if "birth" not in given and "natal" in given:
        apart["natal"] = given.pop("natal")
    if "hour_stem" not in given:
        apart["day"] = given.pop("day")
    known = _complete(tuple(sorted(given.items())))
    return None if known is None else replace(known, **apart)


_APART = ("enemy", "city", "first_mover", "lunar_month", "lunar_day")
"""Inputs from which nothing follows and which contradict nothing (as the day, without the stem
of the hour, and the natal branch, without the year of birth)."""


@lru_cache(maxsize=65536)
def _settings(word: str) -> tuple[Setting, ...] | None:
    """What a word gives, or None where it is not plain."""
    found: list[Setting] = []
    for token in tokens(Source("", word)):
        if is_moment(token.text):
            return None
        try:
            found += read_token(token.text)
        except BadToken:
            return None
    return None if any(name.startswith("over_") for name, _ in found) else tuple(found)


@lru_cache(maxsize=65536)
def _complete(items: tuple[Setting, ...]) -> Given | None:
    """The inputs, completed; None where they are faulty or no board, whatever the day is."""
    given = Given(**dict(items))
    dayless = given.day is None
    given, _, faults = settle(replace(given, day=0) if dayless else given)
    if faults or has_pillars(given) or missing(given) is not None:
        return None
    return replace(given, day=None) if dayless else given
