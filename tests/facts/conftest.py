"""Boards written as the book writes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facts.pillars import parse_pillar
from facts.plates import offset_of
from facts.symbols import BRANCHES

Board = tuple[int, int]


def _plate(text: str) -> int:
    """Offset of a plate: 子將卯時 (general on hour), 戌加未 (heaven on earth), 伏吟, 返吟."""
    if text in ("伏吟", "返吟"):
        return 6 * (text == "返吟")
    heaven, _, earth = text[:3]
    return offset_of(BRANCHES.index(heaven), BRANCHES.index(earth))


@pytest.fixture(scope="session")
def board() -> Callable[[str, str], Board]:
    """The day index and the offset of a day pillar and a plate as written."""
    return lambda day, plate: (parse_pillar(day), _plate(plate))
