"""Where the casting schools part on one chart: each switch, each other value, what it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from facts.charts import Chart
from facts.generals import earth_arrangement, general_on
from facts.schools import SWITCHES, Option, Switch
from facts.symbols import BRANCHES, GENERALS


@dataclass(frozen=True, slots=True)
class Parting:
    """What a chart would show under one other value of one switch, and what it shows now."""

    switch: Switch
    option: Option
    what: str
    here: str
    there: str


def partings(chart: Chart) -> tuple[Parting, ...]:
    """Everything that one other value of one switch changes on a chart."""
    found = []
    mine = _shown(chart)
    for switch in SWITCHES:
        for option in switch.options:
            if option.value == getattr(chart.school, switch.name):
                continue
            school = replace(chart.school, **{switch.name: option.value})
            theirs = _shown(replace(chart, school=school))
            found += [
                Parting(switch, option, what, mine[what], theirs[what])
                for what in mine
                if mine[what] != theirs[what]
            ]
    return tuple(found)


def _shown(chart: Chart) -> dict[str, str]:
    """What a school can change: method, transmissions, the generals on both plates."""
    derivation = chart.derivation
    earth = earth_arrangement(chart.day % 10, chart.school)
    on_earth = (GENERALS[general_on(palace, earth)] for palace in range(12))
    generals = chart.generals
    return {
        "method": derivation.method,
        "transmissions": "".join(BRANCHES[b] for b in derivation.transmissions),
        "generals": " ".join(f"{b}{g}" for b, g in generals.items()) if generals else "",
        "generals on the earth plate": " ".join(
            f"{branch}{general}" for branch, general in zip(BRANCHES, on_earth, strict=True)
        ),
    }
