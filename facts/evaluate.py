"""Values of terms and truth of conditions on a chart or on an array of charts.

Strong Kleene logic throughout: FALSE, TRUE, UNDETERMINED as 0, 1, 2. The columns of a chart are
codes (``int``), those of a batch are ``numpy`` arrays of codes; every step is a look-up in a flat
table, so one implementation serves both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from facts.flat import FlatTable, as_array
from facts.predicates import FALSE, TRUE, UNARY, membership_table, truth_table, unfold
from facts.symbols import ALPHABET, SIZE, UNKNOWN
from facts.terms import IMPLICIT, ahead_table, lookup_table, term_table
from rules.reader.model import (
    All,
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
from rules.reader.model import Any as AnyOf
from rules.reader.substitute import instance
from rules.reader.tables import Cell, Table

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

Code: TypeAlias = Any
"""A symbol code or a numpy array of codes; a truth value or an array of them."""


class Definitions(Protocol):
    """What the evaluator needs of an edition."""

    tables: dict[str, Table]
    definitions: dict[str, Term | Select]
    concepts: dict[str, Concept]


class Evaluator:
    """Evaluates terms and conditions over one set of columns; results are remembered.

    A column that is missing is unknown.
    """

    def __init__(self, edition: Definitions, columns: Mapping[str, Code], size: int = 0) -> None:
        self.edition = edition
        self.columns = columns
        self.size = size  # 0: one chart; n: arrays of n charts
        self.terms: dict[Term | Select, Code] = {}
        self.truths: dict[Condition, Code] = {}

    # ---- the two primitives

    def _take(self, table: FlatTable, index: Code) -> Code:
        if self.size == 0:
            return table[index]
        return as_array(table)[index]

    def _pair(self, a: Code, b: Code) -> Code:
        if self.size == 0:
            return a * SIZE + b
        return _wide(a) * SIZE + b

    def _constant(self, value: int, *, truth: bool = False) -> Code:
        if self.size == 0:
            return value
        import numpy as np

        return np.full(self.size, value, dtype=np.uint8 if truth else np.uint16)

    # ---- terms

    def term(self, term: Term | Select) -> Code:
        """The code of a term's value: ``NONE`` without a value, ``UNKNOWN`` when not given."""
        value = self.terms.get(term)
        if value is None:
            value = self._select(term) if isinstance(term, Select) else self._compute(term)
            self.terms[term] = value
        return value

    def _arg(self, arg: Arg) -> Code:
        assert isinstance(arg, Term | Select)
        return self.term(arg)

    def _compute(self, term: Term) -> Code:
        op, args = term.op, term.args
        definition = self.edition.definitions.get(op)
        if definition is not None:
            return self.term(definition)
        if op == "const":
            return self._constant(ALPHABET.by_name[str(args[0])].code)
        if op == "role":
            return self._arg(args[2])
        if op == "lookup":
            table = _lookup(self.edition.tables[str(args[0])])
            return self._take(table, self._arg(args[1]))
        if op == "ahead_of":
            assert isinstance(args[1], int)
            return self._take(ahead_table(args[1] % 12), self._arg(args[0]))
        if not args:
            value = self.columns.get(op)
            return self._constant(UNKNOWN) if value is None else value
        table = term_table(op)
        if op in IMPLICIT:
            return self._take(table, self._pair(self._arg(args[0]), self.term(Term(IMPLICIT[op]))))
        if len(args) == 1:
            return self._take(table, self._arg(args[0]))
        return self._take(table, self._pair(self._arg(args[0]), self._arg(args[1])))

    def _select(self, select: Select) -> Code:
        """The first option that holds; where an unknown condition decides, the agreed value."""
        condition, last = select.options[-1]
        assert condition is None
        value = self.term(last)
        for condition, option in reversed(select.options[:-1]):
            assert condition is not None
            truth, taken = self.truth(condition), self.term(option)
            if self.size == 0:
                if truth == TRUE or (truth != FALSE and taken == value):
                    value = taken
                elif truth != FALSE:
                    value = UNKNOWN
            else:
                import numpy as np

                open_ = np.where(taken == value, value, UNKNOWN)
                value = np.where(truth == TRUE, taken, np.where(truth == FALSE, value, open_))
        return value

    # ---- conditions

    def truth(self, condition: Condition) -> Code:
        """The truth of a condition: 0 false, 1 true, 2 undetermined."""
        value = self.truths.get(condition)
        if value is None:
            value = self.truths[condition] = self._judge(condition)
        return value

    def _judge(self, condition: Condition) -> Code:
        match condition:
            case Literal():
                return self.literal(condition)
            case Not(part):
                return self._take(_NOT, self.truth(part))
            case Use():
                return self.truth(instance(self.edition.concepts, condition))
            case All(parts):
                return self._fold(parts, AND, TRUE)
            case AnyOf(parts):
                return self._fold(parts, OR, FALSE)
            case AtLeast(n, parts):
                return self._count(n, parts)

    def _fold(self, parts: tuple[Condition, ...], table: bytes, start: int) -> Code:
        value = self._constant(start, truth=True)
        for part in parts:
            value = self._take(table, value * 3 + self.truth(part))
        return value

    def _count(self, n: int, parts: tuple[Condition, ...]) -> Code:
        """True if enough hold, false if not enough can: counted in pairs (sure, possible)."""
        sure, possible = self._constant(0, truth=True), self._constant(0, truth=True)
        for part in parts:
            truth = self.truth(part)
            sure = sure + self._take(_SURE, truth)
            possible = possible + self._take(_POSSIBLE, truth)
        at_least = bytes(int(k >= n) for k in range(256))
        return self._take(_PLANES, self._take(at_least, sure) * 2 + self._take(at_least, possible))

    def literal(self, literal: Literal) -> Code:
        """The truth of one literal."""
        comparison = unfold(literal)
        if comparison.relation == "listed":
            table = _membership(self.edition.tables[str(comparison.parameter[0])])
        else:
            table = truth_table(comparison.relation, comparison.parameter)
        left = self.term(comparison.left)
        if comparison.relation in UNARY:
            return self._take(table, left)
        assert comparison.right is not None
        return self._take(table, self._pair(left, self.term(comparison.right)))


_NOT = bytes([1, 0, 2])
AND = bytes([0, 0, 0, 0, 1, 2, 0, 2, 2])  # indexed a * 3 + b
OR = bytes([0, 1, 2, 1, 1, 1, 2, 1, 2])
_SURE = bytes([0, 1, 0])
_POSSIBLE = bytes([0, 1, 1])
_PLANES = bytes([0, 2, 1, 1])  # sure * 2 + possible


def _wide(codes: Any) -> Any:
    return codes.astype("int32")


_MADE: dict[tuple[str, int], tuple[Table, FlatTable]] = {}
_MOST = 500  # flat tables that are kept: a rule base has some hundreds


def _made(kind: str, table: Table, make: Callable[[Mapping[str, Cell]], FlatTable]) -> FlatTable:
    """The flat table of a cited table, made once."""
    known = _MADE.get((kind, id(table)))
    if known is None or known[0] is not table:
        if len(_MADE) >= _MOST:
            _MADE.clear()
        known = _MADE[kind, id(table)] = (table, make(table.rows))
    return known[1]


def _lookup(table: Table) -> FlatTable:
    return _made("lookup", table, lookup_table)


def _membership(table: Table) -> FlatTable:
    return _made("membership", table, membership_table)
