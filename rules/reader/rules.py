"""Decodes one rule, or the rows that its ``for_each`` makes of it."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass

from rules.reader.codes import ACCEPTABLE
from rules.reader.conditions import decode_condition, decode_range
from rules.reader.examples import decode_examples
from rules.reader.fields import Fields
from rules.reader.limits import ROW
from rules.reader.model import (
    ALWAYS,
    Acceptance,
    All,
    Condition,
    Quote,
    Quoted,
    Rule,
    Section,
    Term,
)
from rules.reader.nodes import Node, Scalar, Sequence
from rules.reader.relations import decode_relations
from rules.reader.scope import Scope, Typed
from rules.reader.verdicts import decode_verdict

STATUSES = ("stable", "tentative", "disputed")
_ID = re.compile("[A-Z]{2}-[0-9]{4}[.][a-z][a-z0-9_]*")


CELLS = ("is", "rest", "row")
"""What a row of a decision table has beside the fields of a rule."""


@dataclass(frozen=True, slots=True)
class Case:
    """The row of a decision table that a rule is: its label among ``labels``, and where it holds.

    The label is empty for a row that is a rule by itself.
    """

    label: str
    holds: Condition
    labels: Sequence_[str]


def decode_rules(
    node: Node,
    passage: str,
    section: Section,
    scope: Scope,
    quoted: list[Quoted],
    case: Case | None = None,
) -> list[Rule]:
    """The rule of a node, one for each row; an unsound rule is reported and left out.

    Its quotes are added to ``quoted`` in any case: they are checked when all passages are known.
    With a ``case`` the node is one row of a table.
    """
    fields = Fields.of(node, scope.report, "a rule")
    if fields is None:
        return []
    rule_id = fields.text("id")
    if rule_id and passage and not (_ID.fullmatch(rule_id) and rule_id.startswith(f"{passage}.")):
        fields.error(
            f"`{rule_id}` is not an id of {passage}: they are {passage}.a, {passage}.b ...",
            "E231",
            fields.take("id"),
        )
    fields.what = f"rule {rule_id}"
    rows: list[dict[str, Typed | int]] = [{}]
    names: list[str] = []
    if case is None:
        rows = _rows(fields, scope)
        names = [key.value for key, _ in fields.entries("for_each")]
        fields.take("cases")  # its rows come here one by one
    else:
        for key in CELLS:
            fields.take(key)  # a row has these too
    named = [{name: _label(value, scope) for name, value in row.items()} for row in rows]
    labels = [case.label] if case else [",".join(row.values()) for row in named]
    quotes = _quotes(fields, passage)
    quoted += [Quoted(rule_id, passage, quote) for quote in quotes]
    known = labels if case is None or not case.label else case.labels
    examples = decode_examples(fields, scope, known)
    relations = decode_relations(fields, scope)
    when = fields.take("when", required=case is None)
    then = fields.take("then", required=not any(r.kind == "modifies" for r in relations))
    title = fields.sentence("title", names)
    status = fields.choice("status", STATUSES, default="stable")
    reading = fields.text("reading", required=False)
    support = fields.passages("support")
    school = fields.text("school", required=False)
    dead = fields.text("dead", required=False)
    accept = _acceptances(fields)
    if status != "stable" and not reading:
        fields.error(f"a {status} rule states its `reading`", "E203", fields.take("status"))
    if dead:
        for example in examples:
            if example.expect == "fires":
                scope.report.error("E237", "a dead letter cannot fire", example.span)
    fields.done()
    rules = []
    if not scope.spend(fields.node, ROW * len(rows)):
        return []
    for binding, names_of_row, row in zip(rows, named, labels, strict=True):
        inner = scope.bind(binding, len(rows))
        condition: Condition | None = ALWAYS if case is not None else None
        if when is not None:
            condition = decode_condition(when, inner)
        if case is not None and condition is not None:
            condition = both(case.holds, condition)
        verdict = decode_verdict(then, section.question, inner)
        if condition is None or (then is not None and verdict is None):
            break  # the same fault would be reported for each row
        rules.append(
            Rule(
                id=f"{rule_id}[{row}]" if row else rule_id,
                parent=rule_id,
                row=row,
                title=_fill(title, names_of_row),
                passage=passage,
                quotes=quotes,
                status=status,
                when=condition,
                verdict=verdict,
                relations=relations,
                examples=examples,
                reading=reading,
                support=support,
                school=school,
                dead=dead,
                accept=accept,
                section=section.title,
                span=fields.span,
            )
        )
    return rules


def both(one: Condition, two: Condition) -> Condition:
    """What holds where both conditions do, their parts in one list."""
    parts = tuple(
        part for each in (one, two) for part in (each.parts if isinstance(each, All) else (each,))
    )
    return parts[0] if len(parts) == 1 else All(parts)


def _acceptances(fields: Fields) -> tuple[Acceptance, ...]:
    """The findings that the rule accepts: ``{code, with, why}``."""
    found = []
    for node in fields.items("accept", required=False):
        inner = Fields.of(node, fields.report, "an acceptance")
        if inner is not None:
            code = inner.choice("code", ACCEPTABLE)
            other = inner.text("with", required=False)
            found.append(Acceptance(code, other, inner.text("why"), inner.span))
            inner.done()
    return tuple(found)


def _label(value: Typed | int, scope: Scope) -> str:
    """How a value of a row is called: a symbol or table by its name, a term as the books do."""
    if isinstance(value, int):
        return str(value)
    term = value.term
    if isinstance(term, Term) and term.op == "const":
        return str(term.args[0])
    if isinstance(term, Term) and term.op.isascii() and not term.args:
        return scope.vocabulary.terms[term.op].speech.zh
    return term.key


def _fill(title: str, labels: Mapping[str, str]) -> str:
    for name, label in labels.items():
        title = title.replace(f"{{{name}}}", label)
    return title


def _rows(fields: Fields, scope: Scope) -> list[dict[str, Typed | int]]:
    """The bindings of each row: one empty row without ``for_each``, none if that is bad."""
    if fields.take("for_each") is None:
        return [{}]
    ranges: dict[str, list[Typed | int]] = {}
    for key, value in fields.entries("for_each", required=True):
        scope.check_new(key)
        chosen = [*(_whole_numbers(value) or decode_range(value, scope) or [])]
        if not chosen:
            return []
        if len({_label(one, scope) for one in chosen}) < len(chosen):
            fields.error("the same row twice", "E230", value)
            return []
        ranges[key.value] = chosen
    lists = ranges.values()
    if not ranges or not scope.check_choices(fields.node, math.prod(map(len, lists))):
        return []
    return [dict(zip(ranges, choice, strict=True)) for choice in itertools.product(*lists)]


def _whole_numbers(node: Node) -> list[int]:
    items = node.items if isinstance(node, Sequence) else []
    numbers = [item.as_int() if isinstance(item, Scalar) else None for item in items]
    good = [n for n in numbers if n is not None]
    return good if len(good) == len(numbers) else []


def _quotes(fields: Fields, passage: str) -> tuple[Quote, ...]:
    """The rule's spans: ``quote`` of its own passage, ``quotes`` of its own or other passages.

    Whether each is verbatim is checked when all passages are known.
    """
    found: list[Quote] = []
    nodes: list[Node] = [*fields.items("quotes", required=False)]
    single = fields.take("quote")
    if fields.text("quote", required=False) and single is not None:
        nodes.insert(0, single)
    for node in nodes:
        quote = _quote(node, fields, passage)
        if quote is not None and quote in found:
            fields.error("the same quote twice", "E230", node)
        elif quote is not None:
            found.append(quote)
    if not nodes and single is None:
        fields.error(f"{fields.what} quotes nothing", "E203")
    return tuple(found)


def _quote(node: Node, fields: Fields, passage: str) -> Quote | None:
    """A span of the rule's own passage, or ``{passage, quote}``."""
    if isinstance(node, Scalar):
        if not node.value.strip():
            fields.error("an empty quote", "E203", node)
            return None
        return Quote(passage, node.value, node.span)
    inner = Fields.of(node, fields.report, "a quote")
    if inner is None:
        return None
    source, text = inner.passage("passage", required=True), inner.text("quote")
    place = inner.take("quote") or node
    inner.done()
    return Quote(source, text, place.span) if source and text.strip() else None
