"""Depth of harm 涉害: which of several gods is used when parity does not decide.

Each god walks from its seat home. The one that suffers (or does) most control on the way is used;
where the counts are equal the class of the seat decides, then the order of the lessons.
"""

from __future__ import annotations

from typing import NamedTuple

from facts.lessons import Lesson
from facts.schools import School
from facts.symbols import (
    BRANCH_ELEMENT,
    BRANCHES,
    LODGING,
    STEM_ELEMENT,
    STEMS,
    controls,
    generates,
)
from facts.trace import Step

CLASSES = (("孟", "見機"), ("仲", "察微"), ("季", "察微"))
"""Class of a seat and the method's name when that class decides (DQ-1198, DQ-1201)."""

_MEMBERS = tuple(
    (
        (BRANCHES[branch], BRANCH_ELEMENT[branch]),
        *((STEMS[stem], STEM_ELEMENT[stem]) for stem in range(10) if LODGING[stem] == branch),
    )
    for branch in range(12)
)
"""What is met in each palace: the branch and the stems that lodge in it, with their elements."""


class Choice(NamedTuple):
    """The lesson whose upper god is used, the method's name, and the steps that led there."""

    lesson: Lesson
    method: str
    steps: tuple[Step, ...]


def seat_class(branch: int) -> int:
    """Return the class of a branch: 0 孟 (寅申巳亥), 1 仲 (子午卯酉), 2 季 (辰戌丑未)."""
    return (branch + 1) % 3


def harms_met(lesson: Lesson, suffers: bool, seat_counted: bool) -> tuple[str, ...]:
    """Return the branches and stems that harm the upper god between its seat and its home.

    ``suffers``: the god is controlled from below, and counts what controls it; otherwise it
    controls, and counts what it controls. 丑加卯木，歷辰中乙木一重，歸本家丑位 (DQ-1210).
    """
    god = BRANCH_ELEMENT[lesson.upper]
    met = []
    start = lesson.lower if seat_counted else lesson.lower + 1
    for place in range(start, start + (lesson.upper - start) % 12):
        for name, element in _MEMBERS[place % 12]:
            if controls(element, god) if suffers else controls(god, element):
                met.append(name)
    return tuple(met)


def settle(candidates: list[Lesson], stem: int, suffers: bool, school: School) -> Choice:
    """Choose one of two or more candidates by the school's rule of harm.

    ``candidates`` come in the order in which a last tie is decided: on a yang day the stem's
    lessons first, on a yin day the branch's 復等柔辰剛日宜 (DQ-0012).
    """
    if school.accord == "generates_stem" and (choice := _in_accord(candidates, stem)):
        return choice
    steps: list[Step] = []
    pool = candidates
    if school.harm != "meng_zhong_ji":
        met = [harms_met(x, suffers, school.harm == "seat_counted") for x in candidates]
        deepest = max(map(len, met))
        pool = [x for x, names in zip(candidates, met, strict=True) if len(names) == deepest]
        steps.append(_count_step(candidates, met))
        if len(pool) == 1:
            return Choice(pool[0], "涉害", tuple(steps))
    best = min(seat_class(x.lower) for x in pool)
    pool = [x for x in pool if seat_class(x.lower) == best]
    class_name, method = CLASSES[best]
    if len(pool) == 1:
        upper, seat = BRANCHES[pool[0].upper], BRANCHES[pool[0].lower]
        en = f"only {upper} stands on a {class_name} seat ({seat})"
        steps.append(Step(en, f"惟{upper}臨{class_name}位{seat}", "DQ-0012"))
        return Choice(pool[0], method, tuple(steps))
    upper = BRANCHES[pool[0].upper]
    en = f"still equal on {class_name} seats: the first seen, {upper}, is used"
    steps.append(Step(en, f"同臨{class_name}位為復等，取先見之{upper}", "DQ-1204"))
    return Choice(pool[0], "綴瑕", tuple(steps))


def _in_accord(candidates: list[Lesson], stem: int) -> Choice | None:
    """Return the one god that generates the day stem, all others being at odds with it 比用格.

    用神畏日干所勝，以比和者為用 (DQ-1207): in its eight examples the god used generates the stem,
    and the other controls it or is controlled by it.
    """
    ours = STEM_ELEMENT[stem]
    kind = [x for x in candidates if generates(BRANCH_ELEMENT[x.upper], ours)]
    at_odds = [
        x
        for x in candidates
        if controls(ours, BRANCH_ELEMENT[x.upper]) or controls(BRANCH_ELEMENT[x.upper], ours)
    ]
    if len(kind) != 1 or len(at_odds) != len(candidates) - 1:
        return None
    upper = BRANCHES[kind[0].upper]
    others = "、".join(BRANCHES[x.upper] for x in at_odds)
    en = f"{upper} generates the day stem {STEMS[stem]}; {others} is at odds with it"
    zh = f"{upper}生日干{STEMS[stem]}，{others}與日相剋，用比和者"
    return Choice(kind[0], "比用", (Step(en, zh, "DQ-1207"),))


def _count_step(candidates: list[Lesson], met: list[tuple[str, ...]]) -> Step:
    """Return the step that states each candidate's harms with their number."""
    en, zh = [], []
    for lesson, names in zip(candidates, met, strict=True):
        walk = f"{BRANCHES[lesson.upper]} on {BRANCHES[lesson.lower]}"
        en.append(f"{walk} {len(names)} ({' '.join(names) or 'none'})")
        zh.append(
            f"{BRANCHES[lesson.upper]}加{BRANCHES[lesson.lower]}歷{'、'.join(names) or '無克'}"
            f"，{len(names)}重"
        )
    return Step(f"harms on the way home: {', '.join(en)}", "；".join(zh), "DQ-0012")
