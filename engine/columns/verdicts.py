"""What a plan finds on many charts: planes of packed bits, read a rule or a chart at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.asked import SEEN
from engine.columns.frames import Places
from engine.columns.values import Column, Reader
from engine.columns.words import Planes, bits_of, clear, pairs_of
from engine.disagreement import key_of
from engine.ties import Tie
from facts.symbols import UNKNOWN

if TYPE_CHECKING:
    from engine.columns.plan import Plan

Array: TypeAlias = npt.NDArray[Any]


class Standings:
    """How one rule stands on each chart, as ``engine.relations.Standing``; only where it fired.

    Other rules are places in ``Plan.rules``; each goes with an array that says where it acts.
    What is not asked for is not worked out: contradictions are many and told by few.
    """

    def __init__(self, verdicts: Verdicts, rule: int) -> None:
        self._verdicts = verdicts
        self._rule = rule
        self._fired = verdicts.must(rule)
        self._tie = verdicts.plan.settlement.ties.get(rule, _UNTIED)

    @property
    def overridden_by(self) -> tuple[tuple[int, Array], ...]:
        """The rules that override this one."""
        return self._acting(self._tie.overriders)

    @property
    def cancelled_by(self) -> tuple[tuple[int, Array], ...]:
        """The rules that cancel it."""
        return self._acting(self._tie.cancellers)

    @property
    def qualified_by(self) -> tuple[tuple[int, Array], ...]:
        """The rules that qualify it."""
        return self._acting(self._tie.qualifiers)

    @property
    def modifiers(self) -> tuple[tuple[int, str, Array], ...]:
        """The rules that modify it, each with its effect."""
        effects = self._tie.modifiers
        acting = self._acting(place for place, _ in effects)
        return tuple((p, effect, on) for (p, on), (_, effect) in zip(acting, effects, strict=True))

    @property
    def contradicts(self) -> tuple[tuple[int, str, Array], ...]:
        """The rules that it contradicts, each with the reason."""
        told, rule = self._verdicts, self._rule
        return tuple(
            (place, why, self._fired & told.must(place) & ~told.apart(rule, place))
            for place, why in self._tie.contradicts.items()
        )

    @property
    def parallel(self) -> tuple[tuple[int, Array], ...]:
        """The rules that say the same."""
        told = self._verdicts
        return tuple((place, self._fired & told.must(place)) for place in self._tie.parallel)

    @property
    def may_change(self) -> tuple[tuple[int, Array], ...]:
        """The undetermined rules that could act on it."""
        told = self._verdicts
        return tuple((place, self._fired & told.undetermined(place)) for place in self._tie.acting)

    def _acting(self, places: Iterable[int]) -> tuple[tuple[int, Array], ...]:
        return tuple((place, self._fired & self._verdicts.acts(place)) for place in places)


_UNTIED = Tie()


@dataclass
class Verdicts:
    """The verdicts on ``size`` charts. Rules are named by their place in ``Plan.rules``."""

    plan: Plan
    columns: Mapping[str, Array]
    size: int
    planes: Planes = field(repr=False)
    cast: Array | None = field(repr=False)

    @cached_property
    def told(self) -> Planes:
        """The planes without what is asked only of a thing seen, where a chart tells of none."""
        if not self.plan.by_sight.any():
            return self.planes
        seen = self.columns.get(SEEN)
        if seen is not None and (seen != UNKNOWN).all():
            return self.planes
        out = self.plan.by_sight[:, np.newaxis]
        kept = ~out if seen is None else np.where(seen == UNKNOWN, ~out, ~np.uint64(0))
        return Planes(self.planes.must & kept, self.planes.may & kept)

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

    def counting(self) -> Array:
        """The plane of the asked rules that give an answer: words by charts, as of `Planes`."""
        plane: Array = self.told.must & self.plan.answering[:, np.newaxis]
        for rule in self.plan.settlement.unsettled:
            clear(plane, rule, self.plan.settlement.out(rule, self._acting))
        return plane

    def standing(self, rule: int) -> Standings:
        """What other rules do to the rule, and where."""
        return Standings(self, rule)

    def acts(self, rule: int) -> Array:
        """Where the rule fired and is not itself taken out by another."""
        acting = self._acting.get(rule)
        return self.must(rule) if acting is None else acting

    def values(self, rule: int, charts: Array | None = None) -> dict[str, Column]:
        """The values of the rule's verdict by name: on all charts, or on those at some places."""
        return {name: self._read(r, charts) for name, r in self.plan.values(rule).items()}

    def needs(self, rule: int, charts: Array | None = None) -> Column:
        """The inputs that the rule lacks: on all charts, or on those at some places."""
        return self._read(self.plan.needs(rule), charts)

    def fired(self) -> tuple[Array, Array]:
        """The asked rules that fired: pairs of chart and rule, by chart and then by rule."""
        return pairs_of(self.told.must, self.plan.mask)

    def open(self) -> tuple[Array, Array]:
        """The asked rules that are undetermined: pairs of chart and rule, as `fired`."""
        return pairs_of(self.told.may & ~self.told.must, self.plan.mask)

    def apart(self, one: int, two: int) -> Array:
        """Where two verdicts speak of different places, as `engine.disagreement` tells them."""
        (first, of_first), (second, of_second) = self.keys(one), self.keys(two)
        apart = [[None not in (a, b) and a != b for b in of_second] for a in of_first]
        if not self.size:
            return np.zeros(0, dtype=bool)
        where: Array = np.array(apart)[first, second]
        return where

    def keys(self, rule: int) -> tuple[Array, list[str | None]]:
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
        return reader.read(self.columns, self.size, self._places, charts)

    @cached_property
    def _places(self) -> Places | None:
        """In which rows of the frames the charts lie; None if their casts are in no table."""
        if self.cast is None:
            return None
        return Places(self.plan.tables.casts, self.columns, self.size, self.cast)

    @cached_property
    def _acting(self) -> dict[int, Array]:
        fired: dict[int, Array] = {}

        def of(rule: int) -> Array:
            if rule not in fired:
                fired[rule] = self.must(rule)
            return fired[rule]

        return self.plan.settlement.acting(of)
