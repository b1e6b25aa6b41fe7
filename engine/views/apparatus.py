"""The view of ``apparatus``: the entries under their passages, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from rich.console import Console, Group
from rich.text import Text

from engine.apparatus import KINDS, Entry, apparatus
from engine.coverage import SectionCoverage
from engine.views.console import bullet, text
from rules.reader.edition import Edition

_STYLES = {"disputed": "red", "contradiction": "red", "tentative": "yellow", "variant": "yellow"}


def entries_of(
    edition: Edition, sections: Iterable[SectionCoverage], kinds: Collection[str]
) -> Iterator[tuple[SectionCoverage, str, list[Entry]]]:
    """The section and the entries of each passage that has any of these kinds (of all if none)."""
    for section in sections:
        for covered in section.passages:
            found = apparatus(edition, covered.passage)
            kept = [entry for entry in found if not kinds or entry.kind in kinds]
            if kept:
                yield section, covered.passage.id, kept


def show_apparatus(
    out: Console, edition: Edition, sections: Iterable[SectionCoverage], kinds: Collection[str]
) -> None:
    """Print the apparatus section by section, and the number of entries by kind."""
    counts: Counter[str] = Counter()
    last = None
    for section, passage, entries in entries_of(edition, sections, kinds):
        if section is not last:
            title = f"{section.section.title}  {section.section.english}"
            out.print(text(("\n" if last else "", ""), (title, "bold underline")))
            last = section
        out.print(text((passage, "bold")))
        for entry in entries:
            counts[entry.kind] += 1
            out.print(_line(entry))
    if not counts:
        out.print("Nothing of that kind stands in the apparatus.")
        return
    out.print()
    for kind in KINDS:
        if counts[kind]:
            out.print(f"{counts[kind]:>5}  {kind}: {KINDS[kind]}")


def _line(entry: Entry) -> Any:
    style = _STYLES.get(entry.kind, "cyan")
    if entry.kind == "emendation":
        head = text(f"{entry.lemma} ] {entry.said or 'omitted'}")
    elif entry.kind == "illegible":
        head = text(f"「{entry.lemma}」", ("  not read", style))
    elif entry.kind == "contradiction":
        against = ", ".join(entry.others)
        head = text(entry.lemma, (f"  against {against}", style), f"  {entry.said}")
    else:
        head = text(entry.lemma, (f"  {entry.kind}", style), f"  {entry.said}")
    parts = [head]
    if entry.why:
        is_support = entry.others and entry.kind != "contradiction"  # that has told them above
        support = f" ({', '.join(entry.others)})" if is_support else ""
        parts.append(Text(f"{entry.why}{support}", style="dim"))
    return bullet(("▪", style), Group(*parts))


def apparatus_list(
    edition: Edition, sections: Iterable[SectionCoverage], kinds: Collection[str]
) -> Iterator[dict[str, Any]]:
    """The apparatus for JSON, a document a passage."""
    for section, passage, entries in entries_of(edition, sections, kinds):
        yield {
            "passage": passage,
            "section": section.section.title,
            "entries": [entry.as_dict() for entry in entries],
        }
