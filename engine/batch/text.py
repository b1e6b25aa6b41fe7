"""Results as text, JSON lines or CSV: what repeats is written out once and put together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engine.batch.found import Found
from engine.batch.job import Job
from engine.batch.sheet import (
    COUNTS,
    DISAGREEMENTS,
    MARK,
    TIDY,
    Charts,
    Column,
    cells_of,
    head_columns,
    wide_columns,
)
from engine.batch.wide import Cells, Wide

_SLICE = 20_000  # rows that are put together at once


def opening(job: Job, questions: Sequence[str]) -> str:
    """What stands before the first row: for CSV the names of the columns."""
    if job.suffix == "jsonl":
        return ""
    columns = TIDY if job.shape == "tidy" else wide_columns(questions)
    names = [column.name for column in (*head_columns(job, questions), *columns)]
    return ",".join(map(_quoted, names)) + "\n"


def tidy_text(job: Job, questions: Sequence[str], charts: Charts, found: Found) -> Iterator[str]:
    """The rows of a tidy result."""
    heads = _heads(job, questions, charts)
    if job.suffix == "jsonl":
        tails = [json.dumps(cells_of(form), ensure_ascii=False)[1:] for form in found.table]
    else:
        tails = [_csv(cells_of(form), TIDY) for form in found.table]
    tails = [tail + "\n" for tail in tails]
    for start in range(0, len(found.charts), _SLICE):
        pairs = zip(
            found.charts[start : start + _SLICE].tolist(),
            found.forms[start : start + _SLICE].tolist(),
            strict=True,
        )
        yield "".join([heads[chart] + tails[form] for chart, form in pairs])


def wide_text(job: Job, questions: Sequence[str], charts: Charts, wide: Wide) -> Iterator[str]:
    """The rows of a wide result."""
    write = _json_list if job.suffix == "jsonl" else _csv_list
    rows: Any = np.array(_heads(job, questions, charts), dtype=object)
    for name, cells in (*wide.answers.items(), (DISAGREEMENTS.name, wide.disagreements)):
        rows = rows + _taken(write(name, cells), cells)
    counts = zip(wide.verdicts.tolist(), wide.undetermined.tolist(), strict=True)
    if job.suffix == "jsonl":
        names = [column.name for column in COUNTS]
        ends = [f'"{names[0]}": {a}, "{names[1]}": {b}}}\n' for a, b in counts]
    else:
        ends = [f",{a},{b}\n" for a, b in counts]
    yield "".join([row + end for row, end in zip(rows.tolist(), ends, strict=True)])


def _taken(texts: list[str], cells: Cells) -> Any:
    return np.array(texts, dtype=object)[cells.codes]


def _json_list(name: str, cells: Cells) -> list[str]:
    """The entry of each list, with what parts it from the next; an empty one has none."""
    shown = (json.dumps({name: list_}, ensure_ascii=False)[1:-1] for list_ in cells.lists)
    return [f"{text}, " if list_ else "" for text, list_ in zip(shown, cells.lists, strict=True)]


def _csv_list(name: str, cells: Cells) -> list[str]:
    return ["," + (_quoted(MARK.join(list_)) if list_ else "") for list_ in cells.lists]


def _heads(job: Job, questions: Sequence[str], charts: Charts) -> list[str]:
    """What tells of each chart, with what parts it from the verdict."""
    columns = head_columns(job, questions)
    named = [charts.schools] if job.named else []
    cells = zip(charts.rows, *charts.carried, *named, charts.notations, strict=True)
    if job.suffix == "csv":
        return [",".join(map(_csv_cell, row)) for row in cells]
    names = [json.dumps(column.name, ensure_ascii=False) for column in columns]
    return [
        "{" + "".join(f"{n}: {_json_cell(c)}, " for n, c in zip(names, row, strict=True))
        for row in cells
    ]


def _json_cell(cell: Any) -> str:
    return json.dumps(cell, ensure_ascii=False, default=str)


def _csv(cells: dict[str, Any], columns: Sequence[Column]) -> str:
    """The cells of some columns, each with the comma before it."""
    return "".join(f",{_csv_cell(cells.get(column.name))}" for column in columns)


def _csv_cell(cell: Any) -> str:
    """A cell: texts in quotes, numbers bare, nothing for None; lists joined, the rest as JSON."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return _quoted(cell)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int | float):
        return repr(cell)
    if isinstance(cell, list | tuple) and all(isinstance(item, str | int | float) for item in cell):
        return _quoted(MARK.join(map(str, cell)))
    if isinstance(cell, list | tuple | dict):
        return _quoted(json.dumps(cell, ensure_ascii=False, default=str))
    return _quoted(str(cell))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
