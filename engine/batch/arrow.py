"""Results as Arrow tables: texts are codes of a dictionary, made of arrays and not row by row.

pyarrow is an extra of the distribution; whoever needs it asks for it here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.batch.found import Array, Found
from engine.batch.job import Job
from engine.batch.sheet import (
    COUNTS,
    DISAGREEMENTS,
    MARK,
    TIDY,
    Cell,
    Charts,
    cells_of,
    head_columns,
    wide_columns,
)
from engine.batch.wide import Cells, Wide

Table = Any
"""A pyarrow table, batch, array, type or schema: pyarrow has no types of its own."""


class NoArrow(Exception):
    """pyarrow is not installed; the message says how to have it."""


def arrow() -> Any:
    """The module pyarrow; NoArrow where it is not installed."""
    try:
        import pyarrow
    except ImportError:
        raise NoArrow(
            "Parquet needs pyarrow, which is not installed: pip install 'bingzhan[parquet]'"
        ) from None
    return pyarrow


def schema_of(job: Job, questions: Sequence[str], kinds: dict[str, Table]) -> Table:
    """The schema of a result; ``kinds`` are the types of carried columns that have one."""
    pa = arrow()
    heads = head_columns(job, questions)
    fields = []
    for name, column in zip(("", *job.carried), heads, strict=False):
        kind = kinds.get(name) if name else None
        fields.append(pa.field(column.name, kind or _type(column.cell)))
    fields += [pa.field(column.name, _type(column.cell)) for column in heads[len(fields) :]]
    columns = TIDY if job.shape == "tidy" else wide_columns(questions)
    fields += [pa.field(column.name, _type(column.cell)) for column in columns]
    return pa.schema(fields)


def _type(cell: Cell) -> Table:
    pa = arrow()
    if cell == "whole":
        return pa.int64()
    return pa.float64() if cell == "number" else pa.dictionary(pa.int32(), pa.string())


def tidy_tables(schema: Table, job: Job, charts: Charts, found: Found) -> Iterator[Table]:
    """A tidy result, some rows at a time: what is worked on stays in the cache."""
    pa = arrow()
    forms = [cells_of(form) for form in found.table]
    of_form = [
        _coded([form.get(column.name) for form in forms], schema.field(column.name).type)
        for column in TIDY
    ]
    of_chart = _heads(schema, job, charts)
    for start in range(0, len(found.charts), _SLICE):
        part = slice(start, start + _SLICE)
        chart, form = (codes[part].astype(np.intp) for codes in (found.charts, found.forms))
        columns = [column.take(chart) for column in of_chart]
        columns += [column.take(form) for column in of_form]
        yield pa.Table.from_arrays(columns, schema=schema)


def wide_table(schema: Table, job: Job, charts: Charts, wide: Wide) -> Table:
    """A wide result."""
    pa = arrow()
    every = np.arange(len(charts.rows))
    columns = [column.take(every) for column in _heads(schema, job, charts)]
    lists: Iterable[Cells] = (*wide.answers.values(), wide.disagreements)
    columns += [_texts([MARK.join(li) or None for li in c.lists]).take(c.codes) for c in lists]
    columns += [pa.array(numbers) for numbers in (wide.verdicts, wide.undetermined)]
    assert schema.names[-len(COUNTS) - 1] == DISAGREEMENTS.name
    return pa.Table.from_arrays(columns, schema=schema)


def _heads(schema: Table, job: Job, charts: Charts) -> list[_Coded | _Plain]:
    """The columns of the charts, to be taken for each row of the result."""
    pa = arrow()
    columns: list[_Coded | _Plain] = [_Plain(pa.array(charts.rows, pa.int64()))]
    for place, cells in enumerate(charts.carried):
        columns.append(_coded(cells, schema.field(place + 1).type))
    if job.named:
        columns.append(_texts(charts.schools))
    columns.append(_texts(charts.notations))
    return columns


class _Coded:
    """Texts of which each stands once in a dictionary; -1 is the code of none."""

    def __init__(self, codes: Array, texts: Sequence[str]) -> None:
        self._codes = codes
        self._texts = arrow().array(texts, arrow().string())
        self._whole = not (codes < 0).any()

    def take(self, places: Array) -> Table:
        """The texts at some places, as an array over the dictionary."""
        pa = arrow()
        if not len(self._texts):
            indices = pa.nulls(len(places), pa.int32())
        else:
            found = np.take(self._codes, places, mode="clip")
            indices = pa.array(found, mask=None if self._whole else found < 0)
        return pa.DictionaryArray.from_arrays(indices, self._texts)


class _Plain:
    """Cells of any other type."""

    def __init__(self, cells: Table) -> None:
        self._cells = cells

    def take(self, places: Array) -> Table:
        """The cells at some places."""
        return self._cells.take(arrow().array(places))


def _coded(cells: Sequence[Any], kind: Table) -> _Coded | _Plain:
    """Cells of a type, to be taken by place."""
    pa = arrow()
    if pa.types.is_dictionary(kind) and pa.types.is_string(kind.value_type):
        return _texts([_text(cell) for cell in cells])
    return _Plain(pa.array(cells, kind))


def _texts(texts: Sequence[str | None]) -> _Coded:
    places: dict[str, int] = {}
    codes = [-1 if text is None else places.setdefault(text, len(places)) for text in texts]
    return _Coded(np.array(codes, dtype=np.int32), [*places])


_SLICE = 2**16  # rows of a tidy result that are put together at once


def _text(cell: Any) -> str | None:
    """A cell as a text: lists joined, other things as JSON."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, list | tuple) and all(isinstance(item, str | int | float) for item in cell):
        return MARK.join(map(str, cell))
    return json.dumps(cell, ensure_ascii=False, default=str)
