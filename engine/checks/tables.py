"""Decision tables 分例 over all charts: where several rows hold at once, and where none does."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np

from engine.checks.truths import Array, Truths, shape_of, spaces
from engine.rulebase import RuleBase
from engine.space import Space, axes_of
from rules.reader.model import Cases


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two rows of a table (rule ids), on how many charts both hold, and one of these."""

    cases: Cases
    first: str
    second: str
    both: int
    witness: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A table of which no row holds on some charts: how many, and one of them."""

    cases: Cases
    none: int
    witness: str


class Tables:
    """What holds of the decision tables of a rule base.

    ``complete`` are those whose rows leave nothing out; ``undecided`` those that read more inputs
    than are tried, or an input that no axis gives.
    """

    def __init__(self, base: RuleBase, truths: Truths) -> None:
        self.overlaps: list[Overlap] = []
        self.gaps: list[Gap] = []
        self.complete: list[Cases] = []
        self.undecided: list[Cases] = []
        for cases in base.edition.cases:
            self._decide(base, truths, cases)

    def _decide(self, base: RuleBase, truths: Truths, cases: Cases) -> None:
        conditions = (cases.guard, *cases.rows)
        axes = axes_of({c for each in conditions for c in base.reads.condition(each)})
        if prod(shape_of(axes)) > truths.budget:
            self.undecided.append(cases)
            return
        both = {pair: _Seen() for pair in combinations(range(len(cases.rows)), 2)}
        none, open_ = _Seen(), False
        for _, space in spaces(axes, truths.school):
            evaluator = space.evaluator(base)
            guard, *rows = (evaluator.truth(each) for each in conditions)
            at = (guard == 1) & space.valid
            open_ |= any(bool(np.any((row == 2) & at)) for row in rows)
            none.add(np.all([row == 0 for row in rows], axis=0) & at, space, truths)
            holds = np.stack([(row == 1) & at for row in rows])
            if np.any(holds.sum(axis=0, dtype=np.uint16) > 1):
                for (one, two), seen in both.items():
                    seen.add(holds[one] & holds[two], space, truths)
        for (one, two), seen in both.items():
            if seen.count:
                ids = cases.rules[one], cases.rules[two]
                self.overlaps.append(Overlap(cases, *ids, seen.count, seen.witness))
        if none.count:
            self.gaps.append(Gap(cases, none.count, none.witness))
        elif open_:
            self.undecided.append(cases)
        else:
            self.complete.append(cases)


@dataclass(slots=True)
class _Seen:
    """How many charts were seen, and the first of them in the notation."""

    count: int = 0
    witness: str = ""

    def add(self, holds: Array, space: Space, truths: Truths) -> None:
        """Count the points of a space that are marked."""
        if not self.count and holds.any():
            point = int(holds.argmax())
            at = {axis: int(values[point]) for axis, values in space.index.items()}
            self.witness = truths.chart(at)
        self.count += int(holds.sum())
