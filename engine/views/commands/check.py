"""``bingzhan check``: every error of the rule base and of further files, every example."""

from __future__ import annotations

import sys

import click

from engine.views.asked import FORMAT
from engine.views.commands.base import Command


@click.command(cls=Command, example="check my-section.yaml")
@click.argument("files", nargs=-1, type=click.Path())
@FORMAT
def check(files: tuple[str, ...], form: str) -> None:
    """Check the rule base (and more section FILES)."""
    from engine.check import check_all
    from engine.views.streams import coloured, dumps
    from rules.reader.render import render_json, render_text

    items, summary = check_all(files)
    if form == "text":
        if items:
            click.echo(render_text(items, color=coloured(sys.stdout)) + "\n")
        click.echo(summary)
    elif form == "jsonl":
        for item in render_json(items):
            click.echo(dumps(item, lines=True))
    else:
        click.echo(dumps(render_json(items)))
    if items:
        raise click.exceptions.Exit(1)
