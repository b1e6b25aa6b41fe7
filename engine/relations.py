"""What fired rules do to one another's verdicts, after the run: declared relations only.

``overrides`` takes the target out of the answers (it is still shown), ``qualifies`` is attached to
it, ``contradicts`` leaves both standing side by side, ``parallel`` says that two passages say one
thing, ``modifies`` marks verdicts as worse, surer, saved or cancelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rules.reader.model import Relation, Rule

T = TypeVar("T")


@dataclass(slots=True)
class Standing:
    """How a fired rule stands among the others that fired (rule ids in each field)."""

    overridden_by: list[str] = field(default_factory=list)
    cancelled_by: list[str] = field(default_factory=list)
    qualified_by: list[str] = field(default_factory=list)
    contradicts: dict[str, str] = field(default_factory=dict)
    parallel: list[str] = field(default_factory=list)
    modifiers: list[tuple[str, str]] = field(default_factory=list)
    may_change: list[str] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """Whether the verdict still is among the answers."""
        return not self.overridden_by and not self.cancelled_by


def settle(fired: Iterable[Rule], undetermined: Iterable[Rule]) -> dict[str, Standing]:
    """The standing of each fired rule, by rule id.

    A rule that is overridden or cancelled no longer acts on others. An undetermined rule that
    could act leaves the verdict as it is and is named in ``may_change``.
    """
    rules = {rule.id: rule for rule in fired}
    standings = {rule_id: Standing() for rule_id in rules}
    acting = _acting(rules)
    for rule in rules.values():
        standing = standings[rule.id]
        for relation in rule.relations:
            for target in _targets(relation, rules, rule):
                if relation.kind == "contradicts":
                    standing.contradicts[target] = relation.why
                elif relation.kind == "parallel":
                    _add(standing.parallel, target)
                elif rule.id in acting:
                    _act(rule, relation, standings[target])
    for rule in undetermined:
        for relation in rule.relations:
            if relation.kind in ("overrides", "qualifies", "modifies"):
                for target in _targets(relation, rules, rule):
                    _add(standings[target].may_change, rule.id)
    for rule_id, standing in standings.items():
        for other, why in list(standing.contradicts.items()):
            standings[other].contradicts.setdefault(rule_id, why)
        for other in list(standing.parallel):
            _add(standings[other].parallel, rule_id)
    return standings


def _act(rule: Rule, relation: Relation, target: Standing) -> None:
    if relation.kind == "overrides":
        _add(target.overridden_by, rule.id)
    elif relation.kind == "qualifies":
        _add(target.qualified_by, rule.id)
    elif relation.effect == "cancels":
        _add(target.cancelled_by, rule.id)
    else:
        _add(target.modifiers, (rule.id, relation.effect))


def _add(items: list[T], item: T) -> None:
    if item not in items:
        items.append(item)


def _targets(relation: Relation, rules: Mapping[str, Rule], rule: Rule) -> Iterator[str]:
    """Fired rules (and rows) that a relation names, by id, by parent or by answer."""
    named = set(relation.rules)
    for other in rules.values():
        if other.id == rule.id:
            continue
        answers = other.verdict and (other.verdict.question, other.verdict.answer)
        if other.id in named or other.parent in named or answers in relation.answers:
            yield other.id


def _acting(rules: Mapping[str, Rule]) -> set[str]:
    """The rules that no acting rule takes out, by overriding or by cancelling.

    Rules that take each other out in a circle (cancelling by answer can make one: it names no
    rule) do not act, so each of them stands.
    """
    takers: dict[str, set[str]] = {rule_id: set() for rule_id in rules}
    for rule in rules.values():
        for relation in rule.relations:
            if relation.kind == "overrides" or relation.effect == "cancels":
                for target in _targets(relation, rules, rule):
                    takers[target].add(rule.id)
    acting: set[str] = set()
    out: set[str] = set()
    while found := {r for r in rules if r not in acting and takers[r] <= out}:
        acting |= found
        out |= {r for r in rules if takers[r] & found}
    return acting
