"""Many charts at once: from inputs or from moments to columns of codes, equal to `Chart.columns`.

A column that is unknown on all of the charts may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from facts.given import Given
from facts.inputs import Array, Inputs, columns_of_inputs, inputs_of_givens, kinds
from facts.instants import MomentError
from facts.moment import Almanac
from facts.moments import inputs_of_moments
from facts.notation import WORDS_OF
from facts.schools import DEFAULT, School


def columns_of(givens: Sequence[Given], school: School = DEFAULT) -> dict[str, Array]:
    """The columns of the charts of complete inputs, each with a day and a board."""
    return columns_of_inputs(inputs_of_givens(givens), school)


def moment_columns(
    seconds: Array, almanac: Almanac, school: School = DEFAULT, clock: Array | None = None
) -> dict[str, Array]:
    """The columns of the charts of moments, as `inputs_of_moments` takes them; MomentError."""
    inputs, refused = inputs_of_moments(seconds, almanac, clock)
    if refused.any():
        raise MomentError(f"moment {int(np.argmax(refused))} of these (from 0) makes no chart")
    return columns_of_inputs(inputs, school)


def notations(inputs: Inputs) -> list[str]:
    """The charts in the notation, as `Chart.notation`; ``inputs`` are complete."""
    columns = [
        _words(inputs, names, word)
        for names, word in WORDS_OF
        if not inputs.keys().isdisjoint(names)
    ]
    return [line.lstrip() for line in map("".join, zip(*columns, strict=True))]


def _words(inputs: Inputs, names: Sequence[str], word: Callable[..., str]) -> list[str]:
    """A word of each chart after a blank; each combination of inputs is written once."""
    kind, combinations = kinds(inputs, names)
    written = [told and f" {told}" for told in (word(*values) for values in combinations)]
    found: list[str] = np.array(written, dtype=object)[kind].tolist()
    return found
