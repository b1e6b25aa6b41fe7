"""``bingzhan coverage``: how much of the text is encoded, by section and passage."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from engine.views.asked import FORMAT, Failure
from engine.views.commands.base import Command

if TYPE_CHECKING:
    from engine.coverage import SectionCoverage
    from rules.reader.edition import Edition

_RANGE = re.compile(r"([A-Z]+)-(\d+)[-–](?:\1-)?(\d+)")


@click.command(cls=Command, example="coverage DQ-0891 --format json")
@click.argument("parts", nargs=-1, metavar="[SECTION|PASSAGE|FILE]...")
@click.option("--missing", is_flag=True, help="Only the untouched spans; exit code 1 if any.")
@click.option(
    "--html",
    "page",
    type=click.File("w", encoding="utf-8", lazy=True),
    metavar="PAGE",
    help="Write a page with the text coloured (- for standard output).",
)
@FORMAT
def coverage(parts: tuple[str, ...], missing: bool, page: TextIO | None, form: str) -> None:
    """Show how much of the text is encoded.

    Of all, or of a SECTION (words of its title, or how its file's name begins: 05-15), a PASSAGE
    (DQ-0891, DQ-0891-0897) or a section FILE that is not in the edition yet.
    """
    from engine import coverage as tallies
    from engine.views import coverage as views
    from engine.views.console import console
    from engine.views.streams import dumps, echo_list

    if missing and page is not None:
        raise click.UsageError("--missing and --html are two different outputs")
    found = chosen(tallies.coverage(edition_of(parts)), parts)
    if page is not None:
        page.write(views.page(found))
    elif missing:
        _missing(found, form)
    elif form == "text":
        views.show_coverage(console(), found, passages=bool(parts))
    elif form == "jsonl":
        echo_list((tallies.passage_dict(p) for section in found for p in section.passages), form)
    else:
        click.echo(dumps(tallies.coverage_dict(found)))


def _missing(found: Sequence[SectionCoverage], form: str) -> None:
    from engine.views.console import console
    from engine.views.coverage import show_missing
    from engine.views.streams import echo_list

    spans = [
        {"passage": covered.passage.id, "section": covered.passage.section, "text": span}
        for section in found
        for covered in section.passages
        for span in covered.missing
    ]
    if form == "text":
        show_missing(console(), found)
    else:
        echo_list(spans, form)
    if spans:
        raise click.exceptions.Exit(1)


def edition_of(parts: tuple[str, ...]) -> Edition:
    """The edition with those files among the parts that are not in it."""
    from engine.rulebase import sound
    from engine.views.streams import drawn
    from rules import ROOT
    from rules.reader.diagnostics import InputError

    files = (Path(part) for part in parts if _is_file(part))
    try:
        return sound([path for path in files if not path.resolve().is_relative_to(ROOT)])[0]
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None


def _is_file(part: str) -> bool:
    return part.endswith((".yaml", ".yml"))


def chosen(
    sections: Iterable[SectionCoverage], parts: Iterable[str]
) -> tuple[SectionCoverage, ...]:
    """What the parts name, in the order of the book; all if there are none."""
    sections = tuple(sections)
    wanted = {name for part in parts for name in _named(part, sections)}
    if not wanted:
        return sections
    some = (
        replace(found, passages=tuple(p for p in found.passages if p.passage.id in wanted))
        for found in sections
    )
    return tuple(found for found in some if found.passages)


def _named(part: str, sections: tuple[SectionCoverage, ...]) -> set[str]:
    """The passages that a word names."""
    from engine.views.lookup import Unknown
    from rules.reader.names import suggest

    ids = [covered.passage.id for found in sections for covered in found.passages]
    named = _passages(part.upper(), ids) or {
        covered.passage.id for found in _sections(part, sections) for covered in found.passages
    }
    if not named:
        near = suggest(part, dict.fromkeys([*ids, *(found.section.title for found in sections)]))
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise Unknown(f"{part!r} is neither a section nor a passage of the edition{hint}")
    return named


def _passages(part: str, ids: list[str]) -> set[str]:
    """The passage of that id, or those of a range."""
    ranged = _RANGE.fullmatch(part)
    if ranged is None:
        return {part} & set(ids)
    book, first, last = ranged.groups()
    return {name for name in ids if f"{book}-{first}" <= name <= f"{book}-{last}"}


def _sections(part: str, sections: tuple[SectionCoverage, ...]) -> list[SectionCoverage]:
    """The section of that file or title; or else those that have it in their titles or names."""
    from rules.reader.names import fold

    if _is_file(part):
        path = Path(part).resolve()
        return [found for found in sections if Path(found.section.path).resolve() == path]
    word = _plain(fold(part))
    titled = [(found, _plain(fold(found.section.title))) for found in sections if word]
    return [found for found, title in titled if title == word] or [
        found
        for found, title in titled
        if word in title
        or word in found.section.english.casefold()
        or Path(found.section.path).name.startswith(part.strip())
    ]


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())
