"""Results read back for the tally: lines, CSV or Parquet, tidy or wide, in bounded memory."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine.batch.sheet import MARK
from engine.batch.tally import Block, Tally, TidyCounter, WideCounter, month_of

_ROWS = 100_000
_TIDY = ("row", "chart", "question", "answer", "rule", "standing")


class NoResult(Exception):
    """A file that is no result of a batch; the message says why."""


def tallied(path: str, questions: Iterable[str]) -> Tally:
    """The tally of a result; ``questions`` are those that a wide one may have. NoResult."""
    readers = {".jsonl": _lines, ".csv": _table}
    suffix = Path(path).suffix.lower()
    if suffix not in (*readers, ".parquet"):
        raise NoResult(f"{path} does not end in .jsonl, .csv or .parquet")
    if suffix == ".parquet":
        return _parquet(path, set(questions))
    return _counted(path, readers[suffix](path), set(questions))


def _lines(path: str) -> Iterator[Mapping[str, Any]]:
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise NoResult(f"{path}: line {number} is no JSON") from None
            if not isinstance(row, dict):
                raise NoResult(f"{path}: line {number} is no JSON object")
            yield row


def _table(path: str) -> Iterator[Mapping[str, Any]]:
    with Path(path).open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        try:
            names = next(reader, [])
            for row in reader:
                yield dict(zip(names, row, strict=True))
        except (ValueError, csv.Error) as error:
            raise NoResult(f"{path}: row {reader.line_num} cannot be read: {error}") from None


def _counted(path: str, rows: Iterator[Mapping[str, Any]], questions: set[str]) -> Tally:
    first = next(rows, None)
    if first is None:
        return Tally("wide" if _is_wide_head(path, questions) else "tidy")
    _check(path, first)
    both = _chained(first, rows)
    return _tidy(path, both) if "rule" in first else _wide(path, both, questions)


def _is_wide_head(path: str, questions: set[str]) -> bool:
    """Whether a table without rows is a wide one, by the names of its columns."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return "rule" not in next(csv.reader(file), ["rule"])


def _chained(first: Mapping[str, Any], rest: Iterator[Mapping[str, Any]]) -> Iterator[Any]:
    yield first
    yield from rest


def _check(path: str, names: Iterable[str]) -> None:
    lacking = {"row", "chart"} - set(names)
    if lacking:
        raise NoResult(f"{path} is no result of bingzhan batch: it has no column `{min(lacking)}`")


def _tidy(path: str, rows: Iterator[Mapping[str, Any]]) -> Tally:
    counter = TidyCounter()
    code = counter.names.code
    held: list[tuple[int, ...]] = []
    try:
        for row in rows:
            chart = row["chart"]
            texts = (month_of(chart), *(row.get(name) for name in _TIDY[2:]))
            key = hash((chart, row.get("school")))
            held.append((int(row["row"]), key, *map(code, texts)))
            if len(held) >= _ROWS:
                counter.add(Block(*np.array(held, dtype=np.int64).T))
                held = []
    except (KeyError, TypeError, ValueError) as error:
        raise NoResult(f"{path} is no tidy result: {error!r} after {len(held)} rows") from None
    if held:
        counter.add(Block(*np.array(held, dtype=np.int64).T))
    return counter.done()


def _wide(path: str, rows: Iterator[Mapping[str, Any]], questions: set[str]) -> Tally:
    counter = WideCounter()
    cells: Counter[tuple[str, str, str]] = Counter()
    try:
        for row in rows:
            month = month_of(row["chart"])
            counter.chart(month, int(row["verdicts"] or 0))
            for name, cell in row.items():
                if cell and (name in questions or name == "disagreements"):
                    cells[name, cell if isinstance(cell, str) else MARK.join(cell), month] += 1
    except (KeyError, TypeError, ValueError) as error:
        raise NoResult(f"{path} is no wide result: {error!r}") from None
    _add_cells(counter, cells)
    return counter.tally


def _add_cells(counter: WideCounter, cells: Counter[tuple[str, str, str]]) -> None:
    for (name, cell, month), count in cells.items():
        if name == "disagreements":
            counter.disputed(cell, count)
        else:
            counter.cell(name, cell, month, count)


def _parquet(path: str, questions: set[str]) -> Tally:
    from engine.batch.arrow import arrow
    from engine.batch.tables import open_table

    pa = arrow()
    file = open_table(path)
    names = file.schema_arrow.names
    _check(path, names)
    try:
        if "rule" in names:
            return _tidy_parquet(file, names)
        return _wide_parquet(file, [name for name in names if name in questions])
    except (pa.ArrowException, KeyError, TypeError, ValueError) as error:
        raise NoResult(f"{path} is no result of bingzhan batch: {error}") from None


def _tidy_parquet(file: Any, names: list[str]) -> Tally:
    counter = TidyCounter()
    wanted = [*_TIDY, *(["school"] if "school" in names else [])]
    for batch in file.iter_batches(batch_size=4 * _ROWS, columns=wanted):
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        charts, chart = _coded(columns["chart"])
        key = np.array([hash(text) for text in charts], dtype=np.int64)[chart]
        if "school" in columns:
            schools, school = _coded(columns["school"])
            key = key ^ np.array([hash((text,)) for text in schools], dtype=np.int64)[school]
        months = counter.names.codes(month_of(text) for text in charts)
        codes = [months[chart]]
        for name in _TIDY[2:]:
            texts, places = _coded(columns[name])
            codes.append(counter.names.codes(texts)[places])
        counter.add(Block(columns["row"].to_numpy(zero_copy_only=False), key, *codes))
    return counter.done()


def _wide_parquet(file: Any, questions: list[str]) -> Tally:
    counter = WideCounter()
    cells: Counter[tuple[str, str, str]] = Counter()
    wanted = ["chart", "verdicts", "disagreements", *questions]
    for batch in file.iter_batches(batch_size=_ROWS, columns=wanted):
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        texts, chart = _coded(columns["chart"])
        own = [month_of(text) for text in texts]
        months = sorted(set(own))
        month = np.array([months.index(name) for name in own], dtype=np.int64)[chart]
        for place, count in enumerate(np.bincount(month, minlength=len(months)).tolist()):
            counter.chart(months[place], 0, count)
        counter.tally.verdicts += int(columns["verdicts"].to_numpy(zero_copy_only=False).sum())
        for name in ("disagreements", *questions):
            lists, code = _coded(columns[name])
            found, counts = np.unique(code * len(months) + month, return_counts=True)
            for both, count in zip(found.tolist(), counts.tolist(), strict=True):
                cell = lists[both // len(months)]
                if cell:
                    cells[name, cell, months[both % len(months)]] += count
    _add_cells(counter, cells)
    return counter.tally


def _coded(column: Any) -> tuple[list[str], Any]:
    """The texts of a column and the place of each row's text; null is the empty text."""
    if not hasattr(column, "dictionary"):
        column = column.dictionary_encode()
    texts = [*column.dictionary.to_pylist(), ""]
    indices = column.indices.fill_null(len(texts) - 1).to_numpy(zero_copy_only=False)
    return texts, indices.astype(np.int64)
