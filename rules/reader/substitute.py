"""Puts arguments in the place of a concept's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.reader.model import (
    All,
    Any,
    Arg,
    AtLeast,
    Concept,
    Condition,
    Literal,
    Not,
    Select,
    Term,
    Use,
)


def instance(concepts: Mapping[str, Concept], use: Use) -> Condition:
    """The condition that a use of a concept stands for."""
    concept = concepts[use.concept]
    if not concept.params:
        return concept.body
    return _instance(concept, use)


@cache
def _instance(concept: Concept, use: Use) -> Condition:
    return _condition(concept.body, dict(zip(concept.params, use.args, strict=True)))


def _condition(condition: Condition, names: Mapping[str, Arg]) -> Condition:
    match condition:
        case Literal(predicate, args):
            return Literal(predicate, tuple(_arg(arg, names) for arg in args))
        case Use(concept, args):
            return Use(concept, tuple(_arg(arg, names) for arg in args))
        case Not(part):
            return Not(_condition(part, names))
        case All(parts):
            return All(tuple(_condition(part, names) for part in parts))
        case Any(parts):
            return Any(tuple(_condition(part, names) for part in parts))
        case AtLeast(n, parts):
            return AtLeast(n, tuple(_condition(part, names) for part in parts))


def _arg(arg: Arg, names: Mapping[str, Arg]) -> Arg:
    if isinstance(arg, Term):
        if arg.op == "param":
            return names[str(arg.args[0])]
        if not arg.args or arg.op == "const":
            return arg
        return Term(arg.op, tuple(_arg(inner, names) for inner in arg.args))
    if isinstance(arg, Select):
        options = []
        for condition, term in arg.options:
            replaced = _arg(term, names)
            assert isinstance(replaced, Term)
            options.append((condition and _condition(condition, names), replaced))
        return Select(tuple(options))
    return arg
