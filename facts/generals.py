"""The twelve heavenly generals 十二天將: where the noble stands and how the rest follow.

An *arrangement* is one number 0-23: the branch under the noble 天乙貴人 times two, plus one where
the generals run backward 逆. Generals are indices 0-11 in their forward order (DQ-0273): 貴人,
five before it 螣蛇 朱雀 六合 勾陳 青龍, opposite 天空, and five behind 白虎 太常 玄武 太陰 天后.
"""

from __future__ import annotations

from facts.plates import seat_of
from facts.schools import DEFAULT, School
from facts.symbols import BRANCHES

NobleTable = tuple[tuple[int, ...], tuple[int, ...]]


def _table(day: str, night: str) -> NobleTable:
    """Return the day and night nobles of the ten stems, from their branches written in a row."""
    return tuple(map(BRANCHES.index, day)), tuple(map(BRANCHES.index, night))


NOBLES: dict[str, NobleTable] = {
    "牛羊": _table("丑子亥亥丑子丑午巳巳", "未申酉酉未申未寅卯卯"),
    "羊牛": _table("未子亥亥丑子丑午巳巳", "丑申酉酉未申未寅卯卯"),
    "先天": _table("未申酉亥丑子丑寅卯巳", "丑子亥酉未申未午巳卯"),
}
"""Noble tables 天乙 by the value of the ``noble`` switch: (day, night), each by stem.

牛羊 is DQ-0690; 羊牛 exchanges day and night of 甲 (DQ-2322); 先天 is read off the rounds DQ-0135
and DQ-0136: where a stem stands, the stem that combines with it has its noble.
"""


def is_night(hour: int) -> bool:
    """Return whether the hour is of the night: 卯 to 申 is day, 酉 to 寅 night (DQ-2297)."""
    return not 3 <= hour <= 8


def may_be(hour: int, day_part: int) -> bool:
    """Return whether an hour can be of the day (0) or the night (1), wherever the sun rises.

    巳午未 are never night and 亥子丑 never day; of the others sunrise and sunset decide.
    """
    return day_part == is_night(hour) or hour not in (5, 6, 7, 11, 0, 1)


def noble_branch(day_stem: int, night: bool, school: School = DEFAULT) -> int:
    """Return the branch of a stem's day or night noble 晝貴 夜貴, by the school's table."""
    return NOBLES[school.noble][night][day_stem]


def is_backward(palace: int) -> bool:
    """Return whether a noble on that earth palace leads backward (DQ-0638): 亥至辰順，巳至戌逆."""
    return 5 <= palace <= 10


def arrangement(noble: int, offset: int) -> int:
    """Return the arrangement on the heaven plate; its direction follows the noble's earth seat."""
    return noble * 2 + is_backward(seat_of(noble, offset))


def earth_arrangement(day_stem: int, school: School = DEFAULT) -> int:
    """Return the arrangement on the earth palaces, led by the noble on its own palace (DQ-0831).

    只用地臨晝貴: the noble of the day, at night too. The book's one example runs forward from 亥;
    for a noble on 巳 to 戌 the direction is a question of school.
    """
    noble = noble_branch(day_stem, night=False, school=school)
    return noble * 2 + (school.earth_nobles == "by_seat" and is_backward(noble))


def general_on(branch: int, arrangement: int) -> int:
    """Return the general that rides a branch (of the plate for which the arrangement was made)."""
    sign = 1 - arrangement % 2 * 2
    return sign * (branch - arrangement // 2) % 12


def branch_under(general: int, arrangement: int) -> int:
    """Return the branch under a general; the inverse of `general_on`."""
    sign = 1 - arrangement % 2 * 2
    return (arrangement // 2 + sign * general) % 12
