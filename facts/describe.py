"""A chart as a document: what was given, what was cast, by which school, with which passages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.charts import Chart
from facts.given import DIRECTIONS, SEASONS, SITUATIONS, names_of
from facts.pillars import pillar_name
from facts.symbols import ALPHABET, BRANCH_ELEMENT, BRANCHES, STEM_ELEMENT, STEMS
from facts.tokens import DAYS, MONTHS

RELATIVES = tuple(s.name for s in ALPHABET.members["relative"])
"""The relatives 六親 (six with the day stem itself), by the distance of an element from its own."""


def relative_of(day_stem: int, branch: int) -> str:
    """Relative 六親 of a branch to the day stem, by their elements.

    The same element is a brother, what the stem generates a child, what it controls wealth, what
    controls it an officer or ghost, what generates it a parent.
    """
    return RELATIVES[(BRANCH_ELEMENT[branch] - STEM_ELEMENT[day_stem]) % 5]


def chart_dict(chart: Chart) -> dict[str, Any]:
    """What the chart was given, for JSON: the notation, each input by name, and the plate.

    Hour, month and year are pillars where their stem was given, else branches. A ``note`` says
    that the chart is one of several that were meant.
    """
    given = chart.given
    shown: dict[str, Any] = {
        "notation": chart.notation,
        "day": pillar_name(chart.day),
        "plate": f"{BRANCHES[chart.offset]}加子",
    }
    branches: tuple[tuple[str, int | None, int | None], ...] = (
        ("month_general", None, given.month_general),
        ("hour", given.hour_stem, given.hour),
        ("month", given.month_stem, given.month),
        ("year", given.year_stem, given.year),
        ("natal", None, given.natal),
        ("annual", None, given.annual),
        ("birth", None, given.birth),
        ("enemy_palace", None, given.enemy_palace),
        ("march_palace", None, given.march_palace),
        ("gate", None, given.gate),
        ("envoy_natal", None, given.envoy_natal),
        ("envoy_annual", None, given.envoy_annual),
        ("moon_palace", None, given.moon_palace),
        ("omen_from", None, given.omen_from),
        ("omen_at", None, given.omen_at),
    )
    shown |= {
        name: ("" if stem is None else STEMS[stem]) + BRANCHES[branch]
        for name, stem, branch in branches
        if branch is not None
    }
    words: tuple[tuple[str, int | None, tuple[str, ...]], ...] = (
        ("season", given.season, SEASONS),
        ("calendar_season", given.calendar_season, SEASONS),
        ("lunar_month", given.lunar_month, tuple(f"{month}月" for month in MONTHS)),
        ("lunar_day", given.lunar_day, DAYS),
        ("day_part", given.day_part, ("晝", "夜")),
        ("sex", given.sex, ("男", "女")),
        ("enemy", given.enemy, DIRECTIONS),
        ("city", given.city, DIRECTIONS),
        ("march", given.march, DIRECTIONS),
        ("first_mover", given.first_mover, ("我", "敵")),
        ("ground", given.ground, ("我", "敵")),
        ("situation", given.situation, SITUATIONS),
        ("term_day", given.term_day, names_of("term_day")),
        ("moon", given.moon, names_of("mansion")),
        ("venus", given.venus, DIRECTIONS),
        ("army", given.army, names_of("army")),
        ("omen", given.omen, names_of("omen")),
        ("omen_manner", given.omen_manner, names_of("manner")),
        ("alarm_stem", given.alarm_stem, STEMS),
        ("alarm_branch", given.alarm_branch, BRANCHES),
        ("arrival_stem", given.arrival_stem, STEMS),
        ("arrival_branch", given.arrival_branch, BRANCHES),
    )
    shown |= {name: names[value] for name, value, names in words if value is not None}
    if chart.note is not None:
        shown["note"] = {"en": chart.note.what_en, "zh": chart.note.what_zh}
    return shown


def cast_dict(chart: Chart, spirits: Mapping[str, str | None]) -> dict[str, Any]:
    """The whole cast for JSON: the fixed shape, with more keys beside it."""
    stem = chart.day % 10
    derivation = chart.derivation
    return {
        "chart": chart_dict(chart),
        "heaven": chart.heaven,
        "lessons": [[BRANCHES[lesson.upper], lesson.lower_name] for lesson in chart.lessons],
        "method": derivation.method,
        "transmissions": [BRANCHES[b] for b in derivation.transmissions],
        "relatives": [relative_of(stem, b) for b in derivation.transmissions],
        "generals": chart.generals,
        "stems": chart.stems,
        "void": list(chart.void),
        "spirits": dict(spirits),
        "school": chart.school.as_dict(),
        "disputes": [
            {
                "switch": d.switch,
                "value": d.value,
                "transmissions": [BRANCHES[b] for b in d.transmissions],
                "passages": list(d.passages),
            }
            for d in chart.disputes
        ],
        "steps": [
            {"en": s.what_en, "zh": s.what_zh, "passage": s.passage} for s in chart.casting_steps
        ],
    }


def partings_list(chart: Chart) -> list[dict[str, Any]]:
    """Where the schools part on a chart, for JSON."""
    from facts.compare import partings

    return [
        {
            "switch": item.switch.name,
            "value": item.option.value,
            "passages": list(item.option.passages),
            "what": item.what,
            "here": item.here,
            "there": item.there,
        }
        for item in partings(chart)
    ]
