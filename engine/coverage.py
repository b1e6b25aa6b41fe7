"""How much of the text is encoded: characters, rules, examples, tables by passage and section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.spans import KINDS, Stretch, Use, counts, stretches, uses_of
from rules.reader.edition import Edition
from rules.reader.model import Passage, Section
from rules.reader.rules import STATUSES


@dataclass(frozen=True)
class Tally:
    """What a part of the edition has; tallies add up.

    ``characters`` are counted by kind and by what became of them, ``rules`` (a rule once for all
    its rows) by status. ``gaps`` are the examples that are known not to hold yet. ``disputed``
    counts the rules of that status and the readings of tables that are not followed.
    ``contradictions`` are pairs of rules, each pair in the passages of both.
    """

    characters: Counter[tuple[str, str]] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    examples: int = 0
    gaps: int = 0
    emendations: int = 0
    disputed: int = 0
    tables: frozenset[str] = frozenset()
    contradictions: frozenset[frozenset[str]] = frozenset()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.characters + other.characters,
            self.rules + other.rules,
            self.rows + other.rows,
            self.examples + other.examples,
            self.gaps + other.gaps,
            self.emendations + other.emendations,
            self.disputed + other.disputed,
            self.tables | other.tables,
            self.contradictions | other.contradictions,
        )

    def by_kind(self) -> dict[str, int]:
        """The characters of each kind."""
        return {kind: sum(self.whats(kind).values()) for kind in KINDS}

    def by_status(self) -> dict[str, int]:
        """The rules of each status that some have."""
        return {status: self.rules[status] for status in STATUSES if self.rules[status]}

    def whats(self, kind: str) -> dict[str, int]:
        """The characters of one kind by what became of them, the most first."""
        return {what: n for (of, what), n in self.characters.most_common() if of == kind}


@dataclass(frozen=True)
class PassageCoverage:
    """A passage, its stretches in order, its uses in the order of the text, its tally."""

    passage: Passage
    uses: tuple[Use, ...]
    stretches: tuple[Stretch, ...]
    tally: Tally

    @property
    def missing(self) -> list[str]:
        """The spans that nothing was made of."""
        return [stretch.core for stretch in self.stretches if stretch.kind == "untouched"]


@dataclass(frozen=True)
class SectionCoverage:
    """A section and those of its passages that are looked at."""

    section: Section
    passages: tuple[PassageCoverage, ...]

    @cached_property
    def tally(self) -> Tally:
        """The tally of these passages."""
        return sum((passage.tally for passage in self.passages), Tally())

    @property
    def range(self) -> str:
        """The first and the last passage: ``DQ-0722–0727``."""
        ids = [covered.passage.id for covered in self.passages]
        if not ids:
            return ""
        if len(ids) == 1:
            return ids[0]
        book = ids[0].partition("-")[0]
        return f"{ids[0]}–{ids[-1].removeprefix(f'{book}-')}"


def coverage(edition: Edition) -> tuple[SectionCoverage, ...]:
    """All sections in the order of the book, with all their passages."""
    uses = uses_of(edition)
    pairs = _contradictions(edition)
    readings = Counter(table.source for table in edition.tables.values() if table.why)
    found = []
    for section in sorted(edition.sections, key=_in_book):
        passages = []
        for name in section.passages:
            passage = edition.passages[name]
            parts = stretches(passage.text, uses[name])
            tally = _tally(edition, passage, parts, pairs, readings[name])
            passages.append(PassageCoverage(passage, uses[name], parts, tally))
        found.append(SectionCoverage(section, tuple(passages)))
    return tuple(found)


def _in_book(section: Section) -> tuple[str, str, str]:
    """By book, by the number that begins the file's name, by the first passage."""
    path = Path(section.path)
    number = re.match(r"\d+(-\d+)?", path.name)
    return str(path.parent), number[0] if number else "", next(iter(section.passages), "")


def _contradictions(edition: Edition) -> dict[str, set[frozenset[str]]]:
    """The pairs of rules that a rule declares to contradict each other, under each of the two.

    Those that follow from the signs of a question are no contradictions of the text by themselves.
    """
    found: dict[str, set[frozenset[str]]] = {}
    for rule in edition.rules.values():
        for relation in edition.contradictions_of(rule):
            for name in relation.rules:
                other = edition.rules[name].parent if name in edition.rules else name
                pair = frozenset((rule.parent, other))
                for one in pair:
                    found.setdefault(one, set()).add(pair)
    return found


def _tally(
    edition: Edition,
    passage: Passage,
    parts: tuple[Stretch, ...],
    pairs: dict[str, set[frozenset[str]]],
    readings: int,
) -> Tally:
    characters: Counter[tuple[str, str]] = Counter()
    for stretch in parts:
        characters[stretch.kind, stretch.what] += sum(map(counts, stretch.text))
    rows = [edition.rows_of(parent) for parent in passage.rules]
    rules = Counter(several[0].status for several in rows)
    examples = [example for several in rows for example in several[0].examples]
    uses = (use.words.partition(" ") for stretch in parts for use in stretch.uses)
    return Tally(
        characters=+characters,
        rules=rules,
        rows=sum(map(len, rows)),
        examples=len(examples),
        gaps=sum(example.expect.startswith("should_") for example in examples),
        emendations=len(passage.emendations),
        disputed=rules["disputed"] + readings,
        tables=frozenset(name.partition(":")[0] for by, _, name in uses if by == "table"),
        contradictions=frozenset(pair for name in passage.rules for pair in pairs.get(name, ())),
    )


def tally_dict(tally: Tally) -> dict[str, Any]:
    """A tally for JSON."""
    kinds = {kind.replace(" ", "_"): number for kind, number in tally.by_kind().items()}
    return {
        "characters": {"all": sum(kinds.values()), **kinds},
        "encoded_by": tally.whats("encoded"),
        "reasons": tally.whats("not encoded"),
        "rules": sum(tally.rules.values()),
        "statuses": tally.by_status(),
        "rows": tally.rows,
        "examples": tally.examples,
        "known_gaps": tally.gaps,
        "tables": sorted(tally.tables),
        "disputed_readings": tally.disputed,
        "emendations": tally.emendations,
        "contradictions": sorted(sorted(pair) for pair in tally.contradictions),
    }


def passage_dict(covered: PassageCoverage) -> dict[str, Any]:
    """A passage for JSON."""
    return {
        "passage": covered.passage.id,
        "section": covered.passage.section,
        **tally_dict(covered.tally),
        "missing": covered.missing,
    }


def coverage_dict(sections: Iterable[SectionCoverage]) -> dict[str, Any]:
    """Sections with their passages for JSON, and their total."""
    sections = list(sections)
    return {
        "total": tally_dict(sum((section.tally for section in sections), Tally())),
        "sections": [
            {
                "section": found.section.title,
                "en": found.section.english,
                "file": Path(found.section.path).name,
                **tally_dict(found.tally),
                "passages": [passage_dict(covered) for covered in found.passages],
            }
            for found in sections
        ],
    }
