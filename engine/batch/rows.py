"""Rows read: from the pieces of a chunk to the inputs of each row and what is carried through."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.batch.chunks import LONGEST, Chunk, Piece
from engine.batch.csvrows import split
from engine.batch.faults import LONGEST_SHOWN, Bad, shown
from engine.batch.fields import INPUTS, unlike

if TYPE_CHECKING:
    from engine.batch.job import Job


class Row(NamedTuple):
    """One row: its number, the number of its line, itself as text, its columns or its fault."""

    number: int
    line: int | None
    raw: str
    fields: Mapping[str, Any] | Bad


def rows_of(job: Job, chunk: Chunk) -> Iterator[Row]:
    """The rows of a chunk."""
    if job.kind == "parquet":
        from engine.batch.tables import table_rows

        yield from table_rows(job, chunk)
        return
    if job.kind in ("moments", "boards"):
        from engine.batch.made import made_rows

        yield from made_rows(job, chunk)
        return
    read = _READERS[job.kind]
    for place, piece in enumerate(chunk.payload):
        try:
            fields: Mapping[str, Any] | Bad = read(job, piece)
        except Bad as fault:
            fields = fault
        yield Row(chunk.first + place, piece.line, shown(piece.raw), fields)


def text_of(piece: Piece) -> str:
    """The text of a row; Bad for bytes that are none, or that are too many."""
    if piece.trouble == "long":
        raise Bad(
            "E503",
            f"the row has more than {LONGEST:,} bytes",
            f"only its first {LONGEST_SHOWN:,} are shown",
        )
    if piece.trouble == "quote":
        raise Bad(
            "E506",
            "a quote is opened and not closed",
            'a quote within a value is written "" and the value stands in quotes',
        )
    try:
        text = piece.raw.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = piece.raw[error.start]
        what = f"the byte 0x{byte:02x} is not UTF-8"
        raise Bad("E002", what, "save the charts in the encoding UTF-8") from None
    if "\0" in text:
        raise Bad("E003", "the row holds the character NUL")
    return text


def _line(job: Job, piece: Piece) -> Mapping[str, Any]:
    """A line: a JSON object or text, or a chart as it is."""
    text = text_of(piece).strip()
    if text[0] not in '{["':
        return {"chart": text}
    try:
        value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except RecursionError:
        raise Bad("E501", "the JSON is nested too deep") from None
    except json.JSONDecodeError as error:
        what = f"the row is no JSON: {error.msg.lower()} at character {error.pos + 1}"
        raise Bad("E501", what, "write one JSON object a line") from None
    except ValueError as error:  # a number of thousands of digits
        raise Bad("E501", f"the row is no JSON: {error}") from None
    if "\\u" in text:
        _sound(value)
    if isinstance(value, str):
        return {"chart": value}
    if not isinstance(value, dict):
        raise Bad("E501", "the row is no JSON object", 'write {"chart": "丙辰日 亥將 丑時"}')
    return checked(value, job)


def _sound(value: Any) -> None:
    """Refuse halves of characters and NUL, which JSON can write as escapes; Bad."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = ord(text[error.start])
        raise Bad("E003", f"the row holds half of a character, U+{half:04X}") from None
    if "\\u0000" in text:
        raise Bad("E003", "the row holds the character NUL")


def _no_number(name: str) -> float:
    raise Bad("E501", f"the row is no JSON: {name} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Bad("E501", f"`{twice}` is given twice", column=twice)
    return found


def checked(fields: Mapping[str, Any], job: Job) -> Mapping[str, Any]:
    """The columns of a JSON object, each an input or carried through; Bad for another."""
    carried = job.carried
    unlike(fields, carried)
    for name in () if job.chosen else fields:
        if name not in carried and name not in INPUTS:
            raise Bad(
                "E505",
                f"the column `{name}` is no input, and is not carried through",
                "the columns of the first 1,000 rows are; further ones are named with --carry",
                name,
            )
    return fields


def _csv(job: Job, piece: Piece) -> Mapping[str, Any]:
    values = split(text_of(piece))
    wanted = len(job.header)
    if len(values) != wanted:
        raise Bad(
            "E504",
            f"the row has {len(values)} value{'s' * (len(values) != 1)} for {wanted} columns",
            "a value with a comma stands in quotes",
        )
    return dict(zip(job.header, values, strict=True))


def _at(job: Job, piece: Piece) -> Mapping[str, Any]:
    """A moment, and what else there is of its chart."""
    return {"at": text_of(piece).strip()}


_READERS: dict[str, Callable[[Job, Piece], Mapping[str, Any]]] = {
    "lines": _line,
    "at": _at,
    "csv": _csv,
}
