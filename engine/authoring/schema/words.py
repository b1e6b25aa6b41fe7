"""Definitions of what a rule file may name: symbols, terms, lists, groups, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.authoring.schema.names import Schema, any_of, enumeration, ref
from facts.symbols import ALPHABET
from rules.reader.diagnostics import Report
from rules.reader.edition import Edition
from rules.reader.marks import load
from rules.reader.model import Concept
from rules.reader.nodes import Mapping, Node, Scalar
from rules.reader.tables import Table
from rules.reader.vocabulary import Speech, TermDef, Vocabulary


class Words:
    """The names of one edition. ``types`` are the types and unions that a slot can have."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.vocabulary: Vocabulary = edition.vocabulary
        plain = dict.fromkeys(self.vocabulary.symbols.values())
        self.types = ("any", *plain, *self.vocabulary.unions)
        self._plain = tuple(plain)
        self._files: dict[str, Node | None] = {}

    def spelled(self, kind: str, names: Iterable[str]) -> list[str]:
        """The names with their aliases."""
        wanted = dict.fromkeys(names)
        aliases = self.vocabulary.aliases.get(kind, {})
        return [*wanted, *(a for a, n in aliases.items() if n in wanted and a not in wanted)]

    def enumerated(self, kind: str, hover: dict[str, str]) -> Schema:
        """One of the names in any spelling, each with its hover text."""
        aliases = self.vocabulary.aliases.get(kind, {})
        names = self.spelled(kind, hover)
        texts = {
            name: hover[name] if name in hover else f"{aliases[name]}: {hover[aliases[name]]}"
            for name in names
        }
        return enumeration(texts, names)

    def definitions(self) -> Iterator[tuple[str, Schema]]:
        """The enumerations of all names, and what a name of the file's own is not."""
        vocabulary = self.vocabulary
        for name in self._plain:
            members = [s for s, t in vocabulary.symbols.items() if t == name]
            yield f"symbol.{name}", self.enumerated("symbol", {s: _symbol(s) for s in members})
        for name in self.types:
            plain = self._plain if name == "any" else vocabulary.types_of(name)
            yield f"symbols.{name}", any_of(*(ref(f"symbol.{t}") for t in plain))
            terms = self.plain_terms(name)
            if terms:
                hover = {term.name: said(term.speech, term.source) for term in terms}
                yield f"name.{name}", self.enumerated("term", hover)
            if lists := self.lists_of(name):
                yield f"list.{name}", self.enumerated("list", lists)
        groups = {name: said(group.speech) for name, group in vocabulary.groups.items()}
        found = [self.enumerated("group", groups), self.enumerated("list", self.lists_of("any"))]
        yield "range_name", any_of(*found)
        known = {name: "" for kind in ("term", "symbol") for name in self._known(kind)}
        yield "own_name", {"type": "string", "not": _bare(known)}
        taken = known | {name: "" for kind in ("group", "list") for name in self._known(kind)}
        yield "new_name", {"type": "string", "pattern": r"\S", "not": _bare(taken)}

    def plain_terms(self, type_name: str) -> list[TermDef]:
        """The terms of exactly that type that stand without arguments."""
        terms = self.vocabulary.terms.values()
        return [term for term in terms if not term.slots and (term.type or "any") == type_name]

    def lists_of(self, type_name: str) -> dict[str, str]:
        """The lists whose members may all stand in a set of that type, each with its members."""
        vocabulary = self.vocabulary
        return {
            name: " ".join(members)
            for name, members in vocabulary.lists.items()
            if all(vocabulary.accepts(type_name, vocabulary.symbols[m]) for m in members)
        }

    def param_types(self, concept: Concept) -> dict[str, str]:
        """The parameters of a concept with their types, as its file has them."""
        assert concept.span is not None
        source = concept.span.source
        if source.path not in self._files:
            self._files[source.path] = load(source, Report())
        node: Node | None = self._files[source.path]
        for key in ("concepts", concept.name, "params"):
            node = node.get(key) if isinstance(node, Mapping) else None
        types = {}
        for name, kind in node.entries if isinstance(node, Mapping) else []:
            types[name.value] = kind.value if isinstance(kind, Scalar) else "any"
        return types

    def operations(self) -> list[TermDef]:
        """The terms that take arguments."""
        return [term for term in self.vocabulary.terms.values() if term.slots]

    def tables(self) -> dict[tuple[str, str], dict[str, str]]:
        """The tables by the types of key and value, each with what it is."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for table in self.edition.tables.values():
            found.setdefault((table.by, table.gives), {})[table.name] = _table(table)
        return found

    def _known(self, kind: str) -> list[str]:
        return [*self.vocabulary.aliases.get(kind, {})]


def said(speech: Speech, source: str = "") -> str:
    """The hover text of a word: English, Chinese, the passage."""
    return f"{speech.en} · {speech.zh}" + (f" ({source})" if source else "")


def _symbol(name: str) -> str:
    symbol = ALPHABET.find(name)
    if symbol is None:
        return ""
    return f"{symbol.english} ({ALPHABET.type_names[symbol.type][0]})"


def _table(table: Table) -> str:
    return f"{table.english}, by {table.by} ({table.source})"


def _bare(names: dict[str, str]) -> Schema:
    """The names in any spelling, without hover texts."""
    schema = enumeration(names, names)
    for part in schema.get("anyOf", [schema]):
        part.pop("enumDescriptions", None)
    return schema
