"""The facts of a chart that rules mention, and its spirits."""

from __future__ import annotations

from engine.factlist import fact_list
from engine.spirits import spirits_of
from facts.charts import read_chart
from facts.symbols import ALPHABET

RULE = """
    - {id: DQ-9001.a, title: a, quote: 甲, then: {answer: comes},
       when: [{void: 戌}, {void: 子}, {same: [first_mover, 我]}]}
"""


def test_what_holds_is_listed_in_order(lab):
    found = fact_list(lab(RULE), read_chart("甲子日 伏吟 我先動"))
    assert [(item["fact"], item["truth"], item["en"]) for item in found] == [
        ("Same", "holds", "the first mover (we 我) is we 我"),
        ("Void", "holds", "戌 is void"),
    ]
    assert found[1]["of"] == "戌"


def test_everything_is_listed_with_its_truth(lab):
    found = fact_list(lab(RULE), read_chart("甲子日 伏吟"), everything=True)
    assert {(item["fact"], item["en"]): item["truth"] for item in found} == {
        ("Same", "the first mover (not given) is we 我"): "unknown",
        ("Void", "子 is not void"): "fails",
        ("Void", "戌 is void"): "holds",
    }


def test_the_facts_that_hold_are_among_all(base, draw):
    for chart in draw(5, 98):
        everything = fact_list(base, chart, everything=True)
        assert len(everything) == len(base.program.literals)
        assert fact_list(base, chart) == [i for i in everything if i["truth"] == "holds"]


def test_spirits_stand_on_branches_or_wait_for_an_input(base):
    found = spirits_of(base, read_chart("丙辰日 戌加子"))
    assert found["游都"] == "寅"
    assert found["魯都"] == "申"
    assert all(value is None or value in ALPHABET.by_name for value in found.values())
    assert found["天馬"] is None  # by the month
