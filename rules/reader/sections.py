"""Decodes one section file of the edition: passages with their text and the rules beneath."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field, replace

from rules.reader.cases import decode_cases, ids_in
from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.model import (
    Cases,
    Emendation,
    NotEncoded,
    Passage,
    Quoted,
    Rule,
    Section,
    Term,
)
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Span
from rules.reader.rules import decode_rules
from rules.reader.scope import Scope, Typed
from rules.reader.signs import Signs, signs_in
from rules.reader.terms import decode_term
from rules.reader.verdicts import check_question

_UNCITED = "uncited"
REASONS = (
    "commentary",
    "history",
    "moral",
    "repeats",  # another span says it, named in the note
    "table",  # procedure that is a table, a term or a step of the cast
    "illegible",
    "no_input",  # needs what no chart has
    _UNCITED,  # the passage stands here for what is cited of it, and has no rules
)
_LONGEST = 64  # of a quote that is looked for where it is not: nobody mistypes a longer one
_UNREAD = Term("unread")  # for a faulty role or plate: its every use would be a fault again
ENCODERS = ("table", "concept", "term", "role", "list", "cast")


@dataclass(slots=True)
class SectionFile:
    """What one file holds. ``declared`` and ``quoted``: ids and quotes of unsound rules too."""

    section: Section
    passages: list[Passage] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    declared: list[Scalar] = field(default_factory=list)
    quoted: list[Quoted] = field(default_factory=list)
    cases: list[Cases] = field(default_factory=list)
    signs: list[Signs] = field(default_factory=list)


def read_section(document: Node | None, scope: Scope, path: str) -> SectionFile | None:
    """Decode a section file; errors are reported, the good parts are kept."""
    top = Fields.of(document, scope.report, "a section file")
    if top is None:
        return None
    section = Section(
        title=top.text("section"),
        english=top.text("en"),
        question=top.text("question", required=False),
        passages=(),
        path=path,
    )
    check_question(top, scope)
    inner = _section_scope(top, scope)
    found = SectionFile(section)
    for node in top.items("passages"):
        fields = Fields.of(node, scope.report, "a passage")
        if fields is not None:
            _read_passage(fields, section, inner, found)
    found.signs = list(signs_in(top))
    top.done()
    ids = tuple(passage.id for passage in found.passages)
    found.section = replace(section, passages=ids)
    return found


def _section_scope(top: Fields, scope: Scope) -> Scope:
    """The scope with the section's roles and plates; each may use those above it."""
    for key, body in top.entries("plates"):
        fields = Fields.of(body, scope.report, f"plate `{key.value}`")
        if fields is None:
            continue
        scope.check_new(key)
        lay, on = fields.take("lay", required=True), fields.take("on", required=True)
        english = fields.text("en", required=False)
        fields.done()
        first = decode_term(lay, scope, "branch") if lay is not None else None
        second = decode_term(on, scope, "palace") if on is not None else None
        turn = _UNREAD
        if first is not None and second is not None:
            turn = Term("turn", (first.term, second.term))
            turn = Term("role", (key.value, english, turn)) if english else turn
        scope = replace(scope, plates={**scope.plates, key.value: turn})
    for key, body in top.entries("roles"):
        fields = Fields.of(body, scope.report, f"role `{key.value}`")
        if fields is None:
            continue
        scope.check_new(key)
        node, english = fields.take("is", required=True), fields.text("en")
        fields.passage("from")
        fields.done()
        typed = decode_term(node, scope) if node is not None else None
        role = Typed(_UNREAD, "any")
        if typed is not None:
            role = Typed(Term("role", (key.value, english, typed.term)), typed.type)
        scope = replace(scope, roles={**scope.roles, key.value: role})
    return scope


def _read_passage(fields: Fields, section: Section, scope: Scope, found: SectionFile) -> None:
    passage_id = fields.passage("passage", required=True)
    text = fields.text("text")
    rules = []
    for node in fields.items("rules", required=False):
        declared = node.get("id") if isinstance(node, Mapping) else None
        if isinstance(declared, Scalar):
            found.declared.append(declared)
        if isinstance(node, Mapping) and node.get("cases") is not None:
            found.declared += ids_in(node)
            rules += decode_cases(node, passage_id, section, scope, found.quoted, found.cases)
        else:
            rules += decode_rules(node, passage_id, section, scope, found.quoted)
    passage = Passage(
        id=passage_id,
        text=text,
        rules=tuple(dict.fromkeys(rule.parent for rule in rules)),
        section=section.title,
        span=fields.span,
    )
    passage = replace(
        passage,
        emendations=_emendations(fields, passage),
        not_encoded=_not_encoded(fields, passage),
        encoded_by=_encoded_by(fields, passage, scope),
    )
    fields.done()
    found.passages.append(passage)
    found.rules += rules


def check_quote(quote: str, text: str, place: Span | None, report: Report, passage: str) -> None:
    """Report a quote that is not a verbatim span of the text, or that stands in it twice."""
    if not quote.strip() or not text.strip():
        return  # that it is empty has been reported
    count = text.count(quote)
    if count == 0:
        near = "" if report.crowded else _nearest(quote, text)
        report.error(
            "E220",
            f"the quote is not in {passage}",
            place,
            label="not a verbatim span of the printed text",
            suggestion=near,
        )
    elif count > 1:
        report.warning(
            "W221",
            f"the quote stands {count} times in {passage}",
            place,
            help="quote a longer span, so that it is clear which one is meant",
        )


def _nearest(quote: str, text: str) -> str:
    """The span of the text of the quote's length that is most like it."""
    if len(quote) > _LONGEST:
        return ""
    spans = {text[i : i + len(quote)] for i in range(max(1, len(text) - len(quote) + 1))}
    close = suggest(quote, spans, limit=1)
    return close[0] if close else ""


def _span(fields: Fields, key: str, passage: Passage) -> str:
    """A field that is a verbatim span of the passage."""
    quote = fields.text(key)
    node = fields.take(key)
    if node is not None:
        check_quote(quote, passage.text, node.span, fields.report, passage.id)
    return quote


def _emendations(fields: Fields, passage: Passage) -> tuple[Emendation, ...]:
    found = []
    for node in fields.items("emend", required=False):
        inner = Fields.of(node, fields.report, "an emendation")
        if inner is None:
            continue
        printed = _span(inner, "printed", passage)
        read = inner.text("read", blank=True)  # what is printed too much is read as nothing
        if printed and read == printed:
            inner.error("an emendation that changes nothing", "E204", inner.take("read"))
        found.append(Emendation(printed, read, inner.text("why")))
        inner.done()
    return tuple(found)


def _not_encoded(fields: Fields, passage: Passage) -> tuple[NotEncoded, ...]:
    found = []
    for node in fields.items("not_encoded", required=False):
        inner = Fields.of(node, fields.report, "a span that is not encoded")
        if inner is None:
            continue
        quote = _span(inner, "quote", passage)
        reason = inner.choice("reason", REASONS)
        note = inner.text("note", required=reason == "repeats")
        if reason == _UNCITED and passage.rules:
            message = f"`{_UNCITED}` is for a passage without rules, and {passage.id} has some"
            inner.error(message, "E204", inner.take("reason"))
        found.append(NotEncoded(quote, reason, note))
        inner.done()
    return tuple(found)


def _encoded_by(fields: Fields, passage: Passage, scope: Scope) -> tuple[tuple[str, str], ...]:
    """Spans that are a table, a concept, a term, a role, a list or a step of the cast."""
    known: MappingABC[str, MappingABC[str, object]] = {
        "table": scope.tables,
        "concept": scope.concepts,
        "term": scope.vocabulary.terms,
        "role": scope.roles,
        "list": scope.vocabulary.lists,
    }
    found = []
    for node in fields.items("encoded_by", required=False):
        inner = Fields.of(node, fields.report, "an encoded span")
        if inner is None:
            continue
        quote = _span(inner, "quote", passage)
        given = [kind for kind in ENCODERS if inner.take(kind) is not None]
        if len(given) != 1:
            inner.error(f"an encoded span names one of {', '.join(ENCODERS)}", "E203")
        for kind in given:
            name = scope.vocabulary.resolve(kind, inner.text(kind))
            if kind in known and name.strip() and name not in known[kind]:
                inner.report.error(
                    "E215",
                    f"unknown {kind} `{name}`",
                    (inner.take(kind) or node).span,
                    suggestion=", ".join(suggest(name, known[kind])),
                )
            found.append((quote, f"{kind} {name}"))
        inner.done()
    return tuple(found)
