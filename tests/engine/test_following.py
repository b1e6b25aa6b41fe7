"""What follows over arrays is what follows on one chart, for every combination of inputs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.following import seasons, seasons_agree
from facts.given import Contradiction, Given
from facts.inputs import ABSENT
from facts.settle import complete

NAMES = ("month", "month_general", "season", "calendar_season")
RANGES = [range(ABSENT, size) for size in (12, 12, 5, 4)]


def _index(combination: tuple[int, ...]) -> tuple[dict[str, np.ndarray], Given]:
    """The axes of one point, and the same as inputs; the general stands on the hour 子."""
    told = {n: v for n, v in zip(NAMES, combination, strict=True) if v != ABSENT}
    axes = {name: np.array([value]) for name, value in told.items()}
    if "month_general" in axes:
        axes |= {"hour": np.array([0]), "plate": axes.pop("month_general")}
        told |= {"hour": 0}
    return axes, Given(**told)


@pytest.mark.parametrize("month", RANGES[0])
def test_seasons_follow_as_on_one_chart(month: int) -> None:
    """All 13 x 13 x 6 x 5 combinations of month, month general and the two seasons."""
    for rest in product(*RANGES[1:]):
        axes, inputs = _index((month, *rest))
        try:
            whole, _ = complete(inputs)
        except Contradiction:
            assert not seasons_agree(axes, 1)[0], inputs
            continue
        assert seasons_agree(axes, 1)[0], inputs
        found = seasons(axes, 1)
        assert found.keys() == {"season", "calendar_season"} - axes.keys()
        for name, values in found.items():
            value = getattr(whole, name)
            assert values[0] == (ABSENT if value is None else value), inputs
