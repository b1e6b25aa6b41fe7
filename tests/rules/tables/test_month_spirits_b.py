"""Spirits of the month and the season, DQ-0035 to DQ-0038.

The tables are checked against their spans written out, the arithmetic behind the runs, other
passages of the book, and the lists of the twelve months (DQ-0039 to DQ-0050).
"""

from __future__ import annotations

import re

import pytest

from facts.symbols import BRANCHES, DECADES, PILLARS, STEMS, UNKNOWN, name_of
from rules import ROOT
from rules.reader.model import Term
from rules.reader.tables import Table
from tests.rules.tables.shared import EDITION, MONTHS, TABLES, ahead, as_read, on_chart

PRINTED = ("DQ-0035", "DQ-0036", "DQ-0037", "DQ-0038")
OURS = str(ROOT / "tables" / "spirits-month-b.yaml")
SEASONS = "春夏秋冬"
LISTS = {month: f"DQ-{39 + number:04d}" for number, month in enumerate(MONTHS)}
B = "".join(BRANCHES)


def season_of(month: str) -> str:
    return SEASONS[MONTHS.index(month) // 3]


def value(table: Table, month: str) -> str:
    return str(table.rows[season_of(month) if table.by == "season" else month])


def months(name: str) -> list[str]:
    """What a table gives in the twelve months."""
    return [value(TABLES[name], month) for month in MONTHS]


# ---- the spans written out

FORWARD = rf"([{B}])，?順行?(?:十二|數)"
BACKWARD = rf"([{B}])逆行?(?:十二|數)"
BY_QUARTERS = rf"([{B}])，?逆行四[仲季]$"
COUNTED = rf"[正一二三四五六七八九十]+([{B}])"
SEASONAL = "[、]?".join(f"{season}([{B}])" for season in SEASONS)
RUN = rf"([{B}]{{4}}|[{B}]{{12}})(?:三輪|周而復始)?$"


def written_out(span: str) -> list[str]:
    """The twelve values that a span of the book stands for."""
    if found := re.search(FORWARD, span):
        return [ahead(found[1], number) for number in range(12)]
    if found := re.search(BACKWARD, span):
        return [ahead(found[1], -number) for number in range(12)]
    if found := re.search(BY_QUARTERS, span):
        return [ahead(found[1], -3 * number) for number in range(12)]
    if found := re.search(SEASONAL, span):
        return [branch for branch in found.groups() for _ in range(3)]
    if len(counted := re.findall(COUNTED, span)) == 12:
        return counted
    found = re.search(RUN, span)
    assert found, span
    return list(found[1] * (12 // len(found[1])))


def spans() -> dict[str, str]:
    """The span of each table, as emended."""
    found = {}
    for passage_id in PRINTED:
        passage = EDITION.passages[passage_id]
        for quote, what in passage.encoded_by:
            kind, _, table = what.partition(" ")
            assert kind == "table"
            for emended in passage.emendations:
                quote = quote.replace(emended.printed, emended.read)
            found[table] = quote
    return found


SPANS = spans()
NO_RUN = ("小時", "旬盜", "日盜")


@pytest.mark.parametrize("name", [name for name in SPANS if name not in NO_RUN])
def test_the_table_is_its_span_written_out(name):
    assert months(name) == written_out(SPANS[name])


def test_every_table_of_the_file_has_a_span_or_comes_from_elsewhere():
    ours = [table for table in TABLES.values() if table.span and table.span.source.path == OURS]
    here = {table.name for table in ours if table.source in PRINTED}
    assert here == set(SPANS)
    assert {t.name for t in ours if ":" not in t.name} - here == {"月天獄", "月破"}


# ---- the arithmetic


@pytest.mark.parametrize(
    ("names", "steps"),
    [
        (["小時", "白浪"], 0),
        (["死神", "火燭"], 3),
        (["死氣", "謾語"], 4),
        (["井煞"], 5),
        (["月沖", "月破", "覆舟", "月虎"], 6),
        (["飛橫"], 9),
        (["血支"], 11),
        (["雷煞:月表"], 3),
    ],
)
def test_spirits_that_keep_pace_with_the_month(names, steps):
    for name in names:
        assert months(name) == [ahead(month, steps) for month in MONTHS]


@pytest.mark.parametrize(
    ("names", "total"),
    [(["月害", "游禍"], 7), (["長繩"], 1), (["邪神"], 9), (["天機"], 3)],
)
def test_spirits_that_go_against_the_month(names, total):
    for name in names:
        places = zip(MONTHS, months(name), strict=True)
        assert {(BRANCHES.index(a) + BRANCHES.index(b)) % 12 for a, b in places} == {total}


TRINES = {"水": "申子辰", "火": "寅午戌", "金": "巳酉丑", "木": "亥卯未"}
"""First, middle and last branch (the tomb) of the trine of an element."""


def trine(month: str) -> str:
    return next(branches for branches in TRINES.values() if month in branches)


@pytest.mark.parametrize(
    ("names", "place", "steps"),
    [
        (["大時", "咸池", "五盜", "懸索", "四仲天煞"], 0, 1),  # past the first of the trine
        (["墓門", "女災", "雷煞"], 2, 1),  # past the tomb
        (["月黃幡", "火怪"], 2, 0),  # the tomb itself
        (["月豹尾"], 2, 6),
        (["喪魂", "喪魄"], 2, 9),
        (["陰煞"], 0, 0),
    ],
)
def test_spirits_by_the_trine_of_the_month(names, place, steps):
    for name in names:
        assert months(name) == [ahead(trine(month)[place], steps) for month in MONTHS]


@pytest.mark.parametrize(("start", "name"), [("寅", "產煞"), ("申", "奸門")])
def test_spirits_that_go_on_by_a_quarter_of_the_circle(name, start):
    assert months(name) == [ahead(start, 3 * number) for number in range(12)]


def test_the_relations_of_the_month_are_those_of_the_day():
    for name, of_day in [("月刑", "支刑"), ("月破:DQ-0035", "支破"), ("月害", "支害")]:
        assert TABLES[name].rows == TABLES[of_day].rows
    for month in MONTHS:
        assert TABLES["月沖"].rows[month] == ahead(month, 6)


def test_the_hook_and_the_strangler_are_opposite_one_and_seven_ahead():
    for month, hook, strangler in zip(MONTHS, months("勾神"), months("絞神"), strict=True):
        yang = BRANCHES.index(month) % 2 == 0
        assert (hook, strangler) == (ahead(month, 1 if yang else 7), ahead(month, 7 if yang else 1))


@pytest.mark.parametrize(("name", "start"), [("血忌", "丑"), ("受死", "戌")])
def test_spirits_that_go_forward_in_opposite_pairs(name, start):
    """對位順數 (DQ-1839): a branch and its opposite, then the next two."""
    odd, even = months(name)[::2], months(name)[1::2]
    assert odd == [ahead(start, number) for number in range(6)]
    assert even == [ahead(branch, 6) for branch in odd]


def test_the_perishing_goes_through_the_first_the_middle_and_the_last_branches():
    starts = ("寅", "卯", "辰")
    assert months("往亡") == [ahead(start, 3 * n) for start in starts for n in range(4)]


def test_the_rope_stands_still_on_wei_where_the_noose_goes_to_you():
    assert [set(months(name)) for name in ("繩索", "懸索")] == [set("午卯未酉"), set("卯子酉午")]


@pytest.mark.parametrize("name", ["市曹", "飛廉", "月鬼", "受死", "往亡", "血忌", "絞神", "勾神"])
def test_a_run_of_its_own_has_each_branch_once(name):
    assert sorted(months(name)) == sorted(BRANCHES)


def test_the_seasons():
    for number, (season, element) in enumerate(zip(SEASONS, "木火金水", strict=True)):
        first, middle, last = MONTHS[3 * number :][:3]
        found = {name: TABLES[name].rows[season] for name in SPANS if TABLES[name].by == "season"}
        assert found["天獄"] == TRINES[element][2]  # the tomb of the element
        assert found["賊神"] == middle
        assert found["煞神"] == ahead(first, 6)
        assert found["火鬼"] == ahead(middle, 3)
        assert found["天車"] == ahead(first, -1)
        assert found["火神"] == found["憂神"]
        assert found["地獄"] == (last if season in "春秋" else middle)
        assert found["奸神"] in (first, ahead(first, 6))


def test_the_thief_of_the_decade_is_one_ahead_of_its_head():
    heads = {decade: PILLARS[10 * number][1] for number, decade in enumerate(DECADES)}
    assert TABLES["旬盜"].rows == {decade: ahead(head, 1) for decade, head in heads.items()}


def test_the_thief_of_the_day_goes_by_the_pairs_of_combining_stems():
    rows = TABLES["日盜"].rows
    assert re.findall(rf"([{''.join(STEMS)}]{{2}})([{B}])", SPANS["日盜"]) == [
        (first + second, rows[first])
        for first, second in zip(STEMS[:5], STEMS[5:], strict=True)
        if rows[first] == rows[second]
    ]
    assert rows == TABLES["日天盜"].rows


# ---- other passages

COUNTS = [
    (
        "DQ-0439",
        "血忌",
        "正丑、二未、三寅、四申、五卯、六酉、七辰、八戌、九巳、十亥、十一午、十二子",
    ),
    (
        "DQ-0854",
        "往亡",
        "正寅、二巳、三申、四亥、五卯、六午、七酉、八子、九辰、十未、十一戌、十二丑",
    ),
    (
        "DQ-0860",
        "受死",
        "正戌，二辰，三亥，四巳，五子，六午，七丑、八未、九寅、十申、十一卯、十二酉",
    ),
    (
        "DQ-0861",
        "飛廉",
        "正戌、二巳、三午、四未、五申、六酉、七辰、八亥、九子、十丑、十一寅、十二卯",
    ),
    ("DQ-0424", "邪神", "邪神，正未逆行十二支"),
    ("DQ-0439", "血支", "血支，正月丑順行十二辰"),
    ("DQ-0449", "死神", "死神者，正月起巳，順十二支"),
    ("DQ-0413", "火燭", "火燭煞，正月在巳順行十二支"),
    ("DQ-0424", "奸神", "春寅、夏亥、秋申、冬巳"),
    ("DQ-0570", "飛禍", "春申、夏寅、秋巳、冬亥"),
    ("DQ-0572", "天車", "春丑、夏辰、秋未、冬戌"),
    ("DQ-0882", "賊神", "春卯、夏午、秋酉、冬子"),
    ("DQ-0569", "喪魄", "喪魄，正月起未逆行四季"),
    ("DQ-0859", "咸池", "大敗日，與咸池同，不宜出軍，正月起卯逆行四仲"),
    ("DQ-1856", "大時", "正月起卯，逆行四仲"),
    ("DQ-1795", "喪魂", "喪魂殺，正月起未，逆行四季"),
]


@pytest.mark.parametrize(("passage", "name", "words"), COUNTS)
def test_other_passages_agree(passage, name, words):
    assert months(name) == written_out(words), passage


# ---- on a chart


@pytest.mark.parametrize(
    ("chart", "name", "branch"),
    [
        ("丁酉日 伏吟 卯月", "死氣", "未"),
        ("丁酉日 伏吟 丑月", "月破", "未"),
        ("丁酉日 伏吟 酉月", "賊神", "酉"),
        ("丁酉日 伏吟 夏", "賊神", "午"),
        ("丁酉日 伏吟", "旬盜", "未"),
        ("丁酉日 伏吟", "日盜", "申"),
    ],
)
def test_a_spirit_is_a_term(chart, name, branch):
    evaluator = on_chart(chart)
    assert name_of(evaluator.term(Term(name))) == branch


def test_a_spirit_of_the_month_is_unknown_without_the_month():
    evaluator = on_chart("丁酉日 伏吟 夏")
    assert evaluator.term(Term("死氣")) == UNKNOWN


# ---- the lists of the months


def printed(month: str) -> set[tuple[str, str]]:
    """What the list of a month has, as read: spirit and branch."""
    branch, found = "", set()
    for word in as_read(LISTS[month]).split():
        if word in BRANCHES:
            branch = word
        else:
            found.add((word, branch))
    return found


def names_of(table: Table) -> set[str]:
    """What a list may call the spirit: there that of the month needs no other name."""
    base = table.name.partition(":")[0]
    return {base, base.removeprefix("月"), *table.aliases}


APART = ("天獄", "月破:DQ-0035", "旬盜", "日盜")
"""What the lists do not have: where they write 天獄 and 月破 they mean 月天獄 and the clash."""
LISTED = [TABLES[name] for name in [*SPANS, "月天獄", "月破"] if name not in APART]
STRAY = {("地獄", "寅", "戌"), ("月鬼", "戌", "寅")}
"""What the lists have once too often: spirit, month, branch (see the notes of the tables)."""


def readings(table: Table, month: str) -> set[str]:
    """What the table gives in a month, and what the readings declared for its list do."""
    found = {value(table, month)}
    for variant in (TABLES[name] for name in table.variants):
        key = season_of(month) if table.by == "season" else month
        if variant.cells.get(key, variant.source) == LISTS[month]:
            found.add(value(variant, month))
    return found


@pytest.mark.parametrize("month", MONTHS)
def test_each_entry_of_a_list_is_the_table_or_a_reading_declared_for_it(month):
    for table in LISTED:
        for name, branch in printed(month):
            if name in names_of(table) and (table.name, month, branch) not in STRAY:
                assert branch in readings(table, month), f"{name} on {branch}"


def test_a_reading_declared_for_a_list_is_printed_there():
    seen = 0
    for table in LISTED:
        for variant in (TABLES[name] for name in table.variants):
            for month in MONTHS:
                if variant.cells.get(month, variant.source) != LISTS[month]:
                    continue
                entries = {(name, value(variant, month)) for name in names_of(table)}
                assert entries & printed(month), variant.name
                seen += 1
    assert seen >= 12 + 12 + 11


@pytest.mark.parametrize("table", LISTED, ids=lambda table: table.name)
def test_the_note_says_which_lists_lack_the_spirit(table):
    held = {m for m in MONTHS if names_of(table) & {name for name, _ in printed(m)}}
    stated = re.search(r"the lists? of ([^;]*) lacks? it", table.note)
    lacking = set(MONTHS) - held if held else set()
    assert lacking == set(MONTHS).intersection(stated[1] if stated else "")
