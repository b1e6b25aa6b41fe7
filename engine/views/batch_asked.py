"""What ``bingzhan batch`` was asked: its source, its schools, its share, its files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from engine.views.asked import OPTION_OF, Failure

if TYPE_CHECKING:
    from engine.batch.job import Kind, Suffix
    from engine.batch.run import Wanted
    from engine.batch.sources import Source
    from facts.moment import Almanac

SUFFIXES = ("jsonl", "csv", "parquet")


@contextmanager
def open_source(
    source: str | None, options: dict[str, Any], almanac: Almanac | None
) -> Iterator[Source]:
    """The source that was asked for: exactly one of them."""
    from engine.batch.made import boards, span_of
    from engine.batch.sources import made, opened
    from facts.instants import MomentError
    from facts.moment import Almanac

    steps = steps_of(options)
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
            _, _, total = span_of(*steps, almanac=almanac or Almanac())
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


def steps_of(options: dict[str, Any]) -> tuple[str, str, str]:
    """The first moment, the last and the step, as they are given."""
    return options["first"] or "", options["last"] or "", options["step"] or ""


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


def suffix_of(out: str) -> Suffix:
    """The form of the result, by the end of its name."""
    suffix = Path(out).suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise click.BadParameter(
            f"{out!r} does not end in .jsonl, .csv or .parquet", param_hint="--out"
        )
    return cast("Suffix", suffix)


def share_of(part: str | None) -> tuple[int, int]:
    """Which of how many shares is to be done."""
    if part is None:
        return 1, 1
    k, _, n = part.partition("/")
    if not (k.isdecimal() and n.isdecimal() and 1 <= int(k) <= int(n)):
        raise click.BadParameter(f"{part!r} is no share: write 3/16", param_hint="--part")
    return int(k), int(n)


def check_paths(source: str | None, at_file: str | None, wanted: Wanted) -> None:
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


def almanac_asked(options: dict[str, Any]) -> Almanac | None:
    """How moments are read; None where nothing was said of it."""
    from engine.views.almanac import almanac_of
    from facts.instants import MomentError

    given = {name: options[name] for name in OPTION_OF}
    if all(value is None for value in given.values()):
        return None
    try:
        return almanac_of(given)
    except MomentError as error:
        raise click.UsageError(str(error)) from None


def schools_asked(settings: Sequence[str], listed: str | None) -> tuple[tuple[str, Any], ...]:
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
