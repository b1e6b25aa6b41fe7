"""The model of a rule base: terms, conditions, verdicts, rules, passages and sections.

Everything is immutable and hashable, so that equal conditions are one condition and equal terms
one term; places in the files are kept beside the model (``span``) and do not count for equality.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, NamedTuple

from rules.reader.nodes import Span


class _Node:
    """A node hashes its fields once: nodes are the keys of every memo, and they are deep."""

    __slots__ = ("_hash",)
    _hash: int
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        values = tuple(getattr(self, name) for name in self.__match_args__)
        object.__setattr__(self, "_hash", hash((type(self).__name__, values)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Term(_Node):
    """Something on the chart that has a value: an operation of the vocabulary over its arguments.

    ``Term("const", ("辰",))`` is a symbol, ``Term("role", (name, english, term))`` a name that a
    section gives to a term. ``key`` is the canonical name that facts carry.
    """

    op: str
    args: tuple[Arg, ...] = ()

    __hash__ = _Node.__hash__

    @property
    def key(self) -> str:
        """Canonical text of the term, for example ``seat_of(游都)``."""
        if self.op == "const":
            return str(self.args[0])
        if self.op == "role":
            return f"{self.args[0]}={_key(self.args[2])}"
        return f"{self.op}({','.join(map(_key, self.args))})" if self.args else self.op


@dataclass(frozen=True, slots=True)
class Select(_Node):
    """A term with fallback: the first option whose condition holds (the last has none)."""

    options: tuple[tuple[Condition | None, Term], ...]

    __hash__ = _Node.__hash__

    @property
    def key(self) -> str:
        """Canonical text of the selection."""
        parts = (f"{key_of(c)}?{t.key}" if c is not None else t.key for c, t in self.options)
        return f"first_of({'|'.join(parts)})"


Arg = Term | Select | str | int | tuple[str, ...] | tuple[int, ...]


def _key(arg: Arg) -> str:
    if isinstance(arg, Term | Select):
        return arg.key
    if isinstance(arg, tuple):
        return "+".join(map(str, arg))
    return str(arg)


@dataclass(frozen=True, slots=True)
class Literal(_Node):
    """A predicate over terms; ``args`` stand in the order of the predicate's slots."""

    predicate: str
    args: tuple[Arg, ...]

    __hash__ = _Node.__hash__


@dataclass(frozen=True, slots=True)
class All(_Node):
    """Every part holds; with no part: always true."""

    parts: tuple[Condition, ...]

    __hash__ = _Node.__hash__


@dataclass(frozen=True, slots=True)
class Any(_Node):
    """At least one part holds; with no part: never true."""

    parts: tuple[Condition, ...]

    __hash__ = _Node.__hash__


@dataclass(frozen=True, slots=True)
class Not(_Node):
    """The part does not hold."""

    part: Condition

    __hash__ = _Node.__hash__


@dataclass(frozen=True, slots=True)
class AtLeast(_Node):
    """At least ``n`` of the parts hold."""

    n: int
    parts: tuple[Condition, ...]

    __hash__ = _Node.__hash__


@dataclass(frozen=True, slots=True)
class Use(_Node):
    """A concept used by name, with its arguments."""

    concept: str
    args: tuple[Arg, ...] = ()

    __hash__ = _Node.__hash__

    @property
    def key(self) -> str:
        """Canonical name of the concept with its arguments."""
        return f"{self.concept}({','.join(map(_key, self.args))})" if self.args else self.concept


Condition = Literal | All | Any | Not | AtLeast | Use
ALWAYS = All(())


def key_of(condition: Condition) -> str:
    """Canonical text of a condition."""
    match condition:
        case Literal(predicate, args):
            return f"{predicate}({','.join(map(_key, args))})"
        case Not(part):
            return f"not {key_of(part)}"
        case Use():
            return condition.key
        case AtLeast(n, parts):
            return f"at_least {n}[{';'.join(map(key_of, parts))}]"
        case All(parts):
            return f"all[{';'.join(map(key_of, parts))}]"
        case Any(parts):
            return f"any[{';'.join(map(key_of, parts))}]"


@dataclass(frozen=True, slots=True)
class NumberOf:
    """The number that a table gives to the value of a term."""

    table: str
    term: Term


@dataclass(frozen=True, slots=True)
class Product:
    """The product of numbers."""

    factors: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """A number scaled by a seasonal state: several factors are alternatives of the text."""

    number: Number
    of: Term
    factors: tuple[tuple[str, tuple[Fraction, ...]], ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The first number whose condition holds (the last has none)."""

    options: tuple[tuple[Condition | None, Number], ...]


Number = NumberOf | Product | Scale | Choose
Value = str | int | bool | Term | Number | tuple[tuple[str, "Value"], ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule says: an answer to a question, with the values that the text gives."""

    question: str
    answer: str
    values: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str) -> Value | None:
        """The value of that name, or None."""
        return dict(self.values).get(name)


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim span of a passage as printed."""

    passage: str
    text: str
    span: Span | None = field(default=None, compare=False)


class Quoted(NamedTuple):
    """A quote with the rule that makes it, sound or not, and the passage where the rule stands."""

    rule: str
    passage: str
    quote: Quote


@dataclass(frozen=True, slots=True)
class Relation:
    """A declared relation of a rule to others, acting on verdicts after the run.

    ``kind`` is one of overrides, qualifies, contradicts, parallel, modifies; ``effect`` (worse,
    saved, cancels, surer) and ``answers`` (question, answer pairs) belong to modifies.
    """

    kind: str
    rules: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    effect: str = ""
    why: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A chart on which a rule is known to fire, to be silent or to be undetermined.

    ``expect`` is one of fires, silent, undetermined, should_fire, should_be_silent; ``because``
    names the concept or predicate that fails; ``needs`` the inputs; ``gives`` verdict values;
    ``row`` the row of a ``for_each`` that is meant (any row when empty).
    """

    chart: str
    expect: str
    because: str = ""
    needs: tuple[str, ...] = ()
    gives: tuple[tuple[str, str], ...] = ()
    school: tuple[str, ...] = ()
    source: str = ""
    row: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A finding of a check that the edition leaves standing, with the reason.

    ``other`` is the rule that the finding is shared with (any, or none, when empty).
    """

    code: str
    other: str
    why: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule (or one row of it): the verse that it quotes, its condition and its verdict.

    ``verdict`` is None for a rule that only modifies others. ``row`` is the value that a
    ``for_each`` gave to this row, ``parent`` the id of the whole rule.
    """

    id: str
    parent: str
    row: str
    title: str
    passage: str
    quotes: tuple[Quote, ...]
    status: str
    when: Condition
    verdict: Verdict | None
    relations: tuple[Relation, ...] = ()
    examples: tuple[Example, ...] = ()
    reading: str = ""
    support: tuple[str, ...] = ()
    school: str = ""
    dead: str = ""
    accept: tuple[Acceptance, ...] = ()
    section: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Cases:
    """A decision table 分例: the rules that its rows are, told apart by the values of terms.

    A row holds where the ``guard`` and its own of the ``rows`` do. ``partial`` says why the rows
    do not cover every value; empty where they are to cover all.
    """

    rules: tuple[str, ...]
    over: tuple[Term | Select, ...]
    guard: Condition
    rows: tuple[Condition, ...]
    partial: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Emendation:
    """A reading that replaces what is printed."""

    printed: str
    read: str
    why: str


@dataclass(frozen=True, slots=True)
class NotEncoded:
    """A span that no rule encodes, with the reason."""

    quote: str
    reason: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the book: its text as printed and what was made of it."""

    id: str
    text: str
    emendations: tuple[Emendation, ...] = ()
    rules: tuple[str, ...] = ()
    not_encoded: tuple[NotEncoded, ...] = ()
    encoded_by: tuple[tuple[str, str], ...] = ()
    section: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    """One file of the edition: a section of the book in the book's order."""

    title: str
    english: str
    question: str
    passages: tuple[str, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Concept:
    """A condition defined once and used by name, with parameters."""

    name: str
    params: tuple[str, ...]
    body: Condition
    english: str
    chinese: str
    source: str = ""
    span: Span | None = field(default=None, compare=False)


def walk(condition: Condition) -> Iterator[Condition]:
    """The condition and all conditions within it (not into concepts), outermost first."""
    yield condition
    match condition:
        case All(parts) | Any(parts) | AtLeast(_, parts):
            for part in parts:
                yield from walk(part)
        case Not(part):
            yield from walk(part)
        case _:
            pass
