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
from engine.batch.made import moments_of
from engine.batch.many import Judge
from engine.batch.parts import Counts, Parts
from engine.batch.rows import Row, rows_of
from engine.batch.sheet import Charts, asked_questions
from engine.batch.text import tidy_text, wide_text
from engine.batch.wide import Wide, joined_wide, widened
from engine.rulebase import RuleBase
from facts.clocks import write_moments
from facts.inputs import Inputs
from facts.lines import read_lines
from facts.many import notations
from facts.moment import Almanac
from facts.moments import inputs_of_moments
from rules.reader.diagnostics import InputError

REJECTS = ".rejects.jsonl"


class Worker:
    """Does chunks of one run, one after the other."""

    def __init__(self, job: Job, base: RuleBase) -> None:
        self.job = job
        self.base = base
        self.parts = Parts(job.folder)
        self.questions = asked_questions(base, job)

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
        inputs, charts, rejects = self._made(chunk) or self._read(chunk)
        found = self._judged(inputs)
        counts = Counts(chunk.rows, len(inputs["day"]), found.given, len(rejects))
        sizes = {}
        name = f"{chunk.index:08d}.{self.job.suffix}"
        sizes[name] = self.parts.write(name, lambda file: self._write(file, charts, found))
        if rejects:
            name = f"{chunk.index:08d}{REJECTS}"
            text = "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in rejects)
            sizes[name] = self.parts.write(name, lambda file: file.write(text.encode("utf-8")))
        self.parts.finish_chunk(chunk.index, counts, sizes)
        return counts

    def _judged(self, inputs: Inputs) -> Found | Wide:
        """What the rules find on charts, as the shape of the result tells it."""
        if self.job.shape == "tidy":
            return joined([judge.judge_chunk(inputs) for judge in self.judges])
        return joined_wide([widened(judge.judge(inputs), self.questions) for judge in self.judges])

    def _read(self, chunk: Chunk) -> tuple[Inputs, Charts, list[dict[str, Any]]]:
        """The charts of the good rows, and the entry of each bad one."""
        rows = list(rows_of(self.job, chunk))
        faults: dict[int, Bad | InputError] = {}
        lines: dict[int, str] = {}
        for place, row in enumerate(rows):
            try:
                if isinstance(row.fields, Bad):
                    raise row.fields
                lines[place] = line_of(row.fields)
            except Bad as fault:
                faults[place] = fault
        read = read_lines([*lines.values()], almanac=self.job.almanac or Almanac())
        places = [*lines]
        faults |= {places[line]: fault for line, fault in read.faults.items()}
        good = [rows[places[line]] for line in read.lines.tolist()]
        numbers = [row.number for row in good]
        carried = [[_cell(row, name) for row in good] for name in self.job.carried]
        charts = self._charts(numbers, carried, notations(read.inputs))
        return read.inputs, charts, [_entry(rows[place], faults[place]) for place in sorted(faults)]

    def _made(self, chunk: Chunk) -> tuple[Inputs, Charts, list[dict[str, Any]]] | None:
        """The charts of moments that are made here: they need no writing and reading.

        None for any other rows, and where a moment makes no chart: reading says why.
        """
        if self.job.kind != "moments":
            return None
        seconds, clock = moments_of(self.job, chunk)
        inputs, refused = inputs_of_moments(seconds, self.job.almanac or Almanac(), clock)
        if refused.any():
            return None
        numbers = range(chunk.first, chunk.first + chunk.rows)
        carried = [write_moments(seconds, clock)]
        return inputs, self._charts(numbers, carried, notations(inputs)), []

    def _charts(
        self, rows: Sequence[int], carried: list[list[Any]], notations: list[str]
    ) -> Charts:
        """The charts, each as often as there are schools."""
        names = [name for name, _ in self.job.schools]
        if len(names) > 1:
            rows, notations = _each(rows, len(names)), _each(notations, len(names))
            carried = [_each(cells, len(names)) for cells in carried]
        return Charts(rows, carried, notations, names * (len(rows) // len(names)))

    def _write(self, file: BinaryIO, charts: Charts, found: Found | Wide) -> None:
        if self.job.suffix == "parquet":
            from engine.batch.tables import write_part

            write_part(file, self.schema, self.job, charts, found)
        elif isinstance(found, Found):
            _write_all(file, tidy_text(self.job, self.questions, charts, found))
        else:
            _write_all(file, wide_text(self.job, self.questions, charts, found))


def _write_all(file: BinaryIO, texts: Iterator[str]) -> None:
    for text in texts:
        file.write(text.encode("utf-8"))


def _cell(row: Row, name: str) -> Any:
    assert not isinstance(row.fields, Bad)
    return row.fields.get(name)


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
