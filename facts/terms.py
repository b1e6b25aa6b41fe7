"""Tables of the terms: each operation of the vocabulary as one flat table over symbol codes.

A table is flat (``facts.flat``), indexed ``a * SIZE + b`` (two arguments) or ``a``. The same table
serves a single symbol and an array of them, so an operation is written exactly once. An unknown
argument gives ``UNKNOWN``; an argument of the wrong kind, or without a value, gives ``NONE``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from facts.flat import code_table
from facts.generals import arrangement, branch_under, general_on
from facts.given import DIRECTIONS, POINT_OF
from facts.pillars import decade_head, hidden_stem, hour_stem
from facts.plates import heaven_over, seat_of
from facts.symbols import (
    ALPHABET,
    NONE,
    SEASON_ELEMENT,
    SIZE,
    UNKNOWN,
    Symbol,
    element_of,
    first,
    palace_of,
)
from rules.reader.tables import Cell

Result = int | None

STEM, BRANCH, GENERAL = first("stem"), first("branch"), first("general")
ELEMENT, STATE, DIRECTION = first("element"), first("state"), first("direction")

# 寅卯辰 east, 巳午未 south, 申酉戌 west, 亥子丑 north (DQ-1648, DQ-1697).
_QUARTERS = ("北", "北", "東", "東", "東", "南", "南", "南", "西", "西", "西", "北")
CLASSES = ("仲", "季", "孟") * 4
"""Class 孟仲季 of each palace."""
_POINTS = tuple(DIRECTIONS[point] for point in POINT_OF)


def _symbols(*types: str) -> Iterable[Symbol]:
    for type_name in types:
        yield from ALPHABET.members[type_name]


def _coded(base: int, index: Result) -> int:
    return NONE if index is None else base + index


def unary(types: Iterable[str], of: Callable[[Symbol], int]) -> memoryview[int]:
    """Table of one argument over the symbols of some types; all else gives NONE."""
    table = array("H", [NONE]) * SIZE
    for symbol in _symbols(*types):
        table[symbol.code] = of(symbol)
    table[UNKNOWN] = UNKNOWN
    return code_table(table)


def binary(
    left: Iterable[str], right: Iterable[str], of: Callable[[Symbol, Symbol], int]
) -> memoryview[int]:
    """Table of two arguments over the symbols of some types; all else gives NONE."""
    table = array("H", [NONE]) * (SIZE * SIZE)
    rights = list(_symbols(*right))
    for a in _symbols(*left):
        for b in rights:
            table[a.code * SIZE + b.code] = of(a, b)
        table[a.code * SIZE + UNKNOWN] = UNKNOWN
    for b in rights:
        table[UNKNOWN * SIZE + b.code] = UNKNOWN
    table[UNKNOWN * SIZE + UNKNOWN] = UNKNOWN
    return code_table(table)


PALACE = ("stem", "branch")


def _palace(symbol: Symbol) -> int:
    """Branch index of a palace symbol: a stem stands for its lodging palace 寄宮."""
    index = palace_of(symbol.code)
    assert index is not None
    return index


def _upper_of() -> memoryview[int]:
    """God over a palace 上神 on a plate."""
    return binary(PALACE, ("plate",), lambda a, p: BRANCH + heaven_over(_palace(a), p.index))


def _seat_of() -> memoryview[int]:
    """Earth palace under a god 所臨之宮 on a plate."""
    return binary(PALACE, ("plate",), lambda a, p: BRANCH + seat_of(_palace(a), p.index))


def _general_on() -> memoryview[int]:
    """General that rides a god 乘將, in an arrangement of the generals."""
    return binary(
        ("branch",), ("arrangement",), lambda a, g: GENERAL + general_on(a.index, g.index)
    )


def _god_under() -> memoryview[int]:
    """God that a general rides 乘神, in an arrangement of the generals."""
    return binary(
        ("general",), ("arrangement",), lambda a, g: BRANCH + branch_under(a.index, g.index)
    )


def _stem_at() -> memoryview[int]:
    """Hidden stem 遁干 of a branch in the decade; none on a void branch."""
    return binary(
        ("branch",), ("decade",), lambda a, d: _coded(STEM, hidden_stem(a.index, d.index))
    )


def _general_at() -> memoryview[int]:
    """General laid on an earth palace 地盤 (DQ-0831)."""
    return binary(PALACE, ("arrangement",), lambda a, g: GENERAL + general_on(_palace(a), g.index))


def _branch_bearing() -> memoryview[int]:
    """Branch of the decade that bears a stem 旬干所在 (DQ-0771): each decade has all ten stems."""
    return binary(
        ("stem",), ("decade",), lambda a, d: BRANCH + (decade_head(d.index) + a.index) % 12
    )


def _hour_stem_at() -> memoryview[int]:
    """Stem of an hour 五子遁 on a day of some stem."""
    return binary(PALACE, ("stem",), lambda a, d: STEM + hour_stem(d.index, _palace(a)))


def _other_party() -> memoryview[int]:
    """The party that one is not."""
    return unary(("party",), lambda s: first("party") + 1 - s.index)


def _arranged() -> memoryview[int]:
    """Arrangement of the generals 布將 from a noble on some plate (DQ-0638)."""
    base = first("arrangement")
    return binary(("branch",), ("plate",), lambda n, p: base + arrangement(n.index, p.index))


def _turn() -> memoryview[int]:
    """Turn of the plate on which one branch is laid on another palace 加."""
    plate = first("plate")
    return binary(PALACE, PALACE, lambda a, b: plate + (_palace(a) - _palace(b)) % 12)


def state_index(element: int, season_element: int) -> int:
    """Seasonal state 旺相休囚死 (0-4) of an element in the season of another (DQ-1163).

    The season's own element flourishes, what it generates ascends, what generates it rests, what
    controls it is imprisoned, what it controls is dead.
    """
    return {0: 0, 1: 1, 4: 2, 3: 3, 2: 4}[(element - season_element) % 5]


def _state_of() -> memoryview[int]:
    def state(symbol: Symbol, season: Symbol) -> int:
        element = element_of(symbol.code)
        assert element is not None
        return STATE + state_index(element, SEASON_ELEMENT[season.index])

    return binary(ELEMENTAL, ("season",), state)


def _relative_of() -> memoryview[int]:
    """Relative 六親 to the day stem, by the distance of an element from the stem's own."""
    relative = first("relative")

    def of(symbol: Symbol, stem: Symbol) -> int:
        element, own = element_of(symbol.code), element_of(stem.code)
        assert element is not None
        assert own is not None
        return relative + (element - own) % 5

    return binary(ELEMENTAL, ("stem",), of)


def _officer_of() -> memoryview[int]:
    """Officer 建除十二神 of a palace in a month: 建 on the month branch, the others ahead of it."""
    officer = first("officer")
    return binary(PALACE, ("branch",), lambda a, m: officer + (_palace(a) - m.index) % 12)


def stage_index(element: int, palace: int) -> int:
    """Growth stage (0-11) of an element at a palace: the twelve run on from its birth 長生."""
    birth = ALPHABET.members["element"][element].attributes["birth"]
    return (palace - ALPHABET.by_name[birth].index) % 12


def _stage_of() -> memoryview[int]:
    """Growth stage 長生十二宮 of a thing at a palace, by its element (DQ-0097)."""
    stage = first("stage")

    def of(symbol: Symbol, palace: Symbol) -> int:
        element = element_of(symbol.code)
        assert element is not None
        return stage + stage_index(element, _palace(palace))

    return binary(ELEMENTAL, PALACE, of)


ELEMENTAL = ("stem", "branch", "general", "element")


def _element_of(symbol: Symbol) -> int:
    return _coded(ELEMENT, element_of(symbol.code))


def _own_branch(symbol: Symbol) -> int:
    """Branch of a general's own pillar (貴己丑 蛇丁巳 ..., DQ-0830)."""
    return ALPHABET.by_name[symbol.attributes["own"][1]].code


def _named(names: tuple[str, ...], symbol: Symbol) -> int:
    return ALPHABET.by_name[names[_palace(symbol)]].code


_TABLES: dict[str, Callable[[], memoryview[int]]] = {
    "upper_of": _upper_of,
    "seat_of": _seat_of,
    "general_on": _general_on,
    "god_under": _god_under,
    "general_at": _general_at,
    "stem_at": _stem_at,
    "turn": _turn,
    "arranged": _arranged,
    "state_of": _state_of,
    "stage_of": _stage_of,
    "relative_of": _relative_of,
    "officer_of": _officer_of,
    "branch_bearing": _branch_bearing,
    "hour_stem_at": _hour_stem_at,
    "other_party": _other_party,
    "seat_class": lambda: unary(PALACE, lambda s: _named(CLASSES, s)),
    "lodging_of": lambda: unary(PALACE, lambda s: BRANCH + _palace(s)),
    "opposite_of": lambda: unary(PALACE, lambda s: BRANCH + (_palace(s) + 6) % 12),
    "own_branch_of": lambda: unary(("general",), _own_branch),
    "element_of": lambda: unary(ELEMENTAL, _element_of),
    "quarter_of": lambda: unary(PALACE, lambda s: _named(_QUARTERS, s)),
    "direction_of": lambda: unary(PALACE, lambda s: _named(_POINTS, s)),
}

IMPLICIT: dict[str, str] = {
    "general_at": "earth_arrangement",
    "stem_at": "decade",
    "state_of": "season",
    "relative_of": "day_stem",
    "officer_of": "month",
    "branch_bearing": "decade",
    "hour_stem_at": "day_stem",
}
"""The chart column that an operation reads as its second argument."""


@cache
def term_table(op: str) -> memoryview[int]:
    """The table of an operation; KeyError where the vocabulary names one that is not built."""
    return _TABLES[op]()


@cache
def ahead_table(count: int) -> memoryview[int]:
    """Branch that stands ``count`` places ahead 前 of a palace."""
    return unary(PALACE, lambda s: BRANCH + (_palace(s) + count) % 12)


def lookup_table(rows: Mapping[str, Cell]) -> memoryview[int]:
    """Table of a look-up from its cited rows (symbol names)."""
    table = array("H", [NONE]) * SIZE
    for key, value in rows.items():
        table[ALPHABET.by_name[key].code] = ALPHABET.by_name[str(value)].code
    table[UNKNOWN] = UNKNOWN
    return code_table(table)
