"""What a plan finds on many charts: planes of packed bits, read a rule or a chart at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.values import Column, Reader

if TYPE_CHECKING:
    from engine.columns.plan import Plan

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Standings:
    """How one rule stands on each chart, as ``engine.relations.Standing``.

    Other rules are places in ``Plan.rules``; each goes with an array that says where it acts.
    """

    overridden_by: tuple[tuple[int, Array], ...] = ()
    cancelled_by: tuple[tuple[int, Array], ...] = ()
    qualified_by: tuple[tuple[int, Array], ...] = ()
    contradicts: tuple[tuple[int, str, Array], ...] = ()
    parallel: tuple[tuple[int, Array], ...] = ()
    modifiers: tuple[tuple[int, str, Array], ...] = ()
    may_change: tuple[tuple[int, Array], ...] = ()


@dataclass
class Verdicts:
    """The verdicts on ``size`` charts. Rules are named by their place in ``Plan.rules``."""

    plan: Plan
    columns: Mapping[str, Array]
    size: int
    planes: Array = field(repr=False)
    cast: Array | None = field(repr=False)

    def must(self, rule: int) -> Array:
        """Where the rule fired."""
        return self._bits(rule, 0)

    def may(self, rule: int) -> Array:
        """Where it fired or is undetermined."""
        return self._bits(rule, self._width)

    def undetermined(self, rule: int) -> Array:
        """Where it is undetermined."""
        undetermined: Array = self.may(rule) & ~self.must(rule)
        return undetermined

    def counts(self, rule: int) -> Array:
        """Where the rule fired and is neither overridden nor cancelled."""
        if self.plan.settlement.is_settled(rule):
            return self.must(rule)
        counts: Array = self.must(rule) & ~self.plan.settlement.out(rule, self._acting)
        return counts

    def standing(self, rule: int) -> Standings:
        """What other rules do to the rule, and where; only where it fired."""
        tie, fired = self.plan.settlement.ties.get(rule), self.must(rule)
        if tie is None:
            return Standings()

        def acts(place: int) -> Array:
            acting = self._acting.get(place)
            where: Array = fired & (self.must(place) if acting is None else acting)
            return where

        return Standings(
            overridden_by=tuple((place, acts(place)) for place in tie.overriders),
            cancelled_by=tuple((place, acts(place)) for place in tie.cancellers),
            qualified_by=tuple((place, acts(place)) for place in tie.qualifiers),
            contradicts=tuple((p, why, fired & self.must(p)) for p, why in tie.contradicts.items()),
            parallel=tuple((place, fired & self.must(place)) for place in tie.parallel),
            modifiers=tuple((place, effect, acts(place)) for place, effect in tie.modifiers),
            may_change=tuple((place, fired & self.undetermined(place)) for place in tie.acting),
        )

    def values(self, rule: int, charts: Array | None = None) -> dict[str, Column]:
        """The values of the rule's verdict by name: on all charts, or on those at some places."""
        return {name: self._read(r, charts) for name, r in self.plan.values(rule).items()}

    def needs(self, rule: int, charts: Array | None = None) -> Column:
        """The inputs that the rule lacks: on all charts, or on those at some places."""
        return self._read(self.plan.needs(rule), charts)

    def fired(self) -> tuple[Array, Array]:
        """The asked rules that fired: pairs of chart and rule, by chart and then by rule."""
        return self._pairs(self.planes[:, : self._width])

    def open(self) -> tuple[Array, Array]:
        """The asked rules that are undetermined: pairs of chart and rule, as `fired`."""
        return self._pairs(self.planes[:, self._width :] & ~self.planes[:, : self._width])

    @property
    def _width(self) -> int:
        return len(self.plan.asked_bits)

    def _bits(self, rule: int, offset: int) -> Array:
        bits: Array = (self.planes[:, offset + (rule >> 3)] >> (rule & 7) & 1).view(np.bool_)
        return bits

    def _read(self, reader: Reader, charts: Array | None) -> Column:
        places = np.arange(self.size) if charts is None else charts
        return reader.read(self.columns, self.cast, places, self.plan.tables.casts)

    def _pairs(self, packed: Array) -> tuple[Array, Array]:
        rules = len(self.plan.rules)
        asked = np.bitwise_and(packed, self.plan.asked_bits)
        bits = np.unpackbits(asked, axis=1, count=rules, bitorder="little").view(np.bool_)
        charts, places = np.divmod(np.flatnonzero(bits), rules)
        return charts, places

    @cached_property
    def _acting(self) -> dict[int, Array]:
        fired: dict[int, Array] = {}

        def of(rule: int) -> Array:
            if rule not in fired:
                fired[rule] = self.must(rule)
            return fired[rule]

        return self.plan.settlement.acting(of)
