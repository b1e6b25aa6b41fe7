"""Decodes one section file of the edition: passages with their text and the rules beneath."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field, replace

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node
from rules.reader.model import Emendation, NotEncoded, Passage, Rule, Section, Term
from rules.reader.names import suggest
from rules.reader.rules import decode_rules
from rules.reader.scope import Scope, Typed
from rules.reader.terms import decode_term

REASONS = (
    "commentary",
    "history",
    "moral",
    "repeats",  # another span says it, named in the note
    "table",  # procedure that is a table, a term or a step of the cast
    "illegible",
    "no_input",  # needs what no chart has
)
ENCODERS = ("table", "concept", "term", "role", "list", "cast")


@dataclass(slots=True)
class SectionFile:
    """What one file holds."""

    section: Section
    passages: list[Passage] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)


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
    inner = _section_scope(top, scope)
    found = SectionFile(section)
    for node in top.items("passages"):
        fields = Fields.of(node, scope.report, "a passage")
        if fields is not None:
            _read_passage(fields, section, inner, found)
    top.done()
    ids = tuple(passage.id for passage in found.passages)
    found.section = replace(section, passages=ids)
    return found


def _section_scope(top: Fields, scope: Scope) -> Scope:
    """The scope with the section's roles and plates; each may use those above it."""
    plates = top.take("plates")
    for key, body in plates.entries if isinstance(plates, Mapping) else []:
        fields = Fields.of(body, scope.report, f"plate `{key.value}`")
        lay = fields.take("lay", required=True) if fields else None
        on = fields.take("on", required=True) if fields else None
        if fields is None or lay is None or on is None:
            continue
        fields.done()
        first, second = decode_term(lay, scope, "branch"), decode_term(on, scope, "palace")
        if first is not None and second is not None:
            turn = Term("turn", (first.term, second.term))
            scope = replace(scope, plates={**scope.plates, key.value: turn})
    roles = top.take("roles")
    for key, body in roles.entries if isinstance(roles, Mapping) else []:
        fields = Fields.of(body, scope.report, f"role `{key.value}`")
        node = fields.take("is", required=True) if fields else None
        if fields is None or node is None:
            continue
        english = fields.text("en")
        fields.text("from", required=False)
        fields.done()
        typed = decode_term(node, scope)
        if typed is not None:
            role = Typed(Term("role", (key.value, english, typed.term)), typed.type)
            scope = replace(scope, roles={**scope.roles, key.value: role})
    return scope


def _read_passage(fields: Fields, section: Section, scope: Scope, found: SectionFile) -> None:
    passage_id = fields.text("passage")
    text = fields.text("text")
    rules = []
    for node in fields.items("rules", required=False):
        rules += decode_rules(node, passage_id, section, scope)
    passage = Passage(
        id=passage_id,
        text=text,
        emendations=_emendations(fields, text),
        rules=tuple(dict.fromkeys(rule.parent for rule in rules)),
        not_encoded=_not_encoded(fields, text),
        encoded_by=_encoded_by(fields, text, scope),
        section=section.title,
        span=fields.span,
    )
    fields.done()
    found.passages.append(passage)
    found.rules += rules


def check_quote(quote: str, text: str, place: Node, report: Report, passage: str) -> None:
    """Report a quote that is not a verbatim span of the text, or that stands in it twice."""
    if not quote:
        return
    count = text.count(quote)
    if count == 0:
        near = _nearest(quote, text)
        report.error(
            "E220",
            f"the quote is not in {passage}",
            place.span,
            label="not a verbatim span of the printed text",
            suggestion=near,
        )
    elif count > 1:
        report.warning(
            "W221",
            f"the quote stands {count} times in {passage}",
            place.span,
            help="quote a longer span, so that it is clear which one is meant",
        )


def _nearest(quote: str, text: str) -> str:
    """The span of the text of the quote's length that is most like it."""
    spans = {text[i : i + len(quote)] for i in range(max(1, len(text) - len(quote) + 1))}
    close = suggest(quote, spans, limit=1)
    return close[0] if close else ""


def _emendations(fields: Fields, text: str) -> tuple[Emendation, ...]:
    found = []
    for node in fields.items("emend", required=False):
        inner = Fields.of(node, fields.report, "an emendation")
        if inner is None:
            continue
        printed = inner.text("printed")
        check_quote(printed, text, inner.take("printed") or node, fields.report, "the passage")
        found.append(Emendation(printed, inner.text("read"), inner.text("why")))
        inner.done()
    return tuple(found)


def _not_encoded(fields: Fields, text: str) -> tuple[NotEncoded, ...]:
    found = []
    for node in fields.items("not_encoded", required=False):
        inner = Fields.of(node, fields.report, "a span that is not encoded")
        if inner is None:
            continue
        quote = inner.text("quote")
        check_quote(quote, text, inner.take("quote") or node, fields.report, "the passage")
        reason = inner.choice("reason", REASONS)
        found.append(NotEncoded(quote, reason, inner.text("note", required=False)))
        inner.done()
    return tuple(found)


def _encoded_by(fields: Fields, text: str, scope: Scope) -> tuple[tuple[str, str], ...]:
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
        quote = inner.text("quote")
        check_quote(quote, text, inner.take("quote") or node, fields.report, "the passage")
        given = [kind for kind in ENCODERS if inner.text(kind, required=False)]
        if len(given) != 1:
            inner.error(f"an encoded span names one of {', '.join(ENCODERS)}", "E203")
        for kind in given:
            name = inner.text(kind)
            if kind in known and name not in known[kind]:
                inner.report.error(
                    "E215",
                    f"unknown {kind} `{name}`",
                    (inner.take(kind) or node).span,
                    suggestion=", ".join(suggest(name, known[kind])),
                )
            found.append((quote, f"{kind} {name}"))
        inner.done()
    return tuple(found)
