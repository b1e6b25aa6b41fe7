"""The lists of the twelve months (DQ-0039 to DQ-0050) against every table by month or season.

A list goes from branch to branch and names the spirits that stand on it in its month. As read
with the emendations of its passage, each entry is what some table gives, or a reading of one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from facts.symbols import BRANCHES
from rules import ROOT
from rules.reader.nodes import Scalar
from rules.reader.tables import Table
from tests.rules.tables.shared import EDITION, MONTHS, TABLES, as_read

SEASONS = "春夏秋冬"
LISTS = {month: f"DQ-{39 + number:04d}" for number, month in enumerate(MONTHS)}
OURS = str(ROOT / "tables" / "spirits-month-lists.yaml")
ILLEGIBLE = {
    ("寅", "地獄", "戌"): "printed besides 地獄 on 辰, and nothing like it is missing on 戌",
    ("戌", "月鬼", "寅"): "printed besides 月鬼 on 亥; perhaps 受死, which is missing",
}
AS_PRINTED = {("酉", "陰煞", "戌"): "陰煞:月表"}
"""Entries that a reading has as their list prints them, under a wrong branch."""


def season_of(month: str) -> str:
    return SEASONS[MONTHS.index(month) // 3]


def value(table: Table, month: str) -> str:
    return str(table.rows[season_of(month) if table.by == "season" else month])


def months(name: str) -> list[str]:
    """What a table gives in the twelve months."""
    return [value(TABLES[name], month) for month in MONTHS]


# ---- the lists


def entries(month: str) -> list[tuple[str, str]]:
    """The entries of the list of a month: spirit and branch."""
    found, branch = [], ""
    for word in as_read(LISTS[month]).split():
        if word in BRANCHES:
            branch = word
        else:
            found.append((word, branch))
    return found


def by_month(table: Table) -> bool:
    return isinstance(table.key, Scalar) and table.key.value in ("month", "calendar_season")


def tables_by_name() -> dict[str, list[Table]]:
    """The tables by month or season under each name that a list may use for them.

    What is called that of the month, to tell it from another table, is plain in the lists.
    """
    found = defaultdict(list)
    for table in filter(by_month, TABLES.values()):
        for name in (table.name, *table.aliases):
            for plain in {name, name.removeprefix("月")}:
                found[plain].append(table)
    return found


NAMED = tables_by_name()


def saying(month: str, spirit: str, branch: str) -> list[str]:
    """The tables that have the spirit there in that month, or else the readings that have it.

    A reading that a list gives holds for this list alone.
    """
    tables = NAMED[spirit]
    readings = []
    for reading in (TABLES[name] for table in tables for name in table.variants):
        key = season_of(month) if reading.by == "season" else month
        source = reading.cells.get(key, reading.source)
        if source == LISTS[month] or source not in LISTS.values():
            readings.append(reading)
    for group in (tables, readings):
        found = [table.name for table in group if value(table, month) == branch]
        if found:
            return found
    return [AS_PRINTED[entry]] if (entry := (month, spirit, branch)) in AS_PRINTED else []


@pytest.mark.parametrize("month", MONTHS)
def test_each_entry_is_a_table_or_a_reading_of_one(month):
    unsaid = {(month, *entry) for entry in entries(month) if not saying(month, *entry)}
    assert unsaid == {entry for entry in ILLEGIBLE if entry[0] == month}


@pytest.mark.parametrize("month", MONTHS)
def test_each_span_names_the_table_that_says_it(month):
    said = Counter(
        saying(month, *entry)[0] for entry in entries(month) if (month, *entry) not in ILLEGIBLE
    )
    passage = EDITION.passages[LISTS[month]]
    assert Counter(what.removeprefix("table ") for _, what in passage.encoded_by) == said


@pytest.mark.parametrize("month", MONTHS)
def test_what_cannot_be_read_is_said_in_the_passage(month):
    passage = EDITION.passages[LISTS[month]]
    dark = [item for item in passage.not_encoded if item.reason == "illegible"]
    assert sorted(item.quote.split()[-1] for item in dark) == sorted(
        spirit for given, spirit, _ in ILLEGIBLE if given == month
    )
    assert all(item.note for item in dark)


@pytest.mark.parametrize("month", MONTHS)
def test_emendations_do_not_touch_each_other(month):
    passage = EDITION.passages[LISTS[month]]
    ends = 0
    for emended in sorted(passage.emendations, key=lambda e: passage.text.find(e.printed)):
        assert passage.text.count(emended.printed) == 1
        assert passage.text.find(emended.printed) >= ends
        ends = passage.text.find(emended.printed) + len(emended.printed)


# ---- the tables that stand only in the lists

LIST_TABLES = [
    table
    for table in TABLES.values()
    if by_month(table) and table.span is not None and table.span.source.path == OURS
]


@pytest.mark.parametrize("table", LIST_TABLES, ids=lambda table: table.name)
def test_the_note_says_which_lists_lack_the_spirit(table):
    held = {
        month
        for month in MONTHS
        for entry in entries(month)
        if table.name in {name.partition(":")[0] for name in saying(month, *entry)}
    }
    stated = re.search(r"the lists? of ([^;]*) lacks? it", table.note)
    assert set(MONTHS) - held == set(MONTHS).intersection(stated[1] if stated else "")


def moved(branch: str, ahead: int) -> str:
    return BRANCHES[(BRANCHES.index(branch) + ahead) % 12]


@pytest.mark.parametrize(
    ("names", "ahead"),
    [
        (["月白虎", "伏殃"], 6),
        (["月朱雀", "月螣蛇"], 3),
        (["枯骨"], 5),
        (["神豪"], 8),
        (["病煞", "月玄武", "血腥"], 9),
        (["月弔客"], 10),
        (["天牢", "月勾陳", "天師"], 11),
        (["月白虎:DQ-0441"], 2),
    ],
)
def test_spirits_that_keep_pace_with_the_month(names, ahead):
    for name in names:
        assert months(name) == [moved(month, ahead) for month in MONTHS]


@pytest.mark.parametrize(
    ("names", "start"), [(["風伯"], "申"), (["天雞"], "酉"), (["大煞", "昏迷", "天火"], "戌")]
)
def test_spirits_that_go_against_the_month(names, start):
    for name in names:
        assert months(name) == [moved(start, -number) for number in range(12)]


TRINES = {"水": "申子辰", "火": "寅午戌", "金": "巳酉丑", "木": "亥卯未"}
"""First, middle and last branch (the tomb) of the trine of an element."""


@pytest.mark.parametrize(
    ("name", "place", "ahead"),
    [
        ("月驛馬", 0, 6),
        ("月亡神", 1, -1),
        ("月劫煞", 2, 1),
        ("月煞", 2, 3),
        ("月時煞", 2, 6),
        ("日煞", 0, 1),
    ],
)
def test_spirits_by_the_trine_of_the_month(name, place, ahead):
    trine = {month: trine for month in MONTHS for trine in TRINES.values() if month in trine}
    assert months(name) == [moved(trine[month][place], ahead) for month in MONTHS]


@pytest.mark.parametrize(
    ("names", "start", "step"),
    [
        (["月盜神"], "卯", 3),
        (["迷惑"], "丑", -3),
        (["月天空", "月天赦", "獄神"], "未", 3),
        (["上喪"], "辰", 3),
        (["下喪", "月歲煞"], "未", -3),
        (["陽煞"], "亥", 3),
        (["姦淫", "天吞"], "申", 3),
        (["天猴"], "申", -3),
        (["月金神"], "酉", -4),
    ],
)
def test_spirits_that_go_by_a_third_or_a_fourth_of_the_circle(names, start, step):
    for name in names:
        assert months(name) == [moved(start, step * number) for number in range(12)]


def test_the_seasons():
    quarters = {season: MONTHS[3 * number :][:3] for number, season in enumerate(SEASONS)}
    tombs = dict(zip(SEASONS, (TRINES[element][2] for element in "木火金水"), strict=True))
    for season, (first, middle, last) in quarters.items():
        for name in ("戰雄", "吏神"):
            assert TABLES[name].rows[season] == first
        assert TABLES["戰雌"].rows[season] == moved(first, 6)
        assert TABLES["浴盆"].rows[season] == last
        for name in ("四廢", "門神", "喪車", "天刑:DQ-1766"):
            assert TABLES[name].rows[season] == moved(middle, 6)
        for name in ("月孤辰", "鑰神"):  # ahead of the quarter
            assert TABLES[name].rows[season] == moved(last, 1)
        for name in ("月寡宿", "三丘", "關神"):  # behind it
            assert TABLES[name].rows[season] == moved(first, -1)
        for name in ("五墓", "哭神"):
            assert TABLES[name].rows[season] == tombs[season]
        assert TABLES["三丘"].rows[season] == moved(tombs[season], 6)


def test_disaster_and_ruin_stand_three_from_the_month():
    """Of a yang month disaster is ahead and ruin behind, of a yin month the other way (DQ-0681)."""
    for month, disaster, ruin in zip(MONTHS, months("大禍"), months("滅門"), strict=True):
        ahead = 3 if BRANCHES.index(month) % 2 == 0 else -3
        assert (disaster, ruin) == (moved(month, ahead), moved(month, -ahead))


def test_the_inner_release_goes_with_the_spirit_of_release():
    assert months("內解") == months("解神")


def test_death_by_punishment_as_its_passage_counts_it():
    count = TABLES["刑亡"].quotes[0].text
    assert months("刑亡") == re.findall(f"[正一二三四五六七八九十]+([{''.join(BRANCHES)}])", count)


def test_readings_that_are_the_run_of_another_spirit():
    assert months("伏殃:DQ-1853") == months("天鬼")
    assert months("月白虎:DQ-0441") == months("雌虎")
