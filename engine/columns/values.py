"""The values of verdicts as columns: each distinct value once, and for each chart which it is.

Where the leaves of a value have the same codes and the same inputs are lacking, it is the same: so
each is worked out by ``engine.values`` on one chart that stands for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.columns.frames import Casts, Frame, Places, frame_of
from engine.leaves import codes_of, grouped, leaves_of, reads_of
from engine.needs import Needs, names_of
from engine.rulebase import RuleBase
from engine.values import value_of
from facts.evaluate import Evaluator
from rules.reader.model import Condition, Value

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One value of a verdict on many charts.

    ``values`` are the distinct values as they stand in JSON (None: unknown, or there is none),
    ``needs`` beside each the inputs that it lacks, ``codes`` the place of each chart's value.
    """

    codes: Array
    values: tuple[Any, ...]
    needs: tuple[tuple[str, ...], ...]

    @property
    def is_constant(self) -> bool:
        """Whether the text gives the value itself, so that it is the same on every chart."""
        return self.codes.strides == (0,)

    @property
    def unknown(self) -> Array:
        """Where the value hangs on inputs that are not given."""
        lacking: Array = np.array([bool(needs) for needs in self.needs], dtype=bool)[self.codes]
        return lacking

    def at(self, chart: int) -> Any:
        """The value on one chart."""
        return self.values[self.codes[chart]]

    def take(self, places: Array) -> Column:
        """The column of the charts at some places."""
        if self.is_constant:
            return constant(self.values[0], len(places))
        return Column(self.codes[places], self.values, self.needs)


def constant(value: Any, size: int) -> Column:
    """A value that the text gives."""
    return Column(np.broadcast_to(np.uint16(0), size), (value,), ((),))


def column_of(base: RuleBase, value: Value, columns: Mapping[str, Array], size: int) -> Column:
    """A value of a verdict on many charts."""
    evaluator = Evaluator(base.edition, columns, size)
    if not any(leaves_of(value)):
        return constant(value_of(base, evaluator, value), size)
    codes = [codes_of(evaluator, leaf) for leaf in dict.fromkeys(leaves_of(value))]
    codes.append(Needs(base, evaluator).value(value).astype(np.int64))
    group, firsts = grouped(codes, size)
    known: dict[str, int] = {}
    values: list[Any] = []
    needs: list[tuple[str, ...]] = []
    place = np.zeros(len(firsts), dtype=np.uint16)
    for number, first in enumerate(firsts):
        one = {name: int(column[first]) for name, column in columns.items()}
        found = value_of(base, Evaluator(base.edition, one), value)
        lacking = names_of(int(codes[-1][first]))
        if (key := repr((found, lacking))) not in known:
            known[key] = len(values)
            values.append(found)
            needs.append(lacking)
        place[number] = known[key]
    return Column(place[group], tuple(values), tuple(needs))


def needs_of(
    base: RuleBase, condition: Condition, columns: Mapping[str, Array], size: int
) -> Column:
    """The inputs that a condition lacks, on many charts; the needs are the values as well."""
    if not size:  # an evaluator of no charts is one of a single chart
        return Column(np.zeros(0, np.uint16), (), ())
    bits = Needs(base, Evaluator(base.edition, columns, size)).condition(condition)
    distinct, codes = np.unique(bits, return_inverse=True)
    needs = tuple(names_of(int(lacking)) for lacking in distinct)
    return Column(codes.astype(np.uint16), needs, needs)


class Reader:
    """Reads a column off charts: off the rows of a frame, made once, where one can hold it."""

    def __init__(
        self, reads: Iterable[str], make: Callable[[Mapping[str, Array], int], Column]
    ) -> None:
        self._make = make
        self._frame: Frame | None = frame_of(reads)
        self._rows: Column | None = None

    def read(
        self, columns: Mapping[str, Array], cast: Array | None, charts: Array, casts: Casts
    ) -> Column:
        """The column of some charts, of all of which columns and rows of the casts are given."""
        size = len(charts)
        if self._frame is None or cast is None:
            return self._make({name: codes[charts] for name, codes in columns.items()}, size)
        if self._rows is None:
            self._rows = self._make(self._frame.rows(casts), self._frame.size)
        own = {name: columns[name][charts] for name in self._frame.columns if name in columns}
        return self._rows.take(Places(own, size, cast[charts]).of(self._frame))


def reader_of_value(base: RuleBase, value: Value) -> Reader:
    """Reads a value of a verdict."""
    reads = (reads_of(base, leaf) for leaf in leaves_of(value))
    return Reader(frozenset().union(*reads), partial(column_of, base, value))


def reader_of_needs(base: RuleBase, condition: Condition) -> Reader:
    """Reads what a condition needs."""
    return Reader(base.reads.condition(condition), partial(needs_of, base, condition))
