"""The inputs of many charts in arrays, and the columns that follow from them.

Inputs are named as in `facts.given.Given`, an array of indices each, ``ABSENT`` where a chart was
not given it; a name that is not there is given to none. They are complete, as ``facts.settle``
leaves them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facts.columns import (
    arrangement_table,
    board_columns,
    derived_tables,
    earth_arrangement_table,
)
from facts.flat import as_array
from facts.given import INPUTS, Contradiction, Given
from facts.kinds import KINDS
from facts.schools import School
from facts.settle import RULES, Follows, Rule
from facts.symbols import ALPHABET, UNKNOWN, first

Array: TypeAlias = npt.NDArray[Any]

ABSENT = -1
"""Stands for an input that is not given: the last place of each table."""

Inputs: TypeAlias = Mapping[str, Array]

_VALUES = attrgetter(*INPUTS)


def inputs_of_givens(givens: Sequence[Given]) -> dict[str, Array]:
    """The inputs of charts in arrays; those that none was given are left out."""
    table = np.array([_VALUES(given) for given in givens], dtype=np.float64)
    if not len(givens):
        table = np.zeros((0, len(INPUTS)))
    indices = np.where(np.isnan(table), ABSENT, table).astype(np.int64).T
    return {
        name: values
        for name, values in zip(INPUTS, indices, strict=True)
        if name in ("day", "offset") or (values != ABSENT).any()
    }


def both(known: Array, more: Array) -> tuple[Array, Array]:
    """An input that is given twice, each chart's value where either has it; where they differ."""
    differ = (known != ABSENT) & (more != ABSENT) & (known != more)
    return np.where(known == ABSENT, more, known), differ


def kinds(inputs: Inputs, names: Sequence[str]) -> tuple[Array, list[tuple[int | None, ...]]]:
    """The combinations of some inputs that occur, and the place of each chart's among them."""
    shape = [KINDS[name].size + 1 for name in names]
    number = np.zeros(len(inputs["day"]), dtype=np.int64)
    for name, size in zip(names, shape, strict=True):
        number *= size
        if name in inputs:
            number += inputs[name] - ABSENT
    present = np.flatnonzero(np.bincount(number))
    place = np.zeros(prod(shape), dtype=np.int64)
    place[present] = np.arange(len(present))
    values = (axis.tolist() for axis in np.unravel_index(present, shape))
    found = [tuple(None if v == 0 else v - 1 for v in one) for one in zip(*values, strict=True)]
    return place[number], found


def settled(inputs: Inputs) -> tuple[dict[str, Array], Array]:
    """The inputs with what follows from them, and where they contradict one another.

    As `facts.settle.settle` does it for one chart: by its rules, each combination once.
    """
    size = len(inputs["day"])
    found = {"offset": np.full(size, ABSENT), **inputs}
    faulty = np.zeros(size, dtype=bool)
    for rule in RULES:
        if found.keys().isdisjoint(rule.reads):
            continue
        kind, combinations = kinds(found, rule.reads)
        follows = [_follows(rule, values) for values in combinations]
        faulty |= np.array([one is None for one in follows], dtype=bool)[kind]
        for name in {name: None for one in follows for name in one or ()}:
            values = np.array([(one or {}).get(name, ABSENT) for one in follows])[kind]
            known = found.get(name)
            found[name] = values if known is None else np.where(known == ABSENT, values, known)
    return found, faulty


def _follows(rule: Rule, values: tuple[int | None, ...]) -> Follows | None:
    """What follows by a rule; None where the values contradict one another."""
    try:
        return rule(*values)[0]
    except Contradiction:
        return None


def columns_of_inputs(inputs: Inputs, school: School) -> dict[str, Array]:
    """The columns that terms read, as arrays of codes; those given to no chart are left out."""
    day, offset = inputs["day"], inputs["offset"]
    columns: dict[str, Array] = {
        name: values.astype(np.uint16) for name, values in board_columns(day, offset).items()
    }
    board = day * 12 + offset
    for name, table in derived_tables(school).items():
        columns[name] = as_array(table)[board]
    columns["earth_arrangement"] = as_array(earth_arrangement_table(school))[day % 10]
    if "day_part" in inputs:
        columns["arrangement"] = _arrangements(school)[day % 10, offset, inputs["day_part"]]
    for name, kind in KINDS.items():
        if kind.column and name in inputs:
            columns[kind.column] = _codes(kind.type)[inputs[name]]
    return columns


@cache
def _codes(type_name: str) -> Array:
    """The codes of a type's symbols, and ``UNKNOWN`` in the place of ``ABSENT``."""
    count = len(ALPHABET.members[type_name])
    return np.array([*range(first(type_name), first(type_name) + count), UNKNOWN], np.uint16)


@cache
def _arrangements(school: School) -> Array:
    """Arrangement codes by stem, turn of the plate and part of the day, which may be absent."""
    known = as_array(arrangement_table(school)).reshape(10, 12, 2)
    return np.pad(known, ((0, 0), (0, 0), (0, 1)), constant_values=UNKNOWN)
