"""Whole editions: several files, what they say of each other, and nothing that raises."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reader.diagnostics import Report
from rules.reader.edition import Edition
from rules.reader.folders import files_of
from rules.reader.model import Literal, Select, Term, Use
from rules.reader.reading import read_edition
from rules.reader.render import render_text
from tests.rules.editions import FILES, GOOD, read_good, read_with, small_vocabulary

ROOT_FILES = {name: (GOOD / name).read_text(encoding="utf-8") for name in FILES.values()}
SECTION = """
section: {0}
en: x
question: enemy_coming
passages:
  - passage: {0}
    text: 賊來速
    rules:
      - id: {0}.a
        title: x
        quote: {1}
        when: {{is: {2}}}
        then: {{answer: comes}}
"""


def edition(folder: Path, **files: str) -> tuple[Edition, Report]:
    """The good edition with these files besides, ``_`` in a name standing for ``/``."""
    for name, text in {**ROOT_FILES, **files}.items():
        path = folder / (name if "." in name else f"{name.replace('_', '/')}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    report = Report()
    return read_edition(folder, small_vocabulary(), report), report


def codes(folder: Path, **files: str) -> list[str]:
    return [item.code for item in edition(folder, **files)[1].items]


def test_the_good_edition() -> None:
    found = read_good()
    assert [*found.passages] == ["DQ-0891"]
    assert found.passages["DQ-0891"].rules == ("DQ-0891.a", "DQ-0891.b", "DQ-0891.c", "DQ-0891.d")
    assert found.tables["游都"].rows == {"甲": "丑", "乙": "子"}
    assert found.tables["游都"].cells == {"乙": "DQ-0723"}
    assert found.tables["先天數"].rows == {"子": 9, "丑": 8}
    assert found.concepts["on_day"].params == ("x",)
    assert [rule.id for rule in found.rows_of("DQ-0891.b")] == ["DQ-0891.b[1]", "DQ-0891.b[2]"]
    assert found.rows_of("DQ-0891.a") == [found.rules["DQ-0891.a"]]


def test_named_terms_may_name_later_ones() -> None:
    found = read_good()
    assert found.definitions["魯都"] == Term("ahead_of", (Term("游都"), 6))
    assert found.vocabulary.terms["魯都"].type == "branch"
    assert [*found.vocabulary.terms].index("魯都") < [*found.vocabulary.terms].index("游都")


def test_sections_stand_in_the_order_of_their_paths(tmp_path: Path) -> None:
    section = SECTION.format("DQ-0892", "賊來", "capital_void")
    found, report = edition(tmp_path, daquan_02=section, daquan_10=section.replace("892", "893"))
    assert not report.items
    assert [s.title for s in found.sections] == ["DQ-0892", "DQ-0893", "游都察賊"]
    assert files_of(tmp_path).sections == (
        tmp_path / "daquan/02.yaml",
        tmp_path / "daquan/10.yaml",
        tmp_path / "section.yaml",
    )


def test_extra_sections(tmp_path: Path) -> None:
    extra = tmp_path / "mine.yaml"
    extra.write_text(SECTION.format("DQ-0892", "賊來", "capital_void"), encoding="utf-8")
    report = Report()
    found = read_edition(GOOD, small_vocabulary(), report, [extra])
    assert not report.items
    assert "DQ-0892.a" in found.rules
    read_edition(GOOD, small_vocabulary(), report, [tmp_path / "gone.yaml", tmp_path])
    assert [item.code for item in report.items] == ["E001", "E001"]


def test_what_stands_twice_is_kept_as_it_stood_first(tmp_path: Path) -> None:
    section = SECTION.format("DQ-0892", "賊來", "capital_void")
    tables = "tables: {游都: {en: x, by: stem, gives: branch, from: DQ-0722, rows: {甲: 卯}}}"
    concepts = "concepts: {capital_void: {define: {void: 子}, en: x, zh: x}}"
    found, report = edition(
        tmp_path,
        a=section,
        b=section.replace("賊來速", "賊來也").replace("title: x", "title: y"),
        tables_z=tables,
        concepts_z=concepts,
    )
    assert [item.code for item in report.items] == ["E230"] * 4
    assert all(len(item.also) == 1 for item in report.items)
    assert found.passages["DQ-0892"].text == "賊來速"
    assert found.rules["DQ-0892.a"].title == "x"
    assert found.tables["游都"].rows["甲"] == "丑"
    assert found.concepts["capital_void"].body == Literal("void", (Term("游都"),))


def test_concepts_may_use_each_other_in_any_order(tmp_path: Path) -> None:
    first = "concepts: {first: {define: {on_day: 子}, en: x, zh: x}}"
    found, report = edition(tmp_path, concepts_a=first)
    assert not report.items
    assert found.concepts["first"].body == Use("on_day", (Term("const", ("子",)),))


@pytest.mark.parametrize(
    "body",
    [
        "{is: b}",
        "{not: {is: b}}",
        "{any: [{void: 子}, {at_least: {n: 1, of: [{is: b}]}}]}",
        "{void: {first_of: [{if: {is: b}, take: 子}, {take: 丑}]}}",
        "{void: {upper_of: {first_of: [{if: {is: b}, take: 子}, {take: 丑}]}}}",
        "{on_day: {first_of: [{if: {is: b}, take: 子}, {take: 丑}]}}",
    ],
)
def test_circles_of_concepts_are_found_wherever_they_hide(body: str, tmp_path: Path) -> None:
    text = (
        f"concepts: {{a: {{define: {body}, en: x, zh: x}}, b: {{define: {{is: a}}, en: x, zh: x}}}}"
    )
    assert codes(tmp_path, concepts_a=text) == ["E218"]


def test_a_term_may_be_a_fallback(tmp_path: Path) -> None:
    fallback = "{first_of: [{if: {void: 游都}, take: 魯都}, {take: 游都}]}"
    text = f"terms: {{如都: {{means: {fallback}, en: x, zh: x}}}}"
    found, report = edition(tmp_path, vocabulary_a=text)
    assert not report.items
    assert isinstance(found.definitions["如都"], Select)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("overrides: [DQ-0893.a]", "overrides: [DQ-0892.a]", ["E235"]),
        ("overrides: [DQ-0893.a]", "qualifies: [DQ-0892.a]", []),
        ("overrides: [DQ-0894.a]", "", ["E234"]),
        ("modifies: {effect: worse, rules: [DQ-0893.a, DQ-0892.a]}", "", ["E236"]),
        ("parallel: [DQ-0891.b, 'DQ-0891.b[2]']", "", []),
        ("parallel: ['DQ-0891.b[3]']", "", ["E234"]),
        ("parallel: ''", "", ["E234"]),
    ],
)
def test_relations(first: str, second: str, expected: list[str], tmp_path: Path) -> None:
    one = SECTION.format("DQ-0892", "賊來", "capital_void") + f"        {first}\n"
    two = SECTION.format("DQ-0893", "賊來", "capital_void") + f"        {second}\n"
    assert codes(tmp_path, a=one, b=two) == expected


def test_a_relation_to_an_unsound_rule_is_no_second_fault(tmp_path: Path) -> None:
    one = SECTION.format("DQ-0892", "賊來", "capital_void") + "        overrides: [DQ-0893.a]\n"
    assert codes(tmp_path, a=one, b=SECTION.format("DQ-0893", "賊來", "void")) == ["E214"]


def test_the_quotes_of_an_unsound_rule_are_checked_too(tmp_path: Path) -> None:
    unsound = SECTION.replace("{{is: {2}}}", "{{iz: {2}}}").format("DQ-0892", "賊不來", "[子, 子]")
    assert sorted(codes(tmp_path, a=unsound)) == ["E210", "E220"]


def test_quotes_from_other_passages(tmp_path: Path) -> None:
    quote = "{passage: DQ-0891, quote: 臨季速來}"
    one = SECTION.format("DQ-0892", "賊來", "capital_void") + f"        quotes: [{quote}]\n"
    assert codes(tmp_path, a=one) == []
    assert codes(tmp_path, a=one.replace("臨季速來", "臨季遲來")) == ["E220"]
    assert codes(tmp_path, a=one.replace("0891", "0890")) == ["E222"]


words = st.sampled_from(
    [
        *("", "子", "甲", "游都", "位", "x", "k", "1", "-1", "true", "null", "'", '"', "*x", "&x"),
        *("[]", "{}", "[子]", "{x: 子}", "DQ-0891", "DQ-0891.a", "{", "on_day", "always", "\ufeff"),
        *("{first_of: [{take: 子}]}", "{is: on_day}", "{exists: {x: 四仲, that: {void: x}}}"),
    ]
)


@given(st.data())
def test_no_mutation_of_a_file_raises(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([*FILES]))
    text = ROOT_FILES[FILES[kind]]
    for _ in range(data.draw(st.integers(1, 4))):
        pattern = data.draw(st.sampled_from([r"(\n)", r"([\s,:{}\[\]]+)"]))  # lines or words
        parts = re.split(pattern, text)
        places = st.integers(0, len(parts) - 1)
        at, other = data.draw(places), data.draw(places)
        match data.draw(st.sampled_from(["delete", "double", "replace", "swap"])):
            case "delete":
                del parts[at : at + 2]
            case "double":
                parts[at:at] = parts[at : at + 2]
            case "replace":
                parts[at] = data.draw(words)
            case _:
                parts[at], parts[other] = parts[other], parts[at]
        text = "".join(parts)
    with tempfile.TemporaryDirectory() as folder:
        report = read_with(Path(folder), kind, text.encode())
    assert bool(render_text(report.items)) == bool(report.items)
