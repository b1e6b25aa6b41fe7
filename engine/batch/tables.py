"""Parquet: rows read from it, parts of a result, and the parts joined to one file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.batch.arrow import Table, arrow, tidy_table, wide_table
from engine.batch.chunks import ROWS, Chunk
from engine.batch.faults import Bad
from engine.batch.found import Found
from engine.batch.job import Job
from engine.batch.sheet import Charts
from engine.batch.wide import widened
from rules.reader.vocabulary import Question

if TYPE_CHECKING:
    from engine.batch.rows import Row


class BadTable(Exception):
    """A file that is no Parquet, or a damaged one."""


def open_table(path: str) -> Table:
    """The Parquet file of that path; BadTable."""
    pa = arrow()
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise BadTable(f"{path} cannot be read as Parquet: {error}") from None


def table_chunks(path: str, rows: int = ROWS) -> Iterator[Chunk]:
    """The chunks of a Parquet file."""
    pa = arrow()
    first = 1
    try:
        for index, batch in enumerate(open_table(path).iter_batches(batch_size=rows)):
            yield Chunk(index, first, batch.num_rows, batch)
            first += batch.num_rows
    except (pa.ArrowException, OSError) as error:
        raise BadTable(f"{path} cannot be read from row {first} on: {error}") from None


def table_rows(job: Job, chunk: Chunk) -> Iterator[Row]:
    """The rows of a chunk of Parquet."""
    from engine.batch.rows import Row

    names = chunk.payload.schema.names
    cells = [_cells(column) for column in chunk.payload.columns]
    for place, row in enumerate(zip(*cells, strict=True)):
        fields: dict[str, Any] = dict(zip(names, row, strict=True))
        damaged = next((cell for cell in row if isinstance(cell, Bad)), None)
        raw = json.dumps(fields, ensure_ascii=False, default=str)
        yield Row(chunk.first + place, None, raw, damaged or fields)


def _cells(column: Table) -> list[Any]:
    """The cells of a column; Bad where one is no text though it should be."""
    try:
        found: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        found = []
        for cell in column:
            try:
                found.append(cell.as_py())
            except UnicodeDecodeError:
                found.append(Bad("E002", "a value is not UTF-8"))
    return found


def carried_kinds(job: Job) -> dict[str, Table]:
    """The types of the carried columns, where the input has types."""
    if job.kind != "parquet":
        return {}
    pa = arrow()
    schema = open_table(job.path).schema_arrow
    kinds = {name: schema.field(name).type for name in job.carried}
    plain = (pa.types.is_string, pa.types.is_large_string, pa.types.is_dictionary)
    return {name: kind for name, kind in kinds.items() if not any(is_(kind) for is_ in plain)}


def write_part(
    file: BinaryIO,
    schema: Table,
    job: Job,
    charts: Charts,
    found: Found,
    known: Mapping[str, Question],
    questions: Sequence[str],
) -> None:
    """Write the results of a chunk, quick to write and to read again."""
    pa = arrow()
    if job.shape == "tidy":
        table = tidy_table(schema, job, charts, found)
    else:
        table = wide_table(schema, job, charts, widened(found, known, questions))
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_file(file, schema, options=options) as writer:
        writer.write_table(table)


def join_tables(paths: Sequence[Path], temporary: Path, schema: Table) -> None:
    """Write the parts to one Parquet file, a group of rows each."""
    pa = arrow()
    import pyarrow.parquet as pq

    from engine.batch.parts import flush

    with temporary.open("wb") as file:
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            for path in paths:
                with pa.OSFile(str(path)) as part:
                    table = pa.ipc.open_file(part).read_all()
                if table.num_rows:
                    writer.write_table(table, row_group_size=max(1, table.num_rows))
        flush(file)
