"""``bingzhan batch``: many charts at once, to a table of verdicts or of answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from engine.views.asked import MOMENT, OPTION_OF, Failure
from engine.views.commands.base import Command

if TYPE_CHECKING:
    from engine.batch.job import Job, Kind, Suffix
    from engine.batch.parts import Counts
    from engine.batch.run import Wanted
    from engine.batch.sources import Source
    from facts.moment import Almanac

SUFFIXES = ("jsonl", "csv", "parquet")
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
@click.option("--chunk", "rows", type=click.IntRange(1), default=8192, help="Rows done together (8192).")
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
        _share(part),
        resume,
        force,
    )
    try:
        suffix = _suffix(out)
        _check_paths(source, options["at_file"], wanted)
        counts = check(wanted)
        if counts is None:
            counts = _run(source, suffix, wanted, options)
    except (NoSource, Refused, OtherRun) as error:
        hint = "; --force begins anew" if isinstance(error, OtherRun) else ""
        raise click.UsageError(f"{error}{hint}") from None
    except (NoArrow, Lost) as error:
        raise Failure(f"bingzhan: {error}") from None
    _summary(counts, wanted)
    if counts.rejected:
        raise click.exceptions.Exit(1)


def _run(source: str | None, suffix: Suffix, wanted: Wanted, options: dict[str, Any]) -> Counts:
    """Open the source, make the job, do it."""
    from engine.batch.run import run
    from engine.batch.tables import BadTable

    almanac = _almanac(options)
    schools = _schools(options["settings"], options["schools"])
    try:
        with _opened(source, options, almanac) as found:
            base = _rulebase()
            job = _job(found, source, suffix, wanted, options, base, almanac, schools)
            with _progress(found) as tell:
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
        span = span_of(options["first"], options["last"], options["step"], almanac or Almanac())
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


@contextmanager
def _opened(
    source: str | None, options: dict[str, Any], almanac: Almanac | None
) -> Iterator[Source]:
    """The source that was asked for: exactly one of them."""
    from engine.batch.made import boards, span_of
    from engine.batch.sources import made, opened
    from facts.instants import MomentError
    from facts.moment import Almanac

    steps = [options[name] for name in ("first", "last", "step")]
    given = [source is not None, any(steps), options["at_file"], options["all_boards"]]
    if sum(map(bool, given)) != 1:
        raise click.UsageError(
            "charts are wanted from one place: IN, or --from, --to and --every, or --at-file, or "
            "--all-boards"
        )
    carry = tuple(options["carry"]) or None
    if options["all_boards"]:
        _refuse_carry(carry)
        yield made("boards", len(boards()), (), options["rows"])
    elif any(steps):
        _refuse_carry(carry)
        if not all(steps):
            raise click.UsageError("moments need --from, --to and --every")
        try:
            _, _, total = span_of(*steps, almanac or Almanac())
        except MomentError as error:
            raise click.UsageError(str(error)) from None
        yield made("moments", total, ("at",), options["rows"])
    else:
        path = source if source is not None else options["at_file"]
        kind = _kind(path, options["input_format"]) if source is not None else "at"
        if path == "-":
            yield opened(path, cast(BinaryIO, sys.stdin.buffer), kind, carry, options["rows"])
            return
        with open(path, "rb") as file:
            yield opened(path, file, kind, carry, options["rows"])


def _refuse_carry(carry: Sequence[str] | None) -> None:
    if carry:
        raise click.UsageError("--carry: there are no columns to carry through")


def _kind(path: str, form: str | None) -> Kind:
    from engine.batch.sources import KINDS

    if form is not None:
        return cast("Kind", form)
    suffix = Path(path).suffix.lower()
    if path != "-" and suffix not in KINDS:
        known = ", ".join(KINDS)
        raise click.UsageError(f"{path}: the end of its name is none of {known}: --input-format")
    return KINDS.get(suffix, "lines")


def _suffix(out: str) -> Suffix:
    suffix = Path(out).suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise click.BadParameter(f"{out!r} does not end in .jsonl, .csv or .parquet", param_hint="--out")
    return cast("Suffix", suffix)


def _share(part: str | None) -> tuple[int, int]:
    if part is None:
        return 1, 1
    k, _, n = part.partition("/")
    if not (k.isdecimal() and n.isdecimal() and 1 <= int(k) <= int(n)):
        raise click.BadParameter(f"{part!r} is no share: write 3/16", param_hint="--part")
    return int(k), int(n)


def _check_paths(source: str | None, at_file: str | None, wanted: Wanted) -> None:
    """Refuse files that are not there, and to write over the input."""
    places = {wanted.out.resolve(), wanted.rejects.resolve()}
    if len(places) < 2:
        raise click.UsageError("--out and --rejects are the same file")
    for path in (source, at_file):
        if path is None or path == "-":
            continue
        if not Path(path).is_file():
            raise click.UsageError(f"there is no file {path}")
        if Path(path).resolve() in places:
            raise click.UsageError(f"{path} is the input: it is not written over")
    if not wanted.out.parent.is_dir():
        raise click.UsageError(f"there is no folder {wanted.out.parent}")


def _almanac(options: dict[str, Any]) -> Almanac | None:
    from engine.views.almanac import almanac_of
    from facts.instants import MomentError

    given = {name: options[name] for name in OPTION_OF}
    if all(value is None for value in given.values()):
        return None
    try:
        return almanac_of(given)
    except MomentError as error:
        raise click.UsageError(str(error)) from None


def _schools(settings: Sequence[str], listed: str | None) -> tuple[tuple[str, Any], ...]:
    """The casting schools, each with its name."""
    from engine.packs import in_use
    from engine.views.streams import drawn
    from facts.profiles import read_school
    from rules.reader.diagnostics import InputError

    if listed and settings:
        raise click.UsageError("--school and --schools: give one of them")
    names = [name.strip() for name in (listed or "").split(",") if name.strip()]
    asked = [(name, [name]) for name in dict.fromkeys(names)] or [("", list(settings))]
    try:
        return tuple(
            (name, read_school([] if name == "default" else chosen, in_use().schools))
            for name, chosen in asked
        )
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None
    except ValueError as error:
        hint = "--schools" if listed else "--school"
        raise click.BadParameter(str(error), param_hint=hint) from None


def _rulebase() -> Any:
    from engine.rulebase import load
    from engine.views.streams import drawn
    from rules.reader.diagnostics import InputError

    try:
        return load()
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None


@contextmanager
def _progress(source: Source) -> Iterator[Callable[[Counts], None]]:
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


def _summary(counts: Counts, wanted: Wanted) -> None:
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
