"""The days of the four 立, the two 分 and the two 至, and the days before them 離辰, 絕日.

Plain arithmetic, for one moment and for arrays of them.
"""

from __future__ import annotations

from facts.flat import Number
from facts.kinds import names_of
from facts.solar_terms import NAMES

_NAMES = names_of("term_day")
ORDINARY = _NAMES.index("常日")
"""A day of no such term, nor the one before."""

EVERY = 3
"""Of the twenty-four terms each third is one of the eight: 冬至 (0), 立春 (3), 春分 (6) ..."""


def day_of_term(index: Number) -> Number:
    """The index of the symbol of the day of the index-th term; that of the day before is next."""
    return (index // EVERY - 1) % 8 * 2


def term_before_of(index: Number) -> Number:
    """The last of the eight at or before a term; the next is `EVERY` further."""
    return index - index % EVERY


assert [_NAMES[day_of_term(i)] for i in range(0, 24, EVERY)] == [f"{n}日" for n in NAMES[::EVERY]]
