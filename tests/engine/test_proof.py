"""Proofs: trees read off the ledger, whose leaves hold on the chart, nothing left out."""

from __future__ import annotations

import json

import pytest

from engine.ground import verdict_atom
from engine.proof import Prover
from engine.session import run
from engine.speech import Speaker
from facts.charts import read_chart
from facts.predicates import FALSE, TRUE


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


def closure(base, ledger, head):
    """All atoms that a derived atom rests on, by every clause that derives it; and absences."""
    matched, absent, waiting, seen = set(), set(), [head], set()
    while waiting:
        for firing in ledger.support[waiting.pop()]:
            absent.update(firing.absent)
            for fact in firing.matched:
                if fact in ledger.support and fact not in seen:
                    seen.add(fact)
                    waiting.append(fact)
                matched.add(fact)
    return matched, absent


def sentences(base, speaker, matched, absent):
    """The sentence of each literal and each concept among these atoms."""
    said = set()
    for fact in matched | absent:
        holds = fact in matched and fact.kind != "Refuted"
        if fact in base.program.by_atom:
            said.add(speaker.literal(base.program.by_atom[fact], holds=holds))
        elif fact in base.program.uses:
            use, sign = base.program.uses[fact]
            said.add(speaker.concept(use, holds=sign))
    return said


def check_proof(base, done, rule, prover):
    proof = prover.proof(rule)
    nodes = list(walk(proof))
    speaker = Speaker(base.edition, done.evaluator)
    matched, absent = closure(base, done.ledger, verdict_atom(rule.id))
    said = {(node.en, node.zh) for node in nodes[1:] if node.kind != "branch"}
    assert said == set(sentences(base, speaker, matched, absent))
    for node in nodes:
        assert (node.kind == "fact") <= (not node.children)
        assert (node.kind in ("concept", "branch")) <= bool(node.children)
    full = [(n.kind, n.en, n.zh) for n in nodes if n.kind in ("fact", "absence", "concept")]
    assert len(full) == len(set(full))  # in full once; after that it is only referred to
    before = set()
    for node in nodes:
        if node.kind == "seen":
            assert (node.en, node.zh) in before
        before.add((node.en, node.zh))
    told = [e for node in nodes for e in node.evidence]
    assert len(told) == len(set(told))
    return proof


def test_every_proof_of_the_edition_is_whole_and_says_each_thing_once(base, draw):
    proved = set()
    for chart in draw(60, 91, 0.8):
        done = run(base, chart)
        prover = Prover(base, done)
        for rule in base.edition.rules.values():
            if done.fired(rule.id):
                check_proof(base, done, rule, prover)
                proved.add(rule.id)
    assert len(proved) > len(base.edition.rules) / 2


def test_the_leaves_of_a_proof_hold(base, draw):
    for chart in draw(40, 92, 0.8):
        done = run(base, chart)
        for rule in base.edition.rules.values():
            if not done.fired(rule.id):
                continue
            matched, absent = closure(base, done.ledger, verdict_atom(rule.id))
            for fact in (matched | absent) & base.program.by_atom.keys():
                wanted = FALSE if fact in absent or fact.kind == "Refuted" else TRUE
                assert done.evaluator.truth(base.program.by_atom[fact]) == wanted


CONCEPTS = """
    either: {params: {x: branch}, en: "either of {x}", zh: "二者{x}",
             define: {any: [{void: x}, {lands_on: [x, day_branch]}]}}
    both: {params: {x: branch}, en: "both of {x}", zh: "兼{x}",
           define: [{either: x}, {either: 亥}]}
"""


@pytest.fixture(scope="module")
def prove(condition):
    def proved(when, chart):
        base, rule = condition(when, CONCEPTS)
        done = run(base, read_chart(chart))
        return check_proof(base, done, rule, Prover(base, done))

    return proved


def shape(node):
    return (node.kind, [shape(child) for child in node.children])


def test_always_rests_on_nothing(prove):
    assert shape(prove("always", "甲子日 伏吟")) == ("rule", [])


def test_a_concept_is_told_with_what_it_rests_on(prove):
    proof = prove("[{either: 戌}]", "甲子日 伏吟")
    assert shape(proof) == ("rule", [("concept", [("fact", [])])])
    (concept,) = proof.children
    assert concept.en == "either of 戌"
    assert concept.children[0].en == "戌 is void"


def test_what_was_shown_is_only_referred_to(prove):
    proof = prove("[{either: 戌}, {both: 戌}, {void: 亥}]", "甲子日 伏吟")
    assert shape(proof) == (
        "rule",
        [
            ("concept", [("fact", [])]),
            ("concept", [("seen", []), ("concept", [("fact", [])])]),
            ("seen", []),
        ],
    )


def test_several_ways_stand_side_by_side(prove):
    proof = prove("{any: [{void: 戌}, [{void: 亥}, {not: {void: 子}}], {void: 子}]}", "甲子日 伏吟")
    (ways,) = proof.children
    assert ways.en == "each of these suffices"
    assert shape(ways) == ("branch", [("fact", []), ("branch", [("fact", []), ("absence", [])])])


def test_a_count_is_told_by_the_parts_that_hold(prove):
    proof = prove(
        "{at_least: {n: 2, of: [{void: 戌}, {void: 子}, {void: 亥}, {not: {void: 丑}}]}}",
        "甲子日 伏吟",
    )
    (count,) = proof.children
    assert count.en == "at least 2 of 4"
    assert sorted(child.en for child in count.children) == [
        "丑 is not void",
        "亥 is void",
        "戌 is void",
    ]


def test_a_count_that_is_not_reached_is_told_by_what_fails(prove):
    proof = prove(
        "{not: {at_least: {n: 2, of: [{void: 戌}, {void: 子}, {void: 丑}]}}}", "甲子日 伏吟"
    )
    (count,) = proof.children
    assert count.en == "at least 2 of 3"
    assert {child.kind for child in count.children} == {"absence"}


def test_a_long_count_is_proved_at_once(prove):
    """Each running count is visited once, not once for each way to reach it."""
    branches = "子丑寅卯辰巳午未申酉戌亥"
    parts = [f"{{lands_on: [{b}, {b}]}}" for b in branches]
    parts += [f"{{clashes: [{b}, {{opposite_of: {b}}}]}}" for b in branches]
    parts += [f"{{same: [{b}, {b}]}}" for b in branches]
    proof = prove(f"{{at_least: {{n: 18, of: [{', '.join(parts)}]}}}}", "甲子日 伏吟")
    (count,) = proof.children
    assert len(count.children) == 36


def test_a_refuted_input_is_told_as_an_absence(prove):
    proof = prove("{not: {same: [first_mover, 我]}}", "甲子日 伏吟 敵先動")
    (leaf,) = proof.children
    assert leaf.kind == "absence"
    assert leaf.en == "the first mover (the enemy 敵) is not we 我"


def test_the_document_has_no_empty_fields(prove):
    proof = prove("{either: 戌}", "甲子日 伏吟").as_dict()
    assert json.loads(json.dumps(proof)) == proof
    assert list(proof) == ["kind", "en", "zh", "source", "because"]
    (leaf,) = proof["because"][0]["because"]
    assert leaf["evidence"][-1] == {
        "kind": "cast",
        "en": "in 甲子旬 the void are 戌 and 亥",
        "zh": "甲子旬戌亥空",
        "passage": "DQ-0716",
    }


def test_each_proof_stands_alone(condition):
    base, rule = condition("[{either: 戌}, {void: 亥}]", CONCEPTS)
    prover = Prover(base, run(base, read_chart("甲子日 伏吟")))
    assert prover.proof(rule).as_dict() == prover.proof(rule).as_dict()


def test_a_rule_that_did_not_fire_has_no_proof(base, draw):
    (chart,) = draw(1, 93)
    done = run(base, chart)
    silent = next(rule for rule in base.edition.rules.values() if not done.fired(rule.id))
    with pytest.raises(KeyError):
        Prover(base, done).proof(silent)
