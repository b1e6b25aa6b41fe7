"""Decision tables: what the rows of ``cases`` become."""

from __future__ import annotations

from textwrap import dedent

from rules.reader.cases import decode_cases
from rules.reader.model import All, Any, Cases, Literal, Not, Rule, Section, Term
from rules.reader.nodes import Mapping
from rules.reader.render import render_text
from rules.reader.scope import Scope
from tests.rules.trees import read

SECTION = Section("游都察賊", "", "enemy_coming", (), "")
BRANCH, SEASON = Term("day_branch"), Term("season")


def table(text: str, scope: Scope) -> tuple[list[Rule], list[Cases]]:
    node = read(dedent(text))
    assert isinstance(node, Mapping)
    tables: list[Cases] = []
    rules = decode_cases(node, "DQ-0891", SECTION, scope, [], tables)
    assert render_text(scope.report.items) == ""
    return rules, tables


def among(term: Term, *values: str) -> Literal:
    return Literal("in", (term, values))


def is_(term: Term, value: str) -> Literal:
    return Literal("same", (term, Term("const", (value,))))


ROWS = """\
    id: DQ-0891.d
    title: The season
    quote: 甲
    when: {void: 游都}
    then: {answer: comes, strength: certain}
    cases:
      over: day_branch
      rows:
        - {is: 四仲, then: {days: 1}}
        - {is: [寅, 丑], then: {answer: does_not_come}, quote: 乙}
        - {is: 辰, row: 辰日, title: On chen}
        - {rest: true}
    """


def test_rows_have_what_is_theirs_and_what_is_the_whole_rules(scope: Scope) -> None:
    rules, (cases,) = table(ROWS, scope)
    assert [r.id for r in rules] == [f"DQ-0891.d[{row}]" for row in ("四仲", "寅+丑", "辰日", "餘")]
    assert {r.parent for r in rules} == {"DQ-0891.d"}
    assert [r.title for r in rules] == ["The season", "The season", "On chen", "The season"]
    assert [[q.text for q in r.quotes] for r in rules] == [["甲"], ["乙"], ["甲"], ["甲"]]
    verdicts = [(r.verdict.answer, dict(r.verdict.values)) for r in rules if r.verdict]
    sure = {"strength": "certain"}
    assert verdicts == [
        ("comes", {**sure, "days": 1}),
        ("does_not_come", sure),
        ("comes", sure),
        ("comes", sure),
    ]
    assert cases.rules == tuple(r.id for r in rules)
    assert cases.over == (BRANCH,)


def test_the_rest_is_every_other_value(scope: Scope) -> None:
    rules, (cases,) = table(ROWS, scope)
    void = Literal("void", (Term("游都"),))
    assert [r.when for r in rules] == [All((row, void)) for row in cases.rows]
    assert cases.guard == void
    assert cases.rows == (
        among(BRANCH, "子", "卯", "午", "酉"),
        among(BRANCH, "丑", "寅"),
        is_(BRANCH, "辰"),
        among(BRANCH, "巳", "未", "申", "戌", "亥"),
    )


def test_several_terms_have_a_cell_each(scope: Scope) -> None:
    text = """\
        title: The season
        then: {answer: comes}
        cases:
          over: [day_branch, season]
          partial: the verse has two
          rows:
            - {id: DQ-0891.d, quote: 甲, is: [[子, 丑], 春]}
            - {id: DQ-0891.e, quote: 乙, is: [any, 夏], overrides: [DQ-0891.a]}
            - {id: DQ-0891.f, quote: 丙, rest: true, then: {answer: does_not_come}}
        """
    rules, (cases,) = table(text, scope)
    assert [(r.id, r.parent, r.row) for r in rules] == [
        (f"DQ-0891.{letter}", f"DQ-0891.{letter}", "") for letter in "def"
    ]
    first, second = All((among(BRANCH, "子", "丑"), is_(SEASON, "春"))), is_(SEASON, "夏")
    known = (Literal("defined", (BRANCH,)), Literal("defined", (SEASON,)))
    assert cases.rows == (first, second, All((*known, Not(Any((first, second))))))
    assert [len(r.relations) for r in rules] == [0, 1, 0]
    assert cases.partial == "the verse has two"


def test_a_cell_may_be_a_term(scope: Scope) -> None:
    text = """\
        id: DQ-0891.d
        title: The places
        quote: 甲
        then: {answer: comes}
        cases:
          over: day_branch
          rows: [{is: {ahead_of: [游都, 1]}, then: {days: 1}}, {is: 游都}, {rest: true}]
        """
    rules, (cases,) = table(text, scope)
    assert [r.row for r in rules] == ["1", "游都", "餘"]
    ahead = Term("ahead_of", (Term("游都"), 1))
    assert cases.rows[0] == Literal("same", (BRANCH, ahead))
