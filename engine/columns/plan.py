"""The plan: a whole rule base compiled once, to judge any number of charts as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.asked import places_asked
from engine.columns.frames import Places
from engine.columns.program import Program
from engine.columns.standing import Settlement
from engine.columns.tables import Tables, evaluate
from engine.columns.values import Reader, reader_of_needs, reader_of_value
from engine.columns.verdicts import Verdicts
from engine.columns.words import Planes, mask_of
from engine.rulebase import RuleBase
from facts.schools import DEFAULT, School

Array: TypeAlias = npt.NDArray[Any]

BLOCK = 16_384
"""Charts that are looked up together, so that what is worked on stays in the cache."""


class Plan:
    """The rules of an edition over arrays; ``asked`` are the places of those that are told.

    Charts of the plan's school are looked up in its tables; any others are evaluated, to the same
    verdicts but more slowly.
    """

    def __init__(
        self,
        base: RuleBase,
        questions: Iterable[str] = (),
        rules: Iterable[str] = (),
        school: School = DEFAULT,
    ) -> None:
        self.base = base
        self.school = school
        self.rules = tuple(base.edition.rules.values())
        wanted, only = frozenset(questions), frozenset(rules)
        asked = places_asked(base, wanted, only, seen=True)
        self.asked = tuple(sorted(asked))
        self.mask = mask_of(self.asked, len(self.rules))
        self.answering = mask_of(
            (place for place in self.asked if self.rules[place].verdict), len(self.rules)
        )
        by_sight = asked - places_asked(base, wanted, only, seen=False)
        self.by_sight = mask_of(by_sight, len(self.rules))
        self._conditions = [rule.when for rule in self.rules]
        self._values: dict[int, dict[str, Reader]] = {}
        self._needs: dict[int, Reader] = {}

    @cached_property
    def tables(self) -> Tables:
        """The tables of the plan's school, worked out when first asked for."""
        edition, conditions = self.base.edition, self._conditions
        return Tables(edition, self._program, conditions, self.school)

    @cached_property
    def _program(self) -> Program:
        return Program(self.base, self._conditions)

    @cached_property
    def settlement(self) -> Settlement:
        """How the rules act on one another's verdicts."""
        return Settlement(self.base.ties)

    def values(self, rule: int) -> dict[str, Reader]:
        """What reads the values of a rule's verdict, by name."""
        known = self._values.get(rule)
        if known is None:
            verdict = self.rules[rule].verdict
            known = self._values[rule] = {
                name: reader_of_value(self.base, value)
                for name, value in (verdict.values if verdict else ())
            }
        return known

    def needs(self, rule: int) -> Reader:
        """What reads the inputs that a rule needs."""
        known = self._needs.get(rule)
        if known is None:
            known = self._needs[rule] = reader_of_needs(self.base, self.rules[rule].when)
        return known

    def judge(self, columns: Mapping[str, Array], size: int) -> Verdicts:
        """The verdicts on ``size`` charts, given as columns of codes; a missing one is unknown."""
        for name, codes in columns.items():
            if len(codes) != size or codes.dtype != np.uint16:
                raise ValueError(
                    f"the column {name!r} has {len(codes)} codes ({codes.dtype}) "
                    f"for {size} charts: give it one 16-bit code a chart"
                )
        planes = Planes.zeros(len(self.rules), size)
        cast: Array | None = np.empty(size, dtype=np.int32)
        for start in range(0, size, BLOCK):
            part = slice(start, min(size, start + BLOCK))
            block = {name: codes[part] for name, codes in columns.items()}
            row = self._block(block, part.stop - start, planes.part(part))
            if row is None or cast is None:
                cast = None
            else:
                cast[part] = row
        return Verdicts(self, columns, size, planes, cast)

    def _block(self, columns: Mapping[str, Array], size: int, out: Planes) -> Array | None:
        """Add the bits of some charts; the rows of their casts, if they are in the tables."""
        cast = self.tables.casts.place(columns, size)
        if cast is None:
            evaluate(self.base.edition, self._conditions, columns, size, out)
        else:
            places = Places(self.tables.casts, columns, size, cast)
            self.tables.look_up(columns, places, size, out)
        return cast

    def stream(
        self, columns: Mapping[str, Array], size: int, chunk: int = 65_536
    ) -> Iterator[tuple[int, Verdicts]]:
        """The verdicts on any number of charts, some at a time, each with the number of its first.

        Memory is that of one chunk beside the columns.
        """
        for start in range(0, size, chunk):
            stop = min(size, start + chunk)
            part = {name: codes[start:stop] for name, codes in columns.items()}
            yield start, self.judge(part, stop - start)
