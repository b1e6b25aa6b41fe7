"""Many lines of the notation to the inputs of their charts, in arrays.

Each line is parsed as one chart is; the moments in the lines are read together, and what follows
is filled in for all. What cannot be read so, lines with a fault or with four pillars, is then read
line by line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from facts.charts import read_charts
from facts.clocks import read_moments
from facts.given import INPUTS, Given
from facts.inputs import ABSENT, Array, Inputs, both, inputs_of_givens, settled
from facts.moment import Almanac
from facts.moments import told_by_moments
from facts.notation import MAX_LENGTH, parse
from facts.readings import BadToken, Setting
from facts.schools import DEFAULT, School
from facts.tokens import read_token, tokens
from rules.reader.diagnostics import InputError, Report
from rules.reader.nodes import Source


class Lines(NamedTuple):
    """The charts of lines: their complete inputs, and the place of the line of each, in order.

    ``faults`` are the lines that give no chart; four pillars may give two.
    """

    inputs: Inputs
    lines: Array
    faults: Mapping[int, InputError]


def read_lines(
    lines: Sequence[str],
    school: School = DEFAULT,
    name: str = "<chart>",
    almanac: Almanac | None = None,
) -> Lines:
    """The charts of lines, as `read_charts` reads each."""
    almanac = almanac or Almanac()
    inputs, alone = _together(lines, almanac)
    singly: list[tuple[int, Given]] = []
    faults: dict[int, InputError] = {}
    for place in np.flatnonzero(alone).tolist():
        try:
            charts = read_charts(lines[place], school, name, almanac)
        except InputError as error:
            faults[place] = error
        else:
            singly += [(place, chart.given) for chart in charts]
    of = np.array([*np.flatnonzero(~alone), *(place for place, _ in singly)], dtype=np.int64)
    order = np.argsort(of, kind="stable")
    rest = inputs_of_givens([given for _, given in singly])
    whole = _joined({name: values[~alone] for name, values in inputs.items()}, rest)
    return Lines({name: values[order] for name, values in whole.items()}, of[order], faults)


class _Told(NamedTuple):
    """What a line tells: its inputs, and the text of its moment if it has one."""

    inputs: dict[str, int]
    moment: str


@lru_cache(maxsize=65_536)
def _inputs_of_word(word: str) -> tuple[Setting, ...] | None:
    """What a word tells, which every line does that has it; None where more is to be looked at."""
    found: list[Setting] = []
    for token in tokens(Source("", word)):
        if token.is_moment:
            return None
        try:
            found += read_token(token.text)
        except BadToken:
            return None
    return None if any(name.startswith("over_") for name, _ in found) else tuple(found)


def _told_by_words(line: str) -> _Told | None:
    """What a line tells whose words are sound, each by itself and all together; or None."""
    inputs: dict[str, int] = {}
    for word in line.split() if len(line) <= MAX_LENGTH else ("",):
        settings = _inputs_of_word(word)
        if not settings:
            return None
        for name, value in settings:
            if inputs.setdefault(name, value) != value:
                return None
    return _Told(inputs, "")


def _told(line: str) -> _Told | None:
    """What a line tells; None where it is to be read by itself."""
    plain = _told_by_words(line)
    if plain is not None:
        return plain
    report = Report()
    written = parse(line, report)
    if report.failed or written.over:  # a board that waits for the day of the moment
        return None
    return _Told(written.told, written.moment.text if written.moment else "")


_NOTHING = _Told({}, "")


def _together(lines: Sequence[str], almanac: Almanac) -> tuple[Inputs, Array]:
    """The inputs of all lines, and which lines are to be read by themselves."""
    found = [_told(line) for line in lines]
    alone = np.array([line is None for line in found], dtype=bool)
    told = [line or _NOTHING for line in found]
    names = set[str]().union(*(line.inputs for line in told))
    absent = np.full(len(told), ABSENT)
    given = {
        name: np.array([line.inputs.get(name, ABSENT) for line in told], dtype=np.int64)
        for name in INPUTS
        if name in names
    }
    dated = {place: line.moment for place, line in enumerate(told) if line.moment}
    if dated:
        at = np.array(list(dated), dtype=np.int64)
        alone[at] |= _take_moments(given, at, [*dated.values()], absent, almanac)
    given.setdefault("day", absent)
    inputs, faulty = settled(given)
    no_board = (inputs["day"] == ABSENT) | (inputs["offset"] == ABSENT)
    return inputs, alone | faulty | no_board


def _take_moments(
    given: dict[str, Array], at: Array, texts: list[str], absent: Array, almanac: Almanac
) -> Array:
    """Add the inputs of the moments in some lines; which of them that cannot be done for."""
    read = read_moments(texts, almanac.zone)
    moments, refused = told_by_moments(read.universal, almanac, read.clock)
    for name, values in moments.items():
        known = given.setdefault(name, absent.copy())
        known[at], differ = both(known[at], values)
        refused |= differ
    return refused | read.faulty


def _joined(*parts: Inputs) -> dict[str, Array]:
    """The inputs of some charts and then those of others."""
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: np.concatenate([p.get(name, np.full(len(p["day"]), ABSENT)) for p in parts])
        for name in names
    }
