"""The conditions of a rule base divided into parts that frames can hold, and steps that join them.

A truth is a byte of two planes: bit 0 says that it must hold, bit 1 that it may (false 0, unknown
2, true 3). So the strong Kleene *and* and *or* are those of bits, for both planes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.frames import Frame, frame_of
from engine.rulebase import RuleBase
from facts.evaluate import Evaluator
from rules.reader.model import All, AtLeast, Condition, Literal, Not, Use
from rules.reader.model import Any as AnyOf
from rules.reader.substitute import instance

Array: TypeAlias = npt.NDArray[Any]

MUST, MAY = 1, 2
_PLANES = np.array([0, MUST | MAY, MAY], dtype=np.uint8)
_INVERSE = np.array([3, 1, 2, 0], dtype=np.uint8)


def planes_of(truths: Array) -> Array:
    """Truth values of the evaluator (0, 1, 2) as bytes of two planes."""
    return _PLANES[truths]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A condition that a frame can hold."""

    frame: Frame
    condition: Condition


@dataclass(frozen=True, slots=True)
class Direct:
    """A literal over so many inputs that no frame holds it: evaluated chart by chart."""

    literal: Literal


@dataclass(frozen=True, slots=True)
class Inverse:
    """Not: the step that it denies."""

    step: int


@dataclass(frozen=True, slots=True)
class Join:
    """All of some steps, or any of them."""

    every: bool
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """At least ``n`` of some steps."""

    n: int
    steps: tuple[int, ...]


Step: TypeAlias = Leaf | Direct | Inverse | Join | Count


class Program:
    """Steps in an order in which each comes after those that it joins; equal steps are one.

    ``whole`` are the rules (by place) whose condition one frame holds, ``wide`` the steps of the
    others.
    """

    def __init__(self, base: RuleBase, conditions: Iterable[Condition]) -> None:
        self._base = base
        self._known: dict[Step, int] = {}
        self._made: dict[Condition, int] = {}
        self.steps: list[Step] = []
        self.whole: dict[Frame, list[int]] = {}
        self.wide: dict[int, int] = {}
        for place, condition in enumerate(conditions):
            frame = frame_of(base.reads.condition(condition))
            if frame is not None:
                self.whole.setdefault(frame, []).append(place)
            else:
                self.wide[place] = self._step(condition)

    def _step(self, condition: Condition) -> int:
        number = self._made.get(condition)
        if number is None:
            frame = frame_of(self._base.reads.condition(condition))
            step = self._divide(condition) if frame is None else Leaf(frame, condition)
            number = self._made[condition] = self._add(step)
        return number

    def _add(self, step: Step) -> int:
        number = self._known.get(step)
        if number is None:
            number = self._known[step] = len(self.steps)
            self.steps.append(step)
        return number

    def _divide(self, condition: Condition) -> Step:
        match condition:
            case Literal():
                return Direct(condition)
            case Not(part):
                return Inverse(self._step(part))
            case Use():
                # A step of its own, so that what is within the concept is shared as well.
                return Join(True, (self._step(instance(self._base.edition.concepts, condition)),))
            case All(parts):
                return Join(True, tuple(self._step(part) for part in self._gathered(All, parts)))
            case AnyOf(parts):
                return Join(False, tuple(self._step(part) for part in self._gathered(AnyOf, parts)))
            case AtLeast(n, parts):
                return Count(n, tuple(self._step(part) for part in parts))

    def _gathered(
        self, join: type[All] | type[AnyOf], parts: Iterable[Condition]
    ) -> list[Condition]:
        """The parts, those that one frame holds as one."""
        found: list[Condition] = []
        held: dict[Frame, list[Condition]] = {}
        for part in parts:
            frame = frame_of(self._base.reads.condition(part))
            if frame is None:
                found.append(part)
            else:
                held.setdefault(frame, []).append(part)
        return found + [p[0] if len(p) == 1 else join(tuple(p)) for p in held.values()]


def run(
    program: Program, leaves: Mapping[int, Array], evaluator: Evaluator, size: int
) -> list[Array]:
    """The two planes of every step, given those of the leaves."""
    found: list[Array] = []
    for number, step in enumerate(program.steps):
        match step:
            case Leaf():
                value = leaves[number]
            case Direct(literal):
                value = planes_of(evaluator.literal(literal))
            case Inverse(inner):
                value = _INVERSE[found[inner]]
            case Join(every, steps):
                operation = np.bitwise_and if every else np.bitwise_or
                value = found[steps[0]]
                for other in steps[1:]:
                    value = operation(value, found[other])
            case Count(n, steps):
                value = _count(n, [found[inner] for inner in steps], size)
        found.append(value)
    return found


def _count(n: int, parts: list[Array], size: int) -> Array:
    sure, possible = np.zeros(size, dtype=np.uint16), np.zeros(size, dtype=np.uint16)
    for part in parts:
        sure += part & MUST
        possible += part >> 1
    planes: Array = (sure >= n).astype(np.uint8) | (possible >= n).astype(np.uint8) << 1
    return planes
