"""The one door to Experta: its import, the firing order, the matchers, and the machine to run.

Experta 1.9.4 is used as published; what it gets wrong is kept out by the shape of the compiled
program (see `engine.horn`) and, for the firing order, by `TotalOrder`.
"""

from __future__ import annotations

import collections
import collections.abc
import inspect
import logging
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Any, Literal

from engine.horn import Atom, HornRule, validate
from engine.ledger import Firing, Ledger
from engine.matcher import Body, UnmetCounts


@contextmanager
def _importing_experta() -> Iterator[None]:
    """Lend frozendict 1.2 its `collections.Mapping`, and undo Experta's `logging.basicConfig`."""
    handlers = list(logging.root.handlers)
    lent = not hasattr(collections, "Mapping")
    if lent:
        collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]
    try:
        yield
    finally:
        if lent:
            del collections.Mapping  # type: ignore[attr-defined]
        for handler in [h for h in logging.root.handlers if h not in handlers]:
            logging.root.removeHandler(handler)


with _importing_experta():
    # Each name from its own module: experta/__init__ swallows ImportError and may be left empty.
    from experta.abstract import Matcher, Strategy
    from experta.activation import Activation
    from experta.agenda import Agenda
    from experta.conditionalelement import NOT
    from experta.engine import KnowledgeEngine
    from experta.fact import Fact, InitialFact
    from experta.factlist import FactList
    from experta.rule import Rule

# Watchers without a level log every step as soon as the root logger is at DEBUG.
logging.getLogger("experta.watchers").setLevel(logging.WARNING)


class EngineError(RuntimeError):
    """The engine was asked for, or has done, what a ground program never needs."""


# ---------------------------------------------------------------------------------------- facts


class GroundFact(Fact):  # type: ignore[misc]
    """A fact (事實) made from an atom; one subclass a kind.

    ``number`` is what the counting matcher of its machine calls the atom, once it knows the fact.
    """

    atom: Atom
    number: int | None = None


@cache
def fact_class(kind: str) -> type[GroundFact]:
    """Return the fact class of a kind: always the same one, for Experta matches exact types."""
    return type(kind, (GroundFact,), {"__doc__": f"The facts of kind {kind}."})


def ground_fact(atom: Atom) -> GroundFact:
    """Return a new, undeclared fact with the class and the slots of an atom."""
    fact = fact_class(atom.kind)(**dict(atom.slots))
    fact.atom = atom
    return fact


def _identity(fact: Any) -> Hashable:
    """Return what tells one ground fact or pattern from another; raise `EngineError` for others."""
    atom: Atom | None = getattr(fact, "atom", None)
    if atom is not None:
        return atom
    if type(fact) is InitialFact:
        return InitialFact.__name__
    raise EngineError(f"not a ground fact: {fact!r}")


# ---------------------------------------------------------------------------------------- order


@cache
def _descending(name: str) -> tuple[int, ...]:
    """Return a key that sorts names backwards; the 1 puts a name before those that it begins."""
    return (*(-ord(character) for character in name), 1)


_KEY = attrgetter("key")


class TotalOrder(Strategy):  # type: ignore[misc]
    """Higher salience first, then by rule name; removal takes exactly the activation meant.

    Experta's own strategy looks for a removed activation in three places only, so that rules fire
    whose conditions no longer hold, and its order among equals changes from run to run.
    """

    def _update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        waiting: list[Any] = agenda.activations  # the last one fires next
        for activation in removed:
            activation.key = self._key(activation)
            for place in range(bisect_left(waiting, activation), bisect_right(waiting, activation)):
                if waiting[place] == activation:
                    del waiting[place]
                    break
        for activation in added:
            activation.key = self._key(activation)
            insort(waiting, activation, key=_KEY)

    @staticmethod
    def _key(activation: Any) -> tuple[int, tuple[int, ...]]:
        return activation.rule.salience, _descending(activation.rule.__name__)


class _Ranked(TotalOrder):
    """The same order, by the rank that the counting matcher has given to each activation."""

    def _update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        waiting: list[Any] = agenda.activations
        for activation in removed:
            place = bisect_left(waiting, activation.key, key=_KEY)
            if place < len(waiting) and waiting[place] is activation:
                del waiting[place]
        for activation in added:
            insort(waiting, activation, key=_KEY)


# -------------------------------------------------------------------------------------- matcher


class CountingMatcher(Matcher):  # type: ignore[misc]
    """Experta's matcher for ground programs, by counting; it never builds a Rete.

    Patterns are ground facts, InitialFact, or NOT of one: anything else is refused when the engine
    is built, with `EngineError`; so is retraction, when it is tried. An activation names its rule
    and binds nothing: what a ground rule matches is known from the rule.
    """

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        rules = engine.get_rules()
        self._counts = UnmetCounts(_body(rule) for rule in rules)
        self._activations = [Activation(rule, ()) for rule in rules]
        self._rank()

    def number(self, fact: Any) -> int:
        """The number of a fact's atom."""
        number: int | None = getattr(fact, "number", None)
        return self._counts.number(_identity(fact)) if number is None else number

    def _rank(self) -> None:
        """Give each activation its place in the total order as its key."""
        for rank, activation in enumerate(sorted(self._activations, key=TotalOrder._key)):
            activation.key = rank

    def reset(self) -> None:
        """Forget all facts."""
        self._counts.reset()

    def changes(
        self, adding: Iterable[Any] | None = None, deleting: Iterable[Any] | None = None
    ) -> tuple[list[Any], list[Any]]:
        """Take new facts in; return the activations to put on the agenda and those to take off."""
        if deleting:
            raise EngineError("the counting matcher takes no retraction")
        numbers: list[Any] = [getattr(fact, "number", None) for fact in adding or ()]
        if None in numbers:
            numbers = [self.number(fact) for fact in adding or ()]
        gained, lost = self._counts.add_numbers(numbers)
        activations = self._activations
        return [activations[rule] for rule in gained], [activations[rule] for rule in lost]


def _body(rule: Any) -> Body:
    body = Body([], [])
    try:
        for condition in rule:
            if type(condition) is NOT and len(condition) == 1:
                body.negatives.append(_identity(condition[0]))
            else:
                body.positives.append(_identity(condition))
        if not body.positives:
            raise EngineError("nothing positive to match, not even InitialFact")
    except EngineError as error:
        raise EngineError(f"the counting matcher refuses {rule.__name__}: {error}") from None
    return body


# -------------------------------------------------------------------------------------- machine


class _GroundFactList(FactList):  # type: ignore[misc]
    """Facts told apart by their numbers; the program's validation stands for that of each fact."""

    def __init__(self) -> None:
        super().__init__()
        self.last_index = 0
        self._numbers: set[int] = set()

    def take(self, facts: Iterable[Any]) -> None:
        """Declare facts, those that are there already without effect."""
        numbers, added, index = self._numbers, self.added, self.last_index
        for fact in facts:
            if fact.number not in numbers:
                numbers.add(fact.number)
                dict.__setitem__(fact, "__factid__", index)  # the property of that name is slow
                self[index] = fact
                index += 1
                added.append(fact)
        self.last_index = index


class _Engine(KnowledgeEngine):  # type: ignore[misc]
    """An engine whose rules are handed over as data."""

    __strategy__ = TotalOrder

    def __init__(self, rules: Sequence[Any]) -> None:
        self._rules = rules
        super().__init__()

    def get_rules(self) -> Sequence[Any]:
        return self._rules


class _ReteEngine(_Engine):
    """The reference: Experta's own Rete, fact list and reset."""

    def reset(self, **kwargs: Any) -> None:
        # Conflict nodes keep what they have not yet reported, even over a reset: let them report.
        self.matcher.changes()
        super().reset(**kwargs)


class _CountingEngine(_Engine):
    """The quick one: facts are compiled atoms, rules are counted."""

    __matcher__ = CountingMatcher
    __strategy__ = _Ranked

    def __init__(self, rules: Sequence[Any]) -> None:
        super().__init__(rules)
        self._initial = InitialFact()
        self.number([self._initial])

    def number(self, facts: Iterable[Any]) -> None:
        """Let facts that will be declared know their numbers."""
        for fact in facts:
            fact.number = self.matcher.number(fact)

    def run(self, steps: float = float("inf")) -> None:
        # As in Experta, without its watchers: an activation binds nothing that they could show.
        self.running = True
        while steps > 0 and self.running:
            self.strategy.update_agenda(self.agenda, *self.get_activations())
            activation = self.agenda.get_next()
            if activation is None:
                break
            steps -= 1
            activation.rule(self)
        self.running = False

    def reset(self, **kwargs: Any) -> None:
        # As in Experta, without its search through all members for facts to begin with.
        self.running = False
        self.agenda = Agenda()
        self.facts = _GroundFactList()
        self.matcher.reset()
        self.declare(self._initial)

    def declare(self, *facts: Any) -> None:
        # As in Experta, without its checks for what a valid atom cannot have.
        self.facts.take(facts)
        if not self.running:
            self.strategy.update_agenda(self.agenda, *self.get_activations())


_ENGINES = {"counting": _CountingEngine, "rete": _ReteEngine}

# Experta inspects each right-hand side: one signature for all halves the time to build.
_RHS_SIGNATURE = inspect.Signature(
    [
        inspect.Parameter("engine", inspect.Parameter.POSITIONAL_ONLY),
        inspect.Parameter("bound", inspect.Parameter.VAR_KEYWORD),
    ]
)


class Machine:
    """A ground program in an Experta engine, to be run on one chart after another.

    `matcher="counting"` is the quick one, whose ledger is read from the compiled rules;
    `"rete"` is Experta's own, whose ledger is made of the bindings that it reports. Not for
    several threads at once. Raises `ProgramError` for a program that `validate` refuses.
    """

    def __init__(
        self, program: Sequence[HornRule], *, matcher: Literal["counting", "rete"] = "counting"
    ) -> None:
        validate(program)
        self._limit = len(program)
        # One fact object an atom, declared again in every run: its number is written anew then.
        self._facts = {atom: ground_fact(atom) for atom in {a for r in program for a in r.atoms()}}
        self._firings: list[Firing] = []
        rules = [
            Rule(*_left_hand_side(rule))(self._right_hand_side(rule, reported=matcher == "rete"))
            for rule in program
        ]
        self._engine = _ENGINES[matcher](rules)
        if isinstance(self._engine, _CountingEngine):
            self._engine.number(self._facts.values())

    def run(self, given: Iterable[Atom]) -> Ledger:
        """Run the program on the given atoms, of which those that it does not mention are left out.

        Raises `EngineError` if rules are still waiting when each has had its turn. After any
        exception the machine can be run again.
        """
        engine = self._engine
        find = self._facts.get
        known = {atom: fact for atom in given if (fact := find(atom)) is not None}
        self._firings.clear()
        engine.reset()
        engine.declare(*known.values())
        engine.run(self._limit)
        engine.strategy.update_agenda(engine.agenda, *engine.get_activations())
        if engine.agenda.activations:
            waiting = engine.agenda.activations[-1].rule.__name__
            raise EngineError(f"{waiting} still waits after {self._limit} firings")
        return Ledger(tuple(self._firings), frozenset(known))

    def _right_hand_side(self, rule: HornRule, *, reported: bool) -> Callable[..., None]:
        firing = Firing(rule.name, rule.positives, rule.negatives, rule.head)
        head = self._facts[rule.head]

        def fire(engine: Any, /, **bound: Any) -> None:
            # Support first: a fact that is there already is declared without effect or sign.
            self._firings.append(replace(firing, matched=_read(bound)) if reported else firing)
            engine.declare(head)

        fire.__name__ = rule.name
        fire.__signature__ = _RHS_SIGNATURE  # type: ignore[attr-defined]
        return fire


def _left_hand_side(rule: HornRule) -> list[Any]:
    """Return the patterns of a rule, its positives bound to f0, f1 ..."""
    # Experta wants a pattern to be there before a NOT, and one at all.
    first = [] if rule.positives else [InitialFact()]
    bound = [f"f{place}" << ground_fact(atom) for place, atom in enumerate(rule.positives)]
    return [*first, *bound, *(NOT(ground_fact(atom)) for atom in rule.negatives)]


def _read(bound: Mapping[str, Any]) -> tuple[Atom, ...]:
    """Return the atoms of the facts bound to f0, f1 ..., read from the facts themselves."""
    facts = [bound[f"f{place}"] for place in range(len(bound))]
    return tuple(Atom(type(fact).__name__, tuple(sorted(fact.as_dict().items()))) for fact in facts)
