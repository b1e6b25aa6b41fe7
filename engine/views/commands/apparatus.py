"""``bingzhan apparatus``: where the edition parts from the print, and where it is in doubt."""

from __future__ import annotations

import click

from engine.apparatus import KINDS
from engine.views.asked import FORMAT
from engine.views.commands.base import Command


@click.command(cls=Command, example="apparatus DQ-0907-0908")
@click.argument("parts", nargs=-1, metavar="[SECTION|PASSAGE]...")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([*KINDS]),
    help="Only entries of this kind; repeatable.",
)
@FORMAT
def apparatus(parts: tuple[str, ...], kinds: tuple[str, ...], form: str) -> None:
    """Show what is emended, doubtful or opposed 校勘.

    The critical apparatus, passage by passage: what the edition parts from, and why.

    Of all, or of a SECTION (words of its title, or how its file's name begins: 05-15) or a PASSAGE
    (DQ-0891, DQ-0891-0897).
    """
    from engine.coverage import coverage
    from engine.views.apparatus import apparatus_list, show_apparatus
    from engine.views.commands.coverage import chosen, edition_of
    from engine.views.console import console
    from engine.views.streams import echo_list

    edition = edition_of(parts)
    sections = chosen(coverage(edition), parts)
    if form == "text":
        show_apparatus(console(), edition, sections, kinds)
    else:
        echo_list(apparatus_list(edition, sections, kinds), form)
