"""What the commands are made of: words in UTF-8, an example in each help, late loading."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Command(click.Command):
    """A command that reads its words as UTF-8 in any locale, with an example in its help.

    Unless it reads no rule base (``packs=False``), it takes ``--rules`` and runs with packs.
    """

    def __init__(self, *args: Any, example: str = "", packs: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        self.example = example
        self.packs = packs
        if packs:
            self.params.append(
                click.Option(
                    ["--rules"],
                    multiple=True,
                    metavar="DIR",
                    help="A pack: a folder of further rules, read with the edition; repeatable.",
                )
            )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words."""
        from engine.views.streams import argument

        return super().parse_args(ctx, [argument(word) for word in args])

    def invoke(self, ctx: click.Context) -> Any:
        """Run with the packs asked for; a name that the edition does not know is wrong usage.

        A pack that is not sound is told of, and the command fails when it has done the rest.
        """
        from engine.packs import using
        from engine.views.lookup import Unknown

        with using(ctx.params.pop("rules", ()), with_installed=self.packs) as packs:
            try:
                result = super().invoke(ctx)
            except Unknown as error:
                if packs.refused:  # it may well be the pack that knows the name
                    raise click.ClickException(str(error)) from None
                raise click.UsageError(str(error), ctx) from None
            finally:
                if packs.refused:
                    from engine.views.packs import show_refused

                    show_refused(packs.refused)
        if packs.refused:
            raise click.exceptions.Exit(1)
        return result

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example, and for a command over charts how a chart is written."""
        formatter.write(f"\nExample: bingzhan {self.example}\n")
        if not any(param.name == "chart" for param in self.params):
            return
        from engine.views.help import chart_help

        formatter.write("\n".join(["", *chart_help(), ""]))


class LazyGroup(click.Group):
    """A group that imports some of its commands only when they are asked for.

    ``lazy`` maps a command's name to ``module:attribute``.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in order."""
        return sorted({*super().list_commands(ctx), *self._lazy})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, imported now if it was not."""
        if name in self._lazy:
            module, _, attribute = self._lazy[name].partition(":")
            command: click.Command = getattr(import_module(module), attribute)
            return command
        return super().get_command(ctx, name)
