"""What was told of literals, kept from chart to chart: their sentences and their evidence.

Both follow from the columns that a literal reads and from how these came to be on the chart; few
charts differ in all of them, so most of what a proof says was said before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.columns import DERIVED
from facts.reads import Reads
from rules.reader.model import Literal

if TYPE_CHECKING:
    from engine.evidence import Evidence
    from engine.speech import Said
    from facts.charts import Chart
    from facts.trace import Step

MOST = 30_000
"""Literals with their values that are kept, some tens of megabytes; then all are forgotten."""

_OF_DAY = frozenset({"day_stem", "day_branch", "decade"})

Marks = Mapping[str, tuple[int, "Step | None"]]


class Told(NamedTuple):
    """What is told of a literal on a chart."""

    said: Said
    evidence: tuple[Evidence, ...]


class Memory:
    """What was told so far, over the charts of one edition."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._columns: dict[Literal, tuple[str, ...]] = {}
        self._known: dict[Any, Told] = {}

    def get(self, key: Any) -> Told | None:
        """What was told under a key."""
        return self._known.get(key)

    def keep(self, key: Any, told: Told) -> Told:
        """Keep what is told under a key."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = told
        return told

    def columns(self, literal: Literal) -> tuple[str, ...]:
        """The columns of which a literal is told: those that it reads, and those behind them."""
        columns = self._columns.get(literal)
        if columns is None:
            reads = set(self._reads.condition(literal))
            if reads & _OF_DAY:
                reads.add("day_pillar")
            if reads.intersection(DERIVED):
                reads |= {"day_pillar", "plate"}
            columns = self._columns[literal] = tuple(sorted(reads))
        return columns


def marks_of(chart: Chart) -> Marks:
    """The code of each column of a chart, and the step of its casting that gave it, if one did."""
    steps: dict[str, Step] = {}
    for step in chart.casting_steps:
        for column in step.gives.split():
            steps.setdefault(column, step)
    return {column: (code, steps.get(column)) for column, code in chart.columns.items()}
