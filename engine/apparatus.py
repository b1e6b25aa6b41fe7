"""The critical apparatus 校勘: what of the text is emended, doubtful, opposed or not read.

One entry a doubt, under the passage where it stands, so that a reader sees at once where the
edition parts from the print and where another reader may part from the edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.reader.edition import Edition
from rules.reader.model import Passage, Rule

KINDS = {
    "emendation": "the print is not followed",
    "tentative": "a reading that another reader may not share",
    "disputed": "a reading that the book itself, or another source, opposes",
    "contradiction": "two rules that do not agree, and both stand",
    "variant": "a table that another passage has otherwise",
    "dead": "a letter that no chart can fulfil",
    "illegible": "a span of which nothing certain can be made",
}
"""The kinds of entries, in the order in which they stand under a passage."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. ``lemma`` is what it is about: a span of the text, or the id of a rule or table.

    ``said`` is what is read or what the rule says, ``why`` the ground for it, ``others`` the
    passages that support a reading, or the rules that a rule contradicts.
    """

    kind: str
    lemma: str
    said: str
    why: str
    others: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The entry for JSON."""
        shown = {"kind": self.kind, "lemma": self.lemma, "said": self.said, "why": self.why}
        return shown | ({"others": list(self.others)} if self.others else {})


def apparatus(edition: Edition, passage: Passage) -> list[Entry]:
    """The entries of a passage, by their kinds and then in the order of the text."""
    rules = [edition.rows_of(parent)[0] for parent in passage.rules]
    order = list(KINDS)
    entries = [*_of_text(passage), *_of_tables(edition, passage)]
    for rule in rules:
        entries += _of_rule(edition, rule)
    return sorted(entries, key=lambda entry: order.index(entry.kind))


def _of_text(passage: Passage) -> Iterator[Entry]:
    for emendation in passage.emendations:
        yield Entry("emendation", emendation.printed, emendation.read, emendation.why)
    for span in passage.not_encoded:
        if span.reason == "illegible":
            yield Entry("illegible", span.quote, "", span.note)


def _of_tables(edition: Edition, passage: Passage) -> Iterator[Entry]:
    for table in edition.tables.values():
        if table.why and table.source == passage.id:
            yield Entry("variant", table.name.partition(":")[0], table.english, table.why)


def _of_rule(edition: Edition, rule: Rule) -> Iterator[Entry]:
    if rule.status != "stable":
        yield Entry(rule.status, rule.parent, rule.title, rule.reading, rule.support)
    if rule.dead:
        yield Entry("dead", rule.parent, rule.title, rule.dead)
    for relation in edition.contradictions_of(rule):
        yield Entry("contradiction", rule.parent, rule.title, relation.why, relation.rules)
