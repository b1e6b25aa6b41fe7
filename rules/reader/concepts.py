"""Reads what the vocabulary and the concept files define: named terms, groups and concepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.reader.circles import in_order
from rules.reader.conditions import decode_condition
from rules.reader.diagnostics import Label
from rules.reader.fields import Fields
from rules.reader.model import Arg, Concept, Condition, Literal, Select, Term, Use, walk
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.scope import KEYWORDS, Scope, Signature, Typed
from rules.reader.terms import decode_term
from rules.reader.vocabulary import Vocabulary


def define_terms(scope: Scope) -> dict[str, Term | Select]:
    """Decode ``means`` of the named terms, in whatever order they name each other; the groups too.

    The types of the named terms are entered in the vocabulary.
    """
    vocabulary = scope.vocabulary
    definitions: dict[str, Term | Select] = {}
    means = {name: term.means for name, term in vocabulary.terms.items() if term.means is not None}
    order, circles = in_order(
        {name: list(_mentions(node, vocabulary)) for name, node in means.items()}
    )
    for circle in circles:
        path = " -> ".join(circle)
        scope.report.error("E218", f"terms define each other: {path}", means[circle[0]].span)
    turning = {name for circle in circles for name in circle}
    for name in order:
        term = vocabulary.terms[name]
        typed = None if name in turning else decode_term(means[name], scope, term.type or "any")
        if typed is not None:
            definitions[name] = typed.term
        # One fault is enough: what names a bad term is not held to its type.
        vocabulary.terms[name] = replace(term, type=typed.type if typed is not None else "any")
    for group in vocabulary.groups.values():
        for node in group.terms:
            decode_term(node, scope)
    return definitions


def _mentions(node: Node, vocabulary: Vocabulary) -> Iterator[str]:
    """The names of terms within a node."""
    match node:
        case Scalar():
            yield vocabulary.resolve("term", node.value)
        case Sequence():
            for item in node.items:
                yield from _mentions(item, vocabulary)
        case Mapping():
            for key, value in node.entries:
                yield from _mentions(key, vocabulary)
                for operand in _operands(key, value, vocabulary):
                    yield from _mentions(operand, vocabulary)


def _operands(key: Scalar, value: Node, vocabulary: Vocabulary) -> list[Node]:
    """The nodes under a key but for the names of tables: a term may be named as its table is."""
    term = vocabulary.terms.get(vocabulary.resolve("term", key.value))
    slots = term.slots if term is not None else ()
    tables = [slot.name for slot in slots if slot.kind == "table"]
    if isinstance(value, Mapping) and tables:
        return [node for name, node in value.entries if name.value not in tables]
    if isinstance(value, Sequence):
        kinds = [slot.kind for slot in slots] + ["term"] * len(value.items)
        return [node for node, kind in zip(value.items, kinds, strict=False) if kind != "table"]
    return [value]


def read_concepts(documents: list[Node], scope: Scope) -> tuple[Scope, dict[str, Concept]]:
    """The concepts of the files, which may use each other in any order, and the scope with them."""
    bodies: list[tuple[Signature, Fields]] = []
    signatures: dict[str, Signature] = {}
    places: dict[str, Scalar] = {}
    for document in documents:
        top = Fields.of(document, scope.report, "a concept file")
        for key, body in top.entries("concepts", required=True) if top else []:
            fields = Fields.of(body, scope.report, f"concept `{key.value}`")
            if fields is None:
                continue
            name = key.value
            if name in places:
                also = [Label(places[name].span, "first defined here")]
                what = f"concept `{name}` is defined twice"
                scope.report.error("E230", what, key.span, also=also)
                continue
            predicate = scope.vocabulary.resolve("predicate", name)
            if name in KEYWORDS or predicate in scope.vocabulary.predicates:
                other = f"the predicate `{predicate}`" if name not in KEYWORDS else "the language"
                first = scope.vocabulary.places.get(("predicate", predicate))
                also = [Label(first, "which is defined here")] if first else []
                what = f"`{name}` is a word of {other} already"
                scope.report.error("E217", what, key.span, also=also)
            places[name] = key
            signatures[name] = Signature(name, tuple(_params(fields, scope)))
            bodies.append((signatures[name], fields))
        if top is not None:
            top.done()
    scope = replace(scope, concepts=signatures)
    concepts = {}
    for signature, fields in bodies:
        concept = _read_concept(signature, fields, scope)
        if concept is not None:
            concepts[signature.name] = concept
    _, circles = in_order({name: list(_uses(c.body)) for name, c in concepts.items()})
    for circle in circles:
        path = " -> ".join(circle)
        scope.report.error("E218", f"concepts define each other: {path}", places[circle[0]].span)
    return scope, concepts


def _read_concept(signature: Signature, fields: Fields, scope: Scope) -> Concept | None:
    bound = {name: Typed(Term("param", (name,)), kind) for name, kind in signature.params}
    names = tuple(bound)
    node = fields.take("define", required=True)
    english, chinese = fields.sentence("en", names), fields.sentence("zh", names)
    source = fields.passage("from")
    fields.done()
    body = decode_condition(node, scope.bind(bound)) if node is not None else None
    if body is None:
        return None
    return Concept(signature.name, names, body, english, chinese, source, fields.span)


def _params(fields: Fields, scope: Scope) -> Iterator[tuple[str, str]]:
    for key, value in fields.entries("params"):
        scope.check_new(key)
        name = value.value if isinstance(value, Scalar) else ""
        if not scope.vocabulary.has_type(name):
            fields.error(
                f"unknown type `{name}`" if name else "a parameter has a type", "E219", value
            )
            name = "any"
        yield key.value, name


def _uses(condition: Condition) -> Iterator[str]:
    """The concepts used in a condition, within its terms too (``first_of`` asks conditions)."""
    for part in walk(condition):
        if isinstance(part, Use):
            yield part.concept
        if isinstance(part, Use | Literal):
            for arg in part.args:
                yield from _uses_of_term(arg)


def _uses_of_term(arg: Arg) -> Iterator[str]:
    if isinstance(arg, Term):
        for inner in arg.args:
            yield from _uses_of_term(inner)
    elif isinstance(arg, Select):
        for condition, term in arg.options:
            yield from _uses(condition) if condition is not None else ()
            yield from _uses_of_term(term)
