"""What names mean at a place in a file: bound names, section roles, plates, then the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field, replace

from rules.reader.diagnostics import CROWDED, Label, Report
from rules.reader.limits import MAX_PARTS, MAX_TERM, Allowance
from rules.reader.model import Select, Term
from rules.reader.nodes import Node, Scalar, Span
from rules.reader.tables import Table
from rules.reader.vocabulary import Vocabulary

KEYWORDS = ("all", "any", "none", "not", "at_least", "exactly", "exists", "every", "is", "always")
MAX_CHOICES = 10_000
"""Choices of bound names at one place: ``exists`` within ``for_each`` multiplies."""


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
    choices: int = 1
    allowance: Allowance = field(default_factory=Allowance)

    def bind(self, names: MappingABC[str, Typed | int], choices: int = 1) -> Scope:
        """The scope in which these names are bound as well, one of so many ``choices``."""
        return replace(self, bound={**self.bound, **names}, choices=self.choices * choices)

    def bare(self) -> Scope:
        """The scope of the vocabulary alone: what it defines means the same everywhere."""
        return replace(self, bound={}, roles={}, plates={})

    def check_new(self, name: Scalar) -> None:
        """Report a name that a file gives to something of its own and that means something."""
        meaning, first = self._meaning(name.value)
        if meaning:
            also = [Label(first, "which is defined here")] if first else []
            what = f"`{name.value}` hides {meaning}"
            self.report.error("E217", what, name.span, help="choose another name", also=also)

    def check_choices(self, node: Node, choices: int) -> bool:
        """Whether so many choices can be written out here; too many are reported."""
        if self.choices * choices <= MAX_CHOICES:
            return True
        self.report.error(
            "E206", f"more than {MAX_CHOICES:,} choices of the bound names", node.span
        )
        return False

    def spend(self, node: Node, parts: int = 1) -> bool:
        """Whether so many parts may still be written out; that no more may is reported once."""
        if self.allowance.parts < 0:
            return False
        self.allowance.parts -= parts
        if self.report.crowded:
            self.allowance.parts = -1
            what = f"more than {CROWDED:,} findings: the rest is not read"
            self.report.error("E207", what, node.span)
        elif self.allowance.parts < 0:
            what = f"the rule base has more than {MAX_PARTS:,} parts when all is written out"
            self.report.error("E207", what, node.span, help="the rest is not read")
        return self.allowance.parts >= 0

    def check_size(self, term: Term | Select, node: Node) -> bool:
        """Whether a term is small enough to be walked over; that it is not is reported."""
        if self.allowance.size(term) <= MAX_TERM:
            return True
        what = f"a term of more than {MAX_TERM} parts, with the roles and plates that it names"
        self.report.error("E207", what, node.span)
        return False

    def _meaning(self, name: str) -> tuple[str, Span | None]:
        """What a name means already, and where the vocabulary defines that."""
        own = {"bound name": self.bound, "role": self.roles, "plate": self.plates}
        for kind, names in own.items():
            if name in names:
                return f"the {kind} of that name", None
        for kind, known in self.vocabulary.aliases.items():
            if kind != "predicate" and self.vocabulary.resolve(kind, name) in known:
                meant = self.vocabulary.resolve(kind, name)
                return f"the {kind} `{meant}`", self.vocabulary.places.get((kind, meant))
        return "", None

    def term_names(self) -> list[str]:
        """Every name that may stand as a term here, for did-you-mean."""
        vocabulary = self.vocabulary
        return [
            *self.bound,
            *self.roles,
            *self.plates,
            *vocabulary.aliases.get("term", {}),
            *vocabulary.symbols,
        ]

    def condition_names(self) -> list[str]:
        """Every key that may head a condition here, for did-you-mean."""
        return [*KEYWORDS, *self.vocabulary.aliases.get("predicate", {}), *self.concepts]
