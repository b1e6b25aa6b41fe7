"""Rows of CSV, so that a damaged one costs no other.

A quote that is never closed would swallow all rows after it. A row therefore ends with its line
unless its quotes are open there; if the row that comes of the further lines is not sound, its
first line alone is damaged, and reading goes on with the second.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator

from engine.batch.chunks import LONGEST, Piece, solid
from engine.batch.faults import Bad

MOST_LINES = 1_000
"""Lines over which one row is looked for."""


def csv_pieces(lines: Iterator[Piece], columns: int) -> Iterator[Piece]:
    """Rows of CSV of that many columns, from lines."""
    waiting: deque[Piece] = deque()
    while True:
        piece = waiting.popleft() if waiting else next(lines, None)
        if piece is None:
            return
        if piece.trouble or piece.raw.count(b'"') % 2 == 0:
            yield from solid((piece,))
            continue
        taken = _further(piece, waiting, lines, columns)
        if taken:
            raw = b"\n".join((piece.raw, *(waiting.popleft().raw for _ in range(taken))))
            yield Piece(piece.line, raw.rstrip(b"\r"))
        else:
            yield Piece(piece.line, piece.raw.rstrip(b"\r"), "quote")


def _further(first: Piece, waiting: deque[Piece], lines: Iterator[Piece], columns: int) -> int:
    """How many lines after the first belong to its row; 0 if that does not give a sound row."""
    quotes, size, taken = first.raw.count(b'"'), len(first.raw), 0
    while taken < MOST_LINES:
        if taken == len(waiting):
            following = next(lines, None)
            if following is None:
                return 0
            waiting.append(following)
        piece = waiting[taken]
        size += len(piece.raw)
        if piece.trouble or size > LONGEST:
            return 0
        taken += 1
        quotes += piece.raw.count(b'"')
        if quotes % 2 == 0:
            raws = (first.raw, *(waiting[i].raw for i in range(taken)))
            try:
                found = split(b"\n".join(raws).rstrip(b"\r").decode("utf-8", "replace"))
            except Bad:
                return 0
            return taken if len(found) == columns else 0
    return 0


def split(text: str) -> list[str]:
    """The fields of a row; Bad where its quotes are wrong."""
    try:
        rows = list(csv.reader([text], strict=True))
    except csv.Error as error:
        raise Bad(
            "E506",
            f"the row is no CSV: {error}",
            'a value with a comma, a quote or a line break stands in quotes, a quote as ""',
        ) from None
    return rows[0] if rows else []


def header(raw: bytes) -> tuple[str, ...]:
    """The names of the columns, of the first line; Bad where they are none."""
    try:
        names = tuple(name.strip() for name in split(raw.decode("utf-8")))
    except UnicodeDecodeError:
        raise Bad("E002", "the first line is not UTF-8", "save the file as UTF-8") from None
    if len(names) == 1:
        for sign, word in ((";", "semicolons"), ("\t", "tabs")):
            if sign in names[0]:
                raise Bad("E504", f"the columns are parted by {word}, not by commas")
    for name in names:
        if not name:
            raise Bad("E504", "a column has no name", "the first line names the columns")
        if names.count(name) > 1:
            raise Bad("E504", f"two columns have the name `{name}`")
    return names
