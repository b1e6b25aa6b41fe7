"""How verdicts stand among each other on many charts: ``engine.relations`` over arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from graphlib import TopologicalSorter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.ties import Tie

Array: TypeAlias = npt.NDArray[Any]


class Settlement:
    """Settles which rules act on which over arrays. ``ties`` are those of the rule base."""

    def __init__(self, ties: Mapping[int, Tie]) -> None:
        self.ties = ties
        self._takers = {place: frozenset(t.takers) for place, t in ties.items() if t.takers}
        self._order = _order(self._takers)

    def acting(self, fired: Callable[[int], Array]) -> dict[int, Array]:
        """Which of the rules that stand in a chain of taking out act, by place.

        A rule acts where it fired and all that would take it out are themselves taken out: the
        least such, so that rules in a circle do not act.
        """
        acting: dict[int, Array] = {}
        for circle in self._order:
            for place in circle:
                acting[place] = np.zeros_like(fired(place))
            changed = True
            while changed:
                changed = False
                for place in circle:
                    now = fired(place).copy()
                    for taker in self._takers.get(place, ()):
                        now &= ~fired(taker) | self.out(taker, acting)
                    if not np.array_equal(now, acting[place]):
                        acting[place], changed = now, len(circle) > 1
        return acting

    def out(self, place: int, acting: dict[int, Array]) -> Array:
        """Where some acting rule takes a rule out of the answers."""
        takers = self._takers.get(place)
        if not takers:
            return np.zeros_like(acting[place])
        out: Array = np.logical_or.reduce([acting[taker] for taker in takers])
        return out

    def is_settled(self, place: int) -> bool:
        """Whether no rule can take this one out of the answers."""
        return place not in self._takers


def _order(takers: Mapping[int, frozenset[int]]) -> list[list[int]]:
    """The rules in chains of taking out, takers first; rules in a circle together."""
    reach: dict[int, set[int]] = {}

    def reached(place: int) -> set[int]:
        if place not in reach:
            seen: set[int] = set()
            waiting = [place]
            while waiting:
                for taker in takers.get(waiting.pop(), ()):
                    if taker not in seen:
                        seen.add(taker)
                        waiting.append(taker)
            reach[place] = seen
        return reach[place]

    places = {*takers, *(taker for group in takers.values() for taker in group)}
    circle = {
        place: min([place, *(p for p in reached(place) if place in reached(p))]) for place in places
    }
    members: dict[int, list[int]] = {}
    for place in sorted(places):
        members.setdefault(circle[place], []).append(place)
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for place in places:
        others = {circle[taker] for taker in takers.get(place, ())} - {circle[place]}
        sorter.add(circle[place], *others)
    return [members[head] for head in sorter.static_order()]
