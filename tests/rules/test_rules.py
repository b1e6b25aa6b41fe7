"""Nodes to rules: rows, quotes, relations, verdicts and examples."""

from __future__ import annotations

from fractions import Fraction
from textwrap import dedent

import pytest

from rules.reader.diagnostics import Report
from rules.reader.model import (
    Choose,
    Example,
    Literal,
    NumberOf,
    Product,
    Quote,
    Relation,
    Rule,
    Scale,
    Section,
    Select,
    Term,
    Value,
    Verdict,
)
from rules.reader.render import render_text
from rules.reader.rules import decode_rules
from rules.reader.scope import Scope
from rules.reader.verdicts import decode_verdict
from tests.rules.trees import read

SECTION = Section("游都察賊", "", "enemy_coming", (), "")
RULE = """\
    id: DQ-0891.a
    title: The capital
    quote: 游都
    when: {void: 游都}
    then: {answer: comes}
    """


def rules(text: str, scope: Scope) -> list[Rule]:
    found = decode_rules(read(dedent(text)), "DQ-0891", SECTION, scope, [])
    assert render_text(scope.report.items) == ""
    return found


def rule(more: str, scope: Scope) -> Rule:
    (found,) = rules(dedent(RULE) + dedent(more), scope)
    return found


def test_a_plain_rule(scope: Scope) -> None:
    assert rule("", scope) == Rule(
        id="DQ-0891.a",
        parent="DQ-0891.a",
        row="",
        title="The capital",
        passage="DQ-0891",
        quotes=(Quote("DQ-0891", "游都"),),
        status="stable",
        when=Literal("void", (Term("游都"),)),
        verdict=Verdict("enemy_coming", "comes"),
        section="游都察賊",
    )


def test_each_row_has_its_own_id_title_condition_and_verdict(scope: Scope) -> None:
    found = rules(
        """
        id: DQ-0891.b
        title: "{x} and {k}"
        quote: 游都
        for_each: {x: [夘, 游都], k: [1, 2]}
        when: {steps: {from: x, to: 游都, count: k}}
        then: {answer: comes, days: k}
        """,
        scope,
    )
    assert [r.id for r in found] == [
        f"DQ-0891.b[{row}]" for row in ("卯,1", "卯,2", "游都,1", "游都,2")
    ]
    assert [r.row for r in found] == ["卯,1", "卯,2", "游都,1", "游都,2"]
    assert {r.parent for r in found} == {"DQ-0891.b"}
    assert found[1].title == "卯 and 2"
    assert found[1].when == Literal("steps", (Term("const", ("卯",)), Term("游都"), (2,)))
    assert [r.verdict and r.verdict.get("days") for r in found] == [1, 2, 1, 2]


def test_rows_over_a_group_and_a_list(scope: Scope) -> None:
    text = 'id: DQ-0891.b\ntitle: "{{x}}"\nquote: 游都\nfor_each: {{x: {0}}}\nwhen: {{void: x}}\n'
    text += "then: {{answer: comes}}"
    assert [r.title for r in rules(text.format("三傳"), scope)] == ["初傳", "末傳"]
    assert [r.title for r in rules(text.format("四仲"), scope)] == ["子", "午", "卯", "酉"]


def test_quotes_in_order_with_their_places(scope: Scope) -> None:
    found = rule("quotes: [臨季, {passage: DQ-0892, quote: 賊到}]", scope)
    assert [(q.passage, q.text) for q in found.quotes] == [
        ("DQ-0891", "游都"),
        ("DQ-0891", "臨季"),
        ("DQ-0892", "賊到"),
    ]
    assert [q.span and (q.span.line, q.span.column) for q in found.quotes] == [
        (2, 7),
        (5, 9),
        (5, 39),
    ]


def test_relations(scope: Scope) -> None:
    found = rule(
        """
        overrides: [DQ-0891.b, DQ-0722.a]
        contradicts: [{rule: DQ-0774.a, why: it halts}]
        parallel: DQ-0891.c
        modifies: {effect: saved, rules: [DQ-0891.d], answers: [{who_wins: we_win}]}
        """,
        scope,
    )
    assert found.relations == (
        Relation("overrides", ("DQ-0891.b",)),
        Relation("overrides", ("DQ-0722.a",)),
        Relation("contradicts", ("DQ-0774.a",), why="it halts"),
        Relation("parallel", ("DQ-0891.c",)),
        Relation("modifies", ("DQ-0891.d",), (("who_wins", "we_win"),), "saved"),
    )


def test_a_rule_that_only_modifies_has_no_verdict(scope: Scope) -> None:
    text = dedent(RULE).replace("then: {answer: comes}\n", "")
    (found,) = rules(text + "modifies: {effect: worse, rules: [DQ-0891.b]}", scope)
    assert found.verdict is None


def test_examples(scope: Scope) -> None:
    found = rule(
        """
        examples:
          - {chart: 甲子日, fires: true, gives: {days: 1, answer: comes}, from: DQ-0892}
          - {chart: 乙丑日, fires: false, because: 剋, school: [harm=seat_counted]}
          - {chart: 丙寅日, fires: undetermined, needs: season}
          - {chart: 丁卯日, should_fire: true, gives: {days: 2}}
          - {chart: 戊辰日, should_be_silent: true}
        """,
        scope,
    )
    assert found.examples == (
        Example("甲子日", "fires", gives=(("days", "1"), ("answer", "comes")), source="DQ-0892"),
        Example("乙丑日", "silent", because="controls", school=("harm=seat_counted",)),
        Example("丙寅日", "undetermined", needs=("season",)),
        Example("丁卯日", "should_fire", gives=(("days", "2"),)),
        Example("戊辰日", "should_be_silent"),
    )


OF_CAPITAL = NumberOf("先天數", Term("游都"))
NUMBER = "{number_of: {table: 先天數, of: 游都}}"
FACTORS = "{旺: 10, 相: [2, 3], 休: 1, 囚: 1/2, 死: 01/02}"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("days", "3", 3),
        ("strength", "likely", "likely"),
        ("polarity", "favours_host", "favours_host"),
        ("side", "both", "both"),
        ("advice", "avoid", ("avoid",)),
        ("advice", "[avoid]", ("avoid",)),
        ("colour", "青", "青"),
        ("direction", "{upper_of: 子}", Term("upper_of", (Term("const", ("子",)), Term("plate")))),
        ("part_of_day", "夜", Term("const", ("夜",))),
        ("if_first_mover", "賊", Term("const", ("敵",))),
        (
            "place",
            "{first_of: [{take: 游都}]}",
            Term("role", ("first_of", "the first that holds", Select(((None, Term("游都")),)))),
        ),
        ("number", NUMBER, OF_CAPITAL),
        ("li", f"{{product: [{NUMBER}, {NUMBER}]}}", Product((OF_CAPITAL, OF_CAPITAL))),
        (
            "number",
            f"{{scale: {{number: {NUMBER}, by_state_of: day_stem, factors: {FACTORS}}}}}",
            Scale(
                OF_CAPITAL,
                Term("day_stem"),
                (
                    ("旺", (Fraction(10),)),
                    ("相", (Fraction(2), Fraction(3))),
                    ("休", (Fraction(1),)),
                    ("囚", (Fraction(1, 2),)),
                    ("死", (Fraction(1, 2),)),
                ),
            ),
        ),
        (
            "number",
            f"{{first_of: [{{if: {{void: 子}}, take: {NUMBER}}}, {{take: {NUMBER}}}]}}",
            Choose(
                (
                    (Literal("void", (Term("const", ("子",)),)), OF_CAPITAL),
                    (None, OF_CAPITAL),
                )
            ),
        ),
        ("parts", "{days: 2, side: us}", (("side", "us"), ("days", 2))),
    ],
)
def test_the_values_of_a_verdict(name: str, text: str, value: Value, scope: Scope) -> None:
    verdict = decode_verdict(
        read(f"{{answer: we_win, question: who_wins, {name}: {text}}}"), "", scope
    )
    assert render_text(scope.report.items) == ""
    assert verdict == Verdict("who_wins", "we_win", ((name, value),))
    assert verdict.get(name) == value
    assert verdict.get("hours") is None


@pytest.mark.parametrize(
    "value",
    [
        "days: [1]",
        "days: 1.5",
        "colour: ''",
        "colour: [青]",
        "parts: {}",
        "parts: 2",
        "hours: day_stem",
        "side: nobody",
        "side: [us]",
        "number: -5",
        "number: five",
        "hours: []",
        "hours: [子, day_stem]",
        "realm: 子",
        "number: {number_of: {table: 游都, of: 游都}}",
        "number: {number_of: {table: 先天數, of: day_stem}}",
        "number: {number_of: {table: 先天數}}",
        "number: {product: 5}",
        f"number: {{scale: {{number: {NUMBER}, by_state_of: 我, factors: {FACTORS}}}}}",
        f"number: {{scale: {{number: {NUMBER}, by_state_of: 子, factors: [1]}}}}",
        f"number: {{scale: {{number: {NUMBER}, by_state_of: 子, factors: {{旺: 1/0}}}}}}",
        "number: {first_of: []}",
        "question: ''",
        "hurts: us",
    ],
)
def test_a_wrong_value_is_reported(value: str, scope: Scope, report: Report) -> None:
    decode_verdict(read(f"{{answer: comes, {value}}}"), "enemy_coming", scope)
    assert report.failed


@pytest.mark.parametrize(
    "text",
    [
        "examples: [甲子日]",
        "examples: [{chart: 甲子日}]",
        "examples: [{chart: '', fires: true}]",
        "examples: [{chart: 甲子日, fires: true, should_fire: true}]",
        "examples: [{chart: 甲子日, fires: false, gives: {days: 1}}]",
        "examples: [{chart: 甲子日, fires: true, needs: [season]}]",
        "examples: [{chart: 甲子日, fires: true, row: 子}]",
        "examples: [{chart: 甲子日, fires: true, from: the book}]",
        "modifies: {effect: stronger, rules: [DQ-0891.b]}",
        "modifies: {effect: worse, answers: [comes]}",
        "modifies: {effect: worse, answers: [{who_loses: we_win}]}",
        "modifies: [DQ-0891.b]",
        "contradicts: [{rule: DQ-0891.b}]",
        "for_each: {}",
        "for_each: {k: {}}",
        "for_each: {游都: [1, 2]}",
        "for_each: {k: [1, 子]}",
        "status: disputed",
        "school: ''",
        "support: [DQ-0722, DQ-72]",
    ],
)
def test_what_does_not_belong_in_a_rule_is_reported(
    text: str, scope: Scope, report: Report
) -> None:
    decode_rules(read(dedent(RULE) + text), "DQ-0891", SECTION, scope, [])
    assert report.failed


def test_a_fault_in_rows_is_reported_once(scope: Scope, report: Report) -> None:
    text = dedent(RULE).replace("{void: 游都}", "{viod: x}") + "for_each: {x: 四仲}"
    assert decode_rules(read(text), "DQ-0891", SECTION, scope, []) == []
    assert [item.code for item in report.items] == ["E210"]


def test_choices_within_rows_are_bounded_together(scope: Scope, report: Report) -> None:
    branches = "[子, 丑, 寅, 卯, 辰, 巳, 午, 未, 申, 酉, 戌, 亥]"
    choice = f"{{exists: {{x: {branches}, y: {branches}, z: {branches}, that: {{void: x}}}}}}"
    text = dedent(RULE).replace("{void: 游都}", choice) + "for_each: {k: [1, 2, 3, 4, 5, 6]}"
    assert decode_rules(read(text), "DQ-0891", SECTION, scope, []) == []
    assert [item.code for item in report.items] == ["E206"]
