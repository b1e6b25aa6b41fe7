"""Spirits of the year and the day, DQ-0019 to DQ-0029.

The tables are checked against the series as printed (emendations applied) and against the
arithmetic that the verses give in words.
"""

from __future__ import annotations

import re

import pytest

from facts.pillars import pillar_name
from facts.symbols import ALPHABET, BRANCHES, LODGING, STEMS, UNKNOWN, name_of
from rules.reader.model import Term
from tests.rules.tables.shared import EDITION, TABLES, on_chart


def index(branch: object) -> int:
    return BRANCHES.index(str(branch))


def of(name: str) -> list[str]:
    """The values of a table in the order of its keys."""
    table = TABLES[name]
    symbols = ALPHABET.members[table.by]
    return [str(table.rows[symbol.name]) for symbol in symbols]


def text(passage: str) -> str:
    """A passage as it is read: with its emendations."""
    found = EDITION.passages[passage]
    read_as = found.text
    for emendation in found.emendations:
        read_as = read_as.replace(emendation.printed, emendation.read)
    return read_as


# ---- the series as printed

PRINTED = [
    ("DQ-0021", "將軍", "大將軍"),
    ("DQ-0021", "歲刑", "歲刑"),
    ("DQ-0021", "歲破", "歲破"),
    ("DQ-0021", "歲煞", "歲煞"),
    ("DQ-0021", "大耗", "歲破"),
    ("DQ-0021", "小耗", "小耗"),
    ("DQ-0024", "福星", "福星"),
    ("DQ-0024", "日徳", "日德"),
    ("DQ-0024", "日祿", "日祿"),
    ("DQ-0024", "日醫", "日醫"),
    ("DQ-0024", "直符", "直符"),
    ("DQ-0024", "儀神", "儀神"),
    ("DQ-0025", "游都", "游都"),
    ("DQ-0025", "天盜", "日天盜"),
    ("DQ-0025", "天賊", "日天賊"),
    ("DQ-0025", "稼穡", "稼穡"),
    ("DQ-0025", "羊刃", "羊刃"),
    ("DQ-0025", "天羅", "天羅"),
    ("DQ-0025", "天解", "日天解"),
    ("DQ-0027", "支徳", "支德"),
    ("DQ-0027", "支馬", "驛馬"),
    ("DQ-0027", "支刑", "支刑"),
    ("DQ-0027", "支破", "支破"),
    ("DQ-0027", "支害", "支害"),
    ("DQ-0028", "時煞", "支時煞"),
    ("DQ-0028", "支儀", "支儀"),
    ("DQ-0028", "金神", "支金神"),
]


@pytest.mark.parametrize(("passage", "printed", "name"), PRINTED)
def test_the_series_as_printed(passage: str, printed: str, name: str) -> None:
    series = re.search(rf"{printed} ([{''.join(BRANCHES)}]+)", text(passage))
    assert series is not None
    assert list(series[1]) == of(name)


@pytest.mark.parametrize("passage", sorted({passage for passage, _, _ in PRINTED}))
def test_no_printed_series_is_left_out(passage: str) -> None:
    named = re.findall(rf"(\S\S) [{''.join(BRANCHES)}]{{10,}}", text(passage))
    assert set(named) <= {printed for place, printed, _ in PRINTED if place == passage}


def test_series_in_words_agree_with_the_tables() -> None:
    """直符 in DQ-0568 and the virtue of the day in DQ-1451 are not in the lists: 甲日巳，乙日辰."""
    assert "".join(of("直符")) == "巳辰卯寅丑午未申酉戌"
    virtue = dict(zip(STEMS, of("日德"), strict=True))
    for stems, branch in (("甲己", "寅"), ("乙庚", "申"), ("丙辛戊癸", "巳"), ("丁壬", "亥")):
        assert {virtue[stem] for stem in stems} == {branch}


# ---- counts in words: 前 ahead, 後 behind, 沖 opposite

AHEAD = {
    "歲破": 6,
    "小耗": 5,
    "病符": -1,
    "歲太陰": -2,
    "弔客": -2,
    "歲白虎": -4,
    "喪門": 2,
    "官符": 4,
    "歲墓": -5,
    "歲宅": 5,
    "支德": 5,
    "支沖": 6,
}


@pytest.mark.parametrize("name", AHEAD)
def test_so_many_ahead_of_the_branch(name: str) -> None:
    assert of(name) == [BRANCHES[(b + AHEAD[name]) % 12] for b in range(12)]


def test_the_counts_are_those_of_the_words() -> None:
    numbers = {"一": 1, "二": 2, "四": 4, "五": 5}
    names = {"死符": "小耗", "太陰": "歲太陰", "白虎": "歲白虎", "畜官": "官符"}
    found = re.findall(
        r"(?:歲|，|。|：)?([前後])([一二四五])[辰位]?(死符|太陰|白虎|喪門|畜官)", text("DQ-0020")
    )
    assert len(found) == 5
    for side, number, printed in found:
        count = numbers[number] * (1 if side == "前" else -1)
        assert AHEAD[names.get(printed, printed)] == count
    for passage in ("DQ-0022", "DQ-0023"):
        for printed, side, number in re.findall(
            r"(喪門|弔客|歲墓|歲宅|病符|歲虎)：歲([前後])([一二四五])", text(passage)
        ):
            count = numbers[number] * (1 if side == "前" else -1)
            assert AHEAD[{"歲虎": "歲白虎"}.get(printed, printed)] == count


def test_the_corners_ahead_and_behind() -> None:
    """太歲前維力士位，對沖蠶室；奏書後維沖博士 (DQ-0020)."""
    corners = ["東北", "東南", "西南", "西北"]  # after 亥子丑, 寅卯辰, 巳午未, 申酉戌
    for branch in range(12):
        quarter = (branch + 1) % 12 // 3
        assert of("力士")[branch] == corners[quarter]
        assert of("蠶室")[branch] == corners[(quarter + 2) % 4]
        assert of("奏書")[branch] == corners[quarter - 1]
        assert of("博士")[branch] == corners[(quarter + 1) % 4]


def test_the_five_ghosts_go_backward_from_chen() -> None:
    assert of("五鬼") == [BRANCHES[(4 - b) % 12] for b in range(12)]


def test_the_great_general_changes_every_three_years() -> None:
    """亥子丑年將軍酉，三年一移順仲神: the middle branch of the quarter behind."""
    start = index("亥")
    runs = [[of("大將軍")[(start + 3 * q + n) % 12] for n in range(3)] for q in range(4)]
    assert runs == [[middle] * 3 for middle in "酉子卯午"]


# ---- the trine

TRINES = {"申子辰": "申", "巳酉丑": "巳", "寅午戌": "寅", "亥卯未": "亥"}
"""Each trine and its head, where its element is born."""
KILLERS = ["支劫煞", "支災煞", "支歲煞", "支天煞", "支月煞", "支地煞"]
KILLERS += ["支亡神", "將星", "攀鞍", "驛馬", "六厄", "華蓋"]


@pytest.mark.parametrize("trine", TRINES)
def test_the_twelve_killers_run_from_where_the_trine_is_cut_off(trine: str) -> None:
    """絕 stands nine ahead of birth: 如申子辰用巳類，取水絕在巳也 (DQ-1838)."""
    cut_off = index(TRINES[trine]) + 9
    for number, name in enumerate(KILLERS):
        assert {TABLES[name].rows[b] for b in trine} == {BRANCHES[(cut_off + number) % 12]}, name


@pytest.mark.parametrize("trine", TRINES)
def test_what_else_goes_by_the_trine(trine: str) -> None:
    head, middle, last = tuple(trine)
    for branch in trine:
        row = {name: index(TABLES[name].rows[branch]) for name in ("驛馬", "馬倒", "歲豹尾")}
        assert row["驛馬"] == (index(head) + 6) % 12
        assert row["馬倒"] == (row["驛馬"] + 1) % 12
        assert row["歲豹尾"] == (index(last) + 6) % 12
        assert TABLES["歲黃幡"].rows[branch] == TABLES["華蓋"].rows[branch] == last
        assert TABLES["將星"].rows[branch] == middle
        assert index(middle) == (row["驛馬"] - 2) % 12  # 將星，驛馬後二位是 (DQ-0934)
        assert TABLES["歲煞"].rows[branch] == TABLES["支歲煞"].rows[branch]
        assert TABLES["支時煞"].rows[branch] == TABLES["支劫煞"].rows[branch]


def test_the_shatterer_goes_by_the_class_of_the_branch() -> None:
    """凡四孟見酉，四仲見巳，四季見丑，名破碎煞 (DQ-0104)."""
    expected = ["巳丑酉"[b % 3] for b in range(12)]
    assert of("支金神") == of("歲金神") == expected


def test_the_presence_runs_back_from_wu_and_on_from_wei() -> None:
    """子日在午，丑日在巳逆行，午日在未順行 (DQ-1360)."""
    back = [BRANCHES[(6 - b) % 12] for b in range(6)]
    on = [BRANCHES[(b + 1) % 12] for b in range(6, 12)]
    assert of("支儀") == back + on
    assert of("儀神") == of("支儀")[:10]


# ---- stems


def test_a_yin_year_takes_the_virtue_of_the_yang_stem() -> None:
    for stem in range(10):
        own = STEMS[stem] if stem % 2 == 0 else STEMS[(stem + 5) % 10]
        assert TABLES["歲德"].rows[STEMS[stem]] == own


def test_blade_and_net_stand_one_ahead() -> None:
    """羊刃，祿前一位 (DQ-1839); 日前一辰天羅 (DQ-0464)."""
    assert of("羊刃") == [BRANCHES[(index(b) + 1) % 12] for b in of("日祿")]
    assert of("天羅") == [BRANCHES[(palace + 1) % 12] for palace in LODGING]


def test_the_salary_is_the_lodging_or_its_neighbour() -> None:
    """A yang stem has its salary where it lodges; a yin stem one behind its lodging on 季."""
    for stem, branch in enumerate(of("日祿")):
        assert index(branch) == (LODGING[stem] - stem % 2) % 12


METAL = {2 * pair + n for pair in (0, 4, 8, 15, 19, 23) for n in (0, 1)}
"""Pillars of metal by their note 納音: 甲子 壬申 庚辰 甲午 壬寅 庚戌 and the one after each."""


@pytest.mark.parametrize("stem", range(10))
def test_the_metal_spirit_kills_where_the_year_has_metal(stem: int) -> None:
    """The stem over 寅 follows from the year's (五虎); the twelve branches run from there."""
    tiger = (stem % 5 * 2 + 2) % 10
    struck = set()
    for n in range(12):
        over, branch = (tiger + n) % 10, (2 + n) % 12
        pillar = next(p for p in range(60) if p % 10 == over and p % 12 == branch)
        if STEMS[over] in "庚辛" or pillar in METAL:
            struck.add(BRANCHES[branch])
    rows = TABLES["金神七殺"].rows[STEMS[stem]]
    assert isinstance(rows, tuple)
    assert len(rows) == len(set(rows))
    assert set(rows) == struck


def test_the_metal_pillars_are_named_rightly() -> None:
    heads = [pillar_name(p) for p in sorted(METAL) if p % 2 == 0]
    assert heads == ["甲子", "壬申", "庚辰", "甲午", "壬寅", "庚戌"]


MOUNTAINS = "子癸丑艮寅甲卯乙辰巽巳丙午丁未坤申庚酉辛戌乾亥壬"


@pytest.mark.parametrize("trine", TRINES)
def test_hidden_soldiers_stand_on_both_sides_of_the_clash(trine: str) -> None:
    clash = MOUNTAINS.index(trine[1]) + 12
    sides = {MOUNTAINS[(clash - 1) % 24], MOUNTAINS[(clash + 1) % 24]}
    for branch in trine:
        rows = TABLES["伏兵大禍"].rows[branch]
        assert isinstance(rows, tuple)
        assert set(rows) == sides


# ---- names of the chart


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("大耗", "午"),
        ("病符", "亥"),
        ("力士", "東北"),
        ("歲徳", "甲"),
        ("日徳", "亥"),
        ("日墓", "戌"),
        ("十干墓", "丑"),
        ("五行長生", "寅"),
        ("支馬", "亥"),
        ("將星", "酉"),
        ("干合", "壬"),
    ],
)
def test_spirits_are_terms_of_the_chart(name: str, value: str) -> None:
    evaluator = on_chart("甲子年 丁酉日 伏吟")
    term = Term(EDITION.vocabulary.resolve("term", name))
    assert name_of(evaluator.term(term)) == value


def test_a_spirit_of_the_year_is_unknown_without_the_year() -> None:
    evaluator = on_chart("丁酉日 伏吟")
    assert evaluator.term(Term("歲破")) == UNKNOWN
