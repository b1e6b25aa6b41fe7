"""The heaven plate on the earth plate."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.plates import heaven_over, offset_of, seat_of
from facts.symbols import BRANCHES

branches = st.integers(0, 11)

# Passage, words of the book, plate, heaven branch, earth palace under it.
WORKED = [
    ("DQ-0831", "如丁酉日酉將午時，丁日游都在巳，酉加午，巳落寅上", "酉將午時", "巳", "寅"),
    ("DQ-0831", "亥為魯都在申上", "酉將午時", "亥", "申"),
    ("DQ-0835", "假令十一月丑將戊辰日寅時", "丑將寅時", "辰", "巳"),
    ("DQ-0867", "甲子日巳將午時，罡指東南巳地", "巳將午時", "辰", "巳"),
    ("DQ-0894", "亥將丑時，順數至辰，見寅為游都", "亥將丑時", "寅", "辰"),
    ("DQ-0894", "乙酉日丑將巳時，順數至辰見子為游都", "丑將巳時", "子", "辰"),
    ("DQ-0566", "假令己酉日申將巳時，卯是日鬼，下臨子水鄉是也", "申將巳時", "卯", "子"),
    ("DQ-0926", "假令癸巳日，晝貴巳臨申逆行，勾陳丑臨辰", "巳加申", "丑", "辰"),
]


@pytest.mark.parametrize(("passage", "quote", "plate", "heaven", "earth"), WORKED)
def test_worked_plate(
    board: Callable[[str, str], tuple[int, int]],
    passage: str,
    quote: str,
    plate: str,
    heaven: str,
    earth: str,
) -> None:
    _, offset = board("甲子", plate)
    assert BRANCHES[heaven_over(BRANCHES.index(earth), offset)] == heaven, (passage, quote)
    assert BRANCHES[seat_of(BRANCHES.index(heaven), offset)] == earth, (passage, quote)


@given(branches, branches)
def test_the_month_general_stands_over_the_hour(general: int, hour: int) -> None:
    offset = offset_of(general, hour)
    assert heaven_over(hour, offset) == general
    assert heaven_over(0, offset) == offset


@given(branches, branches)
def test_seat_is_the_inverse_of_heaven(branch: int, offset: int) -> None:
    assert seat_of(heaven_over(branch, offset), offset) == branch
    assert heaven_over(seat_of(branch, offset), offset) == branch
