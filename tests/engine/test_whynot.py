"""Why a rule is silent: its conditions, what they need, where it fires."""

from __future__ import annotations

import json

import pytest

from engine.space import extent
from engine.whynot import TRUTHS, why_not, why_not_dict
from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE
from rules.reader.model import All

CONCEPTS = """
    either: {params: {x: branch}, en: "either of {x}", zh: "二者{x}",
             define: {any: [{void: x}, {lands_on: [x, day_branch]}]}}
    one: {en: one, zh: 一, define: {void: 戌}}
"""


@pytest.fixture(scope="module")
def ask(condition):
    def asked(when, chart):
        base, rule = condition(when, CONCEPTS)
        return why_not(base, rule, read_chart(chart))

    return asked


def tree(check):
    return (check.truth, check.en, [tree(part) for part in check.parts])


def test_conditions_are_counted(ask):
    found = ask("[{void: 戌}, {void: 子}, {same: [natal, 子]}]", "甲子日 伏吟")
    assert [check.truth for check in found.checks] == ["holds", "fails", "unknown"]
    assert (found.holding, found.truth, found.needs) == (1, "fails", ())
    assert [check.en for check in found.checks] == [
        "戌 is void",
        "子 is not void",
        "the commander's natal branch (not given) is 子",
    ]


def test_a_condition_that_is_no_list_counts_as_one(ask):
    found = ask("{any: [{void: 子}, {void: 丑}]}", "甲子日 伏吟")
    (check,) = found.checks
    assert tree(check) == (
        "fails",
        "all of these (2)",
        [("fails", "子 is not void", []), ("fails", "丑 is not void", [])],
    )


def test_an_undetermined_rule_says_what_it_needs(ask):
    found = ask("[{void: 戌}, {any: [{same: [natal, 子]}, {void: 子}]}]", "甲子日 伏吟")
    assert (found.truth, found.needs, found.nearest) == ("unknown", ("natal",), None)
    assert tree(found.checks[1]) == (
        "unknown",
        "not all inputs are known",
        [("unknown", "the commander's natal branch (not given) is 子", [])],
    )


def test_a_rule_that_fires_says_so(ask):
    found = ask("{either: 戌}", "甲子日 伏吟")
    assert (found.truth, found.holding, found.nearest) == ("holds", 1, None)
    assert tree(found.checks[0]) == ("holds", "either of 戌", [("holds", "戌 is void", [])])


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{either: 子}",
         ("fails", "it is not so that either of 子",
          [("fails", "子 is not void", []),
           ("fails", "子 does not land on the day branch (丑)", [])])),
        ("{not: {either: 戌}}",
         ("fails", "either of 戌", [("fails", "戌 is void", [])])),
        ("{not: {is: one}}", ("fails", "one", [("fails", "戌 is void", [])])),
        ("{not: {void: 戌}}", ("fails", "戌 is void", [])),
        ("{at_least: {n: 2, of: [{void: 戌}, {void: 子}, {void: 寅}]}}",
         ("fails", "fewer than 2 of 3",
          [("fails", "子 is not void", []), ("fails", "寅 is not void", [])])),
        ("{not: {at_least: {n: 2, of: [{void: 戌}, {void: 亥}, {void: 寅}]}}}",
         ("fails", "at least 2 of 3", [("fails", "戌 is void", []), ("fails", "亥 is void", [])])),
        ("{none: [{void: 戌}, {void: 寅}]}",
         ("fails", "one of these at least (2)", [("fails", "戌 is void", [])])),
        ("{not: {all: [{void: 戌}, {void: 亥}]}}",
         ("fails", "all of these (2)", [("fails", "戌 is void", []), ("fails", "亥 is void", [])])),
    ],
)  # fmt: skip
def test_what_is_so_is_said_as_it_is(when, expected, ask):
    (check,) = ask(when, "乙丑日 伏吟").checks
    assert tree(check) == expected


def test_the_evidence_of_a_value_is_shown_once(ask):
    found = ask("[{lands_on: [游都, 子]}, {lands_on: [游都, 午]}]", "丙辰日 戌加子")
    first, second = found.checks
    assert [e.passage for e in first.evidence] == ["", "DQ-0722", "", "DQ-0638"]
    assert second.evidence == ()


def test_where_it_fires_and_the_nearest_chart(ask):
    found = ask("{lands_on: [游都, day_branch]}", "甲子日 伏吟")
    assert found.extent is not None
    assert (found.extent.fires, found.extent.of, found.extent.axes) == (60, 720, ("day", "plate"))
    assert found.nearest is not None
    assert found.changed == ("plate",)
    assert found.nearest.notation == "甲子日 丑加子"


def test_a_rule_that_never_fires_has_no_nearest_chart(ask):
    found = ask("[{void: 子}, {not: {void: 子}}]", "甲子日 伏吟")
    assert found.extent is not None
    assert found.extent.fires == 0
    assert found.nearest is None


def test_a_space_too_large_to_count_is_not_decided_and_still_searched(condition):
    inputs = ("natal", "annual", "hour", "enemy", "city", "season")
    literals = ", ".join(f"{{defined: {name}}}" for name in inputs)
    base, rule = condition(f"[{{void: 子}}, {literals}]")
    chart = read_chart("甲子日 亥將 丑時 本命子 行年午 敵在西 城在北")
    found = why_not(base, rule, chart)
    assert found.extent is None
    assert why_not_dict(found)["fires"] is None
    assert found.changed == ("day",)


def test_the_document(condition):
    base, rule = condition("[{void: 戌}, {lands_on: [子, day_branch]}]")
    found = why_not_dict(why_not(base, rule, read_chart("乙丑日 伏吟")))
    assert json.loads(json.dumps(found)) == found
    evidence = [check.pop("evidence") for check in found["conditions"]]
    assert evidence[0][-1] == {
        "kind": "cast",
        "en": "in 甲子旬 the void are 戌 and 亥",
        "zh": "甲子旬戌亥空",
        "passage": "DQ-0716",
    }
    plate = {"kind": "input", "en": "the turn of the heaven plate: 子加子", "zh": "天盤子加子"}
    assert evidence[1][0] == plate
    assert found == {
        "rule": "DQ-9001.a",
        "passage": "DQ-9001",
        "quote": "甲",
        "truth": "fails",
        "holding": 1,
        "conditions": [
            {"truth": "holds", "en": "戌 is void", "zh": "戌空亡"},
            {
                "truth": "fails",
                "en": "子 does not land on the day branch (丑)",
                "zh": "子不臨日支（丑）",
            },
        ],
        "would_say": {"question": "enemy_coming", "answer": "comes"},
        "fires": {"on": 10, "of": 720, "over": ["day", "plate"]},
        "nearest": {"chart": "乙丑日 亥加子", "changed": ["plate"]},
    }


def test_rules_of_the_edition(base, draw):
    """Each is explained as it is, and the nearest chart is one on which it fires."""
    charts = draw(12, 99, 0.7)
    found_near = 0
    for number, rule in enumerate(base.edition.rules.values()):
        chart = charts[number % len(charts)]
        found = why_not(base, rule, chart)
        evaluator = Evaluator(base.edition, chart.columns)
        assert found.truth == TRUTHS[evaluator.truth(rule.when)]
        parts = rule.when.parts if isinstance(rule.when, All) else (rule.when,)
        assert found.holding == sum(evaluator.truth(part) == TRUE for part in parts)
        assert len(found.checks) == len(parts)
        if found.nearest is not None:
            assert evaluator.truth(rule.when) == FALSE
            near = Evaluator(base.edition, found.nearest.columns)
            assert near.truth(rule.when) == TRUE, (rule.id, found.nearest.notation)
            assert read_chart(found.nearest.notation).given == found.nearest.given
            found_near += 1
        elif evaluator.truth(rule.when) == FALSE:
            assert rule.dead or found.extent is None or extent(base, rule.when).fires == 0
    assert found_near
