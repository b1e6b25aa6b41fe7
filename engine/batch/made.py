"""Rows that no file holds: moments at even steps, and every board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine.batch.chunks import Chunk
from facts.clocks import offsets, write_moments
from facts.generals import may_be
from facts.inputs import Array
from facts.instants import MomentError, read_moment
from facts.julian import DAY
from facts.moment import Almanac
from facts.pillars import pillar_name
from facts.symbols import BRANCHES

if TYPE_CHECKING:
    from engine.batch.job import Job
    from engine.batch.rows import Row

_STEP = re.compile(r"(\d{1,9})([smhdw])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY, "w": 7 * DAY}


def step_of(text: str) -> int:
    """Seconds of a step such as ``2h``, ``1d`` or ``30m``; MomentError."""
    match = _STEP.fullmatch(text.strip())
    seconds = int(match[1]) * _UNITS[match[2]] if match else 0
    if not seconds:
        raise MomentError(
            f"{text!r} is no step: write 2h, 1d, 30m (w weeks, d days, h hours, m minutes, s)"
        )
    return seconds


def span_of(first: str, last: str, step: str, *, almanac: Almanac) -> tuple[int, int, int]:
    """The first second, the step and the number of moments, the last included; MomentError."""
    seconds = step_of(step)
    start, end = (read_moment(text, almanac.zone).universal for text in (first, last))
    if end < start:
        raise MomentError(f"the last moment {last} is before the first, {first}")
    return start, seconds, (end - start) // seconds + 1


def moments_of(job: Job, chunk: Chunk) -> tuple[Array, Array]:
    """The moments of a chunk: seconds of Universal Time, and of the clock."""
    start, step, _ = job.span
    seconds = (
        np.arange(chunk.first - 1, chunk.first - 1 + chunk.rows, dtype=np.int64) * step + start
    )
    return seconds, seconds + offsets(seconds, (job.almanac or Almanac()).zone)


@cache
def boards() -> tuple[str, ...]:
    """Every board with its hour, by day or by night, as those may be, in the notation."""
    return tuple(
        f"{pillar_name(day)}日 {BRANCHES[(hour + offset) % 12]}將 {BRANCHES[hour]}時 {part}"
        for day in range(60)
        for offset in range(12)
        for hour in range(12)
        for night, part in enumerate("晝夜")
        if may_be(hour, night)
    )


def made_rows(job: Job, chunk: Chunk) -> Iterator[Row]:
    """The rows of a chunk of moments or boards."""
    from engine.batch.rows import Row

    numbers = range(chunk.first, chunk.first + chunk.rows)
    if job.kind == "boards":
        for number in numbers:
            yield Row(number, None, boards()[number - 1], {"chart": boards()[number - 1]})
        return
    for number, text in zip(numbers, write_moments(*moments_of(job, chunk)), strict=True):
        yield Row(number, None, text, {"at": text})
