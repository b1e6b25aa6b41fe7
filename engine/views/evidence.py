"""One line of evidence, as proofs and reasons for silence show it."""

from __future__ import annotations

from rich.text import Text

from engine.evidence import Evidence


def evidence_line(item: Evidence) -> Text:
    """Kind, sentence in both languages, and the words of the book where they are known."""
    quote = f"「{item.quote}」" if item.quote else ""
    place = f" {quote}{item.passage}" if item.passage or quote else ""
    return Text(f"{item.kind}: {item.en}  〔{item.zh}〕{place}", style="dim")
