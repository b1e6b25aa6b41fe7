import pytest

from facts.julian import DAY, Date, day_number
from facts.sun import HORIZON, altitude, sun_at


@pytest.mark.parametrize(
    ("date", "seconds"),
    # Equation of time at noon UT, from almanacs: its extremes and a zero.
    [
        (Date(2026, 2, 11), -854),
        (Date(2026, 4, 15), 0),
        (Date(2026, 5, 14), 219),
        (Date(2026, 7, 26), -392),
        (Date(2026, 11, 3), 987),
    ],
)
def test_equation_of_time(date: Date, seconds: int) -> None:
    assert sun_at(day_number(date) * DAY).equation == pytest.approx(seconds, abs=5)


def test_declination_at_the_solstices() -> None:
    assert sun_at(day_number(Date(2026, 6, 21)) * DAY).declination == pytest.approx(23.44, abs=0.01)
    assert sun_at(day_number(Date(2026, 12, 22)) * DAY).declination == pytest.approx(
        -23.43, abs=0.01
    )


def _rising(date: Date, longitude: float, latitude: float, zone: int) -> tuple[str, str]:
    """Sunrise and sunset on the clock of a zone, to the minute, by going through the day."""
    midnight = day_number(date) * DAY - DAY // 2 - zone * 3600
    up = [altitude(midnight + 60 * m, longitude, latitude) > HORIZON for m in range(1440)]
    changes = [m for m in range(1, 1440) if up[m] != up[m - 1]]
    rise, fall = (f"{m // 60:02d}:{m % 60:02d}" for m in changes)
    return rise, fall


@pytest.mark.parametrize(
    ("date", "place", "zone", "rise", "fall"),
    [
        (Date(2026, 11, 30), (116.4, 39.9), 8, "07:16", "16:50"),  # Beijing
        (Date(2026, 6, 21), (-0.13, 51.51), 1, "04:43", "21:22"),  # London
    ],
)
def test_sunrise_and_sunset(
    date: Date, place: tuple[float, float], zone: int, rise: str, fall: str
) -> None:
    def minutes(text: str) -> int:
        return int(text[:2]) * 60 + int(text[3:])

    found = _rising(date, *place, zone)
    assert minutes(found[0]) == pytest.approx(minutes(rise), abs=2)
    assert minutes(found[1]) == pytest.approx(minutes(fall), abs=2)
