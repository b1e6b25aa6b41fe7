"""Decodes one rule, or the rows that its ``for_each`` makes of it."""

from __future__ import annotations

import itertools
import re

from rules.reader.conditions import decode_condition, decode_range
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node, Scalar, Sequence
from rules.reader.model import Example, Quote, Relation, Rule, Section, Term
from rules.reader.scope import Scope, Typed
from rules.reader.verdicts import decode_verdict

STATUSES = ("stable", "tentative", "disputed")
EFFECTS = ("worse", "saved", "cancels", "surer")
RELATIONS = ("overrides", "qualifies", "contradicts", "parallel")
_ID = re.compile(r"[A-Z]{2}-\d{4}\.[a-z][a-z0-9_]*")


def decode_rules(node: Node, passage: str, section: Section, scope: Scope) -> list[Rule]:
    """The rule of a node, one for each row; an unsound rule is reported and left out."""
    fields = Fields.of(node, scope.report, "a rule")
    if fields is None:
        return []
    rule_id = fields.text("id")
    if rule_id and not (_ID.fullmatch(rule_id) and rule_id.startswith(f"{passage}.")):
        scope.report.error(
            "E231",
            f"`{rule_id}` is not an id of {passage}",
            (fields.take("id") or node).span,
            help=f"ids of this passage are {passage}.a, {passage}.b ...",
        )
    fields.what = f"rule {rule_id}"
    quotes = _quotes(fields, passage)
    examples = _examples(fields)
    relations = _relations(fields)
    when = fields.take("when", required=True)
    then = fields.take("then", required=not any(r.kind == "modifies" for r in relations))
    title = fields.text("title")
    status = fields.choice("status", STATUSES, default="stable")
    reading = fields.text("reading", required=False)
    support = tuple(fields.texts("support", required=False))
    school = fields.text("school", required=False)
    dead = fields.text("dead", required=False)
    if status != "stable" and not reading:
        fields.error(f"a {status} rule states its `reading`", "E203", fields.take("status"))
    rows = _rows(fields, scope)
    fields.done()
    rules = []
    for names in rows:
        inner = scope.bind(names)
        condition = decode_condition(when, inner) if when is not None else None
        verdict = decode_verdict(then, section.question, inner)
        if condition is None or (then is not None and verdict is None):
            break  # the same fault would be reported for each row
        row = ",".join(_label(value) for value in names.values())
        rules.append(
            Rule(
                id=f"{rule_id}[{row}]" if row else rule_id,
                parent=rule_id,
                row=row,
                title=_fill(title, names),
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
                section=section.title,
                span=fields.span,
            )
        )
    return rules


def _label(value: Typed | int) -> str:
    if isinstance(value, int):
        return str(value)
    term = value.term
    return str(term.args[0]) if isinstance(term, Term) and term.op == "const" else term.key


def _fill(title: str, names: dict[str, Typed | int]) -> str:
    for name, value in names.items():
        title = title.replace(f"{{{name}}}", _label(value))
    return title


def _rows(fields: Fields, scope: Scope) -> list[dict[str, Typed | int]]:
    """The bindings of each row: one empty row without ``for_each``."""
    node = fields.take("for_each")
    if node is None:
        return [{}]
    if not isinstance(node, Mapping):
        fields.error("`for_each` binds names to lists", "E205", node)
        return []
    names: list[str] = []
    ranges: list[list[Typed | int]] = []
    for key, value in node.entries:
        chosen: list[Typed | int] = [*_whole_numbers(value)]
        if not chosen:
            chosen = [*(decode_range(value, scope) or [])]
        if not chosen:
            return []
        names.append(key.value)
        ranges.append(chosen)
    return [dict(zip(names, choice, strict=True)) for choice in itertools.product(*ranges)]


def _whole_numbers(node: Node) -> list[int]:
    items = node.items if isinstance(node, Sequence) else []
    numbers = [item.as_int() if isinstance(item, Scalar) else None for item in items]
    good = [n for n in numbers if n is not None]
    return good if len(good) == len(numbers) else []


def _quotes(fields: Fields, passage: str) -> tuple[Quote, ...]:
    """The rule's spans: ``quote`` of its own passage, ``quotes`` of its own or other passages.

    Whether each is verbatim is checked when all passages are known.
    """
    found = []
    single = fields.text("quote", required=False)
    if single:
        found.append(Quote(passage, single))
    for node in fields.items("quotes", required=False):
        if isinstance(node, Scalar):
            found.append(Quote(passage, node.value))
            continue
        inner = Fields.of(node, fields.report, "a quote")
        if inner is not None:
            found.append(Quote(inner.text("passage"), inner.text("quote")))
            inner.done()
    if not found:
        fields.error(f"{fields.what} quotes nothing", "E203")
    return tuple(found)


def _relations(fields: Fields) -> tuple[Relation, ...]:
    found = []
    for kind in RELATIONS:
        node = fields.take(kind)
        if node is None:
            continue
        for item in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(item, Scalar):
                found.append(Relation(kind, (item.value,), span=item.span))
                continue
            inner = Fields.of(item, fields.report, f"`{kind}`")
            if inner is not None:
                rules = tuple(inner.texts("rule"))
                found.append(Relation(kind, rules, why=inner.text("why"), span=item.span))
                inner.done()
    modifies = fields.inner("modifies", required=False)
    if modifies is not None:
        effect = modifies.choice("effect", EFFECTS)
        answers = []
        for item in modifies.items("answers", required=False):
            if isinstance(item, Mapping) and len(item.entries) == 1:
                key, value = item.entries[0]
                if isinstance(value, Scalar):
                    answers.append((key.value, value.value))
                    continue
            modifies.error("`answers` lists `{question: answer}`", "E205", item)
        rules = tuple(modifies.texts("rules", required=False))
        if not rules and not answers:
            modifies.error("`modifies` names `rules` or `answers`", "E203")
        found.append(
            Relation("modifies", rules, tuple(answers), effect, span=modifies.span)
        )
        modifies.done()
    return tuple(found)


def _examples(fields: Fields) -> tuple[Example, ...]:
    found = []
    for node in fields.items("examples", required=False):
        inner = Fields.of(node, fields.report, "an example")
        if inner is None:
            continue
        chart = inner.text("chart")
        expect = _expectation(inner)
        gives = inner.inner("gives", required=False)
        values = []
        for key, value in gives.node.entries if gives else []:
            if isinstance(value, Scalar):
                values.append((key.value, value.value))
            else:
                inner.error("`gives` maps a verdict field to its value", "E201", value)
        found.append(
            Example(
                chart=chart,
                expect=expect,
                because=inner.text("because", required=False),
                needs=tuple(inner.texts("needs", required=False)),
                gives=tuple(values),
                school=tuple(inner.texts("school", required=False)),
                source=inner.text("from", required=False),
                row=inner.text("row", required=False),
                span=inner.span,
            )
        )
        inner.done()
    return tuple(found)


def _expectation(inner: Fields) -> str:
    for gap in ("should_fire", "should_be_silent"):
        if inner.flag(gap):
            return gap
    node = inner.take("fires", required=True)
    text = node.value if isinstance(node, Scalar) else ""
    expected = {"true": "fires", "false": "silent", "undetermined": "undetermined"}.get(text)
    if expected is None and node is not None:
        inner.error("`fires` is true, false or undetermined", "E204", node)
    return expected or "fires"
