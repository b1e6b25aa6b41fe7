"""What an edition names: the concepts and tables that its rules, concepts and terms use."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.reader.edition import Edition
from rules.reader.model import (
    Arg,
    Choose,
    Condition,
    Literal,
    NumberOf,
    Product,
    Scale,
    Select,
    Term,
    Use,
    Value,
    walk,
)


@dataclass
class Mentions:
    """The names of concepts and of tables that something uses, of lists that a passage names."""

    edition: Edition
    concepts: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)
    _seen: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        for rule in self.edition.rules.values():
            self._condition(rule.when)
            for _, value in rule.verdict.values if rule.verdict else ():
                self._value(value)
        for concept in self.edition.concepts.values():
            self._condition(concept.body)
        for term in self.edition.definitions.values():
            self._arg(term)
        kinds = {"concept": self.concepts, "table": self.tables, "list": self.lists}
        for passage in self.edition.passages.values():
            for _, encoder in passage.encoded_by:
                kind, _, name = encoder.partition(" ")
                if kind in kinds:
                    kinds[kind].add(name)

    def _condition(self, condition: Condition) -> None:
        if condition in self._seen:
            return
        self._seen.add(condition)
        for part in walk(condition):
            if isinstance(part, Use):
                self.concepts.add(part.concept)
            if isinstance(part, Literal):
                slots = self.edition.vocabulary.predicates[part.predicate].slots
                self._tables(part.args, [slot.kind for slot in slots])
            if isinstance(part, Use | Literal):
                for arg in part.args:
                    self._arg(arg)

    def _tables(self, args: tuple[Arg, ...], kinds: list[str]) -> None:
        """The tables among arguments whose slots are of these kinds."""
        pairs = zip(args, kinds, strict=False)
        self.tables.update(str(arg) for arg, kind in pairs if kind == "table")

    def _arg(self, arg: Arg) -> None:
        if isinstance(arg, Select):
            for condition, option in arg.options:
                if condition is not None:
                    self._condition(condition)
                self._arg(option)
        elif isinstance(arg, Term) and arg not in self._seen:
            self._seen.add(arg)
            definition = self.edition.vocabulary.terms.get(arg.op)
            if definition is not None:
                self._tables(arg.args, [slot.kind for slot in definition.slots])
            for inner in arg.args:
                self._arg(inner)

    def _value(self, value: Value) -> None:
        match value:
            case Term():
                self._arg(value)
            case NumberOf(table, term):
                self.tables.add(table)
                self._arg(term)
            case Product(factors):
                for factor in factors:
                    self._value(factor)
            case Scale(number, of, _):
                self._value(number)
                self._arg(of)
            case Choose(options):
                for condition, option in options:
                    if condition is not None:
                        self._condition(condition)
                    self._value(option)
            case tuple():
                for part in value:
                    if isinstance(part, tuple):
                        self._value(part[1])
            case _:
                pass
