import pytest
from hypothesis import given
from hypothesis import strategies as st
from tyme4py.solar import SolarTerm

from facts.julian import DAY
from facts.solar_terms import NAMES, Kind, term_before, term_second

KINDS = st.sampled_from(["true", "mean"])
YEARS = st.integers(-1999, 2999)


@given(st.integers(2, 2999), st.integers(0, 23))
def test_true_terms_are_the_instants_of_tyme(year: int, index: int) -> None:
    term = SolarTerm.from_index(year, index)
    there = (term.get_julian_day().get_day()) * DAY - 8 * 3600
    assert abs(term_second(year, index) - there) <= 1


@given(YEARS, st.integers(0, 23), KINDS)
def test_a_term_holds_from_its_very_second(year: int, index: int, kind: Kind) -> None:
    second = term_second(year, index, kind)
    assert term_before(second, None, kind) == (year, index)
    assert term_before(second, index % 2, kind) == (year, index)
    assert term_before(second - 1, None, kind) == divmod(year * 24 + index - 1, 24)
    assert term_before(second - 1, index % 2, kind) == divmod(year * 24 + index - 2, 24)


@given(YEARS, st.integers(0, 23), KINDS)
def test_terms_follow_one_another(year: int, index: int, kind: Kind) -> None:
    days = (term_second(year, index + 1, kind) - term_second(year, index, kind)) / DAY
    assert 14.4 < days < 16.1


@given(YEARS)
def test_mean_terms_part_the_year_evenly(year: int) -> None:
    gaps = [term_second(year, i + 1, "mean") - term_second(year, i, "mean") for i in range(24)]
    assert max(gaps) - min(gaps) <= 1
    assert term_second(year, 0, "mean") == term_second(year, 0)


@pytest.mark.parametrize(
    ("year", "name", "beijing"),
    # Published times of the Purple Mountain Observatory's almanac, to the minute.
    [
        (2024, "立春", "2024-02-04 16:27"),
        (2024, "夏至", "2024-06-21 04:51"),
        (2025, "春分", "2025-03-20 17:01"),
        (2026, "立春", "2026-02-04 04:02"),
    ],
)
def test_published_terms(year: int, name: str, beijing: str) -> None:
    import datetime

    seconds = term_second(year, NAMES.index(name)) + 8 * 3600
    days = seconds / DAY - 2_440_587.5
    shown = datetime.datetime(1970, 1, 1) + datetime.timedelta(days=days)
    assert abs((shown - datetime.datetime.fromisoformat(beijing)).total_seconds()) < 60
