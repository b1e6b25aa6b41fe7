"""Which rules that concern one another fire together: counted over all charts, not sampled.

Two rules concern one another when they answer one question in opposed ways, or say the very same.
Inputs that only one of two rules reads are summed out of its truths first, so a pair costs the
boards and the inputs that both read; all pairs over the same inputs are one product of matrices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.checks.places import are_apart, joints, keys_of
from engine.checks.truths import Truths, shape_of
from engine.rulebase import RuleBase
from engine.space import COARSER, SIZES, Space
from rules.reader.model import Arg, Rule

Array: TypeAlias = npt.NDArray[Any]
Axes: TypeAlias = tuple[str, ...]

_COUPLED = frozenset({"hour", "day_part", "month", "season", "calendar_season"})
"""Inputs that can contradict one another: not every combination of them is a chart."""

_CHUNK = 2_000_000  # numbers in a matrix


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two rules, the earlier first, and on how many charts each and both of them fire.

    The charts are those over all inputs that either of them reads. Where they have to speak of one
    place, ``both`` counts the charts on which they do, and ``witness`` is one of these.
    """

    first: Rule
    second: Rule
    both: int
    of_first: int
    of_second: int
    of: int
    witness: str = ""

    def turned(self) -> Meeting:
        """The meeting with the other rule first."""
        counts = (self.both, self.of_second, self.of_first, self.of)
        return Meeting(self.second, self.first, *counts)


def common(first: Axes, second: Axes) -> Axes:
    """The axes over which two rules are compared: those of both, and what binds the others."""
    shared = set(first) & set(second)
    for one, two in ((first, second), (second, first)):
        shared |= {fine for coarse, (fine, _) in COARSER.items() if coarse in one and fine in two}
    mine, theirs = _COUPLED.intersection(first), _COUPLED.intersection(second)
    if not (mine <= theirs or theirs <= mine):
        shared |= mine | theirs
    return tuple(axis for axis in SIZES if axis in shared)


class Meetings:
    """The meetings of a rule base.

    ``opposed`` are the pairs with opposing answers that fire together, ``alike`` those with the
    same verdict of which one fires wherever the other does, ``undecided`` those whose space is
    over the budget.
    """

    def __init__(
        self, base: RuleBase, truths: Truths, focus: Collection[str] | None = None
    ) -> None:
        self._base = base
        self._truths = truths
        self._focus = focus
        self._boards = {
            rule_id: fires.any(axis=tuple(range(2, fires.ndim)))
            for rule_id, fires in truths.fires.items()
        }
        self.undecided: list[tuple[Rule, Rule]] = []
        met = [m for m in self._counted(self._opposing()) if m.both]
        self.opposed = [m for m in self._at_one_place(met) if m.both]
        self.alike = [
            m for m in self._counted(self._repeating()) if m.both in (m.of_first, m.of_second)
        ]

    # ---- which pairs concern one another

    def _verdicts(self) -> dict[str, dict[str, list[Rule]]]:
        """The rules by question and answer: those that are decided and fire at all."""
        found: dict[str, dict[str, list[Rule]]] = {}
        for rule in self._base.edition.rules.values():
            boards = self._boards.get(rule.id)
            if rule.verdict is not None and boards is not None and boards.any():
                answers = found.setdefault(rule.verdict.question, {})
                answers.setdefault(rule.verdict.answer, []).append(rule)
        return found

    def _opposing(self) -> Iterator[tuple[Rule, Rule]]:
        """Pairs with opposing answers that fire on some board both."""
        for question, answers in self._verdicts().items():
            known = self._base.edition.vocabulary.questions[question].answers
            for one, two in combinations(answers, 2):
                if two in known[one].opposes:
                    for first, second in product(answers[one], answers[two]):
                        if not self._is_asked(first, second):
                            continue
                        if are_apart(self._keys(first, second)):
                            continue
                        if self._share_a_board(first, second):
                            yield first, second

    def _is_asked(self, first: Rule, second: Rule) -> bool:
        return self._focus is None or first.id in self._focus or second.id in self._focus

    def _share_a_board(self, first: Rule, second: Rule) -> bool:
        return bool((self._boards[first.id] & self._boards[second.id]).any())

    def _repeating(self) -> Iterator[tuple[Rule, Rule]]:
        """Pairs of different rules with one verdict, one of them on the other's boards only."""
        alike: dict[object, list[Rule]] = {}
        for answers in self._verdicts().values():
            for rules in answers.values():
                for rule in rules:
                    alike.setdefault(rule.verdict, []).append(rule)
        for rules in alike.values():
            for first, second in combinations(rules, 2):
                if not self._is_asked(first, second):
                    continue
                one, two = self._boards[first.id], self._boards[second.id]
                both = one & two
                if first.parent != second.parent and (
                    np.array_equal(both, one) or np.array_equal(both, two)
                ):
                    yield first, second

    # ---- questions of one place

    def _keys(self, first: Rule, second: Rule) -> tuple[Arg, Arg] | None:
        assert first.verdict is not None
        question = self._base.edition.vocabulary.questions[first.verdict.question]
        return keys_of(question, first, second)

    def _at_one_place(self, meetings: Sequence[Meeting]) -> Iterator[Meeting]:
        """The meetings as they are where the question is keyed: both rules speak of one place."""
        keyed = [
            (m.first, m.second, keys) for m in meetings if (keys := self._keys(m.first, m.second))
        ]
        found = {
            (first.id, second.id): joint
            for first, second, joint in joints(self._base, self._truths, keyed)
        }
        for meeting in meetings:
            pair = meeting.first.id, meeting.second.id
            if pair not in found:
                yield meeting
            elif (joint := found[pair]) is None:
                self.undecided.append((meeting.first, meeting.second))
            else:
                yield replace(meeting, both=joint.charts, of=joint.of, witness=joint.first)

    # ---- how often they meet

    def _counted(self, pairs: Iterable[tuple[Rule, Rule]]) -> list[Meeting]:
        """The meeting of each pair, in the order of the rules."""
        order = {rule_id: n for n, rule_id in enumerate(self._base.edition.rules)}
        axes = self._truths.axes
        groups: dict[tuple[Axes, Axes], list[tuple[Rule, Rule]]] = {}
        for pair in pairs:
            first, second = sorted(pair, key=lambda rule: axes[rule.id])
            groups.setdefault((axes[first.id], axes[second.id]), []).append((first, second))
        found: list[Meeting] = []
        for (one, two), group in groups.items():
            if prod(shape_of(common(one, two))) > self._truths.budget:
                self.undecided += group
            else:
                found += self._count(one, two, group)
        for n, meeting in enumerate(found):
            if order[meeting.first.id] > order[meeting.second.id]:
                found[n] = meeting.turned()
        return sorted(found, key=lambda m: (order[m.first.id], order[m.second.id]))

    def _count(self, one: Axes, two: Axes, pairs: list[tuple[Rule, Rule]]) -> Iterator[Meeting]:
        """Count all pairs of rules over two sets of axes at once.

        The last row of each matrix stands for a rule that fires on every chart.
        """
        firsts = list({first.id: first for first, _ in pairs}.values())
        seconds = list({second.id: second for _, second in pairs}.values())
        axes = common(one, two)
        valid = self._joint(axes, one, two)
        total = np.zeros((len(firsts) + 1, len(seconds) + 1))
        days = max(1, _CHUNK // (prod(shape_of(axes)) // 60) // max(len(firsts), len(seconds)))
        for start in range(0, 60, days):
            piece = slice(start, start + days)
            left = self._matrix(firsts, one, axes, piece)
            right = self._matrix(seconds, two, axes, piece)
            if valid is not None:
                left = left * valid[piece].reshape(-1)
            total += left @ right.T
        rows = {rule.id: n for n, rule in enumerate(firsts)}
        columns = {rule.id: n for n, rule in enumerate(seconds)}
        for first, second in pairs:
            n, k = rows[first.id], columns[second.id]
            both, of_first, of_second = total[n, k], total[n, -1], total[-1, k]
            counts = (int(both), int(of_first), int(of_second), int(total[-1, -1]))
            yield Meeting(first, second, *counts)

    def _joint(self, axes: Axes, one: Axes, two: Axes) -> Array | None:
        """Which points of the axes are charts, where the two do not know it by themselves."""
        bound = _COUPLED.intersection(one) | _COUPLED.intersection(two)
        if any(bound <= set(own) for own in (one, two)):
            return None
        grid = np.indices(shape_of(axes)).reshape(len(axes), -1)
        space = Space.of(dict(zip(axes, grid, strict=True)), self._truths.school)
        return space.valid.reshape(shape_of(axes))

    def _matrix(self, rules: Sequence[Rule], own: Axes, axes: Axes, days: slice) -> Array:
        """A row a rule: on how many charts it fires at each point of the axes."""
        arrays = [self._truths.fires[rule.id][days] for rule in rules]
        arrays.append(self._truths.valid[own][days])
        return np.array([_laid(array, own, axes).reshape(-1) for array in arrays], float)

    def witnesses(self, meeting: Meeting, count: int = 2) -> list[str]:
        """Charts on which both rules fire, far from one another, in the notation."""
        if meeting.witness:
            return [meeting.witness]
        truths, pair = self._truths, (meeting.first, meeting.second)
        one, two = (truths.axes[rule.id] for rule in pair)
        axes = common(one, two)
        first, second = (
            _laid(truths.fires[rule.id], own, axes) > 0
            for rule, own in zip(pair, (one, two), strict=True)
        )
        both, valid = first & second, self._joint(axes, one, two)
        points = np.flatnonzero(both if valid is None else both & valid)
        chosen = points[:: max(1, len(points) // count)][:count]
        found = []
        for place in chosen:
            values = np.unravel_index(int(place), shape_of(axes))
            point = {axis: int(value) for axis, value in zip(axes, values, strict=True)}
            for rule, own in zip(pair, (one, two), strict=True):
                point |= _completed(truths.fires[rule.id], own, point)
            found.append(truths.chart(point))
        return found


def _laid(array: Array, own: Axes, axes: Axes) -> Array:
    """An array over its own axes, laid over others: summed over what they lack.

    Where they have a finer axis than its own, it stands at each value as what follows from it.
    """
    for n, axis in enumerate(own):
        if axis in COARSER and COARSER[axis][0] in axes:
            fine, follows = COARSER[axis]
            array, own = array.take(follows, axis=n), (*own[:n], fine, *own[n + 1 :])
    lost = tuple(n for n, axis in enumerate(own) if axis not in axes)
    kept = [axis for axis in own if axis in axes]
    summed = array.sum(axis=lost) if lost else array
    sizes = iter(summed.shape)
    laid = summed.reshape([next(sizes) if axis in kept else 1 for axis in axes])
    days = laid.shape[0]
    return np.broadcast_to(laid, (days, *shape_of(axes)[1:]))


def _completed(fires: Array, own: Axes, point: dict[str, int]) -> dict[str, int]:
    """Values of the axes that the point lacks, such that the rule fires."""
    point = dict(point)
    for coarse, (fine, follows) in COARSER.items():
        if fine in point:
            point[coarse] = int(follows[point[fine]])
    free = [axis for axis in own if axis not in point]
    if not free:
        return {}
    at = fires[tuple(point[axis] if axis in point else slice(None) for axis in own)]
    values = np.unravel_index(int(at.argmax()), at.shape)
    return {axis: int(value) for axis, value in zip(free, values, strict=True)}
