"""What a chart is given 所占: the inputs, each an index of its type or None where not given.

What follows from them is filled in, and what contradicts itself refused, by ``facts.settle``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from facts.symbols import ALPHABET

SEASONS = tuple(s.name for s in ALPHABET.members["season"])
DIRECTIONS = tuple(s.name for s in ALPHABET.members["direction"])
EARTH_DAYS = 4


class Refused(ValueError):
    """Inputs that make no chart; ``inputs`` names those that it is about."""

    def __init__(self, message: str, *inputs: str, help: str = "") -> None:
        super().__init__(message)
        self.inputs = inputs
        self.help = help


class Contradiction(Refused):
    """Inputs that cannot all be true."""


class Missing(Refused):
    """An input without which there is no board."""


@dataclass(frozen=True, slots=True)
class Given:
    """The inputs of a chart. ``day`` is a pillar index (0-59), ``offset`` the turn of the plate.

    ``season``: 0-3 spring to winter without their earth days, 4 the earth days;
    ``calendar_season`` 0-3 with them; ``lunar_month`` 0-11, ``lunar_day`` 0-29; ``day_part`` 0
    day, 1 night; ``birth`` the branch of the birth year, ``sex`` 0 male, 1 female;
    ``first_mover`` 0 we, 1 the enemy; ``enemy`` and ``city`` 0-7 from north by east; ``*_stem``
    the stem where a pillar was given.
    """

    day: int | None = None
    offset: int | None = None
    month_general: int | None = None
    hour: int | None = None
    hour_stem: int | None = None
    season: int | None = None
    month: int | None = None
    month_stem: int | None = None
    year: int | None = None
    year_stem: int | None = None
    day_part: int | None = None
    calendar_season: int | None = None
    lunar_month: int | None = None
    lunar_day: int | None = None
    birth: int | None = None
    sex: int | None = None
    natal: int | None = None
    annual: int | None = None
    enemy: int | None = None
    city: int | None = None
    first_mover: int | None = None

    def items(self) -> Iterator[tuple[str, int]]:
        """The inputs that were given, by name."""
        for name in INPUTS:
            value: int | None = getattr(self, name)
            if value is not None:
                yield name, value


INPUTS = tuple(field.name for field in fields(Given))
"""The names of all inputs."""

SIZES = {
    "day": 60,
    "offset": 12,
    "month_general": 12,
    "hour": 12,
    "hour_stem": 10,
    "season": 5,
    "month": 12,
    "month_stem": 10,
    "year": 12,
    "year_stem": 10,
    "day_part": 2,
    "calendar_season": 4,
    "lunar_month": 12,
    "lunar_day": 30,
    "birth": 12,
    "sex": 2,
    "natal": 12,
    "annual": 12,
    "enemy": 8,
    "city": 8,
    "first_mover": 2,
}
"""How many values each input has."""

WORDS = {
    "day": "day pillar",
    "offset": "turn of the heaven plate",
    "month_general": "month general",
    "hour_stem": "stem of the hour",
    "month_stem": "stem of the month",
    "year_stem": "stem of the year",
    "day_part": "part of the day",
    "calendar_season": "season of the year",
    "lunar_month": "lunar month",
    "lunar_day": "lunar day",
    "birth": "birth year",
    "natal": "natal branch",
    "annual": "current-year branch",
    "enemy": "direction of the enemy",
    "city": "direction of the city",
    "first_mover": "first mover",
}
