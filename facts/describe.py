"""A chart as a document: what was given, what was cast, by which school, with which passages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.charts import Chart
from facts.kinds import KINDS
from facts.pillars import pillar_name
from facts.symbols import ALPHABET, BRANCH_ELEMENT, BRANCHES, STEM_ELEMENT, STEMS

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
    shown: dict[str, Any] = {
        "notation": chart.notation,
        "day": pillar_name(chart.day),
        "plate": f"{BRANCHES[chart.offset]}加子",
    }
    given = dict(chart.given.items())
    for name, value in given.items():
        stem = given.get(f"{name}_stem")
        if name in _PILLARS:
            shown[name] = ("" if stem is None else STEMS[stem]) + BRANCHES[value]
        elif name not in _SHOWN_ELSEWHERE:
            shown[name] = KINDS[name].values[value]
    if chart.note is not None:
        shown["note"] = {"en": chart.note.what_en, "zh": chart.note.what_zh}
    return shown


_PILLARS = ("hour", "month", "year")
_SHOWN_ELSEWHERE = ("day", "offset", *(f"{name}_stem" for name in _PILLARS))


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
