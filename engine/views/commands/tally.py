"""``bingzhan tally``: what a result of ``bingzhan batch`` amounts to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from engine.views.asked import Failure
from engine.views.commands.base import Command


@click.command(cls=Command, example="tally verdicts.parquet --picture verdicts.svg")
@click.argument("result")
@click.option("--question", "questions", multiple=True, metavar="Q", help="Only this; repeatable.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    help="Shape of the output.",
)
@click.option("--picture", metavar="FILE.svg", help="Draw it as well (- for standard output).")
def tally(result: str, questions: tuple[str, ...], form: str, picture: str | None) -> None:
    """Count a result of batch, by question, month and rule.

    RESULT is JSON lines, CSV or Parquet, tidy or wide. Of a tidy one the rules that never spoke are
    listed too; a wide one does not name its rules.
    """
    from engine.batch.arrow import NoArrow
    from engine.batch.results import NoResult, tallied
    from engine.batch.tables import BadTable
    from engine.batch.tallied import narrowed
    from engine.views import tally as views
    from engine.views.lookup import questions_of

    if not Path(result).is_file():
        raise click.UsageError(f"there is no file {result}")
    base = _rulebase()
    wanted = questions_of(base, questions)
    try:
        found = narrowed(tallied(result, base.edition.vocabulary.questions), wanted, base)
    except (NoResult, BadTable, NoArrow) as error:
        raise Failure(f"bingzhan: {error}") from None
    if picture is not None:
        drawn = views.picture(base, found, Path(result).name)
        if picture == "-":
            click.echo(drawn)
            return
        Path(picture).write_text(drawn, encoding="utf-8")
    _show(base, found, form, wanted)


def _show(base: Any, found: Any, form: str, wanted: tuple[str, ...]) -> None:
    from engine.batch.tallied import tally_dict
    from engine.views import tally as views
    from engine.views.console import console
    from engine.views.streams import dumps

    if form == "json":
        click.echo(dumps(tally_dict(base, found, wanted)))
    elif form == "csv":
        click.echo(views.table(base, found, wanted), nl=False)
    else:
        views.show_tally(console(), base, found, wanted)


def _rulebase() -> Any:
    from engine.rulebase import load
    from engine.views.streams import drawn
    from rules.reader.diagnostics import InputError

    try:
        return load()
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None
