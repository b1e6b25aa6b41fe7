"""The twelve generals on the twelve branches, DQ-0138 to DQ-0163.

The printed verses and notes are read here once more, with plain patterns, and compared with the
rules and the tables; what can never happen is worked out from the casting of the generals.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

from facts.generals import arrangement, general_on, noble_branch
from facts.plates import seat_of
from facts.symbols import BRANCHES
from rules.reader.model import Literal, Rule, Term
from tests.rules.tables.shared import EDITION, MONTHS

RULES = {rule.id: rule for rule in EDITION.rules.values()}
VERSES = {
    "DQ-0138": "貴人",
    "DQ-0140": "螣蛇",
    "DQ-0142": "朱雀",
    "DQ-0144": "六合",
    "DQ-0146": "勾陳",
    "DQ-0149": "青龍",
    "DQ-0151": "天空",
    "DQ-0153": "白虎",
    "DQ-0155": "太常",
    "DQ-0157": "玄武",
    "DQ-0159": "太陰",
    "DQ-0161": "天后",
}
GENERALS = list(VERSES.values())  # in the order of DQ-0273
CELLS = list(product(VERSES, range(12)))
NUMBERS = [*"正二三四五六七八九十", "十一", "十二"]
FIRST, MIDDLE, LAST = "寅巳申亥", "子午卯酉", "辰戌丑未"


FRAME = "".join(BRANCHES) + "上為是居宮存真"  # what ties the names of a verse to the branches


def even(text: str) -> str:
    """A text with the variant graphs of the print made one."""
    return text.translate(str.maketrans("夘乗", "卯乘"))


def text_of(passage: str) -> str:
    """The passage as emended."""
    found = EDITION.passages[passage]
    text = found.text
    for emended in found.emendations:
        text = text.replace(emended.printed, emended.read)
    return even(text)


def cell(passage: str, branch: int) -> Rule:
    """The rule of a general on a branch: its letter says the branch, a for 子."""
    return RULES[f"{passage}.{'abcdefghijkl'[branch]}"]


def epithet(passage: str, branch: int) -> str:
    verdict = cell(passage, branch).verdict
    assert verdict is not None
    return even(str(verdict.get("epithet")))


# ---- the verses


@pytest.mark.parametrize(("passage", "branch"), CELLS)
def test_each_general_has_a_rule_on_each_branch(passage, branch):
    rule = cell(passage, branch)
    general, place = Term("const", (VERSES[passage],)), Term("const", (BRANCHES[branch],))
    assert rule.when == Literal("carries", (general, place))
    assert rule.verdict is not None
    assert rule.verdict.question == "general_state"


@pytest.mark.parametrize(("passage", "branch"), CELLS)
def test_the_verse_puts_the_name_on_that_branch(passage, branch):
    """子上解息, 酉入私室, 居帷治事戌亥真, 巳午受貢 or 子丑之宮皆被辱: no other order is used."""
    name, here = epithet(passage, branch), BRANCHES[branch]
    before, after = BRANCHES[branch - 1], BRANCHES[(branch + 1) % 12]
    opposite = BRANCHES[(branch + 6) % 12]
    forms = [rf"{here}[上為]?{name}", rf"[{here}{opposite}]{{2}}{name}"]
    for pair in (f"{before}{here}", f"{here}{after}"):
        forms.append(rf"{pair}(之宮皆)?{name}")
    following, preceding = epithet(passage, (branch + 1) % 12), epithet(passage, branch - 1)
    forms += [rf"{name}{following}{here}{after}", rf"{preceding}{name}{before}{here}"]
    branches = "".join(BRANCHES)  # 折角未, but neither 酉[入私室亥]操笏 nor 損羽[投江子]丑
    forms.append(rf"(?<![{branches}上為]){name}{here}(?![{branches}])")
    assert any(re.search(form, text_of(passage)) for form in forms)


def test_a_bare_name_says_where_its_sense_is_from():
    """A quote of nothing but names tells no luck: then another chapter tells it, and is cited."""
    bare = []
    for passage, branch in CELLS:
        names = "|".join(epithet(passage, other) for other in range(12))
        quotes = even("".join(quote.text for quote in cell(passage, branch).quotes))
        if not re.sub(f"{names}|又云..|[{FRAME}]", "", quotes):
            bare.append(cell(passage, branch))
    assert len(bare) > 70
    assert [rule.id for rule in bare if not (rule.support and rule.reading)] == []


# ---- what the arrangement of the generals allows


def ridden() -> set[tuple[str, str]]:
    """Every pair of a general and the branch that it rides, over all boards, by day and night."""
    found = set()
    for stem, night, offset in product(range(10), (False, True), range(12)):
        made = arrangement(noble_branch(stem, night), offset)
        found |= {(GENERALS[general_on(b, made)], BRANCHES[b]) for b in range(12)}
    return found


def landed() -> set[tuple[str, str]]:
    """Every pair of a general and the palace that it lands on."""
    found = set()
    for stem, night, offset in product(range(10), (False, True), range(12)):
        made = arrangement(noble_branch(stem, night), offset)
        found |= {(GENERALS[general_on(b, made)], BRANCHES[seat_of(b, offset)]) for b in range(12)}
    return found


def barred() -> set[tuple[str, str]]:
    """What DQ-0163 says no general rides: 惟貴神、天空不乗辰戌，玄武、六合不乗丑未."""
    found = set()
    for general, other, branches in re.findall(r"(..)、(..)不乘(..)", text_of("DQ-0163")):
        for name, branch in product((general, other), branches):
            found.add((name.replace("貴神", "貴人"), branch))
    return found


def test_the_pairs_that_never_ride_are_those_of_the_book():
    """And so the chapter speaks of riding: of landing, 36 pairs could never come about."""
    every = set(product(GENERALS, BRANCHES))
    assert len(barred()) == 8
    assert every - ridden() == barred()
    assert len(every - landed()) == 36


def test_the_dead_letters_are_the_pairs_that_never_ride():
    dead = {
        (VERSES[passage], BRANCHES[branch])
        for passage, branch in CELLS
        if cell(passage, branch).dead
    }
    assert dead == barred()


def test_the_noble_can_land_where_he_cannot_ride():
    assert {("貴人", "辰"), ("貴人", "戌"), ("貴人", "亥")} <= landed()


# ---- the tables


def months(name: str) -> list[str]:
    """What a table gives from the first month to the twelfth."""
    return [str(EDITION.tables[name].rows[month]) for month in MONTHS]


def printed(passage: str, heading: str) -> list[str]:
    """The branches that a note gives month by month: 銜物者，正酉、二巳 ..., repeated to twelve."""
    note = text_of(passage).partition(f"{heading}者，")[2].partition("。")[0]
    found = []
    for entry, number in zip(re.split("[、，]", note), NUMBERS, strict=False):
        if not (entry.startswith(number) and len(entry) == len(number) + 1):
            break
        found.append(entry[-1])
    return found * (12 // len(found))


@pytest.mark.parametrize(
    ("name", "passage", "heading"),
    [
        ("螣蛇交戰", "DQ-0141", "交戰"),
        ("朱雀銜物", "DQ-0143", "銜物"),
        ("朱雀開口", "DQ-0143", "開口"),
        ("白虎仰視", "DQ-0154", "仰視"),
    ],
)
def test_months_as_printed(name, passage, heading):
    assert months(name) == printed(passage, heading)


@pytest.mark.parametrize(
    ("name", "passage", "heading"),
    [
        ("螣蛇當臥", "DQ-0141", "當臥"),
        ("青龍臥", "DQ-0150", "臥"),
        ("太常被剝", "DQ-0156", "銷鑠"),
    ],
)
def test_seasons_as_printed(name, passage, heading):
    note = re.findall(rf"(?<![開當]){heading}者，(.{{11}})", text_of(passage))
    assert [dict(re.findall("([春夏秋冬])(.)", found)) for found in note] == [
        EDITION.tables[name].rows
    ]


def test_the_snake_fights_on_the_middle_branches_in_turn():
    found = months("螣蛇交戰")
    assert found == found[:4] * 3
    assert set(found) == set(MIDDLE)


def test_the_bird_carries_by_trines():
    found = months("朱雀銜物")
    assert set(found) == set(BRANCHES)
    for start in range(0, 12, 3):
        a, b, c = map(BRANCHES.index, found[start : start + 3])
        assert {(b - a) % 12, (c - b) % 12} <= {4, 8}, "three months share a trine"


def test_the_bird_opens_its_beak_on_neighbours():
    found = months("朱雀開口")
    assert set(found) == set(BRANCHES)
    for start in range(0, 12, 2):
        a, b = map(BRANCHES.index, found[start : start + 2])
        assert (b - a) % 12 in (1, 11), "two months share a pair of neighbours"


def test_the_sword_goes_backward_from_the_sixth_branch():
    assert text_of("DQ-0148").count("正月起巳逆行十二支") == 1
    assert months("勾陳仗劍") == [BRANCHES[(5 - month) % 12] for month in range(12)]


def test_the_dragon_opens_its_eyes_by_the_class_of_the_month():
    named = dict(re.findall("([孟仲季])月(.)", text_of("DQ-0150")))
    for month, value in EDITION.tables["青龍開眼"].rows.items():
        of = next(c for c, m in zip("孟仲季", (FIRST, MIDDLE, LAST), strict=True) if month in m)
        assert value == named[of]


def test_the_tiger_looks_up_from_the_first_branches():
    """虎仰視凶惡之甚，治四孟是也 (DQ-0357): the third, printed 卯, is kept as a variant."""
    found = months("白虎仰視")
    assert set(found) == set(FIRST)
    assert found == found[:4] * 3
    variant = months("白虎仰視:DQ-0154")
    assert [a for a, b in zip(variant, found, strict=True) if a != b] == ["卯"] * 3
    assert "三卯" in EDITION.passages["DQ-0154"].text
