"""Help texts that the code itself knows: the tokens of a chart, the casting schools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from facts.profiles import profiles
from facts.schools import SWITCHES
from facts.tokens import EXAMPLES
from rules.reader.render import display_width

WIDTH = 80

MOMENT = (
    "2026-11-30T14:50",
    "a moment: it gives the day, the hour, the month general, the season and so on",
)

PILLARS = (
    "Four pillars (甲子年 丙寅月 戊申日 壬子時) give the month general by the calendar; where two "
    "are possible, both charts are cast."
)


def columns(rows: Iterable[tuple[str, str]], left: int = 2) -> Iterator[str]:
    """Rows of two columns, the second in line by display width and wrapped within itself."""
    rows = list(rows)
    width = max(display_width(name) for name, _ in rows)
    for name, words in rows:
        first, *rest = wrap(words, WIDTH - left - width - 2)
        yield f"{' ' * left}{name}{' ' * (width - display_width(name))}  {first}"
        yield from (f"{' ' * (left + width + 2)}{line}" for line in rest)


def chart_help() -> Iterator[str]:
    """How a chart is written, token by token, and the casting schools, the default first."""
    yield "CHART is written in tokens in any order; - stands for a chart a line on standard input:"
    yield from columns([*EXAMPLES, MOMENT])
    yield from wrap(PILLARS, WIDTH)
    yield ""
    yield "Schools by name (--school NAME, or FILE.yaml):"
    yield from columns((name, profile.english) for name, profile in profiles().items())
    yield "Schools switch by switch (--school SWITCH=VALUE), the default value first:"
    for switch in SWITCHES:
        yield f"  {switch.name}: {switch.title_en} {switch.title_zh}"
        values = ((option.value, option.says_en) for option in switch.options)
        yield from columns(values, 4)
