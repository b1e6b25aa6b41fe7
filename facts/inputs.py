"""The inputs of many charts in arrays, and the columns that follow from them.

Inputs are named as in `facts.given.Given`, an array of indices each, ``ABSENT`` where a chart was
not given it; a name that is not there is given to none. They are complete, as ``facts.settle``
leaves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from facts.columns import (
    TYPES,
    arrangement_table,
    board_columns,
    derived_tables,
    earth_arrangement_table,
)
from facts.flat import as_array
from facts.schools import School
from facts.symbols import ALPHABET, UNKNOWN, first

Array: TypeAlias = npt.NDArray[Any]

ABSENT = -1
"""Stands for an input that is not given: the last place of each table."""

Inputs: TypeAlias = Mapping[str, Array]

_INPUT_OF = {"year_branch": "year"}
"""The input of a column that is not named as it is."""


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
    for name, type_name in TYPES.items():
        values = inputs.get(_INPUT_OF.get(name, name))
        if name not in columns and values is not None:
            columns[name] = _codes(type_name)[values]
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
