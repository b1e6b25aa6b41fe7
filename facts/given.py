"""What a chart is given 所占: the inputs, each an index of its type or None where not given.

What follows from them is filled in, and what contradicts itself refused, by ``facts.settle``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from facts.kinds import names_of

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
