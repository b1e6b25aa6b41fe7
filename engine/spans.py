"""The spans of a passage: what became of every character of its text.

Of several spans over one character a rule counts before a table or concept, and both before what
is declared not encoded. Punctuation and blanks do not count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from rules.reader.edition import Edition

KINDS = ("rule", "encoded", "not encoded", "untouched")
PUNCTUATION = "punctuation"
"""What stands under no span and has no character that counts."""


class Use(NamedTuple):
    """A span of a passage (``start`` is its place) and what became of it.

    ``kind`` is one of ``KINDS`` but the last, ``what`` the rule's status, the kind of the encoder
    (table, concept, ...) or the reason, ``words`` all that in words.
    """

    start: int
    quote: str
    kind: str
    what: str
    words: str


class Stretch(NamedTuple):
    """A stretch of text under the same uses: its kind is that of the first."""

    text: str
    kind: str
    uses: tuple[Use, ...]

    @property
    def what(self) -> str:
        """The status, encoder or reason under which its characters are counted."""
        return self.uses[0].what if self.uses else ""

    @property
    def core(self) -> str:
        """The stretch without punctuation and blanks at its ends."""
        places = [i for i, character in enumerate(self.text) if counts(character)]
        return self.text[places[0] : places[-1] + 1] if places else ""


def counts(character: str) -> bool:
    """Whether a character is one of the text, no punctuation and no blank."""
    return unicodedata.category(character)[0] not in "PZ" and character.isprintable()


def uses_of(edition: Edition) -> dict[str, tuple[Use, ...]]:
    """The uses of each passage in the order of its text; rows of a rule once.

    A table's own quotes are uses of its passage, but where the passage says so itself.
    """
    found: dict[str, dict[Use, None]] = {name: {} for name in edition.passages}

    def add(passage: str, quote: str, kind: str, what: str, words: str) -> None:
        text = edition.passages[passage].text if passage in found else ""
        start = text.find(quote)
        if quote and start >= 0:
            found[passage].setdefault(Use(start, quote, kind, what, words))

    for passage in edition.passages.values():
        for item in passage.not_encoded:
            note = f" ({item.note})" if item.note else ""
            words = f"not encoded: {item.reason}{note}"
            add(passage.id, item.quote, "not encoded", item.reason, words)
        for quote, what in passage.encoded_by:
            add(passage.id, quote, "encoded", what.partition(" ")[0], what)
    for table in edition.tables.values():
        words = f"table {table.name}"
        said = [use.quote for use in found.get(table.source, ()) if use.words == words]
        for span in table.quotes:
            if not any(span.text in quote for quote in said):
                add(table.source, span.text, "encoded", "table", words)
    for rule in edition.rules.values():
        words = rule.parent if rule.row else f"{rule.id} {rule.title}"
        for quoted in rule.quotes:
            add(quoted.passage, quoted.text, "rule", rule.status, words)
    return {name: tuple(sorted(uses, key=_in_order)) for name, uses in found.items()}


def _in_order(use: Use) -> tuple[int, str, str]:
    return use.start, use.quote, use.kind


def stretches(text: str, uses: Iterable[Use]) -> tuple[Stretch, ...]:
    """The text as stretches; each character stands in one, and in what order they are counted."""
    over: list[dict[str, Use]] = [{} for _ in text]
    for use in sorted(uses, key=lambda use: KINDS.index(use.kind)):
        for place in range(use.start, use.start + len(use.quote)):
            over[place].setdefault(use.words, use)
    found = []
    for _, places in groupby(range(len(text)), key=lambda place: tuple(over[place])):
        run = list(places)
        words = text[run[0] : run[-1] + 1]
        here = tuple(over[run[0]].values())
        bare = "untouched" if any(map(counts, words)) else PUNCTUATION
        found.append(Stretch(words, here[0].kind if here else bare, here))
    return tuple(found)
