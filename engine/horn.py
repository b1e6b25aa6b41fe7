"""Ground Horn rules: the compiled program, which knows neither Liu Ren nor Experta.

A rule fires when all its positive atoms hold and none of its negative atoms does; its head is then
declared. There are no variables and one stratum: negatives stand on *base* atoms only, those that
no rule derives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

Slots = tuple[tuple[str, str], ...]


class Atom(NamedTuple):
    """The canonical key of a ground fact (事實).

    `kind` is the name of the fact's class, `slots` its (name, value) pairs sorted by name:
    ``Atom("Control", (("a", "游都"), ("b", "day_stem")))``.
    """

    kind: str
    slots: Slots


def atom(kind: str, **slots: str) -> Atom:
    """Return the atom of a kind with its slots in canonical order."""
    return Atom(kind, tuple(sorted(slots.items())))


class ProgramError(ValueError):
    """A program that cannot be run soundly; the message names the rule."""


@dataclass(frozen=True, slots=True)
class HornRule:
    """One ground rule: `positives` and not `negatives` derive `head`."""

    name: str
    positives: tuple[Atom, ...]
    negatives: tuple[Atom, ...]
    head: Atom

    def atoms(self) -> Iterator[Atom]:
        """Yield every atom that the rule mentions, its head last."""
        yield from self.positives
        yield from self.negatives
        yield self.head


def validate(program: Sequence[HornRule]) -> None:
    """Raise `ProgramError`, naming the rule, for the first fault of a program.

    Faults: an empty or repeated rule name; a kind or a slot name that is no ASCII identifier, is
    ``self`` or contains ``__``; a value that is no string; slots out of order; two atoms of a kind
    with different slots; an atom both positive and negative in one rule; a negative atom that some
    rule derives; recursion among derived atoms.
    """
    _check_names(program)
    _check_atoms(program)
    _check_negatives(program)
    _check_recursion(program)


def _check_names(program: Iterable[HornRule]) -> None:
    seen: set[str] = set()
    for rule in program:
        if not rule.name:
            raise ProgramError(f"a rule that derives {rule.head} has an empty name")
        if rule.name in seen:
            raise ProgramError(f"{rule.name}: two rules have this name")
        seen.add(rule.name)


def _check_atoms(program: Iterable[HornRule]) -> None:
    seen: set[Atom] = set()
    shapes: dict[str, tuple[str, ...]] = {}
    for rule in program:
        for each in rule.atoms():
            if each in seen:
                continue
            seen.add(each)
            fault = _atom_fault(each)
            if fault:
                raise ProgramError(f"{rule.name}: {fault}")
            # A pattern matches facts that have more slots than it names: equal slots rule that out.
            names = tuple(name for name, _ in each.slots)
            if shapes.setdefault(each.kind, names) != names:
                raise ProgramError(
                    f"{rule.name}: {each.kind} has the slots {names} here, "
                    f"and {shapes[each.kind]} elsewhere"
                )


def _atom_fault(each: Atom) -> str | None:
    if not (each.kind.isascii() and each.kind.isidentifier()):
        return f"the kind {each.kind!r} is no ASCII identifier"
    for name, value in each.slots:
        fault = _slot_fault(name, value)
        if fault:
            return f"the slot {name!r} of {each.kind} {fault}"
    names = [name for name, _ in each.slots]
    if names != sorted(set(names)):
        return f"the slots of {each.kind} are not in order: {names}"
    return None


def _slot_fault(name: str, value: object) -> str | None:
    # What Experta trips over: int('三') on numeric names, `self` and `__` in keyword names.
    if not (name.isascii() and name.isidentifier()):
        return "is no ASCII identifier"
    if name == "self" or "__" in name:
        return "has a reserved name"
    if not isinstance(value, str):
        return f"has the value {value!r}, which is no string"
    return None


def _check_negatives(program: Iterable[HornRule]) -> None:
    derived = {rule.head for rule in program}
    for rule in program:
        for each in rule.negatives:
            if each in derived:
                raise ProgramError(f"{rule.name}: the negative {each} is derived by a rule")
            if each in rule.positives:
                raise ProgramError(f"{rule.name}: {each} is both positive and negative")


def _check_recursion(program: Iterable[HornRule]) -> None:
    derived = {rule.head for rule in program}
    needs: defaultdict[Atom, set[Atom]] = defaultdict(set)
    for rule in program:
        needs[rule.head].update(derived.intersection(rule.positives))
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        needed, head = error.args[1][:2]  # graphlib gives a cycle as need, head, head of head ...
        name = next(r.name for r in program if r.head == head and needed in r.positives)
        raise ProgramError(f"{name}: {head} is derived from itself, by way of {needed}") from None
