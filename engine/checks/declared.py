"""Which rules say of one another how they stand: by id, by the whole rule's id or by answer."""

from __future__ import annotations

from collections.abc import Collection

from rules.reader.model import Rule

AT_ODDS = ("contradicts", "overrides", "qualifies", "modifies")
"""Relations that account for two verdicts on one chart."""


def is_declared(one: Rule, two: Rule, kinds: Collection[str]) -> bool:
    """Whether either rule declares a relation of one of these kinds to the other."""
    return _declares(one, two, kinds) or _declares(two, one, kinds)


def _declares(rule: Rule, other: Rule, kinds: Collection[str]) -> bool:
    answer = other.verdict and (other.verdict.question, other.verdict.answer)
    return any(
        relation.kind in kinds
        and (
            other.id in relation.rules
            or other.parent in relation.rules
            or answer in relation.answers
        )
        for relation in rule.relations
    )
