"""A step of a derivation: what was decided, with the actual values, and by which passage."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """One decision of a casting: a sentence in English and in Chinese, and its passage.

    ``gives`` is the column of the chart that it decides (several with blanks between), if any.
    """

    what_en: str
    what_zh: str
    passage: str
    gives: str = ""
