"""Two versions of the rule base compared: rules, verdicts, tables, and the charts they part on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.reach import Name, Reach
from engine.rulebase import RuleBase
from engine.shift import NO_SHIFT, Comparer, Shift
from rules.reader.edition import Edition
from rules.reader.model import Rule
from rules.reader.tables import Table

SHARED = (
    "quotes",
    "status",
    "reading",
    "support",
    "school",
    "dead",
    "relations",
    "examples",
    "section",
)
"""What all rows of a rule have in common."""

OWN = ("title", "when", "verdict")
"""What each row of a rule has for itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field that differs."""

    name: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Row:
    """A rule, or one row of it, that was added (no ``old``), removed (no ``new``) or changed.

    ``through`` are the tables, concepts and terms by which it changed; ``shift`` says on which
    charts it speaks otherwise, None where that is not decided.
    """

    old: Rule | None
    new: Rule | None
    fields: tuple[Field, ...]
    through: tuple[Name, ...]
    shift: Shift | None

    @property
    def rule(self) -> Rule:
        """The rule as it is, or as it was."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What became of a rule: ``added``, ``removed``, ``renamed`` or ``changed``, row by row."""

    id: str
    what: str
    fields: tuple[Field, ...] = ()
    rows: tuple[Row, ...] = ()
    new_id: str = ""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table that was added, removed or changed, with its cells and other fields that differ.

    ``rules`` are those that changed through it, ``readers`` the number of all that read it.
    """

    name: str
    what: str
    cells: tuple[Field, ...]
    fields: tuple[Field, ...]
    rules: tuple[str, ...]
    readers: int


@dataclass(frozen=True, slots=True)
class NameChange:
    """A passage, concept, term, list, question or advice that was added, removed or changed."""

    kind: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two rule bases."""

    old: RuleBase
    new: RuleBase
    rules: tuple[RuleChange, ...]
    tables: tuple[TableChange, ...]
    names: tuple[NameChange, ...]


def compare(old: RuleBase, new: RuleBase) -> Difference:
    """Compare two versions of the rule base over all charts."""
    rules = tuple(_Rules(old, new).changes())
    tables = tuple(_tables(old.edition, new.edition, rules))
    return Difference(old, new, rules, tables, tuple(_names(old, new)))


class _Rules:
    """Compares the rules."""

    def __init__(self, old: RuleBase, new: RuleBase) -> None:
        self.old, self.new = old.edition, new.edition
        self._comparer = Comparer(old, new)
        self._reach = Reach(old.edition), Reach(new.edition)
        self._changed = frozenset(_changed(old.edition, new.edition))

    def changes(self) -> Iterator[RuleChange]:
        """The rules that differ, in the order of the new version, then those that are gone."""
        before, after = _parents(self.old), _parents(self.new)
        gone = {_meaning(rows): name for name, rows in before.items() if name not in after}
        renamed = {}
        for name, rows in after.items():
            if name not in before and _meaning(rows) in gone:
                renamed[gone.pop(_meaning(rows))] = name
        for name, rows in after.items():
            if name in before:
                change = self._change(name, before[name], rows)
                if change is not None:
                    yield change
            elif name not in renamed.values():
                yield RuleChange(name, "added", rows=tuple(self._row(None, r) for r in rows))
        for name, rows in before.items():
            if name in renamed:
                yield RuleChange(name, "renamed", new_id=renamed[name])
            elif name not in after:
                yield RuleChange(name, "removed", rows=tuple(self._row(r, None) for r in rows))

    def _change(self, name: str, before: list[Rule], after: list[Rule]) -> RuleChange | None:
        fields = tuple(_fields(before[0], after[0], SHARED))
        was, is_ = {r.id: r for r in before}, {r.id: r for r in after}
        rows = [self._row(was.get(row), is_.get(row)) for row in dict.fromkeys([*was, *is_])]
        rows = [row for row in rows if row.fields or row.shift is None or not row.shift.is_none]
        return RuleChange(name, "changed", fields, tuple(rows)) if fields or rows else None

    def _row(self, old: Rule | None, new: Rule | None) -> Row:
        if old is None or new is None:
            return Row(old, new, (), (), self._comparer.shift(old, new))
        fields = tuple(_fields(old, new, OWN))
        through = self._reach[0].rule(old) | self._reach[1].rule(new)
        touched = tuple(sorted(through & self._changed))
        if not touched and old.when == new.when and old.verdict == new.verdict:
            return Row(old, new, fields, (), NO_SHIFT)
        alike = old.verdict == new.verdict and not self._values_touched(old, new)
        return Row(old, new, fields, touched, self._comparer.shift(old, new, alike=alike))

    def _values_touched(self, old: Rule, new: Rule) -> bool:
        return any(
            rule.verdict is not None and not reach.of(rule.verdict.values).isdisjoint(self._changed)
            for rule, reach in zip((old, new), self._reach, strict=True)
        )


def _parents(edition: Edition) -> dict[str, list[Rule]]:
    """The rows of each rule."""
    found: dict[str, list[Rule]] = {}
    for rule in edition.rules.values():
        found.setdefault(rule.parent, []).append(rule)
    return found


def _meaning(rows: list[Rule]) -> tuple[Any, ...]:
    """What a rule is but for its letter."""
    return tuple((row.passage, row.quotes, row.when, row.verdict) for row in rows)


def _fields(old: Any, new: Any, names: tuple[str, ...]) -> Iterator[Field]:
    for name in names:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield Field(name, before, after)


def _changed(old: Edition, new: Edition) -> Iterator[Name]:
    """The names that give something else than before, whatever is said of them beside that."""
    bodies: dict[str, Callable[[Edition], Mapping[str, Any]]] = {
        "table": lambda e: {name: table.rows for name, table in e.tables.items()},
        "concept": lambda e: {name: (c.params, c.body) for name, c in e.concepts.items()},
        "term": lambda e: e.definitions,
    }
    for kind, of in bodies.items():
        for name, _ in _parted(of(old), of(new)):
            yield kind, name


def _parted(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names whose things differ, and what became of each."""
    for name in dict.fromkeys([*old, *new]):
        if name not in old:
            yield name, "added"
        elif name not in new:
            yield name, "removed"
        elif old[name] != new[name]:
            yield name, "changed"


def _tables(old: Edition, new: Edition, changes: tuple[RuleChange, ...]) -> Iterator[TableChange]:
    reach = Reach(old), Reach(new)
    plain = [{name: _plain(t) for name, t in e.tables.items()} for e in (old, new)]
    for name, what in _parted(*plain):
        before, after = old.tables.get(name, _NO_TABLE), new.tables.get(name, _NO_TABLE)
        cells = [
            Field(key, before.rows.get(key), after.rows.get(key))
            for key, _ in _parted(before.rows, after.rows)
        ]
        fields = [
            Field(field, plain[0][name][field], plain[1][name][field])
            for field in (_TOLD if what == "changed" else ())
            if plain[0][name][field] != plain[1][name][field]
        ]
        readers = {
            rule.id
            for edition, reached in zip((old, new), reach, strict=True)
            for rule in edition.rules.values()
            if ("table", name) in reached.rule(rule)
        }
        rows = (row for change in changes for row in change.rows)
        rules = tuple(row.rule.id for row in rows if ("table", name) in row.through)
        yield TableChange(name, what, tuple(cells), tuple(fields), rules, len(readers))


_TOLD = ("by", "gives", "english", "source", "quotes", "note", "why", "cells", "aliases")
"""The fields of a table beside its rows."""


def _plain(table: Table) -> dict[str, Any]:
    """A table without its places in the files."""
    fields = {name: getattr(table, name) for name in (*_TOLD, "rows")}
    return fields | {"quotes": tuple(quote.text for quote in table.quotes)}


def _names(old: RuleBase, new: RuleBase) -> Iterator[NameChange]:
    words = old.edition.vocabulary, new.edition.vocabulary
    answers = [
        {
            f"{q.name}: {a.name}": (a.speech, a.opposes)
            for q in v.questions.values()
            for a in q.answers.values()
        }
        for v in words
    ]
    passages = [
        {p.id: (p.text, p.emendations) for p in base.edition.passages.values()}
        for base in (old, new)
    ]
    terms = [
        {
            name: (term, base.edition.definitions.get(name))
            for name, term in base.edition.vocabulary.terms.items()
        }
        for base in (old, new)
    ]
    things: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
        "passage": (passages[0], passages[1]),
        "concept": (old.edition.concepts, new.edition.concepts),
        "term": (terms[0], terms[1]),
        "list": (words[0].lists, words[1].lists),
        "answer": (answers[0], answers[1]),
        "advice": (words[0].advice, words[1].advice),
    }
    for kind, (before, after) in things.items():
        for name, what in _parted(before, after):
            yield NameChange(kind, name, what)


_NO_TABLE = Table("", "", "", {}, "", "")
