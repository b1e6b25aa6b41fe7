"""Decodes the verdict of a rule: the answer and the values that the text gives with it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rules.reader.conditions import decode_condition
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node, Scalar, Sequence
from rules.reader.model import (
    Choose,
    Condition,
    Number,
    NumberOf,
    Product,
    Scale,
    Select,
    Term,
    Value,
    Verdict,
)
from rules.reader.names import suggest
from rules.reader.scope import Scope, Typed
from rules.reader.terms import decode_term

STRENGTHS = ("certain", "likely", "possible")
POLARITIES = ("favours_host", "favours_guest", "neutral")
SIDES = ("us", "enemy", "host", "guest", "stem", "branch", "both")


def decode_verdict(node: Node | None, question: str, scope: Scope) -> Verdict | None:
    """The verdict of a ``then`` node; ``question`` is the file's default question."""
    fields = Fields.of(node, scope.report, "a verdict")
    if fields is None:
        return None
    question = fields.text("question", required=False) or question
    known = scope.vocabulary.questions.get(question)
    answer = fields.text("answer")
    if known is None:
        fields.report.error(
            "E232",
            f"unknown question `{question}`",
            fields.span,
            suggestion=", ".join(suggest(question, scope.vocabulary.questions)),
        )
    elif answer and answer not in known.answers:
        place = fields.take("answer") or fields.node
        fields.report.error(
            "E233",
            f"`{answer}` is not an answer to `{question}`",
            place.span,
            suggestion=", ".join(suggest(answer, known.answers)),
            help=f"its answers are {', '.join(known.answers)}",
        )
    values = _values(fields, scope)
    fields.done()
    return Verdict(question, answer, values)


def _values(fields: Fields, scope: Scope) -> tuple[tuple[str, Value], ...]:
    values: list[tuple[str, Value]] = []
    for name, allowed in (("strength", STRENGTHS), ("polarity", POLARITIES), ("side", SIDES)):
        if fields.node.get(name) is not None:
            values.append((name, fields.choice(name, allowed)))
    for name, decode in _KINDS.items():
        node = fields.take(name)
        if node is not None:
            value = decode(node, scope)
            if value is not None:
                values.append((name, value))
    return tuple(values)


def _advice(node: Node, scope: Scope) -> Value | None:
    items = node.items if isinstance(node, Sequence) else [node]
    found = []
    for item in items:
        name = item.value if isinstance(item, Scalar) else ""
        if name in scope.vocabulary.advice:
            found.append(name)
            continue
        scope.report.error(
            "E233",
            f"unknown advice `{name}`",
            item.span,
            suggestion=", ".join(suggest(name, scope.vocabulary.advice)),
            help="advice is listed in rules/vocabulary/advice.yaml",
        )
    return tuple(found) if len(found) == len(items) else None


def _days(node: Node, scope: Scope) -> Value | None:
    if isinstance(node, Scalar):
        bound = scope.bound.get(node.value)
        number = bound if isinstance(bound, int) else node.as_int()
        if number is not None:
            return number
    scope.report.error("E204", "`days` is a whole number", node.span)
    return None


def _typed(wanted: str) -> Callable[[Node, Scope], Value | None]:
    def decode(node: Node, scope: Scope) -> Value | None:
        typed = decode_term(node, scope, wanted)
        return _as_term(typed)

    return decode


def _as_term(typed: Typed | None) -> Term | None:
    if typed is None:
        return None
    if isinstance(typed.term, Select):
        return Term("role", ("first_of", "the first that holds", typed.term))
    return typed.term


def _text(node: Node, scope: Scope) -> Value | None:
    if isinstance(node, Scalar):
        return node.value
    scope.report.error("E201", "a text is wanted here", node.span)
    return None


def _parts(node: Node, scope: Scope) -> Value | None:
    fields = Fields.of(node, scope.report, "`parts`")
    if fields is None:
        return None
    values = _values(fields, scope)
    fields.done()
    return values


def decode_number(node: Node, scope: Scope) -> Number | None:
    """A number: of a table, a product, a scaling by seasonal state, or the first that applies."""
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return _bad_number(node, scope)
    key, value = node.entries[0]
    match key.value:
        case "number_of":
            return _number_of(value, scope)
        case "product":
            items = value.items if isinstance(value, Sequence) else []
            factors = [decode_number(item, scope) for item in items]
            good = tuple(f for f in factors if f is not None)
            return Product(good) if good and len(good) == len(factors) else None
        case "scale":
            return _scale(value, scope)
        case "first_of":
            return _choose(value, scope)
    return _bad_number(node, scope)


def _bad_number(node: Node, scope: Scope) -> Number | None:
    scope.report.error(
        "E205",
        "a number is `{number_of: {table, of}}`, `{product: [...]}`, `{scale: ...}` or "
        "`{first_of: ...}`",
        node.span,
    )
    return None


def _number_of(node: Node, scope: Scope) -> Number | None:
    fields = Fields.of(node, scope.report, "`number_of`")
    if fields is None:
        return None
    table = fields.text("table")
    of = fields.take("of", required=True)
    fields.done()
    typed = decode_term(of, scope) if of is not None else None
    known = scope.tables.get(table)
    if known is None or known.gives != "number":
        scope.report.error(
            "E215",
            f"`{table}` is not a table of numbers",
            node.span,
            suggestion=", ".join(
                suggest(table, [n for n, t in scope.tables.items() if t.gives == "number"])
            ),
        )
        return None
    term = _as_term(typed)
    return None if term is None else NumberOf(table, term)


def _scale(node: Node, scope: Scope) -> Number | None:
    fields = Fields.of(node, scope.report, "`scale`")
    if fields is None:
        return None
    inner = fields.take("number", required=True)
    of = fields.take("by_state_of", required=True)
    rows = fields.take("factors", required=True)
    fields.done()
    number = decode_number(inner, scope) if inner is not None else None
    term = _as_term(decode_term(of, scope, "elemental")) if of is not None else None
    factors: list[tuple[str, tuple[Fraction, ...]]] = []
    for key, value in rows.entries if isinstance(rows, Mapping) else []:
        if scope.vocabulary.symbols.get(key.value) != "state":
            scope.report.error("E216", f"`{key.value}` is not a seasonal state", key.span)
        items = value.items if isinstance(value, Sequence) else [value]
        try:
            numbers = tuple(Fraction(i.value) for i in items if isinstance(i, Scalar))
        except (ValueError, ZeroDivisionError):
            scope.report.error("E204", "a factor is a number such as 10 or 1/2", value.span)
            continue
        factors.append((key.value, numbers))
    if number is None or term is None:
        return None
    return Scale(number, term, tuple(factors))


def _choose(node: Node, scope: Scope) -> Number | None:
    options: list[tuple[Condition | None, Number]] = []
    items = node.items if isinstance(node, Sequence) else []
    for index, item in enumerate(items):
        taken = item.get("take") if isinstance(item, Mapping) else None
        tested = item.get("if") if isinstance(item, Mapping) else None
        if taken is None or (tested is None) != (index == len(items) - 1):
            return _bad_number(node, scope)
        number = decode_number(taken, scope)
        condition = decode_condition(tested, scope) if tested is not None else None
        if number is None or (tested is not None and condition is None):
            return None
        options.append((condition, number))
    return Choose(tuple(options)) if options else _bad_number(node, scope)


_KINDS: dict[str, Callable[[Node, Scope], Value | None]] = {
    "advice": _advice,
    "days": _days,
    "direction": _typed("any"),
    "place": _typed("palace"),
    "hours": _typed("branch"),
    "part_of_day": _typed("day_part"),
    "number": decode_number,
    "li": decode_number,
    "colour": _text,
    "if_first_mover": _typed("party"),
    "parts": _parts,
}
