"""The leaves of a verdict's values: the terms and conditions on which what it says hangs.

Where the leaves have the same codes, a verdict says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.rulebase import RuleBase
from facts.evaluate import Evaluator
from rules.reader.model import (
    Choose,
    Condition,
    NumberOf,
    Product,
    Scale,
    Select,
    Term,
    Value,
    Verdict,
)

Array: TypeAlias = npt.NDArray[Any]
Leaf: TypeAlias = Term | Select | Condition


def leaves(verdict: Verdict) -> Iterator[Leaf]:
    """The terms and conditions from which the values of a verdict follow."""
    for _, value in verdict.values:
        yield from leaves_of(value)


def leaves_of(value: Value) -> Iterator[Leaf]:
    """The terms and conditions from which one value follows."""
    match value:
        case Term():
            yield value
        case NumberOf(_, term):
            yield term
        case Product(factors):
            for factor in factors:
                yield from leaves_of(factor)
        case Scale(number, of, _):
            yield from leaves_of(number)
            yield Term("state_of", (of,))
        case Choose(options):
            for condition, number in options:
                if condition is not None:
                    yield condition
                yield from leaves_of(number)
        case tuple():
            for part in value:
                if isinstance(part, tuple):
                    yield from leaves_of(part[1])
        case _:
            pass


def reads_of(base: RuleBase, part: Leaf) -> frozenset[str]:
    """The columns that a leaf reads."""
    return base.reads.term(part) if isinstance(part, Term | Select) else base.reads.condition(part)


def codes_of(evaluator: Evaluator, part: Leaf) -> Array:
    """The symbol codes of a term, the truth values of a condition."""
    codes: Array = (
        evaluator.term(part) if isinstance(part, Term | Select) else evaluator.truth(part)
    )
    return codes


def grouped(columns: Iterable[Array], size: int) -> tuple[Array, Array]:
    """For each place the group of those with the same codes, and the first place of each group."""
    group = np.zeros(size, dtype=np.int64)
    for codes in columns:
        wide = group * (int(codes.max(initial=0)) + 1) + codes
        group = np.unique(wide, return_inverse=True)[1]
    return group, np.unique(group, return_index=True)[1]
