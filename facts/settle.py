"""Makes the inputs of a chart consistent: what follows is filled in, contradictions are refused.

Each rule looks at a few inputs and gives them back completed, with a step that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from facts import settle_seasons
from facts.generals import is_night, may_be
from facts.given import INPUTS, POINT_OF, Contradiction, Given, Missing
from facts.kinds import words_of
from facts.pillars import hour_stem, month_stem
from facts.plates import offset_of
from facts.symbols import ALPHABET, BRANCHES, PILLARS, STEMS
from facts.trace import Step


def complete(given: Given) -> tuple[Given, tuple[Step, ...]]:
    """Fill in what follows from what was given; Contradiction where it cannot all be true."""
    given, steps, faults = settle(given)
    if faults:
        raise faults[0]
    return given, steps


def settle(given: Given) -> tuple[Given, tuple[Step, ...], tuple[Contradiction, ...]]:
    """Fill in what follows, with the steps, and find everything that cannot be true."""
    inputs: dict[str, int | None] = {name: getattr(given, name) for name in INPUTS}
    steps: list[Step] = []
    faults: list[Contradiction] = []
    for rule in RULES:
        try:
            found, step = rule(*[inputs[name] for name in rule.reads])
        except Contradiction as fault:
            faults.append(fault)
            continue
        inputs.update(found)
        if step is not None:
            steps.append(step)
    return Given(**inputs), tuple(steps), tuple(faults)


def missing(given: Given) -> Missing | None:
    """What inputs lack (once they are complete) to give a board, or None."""
    if given.day is None:
        return Missing("the chart has no day pillar", "day", help="write it as 甲子日")
    if given.offset is not None:
        return None
    absent = [name for name in ("month_general", "hour") if getattr(given, name) is None]
    words = " and ".join(map(words_of, absent))
    return Missing(
        f"the board is not given: {words} {'is' if len(absent) == 1 else 'are'} missing",
        *absent,
        help="give month general and hour (亥將 丑時), or the board itself (戌加子, 伏吟, 干上亥)",
    )


def has_pillars(given: Given) -> bool:
    """Whether inputs are four pillars without a board (the stems of month and hour follow)."""
    pillars = (given.year_stem, given.year, given.month, given.day, given.hour)
    return None not in pillars and given.month_general is None


Follows: TypeAlias = Mapping[str, int]


class Rule(NamedTuple):
    """What follows from a few inputs, which it reads alone."""

    work: Callable[[Given], tuple[Given, Step | None]]
    reads: tuple[str, ...]

    def __call__(self, *values: int | None) -> tuple[Follows, Step | None]:
        """What follows from the values of what it reads; Contradiction."""
        return _applied(self, values)


@lru_cache(maxsize=65_536)
def _applied(rule: Rule, values: tuple[int | None, ...]) -> tuple[Follows, Step | None]:
    """As a rule finds it, kept: many charts are many ways of few values."""
    given = Given(**dict(zip(rule.reads, values, strict=True)))
    found, step = rule.work(given)
    return {name: v for name, v in found.items() if getattr(given, name) is None}, step


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
            gives="plate",
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
            gives="day_part",
        )
        return replace(given, day_part=by_hour), step
    if not may_be(given.hour, given.day_part):
        raise Contradiction(
            f"the hour {BRANCHES[given.hour]} is never {'晝夜'[given.day_part]}", "hour", "day_part"
        )
    return given, None


def _natal(given: Given) -> tuple[Given, Step | None]:
    """The natal branch 本命 is that of the birth year."""
    birth, natal = given.birth, given.natal
    if birth is None:
        return given, None
    if natal is not None and natal != birth:
        raise Contradiction(
            f"who is born in a {BRANCHES[birth]} year has the natal branch {BRANCHES[birth]}, "
            f"not {BRANCHES[natal]}",
            "birth",
            "natal",
        )
    step = Step(
        f"born in a {BRANCHES[birth]} year: the natal branch is {BRANCHES[birth]}",
        f"{BRANCHES[birth]}年生，本命{BRANCHES[birth]}",
        "",
        gives="natal",
    )
    return replace(given, natal=birth), step


def _annual(given: Given) -> tuple[Given, Step | None]:
    """The current-year branch 行年, by sex from the birth year to the year.

    A man's first year is 寅 and they run forward, a woman's 申 and they run backward (DQ-1433).
    """
    birth, year = given.birth, given.year
    if birth is None or given.sex is None or year is None:
        return given, None
    annual = (2 + year - birth) % 12 if given.sex == 0 else (8 - year + birth) % 12
    if given.annual is not None and given.annual != annual:
        raise Contradiction(
            f"by birth and year the current-year branch is {BRANCHES[annual]}, "
            f"not {BRANCHES[given.annual]}",
            "birth",
            "sex",
            "year",
            "annual",
        )
    who_en, who_zh = (("man", "男"), ("woman", "女"))[given.sex]
    step = Step(
        f"a {who_en} born in a {BRANCHES[birth]} year stands on {BRANCHES[annual]} in a "
        f"{BRANCHES[year]} year",
        f"{BRANCHES[birth]}年生{who_zh}命，{BRANCHES[year]}年行年{BRANCHES[annual]}",
        "DQ-1433",
        gives="annual",
    )
    return replace(given, annual=annual), step


def _moon(given: Given) -> tuple[Given, Step | None]:
    """The palace in which the mansion of the moon lies 月宿所在之宮."""
    if given.moon is None:
        return given, None
    mansion = ALPHABET.members["mansion"][given.moon]
    palace = mansion.attributes["palace"]
    index = ALPHABET.by_name[palace].index
    if given.moon_palace not in (None, index):
        raise Contradiction(f"{mansion.name} lies in {palace}", "moon", "moon_palace")
    name = mansion.name
    step = Step(f"{name} lies in {palace}", f"{name}在{palace}", mansion.attributes["from"])
    return replace(given, moon_palace=index), step


def _palace_of(point: str, palace: str) -> Rule:
    """The palace at one of the four points 正方: 子 in the north, 卯, 午, 酉; corners have two."""

    def work(given: Given) -> tuple[Given, Step | None]:
        at, place = getattr(given, point), getattr(given, palace)
        if at is None or place is not None or POINT_OF.count(at) > 1:
            return given, None
        return replace(given, **{palace: POINT_OF.index(at)}), None

    return Rule(work, (point, palace))


RULES = (
    Rule(_plate, ("month_general", "hour", "offset")),
    Rule(_hour_pillar, ("day", "hour", "hour_stem")),
    Rule(_month_pillar, ("month", "month_stem", "year_stem")),
    Rule(settle_seasons.fitting_general, ("month", "month_general")),
    Rule(settle_seasons.season_of, settle_seasons.READS),
    Rule(settle_seasons.calendar_season_of, settle_seasons.READS),
    Rule(_day_part, ("hour", "day_part")),
    Rule(_natal, ("birth", "natal")),
    Rule(_annual, ("birth", "sex", "year", "annual")),
    Rule(_moon, ("moon", "moon_palace")),
    _palace_of("enemy", "enemy_palace"),
    _palace_of("march", "march_palace"),
)
"""Everything that follows, in the order in which it does."""
