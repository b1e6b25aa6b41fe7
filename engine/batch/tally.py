"""What a result of a batch amounts to: its answers by question and month, its rules, the silent.

A chart is a run of rows with the same number and notation, as results are written. Blocks of rows
are counted as arrays of codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from engine.batch.found import Array
from engine.batch.sheet import MARK
from facts.symbols import BRANCHES

MONTHS = (*BRANCHES[2:], *BRANCHES[:2])
"""The months in their order, from 寅."""

_MONTH = re.compile(rf"([{''.join(BRANCHES)}])月(?: |$)")

Answer = tuple[str, str]
"""A question and an answer to it."""


def month_of(notation: str | None) -> str:
    """The month that a chart was given, or an empty text."""
    match = _MONTH.search(notation or "")
    return match[1] if match else ""


@dataclass
class Tally:
    """Counts over a result. ``months`` counts charts of a month, ``by_month`` its answers."""

    shape: Literal["tidy", "wide"]
    rows: int = 0
    charts: int = 0
    verdicts: int = 0
    standings: Counter[str] = field(default_factory=Counter)
    answers: Counter[Answer] = field(default_factory=Counter)
    given: Counter[Answer] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    disagreements: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)
    by_month: Counter[tuple[str, str, str]] = field(default_factory=Counter)


class Names:
    """Texts by code, over a whole result."""

    def __init__(self) -> None:
        self._codes: dict[str | None, int] = {}
        self.texts: list[str] = []

    def codes(self, texts: Iterable[str | None]) -> Array:
        """The codes of texts, in their order."""
        return np.array([self.code(text) for text in texts], dtype=np.int64)

    def code(self, text: str | None) -> int:
        """The code of a text; None and the empty text are one."""
        known = self._codes.get(text or "")
        if known is None:
            known = self._codes[text or ""] = len(self.texts)
            self.texts.append(text or "")
        return known


class Block(NamedTuple):
    """Verdicts in arrays: the row and a number that tells the chart, its month, codes of texts."""

    row: Array
    chart: Array
    month: Array
    question: Array
    answer: Array
    rule: Array
    standing: Array


class TidyCounter:
    """Counts blocks of a tidy result; a chart may go on from one block into the next."""

    def __init__(self) -> None:
        self.names = Names()
        self.tally = Tally("tidy")
        self._held: Block | None = None

    def add(self, block: Block) -> None:
        """Count a block but for its last chart, which may go on."""
        if not len(block.row):
            return
        if self._held is not None:
            both = zip(self._held, block, strict=True)
            block = Block(*(np.concatenate(pair) for pair in both))
        ends = np.flatnonzero(_begins(block))
        last = int(ends[-1])
        self._held = Block(*(column[last:] for column in block))
        self._count(Block(*(column[:last] for column in block)))

    def done(self) -> Tally:
        """The tally, the last chart with it."""
        if self._held is not None:
            self._count(self._held)
            self._held = None
        return self.tally

    def _count(self, block: Block) -> None:
        if not len(block.row):
            return
        tally, names = self.tally, self.names.texts
        begins = _begins(block)
        chart = np.cumsum(begins)
        tally.rows += len(chart)
        tally.charts += int(begins.sum())
        for (month,), count in _counted(block.month[begins]):
            if names[month]:
                tally.months[names[month]] += count
        for (standing, question), count in _counted(block.standing, block.question):
            tally.standings[names[standing]] += count
            tally.verdicts += count if names[question] else 0
        for (rule,), count in _counted(block.rule):
            tally.rules[names[rule]] += count
        stands = (block.standing == self.names.code("stands")) & (
            block.question != self.names.code("")
        )
        kept = Block(*(column[stands] for column in block))
        for (question, answer), count in _counted(kept.question, kept.answer):
            tally.given[names[question], names[answer]] += count
        once = _once(chart[stands], kept.question, kept.answer)
        parts = kept.question[once], kept.answer[once], kept.month[once]
        for (question, answer, month), count in _counted(*parts):
            tally.answers[names[question], names[answer]] += count
            if names[month]:
                tally.by_month[names[month], names[question], names[answer]] += count
        for (question,), count in _counted(kept.question[_once(chart[stands], kept.question)]):
            tally.answered[names[question]] += count


def _begins(block: Block) -> Array:
    """Where a chart begins."""
    begins: Array = np.ones(len(block.row), dtype=bool)
    begins[1:] = (np.diff(block.row) != 0) | (block.chart[1:] != block.chart[:-1])
    return begins


def _combined(columns: Sequence[Array]) -> Array:
    codes = columns[0].astype(np.int64)
    for column in columns[1:]:
        codes = codes * (int(column.max(initial=0)) + 1) + column
    return codes


def _counted(*columns: Array) -> Iterable[tuple[tuple[int, ...], int]]:
    """Each combination of codes that there is, with its number."""
    _, first, counts = np.unique(_combined(columns), return_index=True, return_counts=True)
    rows = zip(*(column[first].tolist() for column in columns), strict=True)
    return zip(rows, counts.tolist(), strict=True)


def _once(*columns: Array) -> Array:
    """The first place of each combination of codes."""
    first: Array = np.unique(_combined(columns), return_index=True)[1]
    return first


class WideCounter:
    """Counts the cells of a wide result."""

    def __init__(self) -> None:
        self.tally = Tally("wide")

    def chart(self, month: str, verdicts: int, count: int = 1) -> None:
        """Count charts of a month, with their verdicts together."""
        self.tally.rows += count
        self.tally.charts += count
        self.tally.verdicts += verdicts
        if month:
            self.tally.months[month] += count

    def cell(self, question: str, cell: str, month: str, count: int = 1) -> None:
        """Count charts of a month with these answers to a question."""
        tally = self.tally
        tally.answered[question] += count
        for answer in cell.split(MARK):
            tally.answers[question, answer] += count
            if month:
                tally.by_month[month, question, answer] += count

    def disputed(self, cell: str, count: int = 1) -> None:
        """Count charts with disagreements on these questions."""
        for question in cell.split(MARK):
            self.tally.disagreements[question] += count
