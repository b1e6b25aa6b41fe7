"""The columns of charts: what terms read, as symbol codes, for one chart or for arrays of them.

The base board is (60 day pillars) x (12 turns of the heaven plate). Methods and transmissions
come from one traced derivation a board; everything else is arithmetic and table look-up that
works on ``int`` and on ``numpy`` arrays alike.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from facts.flat import code_table
from facts.generals import arrangement, earth_arrangement, noble_branch
from facts.kinds import KINDS
from facts.schools import School
from facts.symbols import ALPHABET, UNKNOWN, first
from facts.transmissions import derive

Code: TypeAlias = Any

TYPES = {
    "day_stem": "stem",
    "day_branch": "branch",
    "day_pillar": "pillar",
    "decade": "decade",
    "plate": "plate",
    "arrangement": "arrangement",
    "earth_arrangement": "arrangement",
    **{kind.column: kind.type for kind in KINDS.values() if kind.column},
}
"""The type of each column's symbols."""

DERIVED = ("method", "initial", "middle", "final")
"""Columns that are read from the derivations of the 720 boards."""

OPTIONAL = {
    **{kind.column: kind.asked for kind in KINDS.values() if kind.column},
    "arrangement": "day_part",
}
"""Columns that may be unknown, each with the input that would settle it."""


def code_of(column: str, index: int | None) -> int:
    """The code of a column's i-th symbol; ``UNKNOWN`` for None."""
    return UNKNOWN if index is None else first(TYPES[column]) + index


def board_columns(day: Code, offset: Code) -> dict[str, Code]:
    """Columns that follow from the day pillar (0-59) and the turn of the plate (0-11) alone."""
    return {
        "day_stem": first("stem") + day % 10,
        "day_branch": first("branch") + day % 12,
        "day_pillar": first("pillar") + day,
        "decade": first("decade") + day // 10,
        "plate": first("plate") + offset,
    }


def derived_columns(day: int, offset: int, school: School) -> dict[str, int]:
    """Method and transmissions of one board."""
    derivation = derive(day, offset, school)
    branch = first("branch")
    initial, middle, final = derivation.transmissions
    return {
        "method": ALPHABET.by_name[derivation.method].code,
        "initial": branch + initial,
        "middle": branch + middle,
        "final": branch + final,
    }


@cache
def derived_tables(school: School) -> dict[str, memoryview[int]]:
    """Each derived column as a table over the 720 boards, indexed ``day * 12 + offset``."""
    rows = [derived_columns(day, offset, school) for day in range(60) for offset in range(12)]
    return {name: code_table(row[name] for row in rows) for name in DERIVED}


@cache
def arrangement_table(school: School) -> memoryview[int]:
    """Arrangement codes indexed ``(stem * 12 + offset) * 2 + night``."""
    base = first("arrangement")
    return code_table(
        base + arrangement(noble_branch(stem, night, school), offset)
        for stem in range(10)
        for offset in range(12)
        for night in (False, True)
    )


@cache
def earth_arrangement_table(school: School) -> memoryview[int]:
    """Arrangement codes of the nobles laid on the earth plate, by stem (DQ-0831)."""
    base = first("arrangement")
    return code_table(base + earth_arrangement(stem, school) for stem in range(10))
