"""What a plan finds on many charts: planes of packed bits, read a rule or a chart at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.values import Column, Reader
from engine.columns.words import Planes, bits_of, pairs_of
from engine.disagreement import key_of

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
    planes: Planes = field(repr=False)
    cast: Array | None = field(repr=False)

    def must(self, rule: int) -> Array:
        """Where the rule fired."""
        return bits_of(self.planes.must, rule)

    def may(self, rule: int) -> Array:
        """Where it fired or is undetermined."""
        return bits_of(self.planes.may, rule)

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
            contradicts=tuple(
                (place, why, fired & self.must(place) & ~self._apart(rule, place))
                for place, why in tie.contradicts.items()
            ),
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
        return pairs_of(self.planes.must, self.plan.mask)

    def open(self) -> tuple[Array, Array]:
        """The asked rules that are undetermined: pairs of chart and rule, as `fired`."""
        return pairs_of(self.planes.may & ~self.planes.must, self.plan.mask)

    def _apart(self, one: int, two: int) -> Array:
        """Where two verdicts speak of different places, as `engine.disagreement` tells them."""
        (first, of_first), (second, of_second) = self._keys(one), self._keys(two)
        apart = [[None not in (a, b) and a != b for b in of_second] for a in of_first]
        if not self.size:
            return np.zeros(0, dtype=bool)
        where: Array = np.array(apart)[first, second]
        return where

    def _keys(self, rule: int) -> tuple[Array, list[str | None]]:
        """The places of which a rule that is asked speaks, and on each chart which of them."""
        verdict = self.plan.rules[rule].verdict
        questions = self.plan.base.edition.vocabulary.questions
        if verdict is not None and rule in self._asked:
            question = questions[verdict.question]
            reader = self.plan.values(rule).get(question.keyed_by)
            if reader is not None:
                column = self._read(reader, None)
                keys = [key_of(question, {question.keyed_by: value}) for value in column.values]
                return column.codes, keys
        return np.zeros(self.size, dtype=np.uint16), [None]

    @cached_property
    def _asked(self) -> frozenset[int]:
        return frozenset(self.plan.asked)

    def _read(self, reader: Reader, charts: Array | None) -> Column:
        places = np.arange(self.size) if charts is None else charts
        return reader.read(self.columns, self.cast, places, self.plan.tables.casts)

    @cached_property
    def _acting(self) -> dict[int, Array]:
        fired: dict[int, Array] = {}

        def of(rule: int) -> Array:
            if rule not in fired:
                fired[rule] = self.must(rule)
            return fired[rule]

        return self.plan.settlement.acting(of)
