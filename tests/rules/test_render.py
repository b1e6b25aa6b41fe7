"""Drawings of diagnostics: what a reader sees, character by character."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reader.diagnostics import (
    Label,
    Report,
)
from rules.reader.nodes import Source, Span
from rules.reader.render import MAX_WIDTH, display_width, render_json, render_text
from tests.rules.trees import picture

RULE = Source(
    "rules/daquan/05-15.yaml",
    "\n" * 40 + "      when: {carrys: [勾陳, 游都]}\n\n      when: always\n      then: x\n",
)


def on(source: Source, line: int, column: int, end: int) -> Span:
    return Span(source, line, column, line, end)


def under(source: Source, text: str, line: int = 40) -> Span:
    column = source.line(line).index(text)
    return on(source, line, column, column + len(text))


def drawn(span: Span | None, label: str = "", *also: Label, color: bool = False) -> str:
    report = Report()
    report.error("E110", "wrong", span, label, also=also)
    return render_text(report.items, color)


def test_the_name_the_source_line_and_what_was_meant() -> None:
    report = Report()
    report.error(
        "E110",
        "unknown predicate `carrys`",
        under(RULE, "carrys"),
        "not in the vocabulary",
        help="predicates are listed by `bingzhan read --predicates`",
        suggestion="carries",
    )
    assert render_text(report.items) == picture("""
        error[E110]: unknown predicate `carrys`
          --> rules/daquan/05-15.yaml:41:14
           |
        41 |       when: {carrys: [勾陳, 游都]}
           |              ^^^^^^ not in the vocabulary
           = did you mean `carries`?
           = help: predicates are listed by `bingzhan read --predicates`
    """)


def test_carets_stand_under_characters_of_two_cells() -> None:
    assert drawn(under(RULE, "游都"), "a spirit") == picture("""
        error[E110]: wrong
          --> rules/daquan/05-15.yaml:41:27
           |
        41 |       when: {carrys: [勾陳, 游都]}
           |                             ^^^^ a spirit
    """)


def test_labels_of_one_line_share_a_picture() -> None:
    also = Label(under(RULE, "游都"), "a spirit"), Label(under(RULE, "carrys"), "wants a god")
    assert drawn(under(RULE, "勾陳"), "a general", *also) == picture("""
        error[E110]: wrong
          --> rules/daquan/05-15.yaml:41:23
           |
        41 |       when: {carrys: [勾陳, 游都]}
           |              ------   ^^^^  ---- a spirit
           |              |        |
           |              |        a general
           |              wants a god
    """)


def test_a_label_around_another_hangs_below_it() -> None:
    also = Label(under(RULE, "[勾陳, 游都]"), "the two")
    assert drawn(under(RULE, "勾陳"), "a general", also) == picture("""
        error[E110]: wrong
          --> rules/daquan/05-15.yaml:41:23
           |
        41 |       when: {carrys: [勾陳, 游都]}
           |                      -^^^^-------
           |                      ||
           |                      |a general
           |                      the two
    """)


def test_labels_elsewhere_are_excerpts_of_their_own() -> None:
    table = Source("rules/tables/spirits.yaml", "游都:\n  甲: 丑\n")
    also = (
        Label(on(table, 1, 2, 3), "the cell"),
        Label(under(RULE, "when", 40), "first here"),
        Label(under(RULE, "then", 43), "which belongs to it"),
    )
    assert drawn(under(RULE, "when", 42), "again here", *also) == picture("""
        error[E110]: wrong
          --> rules/daquan/05-15.yaml:43:7
           |
        41 |       when: {carrys: [勾陳, 游都]}
           |       ---- first here
        ...
        43 |       when: always
           |       ^^^^ again here
        44 |       then: x
           |       ---- which belongs to it
          ::: rules/tables/spirits.yaml:2:3
           |
         2 |   甲: 丑
           |   -- the cell
    """)


def test_a_span_over_lines_is_underlined_to_the_end_of_the_first() -> None:
    source = Source("a.yaml", "text: 欲識賊來  \n  切要推\n")
    assert drawn(Span(source, 0, 6, 1, 5)) == picture("""
        error[E110]: wrong
         --> a.yaml:1:7
          |
        1 | text: 欲識賊來
          |       ^^^^^^^^
    """)


def test_an_empty_span_and_one_past_the_end_get_one_caret() -> None:
    source = Source("a.yaml", "日:\n")
    assert drawn(on(source, 0, 0, 0)).endswith("\n1 | 日:\n  | ^")
    assert drawn(on(source, 0, 9, 12)).endswith("\n1 | 日:\n  |    ^")
    assert drawn(on(source, 7, 0, 1)).endswith("\n8 |\n  | ^")


def test_tabs_and_combining_marks_do_not_shift_the_caret() -> None:
    source = Source("a.yaml", "\te\N{COMBINING ACUTE ACCENT}子: x")
    assert drawn(on(source, 0, 3, 4)) == picture("""
        error[E110]: wrong
         --> a.yaml:1:4
          |
        1 |     e\N{COMBINING ACUTE ACCENT}子: x
          |      ^^
    """)


def test_a_long_line_is_cut_around_the_span() -> None:
    source = Source("a.yaml", "甲" * 300 + "乙" + "丙" * 300)
    *_, line, carets = drawn(on(source, 0, 300, 301), "here").split("\n")
    assert line == "1 | …" + "甲" * 15 + "乙" + "丙" * 34 + "…"
    assert carets == "  |  " + " " * 30 + "^^ here"


def test_the_beginning_and_the_end_of_a_long_line_are_not_cut() -> None:
    source = Source("a.yaml", "甲" * 99 + "乙")
    assert drawn(on(source, 0, 0, 1)).split("\n")[3] == "1 | " + "甲" * 50 + "…"
    assert drawn(on(source, 0, 99, 100)).split("\n")[3:] == [
        "1 | …" + "甲" * 15 + "乙",
        "  |  " + " " * 30 + "^^",
    ]


def test_labels_far_apart_on_a_long_line_get_a_picture_each() -> None:
    source = Source("a.yaml", "a" * 500)
    shown = drawn(on(source, 0, 400, 403), "here", Label(on(source, 0, 1, 450), "there"))
    assert shown.split("\n")[3:] == [
        "1 | …" + "a" * 100 + "…",
        "  |  " + " " * 30 + "^^^ here",
        "1 | " + "a" * 100 + "…",
        "  |  " + "-" * 99 + " there",
    ]


def test_what_would_move_the_cursor_is_shown_as_a_sign() -> None:
    source = Source("a\x1b.yaml", "\x1b[31m\u202e子\x7f")
    report = Report()
    report.error("E003", "the key `a\nb`", on(source, 0, 6, 7), "\x1b[0m", help="one\ntwo")
    assert render_text(report.items) == picture("""
        error[E003]: the key `a␊b`
         --> a␛.yaml:1:7
          |
        1 | ␛[31m�子�
          |       ^^ ␛[0m
          = help: one
            two
    """)


def test_without_a_place_or_a_text_there_is_no_excerpt() -> None:
    assert drawn(None) == "error[E110]: wrong"
    assert drawn(on(Source("gone.yaml", ""), 0, 0, 0)) == "error[E110]: wrong\n --> gone.yaml"


def test_several_suggestions_are_told_apart() -> None:
    report = Report()
    report.error("E110", "unknown", None, suggestion="游都, 旌都")
    assert render_text(report.items).endswith("\n  = did you mean `游都`, `旌都`?")


def test_colour_adds_nothing_but_colour() -> None:
    also = Label(under(RULE, "游都"), "a spirit"), Label(under(RULE, "carrys"), "wants a god")
    plain = drawn(under(RULE, "勾陳"), "a general", *also)
    coloured = drawn(under(RULE, "勾陳"), "a general", *also, color=True)
    assert "\x1b[1;31m^^^^\x1b[0m" in coloured
    assert "\x1b[1;34m----\x1b[0m" in coloured
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("游都", 4),
        ("，（", 4),
        ("e\u0301", 1),
        ("\t", 4),
        ("…", 1),
        ("\x00", 1),
        ("𠀀", 2),
    ],
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


def test_json_counts_from_one_with_the_end_exclusive() -> None:
    report = Report()
    also = [Label(under(RULE, "when", 42), "there")]
    report.warning("W301", "odd", under(RULE, "游都"), "here", "do this", "旌都", also)
    report.note("N001", "nowhere", None)
    (nowhere, odd) = json.loads(json.dumps(render_json(report.items)))
    assert odd == {
        "code": "W301",
        "severity": "warning",
        "message": "odd",
        "file": "rules/daquan/05-15.yaml",
        "line": 41,
        "column": 27,
        "endLine": 41,
        "endColumn": 29,
        "label": "here",
        "help": "do this",
        "suggestion": "旌都",
        "also": [
            {
                "file": "rules/daquan/05-15.yaml",
                "line": 43,
                "column": 7,
                "endLine": 43,
                "endColumn": 11,
                "label": "there",
            }
        ],
    }
    assert nowhere["severity"] == "note"
    assert nowhere["file"] is None
    assert nowhere["endColumn"] is None


spans = st.tuples(st.integers(0, 3), st.integers(0, 400), st.integers(0, 3), st.integers(0, 400))


@given(st.text(), st.lists(st.tuples(spans, st.text()), min_size=1), st.booleans())
def test_any_place_in_any_text_can_be_drawn(
    text: str, places: list[tuple[tuple[int, int, int, int], str]], wide: bool
) -> None:
    source = Source("a.yaml", text * 40 if wide else text)
    (first, label), *more = [(Span(source, *place), label) for place, label in places]
    lines = drawn(first, label, *(Label(*one) for one in more)).split("\n")
    excerpts = [line for line in lines if re.match(r"\d+ \|", line)]
    assert bool(excerpts) == bool(text)
    assert all(display_width(line) <= len("1 | ") + MAX_WIDTH + 2 for line in excerpts)
