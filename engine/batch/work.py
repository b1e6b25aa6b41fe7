"""The work on one chunk: its rows are read and judged, its files are written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, BinaryIO

from engine.batch.chunks import Chunk
from engine.batch.faults import Bad, causes
from engine.batch.fields import line_of
from engine.batch.found import Found, joined
from engine.batch.job import Job
from engine.batch.lines import givens_of, givens_of_moments, plain_moment
from engine.batch.many import Judge
from engine.batch.parts import Counts, Parts
from engine.batch.rows import Row, rows_of
from engine.batch.sheet import Charts, asked_questions
from engine.batch.text import tidy_text, wide_text
from engine.batch.wide import widened
from engine.rulebase import RuleBase
from facts.given import Given
from facts.notation import write
from rules.reader.diagnostics import InputError

REJECTS = ".rejects.jsonl"


class Worker:
    """Does chunks of one run, one after the other."""

    def __init__(self, job: Job, base: RuleBase) -> None:
        self.job = job
        self.base = base
        self.parts = Parts(job.folder)
        self.questions = asked_questions(base.edition.vocabulary.questions, job.questions)

    @cached_property
    def schema(self) -> Any:
        """The schema of the result, for Parquet."""
        from engine.batch.arrow import schema_of
        from engine.batch.tables import carried_kinds

        return schema_of(self.job, self.questions, carried_kinds(self.job))

    @cached_property
    def judges(self) -> list[Judge]:
        """What judges the charts, by each school."""
        return [Judge(self.base, school, self.job.questions) for _, school in self.job.schools]

    def do(self, chunk: Chunk) -> Counts:
        """Do a chunk: write its results, its rejects, and that it is done."""
        givens, charts, rejects = self._read(chunk)
        found = self._judge(givens)
        counts = Counts(chunk.rows, len(givens), len(found.charts), len(rejects))
        sizes = {}
        name = f"{chunk.index:08d}.{self.job.suffix}"
        sizes[name] = self.parts.write(name, lambda file: self._write(file, charts, found))
        if rejects:
            name = f"{chunk.index:08d}{REJECTS}"
            text = "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in rejects)
            sizes[name] = self.parts.write(name, lambda file: file.write(text.encode("utf-8")))
        self.parts.finish_chunk(chunk.index, counts, sizes)
        return counts

    def _read(self, chunk: Chunk) -> tuple[list[Given], Charts, list[dict[str, Any]]]:
        """The charts of the good rows, and the entry of each bad one."""
        job = self.job
        read = list(self._rows(chunk))
        moments = {row.number: row.moment for row, _ in read if row.moment is not None}
        quick = givens_of_moments(moments, job.almanac)
        givens: list[Given] = []
        rows: list[int] = []
        carried: list[list[Any]] = [[] for _ in job.carried]
        rejects = []
        for row, line in read:
            try:
                given = quick.get(row.number)
                found = [given] if given is not None else self._givens(row, line)
            except (Bad, InputError) as fault:
                rejects.append(_entry(row, fault))
                continue
            assert not isinstance(row.fields, Bad)
            for given in found:
                givens.append(given)
                rows.append(row.number)
                for cells, name in zip(carried, job.carried, strict=True):
                    cells.append(row.fields.get(name))
        notations = [write(given) for given in givens]
        return givens, self._charts(rows, carried, notations), rejects

    def _rows(self, chunk: Chunk) -> Iterator[tuple[Row, str | Bad]]:
        """The rows with the line of tokens that each comes to; their moments read."""
        for row in rows_of(self.job, chunk):
            line: str | Bad
            try:
                line = row.fields if isinstance(row.fields, Bad) else line_of(row.fields)
            except Bad as fault:
                line = fault
            if row.moment is None and isinstance(line, str):
                row = row._replace(moment=plain_moment(line, self.job.almanac))
            yield row, line

    def _givens(self, row: Row, line: str | Bad) -> list[Given]:
        if isinstance(line, Bad):
            raise line
        return givens_of(line, f"row {row.number}", self.job.almanac)

    def _charts(self, rows: list[int], carried: list[list[Any]], notations: list[str]) -> Charts:
        """The charts, each as often as there are schools."""
        names = [name for name, _ in self.job.schools]
        if len(names) > 1:
            rows, notations = _each(rows, len(names)), _each(notations, len(names))
            carried = [_each(cells, len(names)) for cells in carried]
        return Charts(rows, carried, notations, names * (len(rows) // len(names)))

    def _judge(self, givens: Sequence[Given]) -> Found:
        return joined([judge.judge_chunk(givens) for judge in self.judges])

    def _write(self, file: BinaryIO, charts: Charts, found: Found) -> None:
        job, known = self.job, self.base.edition.vocabulary.questions
        if job.suffix == "parquet":
            from engine.batch.tables import write_part

            write_part(file, self.schema, job, charts, found, known, self.questions)
        elif job.shape == "tidy":
            _write_all(file, tidy_text(job, self.questions, charts, found))
        else:
            wide = widened(found, known, self.questions)
            _write_all(file, wide_text(job, self.questions, charts, wide))


def _write_all(file: BinaryIO, texts: Iterator[str]) -> None:
    for text in texts:
        file.write(text.encode("utf-8"))


def _each(items: Sequence[Any], times: int) -> list[Any]:
    return [item for item in items for _ in range(times)]


def _entry(row: Row, fault: Bad | InputError) -> dict[str, Any]:
    """The entry of the rejects file: the row, its place, itself, and why."""
    entry: dict[str, Any] = {"row": row.number}
    if row.line is not None:
        entry["line"] = row.line
    if isinstance(fault, Bad) and fault.code == "E503":
        entry["cut"] = True
    return {**entry, "raw": row.raw, "error": list(causes(fault))}
