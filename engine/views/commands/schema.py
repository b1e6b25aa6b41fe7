"""``bingzhan schema``: the JSON Schema of rule files, for editors."""

from __future__ import annotations

import click

from engine.authoring.schema import KINDS, schema_of
from engine.views.commands.base import Command


@click.command(cls=Command, example="schema --kind section > section.schema.json")
@click.option(
    "--kind",
    type=click.Choice([*KINDS]),
    default="section",
    show_default=True,
    help="The kind of file that the schema is of.",
)
def schema(kind: str) -> None:
    """Print the JSON Schema of rule files, for editors.

    It knows the names of the edition as it is now: print it again when the vocabulary grows.
    """
    from engine.rulebase import read
    from engine.views.streams import dumps
    from rules.reader.diagnostics import Report

    click.echo(dumps(schema_of(kind, read(Report()))))
