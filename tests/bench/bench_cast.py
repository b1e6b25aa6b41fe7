"""Measure casting: ``python tests/bench/bench_cast.py``.

Charts one by one from the notation, from moments and from four pillars, up to what terms read
(the columns) and to the whole document; and in arrays over the space of charts. A table of
microseconds a chart and charts a second.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.space import Space
from facts.charts import Chart, read_chart, read_charts
from facts.describe import cast_dict
from facts.julian import DAY, date_of
from facts.lunar import lunar_months
from facts.moment import Almanac
from facts.pillars import pillar_name
from facts.solar_terms import term_second
from facts.symbols import BRANCHES

COUNT = 2000


def measured(name: str, call: Callable[[], int]) -> None:
    """Print one line of the table: the call returns how many charts it cast."""
    best = min(_seconds_a_chart(call) for _ in range(3))
    sys.stdout.write(f"{name:58}{best * 1e6:10.2f}{1 / best:14,.0f}\n")
    sys.stdout.flush()


def _seconds_a_chart(call: Callable[[], int]) -> float:
    start = time.perf_counter()
    count = call()
    return (time.perf_counter() - start) / count


def singly(lines: list[str], use: Callable[[Chart], object]) -> Callable[[], int]:
    """Cast each line and use its chart."""

    def call() -> int:
        for line in lines:
            use(read_chart(line))
        return len(lines)

    return call


def fresh(call: Callable[[], int]) -> Callable[[], int]:
    """The same without the terms and lunar dates that an earlier call left behind."""

    def anew() -> int:
        term_second.cache_clear()
        lunar_months.cache_clear()
        return call()

    return anew


def every(lines: list[str]) -> Callable[[], int]:
    """Cast all charts that lines of four pillars can mean, counted by lines."""

    def call() -> int:
        for line in lines:
            read_charts(line)
        return len(lines)

    return call


def arrays(*axes: str) -> Callable[[], int]:
    """The columns of a whole space."""

    def call() -> int:
        space = Space.over(("day", "plate", *axes))
        space.columns()
        return space.size

    return call


def notations(dice: random.Random) -> list[str]:
    """Lines with day, general, hour and natal branch."""
    return [
        f"{pillar_name(dice.randrange(60))}日 {dice.choice(BRANCHES)}將 "
        f"{dice.choice(BRANCHES)}時 本命{dice.choice(BRANCHES)}"
        for _ in range(COUNT)
    ]


def moments(dice: random.Random, years: int) -> list[str]:
    """Moments within some years from 1900 on."""
    found = []
    for _ in range(COUNT):
        second = term_second(1900, 3) + dice.randrange(years * 365 * DAY)
        day, rest = divmod(second + DAY // 2, DAY)
        found.append(f"{date_of(day)}T{rest // 3600:02d}:{rest % 3600 // 60:02d}+08:00")
    return found


def pillars(dice: random.Random) -> list[str]:
    """Four pillars, of which many fall on no day."""
    return [
        f"{pillar_name(dice.randrange(60))}年 {dice.choice(BRANCHES)}月 "
        f"{pillar_name(dice.randrange(60))}日 {dice.choice(BRANCHES)}時"
        for _ in range(COUNT // 10)
    ]


def main() -> None:
    """Measure everything."""
    dice = random.Random(20260101)
    sys.stdout.write(f"{'':58}{'µs a chart':>10}{'charts a second':>16}\n")
    lines = notations(dice)
    measured("notation, read and cast", singly(lines, lambda chart: chart.given))
    measured("notation, to the columns", singly(lines, lambda chart: chart.columns))
    measured("notation, to the document", singly(lines, lambda chart: cast_dict(chart, {})))
    within = moments(dice, 1)
    across = moments(dice, 150)
    for name, texts in (("moments of one year", within), ("moments of 150 years", across)):
        measured(f"{name}, to the columns", fresh(singly(texts, lambda chart: chart.columns)))
    almanac = Almanac()
    measured(
        "moments of 150 years, inputs alone",
        fresh(lambda: len([almanac.inputs(text) for text in across])),
    )
    measured("four pillars of 1800 to 2099, all their charts", fresh(every(pillars(dice))))
    measured("arrays: the 720 boards", arrays())
    measured("arrays: 17,280 boards with hour and day part", arrays("hour", "day_part"))
    measured("arrays: 103,680 with hour, month", arrays("hour", "month"))
    measured("arrays: 518,400 with hour, season, month", arrays("hour", "season", "month"))


if __name__ == "__main__":
    main()
