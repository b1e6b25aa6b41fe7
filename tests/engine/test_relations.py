"""What fired rules do to one another's verdicts."""

from __future__ import annotations

import pytest

from engine.relations import settle


@pytest.fixture(scope="module")
def rules(lab):
    """Makes rules a, b, c ... that hold always, with the relations given as YAML fields."""

    def make(**relations):
        answers = {"d": "does_not_come"}
        items = [
            f"- {{id: DQ-9001.{name}, title: {name}, quote: 甲, when: always, "
            f"then: {{answer: {answers.get(name, 'comes')}}}{', ' + text if text else ''}}}"
            for name, text in relations.items()
        ]
        return list(lab("\n".join(items)).edition.rules.values())

    return make


def named(letter):
    return f"DQ-9001.{letter}"


A, B, C, D = map(named, "abcd")


def test_an_overridden_rule_is_out(rules):
    found = settle(rules(a=f"overrides: [{B}]", b=""), [])
    assert found[B].overridden_by == [A]
    assert not found[B].counts
    assert found[A].counts


@pytest.mark.parametrize("order", ["abc", "cba", "bca"])
def test_an_overridden_rule_acts_no_more(rules, order):
    written = {
        "a": f"overrides: [{B}]",
        "b": f"overrides: [{C}], qualifies: [{C}], modifies: {{effect: worse, rules: [{C}]}}",
        "c": "",
    }
    found = settle(rules(**{name: written[name] for name in order}), [])
    assert (found[C].overridden_by, found[C].qualified_by, found[C].modifiers) == ([], [], [])
    assert found[C].counts


def test_whoever_only_an_overridden_rule_overrides_acts_again(rules):
    found = settle(
        rules(a=f"overrides: [{B}]", b=f"overrides: [{C}]", c=f"overrides: [{D}]", d=""), []
    )
    assert [found[name].overridden_by for name in (A, B, C, D)] == [[], [A], [], [C]]


@pytest.mark.parametrize("order", ["abc", "cba", "bca"])
def test_one_that_overrides_and_modifies_is_overridden_all_the_same(rules, order):
    """Whoever modifies comes no later in line than whoever it overrides."""
    written = {
        "a": f"overrides: [{B}], modifies: {{effect: worse, answers: [{{enemy_coming: comes}}]}}",
        "b": f"overrides: [{C}]",
        "c": "",
    }
    found = settle(rules(**{name: written[name] for name in order}), [])
    assert found[C].overridden_by == []
    assert found[C].modifiers == [(A, "worse")]


@pytest.mark.parametrize("target", [f"rules: [{B}]", "answers: [{enemy_coming: comes}]"])
def test_a_cancelled_rule_is_out_and_acts_no_more(rules, target):
    cancels = f"modifies: {{effect: cancels, {target}}}"
    found = settle(rules(d=cancels, b=f"overrides: [{C}]", c="", a=""), [])
    assert found[B].cancelled_by == [D]
    assert not found[B].counts
    assert found[C].overridden_by == []


def test_cancelling_by_answer_reaches_rules_of_that_answer_only(rules):
    found = settle(
        rules(
            a="modifies: {effect: cancels, answers: [{enemy_coming: does_not_come}]}", b="", d=""
        ),
        [],
    )
    assert found[D].cancelled_by == [A]
    assert found[B].counts


def test_rules_that_cancel_each_other_both_stand(rules):
    """By answer a circle can be written: it decides nothing, and nothing breaks."""
    found = settle(
        rules(
            a="modifies: {effect: cancels, answers: [{enemy_coming: does_not_come}]}",
            d="modifies: {effect: cancels, answers: [{enemy_coming: comes}]}",
        ),
        [],
    )
    assert found[A].counts
    assert found[D].counts


def test_qualifying_and_modifying_leave_the_verdict_among_the_answers(rules):
    found = settle(
        rules(
            a=f"qualifies: [{C}]",
            b=f"modifies: {{effect: saved, rules: [{C}]}}",
            c="",
        ),
        [],
    )
    assert found[C].qualified_by == [A]
    assert found[C].modifiers == [(B, "saved")]
    assert found[C].counts


def test_contradiction_and_likeness_are_mutual(rules):
    found = settle(
        rules(a=f"contradicts: [{{rule: {B}, why: two books}}], parallel: [{C}]", b="", c=""), []
    )
    assert found[A].contradicts == {B: "two books"}
    assert found[B].contradicts == {A: "two books"}
    assert found[A].parallel == [C]
    assert found[C].parallel == [A]
    assert all(standing.counts for standing in found.values())


def test_likeness_declared_on_both_sides_stands_once(rules):
    found = settle(rules(a=f"parallel: [{B}]", b=f"parallel: [{A}]"), [])
    assert found[A].parallel == [B]
    assert found[B].parallel == [A]


@pytest.mark.parametrize(
    "relation",
    [f"overrides: [{B}]", f"qualifies: [{B}]", f"modifies: {{effect: worse, rules: [{B}]}}"],
)
def test_an_undetermined_rule_may_change_a_verdict(rules, relation):
    a, b = rules(a=relation, b="")
    found = settle([b], [a])
    assert found[B].may_change == [A]
    assert found[B].counts
    assert found[B].modifiers == []


def test_an_undetermined_rule_that_only_speaks_against_it_changes_nothing(rules):
    a, b = rules(a=f"contradicts: [{{rule: {B}, why: w}}], parallel: [{B}]", b="")
    standing = settle([b], [a])[B]
    assert (standing.may_change, standing.contradicts, standing.parallel) == ([], {}, [])


def test_a_silent_rule_does_nothing(rules):
    _, b = rules(a=f"overrides: [{B}]", b="")
    assert settle([b], [])[B].counts


def test_a_relation_to_a_rule_reaches_all_its_rows(lab):
    made = lab(f"""
        - {{id: {A}, title: a, quote: 甲, when: always, then: {{answer: comes}}, overrides: [{B}]}}
        - {{id: {B}, title: b, quote: 甲, for_each: {{k: [1, 2]}}, when: always,
           then: {{answer: comes, days: k}}}}
    """)
    found = settle(made.edition.rules.values(), [])
    assert found[f"{B}[1]"].overridden_by == [A]
    assert found[f"{B}[2]"].overridden_by == [A]
