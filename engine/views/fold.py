"""Findings that say one thing, folded into one: rows of a rule, and parallel passages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.judgement import Finding
from engine.views.words import Several
from rules.reader.model import Quote


class Fold:
    """One or several findings that are shown as one line."""

    def __init__(self, first: Finding) -> None:
        self.findings = [first]

    @property
    def first(self) -> Finding:
        """The finding that speaks for the others."""
        return self.findings[0]

    def takes(self, other: Finding) -> bool:
        """Whether another finding says the same: a further row, or a parallel passage."""
        first = self.first
        if (other.question, other.answer) != (first.question, first.answer) or not other.question:
            return False
        if other.standing.counts != first.standing.counts:
            return False
        if other.rule.parent == first.rule.parent:
            return True
        ids = {finding.rule.id for finding in self.findings}
        return not ids.isdisjoint(other.standing.parallel) and (
            other.valued.values == first.valued.values
        )

    @property
    def values(self) -> dict[str, Any]:
        """The values of all, those that differ side by side."""
        return merged_values(self.findings)

    @property
    def names(self) -> str:
        """The ids of the rules, the rows of one rule together: ``DQ-0962.b[丑 辰]``."""
        rows: dict[str, list[str]] = {}
        for finding in self.findings:
            rows.setdefault(finding.rule.parent, []).append(finding.rule.row)
        return ", ".join(
            f"{parent}[{' '.join(several)}]" if any(several) else parent
            for parent, several in rows.items()
        )

    @property
    def quotes(self) -> list[Quote]:
        """The verses of all, each once."""
        return list(dict.fromkeys(q for f in self.findings for q in f.rule.quotes))

    @property
    def readings(self) -> list[str]:
        """The readings of what is tentative or disputed, each once."""
        found: dict[str, None] = {}
        for finding in self.findings:
            rule = finding.rule
            if rule.reading and rule.status != "stable":
                support = f" ({', '.join(rule.support)})" if rule.support else ""
                found[f"{rule.reading}{support}"] = None
        return list(found)


def folded(findings: Iterable[Finding]) -> list[Fold]:
    """Findings in their order, each in the first fold that takes it; what counts comes first."""
    folds: list[Fold] = []
    for finding in sorted(findings, key=lambda f: not f.standing.counts):
        taker = next((fold for fold in folds if fold.takes(finding)), None)
        if taker is None:
            folds.append(Fold(finding))
        else:
            taker.findings.append(finding)
    return folds


def merged_values(findings: list[Finding]) -> dict[str, Any]:
    """The values of findings of one answer, those that differ side by side."""
    merged: dict[str, Any] = {}
    for name, value in findings[0].valued.values.items():
        found = [f.valued.values.get(name, value) for f in findings]
        distinct = [v for i, v in enumerate(found) if v not in found[:i]]
        merged[name] = value if len(distinct) == 1 else Several(distinct)
    return merged
