"""What a chart is given 所占: the inputs, each an index of its type or None where not given.

What follows from them is filled in, and what contradicts itself refused, by ``facts.settle``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from facts.symbols import ALPHABET


def names_of(type_name: str) -> tuple[str, ...]:
    """The names of a type's symbols in their order."""
    return tuple(symbol.name for symbol in ALPHABET.members[type_name])


SEASONS = names_of("season")
DIRECTIONS = names_of("direction")
SITUATIONS = names_of("situation")
EARTH_DAYS = 4

POINT_OF = (0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7)
"""The point of the compass (0-7) in which each branch lies: the corners have two."""


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
    ``first_mover`` 0 we, 1 the enemy, as ``ground``: on whose; ``enemy``, ``city`` and ``march``
    (whither we go) 0-7 from north by east; ``*_palace`` and ``gate`` the branch that lies there;
    ``alarm_*`` and ``arrival_*`` the day on which the alarm was heard or the envoy arrives;
    ``*_stem`` the stem where a pillar was given; ``term_day``, ``moon`` (its mansion), ``army`` and
    ``omen`` with ``omen_manner`` are symbols; ``omen_from`` and ``omen_at`` branches.
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
    enemy_palace: int | None = None
    city: int | None = None
    march: int | None = None
    march_palace: int | None = None
    gate: int | None = None
    first_mover: int | None = None
    ground: int | None = None
    situation: int | None = None
    alarm_stem: int | None = None
    alarm_branch: int | None = None
    arrival_stem: int | None = None
    arrival_branch: int | None = None
    envoy_natal: int | None = None
    envoy_annual: int | None = None
    term_day: int | None = None
    moon: int | None = None
    moon_palace: int | None = None
    venus: int | None = None
    army: int | None = None
    omen: int | None = None
    omen_manner: int | None = None
    omen_from: int | None = None
    omen_at: int | None = None

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
    "enemy_palace": 12,
    "city": 8,
    "march": 8,
    "march_palace": 12,
    "gate": 12,
    "first_mover": 2,
    "ground": 2,
    "situation": 4,
    "alarm_stem": 10,
    "alarm_branch": 12,
    "arrival_stem": 10,
    "arrival_branch": 12,
    "envoy_natal": 12,
    "envoy_annual": 12,
    "term_day": len(names_of("term_day")),
    "moon": 28,
    "moon_palace": 12,
    "venus": 8,
    "army": len(names_of("army")),
    "omen": len(names_of("omen")),
    "omen_manner": len(names_of("manner")),
    "omen_from": 12,
    "omen_at": 12,
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
    "enemy_palace": "palace of the enemy",
    "city": "direction of the city",
    "march": "direction of our march",
    "march_palace": "palace we march to",
    "gate": "gate we go out by",
    "first_mover": "first mover",
    "ground": "ground we stand on",
    "situation": "situation of the war",
    "alarm_stem": "stem of the day of the alarm",
    "alarm_branch": "branch of the day of the alarm",
    "arrival_stem": "stem of the day of arrival",
    "arrival_branch": "branch of the day of arrival",
    "envoy_natal": "natal branch of the man sent",
    "envoy_annual": "current-year branch of the man sent",
    "term_day": "solar term of the day",
    "moon": "mansion of the moon",
    "moon_palace": "palace of the moon",
    "venus": "place of Venus",
    "army": "size of our army",
    "omen": "thing seen",
    "omen_manner": "manner of the thing seen",
    "omen_from": "place whence the thing seen came",
    "omen_at": "place of the thing seen",
}
