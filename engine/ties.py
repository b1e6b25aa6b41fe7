"""Who may act on whom: the declared relations of a rule base, told by the rule acted upon.

Relations name rules by id, by parent (all rows of a rule) or by answer. Here they are ties between
places in the list of all rules, found once; which of them act on a chart, ``engine.relations``
says for one and ``engine.columns.standing`` for many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from rules.reader.model import Relation, Rule

T = TypeVar("T")


@dataclass
class Tie:
    """What ties a rule to others, each a place among the rules, in the order of the edition."""

    overriders: list[int] = field(default_factory=list)
    cancellers: list[int] = field(default_factory=list)
    qualifiers: list[int] = field(default_factory=list)
    modifiers: list[tuple[int, str]] = field(default_factory=list)
    contradicts: dict[int, str] = field(default_factory=dict)
    parallel: list[int] = field(default_factory=list)

    @property
    def takers(self) -> list[int]:
        """Those that take the rule out of the answers."""
        return [*self.overriders, *self.cancellers]

    @cached_property
    def acting(self) -> list[int]:
        """Those that do anything to the rule, each once."""
        modifiers = (place for place, _ in self.modifiers)
        return sorted({*self.overriders, *self.cancellers, *self.qualifiers, *modifiers})


class _Targets:
    """Finds the rules that a relation names."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._named: dict[str, list[int]] = {}
        self._answering: dict[tuple[str, str], list[int]] = {}
        for place, rule in enumerate(rules):
            for name in {rule.id, rule.parent}:
                self._named.setdefault(name, []).append(place)
            if rule.verdict is not None:
                answer = rule.verdict.question, rule.verdict.answer
                self._answering.setdefault(answer, []).append(place)

    def of(self, relation: Relation, place: int) -> list[int]:
        """The places that a relation of the rule at a place names, its own left out."""
        found: set[int] = set()
        for name in relation.rules:
            found.update(self._named.get(name, ()))
        for answer in relation.answers:
            found.update(self._answering.get(answer, ()))
        return sorted(found - {place})


def ties_of(rules: Iterable[Rule]) -> dict[int, Tie]:
    """The ties of all rules that have any, by place."""
    rules = tuple(rules)
    ties: dict[int, Tie] = {}
    targets = _Targets(rules)
    for place, rule in enumerate(rules):
        for relation in rule.relations:
            for target in targets.of(relation, place):
                if relation.kind == "contradicts":
                    ties.setdefault(place, Tie()).contradicts[target] = relation.why
                elif relation.kind == "parallel":
                    _add(ties.setdefault(place, Tie()).parallel, target)
                else:
                    _tie(ties.setdefault(target, Tie()), relation, place)
    for place in sorted(ties):
        for other, why in list(ties[place].contradicts.items()):
            ties.setdefault(other, Tie()).contradicts.setdefault(place, why)
        for other in list(ties[place].parallel):
            _add(ties.setdefault(other, Tie()).parallel, place)
    return ties


def _tie(tie: Tie, relation: Relation, place: int) -> None:
    if relation.kind == "overrides":
        _add(tie.overriders, place)
    elif relation.kind == "qualifies":
        _add(tie.qualifiers, place)
    elif relation.effect == "cancels":
        _add(tie.cancellers, place)
    else:
        _add(tie.modifiers, (place, relation.effect))


def _add(items: list[T], item: T) -> None:
    if item not in items:
        items.append(item)
