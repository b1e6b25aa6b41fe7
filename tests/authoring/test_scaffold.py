"""New passages: clauses, rules with blanks, their place in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.authoring.format import formatted
from engine.authoring.scaffold import Misplaced, insert, scaffold, section_of
from rules.reader.diagnostics import InputError
from rules.reader.edition import Edition
from rules.reader.nodes import Source
from tests.authoring.plain import read
from tests.rules.editions import read_good

TEXT = "游都臨孟虛信，臨仲半途；臨季速來。若“游都臨本支干上。”賊本日到"


@pytest.fixture
def edition() -> Edition:
    return read_good()


def test_a_passage_with_its_clauses_and_a_rule_for_each_sentence() -> None:
    lines = scaffold("DQ-0905", TEXT, "")
    assert lines[:9] == [
        "- passage: DQ-0905",
        f"  text: {TEXT}",
        "  #  1 游都臨孟虛信，",
        "  #  2 臨仲半途；",
        "  #  3 臨季速來。",
        "  #  4 若“游都臨本支干上。”",
        "  #  5 賊本日到",
        "  rules:",
        "    # 1-2",
    ]
    (passage,) = read("\n".join(lines))
    assert [rule["id"] for rule in passage["rules"]] == [f"DQ-0905.{x}" for x in "abcd"]
    quotes = [rule["quote"] for rule in passage["rules"]]
    assert quotes == ["游都臨孟虛信，臨仲半途", "臨季速來", "若“游都臨本支干上。”", "賊本日到"]
    assert all(quote in TEXT for quote in quotes)
    blank = {"title": None, "when": None, "then": {"answer": None}}
    assert passage["rules"][0].items() >= blank.items()
    assert [example["chart"] for example in passage["rules"][0]["examples"]] == [None, None]


def test_letters_do_not_run_out() -> None:
    (passage,) = read("\n".join(scaffold("DQ-0905", "游都。" * 55)))
    ids = [rule["id"].partition(".")[2] for rule in passage["rules"]]
    assert len(set(ids)) == 55
    assert ids[25:28] == ["z", "za", "zb"]
    assert ids[52] == "zza"


@pytest.mark.parametrize("text", ["游都: 加", "- 游都 #日", "'游都\\\"", "true", "#游都", "[游都"])
def test_text_that_is_no_plain_scalar(text: str) -> None:
    (passage,) = read("\n".join(scaffold("DQ-0905", text)))
    assert str(passage["text"]).lower() == text


def test_lines_of_the_text_are_run_together() -> None:
    assert scaffold("DQ-0905", " 游都\n加日\r\n")[1].strip() == "text: 游都加日"


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text(text: str) -> None:
    with pytest.raises(Misplaced, match="is empty"):
        scaffold("DQ-0905", text)


def test_text_that_yaml_cannot_hold() -> None:
    with pytest.raises(InputError):
        insert(Source("a.yaml", ""), "DQ-0905", "游\x01都")


FILE = """\
section: 游都
passages:
  # the first
  - passage: DQ-0100
    text: 甲

  # the third
  - passage: DQ-0300
    text: 乙
    # its end
roles: {}   # at the end
"""


@pytest.mark.parametrize(
    ("passage", "after", "before"),
    [
        ("DQ-0050", "passages:\n  # the first\n", "  - passage: DQ-0100"),
        ("DQ-0200", "    text: 甲\n", "\n  # the third\n"),
        ("DQ-0400", "    # its end\n", "roles: {}   # at the end\n"),
    ],
)
def test_the_place_by_number(passage: str, after: str, before: str) -> None:
    text = insert(Source("a.yaml", FILE), passage, "丙。")
    new = "".join(f"{line}\n" for line in scaffold(passage, "丙。"))
    assert text.replace(new, "") == FILE
    assert f"{after}{new}{before}" in text
    assert formatted(Source("a.yaml", text)).count("passage:") == 3


def test_the_margin_of_the_file() -> None:
    text = insert(Source("a.yaml", "passages:\n- passage: DQ-0100\n"), "DQ-0101", "丙。")
    assert "\n- passage: DQ-0101\n  text: 丙。\n" in text
    assert [p["passage"] for p in read(text)["passages"]] == ["DQ-0100", "DQ-0101"]


def test_a_new_file_has_the_head_of_a_section() -> None:
    text = insert(Source("a.yaml", ""), "DQ-0905", "丙。")
    assert [*read(text)] == ["section", "en", "question", "passages"]
    assert formatted(Source("a.yaml", text)) == text


@pytest.mark.parametrize("text", ["section: a\n", "passages: []\n", "passages: {}\n", "- a\n"])
def test_a_file_without_a_list_of_passages(text: str) -> None:
    with pytest.raises(Misplaced, match="no list of passages"):
        insert(Source("a.yaml", text), "DQ-0905", "丙。")


def test_a_passage_that_the_file_has() -> None:
    with pytest.raises(Misplaced, match=r"DQ-0100 is in a\.yaml already"):
        insert(Source("a.yaml", FILE), "DQ-0100", "丙。")


def test_a_file_that_is_no_good_yaml_is_told_as_such() -> None:
    with pytest.raises(InputError):
        insert(Source("a.yaml", "a: ["), "DQ-0905", "丙。")


def test_a_passage_of_the_edition(edition: Edition) -> None:
    with pytest.raises(Misplaced, match=r"in the edition already: .*section\.yaml:9"):
        section_of(edition, "DQ-0891", Path("a.yaml"))


def test_no_passage() -> None:
    with pytest.raises(Misplaced, match="not the id of a passage"):
        section_of(read_good(), "DQ-91")


def test_the_section_where_it_lies(edition: Edition) -> None:
    assert section_of(edition, "DQ-0905", Path("a.yaml")) == Path("a.yaml")
    with pytest.raises(Misplaced, match=r"next to DQ-0891 \(.*section\.yaml\); say --section FILE"):
        section_of(edition, "DQ-0905")
    with pytest.raises(Misplaced, match="the edition has no passage of HQ"):
        section_of(edition, "HQ-0001")
    last = edition.passages["DQ-0891"]
    edition.passages["DQ-0910"] = last
    assert section_of(edition, "DQ-0905") == Path(edition.sections[0].path)
