"""Which inputs would settle a condition that is undetermined on a chart."""

from __future__ import annotations

from engine.rulebase import RuleBase
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.predicates import UNDETERMINED
from facts.symbols import UNKNOWN
from rules.reader.model import Condition, Literal, Not, Number, Select, Term, Use
from rules.reader.substitute import instance


def needs_of(base: RuleBase, evaluator: Evaluator, condition: Condition) -> set[str]:
    """The inputs that the undetermined parts of a condition read and the chart lacks."""
    if evaluator.truth(condition) != UNDETERMINED:
        return set()
    match condition:
        case Literal():
            return _missing(evaluator, base.reads.condition(condition))
        case Not(part):
            return needs_of(base, evaluator, part)
        case Use():
            return needs_of(base, evaluator, instance(base.edition.concepts, condition))
        case _:
            return set().union(*(needs_of(base, evaluator, part) for part in condition.parts))


def needs_of_term(base: RuleBase, evaluator: Evaluator, term: Term | Select) -> set[str]:
    """The inputs that a term reads and the chart lacks."""
    return _missing(evaluator, base.reads.term(term))


def needs_of_number(base: RuleBase, evaluator: Evaluator, number: Number) -> set[str]:
    """The inputs that a number reads and the chart lacks."""
    return _missing(evaluator, base.reads.number(number))


def _missing(evaluator: Evaluator, columns: frozenset[str]) -> set[str]:
    unknown = (c for c in columns if evaluator.term(Term(c)) == UNKNOWN)
    return {OPTIONAL[column] for column in unknown if column in OPTIONAL}
