"""``bingzhan diff``: two versions of the rule base, compared over all charts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.views.asked import FORMAT, Failure
from engine.views.commands.base import Command

if TYPE_CHECKING:
    from engine.rulebase import RuleBase


@click.command(cls=Command, packs=False, example="diff rev:HEAD~1")
@click.argument("old")
@click.argument("new", required=False)
@FORMAT
def diff(old: str, new: str | None, form: str) -> None:
    """Compare OLD with NEW, by default the edition.

    Each is the folder of a rule base, or a revision of the edition such as rev:HEAD~1. What a
    rule does is compared on all charts over the inputs that either version of it reads.
    """
    from contextlib import ExitStack

    from engine.diff import compare
    from engine.revisions import NoVersion, version
    from engine.views.console import console
    from engine.views.diff import difference_dict, show_difference
    from engine.views.streams import dumps
    from rules import ROOT

    with ExitStack() as stack:
        try:
            folders = [stack.enter_context(version(name)) for name in (old, new or str(ROOT))]
        except NoVersion as error:
            raise click.UsageError(str(error)) from None
        found = compare(_loaded(old, folders[0]), _loaded(new or "the edition", folders[1]))
        if form == "text":
            show_difference(console(), found)
        else:
            click.echo(dumps(difference_dict(found), lines=form == "jsonl"))


def _loaded(name: str, root: Path) -> RuleBase:
    from engine.rulebase import load
    from engine.views.streams import drawn
    from rules.reader.diagnostics import InputError

    try:
        return load(root=root, packs=())
    except InputError as error:
        raise Failure(f"{drawn(error, sys.stderr)}\n\n{name} is not sound") from None
