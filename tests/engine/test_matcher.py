"""The counts alone, and the matcher that hangs them on Experta."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.experta_port import CountingMatcher, EngineError, ground_fact
from engine.horn import atom
from engine.matcher import Body, UnmetCounts

# Experta can be imported only after the port.
from experta import NOT, Fact, InitialFact, KnowledgeEngine, Rule  # isort: skip

keys = st.integers(0, 7)
bodies = st.lists(
    st.builds(Body, st.lists(keys, min_size=1, max_size=4), st.lists(keys, max_size=2)), max_size=8
)
batches = st.lists(st.lists(keys, max_size=4), max_size=5)


def satisfied(bodies, facts):
    return {
        rule
        for rule, body in enumerate(bodies)
        if facts.issuperset(body.positives) and facts.isdisjoint(body.negatives)
    }


@given(bodies, batches, batches)
def test_the_counts_report_each_change_of_what_is_satisfied(bodies, first, second):
    counts = UnmetCounts(bodies)
    for batches in (first, second):  # a reset between, and nothing of the first run in the second
        facts: set[int] = set()
        for batch in batches:
            new = set(batch) - facts
            before, after = satisfied(bodies, facts), satisfied(bodies, facts | new)
            facts |= new
            gained, lost = counts.add(new)
            assert (sorted(gained), sorted(lost)) == (
                sorted(after - before),
                sorted(before - after),
            )
        counts.reset()


def test_a_literal_that_is_named_twice_counts_once():
    counts = UnmetCounts([Body(["a", "a", "b"], ["c", "c", "d"])])
    assert counts.add(["a"]) == ([], [])
    assert counts.add(["b"]) == ([0], [])
    assert counts.add(["c"]) == ([], [0])
    assert counts.add(["d"]) == ([], [])


def test_strange_keys_are_nothing_to_the_counts():
    counts = UnmetCounts([Body(["a"], [])])
    assert counts.add(["x", "y"]) == ([], [])
    assert counts.add(["a"]) == ([0], [])


class Plain(Fact):
    pass


P1, P2 = (atom("Base", n=n) for n in "12")


def counted(*lhs):
    def rule(engine):
        """Do nothing."""

    space = {"__matcher__": CountingMatcher, "rule": Rule(*lhs)(rule)}
    return type("Counted", (KnowledgeEngine,), space)()


@pytest.mark.parametrize(
    "lhs",
    [
        (Plain(n="1"),),
        (ground_fact(P1), NOT(Plain(n="1"))),
        (ground_fact(P1), NOT(NOT(ground_fact(P2)))),
        (ground_fact(P1), NOT(ground_fact(P1), ground_fact(P2))),
        (ground_fact(P1) & ground_fact(P2),),
        (ground_fact(P1) | ground_fact(P2),),
    ],
    ids=["no atom", "no atom negated", "double NOT", "NOT of two", "AND", "OR"],
)
def test_what_is_no_ground_literal_is_refused_at_build(lhs):
    with pytest.raises(EngineError, match="the counting matcher refuses rule: not a ground fact"):
        counted(*lhs)


@pytest.mark.parametrize("lhs", [(), (NOT(ground_fact(P1)),)], ids=["empty", "only NOT"])
def test_what_would_never_fire_is_refused_at_build(lhs):
    with pytest.raises(EngineError, match="refuses rule: nothing positive"):
        counted(*lhs)


def test_a_rule_waits_while_its_literals_are_met():
    engine = counted(ground_fact(P1), ground_fact(P2), NOT(ground_fact(atom("No"))))
    engine.reset()
    engine.declare(ground_fact(P1))
    assert engine.agenda.activations == []
    engine.declare(ground_fact(P2))
    (activation,) = engine.agenda.activations
    assert activation.rule == engine.get_rules()[0]
    engine.declare(ground_fact(atom("No")))
    assert engine.agenda.activations == []


def test_the_initial_fact_is_ground():
    engine = counted(InitialFact(), NOT(ground_fact(P1)))
    engine.reset()
    assert len(engine.agenda.activations) == 1


def test_a_fact_without_an_atom_is_refused_when_it_comes():
    engine = counted(ground_fact(P1))
    engine.reset()
    with pytest.raises(EngineError, match="not a ground fact"):
        engine.declare(Plain(n="1"))


@given(bodies, batches)
def test_facts_by_their_numbers_are_the_same_facts(bodies, batches):
    by_key, by_number = UnmetCounts(bodies), UnmetCounts(bodies)
    known = set()
    for batch in batches:
        new = sorted(set(batch) - known)
        known.update(new)
        numbers = [by_number.number(key) for key in new]
        assert len(set(numbers)) == len(new)
        assert by_number.add_numbers(numbers) == by_key.add(new)
