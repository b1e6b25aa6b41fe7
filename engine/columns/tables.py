"""What is true on the rows of the frames: worked out once for a school, looked up ever after.

A row holds the rules as packed bits, those that must hold and then those that may, in the order of
the edition. The rules over the casts alone fill one table of whole rows; those of another frame
have a narrow table of the bytes in which they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.frames import Casts, Frame, Places
from engine.columns.program import MAY, MUST, Leaf, Program, planes_of, run
from facts.evaluate import Definitions, Evaluator
from facts.schools import School
from rules.reader.model import Condition

Array: TypeAlias = npt.NDArray[Any]

_MEMORY = 64 * 2**20  # bytes that an evaluator may remember before it is given up for a new one


def width_of(rules: int) -> int:
    """The bytes of one plane."""
    return (rules + 7) // 8


@dataclass(frozen=True, slots=True)
class _Narrow:
    """The rows of a frame: only those bytes in which its rules stand."""

    frame: Frame
    places: Array
    rows: Array


class Tables:
    """The tables of a program over the casts of a school."""

    def __init__(
        self,
        edition: Definitions,
        program: Program,
        conditions: Sequence[Condition],
        school: School,
    ) -> None:
        self.edition = edition
        self.program = program
        self.casts = Casts(school)
        self._width = width_of(len(conditions))
        whole = dict(program.whole)
        own = whole.pop(Frame(True, ()), [])
        self._wide = self._packed(Frame(True, ()), conditions, own)
        self._narrow = [
            self._narrowed(frame, conditions, places) for frame, places in whole.items()
        ]
        self._leaves = {
            number: self._leaf(step)
            for number, step in enumerate(program.steps)
            if isinstance(step, Leaf)
        }

    def _packed(self, frame: Frame, conditions: Sequence[Condition], places: list[int]) -> Array:
        """Whole rows of a frame, in which only these rules can hold."""
        packed = np.zeros((frame.size, 2 * self._width), dtype=np.uint8)
        columns = frame.rows(self.casts)
        evaluator = Evaluator(self.edition, columns, frame.size)
        share = max(1, _MEMORY // (frame.size * 64))
        for number, place in enumerate(places):
            if number % share == share - 1:
                evaluator = Evaluator(self.edition, columns, frame.size)
            _set(packed, self._width, place, planes_of(evaluator.truth(conditions[place])))
        return packed

    def _narrowed(
        self, frame: Frame, conditions: Sequence[Condition], places: list[int]
    ) -> _Narrow:
        used = np.unique(np.array(places) >> 3)
        used = np.concatenate((used, used + self._width))
        return _Narrow(frame, used, self._packed(frame, conditions, places)[:, used])

    def _leaf(self, leaf: Leaf) -> Array:
        evaluator = Evaluator(self.edition, leaf.frame.rows(self.casts), leaf.frame.size)
        return planes_of(evaluator.truth(leaf.condition))

    def look_up(self, columns: Mapping[str, Array], places: Places, cast: Array) -> Array:
        """The packed planes of charts, a row a chart."""
        size = len(cast)
        found: Array = np.take(self._wide, cast, axis=0, mode="clip")
        for narrow in self._narrow:
            rows = np.take(narrow.rows, places.of(narrow.frame), axis=0, mode="clip")
            for number, place in enumerate(narrow.places):
                found[:, place] |= rows[:, number]
        if self.program.wide:
            leaves = {
                number: np.take(table, places.of(self._frame(number)), mode="clip")
                for number, table in self._leaves.items()
            }
            steps = run(self.program, leaves, Evaluator(self.edition, columns, size), size)
            for place, number in self.program.wide.items():
                _set(found, self._width, place, steps[number])
        return found

    def _frame(self, number: int) -> Frame:
        step = self.program.steps[number]
        assert isinstance(step, Leaf)
        return step.frame


def evaluated(
    edition: Definitions,
    conditions: Sequence[Condition],
    columns: Mapping[str, Array],
    size: int,
) -> Array:
    """The packed planes of charts without any table: for casts of another school."""
    width = width_of(len(conditions))
    found = np.zeros((size, 2 * width), dtype=np.uint8)
    evaluator = Evaluator(edition, columns, size)
    for place, condition in enumerate(conditions):
        _set(found, width, place, planes_of(evaluator.truth(condition)))
    return found


def _set(packed: Array, width: int, place: int, planes: Array) -> None:
    """Set a rule's bits in both planes of packed rows in which they are not yet set."""
    byte, bit = place >> 3, place & 7
    packed[:, byte] |= (planes & MUST) << bit
    packed[:, width + byte] |= ((planes & MAY) >> 1) << bit
