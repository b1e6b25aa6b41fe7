"""Checks what the parts of an edition say of each other: quotes, relations between rules."""

from __future__ import annotations

from collections.abc import Collection

from rules.reader.circles import in_order
from rules.reader.diagnostics import Report
from rules.reader.model import Passage, Quoted, Relation, Rule
from rules.reader.names import suggest
from rules.reader.sections import check_quote
from rules.reader.tables import Table


def check_quotes(quoted: Collection[Quoted], passages: dict[str, Passage], report: Report) -> None:
    """Each quote of each rule is a span of its passage as printed."""
    for rule, home, quote in quoted:
        passage = passages.get(quote.passage)
        if passage is not None:
            check_quote(quote.text, passage.text, quote.span, report, passage.id)
        elif quote.passage != home:
            what = f"{rule} quotes {quote.passage}, which is not in the edition"
            report.error("E222", what, quote.span)


def check_table_quotes(
    tables: Collection[Table], passages: dict[str, Passage], report: Report
) -> None:
    """The quotes of a table are spans of its passage, if that passage is in the edition."""
    for table in tables:
        passage = passages.get(table.source)
        if passage is not None:
            for quote in table.quotes:
                check_quote(quote.text, passage.text, quote.span, report, passage.id)


def check_relations(rules: dict[str, Rule], declared: Collection[str], report: Report) -> None:
    """Relations name rules that exist (``declared`` are the ids of all, sound or not)."""
    overrides: dict[str, list[str]] = {}
    parents = {rule.parent: rule for rule in reversed(rules.values())}
    for rule in parents.values():
        for relation in rule.relations:
            for target in relation.rules:
                parent = rules[target].parent if target in rules else target
                if parent == rule.parent:
                    what = f"{rule.parent} {_VERBS[relation.kind]} itself"
                    report.error("E236", what, relation.span)
                elif parent not in declared:
                    _unknown(rule, relation, target, declared, report)
                elif relation.kind == "overrides":
                    overrides.setdefault(rule.parent, []).append(parent)
    for circle in in_order(overrides)[1]:
        path = " -> ".join(circle)
        span = next(r.span for r in parents[circle[0]].relations if r.kind == "overrides")
        report.error("E235", f"rules override each other: {path}", span)


_VERBS = {
    "overrides": "overrides",
    "qualifies": "qualifies",
    "contradicts": "contradicts",
    "parallel": "is parallel to",
    "modifies": "modifies",
}


def _unknown(
    rule: Rule, relation: Relation, target: str, declared: Collection[str], report: Report
) -> None:
    report.error(
        "E234",
        f"{rule.parent} {_VERBS[relation.kind]} an unknown rule: `{target}`",
        relation.span,
        suggestion=", ".join(suggest(target, declared)),
    )
