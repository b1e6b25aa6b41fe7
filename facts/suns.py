"""The sun in arrays, to the same second as for one moment.

numpy's sines may differ from those of `math` in their last digit. Where so little could decide a
rounding or a sunrise, the moment is reckoned by itself.
"""

from __future__ import annotations

import numpy as np

from facts.sun import HORIZON, altitude, solar_time, sun_at
from facts.timeline import Array

_DOUBT = 1e-3
"""Seconds: far above the error of a sum of so many seconds in floating point (3e-5)."""
_DOUBT_OF_HEIGHT = 1e-6
"""Degrees, again far above the error."""


def solar_times(seconds: Array, longitude: float, *, true: bool) -> Array:
    """Seconds of the day count by the mean or the true sun of a longitude, as `solar_time`."""
    exact = seconds + longitude * 240 + (sun_at(seconds, np).equation if true else 0)
    rounded: Array = np.rint(exact).astype(np.int64)
    if true:
        doubtful = np.flatnonzero(np.abs(exact - np.floor(exact) - 0.5) < _DOUBT)
        for place in doubtful.tolist():
            rounded[place] = solar_time(int(seconds[place]), longitude, true=True)
    return rounded


def is_down(seconds: Array, longitude: float, latitude: float) -> Array:
    """Whether the sun is below the horizon of a place at each instant: it is night."""
    height = altitude(seconds, longitude, latitude, np)
    down: Array = height <= HORIZON
    for place in np.flatnonzero(np.abs(height - HORIZON) < _DOUBT_OF_HEIGHT).tolist():
        down[place] = altitude(int(seconds[place]), longitude, latitude) <= HORIZON
    return down
