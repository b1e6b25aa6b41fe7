"""Truth tables of the predicates, three-valued: FALSE, TRUE, UNDETERMINED.

A relation is a table over symbol codes with a row and a column for unknown values, where it is
undetermined, and for terms without a value, where it is false. ``unfold`` says which terms a
predicate really compares: *god lands on seat* compares the palace under the god with the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from facts.pillars import void_branches
from facts.symbols import (
    ALPHABET,
    NONE,
    SIZE,
    UNKNOWN,
    controls,
    element_of,
    generates,
    palace_of,
)
from facts.terms import CLASSES, stage_index
from facts.transmissions import PUNISHED
from rules.reader.model import Arg, Literal, Select, Term
from rules.reader.tables import Cell

FALSE, TRUE, UNDETERMINED = 0, 1, 2


class Comparison(NamedTuple):
    """What a literal compares: a relation (with its parameter) over one or two terms."""

    relation: str
    parameter: tuple[str, ...] | tuple[int, ...]
    left: Term | Select
    right: Term | Select | None


def _relation(holds: Callable[[int, int], bool], of: Callable[[int], int | None]) -> bytes:
    """Table of a relation over what ``of`` makes of the codes (element or palace indices)."""
    table = bytearray(SIZE * SIZE)
    values = [(s.code, of(s.code)) for s in ALPHABET.by_code]
    known = [(code, value) for code, value in values if value is not None]
    for a, x in known:
        for b, y in known:
            if holds(x, y):
                table[a * SIZE + b] = TRUE
    return _with_unknown(table)


def _with_unknown(table: bytearray) -> bytes:
    """Undetermined where an argument is unknown, unless the other has no value at all."""
    for other in [*(s.code for s in ALPHABET.by_code), UNKNOWN]:
        table[UNKNOWN * SIZE + other] = UNDETERMINED
        table[other * SIZE + UNKNOWN] = UNDETERMINED
    return bytes(table)


def _breaks(x: int, y: int) -> bool:
    """陽日破後四辰，陰日破前四辰 counts the branch itself: yang breaks 3 behind, yin 3 ahead."""
    return (y - x) % 12 == (9 if x % 2 == 0 else 3)


_BY_ELEMENT: dict[str, Callable[[int, int], bool]] = {
    "controls": controls,
    "generates": generates,
    "same_element": lambda x, y: x == y,
}
_BY_STEM: dict[str, Callable[[int, int], bool]] = {"stems_combine": lambda x, y: (x - y) % 10 == 5}
_BY_PALACE: dict[str, Callable[[int, int], bool]] = {
    "same_palace": lambda x, y: x == y,
    "clashes": lambda x, y: (x - y) % 12 == 6,
    "combines": lambda x, y: (x + y) % 12 == 1,
    "trines": lambda x, y: x != y and (x - y) % 4 == 0,
    # One way, as the tables DQ-0021 and DQ-0027 have it; DQ-0110 would not let 未 punish 丑, nor
    # 申 punish 寅.
    "punishes": lambda x, y: PUNISHED[x] == y,
    "harms": lambda x, y: (x + y) % 12 == 7,
    "breaks": _breaks,
}


def _stem_of(code: int) -> int | None:
    symbol = ALPHABET.by_code[code]
    return symbol.index if symbol.type == "stem" else None


def _same() -> bytes:
    table = bytearray(SIZE * SIZE)
    for symbol in ALPHABET.by_code:
        table[symbol.code * SIZE + symbol.code] = TRUE
    return _with_unknown(table)


def _void() -> bytes:
    """Void 空亡 (branch, decade): the two branches that the decade's stems do not reach."""
    table = bytearray(SIZE * SIZE)
    for decade in ALPHABET.members["decade"]:
        empty = void_branches(decade.index)
        for branch in ALPHABET.members["branch"]:
            if branch.index in empty:
                table[branch.code * SIZE + decade.code] = TRUE
    return _with_unknown(table)


_TOMB = ALPHABET.by_name["墓"].index


def _entombed() -> bytes:
    """(thing, palace): the palace is the tomb 墓 of the thing's element."""
    table = bytearray(SIZE * SIZE)
    for symbol in ALPHABET.by_code:
        element = element_of(symbol.code)
        if element is None:
            continue
        for other in ALPHABET.by_code:
            palace = palace_of(other.code)
            if palace is not None and stage_index(element, palace) == _TOMB:
                table[symbol.code * SIZE + other.code] = TRUE
    return _with_unknown(table)


def _single(codes: Iterable[int]) -> bytes:
    """One-argument table that is true for these codes."""
    table = bytearray(SIZE)
    for value in codes:
        table[value] = TRUE
    table[UNKNOWN] = UNDETERMINED
    return bytes(table)


def _of_class(classes: tuple[str, ...]) -> list[int]:
    return [
        s.code
        for s in ALPHABET.by_code
        if (palace := palace_of(s.code)) is not None and CLASSES[palace] in classes
    ]


def _yang() -> list[int]:
    return [s.code for t in ("stem", "branch") for s in ALPHABET.members[t] if s.index % 2 == 0]


@cache
def truth_table(relation: str, parameter: tuple[str, ...] | tuple[int, ...] = ()) -> bytes:
    """The table of a relation: ``SIZE * SIZE`` for two arguments, ``SIZE`` for one."""
    if relation in _BY_ELEMENT:
        return _relation(_BY_ELEMENT[relation], element_of)
    if relation in _BY_PALACE:
        return _relation(_BY_PALACE[relation], palace_of)
    if relation in _BY_STEM:
        return _relation(_BY_STEM[relation], _stem_of)
    if relation == "steps":
        places = {int(count) % 12 for count in parameter}
        return _relation(lambda x, y: (y - x) % 12 in places, palace_of)
    match relation:
        case "same":
            return _same()
        case "void":
            return _void()
        case "entombed":
            return _entombed()
        case "in":
            return _single(ALPHABET.by_name[str(name)].code for name in parameter)
        case "class_of":
            return _single(_of_class(tuple(map(str, parameter))))
        case "is_yang":
            return _single(_yang())
        case "defined":
            return _single(s.code for s in ALPHABET.by_code)
    raise KeyError(relation)


def membership_table(rows: Mapping[str, Cell]) -> bytes:
    """(value, key): the value stands in the row of the key of a cited table."""
    table = bytearray(SIZE * SIZE)
    for key, cell in rows.items():
        for value in cell if isinstance(cell, tuple) else (str(cell),):
            table[ALPHABET.by_name[value].code * SIZE + ALPHABET.by_name[key].code] = TRUE
    return _with_unknown(table)


UNARY = frozenset({"in", "class_of", "is_yang", "defined"})


@cache
@lru_cache(maxsize=16_384)
def unfold(literal: Literal) -> Comparison:
    """The comparison that a literal makes."""
    args = literal.args
    match literal.predicate:
        case "lands_on":
            return Comparison("same_palace", (), _op("seat_of", args[0], "plate"), _term(args[1]))
        case "carries":
            return Comparison("same", (), _op("general_on", args[1], "arrangement"), _term(args[0]))
        case "void":
            return Comparison("void", (), _term(args[0]), Term("decade"))
        case "season_state":
            return Comparison("in", _names(args[1]), Term("state_of", (args[0],)), None)
        case "in" | "class_of":
            return Comparison(literal.predicate, _names(args[1]), _term(args[0]), None)
        case "is_yang" | "defined":
            return Comparison(literal.predicate, (), _term(args[0]), None)
        case "steps":
            return Comparison("steps", _places(args[2]), _term(args[0]), _term(args[1]))
        case "listed":
            return Comparison("listed", (str(args[1]),), _term(args[0]), _term(args[2]))
        case relation:
            return Comparison(relation, (), _term(args[0]), _term(args[1]))


def _term(arg: Arg) -> Term | Select:
    assert isinstance(arg, Term | Select)
    return arg


def _op(op: str, arg: Arg, column: str) -> Term:
    return Term(op, (_term(arg), Term(column)))


def _names(arg: Arg) -> tuple[str, ...]:
    assert isinstance(arg, tuple)
    return tuple(str(name) for name in arg)


def _places(arg: Arg) -> tuple[int, ...]:
    """Counts of places as they lie on the circle: each table is kept, and there are few circles."""
    assert isinstance(arg, tuple)
    return tuple(sorted({int(number) % 12 for number in arg}))


assert NONE < UNKNOWN < SIZE
