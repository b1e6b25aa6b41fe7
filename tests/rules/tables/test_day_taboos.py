"""The days on which no army sets out (DQ-0852 to DQ-0865), parsed from the text and checked.

Each list is read again from its passage, as emended; the rule behind it is put in arithmetic.
"""

from __future__ import annotations

import re

import pytest

from facts.predicates import FALSE, TRUE, UNDETERMINED
from facts.symbols import ALPHABET, BRANCHES, PILLARS, STEMS, UNKNOWN, name_of
from rules import ROOT
from rules.reader.model import Literal, Term
from tests.rules.tables.shared import EDITION, MONTHS, TABLES, ahead, as_read, on_chart

LISTS = EDITION.vocabulary.lists
OURS = str(ROOT / "tables" / "day-taboos.yaml")
SEASONS = "春夏秋冬"
NUMBERS = ("正", *"二三四五六七八九十", "十一", "十二")
DAYS = [symbol.name for symbol in ALPHABET.members["lunar_day"]]
LUNAR_MONTHS = [symbol.name for symbol in ALPHABET.members["lunar_month"]]
B, S = "".join(BRANCHES), "".join(STEMS)
PILLAR = f"[{S}][{B}]"


def after(passage_id: str, name: str) -> str:
    """The rest of the sentence that follows a name."""
    found = re.search(rf"{name}([^。]*)", as_read(passage_id))
    assert found, name
    return found[1]


def months(name: str) -> list[str]:
    """What a table gives in the twelve months."""
    return [str(TABLES[name].rows[month]) for month in MONTHS]


# ---- the lists as they are printed


def counted_out(passage_id: str, name: str) -> list[str]:
    """The branches of 正X、二X, as far as they are printed, with the numbers in their order."""
    found = re.findall(rf"(正|十[一二]|[二三四五六七八九十])([{B}])", after(passage_id, name))
    assert [number for number, _ in found] == list(NUMBERS[: len(found)])
    return [branch for _, branch in found]


@pytest.mark.parametrize(
    ("passage_id", "printed", "name", "round_"),
    [
        ("DQ-0854", "往亡，", "往亡", 12),
        ("DQ-0855", "五帝日，", "五帝日", 4),
        ("DQ-0857", "歸忌日凶，", "歸忌", 3),
        ("DQ-0860", "龍虎日凶，", "龍虎日", 12),
        ("DQ-0860", "罪至日凶，", "罪至", 12),
        ("DQ-0860", "受死日，", "受死", 12),
        ("DQ-0861", "飛廉大煞日凶，", "飛廉", 12),
        ("DQ-0863", "一云大敗日，", "六不成", 12),
    ],
)
def test_branches_counted_out(passage_id, printed, name, round_):
    branches = counted_out(passage_id, printed)
    if round_ < 12:  # 周而復始: the text goes a little further, then over again
        assert "周而復始" in after(passage_id, printed)
        branches = branches[:round_] * (12 // round_)
    assert months(name) == branches


def test_a_round_that_is_printed_past_its_end_begins_again():
    branches = counted_out("DQ-0857", "歸忌日凶，")
    assert len(branches) == 4
    assert branches[3] == branches[0]


@pytest.mark.parametrize(
    ("passage_id", "pattern", "name", "steps"),
    [
        ("DQ-0857", r"天火狼藉日，正月在(.)順行四仲", "天火狼藉", 3),
        ("DQ-0859", r"兵禁日凶，正月起(.)逆行六陽", "兵禁", -2),
        ("DQ-0859", r"正月起(.)逆行四仲", "咸池", -3),
        ("DQ-0860", r"月厭，正月起(.)，逆行十二辰", "月厭", -1),
    ],
)
def test_runs_named_by_their_head(passage_id, pattern, name, steps):
    head = re.search(pattern, as_read(passage_id))
    assert head
    assert months(name) == [ahead(head[1], steps * number) for number in range(12)]


def monthly_pillars(passage_id: str) -> dict[str, tuple[str, ...]]:
    """The pillars of the twelve months of a list."""
    parts = re.split(r"(正|十[一二]|[二三四五六七八九十])月", as_read(passage_id))[1:]
    numbers, lists = parts[::2], parts[1::2]
    assert numbers == list(NUMBERS)
    return {
        month: tuple(dict.fromkeys(re.findall(PILLAR, part)))
        for month, part in zip(MONTHS, lists, strict=True)
    }


@pytest.mark.parametrize(("passage_id", "name"), [("DQ-0862", "五不歸"), ("DQ-0864", "八絕")])
def test_pillars_of_the_months(passage_id, name):
    printed = monthly_pillars(passage_id)
    assert sum(map(len, printed.values())) > 30
    assert {month: set(days) for month, days in printed.items()} == {
        month: set(days) for month, days in TABLES[name].rows.items()
    }


@pytest.mark.parametrize("name", ["五不歸", "八絕", "四窮", "八龍七鳥九虎十蛇", "章光"])
def test_every_pillar_is_one_of_the_sixty(name):
    for days in TABLES[name].rows.values():
        assert set([days] if isinstance(days, str) else days) <= set(PILLARS)


@pytest.mark.parametrize(
    ("passage_id", "name"),
    [("DQ-0855", "四窮"), ("DQ-0703", "四窮"), ("DQ-0857", "八龍七鳥九虎十蛇")],
)
def test_pillars_of_the_seasons(passage_id, name):
    text = as_read(passage_id)
    for season in SEASONS:
        found = re.search(rf"{season}((?:、?{PILLAR})+)", text)
        assert found
        assert list(TABLES[name].rows[season]) == re.findall(PILLAR, found[1])


@pytest.mark.parametrize("passage_id", ["DQ-0854", "DQ-0703"])
def test_the_shining_seal(passage_id):
    found = re.search(rf"孟月({PILLAR})，仲月({PILLAR})[，、]季月({PILLAR})", as_read(passage_id))
    assert found
    assert months("章光") == list(found.groups()) * 4


def test_the_days_of_the_six_decades():
    number = "十?[正一二三四五六七八九十]"
    printed = re.findall(f"({number})月({number})", after("DQ-0853", "心鏡》"))
    rows = TABLES["六旬忌"].rows
    assert list(rows) == LUNAR_MONTHS == [f"{month}月" for month, _ in printed]
    assert [day for (day,) in rows.values()] == [
        day if len(day) == 2 else f"初{day}" for _, day in printed
    ]


# ---- the rules behind them


def test_the_days_of_the_six_decades_grow_by_one():
    """建寅逢六卯當七，累數加之 (DQ-0852)."""
    days = [DAYS.index(day) + 1 for (day,) in TABLES["六旬忌"].rows.values()]
    assert days == list(range(6, 18))


def test_the_shining_seal_is_the_taboo_of_coming_home():
    """即歸忌煞也 (DQ-0703): by the branch."""
    assert [pillar[1] for pillar in months("章光")] == months("歸忌")


@pytest.mark.parametrize("name", ["龍虎日", "罪至"])
def test_each_second_month_is_opposite_the_month_before(name):
    run = months(name)
    assert [ahead(branch, 6) for branch in run[::2]] == run[1::2]
    assert [ahead(run[0], number) for number in range(6)] == run[::2]


def test_the_six_days_of_no_success_are_the_trines():
    """The three months of a season have the trine in which fire, metal, water and wood are born."""
    run = months("六不成")
    for first, trine in zip(range(0, 12, 3), ("寅午戌", "巳酉丑", "申子辰", "亥卯未"), strict=True):
        assert "".join(run[first : first + 3]) == trine


def test_the_eight_extinctions_are_eight():
    """丙庚 on 辰 and 戌, 丁辛 on 巳 and 亥."""
    eight = {f"{s}{b}" for s in "丙庚" for b in "辰戌"} | {
        f"{s}{b}" for s in "丁辛" for b in "巳亥"
    }
    assert {day for days in TABLES["八絕"].rows.values() for day in days} == eight


def test_the_dragons_birds_tigers_and_snakes():
    """The stems of the season's element on the branches of water."""
    for season, element in zip(SEASONS, "木火金水", strict=True):
        stems = [s.name for s in ALPHABET.members["stem"] if s.attributes["element"] == element]
        days = [f"{stem}{branch}" for stem, branch in zip(stems, "子亥", strict=True)]
        assert list(TABLES["八龍七鳥九虎十蛇"].rows[season]) == days


def test_handle_and_head_are_the_leveller_and_the_gatherer():
    """天罡即平，天魁即收: the run of DQ-0858 against the day officers."""
    text = as_read("DQ-0858")
    run = re.findall(rf"(?:正|十[一二]|[二三四五六七八九十])月([{B}])", text)
    steps = TABLES["建除"].rows
    assert run == [ahead(month, int(str(steps["平"]))) for month in MONTHS]
    assert [ahead(branch, 6) for branch in run] == [
        ahead(month, int(str(steps["收"]))) for month in MONTHS
    ]


# ---- the lists that are the same all year


def test_the_nine_uglinesses():
    """乙戊己辛壬五日，四仲相加 (DQ-0852): five stems on the middle branches, ten pillars."""
    text = as_read("DQ-0852")
    stems = re.match(rf"([{S}]{{5}})五日，四仲", text)
    assert stems
    days = {p for p in PILLARS if p[0] in stems[1] and p[1] in "子午卯酉"}
    assert len(days) == 10
    assert set(LISTS["九丑日"]) == days


@pytest.mark.parametrize(
    ("passage_id", "span", "name"),
    [
        ("DQ-0852", "乙巳丙辰丁巳日，癸亥不祥", "忌辰"),
        ("DQ-0702", "乙巳丙辰丁巳日，癸亥", "忌辰"),
        ("DQ-0703", "忌辰者，[^。]*", "忌辰"),
        ("DQ-0703", "五帝死葬日，[^。]*", "五帝死葬日"),
        ("DQ-1036", "[^。”]*為觸水龍日", "觸水龍日"),
    ],
)
def test_listed_pillars(passage_id, span, name):
    found = re.search(span, as_read(passage_id))
    assert found
    assert list(LISTS[name]) == re.findall(PILLAR, found[0])


@pytest.mark.parametrize("passage_id", ["DQ-0702", "DQ-0865"])
def test_the_six_exhaustions(passage_id):
    found = re.search("六窮日，每月忌?初四、十九、二十八", as_read(passage_id))
    assert found
    assert [DAYS.index(day) + 1 for day in LISTS["六窮日"]] == [4, 19, 28]


# ---- on charts


@pytest.mark.parametrize(
    ("chart", "table", "of", "key", "truth"),
    [
        ("寅月 己卯日 伏吟", "五不歸", "day_pillar", "month", TRUE),
        ("卯月 己卯日 伏吟", "五不歸", "day_pillar", "month", FALSE),
        ("己卯日 伏吟", "五不歸", "day_pillar", "month", UNDETERMINED),
        ("申月 庚戌日 伏吟", "八絕", "day_pillar", "month", TRUE),
        ("春 庚午日 伏吟", "四窮", "day_pillar", "calendar_season", TRUE),
        ("冬 庚午日 伏吟", "四窮", "day_pillar", "calendar_season", FALSE),
        ("正月初六 庚午日 伏吟", "六旬忌", "lunar_day", "lunar_month", TRUE),
        ("二月初六 庚午日 伏吟", "六旬忌", "lunar_day", "lunar_month", FALSE),
    ],
)
def test_a_day_is_asked_whether_it_is_listed(chart, table, of, key, truth):
    evaluator = on_chart(chart)
    assert evaluator.truth(Literal("listed", (Term(of), table, Term(key)))) == truth


@pytest.mark.parametrize(
    ("chart", "name", "value"),
    [
        ("寅月 丁酉日 伏吟", "歸忌", "丑"),
        ("卯月 丁酉日 伏吟", "兵禁", "子"),
        ("丑月 丁酉日 伏吟", "章光", "甲子"),
        ("酉月 丁酉日 伏吟", "天火狼藉", "酉"),
    ],
)
def test_spirits_are_terms(chart, name, value):
    evaluator = on_chart(chart)
    assert name_of(evaluator.term(Term(name))) == value


def test_a_spirit_of_the_month_is_unknown_without_the_month():
    evaluator = on_chart("丁酉日 伏吟")
    assert evaluator.term(Term("龍虎日")) == UNKNOWN


def test_the_passages_of_the_section_name_the_tables_that_come_from_them():
    ours = [t for t in TABLES.values() if t.span and t.span.source.path == OURS]
    assert len(ours) == 14
    named = 0
    for table in ours:
        passage = EDITION.passages[table.source]
        if passage.section == "出師擇吉第五":
            assert f"table {table.name}" in [what for _, what in passage.encoded_by]
            named += 1
    assert named > 10
