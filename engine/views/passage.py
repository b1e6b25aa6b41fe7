"""The view of ``passage``: its text, and what became of every span of it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.rulebase import RuleBase
from engine.spans import Stretch, Use, stretches, uses_of
from engine.views.console import bullet, padded, text
from rules.reader.model import Passage

STYLES = {"rule": "green", "encoded": "cyan", "not encoded": "dim", "untouched": "red"}
"""The colours of the kinds of spans in a terminal."""


def show_passage(out: Console, base: RuleBase, passage: Passage) -> None:
    """Print a passage with its emendations and what was made of every span."""
    uses, spans = _read(base, passage)
    out.print(text((f"{passage.id}  {passage.section}", "bold")))
    styled = ((span.text, STYLES.get(span.kind, "")) for span in spans)
    out.print(padded(Text.assemble(*styled), 2))
    if not out.no_color and out.is_terminal:
        legend = (part for kind, style in STYLES.items() for part in ((kind, style), "  "))
        out.print(padded(text(*legend), 2))
    for emendation in passage.emendations:
        line = f"printed {emendation.printed}, read {emendation.read or 'nothing'}"
        out.print(padded(f"{line}: {emendation.why}", 2))
    out.print()
    for quote, several in groupby(uses, key=lambda use: use.quote):
        same = list(several)
        words = "\n".join((f"「{quote}」", *(use.words for use in same)))
        out.print(bullet(("▪", STYLES[same[0].kind]), words))
    for span in spans:
        if span.kind == "untouched":
            line = f"「{span.core}」\nnothing is made of it"
            out.print(bullet(("▪", STYLES[span.kind]), line))


def _read(base: RuleBase, passage: Passage) -> tuple[tuple[Use, ...], tuple[Stretch, ...]]:
    uses = uses_of(base.edition)[passage.id]
    return uses, stretches(passage.text, uses)


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
            {"text": span.text, "is": span.kind, "by": [use.words for use in span.uses]}
            for span in _read(base, passage)[1]
        ],
    }
