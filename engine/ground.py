"""Compiles the model to ground Horn clauses: one stratum, no disjunction, no quantifier.

Negation is pushed down to literals: through ``all`` and ``any`` by De Morgan, through concepts by
their dual (``NotConcept``). A negated literal that reads no optional input becomes the absence of
its fact; any other needs the fact ``Refuted``, for what was not given is unknown and not false.
``any`` and ``at_least`` become helper facts with one clause a branch.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.horn import Atom, HornRule, atom
from facts.reads import Reads
from rules.reader.edition import Edition
from rules.reader.model import (
    All,
    Any,
    AtLeast,
    Condition,
    Literal,
    Not,
    Rule,
    Select,
    Term,
    Use,
    key_of,
)
from rules.reader.substitute import instance


@dataclass(slots=True)
class Program:
    """The compiled rule base.

    ``literals`` gives the fact of each literal, ``refuted`` the fact that states its falsehood;
    ``uses`` the concept use behind each derived concept fact (with its sign). ``counts`` says how
    many of how many parts a counting helper needs, ``cells`` which helper each running count
    serves (itself among them).
    """

    clauses: list[HornRule] = field(default_factory=list)
    literals: dict[Literal, Atom] = field(default_factory=dict)
    refuted: dict[Literal, Atom] = field(default_factory=dict)
    by_atom: dict[Atom, Literal] = field(default_factory=dict)
    uses: dict[Atom, tuple[Use, bool]] = field(default_factory=dict)
    counts: dict[Atom, tuple[int, int]] = field(default_factory=dict)
    cells: dict[Atom, Atom] = field(default_factory=dict)


@dataclass(slots=True)
class _Body:
    """The body of a clause under construction."""

    positives: dict[Atom, None] = field(default_factory=dict)
    negatives: dict[Atom, None] = field(default_factory=dict)


class Compiler:
    """Lowers rules to clauses; equal parts are lowered once."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.reads = Reads(edition)
        self.program = Program()
        self._helpers: dict[tuple[Condition, bool], Atom] = {}

    def add(self, rule: Rule) -> None:
        """Compile one rule (or row): its condition implies ``Verdict(rule=id)``."""
        body = _Body()
        self._conjoin(rule.when, True, body)
        self._emit(rule.id, body, verdict_atom(rule.id))

    def _emit(self, name: str, body: _Body, head: Atom) -> None:
        # A body that wants a fact both there and away can never hold: it is no clause.
        if body.positives.keys().isdisjoint(body.negatives):
            self.program.clauses.append(
                HornRule(name, tuple(body.positives), tuple(body.negatives), head)
            )

    def _conjoin(self, condition: Condition, sign: bool, body: _Body) -> None:
        """Add what the condition (or its negation) asks for to a body."""
        match condition:
            case Not(part):
                self._conjoin(part, not sign, body)
            case Literal():
                self._literal(condition, sign, body)
            case All(parts) if sign:
                for part in parts:
                    self._conjoin(part, sign, body)
            case Any(parts) if not sign:
                for part in parts:
                    self._conjoin(part, sign, body)
            case _:
                body.positives[self._helper(condition, sign)] = None

    def _literal(self, literal: Literal, sign: bool, body: _Body) -> None:
        fact = self.program.literals.get(literal)
        if fact is None:
            fact = self.program.literals[literal] = self.fact(literal)
            self.program.by_atom[fact] = literal
        if sign:
            body.positives[fact] = None
        elif not self.reads.is_optional(literal):
            body.negatives[fact] = None
        else:
            refuted = self.program.refuted.get(literal)
            if refuted is None:
                refuted = atom("Refuted", literal=key_of(literal))
                self.program.refuted[literal] = refuted
                self.program.by_atom[refuted] = literal
            body.positives[refuted] = None

    def fact(self, literal: Literal) -> Atom:
        """The fact that states a literal."""
        definition = self.edition.vocabulary.predicates[literal.predicate]
        slots = {
            slot.name: arg.key if isinstance(arg, Term | Select) else _plain(arg)
            for slot, arg in zip(definition.slots, literal.args, strict=True)
        }
        return atom(definition.fact, **slots)

    def _helper(self, condition: Condition, sign: bool) -> Atom:
        """The derived fact that stands for a condition (or its negation)."""
        key = (condition, sign)
        known = self._helpers.get(key)
        if known is not None:
            return known
        if isinstance(condition, Use):
            head = atom("Concept" if sign else "NotConcept", name=condition.key)
            self._helpers[key] = head
            # Sections may call one term by names that differ in English only: one fact all the same
            if head not in self.program.uses:
                self.program.uses[head] = (condition, sign)
                self._branches(instance(self.edition.concepts, condition), sign, head)
            return head
        head = atom("Helper", number=str(len(self._helpers)))
        self._helpers[key] = head
        if isinstance(condition, AtLeast):
            self._counted(condition, sign, head)
        else:
            self._branches(condition, sign, head)
        return head

    def _branches(self, condition: Condition, sign: bool, head: Atom) -> None:
        """One clause a branch of a disjunction (a negated conjunction), else a single clause."""
        while isinstance(condition, Not):
            condition, sign = condition.part, not sign
        parts: tuple[Condition, ...] = (condition,)
        if (isinstance(condition, Any) and sign) or (isinstance(condition, All) and not sign):
            parts = condition.parts
        for number, part in enumerate(parts):
            body = _Body()
            self._conjoin(part, sign, body)
            self._emit(f"{_name(head)}/{number}", body, head)

    def _counted(self, condition: AtLeast, sign: bool, head: Atom) -> None:
        """Running counts: ``cell[i, j]`` says that at least j of the first i parts hold."""
        parts, needed = condition.parts, condition.n
        if not sign:  # fewer than n hold: at least size - n + 1 do not
            parts, needed = tuple(Not(p) for p in parts), len(parts) - needed + 1
        size = len(parts)
        self.program.counts[head] = (needed, size)
        cells: dict[tuple[int, int], Atom] = {}
        for i, part in enumerate(parts, 1):
            for j in range(max(1, needed - (size - i)), min(i, needed) + 1):
                last = (i, j) == (size, needed)
                cell = head if last else atom("Helper", number=f"{_name(head)}.{i}.{j}")
                cells[i, j] = cell
                self.program.cells[cell] = head
                if (i - 1, j) in cells:
                    kept = _Body(positives={cells[i - 1, j]: None})
                    self._emit(f"{_name(cell)}/kept", kept, cell)
                counted = _Body()
                if j > 1:
                    counted.positives[cells[i - 1, j - 1]] = None
                self._conjoin(part, True, counted)
                self._emit(f"{_name(cell)}/counted", counted, cell)


def verdict_atom(rule_id: str) -> Atom:
    """The fact that says that a rule has spoken."""
    return atom("Verdict", rule=rule_id)


def _name(head: Atom) -> str:
    return f"{head.kind} {head.slots[0][1]}"


def _plain(arg: object) -> str:
    return "+".join(map(str, arg)) if isinstance(arg, tuple) else str(arg)


def compile_program(edition: Edition) -> Program:
    """Compile every rule of an edition, dead letters too (they must never fire)."""
    compiler = Compiler(edition)
    for rule in edition.rules.values():
        compiler.add(rule)
    return compiler.program
