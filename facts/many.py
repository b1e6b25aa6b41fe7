"""Many charts at once: from inputs or from moments to columns of codes, equal to `Chart.columns`.

A column that is unknown on all of the charts may be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter

import numpy as np

from facts.given import Given
from facts.inputs import ABSENT, Array, columns_of_inputs
from facts.instants import MomentError
from facts.moment import Almanac
from facts.moments import inputs_of_moments
from facts.schools import DEFAULT, School

_NAMES = tuple(field.name for field in fields(Given))
_VALUES = attrgetter(*_NAMES)


def inputs_of_givens(givens: Sequence[Given]) -> dict[str, Array]:
    """The inputs of charts in arrays; those that none was given are left out."""
    table = np.array([_VALUES(given) for given in givens], dtype=np.float64)
    if not len(givens):
        table = np.zeros((0, len(_NAMES)))
    indices = np.where(np.isnan(table), ABSENT, table).astype(np.int64).T
    return {
        name: values
        for name, values in zip(_NAMES, indices, strict=True)
        if name in ("day", "offset") or (values != ABSENT).any()
    }


def columns_of(givens: Sequence[Given], school: School = DEFAULT) -> dict[str, Array]:
    """The columns of the charts of complete inputs, each with a day and a board."""
    return columns_of_inputs(inputs_of_givens(givens), school)


def moment_columns(
    seconds: Array, almanac: Almanac, school: School = DEFAULT, clock: Array | None = None
) -> dict[str, Array]:
    """The columns of the charts of moments, in seconds of Universal Time of the day count.

    ``clock``: as in `inputs_of_moments`, which also tells the moments that are refused; here an
    error tells the first of them.
    """
    inputs, refused = inputs_of_moments(seconds, almanac, clock)
    if refused.any():
        raise MomentError(f"moment {int(np.argmax(refused))} of these (from 0) makes no chart")
    return columns_of_inputs(inputs, school)
