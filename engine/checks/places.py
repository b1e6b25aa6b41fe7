"""Questions that are asked of each place by itself: where two rules speak of one and the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from engine.checks.truths import Truths, shape_of, spaces
from engine.rulebase import RuleBase
from engine.space import axes_of
from facts.symbols import ALPHABET, palace_of
from rules.reader.model import All, Arg, Literal, Rule, Term
from rules.reader.vocabulary import Question


@dataclass(frozen=True, slots=True)
class Joint:
    """On how many charts two rules fire and speak of one place, the first, out of how many."""

    charts: int
    first: str
    of: int


def keys_of(question: Question, first: Rule, second: Rule) -> tuple[Arg, Arg] | None:
    """The terms that key two verdicts; None where the rules speak of one place in any case."""
    assert first.verdict is not None
    assert second.verdict is not None
    key = question.keyed_by
    one, two = (first.verdict.get(key), second.verdict.get(key)) if key else (None, None)
    if not isinstance(one, Term) or not isinstance(two, Term) or one == two:
        return None
    if key == "place":  # a stem stands for its lodging palace
        return Term("lodging_of", (one,)), Term("lodging_of", (two,))
    return one, two


def are_apart(keys: tuple[Arg, Arg] | None) -> bool:
    """Whether two terms are surely different: two symbols, or the palaces of two."""
    names = [name for name in map(_symbol, keys or ()) if name]
    if len(names) < 2:
        return False
    palaces = [palace_of(ALPHABET.by_name[name].code) for name in names]
    return names[0] != names[1] if None in palaces else palaces[0] != palaces[1]


def _symbol(term: Arg) -> str:
    if isinstance(term, Term) and term.op == "lodging_of":
        return _symbol(term.args[0])
    return str(term.args[0]) if isinstance(term, Term) and term.op == "const" else ""


def joints(
    base: RuleBase, truths: Truths, pairs: Iterable[tuple[Rule, Rule, tuple[Arg, Arg]]]
) -> Iterator[tuple[Rule, Rule, Joint | None]]:
    """Where the rules of each pair speak of one place; None over the budget.

    Pairs that read the same inputs are looked at together.
    """
    groups: dict[tuple[str, ...], list[tuple[Rule, Rule, Literal]]] = {}
    for first, second, keys in pairs:
        same = Literal("same", keys)
        axes = axes_of(base.reads.condition(All((first.when, second.when, same))))
        groups.setdefault(axes, []).append((first, second, same))
    for axes, group in groups.items():
        if prod(shape_of(axes)) > truths.budget:
            yield from ((first, second, None) for first, second, _ in group)
            continue
        counts, witnesses, of = [0] * len(group), [""] * len(group), 0
        for _, space in spaces(axes, truths.school):
            evaluator = space.evaluator(base)
            of += int(space.valid.sum())
            for n, (first, second, same) in enumerate(group):
                at = (evaluator.truth(first.when) == 1) & (evaluator.truth(second.when) == 1)
                points = np.flatnonzero(at & space.valid & (evaluator.truth(same) == 1))
                if len(points) and not counts[n]:
                    point = {axis: int(v[points[0]]) for axis, v in space.index.items()}
                    witnesses[n] = truths.chart(point)
                counts[n] += len(points)
        for (first, second, _), count, witness in zip(group, counts, witnesses, strict=True):
            yield first, second, Joint(count, witness, of)
