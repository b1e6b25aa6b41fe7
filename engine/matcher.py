"""The counting matcher: how many literals each ground rule still lacks.

Ground rules need no joins: a rule is satisfied when its count of unmet literals reaches zero and no
negative literal holds. A new fact touches only the rules that mention it. This module is the
algorithm alone; `engine.experta_port` hangs it on Experta's ``__matcher__``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple


class Body(NamedTuple):
    """The condition of a rule as hashable keys: all of `positives`, none of `negatives`."""

    positives: list[Hashable]
    negatives: list[Hashable]


class UnmetCounts:
    """The counts of a list of rule bodies; rules are their places in that list.

    Facts only come: nothing is retracted but by `reset`. A body without positives is never
    satisfied, for no fact touches it: give it one that always holds.
    """

    def __init__(self, bodies: Iterable[Body]) -> None:
        self._size: list[int] = []
        self._numbers: dict[Hashable, int] = {}
        self._needing: list[list[int]] = []
        self._refusing: list[list[int]] = []
        for rule, body in enumerate(bodies):
            self._size.append(len(body.positives))
            for key in body.positives:
                self._needing[self.number(key)].append(rule)
            for key in body.negatives:
                self._refusing[self.number(key)].append(rule)
        self.reset()

    def number(self, key: Hashable) -> int:
        """The number that stands for a key, a new one if it has none."""
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._needing):
            self._needing.append([])
            self._refusing.append([])
        return number

    def reset(self) -> None:
        """Forget all facts."""
        self._unmet = self._size.copy()
        self._refused: set[int] = set()
        self._satisfied: set[int] = set()

    def add(self, keys: Iterable[Hashable]) -> tuple[list[int], list[int]]:
        """Take new facts in, each once between two resets.

        Returns the rules that are satisfied now and were not before, and those that are no more.
        """
        numbers = self._numbers
        return self.add_numbers([numbers[key] for key in keys if key in numbers])

    def add_numbers(self, numbers: Iterable[int]) -> tuple[list[int], list[int]]:
        """The same, with the facts by their numbers."""
        gained: list[int] = []
        refused: list[int] = []
        unmet, needing, refusing = self._unmet, self._needing, self._refusing
        for number in numbers:
            for rule in needing[number]:
                left = unmet[rule] = unmet[rule] - 1
                if not left:
                    gained.append(rule)
            if refusing[number]:
                refused += refusing[number]
        lost: list[int] = []
        if refused:
            self._refused.update(refused)
            lost = sorted(self._satisfied.intersection(refused))
            self._satisfied.difference_update(lost)
        if self._refused:
            gained = [rule for rule in gained if rule not in self._refused]
        self._satisfied.update(gained)
        return gained, lost
