"""The spirits of a chart, and which of them rules speak of."""

from __future__ import annotations

import pytest

from engine.rulebase import RuleBase
from engine.spirits import spirits_of, spoken_of
from facts.charts import read_chart
from tests.engine.conftest import Laboratory


def test_a_spirit_without_its_input_is_open(base: RuleBase) -> None:
    bare = spirits_of(base, read_chart("丙辰日 伏吟"))
    whole = spirits_of(base, read_chart("丙辰日 伏吟 寅月 甲子年"))
    assert bare.keys() == whole.keys()
    assert (bare["天馬"], whole["天馬"]) == (None, "午")
    assert bare["游都"] == whole["游都"] == "寅"
    assert all(whole[name] == value for name, value in bare.items() if value is not None)


def test_no_spirit_is_spoken_of_without_rules(lab: Laboratory) -> None:
    made = lab("- {id: DQ-9001.a, title: t, quote: 甲, when: always, then: {answer: comes}}")
    assert spoken_of(made) == frozenset()


@pytest.mark.parametrize(
    ("when", "then", "spoken"),
    [
        ("{void: 天馬}", "{answer: comes}", {"天馬"}),
        ("{not: {void: 天馬}}", "{answer: comes}", {"天馬"}),
        ("{void: {upper_of: 驛馬}}", "{answer: comes}", {"驛馬"}),
        ("always", "{answer: comes, place: {seat_of: 游都}}", {"游都"}),
        ("{void: 魯都}", "{answer: comes}", {"魯都", "游都"}),
        (
            "{any: [{void: 天馬}, {lands_on: [游都, day_stem]}]}",
            "{answer: comes}",
            {"天馬", "游都"},
        ),
    ],
)
def test_rules_speak_of_spirits(lab: Laboratory, when: str, then: str, spoken: set[str]) -> None:
    made = lab(f"- {{id: DQ-9001.a, title: t, quote: 甲, when: {when}, then: {then}}}")
    assert spoken_of(made) == spoken


def test_a_spirit_that_only_a_choice_depends_on_is_spoken_of(lab: Laboratory) -> None:
    when = "{void: {first_of: [{if: {void: 天馬}, take: day_branch}, {take: 驛馬}]}}"
    made = lab(f"- {{id: DQ-9001.a, title: t, quote: 甲, when: {when}, then: {{answer: comes}}}}")
    assert spoken_of(made) == {"天馬", "驛馬"}
