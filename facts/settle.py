"""Makes the inputs of a chart consistent: what follows is filled in, contradictions are refused.

Each rule looks at a few inputs and gives them back completed, with a step that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from facts.generals import is_night
from facts.given import EARTH_DAYS, SEASONS, WORDS, Contradiction, Given, Missing
from facts.pillars import hour_stem, month_stem
from facts.plates import offset_of
from facts.seasons import (
    calendar_season,
    generals_of,
    months_of,
    season_of_general,
    season_of_month,
)
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
        months = months_of(general)
        found, told = season_of_general(general), "month_general"
        name, source = f"month general {BRANCHES[general]}", f"{BRANCHES[general]}將"
    else:
        return given, None
    if season is not None:
        possible = {calendar_season(m) for m in months}
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
    words = f"the season is {english}, by {source}", f"{source}，{SEASONS[found]}"
    step = Step(*words, "DQ-2072", gives="season")
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
            gives="day_part",
        )
        return replace(given, day_part=by_hour), step
    if given.day_part != by_hour and given.hour in (5, 6, 7, 11, 0, 1):
        raise Contradiction(
            f"the hour {BRANCHES[given.hour]} is never {'晝夜'[given.day_part]}", "hour", "day_part"
        )
    return given, None


def _calendar_season(given: Given) -> tuple[Given, Step | None]:
    """The season of the year, its earth days not apart: by the month, the general or the season."""
    if given.calendar_season is not None:
        return given, None
    found = None
    if given.month is not None:
        found = calendar_season(given.month)
    elif given.season is not None and given.season != EARTH_DAYS:
        found = given.season
    elif given.month_general is not None:
        found = season_of_general(given.month_general)
    return replace(given, calendar_season=found), None


def _birth(given: Given) -> tuple[Given, Step | None]:
    """The natal branch 本命 of the birth year; the current-year branch 行年 from it.

    A man's first year is 寅 and they run forward, a woman's 申 and they run backward (DQ-1433).
    """
    birth = given.birth
    if birth is None:
        return given, None
    if given.natal not in (None, birth):
        assert given.natal is not None
        raise Contradiction(
            f"who is born in a {BRANCHES[birth]} year has the natal branch {BRANCHES[birth]}, "
            f"not {BRANCHES[given.natal]}",
            "birth",
            "natal",
        )
    given = replace(given, natal=birth)
    if given.sex is None or given.year is None:
        return given, None
    years = given.year - birth
    annual = (2 + years) % 12 if given.sex == 0 else (8 - years) % 12
    if given.annual not in (None, annual):
        assert given.annual is not None
        raise Contradiction(
            f"by birth and year the current-year branch is {BRANCHES[annual]}, "
            f"not {BRANCHES[given.annual]}",
            "birth",
            "annual",
        )
    who_en, who_zh = (("man", "男"), ("woman", "女"))[given.sex]
    step = Step(
        f"a {who_en} born in a {BRANCHES[birth]} year stands on {BRANCHES[annual]} in a "
        f"{BRANCHES[given.year]} year",
        f"{BRANCHES[birth]}年生{who_zh}命，{BRANCHES[given.year]}年行年{BRANCHES[annual]}",
        "DQ-1433",
        gives="annual",
    )
    return replace(given, annual=annual), step


_RULES: tuple[Rule, ...] = (
    _plate,
    _hour_pillar,
    _month_pillar,
    _month_general,
    _season,
    _calendar_season,
    _day_part,
    _birth,
)
