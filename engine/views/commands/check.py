"""``bingzhan check``: every error of all files, every example, every question over all charts."""

from __future__ import annotations

from pathlib import Path

import click

from engine.views.commands.base import Command

FORMS = click.Choice(["text", "json", "jsonl", "sarif", "github"])
_PAUSE = 0.4  # seconds between two looks at the files


@click.command(cls=Command, example="check my-section.yaml")
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--format", "form", type=FORMS, default="text", help="Shape of the findings.")
@click.option("--strict", is_flag=True, help="Warnings fail the check too.")
@click.option("--all", "everything", is_flag=True, help="Draw every warning of a kind.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@click.option("--explain", metavar="CODE", help="Say what a code means, and how to mend it.")
def check(
    files: tuple[str, ...],
    form: str,
    strict: bool,
    everything: bool,
    watch: bool,
    explain: str | None,
) -> None:
    """Check the rule base (and more section FILES).

    With FILES, what is found about them; files of the edition may be named too.
    """
    if explain is not None:
        click.echo("\n".join(_page(explain)))
    elif watch:
        _watch(files, form, everything)
    elif not _check(files, form, everything, strict):
        raise click.exceptions.Exit(1)


def _check(files: tuple[str, ...], form: str, everything: bool, strict: bool) -> bool:
    """Check and print; whether all is well."""
    from engine.check import check_all
    from engine.views.findings import written

    found = check_all(files)
    shown = written(found.items, form, everything=everything)
    if form == "text":
        shown = f"{shown}\n\n{found.summary}" if shown else found.summary
    if shown:
        click.echo(shown)
    return not found.failed(strict=strict)


def _watch(files: tuple[str, ...], form: str, everything: bool) -> None:
    """Check, and again after each change, until Ctrl-C."""
    import time

    from engine.check import files_read
    from engine.packs import in_use
    from engine.watch import changes

    def watched() -> list[Path]:
        return [*files_read(), *in_use().files, *map(Path, files)]

    for _ in changes(watched, lambda: time.sleep(_PAUSE)):
        if form == "text":
            click.clear()
        _check(files, form, everything, strict=False)
        if form == "text":
            click.echo("Watching the files; Ctrl-C ends.")


def _page(code: str) -> list[str]:
    from engine.views.findings import page_lines
    from rules.reader.codes import CODES
    from rules.reader.names import suggest

    name = code.upper()
    if name not in CODES:
        near = suggest(name, CODES)
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        raise click.BadParameter(f"there is no code {code}{meant}", param_hint="--explain")
    return list(page_lines(name))
