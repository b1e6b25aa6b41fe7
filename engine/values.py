"""Values of a verdict on a chart: terms become symbols, numbers are computed as the text says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.needs import Needs, names_of
from engine.rulebase import RuleBase
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE
from facts.symbols import name_of
from rules.reader.model import (
    Choose,
    Number,
    NumberOf,
    Product,
    Scale,
    Term,
    Value,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Valued:
    """The values of a verdict, ready for JSON, and the inputs that unknown ones need."""

    values: dict[str, Any]
    needs: tuple[str, ...]


def values_of(
    base: RuleBase, evaluator: Evaluator, verdict: Verdict, needs: Needs | None = None
) -> Valued:
    """Evaluate every value of a verdict; an unknown one is None and its inputs are named."""
    values = {name: value_of(base, evaluator, value) for name, value in verdict.values}
    needs = needs or Needs(base, evaluator)
    lacking = 0
    for name, value in verdict.values:
        found = values[name]
        if found is None or isinstance(found, dict):  # what has a value lacks nothing
            lacking |= needs.value(value)
    return Valued(values, names_of(lacking))


def plain_values(base: RuleBase, evaluator: Evaluator, verdict: Verdict) -> dict[str, str]:
    """The values as texts, as examples compare them; the answer among them."""
    values = values_of(base, evaluator, verdict).values
    return {"answer": verdict.answer, **{name: _plain(v) for name, v in values.items()}}


def _plain(value: Any) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def value_of(base: RuleBase, evaluator: Evaluator, value: Value) -> Any:
    """One value for JSON; None where it is unknown or there is none."""
    match value:
        case str() | int():
            return value
        case Term():
            return name_of(evaluator.term(value))
        case NumberOf() | Product() | Scale() | Choose():
            numbers = compute(base, evaluator, value)
            if numbers is None:
                return None
            shown = [_shown(number) for number in numbers]
            return shown[0] if len(shown) == 1 else shown
        case tuple():
            parts = [part for part in value if isinstance(part, tuple)]
            if not parts:
                return list(value)
            return {name: value_of(base, evaluator, inner) for name, inner in parts}


def _shown(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)


def compute(base: RuleBase, evaluator: Evaluator, number: Number) -> list[Fraction] | None:
    """The number, or its alternatives in the text's order; None while an input is unknown.

    Halves stay halves: the book does not say how to round.
    """
    match number:
        case NumberOf(table, term):
            name = name_of(evaluator.term(term))
            if name is None:
                return None
            row = base.edition.tables[table].rows.get(name)
            return [Fraction(row)] if isinstance(row, int) else None
        case Product(factors):
            results = [Fraction(1)]
            for factor in factors:
                numbers = compute(base, evaluator, factor)
                if numbers is None:
                    return None
                results = [a * b for a in results for b in numbers]
            return results
        case Scale(inner, of, factors):
            numbers = compute(base, evaluator, inner)
            state = name_of(evaluator.term(Term("state_of", (of,))))
            if numbers is None or state is None:
                return None
            return [n * f for n in numbers for f in dict(factors)[state]]
        case Choose(options):
            for condition, option in options:
                truth = TRUE if condition is None else evaluator.truth(condition)
                if truth == TRUE:
                    return compute(base, evaluator, option)
                if truth != FALSE:
                    return None
            return None
