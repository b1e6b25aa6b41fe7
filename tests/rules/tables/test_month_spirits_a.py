"""Spirits of the month and the season, DQ-0031 to DQ-0034.

Three independent checks: the book's short notation written out, the arithmetic behind the runs,
and what the lists of the twelve months (DQ-0039 to DQ-0050) print.
"""

from __future__ import annotations

import re

import pytest

from facts.symbols import BRANCHES, LODGING, STEMS
from rules.reader.tables import Table
from tests.rules.tables.shared import EDITION, MONTHS, TABLES

PRINTED = ("DQ-0031", "DQ-0032", "DQ-0033", "DQ-0034")
SEASONS = "春夏秋冬"
LISTS = {f"DQ-{39 + number:04d}": month for number, month in enumerate(MONTHS)}
B = "子丑寅卯辰巳午未申酉戌亥"


def season_of(month: str) -> str:
    return SEASONS[MONTHS.index(month) // 3]


def value(table: Table, month: str) -> str:
    return str(table.rows[season_of(month) if table.by == "season" else month])


def months(name: str) -> list[str]:
    """What a table gives in the twelve months."""
    return [value(TABLES[name], month) for month in MONTHS]


# ---- the short notation


def run(start: str, step: int, length: int = 12) -> list[str]:
    """Twelve branches: every ``step``-th from one, over and over after ``length``."""
    first = BRANCHES.index(start)
    return [BRANCHES[(first + step * (n % length)) % 12] for n in range(12)]


NOTATIONS = {
    rf"([{B}])順十二": lambda found: run(found[0], 1),
    rf"([{B}])逆十二": lambda found: run(found[0], -1),
    rf"([{B}])順六陽": lambda found: run(found[0], 2, 6),
    rf"([{B}])逆行四季": lambda found: run(found[0], -3, 4),
    r"(.{4})三輪": lambda found: list(found[0]) * 3,
    r"春(..?)夏(..?)秋(..?)冬(..?)": lambda found: [cell for cell in found for _ in range(3)],
    r".*(.{12})": lambda found: list(found[0].replace("坤", "申")),
}


def written_out(text: str) -> list[str] | None:
    """The twelve values that a span of the book stands for; None if it is no run."""
    for pattern, expand in NOTATIONS.items():
        found = re.search(pattern + "$", text)
        if found:
            return expand(found.groups())
    return None


def spans() -> list[tuple[str, str]]:
    """Each span of the four passages that is a table, as emended, and the table's name."""
    found = []
    for name in PRINTED:
        passage = EDITION.passages[name]
        for quote, what in passage.encoded_by:
            kind, _, table = what.partition(" ")
            assert kind == "table"
            for emended in passage.emendations:
                quote = quote.replace(emended.printed, emended.read)
            found.append((quote, table))
    return found


BY_STEM = ["福星甲丙丁在子乙庚辛在 丑戊己在未壬癸在巳"]
NAMES_ALONE = ["天巫"]
RUNS = [pair for pair in spans() if pair[0] not in BY_STEM + NAMES_ALONE]


@pytest.mark.parametrize(("quote", "table"), RUNS, ids=[table for _, table in RUNS])
def test_the_table_is_its_span_written_out(quote, table):
    assert months(table) == written_out(quote)


# ---- the arithmetic


def distances(name: str) -> set[int]:
    """How far ahead of the month each branch stands."""
    return {
        (BRANCHES.index(there) - BRANCHES.index(month)) % 12
        for month, there in zip(MONTHS, months(name), strict=True)
    }


@pytest.mark.parametrize(
    ("names", "ahead"),
    [
        (["天詔", "游魂"], 9),
        (["天書"], 8),
        (["信煞"], 7),
        (["天巫", "雌虎"], 2),
        (["生氣", "地醫"], 10),
        (["游煞"], 1),
        (["天坑"], 11),
        (["天醫:DQ-0462"], 2),
    ],
)
def test_spirits_that_keep_pace_with_the_month(names, ahead):
    for name in names:
        assert distances(name) == {ahead}


@pytest.mark.parametrize(("name", "total"), [("月厭", 0), ("風煞", 10), ("地醫:DQ-0033", 11)])
def test_spirits_that_go_against_the_month(name, total):
    places = zip(MONTHS, months(name), strict=True)
    assert {(BRANCHES.index(a) + BRANCHES.index(b)) % 12 for a, b in places} == {total}


TRINES = {"水": "申子辰", "火": "寅午戌", "金": "巳酉丑", "木": "亥卯未"}
"""First, middle and last branch (the tomb) of the trine of an element."""
STEMS_OF = {"水": "壬癸", "火": "丙丁", "金": "庚辛", "木": "甲乙"}


def element_of(month: str) -> str:
    return next(element for element, trine in TRINES.items() if month in trine)


def lodging(stem: str) -> str:
    return BRANCHES[LODGING[STEMS.index(stem)]]


def test_the_monthly_virtue_lodges_where_the_yang_stem_of_the_trine_does():
    yang = [STEMS_OF[element_of(month)][0] for month in MONTHS]
    assert months("月德") == [lodging(stem) for stem in yang]
    assert months("月德合") == [STEMS[(STEMS.index(stem) + 5) % 10] for stem in yang]


def test_the_heavenly_virtue_by_the_place_of_the_month_in_its_trine():
    """First month of a trine: the yin stem; middle: the corner past the tomb; last: the yang."""
    for month, virtue in zip(MONTHS, months("天德"), strict=True):
        element = element_of(month)
        yang, yin = STEMS_OF[element]
        corner = BRANCHES[(BRANCHES.index(TRINES[element][2]) + 1) % 12]
        assert virtue == (yin, corner, yang)[TRINES[element].index(month)]


def test_the_calamity_is_opposite_the_middle_of_the_trine():
    for month, there in zip(MONTHS, months("災煞"), strict=True):
        middle = TRINES[element_of(month)][1]
        assert there == BRANCHES[(BRANCHES.index(middle) + 6) % 12]
    assert months("雨煞") == months("災煞")


def test_the_horse_runs_over_the_yang_branches():
    assert months("天馬")[:6] == [*"午申戌子寅辰"]
    assert months("天馬")[6:] == months("天馬")[:6]


@pytest.mark.parametrize("name", ["皇恩", "聖心", "會神"])
def test_a_run_of_its_own_has_each_branch_once(name):
    assert sorted(months(name)) == sorted(BRANCHES)


def opposite(branches: list[str]) -> list[str]:
    return [BRANCHES[(BRANCHES.index(branch) + 6) % 12] for branch in branches]


def test_the_seasons():
    ends = [month for month in MONTHS[2::3] for _ in range(3)]
    starts = [month for month in MONTHS[0::3] for _ in range(3)]
    middles = [month for month in MONTHS[1::3] for _ in range(3)]
    assert months("天目") == months("月符") == ends
    assert months("天喜") == months("天耳") == opposite(ends)
    assert months("皇書") == months("天耳:DQ-0759") == starts
    assert months("天盜") == middles


SOUNDS = {"辛卯": "木", "戊午": "火", "癸酉": "金", "丙子": "水"}
"""The sound 納音 of the pillars: pine, fire in the sky, sword point, water of the brook."""


def test_the_turns_have_the_element_of_the_season_by_stem_and_by_sound():
    heaven, earth = TABLES["天轉"].rows, TABLES["地轉"].rows
    for season, element in zip(SEASONS, "木火金水", strict=True):
        assert str(heaven[season])[0] in STEMS_OF[element]
        assert SOUNDS[str(earth[season])] == element
        assert str(heaven[season])[1] == str(earth[season])[1]


# ---- the lists of the months


def compared() -> list[Table]:
    """The tables by month and season of the four passages."""
    names = dict.fromkeys(table.partition(":")[0] for _, table in spans())
    return [TABLES[name] for name in names if TABLES[name].by in ("branch", "season")]


def entries(passage_id: str) -> set[tuple[str, str]]:
    """Spirit and branch of each entry of a list, as emended."""
    passage = EDITION.passages[passage_id]
    text, branch, found = passage.text, "", set()
    for emended in passage.emendations:
        text = text.replace(emended.printed, emended.read)
    for word in text.split():
        if word in BRANCHES:
            branch = word
        else:
            found.add((word, branch))
    return found


@pytest.mark.parametrize("table", compared(), ids=lambda table: table.name)
def test_the_lists_have_the_spirit_there_but_those_that_the_note_names(table):
    readings = [table, *(TABLES[name] for name in table.variants)]
    names = (table.name, *table.aliases)
    lacking = {
        month
        for passage, month in LISTS.items()
        if not entries(passage) & {(n, value(t, month)) for n in names for t in readings}
    }
    if "not in the month lists" in table.note:
        assert lacking == set(MONTHS)
    else:
        stated = re.search(r"the lists? of ([^;]*) lacks? it", table.note)
        assert lacking == set(MONTHS).intersection(stated[1] if stated else "")


def test_a_reading_declared_for_a_list_is_read_there():
    for table in compared():
        for reading in (TABLES[name] for name in table.variants):
            for key, branch in reading.rows.items():
                source = reading.cells.get(key, reading.source)
                if source in LISTS and branch != table.rows[key]:
                    assert key in (LISTS[source], season_of(LISTS[source]))
                    assert (table.name, branch) in entries(source), reading.name
