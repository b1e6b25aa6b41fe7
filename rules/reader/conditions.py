"""Decodes the nodes of conditions: logic, predicates, concepts and bound names."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

from rules.reader.fields import Fields
from rules.reader.model import (
    ALWAYS,
    All,
    Any,
    Arg,
    AtLeast,
    Condition,
    Literal,
    Not,
    Term,
    Use,
)
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.scope import Scope, Typed
from rules.reader.terms import arguments, decode_argument, decode_term, whole_number
from rules.reader.vocabulary import Slot


def decode_condition(node: Node, scope: Scope) -> Condition | None:
    """The condition that a node states; None (reported) if it is bad."""
    if not scope.spend(node):
        return None
    if isinstance(node, Sequence):
        return _parts(node, scope, All)
    if isinstance(node, Scalar):
        if node.value == "always":
            return ALWAYS
        scope.report.error(
            "E205",
            f"`{node.value}` is not a condition",
            node.span,
            help="a condition is `{predicate: [...]}`, `{is: concept}`, a list or `always`",
        )
        return None
    if len(node.entries) != 1:
        scope.report.error(
            "E205",
            "a condition has one key; several conditions are a list",
            node.span,
            help="write each condition as an item of its own: `- {predicate: [...]}`",
        )
        return None
    key, value = node.entries[0]
    match key.value:
        case "all":
            return _parts(value, scope, All)
        case "any":
            return _parts(value, scope, Any)
        case "none":
            parts = _parts(value, scope, Any)
            return None if parts is None else Not(parts)
        case "not":
            part = decode_condition(value, scope)
            return None if part is None else Not(part)
        case "at_least" | "exactly":
            return _count(key, value, scope)
        case "exists" | "every":
            return _quantified(key, value, scope)
        case "is":
            return _concept(value, None, scope)
    name = scope.vocabulary.resolve("predicate", key.value)
    if name in scope.vocabulary.predicates:
        slots = scope.vocabulary.predicates[name].slots
        args = _compared(name, slots, value, scope)
        return None if args is None else Literal(name, args)
    if key.value in scope.concepts:
        return _concept(key, value, scope)
    scope.report.error(
        "E210",
        f"unknown predicate `{key.value}`",
        key.span,
        label="not in the vocabulary",
        suggestion=", ".join(suggest(key.value, scope.condition_names())),
    )
    return None


def _parts(node: Node, scope: Scope, make: type[All] | type[Any]) -> Condition | None:
    items = node.items if isinstance(node, Sequence) else [node]
    parts = [decode_condition(item, scope) for item in items]
    if not parts:
        scope.report.error("E205", "an empty list of conditions", node.span)
        return None
    good = [part for part in parts if part is not None]
    if len(good) != len(parts):
        return None
    return good[0] if len(good) == 1 else make(tuple(good))


def _count(key: Scalar, value: Node, scope: Scope) -> Condition | None:
    fields = Fields.of(value, scope.report, f"`{key.value}`")
    if fields is None:
        return None
    number, items = fields.take("n", required=True), fields.items("of")
    fields.done()
    n = whole_number(number, scope) if number is not None else None
    if number is not None and (n is None or not 0 < n <= len(items)):
        fields.error("`n` is a number from 1 to the number of conditions", "E205", number)
    if n is not None and not scope.spend(node=value, parts=n * max(0, len(items) - n)):
        return None  # counting so many parts takes a step for each count of each
    parts = [decode_condition(item, scope) for item in items]
    good = tuple(part for part in parts if part is not None)
    if n is None or not 0 < n <= len(items) or len(good) != len(parts):
        return None
    if key.value == "at_least":
        return AtLeast(n, good)
    if n == len(good):
        return All(good)
    return All((AtLeast(n, good), Not(AtLeast(n + 1, good))))


def _quantified(key: Scalar, value: Node, scope: Scope) -> Condition | None:
    """``exists`` / ``every``: expanded over all choices of the bound names."""
    that = value.get("that") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or that is None or len(value.entries) < 2:
        scope.report.error(
            "E205",
            f"`{key.value}` takes bound names and `that`",
            value.span,
            help=f"for example `{key.value}: {{x: transmissions, that: {{void: x}}}}`",
        )
        return None
    names: list[str] = []
    ranges: list[list[Typed]] = []
    for name, source in value.entries:
        if name.value == "that":
            continue
        scope.check_new(name)
        chosen = decode_range(source, scope)
        if chosen is None:
            return None
        names.append(name.value)
        ranges.append(chosen)
    choices = math.prod(map(len, ranges))
    if not scope.check_choices(value, choices):
        return None
    parts = []
    for choice in itertools.product(*ranges):
        inner = scope.bind(dict(zip(names, choice, strict=True)), choices)
        part = decode_condition(that, inner)
        if part is None:
            return None
        parts.append(part)
    return Any(tuple(parts)) if key.value == "exists" else All(tuple(parts))


def decode_range(node: Node, scope: Scope) -> list[Typed] | None:
    """The terms that a bound name runs over: a list of terms, a group or a list of symbols."""
    vocabulary = scope.vocabulary
    if isinstance(node, Scalar):
        group = vocabulary.groups.get(vocabulary.resolve("group", node.value))
        members = vocabulary.members(node.value)
        if members is not None:
            return [Typed(Term("const", (m,)), vocabulary.symbols[m]) for m in members]
        if group is None:
            scope.report.error(
                "E215",
                f"unknown group `{node.value}`",
                node.span,
                suggestion=", ".join(suggest(node.value, [*vocabulary.groups, *vocabulary.lists])),
            )
            return None
        items: list[Node] = list(group.terms)
        scope = scope.bare()
    elif isinstance(node, Sequence) and node.items:
        items = node.items
    else:
        scope.report.error("E205", "a list of terms or the name of a group", node.span)
        return None
    typed = [decode_term(item, scope) for item in items]
    good = [t for t in typed if t is not None]
    return good if len(good) == len(typed) else None


def _concept(name: Node, value: Node | None, scope: Scope) -> Condition | None:
    if not isinstance(name, Scalar):
        scope.report.error(
            "E205", "`is` names one concept", name.span, help="arguments: `{concept: [...]}`"
        )
        return None
    text = name.value
    signature = scope.concepts.get(text)
    if signature is None:
        scope.report.error(
            "E214",
            f"unknown concept `{text}`",
            name.span,
            label="not defined in rules/concepts",
            suggestion=", ".join(suggest(text, scope.concepts)),
        )
        return None
    slots = tuple(Slot(param, "term", kind) for param, kind in signature.params)
    if not slots:
        if value is not None:
            scope.report.error("E213", f"`{text}` takes no argument", value.span)
            return None
        return Use(text)
    if value is None:
        wanted = ", ".join(slot.name for slot in slots)
        scope.report.error(
            "E213",
            f"`{text}` needs {wanted}",
            name.span,
            help=f"write it as `{{{text}: [{wanted}]}}`",
        )
        return None
    args = _arguments(text, slots, value, scope)
    return None if args is None else Use(text, args)


def _compared(
    name: str, slots: tuple[Slot, ...], value: Node, scope: Scope
) -> tuple[Arg, ...] | None:
    """The arguments of a predicate.

    Slots of any type take things of one type: what can never be equal is not compared. A table
    says what type its key has.
    """
    nodes = arguments(name, slots, value, scope)
    if nodes is None:
        return None
    args: list[Arg] = []
    wanted = "any"
    for slot, node in zip(slots, nodes, strict=True):
        if slot.type == "any" and node is not None:
            slot = replace(slot, type=wanted)
        if slot.kind == "term" and wanted == "any" and node is not None:
            typed = decode_term(node, scope, slot.type)
            if typed is None:
                return None
            wanted = typed.type if slot.type == "any" else wanted
            args.append(typed.term)
            continue
        arg = decode_argument(slot, node, scope)
        if arg is None:
            return None
        if slot.kind == "table":
            table = scope.tables[str(arg)]
            if not scope.vocabulary.accepts(table.gives.removeprefix("set:"), wanted):
                message = f"`{table.name}` lists the type {table.gives}, and this is a {wanted}"
                scope.report.error("E212", message, value.span)
                return None
            wanted = table.by
        args.append(arg)
    return tuple(args)


def _arguments(
    name: str, slots: tuple[Slot, ...], value: Node, scope: Scope
) -> tuple[Arg, ...] | None:
    nodes = arguments(name, slots, value, scope)
    if nodes is None:
        return None
    args = [decode_argument(slot, node, scope) for slot, node in zip(slots, nodes, strict=True)]
    good = [arg for arg in args if arg is not None]
    return tuple(good) if len(good) == len(args) else None
