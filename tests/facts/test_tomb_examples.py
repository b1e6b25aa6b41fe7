"""The tombs as the book tells them day by day (DQ-0099 to DQ-0101), on charts of those days."""

from __future__ import annotations

import re

import pytest

from facts.pillars import pillar_name
from facts.symbols import BRANCHES, STEMS
from tests.facts.worked import EDITION, holds

ONE = f"([{''.join(BRANCHES)}])"
DAYS = f"([{''.join(STEMS)}]+)日"


def told(passage: str, head: str, pattern: str) -> list[tuple[str, ...]]:
    """What the sentence after these words tells, day by day."""
    rest = EDITION.passages[passage].text.split(head)
    assert len(rest) == 2, head
    return re.findall(pattern, rest[1].split("。")[0].replace("夘", "卯"))


def day_of(stem: str) -> str:
    """Some day of that stem."""
    return next(day for day in map(pillar_name, range(60)) if day[0] == stem)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("日之長生處乗墓，如", "{same: [日墓, god]}, {same: [五行長生, seat]}"),
        ("長生處自乗墓，主新事廢。如", "{entombed: [五行長生, god]}, {same: [五行長生, seat]}"),
        ("天上長生坐墓，如", "{same: [五行長生, god]}, {entombed: [五行長生, seat]}"),
    ],
)
def test_birth_and_tomb_meet(head: str, words: str) -> None:
    found = told("DQ-0099", head, f"{DAYS}{ONE}[臨加]{ONE}")
    assert sorted("".join(days for days, _, _ in found)) == sorted(STEMS)
    for days, god, seat in found:
        for stem in days:
            chart = f"{day_of(stem)}日 {god}加{seat}"
            assert holds(chart, words.replace("god", god).replace("seat", seat)), chart


def test_the_day_goes_into_its_tomb() -> None:
    """以日入墓，即坐墓: the palace of each stem upon the tomb of its element."""
    found = told("DQ-0100", "以日入墓，即坐墓。如", f"{DAYS}{ONE}、{ONE}臨{ONE}")
    assert "".join(days for days, *_ in found) == "".join(STEMS)
    for days, *palaces, tomb in found:
        for stem, palace in zip(days, palaces, strict=True):
            words = f"{{same: [{{lodging_of: day_stem}}, {palace}]}}, {{same: [日墓, {tomb}]}}, "
            words += f"{{lands_on: [{palace}, 日墓]}}"
            assert holds(f"{day_of(stem)}日 {palace}加{tomb}", words), stem


def test_the_tomb_covers_the_day() -> None:
    """以魂入墓，即墓神覆日."""
    found = told("DQ-0100", "以魂入墓，即墓神覆日。如", f"{DAYS}{ONE}加{ONE}、{ONE}")
    assert "".join(days for days, *_ in found) == "甲乙丙丁"
    for days, tomb, *palaces in found:
        for stem, palace in zip(days, palaces, strict=True):
            words = f"{{same: [日墓, {tomb}]}}, {{same: [干上, 日墓]}}"
            assert holds(f"{day_of(stem)}日 {tomb}加{palace}", words), stem


@pytest.mark.parametrize(
    ("head", "pattern", "turned"),
    [
        ("戴墓，如", f"{ONE}加([^，]+)", False),
        ("坐墓，如", f"([^，]+)臨{ONE}", True),
    ],
)
def test_branches_under_and_upon_their_tombs(head: str, pattern: str, turned: bool) -> None:
    found = told("DQ-0100", head, pattern)
    entombed: dict[str, str] = {}
    for first, second in found:
        tomb, branches = (second, first) if turned else (first, second)
        entombed |= {branch: tomb for branch in branches if branch in BRANCHES}
    assert sorted(entombed) == sorted(BRANCHES)
    for branch, tomb in entombed.items():
        assert holds("甲子日 伏吟", f"{{entombed: [{branch}, {tomb}]}}"), branch


def test_ghosts_go_into_the_tomb() -> None:
    """以鬼入墓，如甲乙日申酉加丑，丙丁日亥子加辰."""
    found = told("DQ-0101", "以鬼入墓，如", f"{DAYS}{ONE}{ONE}加{ONE}")
    assert len(found) == 2
    for days, *ghosts, tomb in found:
        for stem in days:
            for ghost in ghosts:
                words = f"{{controls: [{ghost}, day_stem]}}, {{entombed: [{ghost}, {tomb}]}}"
                assert holds(f"{day_of(stem)}日 {ghost}加{tomb}", words), (stem, ghost)
