"""What a chart is given 所占: the inputs, made consistent with one another.

Every input is an index of its type (branch 0-11 and so on) or None where it was not given; what
follows from others is filled in, with a step that says so, and what contradicts others is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from facts.generals import is_night
from facts.pillars import hour_stem, month_stem
from facts.plates import offset_of
from facts.symbols import ALPHABET, BRANCHES, PILLARS, STEMS
from facts.trace import Step

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

    ``season``: 0-3 spring to winter without their earth days, 4 the earth days; ``day_part`` 0
    day, 1 night; ``first_mover`` 0 we, 1 the enemy; ``enemy`` and ``city`` 0-7 from north by east;
    ``*_stem`` the stem where a pillar was given.
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
    natal: int | None = None
    annual: int | None = None
    enemy: int | None = None
    city: int | None = None
    first_mover: int | None = None

    def set(self, name: str, value: int) -> Given:
        """These inputs with one more; Contradiction if it was given otherwise."""
        if name not in _NAMES:
            raise KeyError(name)
        known = getattr(self, name)
        if known is not None and known != value:
            raise Contradiction(f"the {WORDS.get(name, name)} is given twice, differently", name)
        return replace(self, **{name: value})


_NAMES = frozenset(field.name for field in fields(Given))

WORDS = {
    "day": "day pillar",
    "offset": "turn of the heaven plate",
    "month_general": "month general",
    "hour_stem": "stem of the hour",
    "month_stem": "stem of the month",
    "year_stem": "stem of the year",
    "day_part": "part of the day",
    "natal": "natal branch",
    "annual": "current-year branch",
    "enemy": "direction of the enemy",
    "city": "direction of the city",
    "first_mover": "first mover",
}


def generals_of(month: int) -> tuple[int, int]:
    """The month generals 月將 of a month: before its 中氣 and after it.

    After the 中氣 the general is the branch that combines with the month (雨水後，正月將 is 亥,
    DQ-0167; 春分後，二月將 is 戌, DQ-0177), before it that of the month before.
    """
    after = (1 - month) % 12
    return (after + 1) % 12, after


def season_of_month(month: int, month_general: int | None) -> int | None:
    """Season of a month branch, or None where it is open.

    寅卯 spring, 巳午 summer, 申酉 autumn, 亥子 winter; of 辰未戌丑 the last eighteen days are
    earth's (DQ-2072): its second half, known from the month general, is earth's; its first half is
    still the season's; without the general it is open.
    """
    quarter, place = divmod((month - 2) % 12, 3)
    if place < 2:
        return quarter
    if month_general is None:
        return None
    return EARTH_DAYS if month_general == generals_of(month)[1] else quarter


def season_of_general(month_general: int) -> int | None:
    """Season of a month general alone, its earth days left out; None where it is open.

    The general that straddles the first day of a season (子 酉 午 卯) leaves it open.
    """
    months = [m for m in range(12) if month_general in generals_of(m)]
    quarters = {(m - 2) % 12 // 3 for m in months}
    return quarters.pop() if len(quarters) == 1 else None


def complete(given: Given) -> tuple[Given, tuple[Step, ...]]:
    """Fill in what follows from what was given; Contradiction where it cannot all be true."""
    given, steps, faults = settle(given)
    if faults:
        raise faults[0]
    return given, steps


def settle(given: Given) -> tuple[Given, tuple[Step, ...], tuple[Contradiction, ...]]:
    """Fill in what follows, with the steps, and find everything that cannot be true."""
    steps: list[Step] = []
    faults: list[Contradiction] = []
    for rule in _RULES:
        try:
            given, step = rule(given)
        except Contradiction as fault:
            faults.append(fault)
            continue
        if step is not None:
            steps.append(step)
    return given, tuple(steps), tuple(faults)


def missing(given: Given) -> Missing | None:
    """What inputs lack (once they are complete) to give a board, or None."""
    if given.day is None:
        return Missing("the chart has no day pillar", "day", help="write it as 甲子日")
    if given.offset is not None:
        return None
    absent = [name for name in ("month_general", "hour") if getattr(given, name) is None]
    words = " and ".join(WORDS.get(name, name) for name in absent)
    return Missing(
        f"the board is not given: {words} {'is' if len(absent) == 1 else 'are'} missing",
        *absent,
        help="give month general and hour (亥將 丑時), or the board itself (戌加子, 伏吟, 干上亥)",
    )


Rule = Callable[[Given], tuple[Given, Step | None]]


def _plate(given: Given) -> tuple[Given, Step | None]:
    """The turn of the plate, the month general and the hour: two of them give the third."""
    general, hour, offset = given.month_general, given.hour, given.offset
    if general is not None and hour is not None:
        turn = offset_of(general, hour)
        if offset is not None and offset != turn:
            raise Contradiction(
                f"{BRANCHES[general]} on the hour {BRANCHES[hour]} lays {BRANCHES[turn]} on 子, "
                f"and the board is given with {BRANCHES[offset]} on 子",
                "month_general",
                "hour",
                "offset",
            )
        step = Step(
            f"month general {BRANCHES[general]} laid on hour {BRANCHES[hour]}: "
            f"{BRANCHES[turn]} stands over 子",
            f"月將{BRANCHES[general]}加{BRANCHES[hour]}時，子上見{BRANCHES[turn]}",
            "DQ-0638",
        )
        return replace(given, offset=turn), step
    if offset is not None and hour is not None:
        return replace(given, month_general=(hour + offset) % 12), None
    if offset is not None and general is not None:
        return replace(given, hour=(general - offset) % 12), None
    return given, None


def _hour_pillar(given: Given) -> tuple[Given, Step | None]:
    if given.hour_stem is not None and given.hour is not None and given.day is not None:
        right = hour_stem(given.day % 10, given.hour)
        if right != given.hour_stem:
            raise Contradiction(
                f"on a {PILLARS[given.day]} day the {BRANCHES[given.hour]} hour is "
                f"{STEMS[right]}{BRANCHES[given.hour]}, not "
                f"{STEMS[given.hour_stem]}{BRANCHES[given.hour]}",
                "day",
                "hour_stem",
                help="give the hour by its branch alone, or mend its stem",
            )
    return given, None


def _month_pillar(given: Given) -> tuple[Given, Step | None]:
    month, stem, year_stem = given.month, given.month_stem, given.year_stem
    if month is not None and stem is not None and year_stem is not None:
        right = month_stem(year_stem, month)
        if right != stem:
            raise Contradiction(
                f"in a {STEMS[year_stem]} year the {BRANCHES[month]} month is "
                f"{STEMS[right]}{BRANCHES[month]}, not {STEMS[stem]}{BRANCHES[month]}",
                "year_stem",
                "month_stem",
                help="give the month by its branch alone, or mend its stem",
            )
    return given, None


def _month_general(given: Given) -> tuple[Given, Step | None]:
    month, general = given.month, given.month_general
    if month is not None and general is not None and general not in generals_of(month):
        before, after = (BRANCHES[g] for g in generals_of(month))
        raise Contradiction(
            f"the month general of the {BRANCHES[month]} month is {before} before its 中氣 and "
            f"{after} after it, not {BRANCHES[general]}",
            "month",
            "month_general",
        )
    return given, None


def _season(given: Given) -> tuple[Given, Step | None]:
    """The season by the month, or by the general alone; one that was given must fit them.

    In 辰未戌丑 both the quarter's season and the earth days pass: their day count is not known.
    """
    month, general, season = given.month, given.month_general, given.season
    if month is not None:
        months, found = [month], season_of_month(month, general)
        told, name, source = "month", f"{BRANCHES[month]} month", f"{BRANCHES[month]}月"
    elif general is not None:
        months = [m for m in range(12) if general in generals_of(m)]
        found, told = season_of_general(general), "month_general"
        name, source = f"month general {BRANCHES[general]}", f"{BRANCHES[general]}將"
    else:
        return given, None
    if season is not None:
        possible = {(m - 2) % 12 // 3 for m in months}
        if any((m - 2) % 3 == 2 for m in months):
            possible.add(EARTH_DAYS)
        if season not in possible:
            seasons = " or ".join(SEASONS[s] for s in sorted(possible))
            message = f"the {name} belongs to {seasons}, not to {SEASONS[season]}"
            raise Contradiction(message, "season", told)
        return given, None
    if found is None:
        return given, None
    english = ALPHABET.members["season"][found].english
    step = Step(f"the season is {english}, by {source}", f"{source}，{SEASONS[found]}", "DQ-2072")
    return replace(given, season=found), step


def _day_part(given: Given) -> tuple[Given, Step | None]:
    """Day is 卯 to 申, night 酉 to 寅; near sunrise and sunset the user may say otherwise."""
    if given.hour is None:
        return given, None
    by_hour = int(is_night(given.hour))
    if given.day_part is None:
        part_en, part_zh = (("day", "晝"), ("night", "夜"))[by_hour]
        step = Step(
            f"the hour {BRANCHES[given.hour]} belongs to the {part_en}",
            f"{BRANCHES[given.hour]}時屬{part_zh}",
            "DQ-1812",
        )
        return replace(given, day_part=by_hour), step
    if given.day_part != by_hour and given.hour in (5, 6, 7, 11, 0, 1):
        raise Contradiction(
            f"the hour {BRANCHES[given.hour]} is never {'晝夜'[given.day_part]}", "hour", "day_part"
        )
    return given, None


_RULES: tuple[Rule, ...] = (
    _plate,
    _hour_pillar,
    _month_pillar,
    _month_general,
    _season,
    _day_part,
)
