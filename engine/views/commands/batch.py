"""``bingzhan batch``: many charts at once, to a table of verdicts or of answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.views.asked import MOMENT, Failure
from engine.views.batch import progress, show_summary
from engine.views.batch_asked import (
    almanac_asked,
    check_paths,
    open_source,
    schools_asked,
    share_of,
    steps_of,
    suffix_of,
)
from engine.views.commands.base import Command

if TYPE_CHECKING:
    from engine.batch.job import Job, Suffix
    from engine.batch.parts import Counts
    from engine.batch.run import Wanted
    from engine.batch.sources import Source
    from facts.moment import Almanac

_OF_MOMENT = {name: option for name, option in MOMENT.items() if name != "at"}


def _of_moments(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which moments are read."""
    for option in _OF_MOMENT.values():
        option(function)
    return function


@click.command(cls=Command, example="batch charts.csv --out verdicts.parquet")
@click.argument("source", required=False, metavar="[IN]")
@click.option("--out", required=True, metavar="FILE", help="Result: .jsonl, .csv or .parquet.")
@click.option(
    "--shape",
    type=click.Choice(["tidy", "wide"]),
    default="tidy",
    help="A row a verdict (default), or a row a chart with a column a question.",
)
@click.option("--input-format", type=click.Choice(["lines", "csv", "parquet"]), help="How IN is.")
@click.option("--carry", multiple=True, metavar="COLUMN", help="Carry this through; repeatable.")
@click.option("--from", "first", metavar="MOMENT", help="Moments from this one on,")
@click.option("--to", "last", metavar="MOMENT", help="to this one,")
@click.option("--every", "step", metavar="STEP", help="at this step (2h, 1d, 30m).")
@click.option("--at-file", metavar="FILE", help="Moments, one a line (- for standard input).")
@click.option("--all-boards", is_flag=True, help="All boards with their hours, by day and night.")
@click.option("--question", "questions", multiple=True, metavar="Q", help="Only this; repeatable.")
@click.option("--questions", "listed", metavar="Q,Q", help="Only these.")
@click.option("--school", "settings", multiple=True, metavar="NAME|SWITCH=VALUE", help="A school.")
@click.option("--schools", metavar="NAME,NAME", help="Each chart by each of these; a column says.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Processes (1).")
@click.option(
    "--chunk", "rows", type=click.IntRange(1), default=8192, help="Rows done together (8192)."
)
@click.option("--rejects", metavar="FILE", help="Bad rows (default OUT.rejects.jsonl).")
@click.option("--part", metavar="K/N", help="Only the K-th of N shares; --resume joins them.")
@click.option("--resume", is_flag=True, help="Go on with an interrupted run.")
@click.option("--force", is_flag=True, help="Write over what is there.")
@_of_moments
def batch(
    source: str | None,
    out: str,
    rejects: str | None,
    jobs: int,
    part: str | None,
    resume: bool,
    force: bool,
    **options: Any,
) -> None:
    """Judge many charts.

    IN has a chart a row: lines (a chart each, or a JSON object with "chart" or a key an input), CSV
    or Parquet; - is standard input. Instead of IN there may be moments or --all-boards. Other
    columns are carried through. A bad row goes to the rejects file and the rest goes on; exit code
    1 says that there was one.
    """
    from engine.batch.arrow import NoArrow
    from engine.batch.parts import OtherRun
    from engine.batch.pool import Lost
    from engine.batch.run import Refused, Wanted, check
    from engine.batch.sources import NoSource

    path = Path(out)
    wanted = Wanted(
        path,
        Path(rejects) if rejects else path.with_name(f"{path.name}.rejects.jsonl"),
        jobs,
        share_of(part),
        resume,
        force,
    )
    try:
        suffix = suffix_of(out)
        check_paths(source, options["at_file"], wanted)
        counts = check(wanted)
        if counts is None:
            counts = _run(source, suffix, wanted, options)
    except (NoSource, Refused, OtherRun) as error:
        hint = "; --force begins anew" if isinstance(error, OtherRun) else ""
        raise click.UsageError(f"{error}{hint}") from None
    except (NoArrow, Lost) as error:
        raise Failure(f"bingzhan: {error}") from None
    show_summary(counts, wanted)
    if counts.rejected:
        raise click.exceptions.Exit(1)


def _run(source: str | None, suffix: Suffix, wanted: Wanted, options: dict[str, Any]) -> Counts:
    """Open the source, make the job, do it."""
    from engine.batch.run import run
    from engine.batch.tables import BadTable

    almanac = almanac_asked(options)
    schools = schools_asked(options["settings"], options["schools"])
    try:
        with open_source(source, options, almanac) as found:
            base = _rulebase()
            job = _job(found, source, suffix, wanted, options, base, almanac, schools)
            with progress(found) as tell:
                return run(job, base, found, wanted, tell)
    except BadTable as error:
        raise Failure(f"bingzhan: {error}") from None


def _job(
    found: Source,
    source: str | None,
    suffix: Suffix,
    wanted: Wanted,
    options: dict[str, Any],
    base: Any,
    almanac: Almanac | None,
    schools: tuple[tuple[str, Any], ...],
) -> Job:
    from engine.batch.arrow import arrow
    from engine.batch.job import Job
    from engine.batch.made import span_of
    from engine.batch.run import parts_of
    from engine.packs import in_use
    from engine.views.lookup import questions_of
    from facts.moment import Almanac

    if suffix == "parquet":
        arrow()
    listed = [name.strip() for name in (options["listed"] or "").split(",") if name.strip()]
    span = (0, 0, 0)
    if found.kind == "moments":
        span = span_of(*steps_of(options), almanac=almanac or Almanac())
    return Job(
        kind=found.kind,
        suffix=suffix,
        shape=options["shape"],
        folder=str(parts_of(wanted.out)),
        path=source or "",
        carried=found.carried,
        chosen=bool(options["carry"]),
        header=found.header,
        span=span,
        questions=tuple(sorted(set(questions_of(base, (*options["questions"], *listed))))),
        schools=schools,
        named=bool(options["schools"]),
        rows=options["rows"],
        almanac=almanac,
        packs=in_use().folders,
        with_installed=in_use().with_installed,
    )


def _rulebase() -> Any:
    from engine.rulebase import load
    from engine.views.streams import drawn
    from rules.reader.diagnostics import InputError

    try:
        return load()
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None
