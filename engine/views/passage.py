"""The view of ``passage``: its text, and what became of every span of it."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from engine.rulebase import RuleBase
from engine.views.console import bullet, padded, text
from rules.reader.model import Passage

_STYLES = {"rule": "green", "encoded": "cyan", "not encoded": "dim", "untouched": "red"}


class Use(NamedTuple):
    """A span of a passage, what became of it (a key of the styles), and that in words."""

    quote: str
    kind: str
    words: str


def uses_of(base: RuleBase, passage: Passage) -> list[Use]:
    """The spans of a passage in the order of its text; rows of a rule once."""
    found = [
        Use(item.quote, "not encoded", f"not encoded: {item.reason}{_note(item.note)}")
        for item in passage.not_encoded
    ]
    found += [Use(quote, "encoded", what) for quote, what in passage.encoded_by]
    rows: set[tuple[str, str]] = set()
    for rule in base.edition.rules.values():
        for quote in rule.quotes:
            if quote.passage == passage.id and (rule.parent, quote.text) not in rows:
                rows.add((rule.parent, quote.text))
                name = rule.parent if rule.row else f"{rule.id} {rule.title}"
                found.append(Use(quote.text, "rule", name))
    return sorted(found, key=lambda use: (passage.text.find(use.quote), use.quote, use.kind))


def _note(note: str) -> str:
    return f" ({note})" if note else ""


def stretches(passage: Passage, uses: list[Use]) -> list[tuple[str, str]]:
    """The passage as stretches of text, each with what became of it."""
    marks = ["untouched"] * len(passage.text)
    # A rule counts before a table, and both before what is left out of the rules.
    for kind in ("not encoded", "encoded", "rule"):
        for use in uses:
            start = passage.text.find(use.quote)
            if use.kind == kind and start >= 0:
                marks[start : start + len(use.quote)] = [kind] * len(use.quote)
    found: list[tuple[str, str]] = []
    for character, mark in zip(passage.text, marks, strict=True):
        if found and found[-1][1] == mark:
            found[-1] = (found[-1][0] + character, mark)
        else:
            found.append((character, mark))
    return found


def show_passage(out: Console, base: RuleBase, passage: Passage) -> None:
    """Print a passage with its emendations and what was made of every span."""
    uses = uses_of(base, passage)
    spans = stretches(passage, uses)
    out.print(text((f"{passage.id}  {passage.section}", "bold")))
    out.print(padded(Text.assemble(*((words, _STYLES[mark]) for words, mark in spans)), 2))
    if not out.no_color and out.is_terminal:
        legend = (part for kind, style in _STYLES.items() for part in ((kind, style), "  "))
        out.print(padded(text(*legend), 2))
    for emendation in passage.emendations:
        line = f"printed {emendation.printed}, read {emendation.read or 'nothing'}"
        out.print(padded(f"{line}: {emendation.why}", 2))
    out.print()
    for quote, several in groupby(uses, key=lambda use: use.quote):
        same = list(several)
        words = "\n".join((f"「{quote}」", *(use.words for use in same)))
        out.print(bullet(("▪", _STYLES[same[0].kind]), words))
    for words, mark in spans:
        left = words.strip("，。；：、？！　 ")
        if mark == "untouched" and left:
            out.print(bullet(("▪", _STYLES[mark]), f"「{left}」\nnothing is made of it"))


def passage_dict(base: RuleBase, passage: Passage) -> dict[str, Any]:
    """A passage for JSON."""
    return {
        "passage": passage.id,
        "section": passage.section,
        "text": passage.text,
        "emendations": [
            {"printed": e.printed, "read": e.read, "why": e.why} for e in passage.emendations
        ],
        "rules": [
            rule.id
            for rule in base.edition.rules.values()
            if any(q.passage == passage.id for q in rule.quotes)
        ],
        "encoded_by": [{"quote": q, "by": what} for q, what in passage.encoded_by],
        "not_encoded": [
            {"quote": n.quote, "reason": n.reason, "note": n.note} for n in passage.not_encoded
        ],
        "spans": [
            {"text": words, "is": mark}
            for words, mark in stretches(passage, uses_of(base, passage))
        ],
    }
