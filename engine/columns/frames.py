"""Frames: the few rows to which the columns of many charts come down.

A condition reads few columns, and their symbols make few combinations: 2,160 casts (720 boards by
day, by night, and where that is not known), times the seasons or the months where it reads them.
What is true of each row is worked out once; a chart only looks up the row in which it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.space import Space
from facts.columns import DERIVED, TYPES, board_columns
from facts.schools import School
from facts.symbols import ALPHABET, UNKNOWN, first

Array: TypeAlias = npt.NDArray[Any]

ROWS = 80_000
"""Rows up to which a frame is worked out: the casts by both seasons (6 x 6) are 77,760."""

_BOARDS = 60 * 12
_CASTS = _BOARDS * 3  # by day and by night, then each board where that is not known

CAST = frozenset(board_columns(0, 0)) | {*DERIVED, "earth_arrangement", "arrangement", "day_part"}
"""The columns that follow from the board and from day or night."""

_TYPES = TYPES | {"method": "method"} | dict.fromkeys(DERIVED[1:], "branch")


def _symbols(column: str) -> int:
    return len(ALPHABET.members[_TYPES[column]])


class Casts:
    """The casts of a school: the rows, and in which of them a chart lies."""

    def __init__(self, school: School) -> None:
        parted = Space.over(("day", "plate", "day_part"), school).columns()
        boards = Space.over(("day", "plate"), school).columns()
        unknown = np.full(len(boards["plate"]), UNKNOWN, dtype=np.uint16)
        self.columns = {
            name: np.concatenate((parted[name], boards.get(name, unknown))) for name in CAST
        }

    def place(self, columns: Mapping[str, Array], size: int) -> Array | None:
        """The row of each chart; None where a chart was cast otherwise or has no board."""
        if "day_pillar" not in columns or "plate" not in columns or not size:
            return None
        day, plate = _place("day_pillar", columns), _place("plate", columns)
        if day.max() >= _symbols("day_pillar") or plate.max() >= _symbols("plate"):
            return None
        board = day * 12 + plate
        if "day_part" in columns:
            part = _place("day_part", columns)
            row = np.where(part < 2, board * 2 + part, board + 2 * _BOARDS)
        else:
            row = board + 2 * _BOARDS
        for name, rows in self.columns.items():
            given = columns.get(name, UNKNOWN)
            if not (rows[row] == given).all():
                return None
        return row


@dataclass(frozen=True)
class Frame:
    """The rows over some columns: over the casts, or over each column for itself.

    The last place of a column stands for what was not given.
    """

    casts: bool
    columns: tuple[str, ...]

    @cached_property
    def size(self) -> int:
        """How many rows there are."""
        return (_CASTS if self.casts else 1) * prod(_symbols(name) + 1 for name in self.columns)

    def rows(self, casts: Casts) -> dict[str, Array]:
        """The columns of all rows."""
        shape = [_CASTS] if self.casts else []
        shape += [_symbols(name) + 1 for name in self.columns]
        grid = list(np.indices(shape, dtype=np.uint16).reshape(len(shape), -1))
        found: dict[str, Array] = {}
        if self.casts:
            cast = grid.pop(0)
            found = {name: codes[cast] for name, codes in casts.columns.items()}
        for name, places in zip(self.columns, grid, strict=True):
            codes = first(_TYPES[name]) + places
            codes[places == _symbols(name)] = UNKNOWN
            found[name] = codes.astype(np.uint16)
        return found


def frame_of(reads: Iterable[str]) -> Frame | None:
    """The frame for what reads these columns; None where it would have too many rows.

    Most conditions read the cast and at most one thing more: they share a frame, and so one
    look-up.
    """
    names = frozenset(reads)
    shared = Frame(True, tuple(sorted(names - CAST)))
    if shared.size <= ROWS:
        return shared
    own = Frame(False, tuple(sorted(names)))
    return own if own.size <= ROWS else None


class Places:
    """In which row of each frame some charts lie."""

    def __init__(self, columns: Mapping[str, Array], size: int, cast: Array) -> None:
        self._columns = columns
        self._size = size
        self._cast = cast
        self._known: dict[Frame, Array] = {}

    def of(self, frame: Frame) -> Array:
        """The row of each chart in a frame."""
        known = self._known.get(frame)
        if known is None:
            known = self._known[frame] = self._place(frame)
        return known

    def _place(self, frame: Frame) -> Array:
        row = self._cast if frame.casts else np.zeros(self._size, dtype=np.intp)
        for name in frame.columns:
            count = _symbols(name)
            row = row * (count + 1)
            row += _place(name, self._columns) if name in self._columns else count
        return row


def _place(name: str, columns: Mapping[str, Array]) -> Array:
    """The place of each code among the symbols of its column; the last for what is unknown."""
    places = np.minimum(columns[name] - np.uint16(first(_TYPES[name])), _symbols(name))
    return places.astype(np.intp)
