"""A line of tokens to its charts, quickly where each of its words is known and sound.

The words of charts repeat, so each is read once. Whatever is not plain (a fault, a moment, four
pillars, a board that needs the day) goes to ``facts.charts``, whose answer it is in any case.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from facts.charts import Chart, read_charts
from facts.given import Given
from facts.moment import Almanac
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
