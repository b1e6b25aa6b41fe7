"""What is true on the rows of the frames: worked out once for a school, looked up ever after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.frames import Casts, Frame, Places
from engine.columns.program import Leaf, Program, planes_of, run
from engine.columns.words import BITS, Planes
from facts.evaluate import Definitions, Evaluator
from facts.schools import School
from rules.reader.model import Condition

Array: TypeAlias = npt.NDArray[Any]

_MEMORY = 64 * 2**20  # bytes that an evaluator may remember before it is given up for a new one
_MANY = 2**20  # numbers of combinations up to which they are told apart without sorting
_SHORT = 4_096  # rows that are kept as they are: whole words of so many stay in the cache


class _Entry:
    """One word of the rules that one frame holds, for each row of the frame.

    The few rules of a long frame take few combinations of truths: a row has the number of its own.
    """

    def __init__(self, word: int, bits: Sequence[int], truths: Sequence[Array]) -> None:
        self.word = word
        self.codes: Array | None = None
        if len(truths[0]) > _SHORT:
            first, codes = _combinations(truths)
            self.codes = codes.astype(np.uint8 if len(first) <= 256 else np.uint16)
            truths = [found[first] for found in truths]
        planes = Planes.zeros(BITS, len(truths[0]))
        for bit, found in zip(bits, truths, strict=True):
            planes.set(bit, planes_of(found))
        self.must, self.may = planes.must[0], planes.may[0]
        self.decided = bool((self.must == self.may).all())

    def look_up(self, rows: Array, out: Planes) -> None:
        """Add the bits of charts that lie in these rows."""
        if self.codes is not None:
            rows = np.take(self.codes, rows, mode="clip").astype(np.intp)
        must = np.take(self.must, rows, mode="clip")
        out.must[self.word] |= must
        out.may[self.word] |= must if self.decided else np.take(self.may, rows, mode="clip")


def _combinations(truths: Sequence[Array]) -> tuple[Array, Array]:
    """For each combination of truths the first row that has it, for each row its combination."""
    codes = np.zeros(len(truths[0]), dtype=np.int64)
    for found in truths:
        codes = codes * 3 + found
        if codes.max() > _MANY:
            codes = np.unique(codes, return_inverse=True)[1]
    first = np.full(codes.max() + 1, -1)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    there = first >= 0
    return first[there], (np.cumsum(there) - 1)[codes]


class Tables:
    """The truths of a program's rules and leaves over the rows of their frames."""

    def __init__(
        self,
        edition: Definitions,
        program: Program,
        conditions: Sequence[Condition],
        school: School,
    ) -> None:
        self.casts = Casts(school)
        self._edition = edition
        self._program = program
        self._conditions = conditions
        self._entries = {
            frame: list(self._of_frame(frame, rules)) for frame, rules in program.whole.items()
        }
        self._leaves = {
            number: (step.frame, planes_of(next(self._truths(step.frame, [step.condition]))))
            for number, step in enumerate(program.steps)
            if isinstance(step, Leaf)
        }

    def _of_frame(self, frame: Frame, rules: Sequence[int]) -> Iterator[_Entry]:
        truths = self._truths(frame, [self._conditions[rule] for rule in rules])
        for word, of_word in groupby(rules, lambda rule: rule // BITS):
            bits = [rule % BITS for rule in of_word]
            yield _Entry(word, bits, list(islice(truths, len(bits))))

    def _truths(self, frame: Frame, conditions: Sequence[Condition]) -> Iterator[Array]:
        columns = frame.rows(self.casts)
        evaluator = Evaluator(self._edition, columns, frame.size)
        share = max(1, _MEMORY // (frame.size * 64))
        for number, condition in enumerate(conditions, 1):
            yield evaluator.truth(condition)
            if number % share == 0:
                evaluator = Evaluator(self._edition, columns, frame.size)

    def look_up(self, columns: Mapping[str, Array], places: Places, size: int, out: Planes) -> None:
        """Add the bits of charts that lie at these places of the frames."""
        for frame, entries in self._entries.items():
            rows = places.of(frame)
            for entry in entries:
                entry.look_up(rows, out)
        if self._program.wide:
            leaves = {
                number: np.take(table, places.of(frame), mode="clip")
                for number, (frame, table) in self._leaves.items()
            }
            steps = run(self._program, leaves, Evaluator(self._edition, columns, size), size)
            for rule, number in self._program.wide.items():
                out.set(rule, steps[number])


def evaluate(
    edition: Definitions,
    conditions: Sequence[Condition],
    columns: Mapping[str, Array],
    size: int,
    out: Planes,
) -> None:
    """Add the bits of charts without any table: of casts of another school."""
    evaluator = Evaluator(edition, columns, size)
    for rule, condition in enumerate(conditions):
        out.set(rule, planes_of(evaluator.truth(condition)))
