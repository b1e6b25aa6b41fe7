"""Sexagenary arithmetic 六十甲子: pillars, decades, void branches, hidden stems.

A pillar is an index 0-59 (甲子 = 0), a decade 旬 an index 0-5 (甲子旬, 甲戌旬, 甲申旬 ...).
"""

from __future__ import annotations

from facts.symbols import BRANCHES, STEMS


def pillar_of(stem: int, branch: int) -> int:
    """Return the index of the pillar with that stem and branch; ValueError where there is none."""
    if (stem - branch) % 2:
        raise ValueError(
            f"{STEMS[stem]}{BRANCHES[branch]} is not one of the sixty pillars: "
            "a yang stem goes with a yang branch, a yin stem with a yin branch"
        )
    return (6 * stem - 5 * branch) % 60


def parse_pillar(name: str) -> int:
    """Return the index of a pillar written as 甲子; ValueError says what is wrong."""
    if len(name) != 2 or name[0] not in STEMS or name[1] not in BRANCHES:
        raise ValueError(f"{name!r} is not a pillar: write a stem and a branch, as 甲子")
    return pillar_of(STEMS.index(name[0]), BRANCHES.index(name[1]))


def pillar_name(pillar: int) -> str:
    """Return the two characters of a pillar index."""
    return STEMS[pillar % 10] + BRANCHES[pillar % 12]


def decade_of(pillar: int) -> int:
    """Return the decade 旬 of a pillar."""
    return pillar // 10


def decade_head(decade: int) -> int:
    """Return the branch at the head of a decade 旬首, the branch of its 甲 day (DQ-1353)."""
    return -2 * decade % 12


def void_branches(decade: int) -> tuple[int, int]:
    """Return the two branches beyond a decade's ten stems 旬空 (甲子旬戌亥空, DQ-0716)."""
    head = decade_head(decade)
    return (head + 10) % 12, (head + 11) % 12


def hidden_stem(branch: int, decade: int) -> int | None:
    """Return the stem that falls on a branch in the decade 旬遁; None on a void branch.

    甲子旬中以寅卯為丙丁，以午未為庚辛 (DQ-0771).
    """
    place = (branch - decade_head(decade)) % 12
    return place if place < 10 else None


def hour_stem(day_stem: int, hour: int) -> int:
    """Return the stem of an hour 五子元遁 (five rats): a 甲 or 己 day begins with 甲子.

    甲 lays 己 on 巳 (歲合在己，己遁在巳, DQ-0755), 丁 lays 壬 on 寅 (DQ-0831).
    """
    return (2 * day_stem + hour) % 10


def month_stem(year_stem: int, month: int) -> int:
    """Return the stem of a month branch 五虎遁 (five tigers): a 甲 or 己 year begins with 丙寅.

    甲申年正月丙寅 (DQ-0755). 子 and 丑 are the last months of the year, not the first.
    """
    return (2 * year_stem + 2 + (month - 2) % 12) % 10
