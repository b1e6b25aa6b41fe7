"""Packed bits: the truths of 64 rules on a chart in one word, in the order of the edition.

There are two planes of them, of what must hold and of what may; a plane is an array of words by
charts, so that what is done to one word is done to many charts at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

WORD = np.dtype("<u8")
BITS = 64
_BLOCK = 1_024  # charts whose bits are read together
_ONE = np.uint64(1)


def words_of(rules: int) -> int:
    """How many words so many rules fill."""
    return (rules + BITS - 1) // BITS


@dataclass(frozen=True, slots=True)
class Planes:
    """What must hold and what may on some charts, or on the rows of a frame: words by charts."""

    must: Array
    may: Array

    @classmethod
    def zeros(cls, rules: int, size: int) -> Planes:
        """Planes in which nothing may hold."""
        shape = words_of(rules), size
        return cls(np.zeros(shape, dtype=WORD), np.zeros(shape, dtype=WORD))

    def part(self, charts: slice) -> Planes:
        """The planes of some charts, over the same memory."""
        return Planes(self.must[:, charts], self.may[:, charts])

    def set(self, rule: int, truths: Array) -> None:
        """Set a rule's bits, of which none is set yet, from truths as bytes of two planes."""
        word, bit = divmod(rule, BITS)
        wide = truths.astype(WORD)
        self.must[word] |= (wide & _ONE) << np.uint64(bit)
        self.may[word] |= (wide >> _ONE) << np.uint64(bit)


def bits_of(plane: Array, rule: int) -> Array:
    """Where the bit of a rule is set."""
    word, bit = divmod(rule, BITS)
    bits: Array = (plane[word] & (_ONE << np.uint64(bit))).astype(np.bool_)
    return bits


def mask_of(rules: Iterable[int], size: int) -> Array:
    """The words of one chart in which just these rules, of so many, are set."""
    bits = np.zeros(words_of(size) * BITS, dtype=np.uint8)
    bits[list(rules)] = 1
    return np.packbits(bits, bitorder="little").view(WORD)


def pairs_of(plane: Array, mask: Array) -> tuple[Array, Array]:
    """The bits that are set in a plane and in the mask: pairs of chart and rule, in this order."""
    width = 8 * len(mask)
    charts, rules = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)]
    for start in range(0, plane.shape[1], _BLOCK):
        # Chart by chart, and of each only the bytes in which a bit is set.
        block = np.bitwise_and(plane[:, start : start + _BLOCK].T, mask, order="C")
        data = block.view(np.uint8).reshape(-1)
        filled = np.flatnonzero(data.view(np.bool_))
        bits = np.unpackbits(data[filled], bitorder="little").view(np.bool_)
        found = np.flatnonzero(bits)
        place = found >> 3
        chart = (filled // width).astype(np.int32)
        byte = filled.astype(np.int32) - chart * np.int32(width)
        charts.append((chart + np.int32(start))[place])
        rules.append((byte << 3)[place] | (found & 7).astype(np.int32))
    return np.concatenate(charts), np.concatenate(rules)
