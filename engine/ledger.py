"""The ledger of one run: which rules fired, on what, and what supports each derived fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from engine.horn import Atom


@dataclass(frozen=True, slots=True)
class Firing:
    """One rule that fired: the atoms that it matched, those whose absence it used, its head."""

    rule: str
    matched: tuple[Atom, ...]
    absent: tuple[Atom, ...]
    head: Atom


@dataclass(frozen=True)
class Ledger:
    """What one run did; two ledgers are equal when the same happened in the same order.

    `firings` is in firing order. `given` holds the atoms given to the run that its program
    mentions.
    """

    firings: tuple[Firing, ...]
    given: frozenset[Atom]

    @cached_property
    def support(self) -> Mapping[Atom, tuple[Firing, ...]]:
        """Each derived atom with all its firings, the later ones too, which declared nothing."""
        support: dict[Atom, tuple[Firing, ...]] = {}
        for firing in self.firings:
            support[firing.head] = (*support.get(firing.head, ()), firing)
        return MappingProxyType(support)

    @property
    def fired(self) -> Iterator[str]:
        """The names of all rules that fired, in their order."""
        return (firing.rule for firing in self.firings)

    @property
    def derived(self) -> Set[Atom]:
        """The heads of all rules that fired."""
        return self.support.keys()

    def holds(self, atom: Atom) -> bool:
        """Whether the atom was given or derived."""
        return atom in self.given or atom in self.support
