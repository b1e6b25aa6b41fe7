"""``bingzhan omens``: the things seen that the book knows, listed and searched."""

from __future__ import annotations

from typing import Any

import click

from engine.views.asked import FORMAT
from engine.views.commands.base import Command


@click.command(cls=Command, example="omens snake", packs=False)
@click.argument("words", nargs=-1)
@FORMAT
def omens(words: tuple[str, ...], form: str) -> None:
    """List the things seen that the book knows, or those with WORDS.

    Tell a chart what was seen: --saw "snake enters the camp, hurting men, from 寅", or as tokens
    見蛇入營 傷人 從寅.
    """
    from rich.table import Table

    from engine.views.console import console
    from engine.views.streams import echo_list
    from facts.omens import found

    text = " ".join(words)
    kinds = {kind: found(text, kind) for kind in ("omen", "manner")}
    if form != "text":
        documents = [
            {
                "kind": kind,
                "name": symbol.name,
                "en": symbol.english,
                "passage": symbol.attributes.get("from"),
            }
            for kind, symbols in kinds.items()
            for symbol in symbols
        ]
        echo_list(documents, form)
        return
    screen: Any = console()
    for kind, title in (("omen", "Things seen 占異"), ("manner", "Their manners 異之狀")):
        symbols = kinds[kind]
        if symbols:
            screen.print(title, style="bold underline")
            table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
            for symbol in symbols:
                table.add_row(symbol.name, symbol.english, symbol.attributes.get("from", ""))
            screen.print(table)
            screen.print()
    if not any(kinds.values()):
        raise click.ClickException(f"nothing seen in the book has all of: {text}")
