"""The twelve day officers 建除, against the passages that use them."""

from __future__ import annotations

import pytest

from facts.symbols import ALPHABET, BRANCHES
from tests.rules.tables.shared import TABLES, ahead

STEPS = TABLES["建除"].rows


def officer_on(branch: str, month: str) -> str:
    """The officer on a branch in the month of a branch."""
    step = (BRANCHES.index(branch) - BRANCHES.index(month)) % 12
    return next(officer for officer, count in STEPS.items() if count == step)


def test_the_officers_stand_one_after_the_other():
    assert list(STEPS.values()) == list(range(12))
    assert list(STEPS) == [symbol.name for symbol in ALPHABET.members["officer"]]


@pytest.mark.parametrize(
    ("branch", "officer"), [("辰", "除"), ("未", "定"), ("戌", "危"), ("丑", "開")]
)
def test_the_gates_of_the_earth_in_the_second_month(branch, officer):
    """如二月辰除、未定、戌危、丑開也 (DQ-1486)."""
    assert officer_on(branch, "卯") == officer


def test_the_day_of_settling_in_the_first_month():
    """假令正月定日在午 (DQ-0990)."""
    assert officer_on("午", "寅") == "定"


@pytest.mark.parametrize(
    ("gods", "officers"),
    [("申酉", "定執"), ("戌", "破"), ("亥子", "危成"), ("丑", "收"), ("寅", "開")],
)
@pytest.mark.parametrize("month", BRANCHES)
def test_the_handle_laid_on_the_month(month, gods, officers):
    """天罡加月建，申酉臨處……即定、執二日也 (DQ-0851): each god counts out its officer."""
    seats = [ahead(month, BRANCHES.index(god) - BRANCHES.index("辰")) for god in gods]
    assert [officer_on(seat, month) for seat in seats] == list(officers)


def test_level_and_gathering_by_the_month():
    """天罡，正月巳、二月午……對沖為天魁；天罡即平，天魁即收 (DQ-0858)."""
    for month, handle in zip("寅卯辰巳午未申酉戌亥子丑", "巳午未申酉戌亥子丑寅卯辰", strict=True):
        assert officer_on(handle, month) == "平"
        assert officer_on(ahead(handle, 6), month) == "收"


def test_the_spirits_of_the_month_that_are_officers():
    """血支，每月閉也 (DQ-1839); 小時即月建 (DQ-0035); the clash of the month is 破."""
    for month in BRANCHES:
        assert officer_on(str(TABLES["血支"].rows[month]), month) == "閉"
        assert officer_on(str(TABLES["小時"].rows[month]), month) == "建"
        assert officer_on(str(TABLES["月沖"].rows[month]), month) == "破"
