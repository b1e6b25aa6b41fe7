"""The values of verdicts: terms, numbers with their alternatives, what is unknown."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.session import run
from engine.values import compute, plain_values, values_of
from facts.charts import read_chart
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.symbols import UNKNOWN

STEM = "{number_of: {table: 先天干數, of: day_stem}}"
BRANCH = "{number_of: {table: 先天支數, of: day_branch}}"
STATES = "旺: 10, 相: 5, 休: 1, 囚: '1/2', 死: ['1/2', '1/10']"
SCALED = (
    f"{{scale: {{number: {{product: [{STEM}, {BRANCH}]}}, by_state_of: day_stem, "
    f"factors: {{{STATES}}}}}}}"
)


@pytest.fixture(scope="module")
def say(condition):
    """The values of a verdict on a chart, with what they need."""

    def valued(then, chart):
        made, rule = condition("always", then=f"{{answer: comes, {then}}}")
        evaluator = Evaluator(made.edition, read_chart(chart).columns)
        found = values_of(made, evaluator, rule.verdict)
        return found.values, found.needs

    return valued


# 甲 9, 子 9: 81. Wood is 旺 in spring, 相 in winter, 休 in summer, 囚 on earth days, 死 in autumn.
@pytest.mark.parametrize(
    ("season", "number"),
    [("春", 810), ("冬", 405), ("夏", 81), ("四季", 40.5), ("秋", [40.5, 8.1])],
)
def test_numbers_are_scaled_by_the_season(season, number, say):
    assert say(f"number: {SCALED}", f"甲子日 伏吟 {season}") == ({"number": number}, ())


def test_an_unknown_number_is_none_and_says_what_it_needs(say):
    assert say(f"number: {SCALED}", "甲子日 伏吟") == ({"number": None}, ("season",))


@pytest.mark.parametrize(("day", "number"), [("甲子", 81), ("乙丑", 64), ("癸巳", 20)])
def test_a_product_of_cited_numbers(day, number, say):
    found = say(f"number: {{product: [{STEM}, {BRANCH}]}}", f"{day}日 伏吟")
    assert found == ({"number": number}, ())


def test_alternatives_multiply_in_the_order_of_the_text(condition):
    made, rule = condition(
        "always",
        then=f"{{answer: comes, number: {{product: [{SCALED}, {SCALED}]}}}}",
    )
    evaluator = Evaluator(made.edition, read_chart("甲子日 伏吟 秋").columns)
    numbers = compute(made, evaluator, rule.verdict.get("number"))
    big, small = Fraction(81, 2), Fraction(81, 10)
    assert numbers == [big * big, big * small, small * big, small * small]


CHOICE = f"{{first_of: [{{if: {{same: [first_mover, 我]}}, take: {STEM}}}, {{take: {BRANCH}}}]}}"


@pytest.mark.parametrize(
    ("chart", "expected"),
    [
        ("己巳日 伏吟 我先動", ({"number": 9}, ())),
        ("己巳日 伏吟 敵先動", ({"number": 4}, ())),
        ("己巳日 伏吟", ({"number": None}, ("first_mover",))),
    ],
)
def test_the_first_number_that_applies(chart, expected, say):
    assert say(f"number: {CHOICE}", chart) == expected


def test_a_number_without_value_needs_nothing(say):
    hidden = "{number_of: {table: 先天干數, of: {stem_at: 戌}}}"
    assert say(f"number: {hidden}", "甲子日 伏吟") == ({"number": None}, ())
    assert say(f"number: {hidden}", "甲戌日 伏吟") == ({"number": 9}, ())


def test_terms_become_symbols(say):
    then = "place: {seat_of: 游都}, direction: {quarter_of: natal}, if_first_mover: 敵"
    assert say(then, "甲子日 戌加子 本命午") == (
        {"place": "卯", "direction": "南", "if_first_mover": "敵"},
        (),
    )
    values, needs = say(then, "甲子日 戌加子")
    assert values["direction"] is None
    assert needs == ("natal",)


def test_parts_and_advice_and_plain_values(say):
    then = "strength: certain, side: us, days: 3, colour: 青, parts: {days: 1, place: natal}"
    values, needs = say(then, "甲子日 伏吟")
    assert values == {
        "strength": "certain",
        "side": "us",
        "days": 3,
        "colour": "青",
        "parts": {"days": 1, "place": None},
    }
    assert needs == ("natal",)


def test_values_as_examples_write_them(condition):
    made, rule = condition(
        "always", then=f"{{answer: comes, days: 3, place: day_branch, number: {SCALED}}}"
    )
    evaluator = Evaluator(made.edition, read_chart("甲子日 伏吟 秋").columns)
    assert plain_values(made, evaluator, rule.verdict) == {
        "answer": "comes",
        "days": "3",
        "place": "子",
        "number": "40.5, 8.1",
    }


def test_values_need_only_what_was_not_given(base, draw):
    """Needs never name what the chart was given."""
    checked = 0
    for chart in draw(60, 81):
        done = run(base, chart)
        for rule in base.edition.rules.values():
            if done.fired(rule.id) and rule.verdict is not None:
                found = values_of(base, done.evaluator, rule.verdict)
                open_ = {
                    OPTIONAL[c] for c, v in chart.columns.items() if c in OPTIONAL and v == UNKNOWN
                }
                assert set(found.needs) <= open_, rule.id
                checked += 1
    assert checked
