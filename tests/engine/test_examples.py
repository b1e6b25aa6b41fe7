"""The examples of rules, run: each fault is told in words."""

from __future__ import annotations

import pytest

from engine.examples import check, failing_names, outcomes
from facts.charts import read_chart
from facts.evaluate import Evaluator
from rules.reader.model import Example

CONCEPTS = """
    either: {params: {x: branch}, en: "either of {x}", zh: "二者{x}",
             define: {any: [{void: x}, {lands_on: [x, day_branch]}]}}
"""
RULES = """
    - id: DQ-9001.a
      title: a
      quote: 甲
      when: [{either: 戌}, {same: [first_mover, 我]}]
      then: {answer: comes, days: 2, place: day_branch}
      examples:
        - {chart: 甲子日 伏吟 我先動, fires: true}
        - {chart: 甲子日 伏吟, fires: true}
        - {chart: 甲申日 伏吟 我先動, should_fire: true}
    - id: DQ-9001.b
      title: b
      quote: 甲
      for_each: {x: [戌, 子]}
      when: {void: x}
      then: {answer: comes, place: x}
      examples: [{chart: 甲子日 伏吟, fires: true, gives: {place: 戌}}]
"""


@pytest.fixture(scope="module")
def made(lab):
    return lab(RULES, CONCEPTS)


def test_all_examples_are_run_and_named(made):
    found = list(outcomes(made))
    assert [o.name for o in found] == [
        *("DQ-9001.a[1]", "DQ-9001.a[2]", "DQ-9001.a[3]", "DQ-9001.b[1]"),
    ]
    assert [bool(o.fault) for o in found] == [False, True, False, False]
    assert [o.gap for o in found] == [False, False, True, False]
    rows = {rule.id for rule in made.edition.rows_of("DQ-9001.b")}
    assert [o.name for o in outcomes(made, rows)] == ["DQ-9001.b[1]"]
    assert list(outcomes(made, set())) == []


HOLDING = [
    ("a", Example("甲子日 伏吟 我先動", "fires", gives=(("days", "2"), ("place", "子")))),
    ("a", Example("甲子日 伏吟 我先動", "fires", gives=(("answer", "comes"),))),
    ("a", Example("甲申日 伏吟 我先動", "silent", because="either")),
    ("a", Example("甲申日 伏吟 我先動", "silent", because="void")),
    ("a", Example("甲子日 伏吟 敵先動", "silent", because="same")),
    ("a", Example("甲子日 伏吟", "undetermined", needs=("first_mover",))),
    ("a", Example("甲子日 伏吟", "should_fire")),
    ("a", Example("甲子日 伏吟 我先動", "should_be_silent")),
    ("b", Example("甲子日 伏吟", "silent", row="子")),
    ("b", Example("甲子日 伏吟", "fires", row="戌")),
    ("b", Example("戊辰日 亥將 午時", "fires", row="戌", school=("noble=羊牛",))),
]
FAULTS = [
    ("a", Example("甲子", "fires"), "the chart cannot be read"),
    ("a", Example("甲子日 伏吟", "fires", school=("harm=none",)), "the school cannot be read"),
    ("a", Example("甲子日 伏吟 敵先動", "fires"), "expected fires, but it is silent"),
    ("a", Example("甲子日 伏吟", "silent"), "expected silent, but it is undetermined"),
    ("a", Example("甲子日 伏吟 我先動", "undetermined"), "expected undetermined, but it fires"),
    ("a", Example("甲子日 伏吟", "undetermined", needs=("natal",)),
     "it needs first_mover, not natal"),
    ("a", Example("甲申日 伏吟 我先動", "silent", because="same"),
     "it is silent because of either, lands_on, void, not same"),
    ("a", Example("甲申日 伏吟", "silent", because="same"),
     "it is silent because of either, lands_on, void, not same"),
    ("a", Example("甲子日 伏吟 我先動", "fires", gives=(("days", "3"),)),
     "it gives [{'days': '2'}], not {'days': '3'}"),
    ("a", Example("甲子日 伏吟 我先動", "should_fire"), "it fires now"),
    ("a", Example("甲子日 伏吟", "should_be_silent"), "it is silent now"),
    ("b", Example("甲子日 伏吟", "fires", row="子"), "expected fires, but it is silent"),
    ("b", Example("甲子日 伏吟", "fires", row="丑"), "there is no row 丑"),
    ("b", Example("甲子日 伏吟", "fires", gives=(("place", "子"),)), "it gives [{'place': '戌'}]"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "example"), HOLDING)
def test_an_example_that_holds_has_no_fault(rule, example, made):
    assert check(made, made.edition.rows_of(f"DQ-9001.{rule}"), example) == ""


@pytest.mark.parametrize(("rule", "example", "fault"), FAULTS)
def test_a_fault_is_told(rule, example, fault, made):
    assert check(made, made.edition.rows_of(f"DQ-9001.{rule}"), example).startswith(fault)


def test_what_is_only_undetermined_is_not_what_fails(made):
    rule = made.edition.rules["DQ-9001.a"]
    evaluator = Evaluator(made.edition, read_chart("甲申日 伏吟").columns)
    assert failing_names(made, evaluator, rule) == {"either", "void", "lands_on"}
