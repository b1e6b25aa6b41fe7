"""Tables of the book: rows, series, sets, variants, spirits, quotes, and who stands in a list."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from rules.reader.conditions import decode_condition
from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.model import Literal, Term
from rules.reader.nodes import Source
from rules.reader.reading import read_edition
from rules.reader.scope import Scope
from rules.reader.tables import Table, read_tables
from tests.rules.editions import GOOD, small_vocabulary

HEAD = "en: a table\nfrom: DQ-0901\n"


def tables(*bodies: str) -> dict[str, Table]:
    """The tables of a file, named 甲表, 乙表 ...; any finding is a failure."""
    report = Report()
    text = "tables:\n"
    for name, body in zip(("甲表", "乙表"), bodies, strict=False):
        lines = (HEAD + dedent(body)).splitlines()
        text += f"  {name}:\n" + "".join(f"    {line}\n" for line in lines)
    found = read_tables(load(Source("tables.yaml", text), report), small_vocabulary(), report)
    assert report.items == ()
    return found


def rows(body: str) -> dict[str, object]:
    return dict(tables(body)["甲表"].rows)


def test_a_series_runs_on_from_its_first_key() -> None:
    """天馬午順六陽: 午 for 寅, the first month, and so on round the year."""
    months = "寅卯辰巳午未申酉戌亥子丑"
    horse = "午申戌子寅辰" * 2
    found = rows(f"by: branch\ngives: branch\nseries: {{from: 寅, values: {horse}}}")
    assert found == dict(zip(months, horse, strict=True))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("gives: number\nseries: {from: 甲, values: 12 3 4}", {"甲": 12, "乙": 3, "丙": 4}),
        ("gives: number\nseries: {from: 甲, values: 987}", {"甲": 9, "乙": 8, "丙": 7}),
        ("gives: number\nseries: {from: 壬, values: 987}", {"壬": 9, "癸": 8, "甲": 7}),
        ("gives: branch\nseries: {from: 甲, values: 夘}", {"甲": "卯"}),
        (
            "gives: set:branch\nseries: {from: 甲, values: 子丑 寅}",
            {"甲": ("子", "丑"), "乙": ("寅",)},
        ),
        (
            "gives: set:branch\nrows: {甲: [子, 丑, 子], 乙: 寅}",
            {"甲": ("子", "丑"), "乙": ("寅",)},
        ),
    ],
)
def test_series_and_sets(body: str, expected: dict[str, object]) -> None:
    assert rows(f"by: stem\n{body}") == expected


def test_rows_beside_a_series_go_before_it() -> None:
    table = tables(
        """
        by: stem
        gives: branch
        series: {from: 甲, values: 子丑寅}
        rows: {乙: {is: 卯, from: DQ-0902}}
        """
    )["甲表"]
    assert table.rows == {"甲": "子", "乙": "卯", "丙": "寅"}
    assert table.cells == {"乙": "DQ-0902"}


def test_variants_are_tables_of_the_rows_that_differ() -> None:
    found = tables(
        """
        by: stem
        gives: branch
        note: read by the verse
        aliases: [又名]
        key: day_stem
        series: {from: 甲, values: 子丑}
        variants:
          - {from: DQ-0902, rows: {乙: 寅}, quote: 乙在寅, why: the list has it so}
          - {from: DQ-0902, name: 別本, series: {from: 甲, values: 卯}, why: another print}
        """
    )
    assert [*found] == ["甲表", "甲表:DQ-0902", "甲表:別本"]
    main, first, second = found.values()
    assert main.variants == ("甲表:DQ-0902", "甲表:別本")
    assert (first.rows, second.rows) == ({"甲": "子", "乙": "寅"}, {"甲": "卯", "乙": "丑"})
    assert (first.source, first.why) == ("DQ-0902", "the list has it so")
    assert [quote.text for quote in first.quotes] == ["乙在寅"]
    for variant in (first, second):
        assert (variant.key, variant.note, variant.aliases, variant.variants) == (None, "", (), ())
    assert main.key is not None


def test_the_quote_for_a_key_is_the_span_that_names_it() -> None:
    table = tables(
        """
        by: stem
        gives: branch
        quote: [甲己在丑, 乙庚在子]
        rows: {甲: 丑, 庚: 子, 癸: 亥}
        """
    )["甲表"]
    assert [table.quote_for(key) for key in "甲庚癸"] == ["甲己在丑", "乙庚在子", "甲己在丑"]
    bare = tables("by: stem\ngives: branch\nrows: {甲: 丑}")["甲表"]
    assert bare.quote_for("甲") == ""


SPIRIT = """\
tables:
  天喜:
    en: joy
    by: season
    key: season
    gives: branch
    from: DQ-0901
    aliases: [喜神]
    series: {from: 春, values: 戌丑辰未}
"""


def test_a_table_with_a_key_is_a_spirit_by_its_name_and_its_aliases(tmp_path: Path) -> None:
    shutil.copytree(GOOD, tmp_path, dirs_exist_ok=True)
    (tmp_path / "tables" / "spirits.yaml").write_text(SPIRIT, encoding="utf-8")
    report = Report()
    edition = read_edition(tmp_path, small_vocabulary(), report)
    assert report.items == ()
    assert edition.definitions["天喜"] == Term("lookup", ("天喜", Term("season")))
    assert edition.vocabulary.terms["天喜"].spirit
    assert edition.vocabulary.terms["天喜"].source == "DQ-0901"
    assert edition.vocabulary.resolve("term", "喜神") == "天喜"


@pytest.mark.parametrize(
    "written",
    [
        "{listed: [day_stem, 忌, day_branch]}",
        "{listed: {key: day_branch, of: day_stem, table: 忌}}",
    ],
)
def test_who_stands_in_a_list(written: str, scope: Scope, report: Report) -> None:
    node = load(Source("rule.yaml", written), report)
    assert node is not None
    asked = Literal("listed", (Term("day_stem"), "忌", Term("day_branch")))
    assert decode_condition(node, scope) == asked
    assert report.items == ()
