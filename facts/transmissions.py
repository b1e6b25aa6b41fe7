"""The three transmissions 三傳: one traced derivation for each board and school.

`derive` tries the methods 九宗門 in the order of the casting verses DQ-0010 to DQ-0018: 伏吟 and
返吟 by the plate, then control within the lessons, 八專 (before remote control: 論克不論遙),
remote control 遙剋, 昴星 where four lessons stand, 別責 where three do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from facts.control import near_control, remote_control
from facts.harm import Choice
from facts.lessons import Lessons, four_lessons
from facts.plates import heaven_over, seat_of
from facts.schools import DEFAULT, SWITCHES, School
from facts.symbols import BRANCHES, LODGING, STEMS
from facts.trace import Step

Transmissions = tuple[int, int, int]

PUNISHED = tuple(map(BRANCHES.index, "卯戌巳子辰申午丑寅酉未亥"))
"""The branch that each branch punishes 刑 (DQ-0027, DQ-0109); 辰午酉亥 punish themselves."""

CHOU, SI, YOU, HAI = (BRANCHES.index(name) for name in "丑巳酉亥")
WU = STEMS.index("戊")


class Derivation(NamedTuple):
    """Method 課 and three transmissions (branch indices), with the steps that gave them."""

    method: str
    transmissions: Transmissions
    steps: tuple[Step, ...]


class Dispute(NamedTuple):
    """Another school's result on a board: the switch, its value, what it gives, its passages."""

    switch: str
    value: str
    transmissions: Transmissions
    passages: tuple[str, ...]


class _Board(NamedTuple):
    """What every method reads: the day's stem and branch, the plate, the lessons, the school."""

    stem: int
    branch: int
    offset: int
    lessons: Lessons
    school: School


class _Part(NamedTuple):
    """One transmission that is placed for a reason of its own."""

    branch: int
    why_en: str
    why_zh: str
    passage: str = ""
    """Where the reason stands, if not where the method does."""


def derive(day: int, offset: int, school: School = DEFAULT) -> Derivation:
    """Return the method and transmissions of a day pillar (0-59) on a plate (0-11), traced."""
    lessons = four_lessons(day, offset)
    board = _Board(day % 10, day % 12, offset, lessons, school)
    choice = near_control(board.stem, lessons, school)
    if offset == 0:
        return _fuyin(board, choice)
    if offset == 6:
        return _fanyin(board, choice)
    if choice:
        return _chain(board, choice, choice.method)
    if LODGING[board.stem] == board.branch:
        return _bazhuan(board)
    if choice := remote_control(board.stem, lessons, school):
        return _chain(board, choice, choice.method)
    seats = {lesson.lower for lesson in lessons}
    return _maoxing(board) if len(seats) == 4 else _bieze(board)


def disputes(day: int, offset: int, school: School = DEFAULT) -> tuple[Dispute, ...]:
    """Return what a change of one switch of the school would give this board, where it differs."""
    ours = derive(day, offset, school).transmissions
    found = []
    for switch in SWITCHES:
        if switch.decides != "transmissions":
            continue
        for option in switch.options:
            other = replace(school, **{switch.name: option.value})
            theirs = ours if other == school else derive(day, offset, other).transmissions
            if theirs != ours:
                found.append(Dispute(switch.name, option.value, theirs, option.passages))
    return tuple(found)


def _chain(board: _Board, choice: Choice, method: str) -> Derivation:
    """Pass on from the lesson chosen: the middle is the god over the first, the last over that."""
    first = choice.lesson.upper
    middle = heaven_over(first, board.offset)
    last = heaven_over(middle, board.offset)
    f, m, n = BRANCHES[first], BRANCHES[middle], BRANCHES[last]
    step = Step(
        f"first transmission {f}; middle {m}, the god over {f}; last {n}, the god over {m}",
        f"{f}發用；{f}上見{m}為中傳，{m}上見{n}為末傳",
        "DQ-0010",
    )
    return Derivation(method, (first, middle, last), (*choice.steps, step))


def _placed(
    method: str, grounds: tuple[Step, ...], passage: str, parts: tuple[_Part, _Part, _Part]
) -> Derivation:
    """Return three transmissions that are no chain, each with its reason."""
    placed = tuple(
        Step(
            f"{en} transmission {BRANCHES[part.branch]}: {part.why_en}",
            f"{zh}傳{BRANCHES[part.branch]}：{part.why_zh}",
            part.passage or passage,
        )
        for (en, zh), part in zip(
            (("first", "初"), ("middle", "中"), ("last", "末")), parts, strict=True
        )
    )
    first, middle, last = parts
    branches = (first.branch, middle.branch, last.branch)
    return Derivation(method, branches, (*grounds, *placed))


def _over_stem(board: _Board) -> _Part:
    """Return the god over the day stem 干上神."""
    name = STEMS[board.stem]
    return _Part(board.lessons[0].upper, f"the god over the day stem {name}", f"日干{name}上神")


def _over_branch(board: _Board) -> _Part:
    """Return the god over the day branch 支上神."""
    name = BRANCHES[board.branch]
    return _Part(board.lessons[2].upper, f"the god over the day branch {name}", f"日支{name}上神")


def _is_yang(board: _Board) -> bool:
    """Return whether the day is yang 剛日."""
    return board.stem % 2 == 0


def _maoxing(board: _Board) -> Derivation:
    """昴星: 酉 is looked up to on a yang day 陽仰, down to on a yin day 陰俯 (DQ-0014)."""
    ground = Step("four lessons, no control near or remote", "四課備，無克無遙", "DQ-0014")
    stem, branch = _over_stem(board), _over_branch(board)
    if _is_yang(board):
        over = heaven_over(YOU, board.offset)
        first = _Part(over, "yang day, the god over the earth palace 酉", "陽日仰取酉上神")
        return _placed("昴星", (ground,), "DQ-0014", (first, branch, stem))
    seat = seat_of(YOU, board.offset)
    first = _Part(seat, "yin day, the palace under the heaven branch 酉", "陰日俯取酉下神")
    return _placed("昴星", (ground,), "DQ-0014", (first, stem, branch))


def _bieze(board: _Board) -> Derivation:
    """別責: another god is made responsible where three lessons stand (DQ-0015)."""
    ground = Step("three lessons, no control near or remote", "三課備，無克無遙", "DQ-0015")
    if _is_yang(board):
        partner = (board.stem + 5) % 10
        over = heaven_over(LODGING[partner], board.offset)
        name = STEMS[partner]
        en = f"yang day, the god over {name}, the stem that combines with the day stem"
        first = _Part(over, en, f"剛日取干合{name}上神")
    else:
        en = f"yin day, the next branch in the trine of the day branch {BRANCHES[board.branch]}"
        first = _Part((board.branch + 4) % 12, en, "柔日取支前三合")
    stem = _over_stem(board)
    return _placed("別責", (ground,), "DQ-0015", (first, stem, stem))


def _bazhuan(board: _Board) -> Derivation:
    """八專: stem and branch share a palace, and the two lessons have no control (DQ-0016)."""
    ground = Step("two lessons, no control", "兩課無克", "DQ-0016")
    if _is_yang(board):
        start = board.lessons[0].upper
        en = f"yang day, the third forward from {BRANCHES[start]}, the stem's yang god"
        first = _Part((start + 2) % 12, en, f"陽日自日陽{BRANCHES[start]}順數三位")
    else:
        start = board.lessons[3].upper
        en = f"yin day, the third backward from {BRANCHES[start]}, the branch's yin god"
        first = _Part((start - 2) % 12, en, f"陰日自辰陰{BRANCHES[start]}逆數三位")
    stem = _over_stem(board)
    return _placed("八專", (ground,), "DQ-0016", (first, stem, stem))


def _fuyin(board: _Board, choice: Choice | None) -> Derivation:
    """伏吟: every branch lies on its own palace; one punishes 刑 the next (DQ-0017)."""
    by_stem = choice is not None or _is_yang(board)
    here, there = _over_stem(board), _over_branch(board)
    if not by_stem:
        here, there = there, here
    if choice:
        grounds = choice.steps
    else:
        en, zh = ("yang", "剛") if by_stem else ("yin", "柔")
        grounds = (Step(f"no control, {en} day", f"無克，{zh}日", "DQ-0017"),)
    middle = _punished(here.branch)
    if middle.branch == here.branch:
        name = BRANCHES[here.branch]
        en, zh = f"{name} punishes itself; {there.why_en}", f"{name}自刑，取{there.why_zh}"
        middle = _Part(there.branch, en, zh)
    last = _punished(middle.branch)
    mutual = last.branch == here.branch and board.school.fuyin_mao == "卯子午"
    if last.branch == middle.branch or mutual:
        name = BRANCHES[middle.branch]
        why_en, why_zh = (
            (f"{name} and {BRANCHES[here.branch]} punish each other", f"{name}復刑初傳")
            if mutual
            else (f"{name} punishes itself", f"{name}自刑")
        )
        clash = (middle.branch + 6) % 12
        en, zh = f"{why_en}; the clash of {name}", f"{why_zh}，取{name}之沖"
        last = _Part(clash, en, zh, "DQ-1291" if mutual else "")
    return _placed("伏吟", grounds, "DQ-0017", (here, middle, last))


def _punished(branch: int) -> _Part:
    """Return the branch punished by a branch, as a transmission."""
    name = BRANCHES[branch]
    return _Part(PUNISHED[branch], f"the branch that {name} punishes", f"{name}所刑")


def _fanyin(board: _Board, choice: Choice | None) -> Derivation:
    """返吟: every branch lies on its opposite; without control the well-rail shot 井欄射 (DQ-0018).

    Only 丁 己 辛 days on 丑 or 未 have no control.
    """
    if choice is None:
        ground = Step("plates opposed, no control", "返吟無克", "DQ-0018")
        name = BRANCHES[board.branch]
        shot = HAI if board.branch == CHOU else SI
        first = _Part(shot, f"the branch shot at from the day branch {name}", f"{name}日斜射")
        parts = (first, _over_branch(board), _over_stem(board))
        return _placed("返吟井欄射", (ground,), "DQ-0018", parts)
    if (board.stem, choice.lesson.upper) == (WU, HAI) and board.school.fanyin_wu == "巳亥巳":
        lesson = board.lessons[1]
        step = Step("戊 day: 巳 over 亥 is used, as printed", "戊日用巳加亥", "DQ-0060")
        choice = Choice(lesson, choice.method, (*choice.steps, step))
    return _chain(board, choice, "返吟")
