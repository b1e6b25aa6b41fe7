"""Look-ups recorded once and run for every chart, in a straight line.

An evaluator works its way through terms and conditions. Where the same are asked of many charts,
that way is always the same: it is recorded as a list of look-ups, each in a flat table at the
values of two earlier ones, and then only the look-ups are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facts.columns import DERIVED, TYPES
from facts.evaluate import AND, OR, Code, Definitions, Evaluator
from facts.flat import FlatTable
from facts.symbols import SIZE, UNKNOWN
from rules.reader.model import Condition, Literal, Select, Term

COLUMNS = (*TYPES, *DERIVED)


class _Unrecorded(Exception):
    """What is no look-up of one or two values: a choice among terms, a count."""


class _Recorder(Evaluator):
    """Notes the look-ups instead of making them: codes are places of values to come."""

    def __init__(self, edition: Definitions) -> None:
        super().__init__(edition, {name: place for place, name in enumerate(COLUMNS)})
        self.start = [UNKNOWN] * len(COLUMNS)
        self.steps: list[tuple[FlatTable, int, int]] = []
        self._constants: dict[int, int] = {}
        self._known: dict[tuple[int, int, int], int] = {}

    def record(self, terms: Iterable[Term | Select], conditions: Iterable[Condition]) -> None:
        """Record what can be; what cannot is left out."""
        for term in terms:
            try:
                self.term(term)
            except _Unrecorded:
                continue
        for condition in conditions:
            try:
                self.truth(condition)
            except _Unrecorded:
                continue

    def _take(self, table: FlatTable, index: Code) -> Code:
        a, b = index if isinstance(index, tuple) else (self._constant(0), index)
        key = id(table), a, b
        place = self._known.get(key)
        if place is None:
            place = self._known[key] = ~len(self.steps)
            self.steps.append((table, a, b))
        return place

    def _pair(self, a: Code, b: Code) -> Code:
        return a, b

    def _constant(self, value: int, *, truth: bool = False) -> Code:
        if value not in self._constants:
            self._constants[value] = len(self.start)
            self.start.append(value)
        return self._constants[value]

    def _select(self, select: Select) -> Code:
        raise _Unrecorded

    def _fold(self, parts: tuple[Condition, ...], table: bytes, start: int) -> Code:
        truths = [self.truth(part) for part in parts]
        if not truths:
            return self._constant(start)
        value = truths[0]
        for truth in truths[1:]:
            value = self._take(_WIDE[table], (value, truth))
        return value

    def _count(self, n: int, parts: tuple[Condition, ...]) -> Code:
        raise _Unrecorded


def _wide(table: bytes) -> bytes:
    """A table of two truth values, laid out as those of two symbols."""
    return b"".join(table[a * 3 : a * 3 + 3].ljust(SIZE, b"\0") for a in range(3))


_WIDE = {AND: _wide(AND), OR: _wide(OR)}


class Line:
    """The look-ups of some terms and conditions, and where the value of each is to be found.

    Values are numbered: the columns, the constants, then the steps in turn.
    """

    def __init__(
        self,
        edition: Definitions,
        terms: Iterable[Term | Select] = (),
        conditions: Sequence[Condition] = (),
    ) -> None:
        recorder = _Recorder(edition)
        recorder.record(terms, conditions)
        first = len(recorder.start)

        def placed(place: int) -> int:
            return place if place >= 0 else first + ~place

        self._start = recorder.start[len(COLUMNS) :]
        self._steps = [(table, placed(a), placed(b)) for table, a, b in recorder.steps]
        self.terms = {term: placed(place) for term, place in recorder.terms.items()}
        self.truths = {part: placed(place) for part, place in recorder.truths.items()}
        self.conditions = conditions
        self.unrecorded = [
            (number, condition)
            for number, condition in enumerate(conditions)
            if condition not in self.truths
        ]
        self._results = [self.truths.get(condition, 0) for condition in conditions]

    def run(self, columns: Mapping[str, int]) -> list[int]:
        """All values on one chart."""
        values = [columns.get(name, UNKNOWN) for name in COLUMNS]
        values += self._start
        add = values.append
        for table, a, b in self._steps:
            add(table[values[a] * SIZE + values[b]])
        return values

    def results(self, values: Sequence[int]) -> list[int]:
        """Of the values of a chart the truths of the conditions, in order; 0 where unrecorded."""
        return [values[place] for place in self._results]


class Replay(Evaluator):
    """An evaluator of one chart that finds the values of a line ready, and works out the rest."""

    def __init__(self, edition: Definitions, columns: Mapping[str, int], line: Line) -> None:
        super().__init__(edition, columns)
        self._line = line
        self.values = line.run(columns)

    def results(self) -> list[int]:
        """The truths of all conditions of the line, in order."""
        found = self._line.results(self.values)
        for number, condition in self._line.unrecorded:
            found[number] = self.truth(condition)
        return found

    def term(self, term: Term | Select) -> Code:
        """The code of a term's value."""
        place = self._line.terms.get(term)
        return super().term(term) if place is None else self.values[place]

    def truth(self, condition: Condition) -> Code:
        """The truth of a condition."""
        place = self._line.truths.get(condition)
        return super().truth(condition) if place is None else self.values[place]

    def literal(self, literal: Literal) -> Code:
        """The truth of one literal."""
        place = self._line.truths.get(literal)
        return super().literal(literal) if place is None else self.values[place]
