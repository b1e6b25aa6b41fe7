"""The inputs that are said to be needed decide the rule; and none of them is idle."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.judgement import judge
from engine.needs import Needs, names_of, needs_of
from facts.charts import cast, read_chart
from facts.evaluate import Evaluator
from facts.given import POINT_OF, Contradiction
from facts.kinds import KINDS
from facts.predicates import UNDETERMINED
from rules.reader.model import Term

DRAWN = {
    "season": ("season", "calendar_season"),
    "year": ("year", "year_stem"),
    "lunar_date": ("lunar_month", "lunar_day"),
    "alarm": ("alarm_stem", "alarm_branch"),
    "arrival": ("arrival_stem", "arrival_branch"),
    "enemy": ("enemy_palace",),
    "march": ("march_palace",),
}
"""What is drawn for an input that a chart has in several parts."""


def supplied(chart, needs, dice):
    """The chart with all the needed inputs given, somehow."""
    for _ in range(500):
        parts = [part for name in needs for part in DRAWN.get(name, (name,))]
        inputs = {part: dice.randrange(KINDS[part].size) for part in parts}
        if {"hour", "month_general"} <= needs:
            inputs["month_general"] = (inputs["hour"] + chart.offset) % 12
        for name in {"enemy", "march"} & needs:
            inputs[name] = POINT_OF[inputs[f"{name}_palace"]]
        try:
            return cast(replace(chart.given, **inputs))
        except Contradiction:
            continue
    raise AssertionError(f"no way to give {needs} to {chart.notation}")


def test_giving_what_is_needed_decides_the_rule(base, draw):
    dice = random.Random(5)
    seen = set()
    for chart in draw(40, 71, 0.3):
        for item in judge(base, chart).undetermined:
            assert item.needs, item.rule.id
            full = supplied(chart, set(item.needs), dice)
            truth = Evaluator(base.edition, full.columns).truth(item.rule.when)
            assert truth != UNDETERMINED, (item.rule.id, full.notation)
            seen.add(item.needs)
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("when", "chart", "needs"),
    [
        ("{season_state: [day_stem, 旺]}", "甲子日 伏吟", {"season"}),
        ("{carries: [白虎, natal]}", "甲子日 伏吟", {"day_part", "natal"}),
        ("{carries: [白虎, natal]}", "甲子日 伏吟 晝", {"natal"}),
        ("{same: [year_branch, annual]}", "甲子日 伏吟 行年子", {"year"}),
        # 子 is not void on 甲子: the other part no longer matters
        ("[{void: 子}, {same: [natal, 子]}]", "甲子日 伏吟", set()),
        ("{any: [{void: 戌}, {same: [natal, 子]}]}", "甲子日 伏吟", set()),
        (
            "{any: [{same: [first_mover, 我]}, {same: [natal, 子]}]}",
            "甲子日 伏吟 敵先動",
            {"natal"},
        ),
        ("{not: {same: [enemy, 北]}}", "甲子日 伏吟", {"enemy"}),
        (
            "{at_least: {n: 2, of: [{void: 戌}, {void: 子}, {same: [natal, 子]}]}}",
            "甲子日 伏吟",
            {"natal"},
        ),
        # a choice that is made needs nothing of the option left aside
        (
            "{void: {first_of: [{if: {void: 戌}, take: natal}, {take: annual}]}}",
            "甲子日 伏吟",
            {"natal"},
        ),
        (
            "{void: {first_of: [{if: {void: 子}, take: natal}, {take: annual}]}}",
            "甲子日 伏吟",
            {"annual"},
        ),
        (
            "{void: {first_of: [{if: {same: [first_mover, 我]}, take: natal}, {take: annual}]}}",
            "甲子日 伏吟",
            {"first_mover", "natal", "annual"},
        ),
        ("{same: [{stem_at: natal}, 甲]}", "甲子日 伏吟", {"natal"}),
        ("{uses_both: initial}", "甲子日 伏吟", {"season"}),
    ],
)
def test_needs_are_what_the_truth_hangs_on(when, chart, needs, condition):
    made, rule = condition(
        when,
        """
        uses_both: {params: {x: branch}, en: "{x}", zh: "{x}",
                    define: {any: [{void: x}, {season_state: [x, 旺]}]}}
        """,
    )
    evaluator = Evaluator(made.edition, read_chart(chart).columns)
    assert needs_of(made, evaluator, rule.when) == needs


def test_a_value_that_is_known_needs_nothing(base):
    needs = Needs(base, Evaluator(base.edition, read_chart("甲子日 伏吟 晝").columns))
    term = Term("general_on", (Term("natal"), Term("arrangement")))
    assert names_of(needs.term(term)) == ("natal",)
    assert needs.term(Term("initial")) == 0
    assert needs.term(Term("游都")) == 0
