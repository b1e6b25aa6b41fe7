"""``bingzhan new``: opens a passage in its section file, ready to be filled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import click

from engine.views.asked import Failure
from engine.views.commands.base import Command


@click.command(cls=Command, example="new DQ-0905 --section my-section.yaml --text passage.txt")
@click.argument("passage")
@click.option(
    "--text",
    "text",
    type=click.File("rb"),
    default="-",
    help="The file with the text of the passage; by default, or as -, standard input.",
)
@click.option(
    "--section",
    "section",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Its section file, old or new; by default the one where it lies by its number.",
)
def new(passage: str, text: BinaryIO, section: Path | None) -> None:
    """Open PASSAGE with a blank rule a sentence.

    It stands in its section file with its text, the clauses by number. The blanks are what
    `bingzhan check` then asks for.
    """
    from engine.authoring.scaffold import Misplaced, insert, section_of, shown
    from engine.rulebase import read
    from engine.views.streams import drawn
    from rules import ROOT
    from rules.reader.diagnostics import InputError, Report
    from rules.reader.marks import read_source
    from rules.reader.nodes import Source

    if text.isatty():
        raise click.UsageError("the text is wanted: --text FILE, or on standard input")
    passage = passage.upper()
    report = Report()
    try:
        words = text.read().decode("utf-8-sig")
        path = section_of(read(Report()), passage, section)
        source = read_source(path, report) if path.exists() else Source(shown(path), "")
        if source is None:
            raise InputError(report.items)
        written = insert(source, passage, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written, encoding="utf-8", newline="\n")
    except UnicodeDecodeError:
        raise click.ClickException("the text is not UTF-8") from None
    except Misplaced as error:
        raise click.ClickException(str(error)) from None
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None
    inside = path.resolve().is_relative_to(ROOT.resolve())
    click.echo(
        f"{passage} stands in {shown(path)}: fill the blanks, cut the quotes and rules to size."
    )
    click.echo(f"Then: bingzhan check{'' if inside else f' {shown(path)}'}")
