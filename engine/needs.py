"""Which inputs would settle a condition that is undetermined on a chart, or on many.

A set of inputs is a number, a bit an input, so that the same steps serve one chart and arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

from engine.rulebase import RuleBase
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE, UNDETERMINED, unfold
from facts.symbols import UNKNOWN
from facts.terms import IMPLICIT
from rules.reader.model import (
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
    Value,
)
from rules.reader.substitute import instance

Bits: TypeAlias = Any
"""A set of inputs as bits: an ``int``, or a numpy array of 64-bit integers."""

_Option = TypeVar("_Option")

INPUTS = tuple(sorted(set(OPTIONAL.values())))
_BIT = {column: 1 << INPUTS.index(name) for column, name in OPTIONAL.items()}
assert len(INPUTS) < 64


@cache
def names_of(bits: int) -> tuple[str, ...]:
    """The inputs of a set, in alphabetical order."""
    return tuple(name for place, name in enumerate(INPUTS) if bits >> place & 1)


class Needs:
    """The inputs that parts of the rules read and the charts of an evaluator lack.

    An input counts only as far as the truth, or the value, hangs on it: what is decided needs
    nothing.
    """

    def __init__(self, base: RuleBase, evaluator: Evaluator) -> None:
        self._base = base
        self._evaluator = evaluator
        self._single = evaluator.size == 0
        self._conditions: dict[Condition, Bits] = {}
        self._terms: dict[Term | Select, Bits] = {}

    def _where(self, test: Bits, find: Callable[[], Bits]) -> Bits:
        """What is found where the test holds, nothing elsewhere; not looked for if nowhere."""
        if self._single:
            return find() if test else 0
        import numpy as np

        return np.where(test, find(), 0).astype(np.uint64) if test.any() else self._nothing()

    def _nothing(self) -> Bits:
        if self._single:
            return 0
        import numpy as np

        return np.zeros(self._evaluator.size, dtype=np.uint64)

    def _union(self, found: Iterable[Bits]) -> Bits:
        union = self._nothing()
        for bits in found:
            union = union | bits
        return union

    def condition(self, condition: Condition) -> Bits:
        """The inputs that would settle a condition, where it is undetermined."""
        bits = self._conditions.get(condition)
        if bits is None:
            bits = self._conditions[condition] = self._where(
                self._evaluator.truth(condition) == UNDETERMINED,
                partial(self._of_condition, condition),
            )
        return bits

    def _of_condition(self, condition: Condition) -> Bits:
        match condition:
            case Literal():
                comparison = unfold(condition)
                return self._of_terms((comparison.left, comparison.right))
            case Not(part):
                return self.condition(part)
            case Use():
                return self.condition(instance(self._base.edition.concepts, condition))
            case _:
                return self._union(self.condition(part) for part in condition.parts)

    def term(self, term: Term | Select) -> Bits:
        """The inputs that would give a term its value, where it is unknown."""
        bits = self._terms.get(term)
        if bits is None:
            bits = self._terms[term] = self._where(
                self._evaluator.term(term) == UNKNOWN, partial(self._of_term, term)
            )
        return bits

    def _of_term(self, term: Term | Select) -> Bits:
        if isinstance(term, Select):
            return self._of_options(term.options, self.term)
        definition = self._base.edition.definitions.get(term.op)
        if definition is not None:
            return self.term(definition)
        if term.op in _BIT and not term.args:
            return self._nothing() | _BIT[term.op]
        implicit = (Term(IMPLICIT[term.op]),) if term.op in IMPLICIT else ()
        return self._of_terms((*term.args, *implicit))

    def number(self, number: Number) -> Bits:
        """The inputs that would give a number its value."""
        match number:
            case NumberOf(_, term):
                return self.term(term)
            case Product(factors):
                return self._union(map(self.number, factors))
            case Scale(inner, of, _):
                return self.term(Term("state_of", (of,))) | self.number(inner)
            case Choose(options):
                return self._of_options(options, self.number)

    def value(self, value: Value) -> Bits:
        """The inputs that would give a verdict its value, or the parts of it."""
        match value:
            case str() | int():
                return self._nothing()
            case Term():
                return self.term(value)
            case NumberOf() | Product() | Scale() | Choose():
                return self.number(value)
            case tuple():
                return self._union(self.value(part[1]) for part in value if isinstance(part, tuple))

    def _of_terms(self, args: Iterable[object]) -> Bits:
        return self._union(self.term(arg) for arg in args if isinstance(arg, Term | Select))

    def _of_options(
        self,
        options: Iterable[tuple[Condition | None, _Option]],
        needs: Callable[[_Option], Bits],
    ) -> Bits:
        """The needs of the options that may still be taken, and of the conditions that open them.

        An option whose condition is undetermined leaves those after it open as well.
        """
        found = self._nothing()
        waits: Bits = True
        for condition, option in options:
            if condition is None:
                return found | self._where(self._all(waits), partial(needs, option))
            truth = self._evaluator.truth(condition)
            taken = (truth != FALSE) & waits
            found = found | self._where(taken, partial(needs, option))
            opens = taken & (truth == UNDETERMINED)
            found = found | self._where(opens, partial(self.condition, condition))
            waits = waits & (truth != TRUE)
            if self._single and not waits:
                break
        return found

    def _all(self, test: Bits) -> Bits:
        """The test as an array where there are arrays."""
        if self._single or test is not True:
            return test
        import numpy as np

        return np.ones(self._evaluator.size, dtype=bool)


def needs_of(base: RuleBase, evaluator: Evaluator, condition: Condition) -> set[str]:
    """The inputs that the undetermined parts of a condition read and the chart lacks."""
    return set(names_of(Needs(base, evaluator).condition(condition)))
