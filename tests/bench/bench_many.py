"""Measure many charts at once: ``python tests/bench/bench_many.py``.

Lines of the notation, moments and inputs, read in arrays up to the columns, against the same read
one by one in the same run. A table of microseconds a chart, and how many times faster.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np

from facts.charts import read_chart
from facts.clocks import offsets, universal_of, write_moments
from facts.columns import derived_tables
from facts.inputs import columns_of_inputs
from facts.julian import DAY, Date, day_number
from facts.lines import read_lines
from facts.many import columns_of, moment_columns, notations
from facts.moment import Almanac, Place, Reckoning
from facts.moments import inputs_of_moments
from facts.pillars import pillar_name
from facts.schools import DEFAULT
from facts.symbols import BRANCHES

SINGLY, AT_ONCE = 1_000, 100_000


def measured(call: Callable[[], object], count: int) -> float:
    """Microseconds of the processor a chart, the best of five; the first call fills the tables."""
    call()
    return min(_seconds(call) for _ in range(5)) / count * 1e6


def _seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def compared(name: str, singly: Callable[[], object], at_once: Callable[[], object]) -> None:
    """Print one line of the table."""
    one, many = measured(singly, SINGLY), measured(at_once, AT_ONCE)
    sys.stdout.write(f"{name:44}{one:12.2f}{many:12.3f}{one / many:10,.0f}x{1e6 / many:14,.0f}\n")
    sys.stdout.flush()


def moments(name: str, almanac: Almanac, years: tuple[int, int]) -> None:
    """Random moments of some years."""
    dice = np.random.default_rng(1)
    first, last = (day_number(Date(year, 1, 1)) * DAY for year in years)
    seconds = dice.integers(first, last, AT_ONCE)
    texts = write_moments(seconds, seconds + offsets(seconds, almanac.zone))[:SINGLY]
    compared(
        name,
        lambda: [read_chart(text, almanac=almanac).columns for text in texts],
        lambda: moment_columns(seconds, almanac),
    )


def lines(name: str, made: Callable[[random.Random], str]) -> None:
    """Random lines of one shape."""
    dice = random.Random(1)
    texts = [made(dice) for _ in range(AT_ONCE)]
    compared(
        name,
        lambda: [read_chart(text).columns for text in texts[:SINGLY]],
        lambda: columns_of_inputs(read_lines(texts).inputs, DEFAULT),
    )


def _board(dice: random.Random) -> str:
    return (
        f"{pillar_name(dice.randrange(60))}日 {dice.choice(BRANCHES)}將 "
        f"{dice.choice(BRANCHES)}時 本命{dice.choice(BRANCHES)}"
    )


def _moment(dice: random.Random) -> str:
    date = f"{dice.randrange(1950, 2030)}-{dice.randrange(1, 13):02d}-{dice.randrange(1, 29):02d}"
    return f"{date}T{dice.randrange(24):02d}:{dice.randrange(60):02d}"


def _moment_and_more(dice: random.Random) -> str:
    return f"{_moment(dice)} 本命{dice.choice(BRANCHES)} 敵在{dice.choice('東南西北')}"


def main() -> None:
    """Measure everything."""
    derived_tables(DEFAULT)
    titles = ("µs singly", "µs at once", "faster", "at once a s")
    sys.stdout.write(
        f"{'to the columns':44}{titles[0]:>12}{titles[1]:>12}{titles[2]:>11}{titles[3]:>14}\n"
    )
    moments("moments of 10 years", Almanac(), (2015, 2025))
    moments("moments of 150 years", Almanac(), (1900, 2050))
    moments("moments in Berlin", Almanac("Europe/Berlin"), (2015, 2025))
    place = Place(116.4, 39.9)
    moments("mean time", Almanac(place=place, reckoning=Reckoning("mean")), (2015, 2025))
    by_the_sun = Reckoning("true", day_part="sun")
    moments("all by the true sun", Almanac(place=place, reckoning=by_the_sun), (2015, 2025))
    lines("lines of day, general, hour, natal branch", _board)
    lines("lines of a moment", _moment)
    lines("lines of a moment, natal branch, direction", _moment_and_more)

    read = read_lines([_moment_and_more(random.Random(2)) for _ in range(SINGLY)])
    charts = [read_chart(line) for line in notations(read.inputs)]
    seconds = np.arange(AT_ONCE) * 3600 + day_number(Date(2020, 1, 1)) * DAY
    inputs, _ = inputs_of_moments(seconds, Almanac())
    givens = [chart.given for chart in charts] * (AT_ONCE // SINGLY)
    compared(
        "complete inputs",
        lambda: [type(c)(c.given, c.school, c.steps).columns for c in charts],
        lambda: columns_of(givens),
    )
    compared("notation", lambda: [c.notation for c in charts], lambda: notations(inputs))
    clock = seconds + offsets(seconds, "Europe/Berlin")
    took = measured(lambda: universal_of(clock, "Europe/Berlin"), AT_ONCE)
    sys.stdout.write(f"{'clocks of Berlin to Universal Time':56}{took:12.3f}\n")


if __name__ == "__main__":
    main()
