"""The machine: its two matchers against each other and an oracle, order, errors, the import."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.experta_port import (
    EngineError,
    GroundFact,
    Machine,
    TotalOrder,
    _descending,
    ground_fact,
)
from engine.horn import Atom, HornRule, ProgramError, atom, validate
from engine.ledger import Firing

# Experta can be imported only after the port.
from experta import KnowledgeEngine, Rule  # isort: skip
from experta.activation import Activation

ROOT = Path(__file__).parents[2]
MATCHERS = ("counting", "rete")
BASE = [atom("Base", a=a, b=b) for a in "甲乙丙" for b in ("day_stem", "游都")]
DERIVED = [atom("Derived", n=str(n)) for n in range(5)]
START = BASE[0]


def told(name, *positives, head=None, unless=()):
    return HornRule(name, positives, tuple(unless), head or atom("Told", rule=name))


def fired(ledger):
    return [firing.rule for firing in ledger.firings]


@st.composite
def programs(draw):
    """Acyclic ground programs: several rules a head, bodies empty, equal and repetitive too."""
    names = draw(st.lists(st.text("ab子[.", min_size=1, max_size=4), max_size=12, unique=True))
    program = []
    for name in names:
        level = draw(st.integers(0, len(DERIVED) - 1))
        positives = draw(st.lists(st.sampled_from(BASE + DERIVED[:level]), max_size=4))
        free = [each for each in BASE if each not in positives]
        negatives = draw(st.lists(st.sampled_from(free), max_size=2))
        program.append(HornRule(name, tuple(positives), tuple(negatives), DERIVED[level]))
    return program


charts = st.lists(st.sampled_from([*BASE, *DERIVED[:2], atom("Stranger", n="1")]), max_size=8)


def oracle(program, given):
    """The firings by the definition: of the rules that can fire, the first name; then again."""
    holds = set(given)
    waiting = sorted(program, key=lambda rule: rule.name)
    firings = []
    while True:
        for rule in waiting:
            if holds.issuperset(rule.positives) and holds.isdisjoint(rule.negatives):
                break
        else:
            return tuple(firings)
        waiting.remove(rule)
        holds.add(rule.head)
        firings.append(Firing(rule.name, rule.positives, rule.negatives, rule.head))


@settings(deadline=None, max_examples=150)
@given(programs(), st.lists(charts, min_size=1, max_size=4))
@example([], [[BASE[0]]])
def test_both_matchers_do_what_the_definition_says(program, runs):
    validate(program)
    mentioned = {each for rule in program for each in rule.atoms()}
    counting, rete = (Machine(program, matcher=matcher) for matcher in MATCHERS)
    for chart in runs:
        ledger = counting.run(chart)
        assert ledger == rete.run(chart)
        assert ledger.firings == oracle(program, chart)
        assert ledger.given == mentioned.intersection(chart)


def test_the_ledger():
    one, two, helper, other = BASE[0], BASE[1], DERIVED[0], DERIVED[1]
    program = [
        told("a", one, head=helper),
        told("b", two, head=helper, unless=[BASE[2]]),
        told("c", helper, one, head=other),
        told("d", BASE[3], head=other),
    ]
    ledger = Machine(program).run([one, two, atom("Stranger", n="1")])
    assert ledger.firings == (
        Firing("a", (one,), (), helper),
        Firing("b", (two,), (BASE[2],), helper),
        Firing("c", (helper, one), (), other),
    )
    assert ledger.given == {one, two}
    assert ledger.derived == {helper, other}
    assert ledger.support == {helper: ledger.firings[:2], other: ledger.firings[2:]}
    assert [ledger.holds(each) for each in (one, helper, BASE[2])] == [True, True, False]
    with pytest.raises(TypeError):
        ledger.support[helper] = ()


@given(st.lists(st.text(max_size=4), unique=True))
def test_descending_keys_sort_names_backwards(names):
    assert sorted(names, key=_descending) == sorted(names, reverse=True)


def test_salience_goes_before_names():
    class Engine(KnowledgeEngine):
        __strategy__ = TotalOrder

        @Rule()
        def a(self):
            names.append("a")

        @Rule(salience=1)
        def b(self):
            names.append("b")

        @Rule(salience=1)
        def c(self):
            names.append("c")

    names: list[str] = []
    engine = Engine()
    engine.reset()
    engine.run()
    assert names == ["b", "c", "a"]


FAULTY = {
    "two rules have this name": [told("r", BASE[0]), told("r", BASE[1])],
    "empty name": [told("", BASE[0])],
    "no ASCII identifier": [told("r", Atom("遊都", ()))],
    "the kind 'A b'": [told("r", Atom("A b", ()))],
    "not in order": [told("r", Atom("Base", (("b", "1"), ("a", "1"))))],
    "not in order: ": [told("r", Atom("Base", (("a", "1"), ("a", "2"))))],
    "elsewhere": [told("q", BASE[0]), told("r", atom("Base", a="甲"))],
    "is derived by a rule": [told("q", head=DERIVED[0]), told("r", BASE[0], unless=[DERIVED[0]])],
    "both positive and negative": [told("r", BASE[0], unless=[BASE[0]])],
    "derived from itself": [told("r", DERIVED[0], head=DERIVED[0])],
}


@pytest.mark.parametrize(("message", "program"), FAULTY.items(), ids=FAULTY)
@pytest.mark.parametrize("matcher", MATCHERS)
def test_faulty_programs_are_refused(message, program, matcher):
    with pytest.raises(ProgramError, match=message) as caught:
        Machine(program, matcher=matcher)
    assert program[-1].name in str(caught.value).partition(":")[0]


def test_a_long_cycle_is_laid_to_a_rule_of_it():
    ring = [atom("Derived", n=str(n)) for n in range(6)]
    program = [told("start", BASE[0], head=ring[0]), told("end", ring[5])]
    program += [told(f"r{n}", ring[n], head=ring[(n + 1) % 6]) for n in range(6)]
    with pytest.raises(ProgramError, match=r"^r\d: .*derived from itself"):
        validate(program)


ORDER = """
import random
from engine.experta_port import Machine
from engine.horn import HornRule, atom
draw = random.Random(7)
base = [atom("Base", n=str(n)) for n in range(30)]
names = draw.sample([f"DQ-{n:04}.a[子]" for n in range(300)], 60)
program = []
for k, name in enumerate(names):
    one, two, none = draw.sample(base, 3)
    program.append(HornRule(name, (one, two), (none,) * (k % 2), atom("Told", n=str(k % 9))))
for matcher in ("counting", "rete"):
    print(Machine(program, matcher=matcher).run(set(draw.sample(base, 20))).firings)
"""


def python(code, seed="0"):
    """The output of the code in a new interpreter that takes warnings as errors."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment, cwd=ROOT, check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip


def test_the_order_is_the_same_under_every_hash_seed():
    first, *others = (python(ORDER, seed).stdout for seed in ("0", "0", "1", "2"))
    assert first.count("Firing(") > 10
    assert others == [first] * 3


def test_the_import_leaves_no_trace():
    done = python(
        "import collections, logging\n"
        "import engine.experta_port\n"
        "assert not logging.root.handlers\n"
        "assert not hasattr(collections, 'Mapping')\n"
    )
    assert done.stderr == ""


def test_the_import_keeps_the_handlers_that_are_there():
    python(
        "import logging\n"
        "mine = logging.NullHandler()\n"
        "logging.root.addHandler(mine)\n"
        "import engine.experta_port\n"
        "assert logging.root.handlers == [mine]\n"
    )


@pytest.mark.parametrize("matcher", MATCHERS)
@pytest.mark.parametrize("place", ["facts", "firing"])
def test_b12_the_run_after_an_error_is_right(matcher, place, monkeypatch):
    program = [told("a", BASE[1]), told("b", BASE[2], unless=[BASE[3]]), told("c", BASE[4])]
    machine = Machine(program, matcher=matcher)
    engine = machine._engine

    def interrupt(*facts):
        raise KeyboardInterrupt

    if place == "firing":
        declare = engine.declare
        monkeypatch.setattr(
            engine, "declare", lambda *f: (interrupt if engine.running else declare)(*f)
        )
    else:
        changes = engine.matcher.changes

        def half(adding=None, deleting=None):
            if adding and any(isinstance(fact, GroundFact) for fact in adding):
                if matcher == "rete":
                    engine.matcher.root_node.add(adding[0])
                else:
                    changes(adding[:1])
                interrupt()
            return changes(adding, deleting)

        monkeypatch.setattr(engine.matcher, "changes", half)
    with pytest.raises(KeyboardInterrupt):
        machine.run([BASE[1], BASE[2]])
    monkeypatch.undo()
    engine.reset()
    assert not engine.running
    assert fired(machine.run([BASE[4]])) == ["c"]
    assert fired(machine.run([BASE[1], BASE[2], BASE[3]])) == ["a"]


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b18_a_run_is_bounded(matcher, monkeypatch):
    machine = Machine([told("r", START), told("s", BASE[2])], matcher=matcher)
    again = Activation(machine._engine.get_rules()[0], (), {"f0": ground_fact(START)})
    changes = machine._engine.matcher.changes

    def endless(*changed):
        added, removed = changes(*changed)
        return [*added, *([again] if machine._firings else [])], removed

    monkeypatch.setattr(machine._engine.matcher, "changes", endless)
    with pytest.raises(EngineError, match="r still waits after 2 firings"):
        machine.run([START])
    monkeypatch.undo()
    assert fired(machine.run([START])) == ["r"]


def test_watchers_are_silent_with_the_root_logger_at_debug(caplog):
    caplog.set_level(logging.DEBUG)
    assert fired(Machine([told("r", START)], matcher="rete").run([START])) == ["r"]
    assert caplog.records == []
