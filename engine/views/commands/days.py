"""``bingzhan days``: the days of a period, with what forbids and favours each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from engine.views.asked import FORMAT, Failure
from engine.views.commands.base import Command

if TYPE_CHECKING:
    from engine.days import Day
    from facts.julian import Date

LONGEST = 36_525
"""Days of one list: a hundred years."""


@click.command(cls=Command, example="days --from 2026-12-01 --to 2026-12-31 本命子")
@click.option("--from", "first", metavar="DATE", help="The first day, for example 2026-12-01.")
@click.option("--to", "last", metavar="DATE", help="The last day (default: 30 days on).")
@click.option("--tz", "zone", metavar="ZONE", default="Asia/Shanghai", help="Where: a time zone.")
@click.option("--fit", is_flag=True, help="Only days that nothing forbids.")
@click.option(
    "--school", "settings", multiple=True, metavar="NAME|SWITCH=VALUE", help="A casting school."
)
@click.argument("words", nargs=-1)
@FORMAT
def days(
    first: str | None,
    last: str | None,
    zone: str,
    fit: bool,
    settings: tuple[str, ...],
    words: tuple[str, ...],
    form: str,
) -> None:
    """List days with what the book says of setting out on them.

    The days of a period, by dates; or, with a month among WORDS and no dates (卯月, 卯月 甲子日),
    the sixty day pillars in it. Further WORDS are told of every day (本命子).
    """
    from engine.days import day_dict
    from engine.rulebase import load
    from engine.views.streams import drawn, dumps, echo_list
    from rules.reader.diagnostics import InputError

    try:
        base = load()
        found = _found(base, first, last, zone, " ".join(words), settings)
        chosen = (day for day in found if not (fit and day.is_forbidden))
        if form == "text":
            _show(base, chosen)
        elif form == "jsonl":
            echo_list(map(day_dict, chosen), form)
        else:
            click.echo(dumps({"days": [day_dict(day) for day in chosen]}))
    except InputError as error:
        raise Failure(drawn(error, sys.stderr)) from None


def _found(
    base: Any, first: str | None, last: str | None, zone: str, words: str, settings: Any
) -> Iterator[Day]:
    from engine.days import dated_days, pillar_days
    from engine.packs import in_use
    from facts.instants import MomentError
    from facts.julian import date_of, day_number
    from facts.moment import Almanac
    from facts.profiles import read_school

    try:
        school = read_school(settings, in_use().schools)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--school") from None
    if first is None:
        if last is not None:
            raise click.UsageError("--to without --from")
        if not words:
            raise click.UsageError("a period is wanted (--from, --to), or a month (卯月)")
        return pillar_days(base, words, school)
    try:
        almanac = Almanac(zone)
    except MomentError as error:
        raise click.BadParameter(str(error), param_hint="--tz") from None
    start = _date(first, "--from")
    end = date_of(day_number(start) + 30) if last is None else _date(last, "--to")
    count = day_number(end) - day_number(start) + 1
    if count < 1:
        raise click.UsageError(f"--to {end} is before --from {start}")
    if count > LONGEST:
        raise click.UsageError(f"{count:,} days: at most {LONGEST:,} in one list")
    return dated_days(base, start, end, almanac, school, words)


def _date(text: str, option: str) -> Date:
    from facts.instants import MomentError, read_clock

    try:
        return read_clock(f"{text}T12:00")[0]
    except MomentError as error:
        message = str(error).replace("T12:00", "").replace("T14:50", "")
        raise click.BadParameter(message.replace("a moment", "a date"), param_hint=option) from None


def _show(base: Any, days: Iterable[Day]) -> None:
    from engine.views.days import show_days

    show_days(base, days)
