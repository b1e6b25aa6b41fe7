"""Time in arrays: what holds from one instant to the next, as sorted tables that are searched.

A table is made of blocks, one for each year that the seconds fall in, so that a few moments in
distant ages need no table of all that lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facts.julian import FIRST_YEAR, LAST_YEAR

Array: TypeAlias = npt.NDArray[Any]

YEAR = 31_556_926
"""Seconds of a mean tropical year."""
_FIRST = 148_699_368_000
"""Second of the day count at which the count of these years begins: with the year 1 BCE."""

Block: TypeAlias = Callable[[int], tuple[Array, ...]]


def start_of(year: int) -> int:
    """The second at which a year (astronomical, within a month of the calendar's) begins."""
    return _FIRST + year * YEAR


def years_of(seconds: Array) -> list[int]:
    """The years that the seconds fall in, each with the years beside it, in their order.

    Seconds beyond the years within which moments are accepted count to the nearest.
    """
    if not len(seconds):
        return []
    years = np.clip((seconds - _FIRST) // YEAR, FIRST_YEAR - 1, LAST_YEAR + 1)
    first = int(years.min())
    found = first + np.flatnonzero(np.bincount(years - first))
    return sorted({int(year) + beside for year in found for beside in (-1, 0, 1)})


class Timeline:
    """Arrays side by side, the first of them sorted: from which second on the others hold."""

    def __init__(self, years: Sequence[int], block: Block) -> None:
        blocks = [block(year) for year in years]
        self.starts, *self.values = (np.concatenate(parts) for parts in zip(*blocks, strict=True))

    def places(self, seconds: Array) -> Array:
        """The place in the table that holds at each of the seconds."""
        return np.searchsorted(self.starts, seconds, side="right") - 1
