"""The twenty-four solar terms 節氣 as instants, to the second.

Index 0 is the 冬至 before the year begins, 3 its 立春; even terms are 中氣, odd ones 節. Instants
are seconds of Universal Time in the Julian day count. True terms 定氣 are the sun's longitudes, by
tyme4py's own instants (its calendar days do not follow them before 1645); mean terms 平氣, for
cases of older calendars, divide the time between two true winter solstices evenly.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import Literal

from facts.flat import Number
from facts.julian import DAY, date_of

Kind = Literal["true", "mean"]

NAMES = (
    *(
        "冬至",
        "小寒",
        "大寒",
        "立春",
        "雨水",
        "驚蟄",
        "春分",
        "清明",
        "穀雨",
        "立夏",
        "小滿",
        "芒種",
    ),
    *(
        "夏至",
        "小暑",
        "大暑",
        "立秋",
        "處暑",
        "白露",
        "秋分",
        "寒露",
        "霜降",
        "立冬",
        "小雪",
        "大雪",
    ),
)

_BEIJING = 8 * 3600
_J2000 = 2_451_545


@lru_cache(maxsize=4096)
def term_second(year: int, index: int, kind: Kind = "true") -> int:
    """Instant of the index-th term of a year (astronomical: 1 BCE is 0); index may overrun."""
    year, index = year + index // 24, index % 24
    if kind == "mean":
        start, end = term_second(year, 0), term_second(year + 1, 0)
        return round(start + (end - start) * index / 24)
    from tyme4py.util import ShouXingUtil

    longitude = (year - 1999) * 2 * pi + (index - 6) * pi / 12
    days: float = ShouXingUtil.qi_accurate(longitude)
    return round((days + _J2000) * DAY) - _BEIJING


def term_before(second: int, parity: int | None, kind: Kind = "true") -> tuple[int, int]:
    """Year and index (0-23) of the last term at or before an instant.

    ``parity`` 0 asks for a 中氣, 1 for a 節, None for either. A term holds from its very second.
    """
    date = date_of(int(second // DAY + 1))
    year = date.year + 1 if date.year < 0 else date.year
    guess = year * 24 + (second - term_second(year, 0, kind)) * 24 // 31_556_926 + 2
    while term_second(*divmod(guess, 24), kind) > second or (
        parity is not None and guess % 2 != parity
    ):
        guess -= 1
    return divmod(guess, 24)


# What holds after a term: plain arithmetic, for one term and for arrays of them.


def year_of_term(year: Number, index: Number) -> Number:
    """The year pillar (0-59) after the index-th term of a year: it changes at 立春."""
    return (year - (index < 3) - 4) % 60


def month_of_term(index: Number) -> Number:
    """The month branch after a term: 寅 from 立春 on, each for two terms."""
    return (2 + (index - 3) // 2) % 12


def general_of_term(index: Number) -> Number:
    """The month general 月將 after a term: 亥 from 雨水 on, each for two terms, backward."""
    return (11 - (index - 4) // 2) % 12


def quarter_of_term(index: Number) -> Number:
    """The season of the year after a term: spring from 立春 on, each for six terms."""
    return (index - 3) // 6 % 4


def next_beginning(index: Number) -> Number:
    """The index of the first 立 after a term, which may overrun."""
    return index + 6 - (index - 3) % 6
