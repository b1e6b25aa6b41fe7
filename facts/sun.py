"""Where the sun stands: equation of time and altitude, to about a tenth of a minute of time.

Low-precision theory of Meeus, Astronomical Algorithms, chapters 25 and 28; ``second`` is Universal
Time in seconds of the Julian day count.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from facts.flat import Number
from facts.julian import DAY

HORIZON = -0.833
"""Altitude of the sun's centre at sunrise and sunset, in degrees (refraction and radius)."""


class Sun(NamedTuple):
    """Declination in degrees and equation of time in seconds (true minus mean solar time)."""

    declination: Number
    equation: Number


def sun_at(second: Number, m: Any = math) -> Sun:
    """The sun at an instant; ``m`` is `math`, or `numpy` for arrays of instants."""
    t = (second / DAY - 2_451_545.0) / 36_525
    longitude = 280.46646 + t * (36_000.76983 + 0.0003032 * t)
    anomaly = m.radians(357.52911 + t * (35_999.05029 - 0.0001537 * t))
    eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    centre = (
        (1.914602 - t * (0.004817 + 0.000014 * t)) * m.sin(anomaly)
        + (0.019993 - 0.000101 * t) * m.sin(2 * anomaly)
        + 0.000289 * m.sin(3 * anomaly)
    )
    node = m.radians(125.04 - 1934.136 * t)
    apparent = m.radians(longitude + centre - 0.00569 - 0.00478 * m.sin(node))
    obliquity = m.radians(23.439291 - 0.0130042 * t + 0.00256 * m.cos(node))
    y = m.tan(obliquity / 2) ** 2
    mean = m.radians(longitude)
    equation = (
        y * m.sin(2 * mean)
        - 2 * eccentricity * m.sin(anomaly)
        + 4 * eccentricity * y * m.sin(anomaly) * m.cos(2 * mean)
        - y * y / 2 * m.sin(4 * mean)
        - 1.25 * eccentricity * eccentricity * m.sin(2 * anomaly)
    )
    return Sun(m.degrees(m.asin(m.sin(obliquity) * m.sin(apparent))), m.degrees(equation) * 240)


def solar_time(second: int, longitude: float, *, true: bool) -> int:
    """Seconds of the day count by the mean or the true sun of a longitude (degrees east)."""
    return round(second + longitude * 240 + (sun_at(second).equation if true else 0))


def altitude(second: Number, longitude: float, latitude: float, m: Any = math) -> Number:
    """Altitude of the sun's centre in degrees at a place (east and north positive)."""
    sun = sun_at(second, m)
    solar = (second + DAY / 2) % DAY + longitude * 240 + sun.equation  # seconds of the solar day
    hour_angle = m.radians(solar / 240 - 180)
    phi, delta = m.radians(latitude), m.radians(sun.declination)
    return m.degrees(
        m.asin(m.sin(phi) * m.sin(delta) + m.cos(phi) * m.cos(delta) * m.cos(hour_angle))
    )
