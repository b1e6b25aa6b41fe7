"""``bingzhan fmt``: lays rule files out in the standard way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.views.commands.base import Command

if TYPE_CHECKING:
    from rules.reader.nodes import Source


@click.command(cls=Command, packs=False, example="fmt --diff my-section.yaml")
@click.argument("files", nargs=-1, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file is not in order.")
@click.option(
    "--diff", is_flag=True, help="Write nothing; show what would change, exit as --check."
)
def fmt(files: tuple[Path, ...], check: bool, diff: bool) -> None:
    """Put rule FILES in order, by default the edition.

    Fields in their order, blocks indented by two, blanks tidied; comments are kept and what a file
    says is unchanged. A folder stands for its files, - for standard input.
    """
    from engine.authoring.format import Unformattable, formatted
    from engine.authoring.scaffold import shown
    from engine.views.streams import drawn
    from rules.reader.diagnostics import InputError, Report
    from rules.reader.marks import read_source

    changed = failed = count = 0
    for path in _files(files):
        count += 1
        report = Report()
        name = shown(path)
        stream = str(path) == "-"
        try:
            source = _standard_input() if stream else read_source(path, report)
            if source is None:
                raise InputError(report.items)
            text = formatted(source)
        except InputError as error:
            failed += 1
            click.echo(drawn(error, sys.stderr) + "\n", err=True)
            continue
        except Unformattable as error:
            failed += 1
            click.echo(f"{error}; it is left as it is", err=True)
            continue
        changed += text != source.text
        if diff:
            lines = (source.text.splitlines(True), text.splitlines(True))
            click.echo("".join(unified_diff(*lines, name, name)), nl=False)
        elif stream and not check:
            click.echo(text, nl=False)
        elif text != source.text:
            click.echo(f"{'not in order' if check else 'put in order'}: {name}")
            if not check:
                path.write_text(text, encoding="utf-8", newline="\n")
    if not diff and Path("-") not in files:
        click.echo(_summary(count, changed, failed, check))
    if failed or (changed and (check or diff)):
        raise click.exceptions.Exit(1)


def _files(given: tuple[Path, ...]) -> Iterator[Path]:
    """The files, those of folders in order; each once."""
    from rules import ROOT

    found = (p for path in given or (ROOT,) for p in _within(path))
    yield from dict.fromkeys(found)


def _standard_input() -> Source:
    from rules.reader.nodes import Source

    try:
        return Source("-", sys.stdin.buffer.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise click.ClickException("standard input is not UTF-8") from None


def _within(path: Path) -> list[Path]:
    return sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def _summary(count: int, changed: int, failed: int, check: bool) -> str:
    parts = [
        f"{count} file{'s' * (count != 1)}",
        f"{changed} {'to put' if check else 'put'} in order",
    ]
    return ", ".join([*parts, f"{failed} with errors"] if failed else parts)
