"""The vocabulary as data: inputs, terms, predicates, groups and questions.

The reader knows no Liu Ren: which names exist, what type they have and how they are spoken is
all in ``rules/vocabulary/`` (read by ``lexicon``). The symbols come from whoever owns the
alphabet, as a mapping ``name -> type`` with aliases and unions.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field

from rules.reader.names import fold
from rules.reader.nodes import Node, Span


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument: ``kind`` is term, set, int, ints or table; ``type`` a type or union name."""

    name: str
    kind: str
    type: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """A sentence template in English and Chinese; ``{slot}`` stands for the argument."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class TermDef:
    """A term: read from a chart column, computed from slots, or a name for another term."""

    name: str
    type: str
    speech: Speech
    slots: tuple[Slot, ...] = ()
    column: str = ""
    input: str = ""
    means: Node | None = field(default=None, compare=False)
    spirit: bool = False
    source: str = ""
    because: Speech | None = None


@dataclass(frozen=True, slots=True)
class PredicateDef:
    """A predicate: its slots, the noun of its fact and its two sentences."""

    name: str
    fact: str
    slots: tuple[Slot, ...]
    chinese: str
    reads: Speech
    fails: Speech
    evidence: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class GroupDef:
    """A named list of terms (the three transmissions, the four lessons)."""

    name: str
    terms: tuple[Node, ...]
    speech: Speech


@dataclass(frozen=True, slots=True)
class InputDef:
    """Something that a chart can be told: how it is called and how it is written."""

    name: str
    speech: Speech
    give: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One enumerated answer of a question and the answers that it opposes."""

    name: str
    speech: Speech
    opposes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that users ask, with its answers in order.

    A ``background`` question is answered only when it is asked for. One that is ``keyed_by`` a
    value of its verdicts (place, direction) is asked of each of these by itself: answers oppose
    each other only there.
    """

    name: str
    speech: Speech
    answers: dict[str, Answer]
    background: bool = False
    keyed_by: str = ""


@dataclass(slots=True)
class Vocabulary:
    """Everything that a rule file may name. ``resolve`` follows aliases and variant characters.

    ``named_lists`` are the lists that something named so far: the model holds their members only.
    """

    symbols: MappingABC[str, str]
    unions: MappingABC[str, tuple[str, ...]]
    terms: dict[str, TermDef] = field(default_factory=dict)
    predicates: dict[str, PredicateDef] = field(default_factory=dict)
    groups: dict[str, GroupDef] = field(default_factory=dict)
    inputs: dict[str, InputDef] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    advice: dict[str, Speech] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    named_lists: set[str] = field(default_factory=set)
    aliases: dict[str, dict[str, str]] = field(default_factory=dict)
    places: dict[tuple[str, str], Span] = field(default_factory=dict)

    def resolve(self, kind: str, name: str) -> str:
        """The standard name for a name or alias of that kind (the name itself if unknown)."""
        table = self.aliases.get(kind, {})
        return table.get(name) or table.get(fold(name)) or name

    def members(self, name: str) -> tuple[str, ...] | None:
        """The members of the list of that name or alias, or None; the list counts as named."""
        resolved = self.resolve("list", name)
        if resolved in self.lists:
            self.named_lists.add(resolved)
        return self.lists.get(resolved)

    def add_alias(self, kind: str, alias: str, name: str) -> str:
        """Let ``alias`` (and its folded form) mean ``name``; return what it means by now."""
        table = self.aliases.setdefault(kind, {})
        table.setdefault(fold(alias), name)
        return table.setdefault(alias, table[fold(alias)])

    def has_type(self, type_name: str) -> bool:
        """Whether there is a type or union of that name."""
        return type_name == "any" or type_name in self.unions or type_name in self.symbols.values()

    def types_of(self, type_name: str) -> tuple[str, ...]:
        """The plain types that a type or union stands for."""
        return self.unions.get(type_name, (type_name,))

    def accepts(self, wanted: str, given: str) -> bool:
        """Whether a term of type ``given`` may stand where ``wanted`` is expected."""
        if "any" in (wanted, given):
            return True
        return bool(set(self.types_of(wanted)) & set(self.types_of(given)))


def new_vocabulary(
    symbols: MappingABC[str, str],
    symbol_aliases: MappingABC[str, str],
    unions: MappingABC[str, tuple[str, ...]],
) -> Vocabulary:
    """An empty vocabulary over an alphabet."""
    vocabulary = Vocabulary(symbols=symbols, unions=unions)
    for name in symbols:
        vocabulary.add_alias("symbol", name, name)
    for alias, name in symbol_aliases.items():
        vocabulary.add_alias("symbol", alias, name)
    return vocabulary
