"""Which columns of a chart a term or a condition reads."""

from __future__ import annotations

from collections.abc import Iterator

from facts.columns import OPTIONAL
from facts.evaluate import Definitions
from facts.predicates import unfold
from facts.terms import IMPLICIT
from rules.reader.model import (
    All,
    Any,
    AtLeast,
    Choose,
    Condition,
    Literal,
    Not,
    Number,
    NumberOf,
    Product,
    Scale,
    Select,
    Term,
    Use,
)
from rules.reader.substitute import instance


class Reads:
    """Columns read, remembered for each term and condition."""

    def __init__(self, edition: Definitions) -> None:
        self._edition = edition
        self._terms: dict[Term | Select, frozenset[str]] = {}
        self._conditions: dict[Condition, frozenset[str]] = {}

    def term(self, term: Term | Select) -> frozenset[str]:
        """The columns that a term reads."""
        found = self._terms.get(term)
        if found is None:
            found = self._terms[term] = frozenset(self._of_term(term))
        return found

    def _of_term(self, term: Term | Select) -> Iterator[str]:
        if isinstance(term, Select):
            for condition, option in term.options:
                if condition is not None:
                    yield from self.condition(condition)
                yield from self.term(option)
            return
        definition = self._edition.definitions.get(term.op)
        if definition is not None:
            yield from self.term(definition)
        elif term.op == "const":
            return
        elif not term.args:
            yield term.op
        if term.op in IMPLICIT:
            yield IMPLICIT[term.op]
        for arg in term.args:
            if isinstance(arg, Term | Select):
                yield from self.term(arg)

    def condition(self, condition: Condition) -> frozenset[str]:
        """The columns that a condition reads, through concepts."""
        found = self._conditions.get(condition)
        if found is None:
            found = self._conditions[condition] = frozenset(self._of_condition(condition))
        return found

    def _of_condition(self, condition: Condition) -> Iterator[str]:
        match condition:
            case Literal():
                comparison = unfold(condition)
                yield from self.term(comparison.left)
                if comparison.right is not None:
                    yield from self.term(comparison.right)
            case Not(part):
                yield from self.condition(part)
            case Use():
                yield from self.condition(instance(self._edition.concepts, condition))
            case All(parts) | Any(parts) | AtLeast(_, parts):
                for part in parts:
                    yield from self.condition(part)

    def number(self, number: Number) -> frozenset[str]:
        """The columns that a number reads."""
        match number:
            case NumberOf(_, term):
                return self.term(term)
            case Product(factors):
                return frozenset().union(*(self.number(f) for f in factors))
            case Scale(inner, of, _):
                return self.number(inner) | self.term(Term("state_of", (of,)))
            case Choose(options):
                tested = (self.condition(c) for c, _ in options if c is not None)
                return frozenset().union(*tested, *(self.number(n) for _, n in options))

    def is_optional(self, condition: Condition) -> bool:
        """Whether the condition reads an input that a chart may lack."""
        return not self.condition(condition).isdisjoint(OPTIONAL)
