"""One chart through Experta: against the stock Rete, and against the model."""

from __future__ import annotations

import pytest

from engine.experta_port import Machine
from engine.ground import verdict_atom
from engine.session import facts_of, run
from facts.evaluate import Evaluator
from facts.predicates import TRUE

SLICE = 30


def slices(program, rule_ids):
    """The clauses of thirty rules at a time, each with all that derives what they match."""
    deriving = {}
    for clause in program.clauses:
        deriving.setdefault(clause.head, []).append(clause)
    for start in range(0, len(rule_ids), SLICE):
        found = {}
        waiting = [verdict_atom(rule_id) for rule_id in rule_ids[start : start + SLICE]]
        while waiting:
            for clause in deriving.get(waiting.pop(), ()):
                if clause.name not in found:
                    found[clause.name] = clause
                    waiting += clause.positives
        yield list(found.values())


def assert_matchers_agree(base, charts):
    """Both matchers, firing for firing, on each slice; together they are the whole engine."""
    given = [frozenset(facts_of(base, Evaluator(base.edition, c.columns))) for c in charts]
    together = [set() for _ in charts]
    for clauses in slices(base.program, list(base.edition.rules)):
        rete, counting = Machine(clauses, matcher="rete"), Machine(clauses)
        for number, facts in enumerate(given):
            ledger = counting.run(facts)
            assert ledger == rete.run(facts)
            together[number].update(ledger.firings)
    for chart, firings in zip(charts, together, strict=True):
        assert firings == set(run(base, chart).ledger.firings)


def test_the_stock_rete_agrees_on_the_whole_edition(base, draw):
    assert_matchers_agree(base, draw(4, 31))


@pytest.mark.exhaustive
def test_the_stock_rete_agrees_on_many_charts(base, draw):
    assert_matchers_agree(base, draw(200, 32))


def assert_model_agrees(base, charts):
    for chart in charts:
        done = run(base, chart)
        wrong = {
            rule.id
            for rule in base.edition.rules.values()
            if done.fired(rule.id) != (done.evaluator.truth(rule.when) == TRUE)
        }
        assert not wrong, chart.notation


@pytest.mark.parametrize("given", [0.1, 0.5, 1.0])
def test_what_fires_is_what_is_true(base, draw, given):
    assert_model_agrees(base, draw(60, 41, given))


@pytest.mark.exhaustive
@pytest.mark.parametrize("given", [0.0, 0.3, 0.7, 1.0])
def test_what_fires_is_what_is_true_on_many_charts(base, draw, given):
    assert_model_agrees(base, draw(2000, 42, given))


def test_a_chart_leaves_no_trace_in_the_next(base, draw):
    first, second = draw(2, 51)
    fresh = run(base, second, Machine(base.program.clauses)).ledger
    run(base, first)
    assert run(base, second).ledger == fresh
    assert run(base, second).ledger == fresh


def test_only_facts_that_rules_ask_for_are_declared(base, draw):
    """A literal that fails is declared as refuted only where a rule wants its negation."""
    asked = {fact for clause in base.program.clauses for fact in clause.positives}
    (chart,) = draw(1, 52, 1.0)
    facts = list(facts_of(base, Evaluator(base.edition, chart.columns)))
    assert len(facts) == len(set(facts))
    assert {fact for fact in facts if fact.kind == "Refuted"} <= asked
