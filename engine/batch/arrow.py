"""Results as Arrow tables: texts are codes of a dictionary, made of arrays and not row by row.

pyarrow is an extra of the distribution; whoever needs it asks for it here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
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


def tidy_table(schema: Table, job: Job, charts: Charts, found: Found) -> Table:
    """A tidy result: the columns of each chart and of each form, taken by code."""
    pa = arrow()
    columns = _heads(schema, job, charts, found.charts)
    forms = [cells_of(form) for form in found.table]
    for column in TIDY:
        cells = [form.get(column.name) for form in forms]
        if column.cell in ("whole", "number"):
            columns.append(_numbers(cells, found.forms, schema.field(column.name).type))
        else:
            columns.append(_texts([_text(cell) for cell in cells], found.forms))
    return pa.Table.from_arrays(columns, schema=schema)


def wide_table(schema: Table, job: Job, charts: Charts, wide: Wide) -> Table:
    """A wide result."""
    pa = arrow()
    columns = _heads(schema, job, charts, np.arange(len(charts.rows)))
    lists: Iterable[Cells] = (*wide.answers.values(), wide.disagreements)
    columns += [_texts([MARK.join(li) or None for li in c.lists], c.codes) for c in lists]
    columns += [pa.array(numbers) for numbers in (wide.verdicts, wide.undetermined)]
    assert schema.names[-len(COUNTS) - 1] == DISAGREEMENTS.name
    return pa.Table.from_arrays(columns, schema=schema)


def _heads(schema: Table, job: Job, charts: Charts, taken: Array) -> list[Table]:
    """The columns of the charts, for each row of the result."""
    pa = arrow()
    columns = [pa.array(np.asarray(charts.rows, dtype=np.int64)[taken])]
    for place, cells in enumerate(charts.carried):
        kind = schema.field(place + 1).type
        if pa.types.is_dictionary(kind) and pa.types.is_string(kind.value_type):
            columns.append(_texts([_text(cell) for cell in cells], taken))
        else:
            columns.append(pa.array(cells, kind).take(pa.array(taken)))
    if job.named:
        columns.append(_texts(list(charts.schools), taken))
    columns.append(_texts(list(charts.notations), taken))
    return columns


def _texts(texts: Sequence[str | None], taken: Array) -> Table:
    """Texts by code, as an array over a dictionary in which each stands once."""
    pa = arrow()
    places: dict[str, int] = {}
    codes = np.array(
        [-1 if text is None else places.setdefault(text, len(places)) for text in texts],
        dtype=np.int32,
    )
    found = codes[taken] if len(codes) else np.zeros(0, dtype=np.int32)
    indices = pa.array(found, pa.int32(), mask=found < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(places), pa.string()))


def _numbers(cells: Sequence[Any], taken: Array, kind: Table) -> Table:
    """Numbers by code."""
    pa = arrow()
    unknown = np.array([cell is None for cell in cells], dtype=bool)
    numbers = np.array(
        [0 if cell is None else cell for cell in cells], dtype=kind.to_pandas_dtype()
    )
    if not len(cells):
        return pa.array([], kind)
    return pa.array(numbers[taken], kind, mask=unknown[taken])


def _text(cell: Any) -> str | None:
    """A cell as a text: lists joined, other things as JSON."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, list | tuple) and all(isinstance(item, str | int | float) for item in cell):
        return MARK.join(map(str, cell))
    return json.dumps(cell, ensure_ascii=False, default=str)
