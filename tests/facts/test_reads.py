"""Which columns terms, conditions and numbers read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.charts import Chart, read_chart
from facts.columns import TYPES
from facts.evaluate import Evaluator
from facts.reads import Reads
from facts.symbols import ALPHABET
from rules.reader.model import (
    All,
    Choose,
    Condition,
    Literal,
    NumberOf,
    Product,
    Scale,
    Select,
    Term,
    Use,
)
from tests.facts.strategies import EDITION, charts, conditions, terms

CAPITAL = Term("游都")
ON_DAY = Use("on_day", (CAPITAL,))


@pytest.mark.parametrize(
    ("term", "columns"),
    [
        (Term("const", ("辰",)), set()),
        (Term("hour"), {"hour"}),
        (CAPITAL, {"day_stem"}),
        (Term("role", ("名", "a name", CAPITAL)), {"day_stem"}),
        (Term("ahead_of", (Term("month"), 2)), {"month"}),
        (Term("stem_at", (Term("month"),)), {"month", "decade"}),
        (Term("state_of", (CAPITAL,)), {"day_stem", "season"}),
        (Term("general_at", (Term("hour"),)), {"hour", "earth_arrangement"}),
        (Term("upper_of", (Term("hour"), Term("plate"))), {"hour", "plate"}),
        (
            Term("upper_of", (Term("hour"), Term("turn", (Term("month"), Term("natal"))))),
            {"hour", "month", "natal"},
        ),
        (
            Select(((Literal("void", (Term("hour"),)), Term("month")), (None, Term("natal")))),
            {"hour", "decade", "month", "natal"},
        ),
    ],
)
def test_columns_of_terms(term: Term | Select, columns: set[str]) -> None:
    assert Reads(EDITION).term(term) == columns


@pytest.mark.parametrize(
    ("condition", "columns", "optional"),
    [
        (All(()), set(), False),
        (ON_DAY, {"day_stem", "day_branch", "plate"}, False),
        (
            Literal("carries", (Term("const", ("白虎",)), CAPITAL)),
            {"day_stem", "arrangement"},
            True,
        ),
        (Literal("void", (CAPITAL,)), {"day_stem", "decade"}, False),
        (Literal("season_state", (CAPITAL, ("旺",))), {"day_stem", "season"}, True),
        (Literal("in", (Term("enemy"), ("北",))), {"enemy"}, True),
        (Use("safe"), {"day_stem", "day_branch"}, False),
    ],
)
def test_columns_of_conditions(condition: Condition, columns: set[str], optional: bool) -> None:
    reads = Reads(EDITION)
    assert reads.condition(condition) == columns
    assert reads.is_optional(condition) == optional


def test_columns_of_numbers() -> None:
    reads = Reads(EDITION)
    number = NumberOf("先天數", CAPITAL)
    hours = NumberOf("先天數", Term("hour"))
    factors = (("旺", (Fraction(2),)),)
    assert reads.number(number) == {"day_stem"}
    assert reads.number(Product((number, hours))) == {"day_stem", "hour"}
    assert reads.number(Scale(number, Term("natal"), factors)) == {"day_stem", "natal", "season"}
    test = Literal("void", (Term("annual"),))
    assert reads.number(Choose(((test, number), (None, hours)))) == {
        *("day_stem", "hour", "annual", "decade"),
    }


def _scrambled(data: st.DataObject, chart: Chart, kept: frozenset[str]) -> dict[str, int]:
    """The columns of a chart, those that are not kept replaced at random."""
    others = {
        **TYPES,
        "method": "method",
        **dict.fromkeys(("initial", "middle", "final"), "branch"),
    }
    drawn = {
        name: data.draw(st.sampled_from(ALPHABET.members[kind])).code
        for name, kind in others.items()
        if name not in kept
    }
    return {**chart.columns, **drawn}


@settings(max_examples=200)
@given(st.data(), charts(), conditions())
def test_nothing_else_matters_to_a_condition(
    data: st.DataObject, chart: Chart, condition: Condition
) -> None:
    columns = _scrambled(data, chart, Reads(EDITION).condition(condition))
    assert Evaluator(EDITION, columns).truth(condition) == Evaluator(EDITION, chart.columns).truth(
        condition
    )


@settings(max_examples=200)
@given(st.data(), charts(), terms(("branch", "general", "state", "direction")))
def test_nothing_else_matters_to_a_term(
    data: st.DataObject, chart: Chart, term: Term | Select
) -> None:
    columns = _scrambled(data, chart, Reads(EDITION).term(term))
    assert Evaluator(EDITION, columns).term(term) == Evaluator(EDITION, chart.columns).term(term)


@given(conditions(), terms(("branch", "stem", "general", "plate", "element", "state")))
def test_what_is_read_are_columns_of_charts(condition: Condition, term: Term | Select) -> None:
    reads = Reads(EDITION)
    columns = read_chart("甲子日 伏吟").columns.keys()
    assert reads.condition(condition) <= columns
    assert reads.term(term) <= columns
