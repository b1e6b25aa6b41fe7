"""Which inputs would settle a condition that is undetermined on a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.rulebase import RuleBase
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.predicates import FALSE, UNDETERMINED, unfold
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
)
from rules.reader.substitute import instance

_Option = TypeVar("_Option")


def needs_of(base: RuleBase, evaluator: Evaluator, condition: Condition) -> set[str]:
    """The inputs that the undetermined parts of a condition read and the chart lacks."""
    if evaluator.truth(condition) != UNDETERMINED:
        return set()
    match condition:
        case Literal():
            comparison = unfold(condition)
            return _of_terms(base, evaluator, [comparison.left, comparison.right])
        case Not(part):
            return needs_of(base, evaluator, part)
        case Use():
            return needs_of(base, evaluator, instance(base.edition.concepts, condition))
        case _:
            return set().union(*(needs_of(base, evaluator, part) for part in condition.parts))


def needs_of_term(base: RuleBase, evaluator: Evaluator, term: Term | Select) -> set[str]:
    """The inputs that a term reads and the chart lacks, as far as its value hangs on them."""
    if evaluator.term(term) != UNKNOWN:
        return set()
    if isinstance(term, Select):
        return _of_options(base, evaluator, term.options, needs_of_term)
    definition = base.edition.definitions.get(term.op)
    if definition is not None:
        return needs_of_term(base, evaluator, definition)
    if term.op in OPTIONAL and not term.args:
        return {OPTIONAL[term.op]}
    implicit = (Term(IMPLICIT[term.op]),) if term.op in IMPLICIT else ()
    return _of_terms(base, evaluator, (*term.args, *implicit))


def needs_of_number(base: RuleBase, evaluator: Evaluator, number: Number) -> set[str]:
    """The inputs that a number reads and the chart lacks."""
    match number:
        case NumberOf(_, term):
            return needs_of_term(base, evaluator, term)
        case Product(factors):
            return set().union(*(needs_of_number(base, evaluator, f) for f in factors))
        case Scale(inner, of, _):
            state = needs_of_term(base, evaluator, Term("state_of", (of,)))
            return state | needs_of_number(base, evaluator, inner)
        case Choose(options):
            return _of_options(base, evaluator, options, needs_of_number)


def _of_terms(base: RuleBase, evaluator: Evaluator, args: Iterable[object]) -> set[str]:
    terms = (arg for arg in args if isinstance(arg, Term | Select))
    return set().union(*(needs_of_term(base, evaluator, term) for term in terms))


def _of_options(
    base: RuleBase,
    evaluator: Evaluator,
    options: Iterable[tuple[Condition | None, _Option]],
    needs: Callable[[RuleBase, Evaluator, _Option], set[str]],
) -> set[str]:
    """The needs of the options that may still be taken, and of the conditions that open them."""
    found: set[str] = set()
    for condition, option in options:
        if condition is not None and evaluator.truth(condition) == FALSE:
            continue
        found |= needs(base, evaluator, option)
        if condition is None or evaluator.truth(condition) != UNDETERMINED:
            break
        found |= needs_of(base, evaluator, condition)
    return found
