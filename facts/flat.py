"""Flat tables: one look-up serves an integer index and an array of them.

A table of truth values is ``bytes``; a table of symbol codes, which need more than eight bits, is
a ``memoryview`` of 16-bit integers. Both are read by ``table[i]`` and, as arrays, by ``as_array``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy.typing as npt

FlatTable: TypeAlias = "bytes | memoryview[int]"

Number: TypeAlias = Any
"""An integer, or an array of them: plain arithmetic serves both alike."""


def code_table(codes: Iterable[int]) -> memoryview[int]:
    """A table of symbol codes."""
    whole = codes if isinstance(codes, array) else array("H", codes)  # an array is copied at once
    return memoryview(whole.tobytes()).cast("H")


_ARRAYS: dict[int, tuple[FlatTable, Any]] = {}
_MOST = 2_000  # arrays that are kept, each with its table


def as_array(table: FlatTable) -> npt.NDArray[Any]:
    """The table as a numpy array over the same memory, made once."""
    known = _ARRAYS.get(id(table))
    if known is None or known[0] is not table:
        import numpy as np

        if len(_ARRAYS) >= _MOST:
            _ARRAYS.clear()
        dtype = np.uint8 if isinstance(table, bytes) else np.uint16
        known = _ARRAYS[id(table)] = (table, np.frombuffer(table, dtype=dtype))
    values: npt.NDArray[Any] = known[1]
    return values
