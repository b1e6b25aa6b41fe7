"""What names mean at a place in a file: bound names, section roles, plates, then the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field, replace

from rules.reader.diagnostics import Report
from rules.reader.model import Select, Term
from rules.reader.tables import Table
from rules.reader.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Typed:
    """A decoded term with its type (a type or union name of the vocabulary)."""

    term: Term | Select
    type: str


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a concept: name and type of each, in order."""

    name: str
    params: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The names visible at a place; ``bind`` gives an inner scope."""

    vocabulary: Vocabulary
    report: Report
    tables: MappingABC[str, Table]
    concepts: MappingABC[str, Signature]
    bound: MappingABC[str, Typed | int] = field(default_factory=dict)
    roles: MappingABC[str, Typed] = field(default_factory=dict)
    plates: MappingABC[str, Term] = field(default_factory=dict)

    def bind(self, names: MappingABC[str, Typed | int]) -> Scope:
        """The scope in which these names are bound as well."""
        return replace(self, bound={**self.bound, **names})

    def term_names(self) -> list[str]:
        """Every name that may stand as a term here, for did-you-mean."""
        vocabulary = self.vocabulary
        return [
            *self.bound,
            *self.roles,
            *vocabulary.aliases.get("term", {}),
            *vocabulary.symbols,
        ]

    def condition_names(self) -> list[str]:
        """Every key that may head a condition here, for did-you-mean."""
        return [
            *("all", "any", "none", "not", "at_least", "exactly", "exists", "every", "is"),
            *self.vocabulary.aliases.get("predicate", {}),
            *self.concepts,
        ]
