"""Pages of the codes of charts and of packs: E3 and E4."""

from __future__ import annotations

from engine.checks.page import Page

_HELP = "`bingzhan cast --help` lists the tokens of a chart."

PAGES = {
    "E300": Page(
        "A word is no part of a chart.",
        "",
        f"Take what is suggested. {_HELP}",
        "丙辰日 亥將 丑時 旾",
    ),
    "E301": Page(
        "A word is a part of a chart, with a value that it cannot have.",
        "",
        f"A day pillar joins a stem and a branch of one kind (甲丑 is none). {_HELP}",
        "甲丑日 伏吟",
    ),
    "E302": Page(
        "There is no day pillar, or nothing from which the board follows.",
        "",
        "Give the day, and month general and hour (亥將 丑時) or the board (戌加子, 伏吟).",
        "丙辰日",
    ),
    "E303": Page(
        "Two parts of the chart contradict each other.",
        "Which of them to believe is not for the program to say.",
        "Take one of the two out; both are shown.",
        "丙辰日 亥將 丑時 夏",
    ),
    "E304": Page(
        "The line is too long for a chart.",
        "",
        "Write one chart a line.",
        "丙辰日 丙辰日 丙辰日 ...",
    ),
    "E305": Page(
        "The moment or the place cannot be: no such date or zone, or beyond what the calendar "
        "reaches.",
        "",
        "Write the moment as 2026-11-30T14:50, the zone as Asia/Shanghai or +08:00.",
        "--at 2026-02-30T10:00",
    ),
    "E401": Page(
        "A pack cannot be taken: its folder cannot be read or is too large.",
        "A pack is data, and bounded: it can run nothing and fill nothing.",
        "The message names the pack; leave it out or mend it.",
        "bingzhan --rules no-such-folder judge ...",
    ),
    "E402": Page(
        "A pack defines what only the edition itself can: a predicate, an operation, an input.",
        "Behind these stands a table of the program.",
        "Say it with concepts, tables and terms of `means`.",
        "predicates: {foresees: {...}}",
    ),
}
