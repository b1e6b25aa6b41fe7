"""Chunks of rows: the unit that is judged apart, written whole, and done once.

Where a chunk ends depends on the input alone, so that a run that goes on, and a run that is spread
over machines, have the same chunks as an undivided one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, NamedTuple

from engine.batch.faults import LONGEST_SHOWN

ROWS = 8_192
"""Rows of a chunk, unless it is said otherwise."""

BYTES = 4_000_000
"""Bytes of a chunk, however few rows they are."""

LONGEST = 1_000_000
"""Bytes that a row may have."""

Trouble = Literal["", "long", "quote"]


class Piece(NamedTuple):
    """The bytes of one row, with the number of its line, and what is wrong with them already."""

    line: int
    raw: bytes
    trouble: Trouble = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows that are done together: its place, the number of its first row (from 1), its rows."""

    index: int
    first: int
    rows: int
    payload: Any


def lines_of(file: BinaryIO) -> Iterator[Piece]:
    """The lines of a file, without their line feeds; of one too long its beginning."""
    number = 0
    while raw := file.readline(LONGEST + 1):
        number += 1
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if len(raw) > LONGEST and not raw.endswith(b"\n"):
            while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            yield Piece(number, raw[:LONGEST_SHOWN], "long")
            continue
        yield Piece(number, raw.removesuffix(b"\n"))


def solid(lines: Iterable[Piece]) -> Iterator[Piece]:
    """Lines that are not blank, each a row."""
    for piece in lines:
        if piece.raw.strip():
            yield piece._replace(raw=piece.raw.rstrip(b"\r"))


def chunks_of(pieces: Iterable[Piece], rows: int = ROWS) -> Iterator[Chunk]:
    """Pieces gathered into chunks, by number and by size."""
    held: list[Piece] = []
    size = index = done = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece.raw)
        if len(held) >= rows or size >= BYTES:
            yield Chunk(index, done + 1, len(held), held)
            index, done, held, size = index + 1, done + len(held), [], 0
    if held:
        yield Chunk(index, done + 1, len(held), held)


def ranges_of(total: int, rows: int = ROWS) -> Iterator[Chunk]:
    """Chunks of rows that need no reading: each knows its numbers alone."""
    for index, start in enumerate(range(0, total, rows)):
        count = min(rows, total - start)
        yield Chunk(index, start + 1, count, None)
