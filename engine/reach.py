"""What a rule reaches by name: the tables, concepts and named terms on which its meaning rests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rules.reader.edition import Edition
from rules.reader.model import (
    Choose,
    Literal,
    Not,
    NumberOf,
    Product,
    Rule,
    Scale,
    Select,
    Term,
    Use,
)

Name: TypeAlias = tuple[str, str]
"""A kind (table, concept or term) and a name."""


class Reach:
    """The names that parts of rules reach, remembered for each part."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._known: dict[object, frozenset[Name]] = {}

    def rule(self, rule: Rule) -> frozenset[Name]:
        """The names that a rule reaches, by its condition or its verdict."""
        values = () if rule.verdict is None else rule.verdict.values
        return self.of(rule.when) | self.of(values)

    def of(self, part: object) -> frozenset[Name]:
        """The names that a condition, a term, a number or values reach."""
        known = self._known.get(part)
        if known is None:
            self._known[part] = frozenset()
            known = self._known[part] = frozenset(self._names(part))
        return known

    def _names(self, part: object) -> Iterator[Name]:
        match part:
            case Term("lookup", (str(table), *_)) | Literal("listed", (_, str(table), *_)):
                yield "table", table
            case NumberOf(table):
                yield "table", table
            case Use(concept):
                yield "concept", concept
                yield from self.of(self._edition.concepts[concept].body)
            case Term(op) if op in self._edition.definitions:
                yield "term", op
                yield from self.of(self._edition.definitions[op])
            case _:
                pass
        for inner in _within(part):
            yield from self.of(inner)


def _within(part: object) -> tuple[object, ...]:
    match part:
        case tuple():
            return part
        case Term() | Literal() | Use():
            return part.args
        case Select() | Choose():
            return part.options
        case Not():
            return (part.part,)
        case NumberOf():
            return (part.term,)
        case Product():
            return part.factors
        case Scale():
            return (part.number, part.of)
        case _:
            parts: tuple[object, ...] = getattr(part, "parts", ())
            return parts
