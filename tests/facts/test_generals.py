"""The heavenly generals, against the charts of the book."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.generals import (
    NOBLES,
    arrangement,
    branch_under,
    earth_arrangement,
    general_on,
    is_backward,
    is_night,
    noble_branch,
)
from facts.pillars import parse_pillar
from facts.plates import seat_of
from facts.schools import School
from facts.symbols import BRANCHES, GENERALS, STEMS

BoardOf = Callable[[str, str], tuple[int, int]]

# Passage, words of the book, day (or its stem), plate, 晝 or 夜, noble table, and what the words
# state: general:heaven branch, and general@earth palace.
WORKED = [
    (
        "DQ-0007",
        "三月甲戌，時加雞鳴，而以為青龍在酉，是甲日丑為陰貴也",
        "甲戌 戌將丑時 夜 羊牛",
        "貴人:丑 青龍@酉",
    ),
    (
        "DQ-0007",
        "十二月戊寅，時加日出，而亦以為青龍臨酉，功曹為螣蛇，是戊日丑為陽貴也",
        "戊寅 子將卯時 晝 羊牛",
        "貴人:丑 青龍@酉 螣蛇:寅",
    ),
    (
        "DQ-0306",
        "正月己卯日占季卦，雀乘午火居南方",
        "己卯 伏吟 夜 牛羊",
        "朱雀:午 朱雀@午",
    ),
    ("DQ-0518", "大吉為貴神，臨亥順行", "戊寅 申將午時 晝 牛羊", "貴人:丑 貴人@亥"),
    ("DQ-0518", "勝光臨壬為用，天乙加戌逆行", "壬子 亥將辰時 晝 牛羊", "貴人:巳 貴人@戌"),
    (
        "DQ-0753",
        "初傳巳上登明為用，將得六合。中傳丑上見小吉，將得天后。末傳未上見大吉將得青龍。"
        "此等卦，繫暮占。卯上見從魁為螣蛇，卯為宋分，主口舌事。酉上見太沖為白虎",
        "己丑 返吟 夜 牛羊",
        "六合:亥 天后:未 青龍:丑 螣蛇:酉 螣蛇@卯 白虎:卯 白虎@酉",
    ),
    (
        "DQ-0925",
        "壬戌日伏吟課，晝貴巳逆行，白虎臨戌",
        "壬戌 伏吟 晝 牛羊",
        "貴人:巳 白虎@戌",
    ),
    (
        "DQ-0926",
        "晝貴巳臨申逆行，勾陳丑臨辰，游都臨玄武亦臨亥",
        "癸巳 巳加申 晝 牛羊",
        "貴人@申 勾陳:丑 勾陳@辰 玄武@亥",
    ),
    (
        "DQ-0927",
        "甲子日干上午，辰作玄臨子，陰貴乘未臨卯順行，亥作勾陳臨未",
        "甲子 午加寅 夜 牛羊",
        "玄武:辰 玄武@子 貴人:未 貴人@卯 勾陳:亥 勾陳@未",
    ),
    (
        "DQ-0928",
        "丙申日干上寅，夜貴酉臨子，賊在卯方；主將行年在巳，日干丙加申，是日刑辰又克辰。"
        "行年巳上見寅，白虎乘辰加未",
        "丙申 寅加巳 夜 牛羊",
        "貴人:酉 貴人@子 白虎:辰 白虎@未",
    ),
    (
        "DQ-0929",
        "乙未日反吟，賊居寅地，陽貴子臨午逆行。勾陳乘申臨寅",
        "乙未 返吟 晝 牛羊",
        "貴人:子 貴人@午 勾陳:申 勾陳@寅",
    ),
    (
        "DQ-0935",
        "六甲日反吟，陽貴丑臨未逆行，白虎臨子",
        "甲子 返吟 晝 牛羊",
        "貴人:丑 貴人@未 白虎@子",
    ),
    ("DQ-1184", "戌白 酉常 申元", "壬辰 辰將巳時 晝 牛羊", "白虎:戌 太常:酉 玄武:申"),
    ("DQ-1196", "亥 朱 酉 貴 未 陰", "丁卯 亥將丑時 夜 牛羊", "朱雀:亥 貴人:酉 太陰:未"),
    ("DQ-1206", "辰 合 午 龍 申 虎", "甲午 午將辰時 晝 牛羊", "六合:辰 青龍:午 白虎:申"),
    ("DQ-1309", "亥青 未蛇 辰陰", "辛丑 亥將巳時 晝 牛羊", "青龍:亥 螣蛇:未 太陰:辰"),
    ("DQ-1385", "天乙在巳加子為用", "壬子 申將卯時 晝 牛羊", "貴人:巳 貴人@子"),
    (
        "DQ-1510",
        "假令甲子日亥將卯時占，來問女人事，其陽貴神自巳逆數至申為元武",
        "甲子 亥將卯時 晝 牛羊",
        "貴人@巳 玄武@申",
    ),
    ("DQ-2135", "如六己日於四季年占，用夜貴逆布，乃朱雀乘午", "己巳 申加未 夜 牛羊", "朱雀:午"),
    ("DQ-2266", "六丙日干上亥夜", "丙子 亥加巳 夜 牛羊", "朱雀:亥"),
    ("DQ-2266", "六庚日干上巳暮", "庚午 巳加申 夜 牛羊", "朱雀:巳"),
    ("DQ-2266", "六甲日干上酉夜", "甲戌 酉加寅 夜 牛羊", "朱雀:酉"),
    ("DQ-2266", "六戊日干上卯晝", "戊辰 卯加巳 晝 牛羊", "朱雀:卯"),
    (
        "DQ-2309",
        "如甲申日未加申為夜貴，乃日之墓神，丑作晝貴，又受寅木克，又作天空",
        "甲申 未加申 夜 牛羊",
        "貴人:未 天空:丑",
    ),
    (
        "DQ-2316",
        "如己卯日干上子、支上申，用夜貴乃空亡之貴加宅上，又克宅，干上之晝貴卻作勾陳",
        "己卯 子加未 夜 牛羊",
        "貴人:申 貴人@卯 勾陳:子",
    ),
    ("DQ-2322", "六甲日丑為夜貴作墓神加干", "甲子 丑加寅 夜 羊牛", "貴人:丑 貴人@寅"),
    ("DQ-2322", "六庚日丑為晝貴作墓神加干", "庚午 丑加申 晝 羊牛", "貴人:丑 貴人@申"),
    ("DQ-2325", "如甲日丑加寅，乃晝貴臨身", "甲子 丑加寅 晝 牛羊", "貴人:丑 朱雀:卯"),
    ("DQ-2325", "六己日申為夜貴臨身，朱雀乘午而克貴", "己丑 申加未 夜 牛羊", "貴人:申 朱雀:午"),
    ("DQ-2325", "又六己日晝貴人是子臨身，朱雀乘戌而克貴", "己丑 子加未 晝 牛羊", "朱雀:戌"),
    (
        "DQ-2333",
        "丑未為晝夜貴加地盤亥，乃名貴登天門，塍蛇臨地盤子，名墮水；朱雀臨地盤癸丑，名投江；"
        "勾陳臨地盤卯，名受制；天空臨地盤巳，名投絕；白虎臨地盤午，名燒身；元武臨地盤申",
        "甲子 未加亥 夜 牛羊",
        "貴人@亥 螣蛇@子 朱雀@丑 勾陳@卯 天空@巳 白虎@午 玄武@申",
    ),
]


@pytest.mark.parametrize(
    ("passage", "quote", "chart", "stated"), WORKED, ids=[f"{c[0]}-{c[2]}" for c in WORKED]
)
def test_worked_generals(board: BoardOf, passage: str, quote: str, chart: str, stated: str) -> None:
    name, plate, time, table = chart.split()
    day, offset = board(name, plate)
    noble = noble_branch(day % 10, time == "夜", School(noble=table))
    layout = arrangement(noble, offset)
    for claim in stated.split():
        general, where = GENERALS.index(claim[:2]), BRANCHES.index(claim[3])
        branch = branch_under(general, layout)
        found = branch if claim[2] == ":" else seat_of(branch, offset)
        assert found == where, (passage, quote, claim)
        assert general_on(branch, layout) == general


# Worked charts whose 酉 or 寅 hour takes the noble of the day: the book reckons by sunset here
# (DQ-2297), which a caller states as day.
@pytest.mark.parametrize(
    ("passage", "quote", "day", "plate", "generals"),
    [
        ("DQ-1293", "亥空 辰蛇 戌白", "壬辰", "酉將酉時", "亥天空 辰螣蛇 戌白虎"),
        ("DQ-1332", "寅朱 卯六 辰勾", "乙丑", "戌將酉時", "寅朱雀 卯六合 辰勾陳"),
        ("DQ-1368", "巳貴 丑勾 酉常", "癸酉", "巳將酉時", "巳貴人 丑勾陳 酉太常"),
        ("DQ-1208", "亥 后 酉 玄 未 虎", "乙卯", "子將寅時", "亥天后 酉玄武 未白虎"),
    ],
)
def test_an_hour_of_night_may_be_stated_as_day(
    board: BoardOf, passage: str, quote: str, day: str, plate: str, generals: str
) -> None:
    index, offset = board(day, plate)
    layout = arrangement(noble_branch(index % 10, night=False), offset)
    found = " ".join(
        name[0] + GENERALS[general_on(BRANCHES.index(name[0]), layout)] for name in generals.split()
    )
    assert found == generals, (passage, quote)
    assert is_night(BRANCHES.index(plate[2]))


def test_the_default_nobles_are_the_verse() -> None:
    """甲戊庚牛羊，乙己鼠猴，丙丁豬雞，壬癸蛇兔，六辛馬虎 (DQ-0690)."""
    verse = {"甲戊庚": "丑未", "乙己": "子申", "丙丁": "亥酉", "壬癸": "巳卯", "辛": "午寅"}
    for stems, (day, night) in verse.items():
        for stem in map(STEMS.index, stems):
            assert BRANCHES[noble_branch(stem, night=False)] == day
            assert BRANCHES[noble_branch(stem, night=True)] == night


def test_the_sheep_and_ox_table_differs_for_jia_only() -> None:
    (day, night), (other_day, other_night) = NOBLES["牛羊"], NOBLES["羊牛"]
    assert [s for s in range(10) if day[s] != other_day[s] or night[s] != other_night[s]] == [0]
    assert (other_day[0], other_night[0]) == (night[0], day[0])


# The rounds as drawn: the palace of each stem 甲 to 癸. By day from 子 forward (DQ-0135), by night
# from 申 backward (DQ-0136), passing 辰 and 戌, and the palace opposite to that of 甲.
@pytest.mark.parametrize(
    ("night", "round_"), [(False, "子丑寅卯巳未申酉亥丑"), (True, "申未午巳卯丑子亥酉未")]
)
def test_prior_heaven_nobles_are_read_off_the_rounds(night: bool, round_: str) -> None:
    for stem in range(10):
        partner = (stem + 5) % 10
        expected = round_[partner]
        assert BRANCHES[noble_branch(stem, night, School(noble="先天"))] == expected


@pytest.mark.parametrize("hour", range(12))
def test_day_runs_from_mao_to_shen(hour: int) -> None:
    assert is_night(hour) == (BRANCHES[hour] in "酉戌亥子丑寅")


@pytest.mark.parametrize("palace", range(12))
def test_nobles_run_backward_on_si_to_xu(palace: int) -> None:
    """亥至辰順，巳至戌逆 (DQ-0638)."""
    assert is_backward(palace) == (BRANCHES[palace] in "巳午未申酉戌")


@given(noble=st.integers(0, 11), offset=st.integers(0, 11))
def test_generals_and_branches_are_one_to_one(noble: int, offset: int) -> None:
    layout = arrangement(noble, offset)
    assert 0 <= layout < 24
    assert general_on(noble, layout) == GENERALS.index("貴人")
    assert general_on((noble + 6) % 12, layout) == GENERALS.index("天空")
    for general in range(12):
        assert general_on(branch_under(general, layout), layout) == general
    before = branch_under(GENERALS.index("螣蛇"), layout)
    step = -1 if is_backward(seat_of(noble, offset)) else 1
    assert before == (noble + step) % 12


def test_the_golden_phoenix_lays_the_nobles_on_the_earth_plate() -> None:
    """丁酉日酉將午時: 巳落寅上，巳上乘六合 (DQ-0831); on the heaven plate 巳 carries another."""
    day = parse_pillar("丁酉")
    layout = earth_arrangement(day % 10)
    assert GENERALS[general_on(BRANCHES.index("寅"), layout)] == "六合"
    usual = arrangement(noble_branch(day % 10, night=False), 3)
    assert GENERALS[general_on(BRANCHES.index("巳"), usual)] == "天空"


@pytest.mark.parametrize("stem", range(10))
def test_the_direction_on_the_earth_plate_is_a_question_of_school(stem: int) -> None:
    noble = noble_branch(stem, night=False)
    always = School(earth_nobles="always_forward")
    assert earth_arrangement(stem, always) == noble * 2
    backward = STEMS[stem] in "辛壬癸"  # their day nobles are 午 and 巳
    assert earth_arrangement(stem) == noble * 2 + backward
