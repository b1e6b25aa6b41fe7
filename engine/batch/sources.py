"""Where the rows of a run come from: a file, standard input, moments at even steps, all boards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from engine.batch.chunks import ROWS, Chunk, Piece, chunks_of, lines_of, ranges_of, solid
from engine.batch.csvrows import csv_pieces, header
from engine.batch.faults import Bad
from engine.batch.fields import INPUTS, unlike
from engine.batch.job import Kind

KINDS: dict[str, Kind] = {
    ".jsonl": "lines",
    ".ndjson": "lines",
    ".txt": "lines",
    ".csv": "csv",
    ".parquet": "parquet",
}
"""How a file is read, by the end of its name."""


FIRST = 1_000
"""Rows of JSON whose columns are carried through."""


class NoSource(Exception):
    """An input that cannot be read at all; the message says why and how to mend it."""


@dataclass
class Source:
    """The rows of a run in chunks. ``identity`` tells it from others; None for a stream.

    ``rows`` is how many there are where that is known, ``size`` the bytes of a file.
    """

    kind: Kind
    chunks: Iterator[Chunk]
    carried: tuple[str, ...]
    identity: dict[str, Any] | None
    header: tuple[str, ...] = ()
    rows: int | None = None
    size: int | None = None
    read: Callable[[], int] = lambda: 0


def made(kind: Kind, total: int, carried: Sequence[str], rows: int = ROWS) -> Source:
    """Moments or boards, so many of them; the options of the run tell them from others."""
    return Source(kind, ranges_of(total, rows), tuple(carried), {"rows": total}, rows=total)


def opened(
    path: str, file: BinaryIO, kind: Kind, carry: Sequence[str] | None = None, rows: int = ROWS
) -> Source:
    """The rows of a file or of standard input (``-``), so many of them a chunk.

    ``carry`` names the columns that are carried through. NoSource, BadTable.
    """
    identity = None if path == "-" else identity_of(path)
    size = identity["bytes"] if identity else None
    if kind == "parquet":
        return _parquet(path, identity, carry, rows)
    pieces = lines_of(file)
    first = next(pieces, None)
    if first is not None and first.raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NoSource("the input is UTF-16: save it in the encoding UTF-8")
    pieces = chain([first] if first else [], pieces)
    if kind == "csv":
        source = _csv(pieces, identity, carry, rows)
    else:
        source = _lines(pieces, identity, carry, rows)
    if kind == "at":
        source.kind, source.carried = "at", ("at",)
    source.size = size
    if size is not None:
        source.read = file.tell
    return source


def _lines(
    pieces: Iterator[Piece], identity: Any, carry: Sequence[str] | None, rows: int
) -> Source:
    """Lines: what the first objects have beside inputs is carried through, or what is asked for."""
    rest = solid(pieces)
    first = list(islice(rest, FIRST))
    carried = _carried(_first_keys(first), carry, strict=False)
    return Source("lines", chunks_of(chain(first, rest), rows), carried, identity)


def _first_keys(pieces: Iterable[Piece]) -> list[str]:
    """The columns of the first rows that are JSON objects."""
    keys: dict[str, None] = {}
    for piece in pieces:
        if piece.raw.lstrip().startswith(b"{") and not piece.trouble:
            try:
                found = json.loads(piece.raw)
                unlike(found)
                json.dumps(found, ensure_ascii=False).encode("utf-8")
            except (Bad, ValueError, RecursionError):
                continue
            keys |= dict.fromkeys(found)
    return list(keys)


def _csv(pieces: Iterator[Piece], identity: Any, carry: Sequence[str] | None, rows: int) -> Source:
    first = next(pieces, None)
    if first is None:
        raise NoSource("the input is empty: the first line of a CSV names its columns")
    try:
        names = header(first.raw.rstrip(b"\r"))
        unlike(names, carry or ())
    except Bad as fault:
        raise NoSource(
            f"the first line: {fault}" + (f" ({fault.help})" * bool(fault.help))
        ) from None
    carried = _carried(names, carry, strict=True)
    _check_inputs(names)
    chunks = chunks_of(csv_pieces(pieces, len(names)), rows)
    return Source("csv", chunks, carried, identity, header=names)


def _parquet(path: str, identity: Any, carry: Sequence[str] | None, rows: int) -> Source:
    from engine.batch.tables import open_table, table_chunks

    if path == "-":
        raise NoSource("Parquet is not read from standard input: name the file")
    table = open_table(path)
    names = table.schema_arrow.names
    try:
        unlike(names, carry or ())
    except Bad as fault:
        raise NoSource(f"{fault} ({fault.help})") from None
    _check_inputs(names)
    carried = _carried(names, carry, strict=True)
    total = table.metadata.num_rows
    return Source("parquet", table_chunks(path, rows), carried, identity, rows=total)


def _check_inputs(names: Sequence[str]) -> None:
    if not set(names) & set(INPUTS):
        raise NoSource(
            f"none of the columns ({', '.join(names[:8])}) is an input: "
            f"they are {', '.join(INPUTS)}"
        )


def _carried(names: Sequence[str], carry: Sequence[str] | None, *, strict: bool) -> tuple[str, ...]:
    """The columns to carry through: those asked for, or all that are no inputs, and the moment."""
    if carry is None:
        return tuple(name for name in names if name not in INPUTS or name == "at")
    missing = [name for name in carry if name not in names]
    if strict and missing:
        raise NoSource(f"--carry {missing[0]}: the columns are {', '.join(names)}")
    return tuple(dict.fromkeys(carry))


def identity_of(path: str) -> dict[str, Any]:
    """The content of a file, as far as it tells it from other files."""
    with Path(path).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        return {"sha256": digest.hexdigest(), "bytes": file.tell()}
