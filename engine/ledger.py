"""The ledger of one run: which rules fired, on what, and what supports each derived fact."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.horn import Atom


@dataclass(frozen=True, slots=True)
class Firing:
    """One rule that fired: the atoms that it matched, those whose absence it used, its head."""

    rule: str
    matched: tuple[Atom, ...]
    absent: tuple[Atom, ...]
    head: Atom


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one run did; two ledgers are equal when the same happened in the same order.

    `firings` is in firing order. `given` holds the atoms given to the run that its program
    mentions. `support` maps each derived atom to all its firings, the later ones too, which
    declared nothing new.
    """

    firings: tuple[Firing, ...]
    given: frozenset[Atom]
    support: Mapping[Atom, tuple[Firing, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        support: dict[Atom, tuple[Firing, ...]] = {}
        for firing in self.firings:
            support[firing.head] = (*support.get(firing.head, ()), firing)
        object.__setattr__(self, "support", MappingProxyType(support))

    @property
    def derived(self) -> Set[Atom]:
        """The heads of all rules that fired."""
        return self.support.keys()

    def holds(self, atom: Atom) -> bool:
        """Whether the atom was given or derived."""
        return atom in self.given or atom in self.support
