"""Spirits of the war books and the field allocations, parsed from the text and checked."""

from __future__ import annotations

import re

import pytest

from facts.symbols import ALPHABET, BRANCHES, STEMS, UNKNOWN, name_of
from rules.reader.model import Term
from tests.rules.tables.shared import EDITION, MONTHS, TABLES, ahead, as_read, on_chart

LISTS = EDITION.vocabulary.lists
SEASONS = "春夏秋冬"
DIRECTIONS = [symbol.name for symbol in ALPHABET.members["direction"]]
REALMS = [symbol.name for symbol in ALPHABET.members["realm"]]
B, S = "".join(BRANCHES), "".join(STEMS)


# ---- the field allocations


def test_the_realms_of_the_war_book_and_the_three_that_it_has_lost():
    printed = dict(re.findall(rf"([{B}])(.)分", as_read("DQ-0840")))
    rows = TABLES["分野"].rows
    assert {branch: rows[branch] for branch in printed} == printed
    assert set(rows) - set(printed) == set("寅卯辰") == set(TABLES["分野"].cells)


def test_the_realms_of_the_atlas():
    """It names the palace before or after its mansions, and the realm: 丑 for Wu and Yue."""
    rows, seen = TABLES["分野"].rows, []
    for passage_id in EDITION.passages:
        if "DQ-1073" <= passage_id <= "DQ-1143":
            head = re.search(rf"，([^，]+)分野.*?在([{B}])，", as_read(passage_id))
            assert head
            assert rows[head[2]] == EDITION.vocabulary.resolve("symbol", head[1])
            seen.append(head[2])
    assert seen == list(BRANCHES)


def test_cells_of_the_realms_come_from_the_passage_of_their_palace():
    for branch, source in TABLES["分野"].cells.items():
        assert EDITION.passages[source].text.startswith(f"{branch}宮")


def test_realms_stand_in_the_order_of_their_branches():
    assert [TABLES["分野"].rows[branch] for branch in BRANCHES] == REALMS


def test_the_stores_lie_in_qin_and_wu():
    """秦即未，吳即丑 (DQ-0882)."""
    found = re.search(rf"(.)即([{B}])，(.)即([{B}])。", as_read("DQ-0882"))
    assert found
    rows = TABLES["分野"].rows
    assert (rows[found[2]], rows[found[4]]) == (found[1], found[3]) == ("秦", "吳")


def test_the_realm_of_a_palace_is_looked_up():
    evaluator = on_chart("甲子日 戌加子")
    seat = Term("seat_of", (Term("const", ("辰",)), Term("plate")))
    realm = evaluator.term(Term("lookup", ("分野", seat)))
    assert name_of(evaluator.term(seat)) == "午"
    assert name_of(realm) == "周"


# ---- where the enemy hides


def test_the_enemy_hides_where_the_prose_says():
    text = as_read("DQ-0889")
    pairs = re.findall(rf"[加臨]([{B}])([{B}])(?:賊在?|在或)([{B}])", text)
    assert len(pairs) == 6
    printed = {seat: god for one, two, god in pairs for seat in (one, two)}
    assert printed == TABLES["大吉所伏"].rows


def test_the_enemy_hides_where_the_verse_says():
    """By trigram, month general and mansion: 坎離 are 子午, 參 is in 申, 軫 in 巳, 從魁 is 酉."""
    text = as_read("DQ-0888")
    spoken = {"卯下": "卯", "登明": "亥", "參宿": "申", "軫星": "巳", "從魁": "酉", "丑中": "丑"}
    seats = re.findall("坎離|辰戌|寅申|丑未|卯酉|巳亥", text)
    gods = re.findall("|".join(spoken), text)
    for pair, god in zip(seats, gods, strict=True):
        for seat in pair.replace("坎離", "子午"):
            assert TABLES["大吉所伏"].rows[seat] == spoken[god]


def test_the_older_song_differs_in_one_place():
    pairs = re.findall(
        rf"(?:丑臨|丑加|大吉加)([{B}])([{B}])，賊在(傳送|[{B}])下", as_read("DQ-0713")
    )
    printed = {
        seat: "申" if god == "傳送" else god for one, two, god in pairs for seat in (one, two)
    }
    assert printed == TABLES["大吉所伏:DQ-0713"].rows
    main = TABLES["大吉所伏"].rows
    assert {seat for seat in printed if printed[seat] != main[seat]} == set("卯酉")


# ---- spirits of the season


@pytest.mark.parametrize(
    ("passage_id", "name"),
    [
        ("DQ-0872", "五墓"),
        ("DQ-0880", "戰雄"),
        ("DQ-0882", "賊神"),
        ("DQ-0886", "天目"),
        ("DQ-0991", "天目"),
        ("DQ-0998", "天耳:DQ-0759"),
        ("DQ-1033", "開星"),
    ],
)
def test_spirits_of_the_seasons(passage_id, name):
    runs = re.findall("[、，]?".join(f"{season}([{B}])" for season in SEASONS), as_read(passage_id))
    assert tuple(TABLES[name].rows[season] for season in SEASONS) == runs[0]


def test_the_opening_star_by_its_mansions():
    """春房卯，夏張午，秋婁戌，冬壁亥 (DQ-0825), with the palaces of the mansions (DQ-1101 ...)."""
    found = re.findall(rf"([{SEASONS}])(.)([{B}])", as_read("DQ-0825"))
    assert [season for season, _, _ in found] == list(SEASONS)
    atlas = "".join(as_read(p) for p in EDITION.passages if "DQ-1073" <= p <= "DQ-1143")
    for season, mansion, branch in found:
        assert TABLES["開星"].rows[season] == branch
        assert re.search(rf"{mansion}[^，。]*在{branch}", atlas)


def test_the_ear_of_heaven_is_opposite_the_eye():
    """對沖為天耳 (DQ-0991)."""
    for season in SEASONS:
        assert TABLES["天耳"].rows[season] == ahead(str(TABLES["天目"].rows[season]), 6)


# ---- spirits of the year


def test_the_great_general_by_the_handle():
    """孟歲以午、仲歲以未、季歲以申加太歲天罡下是也 (DQ-0877), and the short rule beside it."""
    text = as_read("DQ-0877")
    laid = re.search(rf"孟歲以([{B}])、仲歲以([{B}])、季歲以([{B}])加太歲天罡下", text)
    assert laid
    for number, year in enumerate(BRANCHES):
        of_class = laid[(1, 2, 3)[(number - 2) % 3]]
        palace = ahead(year, BRANCHES.index("辰") - BRANCHES.index(of_class))
        assert TABLES["大將軍"].rows[year] == palace
    short = re.findall(rf"([{B}]{{3}})年在([{B}])", text.split("捷法")[1])
    assert {y: g for years, g in short for y in years} == TABLES["大將軍"].rows


def test_the_leopards_tail_by_the_trine():
    text = as_read("DQ-0877").split("其沖名黃幡")[0]
    tails = {y: b for years, b in re.findall(rf"([{B}]{{3}})年在([{B}])", text) for y in years}
    assert tails == TABLES["歲豹尾"].rows
    assert {y: ahead(b, 6) for y, b in tails.items()} == TABLES["歲黃幡"].rows


TRIGRAMS = {"坎": "北", "艮": "東北", "雷": "東", "巽": "東南"}
TRIGRAMS |= {"離": "南", "坤": "西南", "乾": "西北"}


def test_the_bane_of_earth_by_its_song():
    song = as_read("DQ-1036").split("土煞訣云")[-1].split("對宮")[0]
    song = song[song.index("土煞子丑") :]
    clauses = re.findall(rf"([{B}]{{1,2}})[^{B}{''.join(TRIGRAMS)}]*([{''.join(TRIGRAMS)}])", song)
    sung = {year: TRIGRAMS[trigram] for years, trigram in clauses for year in years}
    assert sung == TABLES["土煞"].rows


def test_the_jade_emperor_is_opposite():
    """對宮便是玉皇遊."""
    for year, direction in TABLES["土煞"].rows.items():
        opposite = DIRECTIONS[(DIRECTIONS.index(str(direction)) + 4) % 8]
        assert TABLES["玉皇"].rows[year] == opposite


# ---- the twelve from the salary


OWN_NAMES = {"風伯": "五符風伯", "天賊": "五符天賊"}


def the_twelve() -> list[str]:
    """即從日祿上起五符，次天曹、……天賊分佈十二宮分 (DQ-1023)."""
    found = re.search("起(.*)，次(.*)分佈十二宮分", as_read("DQ-1023"))
    assert found
    printed = [found[1], *found[2].split("、")]
    return [OWN_NAMES.get(name, name) for name in printed]


def test_the_twelve_go_round_the_palaces_from_the_salary():
    names = the_twelve()
    assert len(set(names)) == 12
    for steps, name in enumerate(names):
        for stem, salary in TABLES["日祿"].rows.items():
            assert TABLES[name].rows[stem] == ahead(str(salary), steps)


def test_the_twelve_on_a_chart():
    """With 午 over 辰 the salary of 甲, 寅, lands on 子: there the tallies begin."""
    evaluator = on_chart("甲子日 午加辰")
    for steps, name in enumerate(the_twelve()):
        seat = Term("seat_of", (Term(name), Term("plate")))
        assert name_of(evaluator.term(seat)) == BRANCHES[steps]


@pytest.mark.parametrize(
    ("chart", "name", "value"),
    [
        ("甲子日 伏吟 秋", "開星", "戌"),
        ("午年 甲子日 伏吟", "土煞", "北"),
        ("午年 甲子日 伏吟", "玉皇", "南"),
        ("辛巳日 伏吟", "唐符", "辰"),
    ],
)
def test_spirits_are_terms(chart, name, value):
    evaluator = on_chart(chart)
    assert name_of(evaluator.term(Term(name))) == value


def test_a_spirit_of_the_year_is_unknown_without_the_year():
    evaluator = on_chart("甲子日 伏吟 秋")
    assert evaluator.term(Term("土煞")) == UNKNOWN


# ---- tables of the general lists as the war books print them


def counted_out(span: str) -> list[str]:
    return re.findall(rf"(?:正|十[一二]|[二三四五六七八九十])([{B}])", span)


def test_the_flying_incorruptible_of_the_fleet():
    printed = counted_out(as_read("DQ-1037").split("飛廉，")[1])
    assert printed == [TABLES["飛廉"].rows[month] for month in MONTHS]


@pytest.mark.parametrize(
    ("passage_id", "pattern", "name", "steps"),
    [
        ("DQ-0882", "盜神，正月在(.)順行四仲", "月盜神", 3),
        ("DQ-0882", "劫殺，正月在(.)，逆行四孟", "月劫煞", -3),
        ("DQ-0941", "大時就正月在(.)，逆行四仲", "大時", -3),
        ("DQ-1039", "風伯，正月起(.)逆行十二辰", "風伯", -1),
        ("DQ-1039", "風殺，正月起(.)，逆行十二辰", "月風煞", -1),
    ],
)
def test_runs_of_the_month(passage_id, pattern, name, steps):
    head = re.search(pattern, as_read(passage_id))
    assert head
    run = [ahead(head[1], steps * number) for number in range(12)]
    assert [TABLES[name].rows[month] for month in MONTHS] == run


def test_the_gates_of_the_month():
    """月建前一日為之除，四日為之定 ... (DQ-0990, as read)."""
    text = as_read("DQ-0990").split("月建前")[1]
    gates = re.findall("([一二三四五六七八九十])日為之(.)", text)
    assert [officer for _, officer in gates] == list("除定危開")
    for count, officer in gates:
        assert TABLES["建除"].rows[officer] == "一二三四五六七八九十".index(count) + 1


def test_the_punishments_of_the_camp():
    """如子日忌卯，卯日忌子；丑日戌 ... 辰午酉亥自見 (DQ-0873)."""
    text = as_read("DQ-0873")
    printed = dict(re.findall(rf"([{B}])日忌?([{B}])[，；]", text))
    own = re.search(rf"([{B}]+)自見", text)
    assert own
    assert printed | dict(zip(own[1], own[1], strict=True)) == TABLES["支刑"].rows


# ---- the six dispositions


@pytest.mark.parametrize(
    ("passage_id", "names"),
    [
        ("DQ-0997", ["貪狼", "陰賊", "奸邪"]),
        ("DQ-1048", ["陰賊", "勇猛", "公正", "寬大", "奸邪"]),
    ],
)
def test_dispositions(passage_id, names):
    for name in names:
        found = re.search(rf"([{B}]{{2}})為{name}", as_read(passage_id))
        assert found
        assert set(LISTS[name]) == set(found[1])


def test_dispositions_part_the_branches():
    names = ("貪狼", "陰賊", "奸邪", "勇猛", "公正", "寬大")
    assert sorted(branch for name in names for branch in LISTS[name]) == sorted(BRANCHES)
