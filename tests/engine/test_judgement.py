"""The judgement of a chart: findings, what is open, what disagrees, the document."""

from __future__ import annotations

import json

import pytest

from engine.explain import explanation_dict
from engine.judgement import judge, judgement_dict
from facts.charts import read_chart

A, B, C = (f"DQ-9001.{name}" for name in "abc")

RULES = f"""
    - {{id: {A}, title: a, quote: 甲, when: {{void: 子}}, then: {{answer: comes, days: 2}}}}
    - {{id: {B}, title: b, quote: 甲, when: {{same: [season, 春]}},
       then: {{answer: does_not_come, strength: certain}},
       contradicts: [{{rule: {A}, why: two songs}}]}}
    - {{id: {C}, title: c, quote: 甲, when: {{same: [first_mover, 我]}},
       then: {{question: who_wins, answer: we_win}}}}
    - {{id: DQ-9001.m, title: m, quote: 甲, when: {{same: [natal, 子]}},
       modifies: {{effect: worse, rules: [{A}]}}}}
"""


@pytest.fixture(scope="module")
def made(lab):
    return lab(RULES)


def ids(findings):
    return [finding.rule.id for finding in findings]


def test_rules_fire_or_are_open_or_say_nothing(made):
    found = judge(made, read_chart("甲寅日 伏吟 夏"))
    assert ids(found.findings) == [A]
    assert {open_.rule.id: open_.needs for open_ in found.undetermined} == {
        C: ("first_mover",),
        "DQ-9001.m": ("natal",),
    }


def test_opposed_answers_stand_side_by_side(made):
    found = judge(made, read_chart("甲寅日 伏吟 春 敵先動"))
    (disagreement,) = found.disagreements
    assert disagreement.question == "enemy_coming"
    assert dict(disagreement.sides) == {"comes": (A,), "does_not_come": (B,)}
    assert disagreement.declared == ((A, B, "two songs"),)
    assert ids(found.findings) == [A, B]


def test_what_is_overridden_disagrees_with_nothing(lab):
    made = lab(
        RULES.replace("contradicts: [{rule: DQ-9001.a, why: two songs}]", "overrides: [DQ-9001.a]")
    )
    found = judge(made, read_chart("甲寅日 伏吟 春"))
    assert ids(found.findings) == [A, B]
    assert not found.findings[0].standing.counts
    assert found.disagreements == ()


def test_a_question_narrows_what_is_told_not_what_is_run(made):
    chart = read_chart("甲寅日 伏吟 春 我先動 本命子")
    found = judge(made, chart, ["who_wins"])
    assert ids(found.findings) == [C]
    assert found.disagreements == ()
    assert ids(judge(made, chart, ["enemy_coming"]).findings) == [A, B]
    narrowed = judge(made, chart, ["enemy_coming"]).findings[0]
    assert narrowed.standing.modifiers == [("DQ-9001.m", "worse")]


BACKGROUND = """
    - {id: DQ-9001.z, title: z, quote: 甲, when: always,
       then: {question: general_state, answer: good}}
"""


def test_a_background_question_is_answered_only_when_asked(lab):
    made = lab(RULES + BACKGROUND)
    chart = read_chart("甲寅日 伏吟 夏")
    assert ids(judge(made, chart).findings) == [A]
    assert ids(judge(made, chart, ["general_state"]).findings) == ["DQ-9001.z"]
    assert ids(judge(made, chart, rules=["DQ-9001.z"]).findings) == ["DQ-9001.z"]


def test_rules_can_be_named(made):
    found = judge(made, read_chart("甲寅日 伏吟 夏 本命子"), rules=[A, C])
    assert ids(found.findings) == [A]
    assert ids(found.undetermined) == [C]
    assert found.findings[0].standing.modifiers == [("DQ-9001.m", "worse")]


def test_an_explanation_is_the_judgement_with_proofs(made):
    chart = read_chart("甲寅日 伏吟 春")
    judged, explained = judgement_dict(judge(made, chart)), explanation_dict(made, chart)
    proofs = [verdict.pop("proof") for verdict in explained["verdicts"]]
    assert explained == judged
    assert [proof["en"] for proof in proofs] == [v["title"] for v in judged["verdicts"]]


def test_findings_are_grouped_by_question(made):
    found = judge(made, read_chart("甲寅日 伏吟 春 我先動 本命子"))
    grouped = found.by_question()
    assert {q: ids(f) for q, f in grouped.items()} == {"enemy_coming": [A, B], "who_wins": [C]}


def test_the_document_has_the_agreed_shape(made):
    found = judgement_dict(judge(made, read_chart("甲寅日 伏吟 春 本命子")))
    assert list(found) == ["chart", "verdicts", "undetermined", "disagreements"]
    first, second, modifier = found["verdicts"]
    assert first == {
        "rule": A,
        "passage": "DQ-9001",
        "quote": "甲",
        "question": "enemy_coming",
        "answer": "comes",
        "title": "a",
        "status": "stable",
        "days": 2,
        "relations": {"contradicts": [{"rule": B, "why": "two songs"}]},
        "modifiers": [{"rule": "DQ-9001.m", "effect": "worse"}],
    }
    assert second["strength"] == "certain"
    assert modifier["question"] is None
    assert modifier["answer"] is None
    assert found["undetermined"] == [{"rule": C, "needs": ["first_mover"]}]
    assert found["disagreements"] == [
        {
            "question": "enemy_coming",
            "answers": [
                {"answer": "comes", "rules": [A]},
                {"answer": "does_not_come", "rules": [B]},
            ],
            "declared": [{"rules": [A, B], "why": "two songs"}],
        }
    ]


def test_every_judgement_of_the_edition_is_json(base, draw):
    for chart in draw(40, 61):
        found = judge(base, chart)
        text = json.dumps(judgement_dict(found), ensure_ascii=False)
        assert json.loads(text) == judgement_dict(found)
        spoken = {f.rule.id for f in found.findings}
        assert spoken.isdisjoint(o.rule.id for o in found.undetermined)
        assert all(open_.needs for open_ in found.undetermined)
