"""The views of ``batch``: a bar while it runs, and what came of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.batch.parts import Counts
    from engine.batch.run import Wanted
    from engine.batch.sources import Source


@contextmanager
def progress(source: Source) -> Iterator[Callable[[Counts], None]]:
    """A bar on a terminal, silence elsewhere."""
    if not sys.stderr.isatty():
        yield lambda counts: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("rows", total=source.rows)
        done = 0

        def tell(counts: Counts) -> None:
            nonlocal done
            done += counts.rows
            total = source.rows
            if total is None and source.size and (read := source.read()):
                total = max(done, round(done * source.size / read))
            bar.update(task, completed=done, total=total)

        yield tell


def show_summary(counts: Counts, wanted: Wanted) -> None:
    """What came of it, on standard error."""
    words = f"{counts.rows:,} rows: {counts.charts:,} charts, {counts.verdicts:,} verdicts"
    if wanted.shared:
        k, n = wanted.share
        click.echo(f"share {k} of {n}: {words}; when all are done, --resume joins them", err=True)
    else:
        click.echo(f"{words} in {wanted.out}", err=True)
    if counts.rejected:
        where = "" if wanted.shared else f": see {wanted.rejects}"
        what = "row was" if counts.rejected == 1 else "rows were"
        click.echo(f"{counts.rejected:,} {what} rejected{where}", err=True)
