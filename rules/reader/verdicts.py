"""Decodes the verdict of a rule: the answer and the values that the text gives with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from rules.reader.fields import Fields
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
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.scope import Scope, Typed
from rules.reader.terms import decode_options, decode_term, whole_number

STRENGTHS = ("certain", "likely", "possible")
POLARITIES = ("favours_host", "favours_guest", "neutral")
_FACTOR = re.compile("[0-9]{1,9}(/0*[1-9][0-9]{0,8})?")
SIDES = ("us", "enemy", "host", "guest", "stem", "branch", "both")


def decode_verdict(node: Node | None, question: str, scope: Scope) -> Verdict | None:
    """The verdict of a ``then`` node; ``question`` is the file's default question."""
    fields = Fields.of(node, scope.report, "a verdict")
    if fields is None:
        return None
    own = fields.text("question", required=False)
    question = own or question
    if own:
        check_question(fields, scope)
    elif not question:
        fields.error("no `question`, neither here nor for the whole file", "E203")
    known = scope.vocabulary.questions.get(question)
    answer = fields.text("answer")
    if known is not None and answer and answer not in known.answers:
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
    return Verdict(question, answer, (*values, *_party(values, scope)))


_PARTIES = {"guest": "guest", "host": "host", "stem": "first_mover", "branch": "second_mover"}
"""The party of each side: 干為客，為先動。支為主，為後動 (DQ-0751); guest and host are terms."""


def _party(values: tuple[tuple[str, Value], ...], scope: Scope) -> tuple[tuple[str, Value], ...]:
    """Which of us and the enemy the side of a verdict is: a value that the engine adds."""
    term = _PARTIES.get(str(dict(values).get("side", "")), "")
    return (("party", Term(term)),) if term in scope.vocabulary.terms else ()


def check_question(fields: Fields, scope: Scope) -> None:
    """Report an unknown ``question`` of a verdict or of a section."""
    node = fields.take("question")
    questions = scope.vocabulary.questions
    if isinstance(node, Scalar) and node.value.strip() and node.value not in questions:
        fields.report.error(
            "E232",
            f"unknown question `{node.value}`",
            node.span,
            suggestion=", ".join(suggest(node.value, questions)),
        )


def _values(fields: Fields, scope: Scope) -> tuple[tuple[str, Value], ...]:
    values: list[tuple[str, Value]] = []
    for name, allowed in (("strength", STRENGTHS), ("polarity", POLARITIES), ("side", SIDES)):
        if fields.node.get(name) is not None:
            values.append((name, fields.choice(name, allowed)))
    for name, decode in _KINDS.items():
        node = fields.take(name)
        if node is not None and scope.spend(node):
            value = decode(node, scope)
            if value is not None:
                values.append((name, value))
    return tuple(values)


def _advice(node: Node, scope: Scope) -> Value | None:
    items = node.items if isinstance(node, Sequence) else [node]
    found = []
    if not items:
        scope.report.error("E205", "an empty list of advice", node.span)
    if not scope.spend(node, len(items)):
        return None
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
    number = whole_number(node, scope)
    if number is None or number < 0:
        scope.report.error("E204", "days are a whole number from 0", node.span)
        return None
    return number


def _amount(node: Node, scope: Scope) -> Value | None:
    """A number that the text states, or one that is computed."""
    if isinstance(node, Scalar):
        number = whole_number(node, scope)
        if number is not None and number >= 0:
            return number
    return decode_number(node, scope)


def _hours(node: Node, scope: Scope) -> Value | None:
    """The hour, a term; or several hours by name."""
    if not isinstance(node, Sequence):
        return _typed("branch")(node, scope)
    typed = [decode_term(item, scope, "branch") for item in node.items]
    names = [t.term.args[0] for t in typed if t and isinstance(t.term, Term) and t.term.args]
    if len(names) != len(typed) or not names:
        scope.report.error("E204", "several hours are written by their branches", node.span)
        return None
    return tuple(map(str, names))


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
    if isinstance(node, Scalar) and node.value.strip():
        return node.value
    scope.report.error("E201", "a text is wanted here", node.span)
    return None


def _parts(node: Node, scope: Scope) -> Value | None:
    fields = Fields.of(node, scope.report, "`parts`")
    if fields is None:
        return None
    if not fields.node.entries:
        fields.error("`parts` without any value", "E203")
    values = _values(fields, scope)
    fields.done()
    return values


def decode_number(node: Node, scope: Scope) -> Number | None:
    """A number: of a table, a product, a scaling by seasonal state, or the first that applies."""
    if not scope.spend(node):
        return None
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return _bad_number(node, scope)
    key, value = node.entries[0]
    match key.value:
        case "number_of":
            return _number_of(value, scope)
        case "product":
            if not isinstance(value, Sequence) or not value.items:
                return _bad_number(value, scope)
            factors = [decode_number(item, scope) for item in value.items]
            good = tuple(f for f in factors if f is not None)
            return Product(good) if len(good) == len(factors) else None
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
    known = scope.tables.get(table)
    numbers = known is not None and known.gives == "number"
    wanted = known.by if known is not None and numbers else "any"
    typed = decode_term(of, scope, wanted) if of is not None else None
    if not numbers:
        scope.report.error(
            "E215",
            f"`{table}` is not a table of numbers",
            (fields.take("table") or node).span,
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
    factors = _factors(fields, scope)
    fields.done()
    number = decode_number(inner, scope) if inner is not None else None
    term = _as_term(decode_term(of, scope, "elemental")) if of is not None else None
    if number is None or term is None:
        return None
    return Scale(number, term, tuple(factors.items()))


def _factors(fields: Fields, scope: Scope) -> dict[str, tuple[Fraction, ...]]:
    """The factors of each seasonal state; several are alternatives of the text."""
    vocabulary = scope.vocabulary
    factors: dict[str, tuple[Fraction, ...]] = {}
    missing = {symbol for symbol, kind in vocabulary.symbols.items() if kind == "state"}
    for key, value in fields.entries("factors", required=True):
        state = vocabulary.resolve("symbol", key.value)
        missing.discard(state)
        if vocabulary.symbols.get(state) != "state":
            scope.report.error("E216", f"`{key.value}` is not a seasonal state", key.span)
            continue
        items = value.items if isinstance(value, Sequence) else [value]
        texts = [item.value if isinstance(item, Scalar) else "" for item in items]
        if not texts or not all(map(_FACTOR.fullmatch, texts)):
            fields.error("a factor is a number such as 10 or 1/2", "E204", value)
        elif state in factors:
            fields.error(f"a second factor for `{state}`", "E230", key)
        else:
            factors[state] = tuple(map(Fraction, texts))
    if missing and factors:
        shown = ", ".join(symbol for symbol in vocabulary.symbols if symbol in missing)
        fields.error(f"no factor for {shown}", "E203", fields.take("factors"))
    return factors


def _choose(node: Node, scope: Scope) -> Number | None:
    options: list[tuple[Condition | None, Number]] = []
    for condition, taken in decode_options(node, scope) or []:
        number = decode_number(taken, scope)
        if number is None:
            return None
        options.append((condition, number))
    return Choose(tuple(options)) if options else None


_KINDS: dict[str, Callable[[Node, Scope], Value | None]] = {
    "advice": _advice,
    "days": _days,
    "direction": _typed("any"),
    "place": _typed("palace"),
    "hours": _hours,
    "part_of_day": _typed("day_part"),
    "day_branch": _typed("branch"),
    "within_days": _days,
    "lunar_month": _typed("lunar_month"),
    "realm": _typed("realm"),
    "general": _typed("general"),
    "number": _amount,
    "li": _amount,
    "paces": _amount,
    "formation": _text,
    "colour": _text,
    "epithet": _text,
    "if_first_mover": _typed("party"),
    "parts": _parts,
}
VALUES = ("strength", "polarity", "side", *_KINDS)
"""The fields of a verdict beside its question and answer."""
