"""The lesson that is used 發用 by control: near, within the lessons, or remote, with the day stem.

Where several gods qualify, the one of the day's parity is used 比用; where parity does not decide,
the depth of harm does (`facts.harm`).
"""

from __future__ import annotations

from facts.harm import Choice, settle
from facts.lessons import Lesson, Lessons
from facts.schools import School
from facts.symbols import BRANCH_ELEMENT, BRANCHES, STEM_ELEMENT, STEMS, controls
from facts.trace import Step


def near_control(stem: int, lessons: Lessons, school: School) -> Choice | None:
    """Return the lesson used by control between upper and lower 賊剋 (DQ-0010), or None.

    Control from below 賊 goes before control from above 剋.
    """
    if under := [x for x in lessons if x.lower_controls_upper]:
        step = _found(lessons, under, "the lower controls the upper", "下賊上", "DQ-0010")
        return _choose(stem, lessons, under, "重審", True, school, step)
    if over := [x for x in lessons if x.upper_controls_lower]:
        en = "the upper controls the lower, and no lower its upper"
        step = _found(lessons, over, en, "上剋下，無下賊上", "DQ-0010")
        return _choose(stem, lessons, over, "元首", False, school, step)
    return None


def remote_control(stem: int, lessons: Lessons, school: School) -> Choice | None:
    """Return the lesson used by control between god and day stem 遙剋 (DQ-0013), or None.

    A god that controls the stem 蒿矢 goes before one that the stem controls 彈射. Called where no
    lesson has control of its own.
    """
    element, name = STEM_ELEMENT[stem], STEMS[stem]
    if shot := [x for x in lessons if controls(BRANCH_ELEMENT[x.upper], element)]:
        en = f"no control within; the god controls the day stem {name} from afar"
        step = _found(lessons, shot, en, f"無克，神遙剋日干{name}", "DQ-0013")
        return _choose(stem, lessons, shot, "蒿矢", False, school, step)._replace(method="蒿矢")
    if hit := [x for x in lessons if controls(element, BRANCH_ELEMENT[x.upper])]:
        en = f"no control within; the day stem {name} controls the god from afar"
        step = _found(lessons, hit, en, f"無克，日干{name}遙剋神", "DQ-0013")
        return _choose(stem, lessons, hit, "彈射", True, school, step)._replace(method="彈射")
    return None


def _found(lessons: Lessons, found: list[Lesson], en: str, zh: str, passage: str) -> Step:
    """Return the step that lists the lessons in which control was found."""
    numbers = [lessons.index(lesson) for lesson in found]
    pairs = [(BRANCHES[lesson.upper], lesson.lower_name) for lesson in found]
    plural = "s" if len(numbers) > 1 else ""
    numbers_en = ", ".join(str(number + 1) for number in numbers)
    pairs_en = ", ".join(f"{upper} over {lower}" for upper, lower in pairs)
    numbers_zh = "".join("一二三四"[number] for number in numbers)
    pairs_zh = "、".join(f"{upper}加{lower}" for upper, lower in pairs)
    return Step(
        f"lesson{plural} {numbers_en}: {en} ({pairs_en})",
        f"第{numbers_zh}課{zh}：{pairs_zh}",
        passage,
    )


def _choose(
    stem: int,
    lessons: Lessons,
    found: list[Lesson],
    sole: str,
    suffers: bool,
    school: School,
    step: Step,
) -> Choice:
    """Choose one lesson of those found: the only one, the only one of the day's parity, or by harm.

    ``sole`` is the method's name where one god is found. A god that stands in two lessons counts
    once. The lessons are taken from the stem's on a yang day, from the branch's on a yin day.
    """
    yang = stem % 2 == 0
    order = lessons if yang else lessons[2:] + lessons[:2]
    gods: dict[int, Lesson] = {}
    for lesson in order:
        if lesson in found:
            gods.setdefault(lesson.upper, lesson)
    if len(gods) == 1:
        (lesson,) = gods.values()
        return Choice(lesson, sole, (step,))
    alike = [lesson for upper, lesson in gods.items() if upper % 2 == stem % 2]
    names = [BRANCHES[lesson.upper] for lesson in alike]
    day_en, day_zh = ("yang", "陽日") if yang else ("yin", "陰日")
    if len(alike) == 1:
        en = f"on a {day_en} day only {names[0]} is of the day's parity"
        return Choice(alike[0], "比用", (step, Step(en, f"{day_zh}惟{names[0]}相比", "DQ-0011")))
    if alike:
        en = f"on a {day_en} day {', '.join(names)} are all of the day's parity"
        parity = Step(en, f"{day_zh}{'、'.join(names)}俱比", "DQ-0011")
    else:
        en = f"on a {day_en} day none is of the day's parity"
        parity = Step(en, f"{day_zh}俱不比", "DQ-0011")
    choice = settle(alike or list(gods.values()), stem, suffers, school)
    return choice._replace(steps=(step, parity, *choice.steps))
