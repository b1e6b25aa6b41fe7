"""The known faults of Experta 1.9.4: shown in Experta itself, and shown not to reach our programs.

Every test names the fault by its number. What stands on addresses in memory, and so differs from
run to run, is shown by its cause. That a run after an error is right (B12) and that a run is
bounded (B18) is in test_port.py, with the rest of the machine.
"""

from __future__ import annotations

import pytest

from engine.experta_port import (
    CountingMatcher,
    EngineError,
    GroundFact,
    Machine,
    TotalOrder,
    fact_class,
    ground_fact,
)
from engine.horn import Atom, HornRule, ProgramError, atom, validate

# Experta can be imported only after the port.
from experta import MATCH, Fact, KnowledgeEngine, L, P, Rule  # isort: skip
from experta.activation import Activation
from experta.conditionalelement import AND, EXISTS, FORALL, NOT, OR, TEST
from experta.matchers import ReteMatcher
from experta.matchers.rete.utils import prepare_rule
from experta.strategies import DepthStrategy

MATCHERS = ("counting", "rete")
START = atom("Base", n="start")


class A(Fact):
    pass


class B(Fact):
    pass


class C(Fact):
    pass


def stock(**conditions):
    """An engine of Experta as published; each rule writes its name to `fired`."""
    fired = []

    def rule(name, lhs):
        def rhs(engine, **bound):
            fired.append(name)

        rhs.__name__ = name
        return Rule(*lhs)(rhs)

    rules = {name: rule(name, lhs) for name, lhs in conditions.items()}
    engine = type("Stock", (KnowledgeEngine,), rules)()
    engine.fired = fired
    engine.reset()
    return engine


def refused(*lhs):
    """Whether the counting matcher refuses the left-hand side when the engine is built."""
    space = {"__matcher__": CountingMatcher, "r": Rule(*lhs)(lambda engine: None)}
    with pytest.raises(EngineError, match="refuses"):
        type("Counted", (KnowledgeEngine,), space)()
    return True


def base(n):
    return atom("Base", n=str(n))


def told(name, *positives, head=None, unless=()):
    return HornRule(name, positives, tuple(unless), head or atom("Told", rule=name))


def fired(ledger):
    return [firing.rule for firing in ledger.firings]


def run(program, given, matcher):
    return Machine(program, matcher=matcher).run(given)


def stale(strategy):
    """Of 30 defaults, those that fire although their exception has come; each tried alone."""
    rules = {f"r{k:02}": (A(), NOT(B(k=k))) for k in range(30)}
    engine = stock(**rules)
    engine.strategy = strategy
    wrong = []
    for k in range(30):
        engine.fired.clear()
        engine.reset()
        engine.declare(A())
        engine.declare(B(k=k))
        engine.run()
        wrong += {f"r{k:02}"}.intersection(engine.fired)
    return wrong


def test_b1_stale_activations_fire():
    assert len(stale(DepthStrategy())) == 27  # found only at the first, second and last place
    assert stale(TotalOrder()) == []


def test_b1_only_the_activation_meant_is_removed():
    engine = stock(r=(A(x=MATCH.x), NOT(B(x=MATCH.x))))
    engine.strategy = TotalOrder()
    engine.declare(*(A(x=x) for x in range(9)))
    engine.declare(B(x=4))
    left = {fact["x"] for act in engine.agenda.activations for fact in act.facts}
    assert left == set(range(9)) - {4}


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b1_excepted_defaults_are_silent(matcher):
    program = [told(f"r{k:02}", unless=[base(k)]) for k in range(30)]
    ledger = run(program, [base(k) for k in range(0, 30, 3)], matcher)
    assert fired(ledger) == [f"r{k:02}" for k in range(30) if k % 3]


def test_b2_order_among_equals_is_left_to_addresses():
    engine = stock(x=(A(),), y=(A(),))
    fact = engine.declare(A())
    acts = [Activation(rule, {fact}) for rule in engine.get_rules()]
    depth, total = DepthStrategy(), TotalOrder()
    assert depth.get_key(acts[0]) == depth.get_key(acts[1])
    for given in (acts, acts[::-1]):
        agenda = type("Agenda", (), {"activations": []})()
        total.update_agenda(agenda, given, [])
        assert [a.rule.__name__ for a in agenda.activations] == ["y", "x"]  # the last fires first


def test_b3_exists_and_forall_forget_outer_bindings():
    engine = stock(r=(A(x=MATCH.x), EXISTS(B(x=MATCH.x))))
    engine.declare(A(x=1), B(x=2))
    engine.run()
    assert engine.fired == ["r"]  # no B has the x of the A
    engine = stock(r=(C(g=MATCH.g), FORALL(A(g=MATCH.g, x=MATCH.x), B(g=MATCH.g, x=MATCH.x))))
    engine.declare(C(g=1), C(g=2), A(g=1, x=1), B(g=1, x=1), A(g=2, x=1))
    engine.run()
    assert engine.fired == []  # should fire for g=1
    pattern = ground_fact(START)
    assert refused(EXISTS(pattern))
    assert refused(FORALL(pattern, pattern))


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b4_negated_conjunction(matcher):
    engine = stock(r=(C(), NOT(AND(A(x=MATCH.x), B(x=MATCH.x)))))
    engine.declare(C(), A(x=1), B(x=2))
    engine.run()
    assert engine.fired == []  # should fire once: no x is in both
    engine.reset()
    engine.declare(C())
    engine.run()
    assert engine.fired == ["r", "r"]  # should fire once
    assert refused(NOT(AND(ground_fact(base(1)), ground_fact(base(2)))))
    # Compiled, the negation of a conjunction is a helper with a rule a branch.
    lacking = atom("Helper", n="lacking")
    program = [
        told("no1", head=lacking, unless=[base(1)]),
        told("no2", head=lacking, unless=[base(2)]),
        told("verdict", lacking),
    ]
    assert fired(run(program, [], matcher)) == ["no1", "no2", "verdict"]
    assert fired(run(program, [base(1)], matcher)) == ["no2", "verdict"]
    assert fired(run(program, [base(1), base(2)], matcher)) == []


def beyond(n):
    return P(lambda x: x > n)


def below(n):
    return P(lambda x: x < n)


def test_b5_conjunction_of_alternatives():
    engine = stock(r=(A(x=(beyond(5) | below(-5)) & (below(3) | beyond(100))),))
    engine.declare(A(x=7))
    engine.run()
    assert engine.fired == ["r"]  # 7 is neither below 3 nor beyond 100
    with pytest.raises(ProgramError, match="no string"):
        validate([told("r", Atom("Base", (("n", beyond(5)),)))])


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b6_conjunctions_cannot_be_joined(matcher):
    with pytest.raises(NameError):
        (A() & B()) & (C() & A())
    with pytest.raises(NameError):
        (L(1) & L(2)) & (L(3) & L(4))
    program = [told("four", *map(base, range(4)))]
    assert fired(run(program, map(base, range(4)), matcher)) == ["four"]
    assert fired(run(program, map(base, range(3)), matcher)) == []


def test_b7_test_comes_to_nothing():
    got = []
    engine = stock(
        first=(TEST(lambda: True), A()), unbound=(A(), TEST(lambda q: not got.append(q)))
    )
    engine.declare(A())
    engine.run()
    assert engine.fired == ["unbound"]
    assert got == [None]
    assert refused(ground_fact(START), TEST(lambda: True))


@pytest.mark.parametrize("inner", [EXISTS(A()), TEST(lambda: True)])
def test_b8_negated_exists_or_test(inner):
    with pytest.raises(KeyError):
        stock(r=(A(), NOT(inner)))
    assert refused(ground_fact(START), NOT(inner))


def test_b9_declaring_and_retracting_at_once():
    class Engine(KnowledgeEngine):
        @Rule(A())
        def both(self):
            self.retract(self.declare(B()))

        @Rule(B())
        def other(self):
            pass

    engine = Engine()
    engine.reset()
    engine.declare(A())
    with pytest.raises(KeyError):
        engine.run()
    counted = type("Counted", (KnowledgeEngine,), {"__matcher__": CountingMatcher})()
    counted.reset()
    fact = counted.declare(ground_fact(START))
    with pytest.raises(EngineError, match="no retraction"):
        counted.retract(fact)


def test_b10_negated_name_before_it_is_bound():
    engine = stock(r=(A(x=~MATCH.x), B(x=MATCH.x)))  # not a word when it is built
    engine.declare(A(x=1))
    with pytest.raises(RuntimeError, match="before capture"):
        engine.declare(B(x=1))
    assert refused(fact_class("Base")(n=~MATCH.x))


@pytest.mark.parametrize("slot", ["三", "self", "a__b", "日干", "1", ""])
def test_b11_slot_names_are_checked(slot):
    with pytest.raises(ProgramError, match=r"r: the slot"):
        validate([told("r", Atom("Base", ((slot, "v"),)))])


def test_b11_slot_names_that_break_experta():
    with pytest.raises(ValueError, match="三"):
        stock(r=(A(三=1),)).declare(A(三=1))
    with pytest.raises(KeyError, match="double underscores"):
        stock().declare(A(a__b=1))
    with pytest.raises(TypeError, match="self"):
        A(self=1)


def test_b12_an_error_leaves_rubbish():
    engine = stock(r=(A(),), s=(B(x=beyond(3)),))
    with pytest.raises(TypeError):
        engine.declare(A(), B(x=None))
    engine.reset()
    engine.run()
    assert engine.fired == ["r"]  # and there is no A: not even reset clears it


def test_b12_an_error_leaves_the_engine_running():
    class Engine(KnowledgeEngine):
        @Rule(A())
        def bad(self):
            raise ZeroDivisionError

    engine = Engine()
    engine.reset()
    engine.declare(A())
    with pytest.raises(ZeroDivisionError):
        engine.run()
    assert engine.running


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b13_equal_rules_are_merged(matcher):
    class Engine(KnowledgeEngine):
        def rhs(self):
            self.count += 1

        one = Rule(A())(rhs)
        two = Rule(A())(rhs)

    engine = Engine()
    engine.count = 0
    engine.reset()
    engine.declare(A())
    engine.run()
    assert engine.count == 1
    head = atom("Told", rule="same")
    program = [told("one", START, head=head), told("two", START, head=head)]
    assert fired(run(program, [START], matcher)) == ["one", "two"]


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b14_a_second_derivation_is_lost(matcher):
    engine = stock()
    assert engine.declare(A()) is not None
    assert engine.declare(A()) is None
    head = atom("Told", rule="same")
    ledger = run(
        [told("p", base(1), head=head), told("q", base(2), head=head)], [base(1), base(2)], matcher
    )
    assert [firing.rule for firing in ledger.support[head]] == ["p", "q"]


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b15_no_truth_maintenance(matcher):
    class Engine(KnowledgeEngine):
        @Rule(A())
        def derive(self):
            self.declare(B())

    engine = Engine()
    engine.reset()
    support = engine.declare(A())
    engine.run()
    engine.retract(support)
    engine.run()
    assert B() in [type(fact)() for fact in engine.facts.values()]  # though A is gone
    machine = Machine([told("r", START)], matcher=matcher)
    assert machine.run([START]).derived == {atom("Told", rule="r")}
    assert machine.run([]).derived == set()


def test_b16_types_and_equality():
    class Sub(A):
        pass

    engine = stock(r=(A(),), one=(B(x=1),))
    engine.declare(Sub(), B(x=True))
    engine.run()
    assert engine.fired == ["one"]  # a subclass is no A, and True is 1
    assert fact_class("Control").__mro__[1] is GroundFact
    assert fact_class("Control") is fact_class("Control")
    with pytest.raises(ProgramError, match="no string"):
        validate([told("r", Atom("Base", (("n", 1),)))])


@pytest.mark.parametrize("matcher", MATCHERS)
def test_b17_alternatives_multiply(matcher):
    six = L(1) | L(2) | L(3) | L(4) | L(5) | L(6)
    rule = prepare_rule(Rule(A(x=six), B(x=six), C(x=six))(lambda engine: None))
    assert len(rule[0]) == 216
    engine = stock(r=(OR(A(), B()),))
    engine.declare(A(), B())
    engine.run()
    assert engine.fired == ["r", "r"]
    assert refused(OR(ground_fact(base(1)), ground_fact(base(2))))
    some = [atom("Helper", n=str(h)) for h in range(3)]
    program = [told(f"h{h}{k}", base(k), head=some[h]) for h in range(3) for k in range(6)]
    program.append(told("verdict", *some))
    ledger = run(program, map(base, range(6)), matcher)
    assert len(ledger.firings) == 19
    assert fired(ledger).count("verdict") == 1


def test_b18_no_loop_guard():
    class Engine(KnowledgeEngine):
        @Rule(A(n=MATCH.n))
        def on(self, n):
            self.declare(A(n=n + 1))

    engine = Engine()
    engine.reset()
    engine.declare(A(n=0))
    engine.run(50)
    assert len(engine.facts) == 52  # InitialFact, the first and one a step: it would never end
    loop = [told("on", base(1), head=base(2)), told("back", base(2), head=base(1))]
    with pytest.raises(ProgramError, match="derived from itself"):
        validate(loop)


def test_p2_engines_share_one_cache():
    engines = [stock(r=(A(),)), stock(r=(A(),))]
    cache = ReteMatcher._get_conflict_set_nodes
    before = cache.cache_info().misses
    for n in range(10):
        for engine in engines:
            engine.declare(A(n=n))
    assert cache.cache_info().misses == before + 20  # every declare walks the network again
    machines = [Machine([told("r", START)]) for _ in engines]
    before = cache.cache_info()
    assert [fired(machine.run([START])) for machine in machines * 2] == [["r"]] * 4
    assert cache.cache_info() == before
