"""Nodes to sections of the edition."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rules.reader.diagnostics import Report
from rules.reader.model import Emendation, Literal, NotEncoded, Term
from rules.reader.render import render_text
from rules.reader.scope import Scope
from rules.reader.sections import SectionFile, check_quote, read_section
from tests.rules.trees import read


def section(text: str, scope: Scope) -> SectionFile:
    found = read_section(read(dedent(text)), scope, "a.yaml")
    assert found is not None
    return found


def sound(text: str, scope: Scope) -> SectionFile:
    found = section(text, scope)
    assert render_text(scope.report.items) == ""
    return found


PASSAGE = """
section: 游都
en: The capital
passages:
  - passage: DQ-0891
    text: 游都臨日，賊來。賊來速。
"""


def test_a_section_of_text_alone(scope: Scope) -> None:
    found = sound(PASSAGE, scope)
    assert found.section.passages == ("DQ-0891",)
    assert (found.section.title, found.section.path) == ("游都", "a.yaml")
    assert [(p.id, p.text, p.section) for p in found.passages] == [
        ("DQ-0891", "游都臨日，賊來。賊來速。", "游都")
    ]
    assert found.rules == []


def test_what_was_made_of_a_passage(scope: Scope) -> None:
    text = (
        PASSAGE
        + """
    emend:
      - {printed: 速, read: "", why: dittography}
    encoded_by: [{quote: 游都, term: 逰都}, {quote: 臨日, concept: on_day}, {quote: 來速, cast: 課}]
    not_encoded: [{quote: 賊來速, reason: repeats, note: DQ-0891.a}]
    """
    )
    (passage,) = sound(text, scope).passages
    assert passage.emendations == (Emendation("速", "", "dittography"),)
    assert passage.encoded_by == (
        ("游都", "term 游都"),
        ("臨日", "concept on_day"),
        ("來速", "cast 課"),
    )
    assert passage.not_encoded == (NotEncoded("賊來速", "repeats", "DQ-0891.a"),)


ROLES = """
section: 游都
en: The capital
question: enemy_coming
plates:
  年課: {lay: 丑, on: day_branch}
roles:
  位: {is: {upper_of: {of: 游都, plate: 年課}}, en: the palace}
  次: {is: {ahead_of: [位, 1]}, en: the next palace}
passages:
  - passage: DQ-0891
    text: 游都臨日，賊來。
    rules:
      - id: DQ-0891.a
        title: The palace
        quote: 賊來
        when: {void: 次}
        then: {answer: comes}
"""


def test_roles_may_use_those_above_them(scope: Scope) -> None:
    (rule,) = sound(ROLES, scope).rules
    turn = Term("turn", (Term("const", ("丑",)), Term("day_branch")))
    palace = Term("role", ("位", "the palace", Term("upper_of", (Term("游都"), turn))))
    after = Term("role", ("次", "the next palace", Term("ahead_of", (palace, 1))))
    assert rule.when == Literal("void", (after,))


def test_roles_are_names_of_their_file_only(scope: Scope, report: Report) -> None:
    sound(ROLES, scope)
    section(ROLES.replace("  位: ", "  宮: "), scope)
    assert [item.code for item in report.items] == ["E211"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{lay: 丑,", "{lay: 圡,", "E211"),
        ("{lay: 丑,", "{lie: 丑,", "E203"),
        ("{upper_of: {of: 游都,", "{upper_of: {of: 逰郡,", "E211"),
        ("en: the palace}", "to: the palace}", "E203"),
    ],
)
def test_a_faulty_role_or_plate_is_reported_and_not_its_uses(
    old: str, new: str, code: str, scope: Scope, report: Report
) -> None:
    section(ROLES.replace(old, new), scope)
    assert {item.code for item in report.items} <= {code, "E202"}
    assert report.failed


def test_the_sound_rules_of_a_file_are_kept(scope: Scope, report: Report) -> None:
    bad = ROLES[ROLES.index("      - id") :].replace("0891.a", "0891.b").replace("void", "viod")
    found = section(ROLES + bad, scope)
    assert [rule.id for rule in found.rules] == ["DQ-0891.a"]
    assert [node.value for node in found.declared] == ["DQ-0891.a", "DQ-0891.b"]
    assert [item.code for item in report.items] == ["E210"]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "section: 游都",
        "{section: 游都, en: x, passages: []}",
        "{section: 游都, en: x, passages: [DQ-0891]}",
        "{section: 游都, en: x, passages: [{passage: 891, text: x}]}",
        "{section: 游都, en: x, passages: [{passage: DQ-0891, text: ' '}]}",
        "{section: '', en: x, passages: [{passage: DQ-0891, text: x}]}",
        "{section: 游都, en: x, passages: [{passage: DQ-0891, text: x, rules: {a: 1}}]}",
        "{section: 游都, en: x, passages: [{passage: DQ-0891, text: x, rules: [a]}]}",
    ],
)
def test_what_is_no_section_is_reported(text: str, scope: Scope, report: Report) -> None:
    read_section(read(text), scope, "a.yaml")
    assert report.failed


@pytest.mark.parametrize(
    ("quote", "codes", "near"),
    [
        ("游都臨日", [], ""),
        ("游都臨曰", ["E220"], "游都臨日"),
        ("天門地戶", ["E220"], ""),
        ("賊來", ["W221"], ""),
        ("游都臨日，賊來。賊來速。！", ["E220"], "游都臨日，賊來。賊來速。"),
    ],
)
def test_quotes_are_verbatim_and_clear(
    quote: str, codes: list[str], near: str, report: Report
) -> None:
    check_quote(quote, "游都臨日，賊來。賊來速。", read("a").span, report, "DQ-0891")
    assert [item.code for item in report.items] == codes
    assert [item.suggestion for item in report.items] == [near] * len(codes)
