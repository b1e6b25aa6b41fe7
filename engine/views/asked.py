"""What every command over charts can be asked: the options, and what they come to.

The options of a moment stand here once; a command gets them all as one ``Asked``.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import click

from rules.reader.diagnostics import InputError

FORMATS = click.Choice(["text", "json", "jsonl"])


class Failure(click.ClickException):
    """Bad input: the message is already drawn; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print the message as it is."""
        click.echo(self.message, err=True)


FORMAT = click.option(
    "--format",
    "form",
    type=FORMATS,
    default="text",
    help="Shape of the output.",
)


def chart_command(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that every command over a chart has; they reach it as one ``Asked``."""

    @functools.wraps(function)
    def command(
        chart: tuple[str, ...], form: str, settings: tuple[str, ...], **options: Any
    ) -> None:
        moment = {name: options.pop(name) for name in MOMENT}
        more = [f"from {place}" for place in (options.pop("whence"),) if place]
        more += [manner for manner in (options.pop("manner"),) if manner]
        more += ["獲得"] if options.pop("caught") else []
        asked = Asked(chart, form, settings, moment, options.pop("saw"), tuple(more))
        asked.check()
        function(asked, **options)

    for decorator in (
        FORMAT,
        click.option(
            "--school",
            "settings",
            multiple=True,
            metavar="NAME|SWITCH=VALUE",
            help="A casting school, for example printed or harm=meng_zhong_ji; repeatable.",
        ),
        *MOMENT.values(),
        click.option(
            "--saw",
            multiple=True,
            metavar="WHAT",
            help='A thing seen: "snake enters the camp, hurting men, from 寅" (`bingzhan omens` '
            "lists them); repeatable, each is judged by itself.",
        ),
        click.option("--from", "whence", metavar="BRANCH", help="Whence the thing seen came."),
        click.option("--manner", metavar="HOW", help="How it went about: hurting men."),
        click.option("--caught", is_flag=True, help="It was caught."),
        click.argument("chart", nargs=-1),
    ):
        decorator(command)
    return command


@dataclass(frozen=True)
class Asked:
    """What a command over charts was asked: the words, the shape, the school, the moment."""

    words: tuple[str, ...]
    form: str
    settings: tuple[str, ...]
    moment: dict[str, Any]
    saw: tuple[str, ...] = ()
    more_seen: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse wrong usage, before the edition is loaded."""
        _ = self.chart, self.school, self.almanac, self.seen

    @cached_property
    def chart(self) -> tuple[str, ...]:
        """The words of the chart, the moment before them."""
        at = self.moment["at"]
        if at is None:
            if not self.words:
                raise click.UsageError("a chart is wanted, or --at with a moment")
            return self.words
        from facts.tokens import is_moment

        if not is_moment(at):
            raise click.BadParameter(
                f"{at!r} is not a moment: write it as 2026-11-30T14:50", param_hint="--at"
            )
        if "-" in self.words:
            raise click.UsageError("--at gives one moment: standard input cannot be read beside it")
        return (at, *self.words)

    @cached_property
    def seen(self) -> tuple[str, ...]:
        """The things seen of the ``--saw`` options, as tokens of charts."""
        if self.more_seen and len(self.saw) != 1:
            raise click.UsageError("--from, --manner and --caught tell of one --saw")
        if not self.saw:
            return ()
        from facts.omens import tokens_of
        from facts.readings import BadToken

        try:
            return tuple(tokens_of(", ".join((thing, *self.more_seen))) for thing in self.saw)
        except BadToken as error:
            raise click.BadParameter(str(error), param_hint="--saw") from None

    @cached_property
    def school(self) -> Any:
        """The casting school of the ``--school`` options."""
        from engine.packs import in_use
        from engine.views.streams import drawn
        from facts.profiles import read_school

        try:
            return read_school(self.settings, in_use().schools)
        except InputError as error:
            raise Failure(drawn(error, sys.stderr)) from None
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--school") from None

    @cached_property
    def almanac(self) -> Any:
        """How moments are read; None where nothing was said of it."""
        names = [name for name, value in self.moment.items() if name != "at" and value is not None]
        if not names:
            return None
        from engine.views.almanac import almanac_of
        from facts.instants import MomentError

        try:
            almanac = almanac_of(self.moment)
        except MomentError as error:
            raise click.UsageError(str(error)) from None
        self._refuse_unread(names)
        return almanac

    def _refuse_unread(self, names: list[str]) -> None:
        """Refuse options of a moment beside a chart that the calendar does not read."""
        from facts.charts import is_dated

        if self.chart != ("-",) and not is_dated(" ".join(self.chart)):
            options = " and ".join(OPTION_OF[name] for name in names)
            raise click.UsageError(
                f"{options}: the chart has neither a moment nor four pillars without a board"
            )


MOMENT = {
    "at": click.option("--at", metavar="MOMENT", help="A moment, for example 2026-11-30T14:50."),
    "zone": click.option("--tz", "zone", metavar="ZONE", help="Its clock (Asia/Shanghai, +08:00)."),
    "place": click.option(
        "--place", metavar="PLACE", help="Where: a name (北京, Beijing) or longitude,latitude."
    ),
    "longitude": click.option("--longitude", type=float, help="Where: degrees east."),
    "latitude": click.option("--latitude", type=float, help="Where: degrees north."),
    "clock": click.option(
        "--time",
        "clock",
        type=click.Choice(["clock", "mean", "true"]),
        help="Hours by the clock (default), by mean or by true solar time of the place.",
    ),
    "day_start": click.option(
        "--day-start",
        type=click.Choice(["23", "00"]),
        help="The day begins at 23:00 (default) or at 00:00.",
    ),
    "terms": click.option(
        "--terms",
        type=click.Choice(["true", "mean"]),
        help="Solar terms by the sun 定氣 (default) or mean 平氣, for old cases.",
    ),
    "day_part": click.option(
        "--day-part",
        type=click.Choice(["hours", "sun"]),
        help="Day and night by 卯 and 酉 (default), or by sunrise and sunset at the place.",
    ),
    "between": click.option(
        "--between",
        nargs=2,
        type=int,
        metavar="YEAR YEAR",
        help="Where four pillars 四柱 are sought (default 1800 2099).",
    ),
}
"""The options of a moment, by the name under which they reach ``Asked``."""

OPTION_OF = {
    "zone": "--tz",
    "place": "--place",
    "longitude": "--longitude",
    "latitude": "--latitude",
    "clock": "--time",
    "day_start": "--day-start",
    "terms": "--terms",
    "day_part": "--day-part",
    "between": "--between",
}
"""How each option but the moment itself is written."""
