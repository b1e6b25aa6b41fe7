"""Nodes to conditions."""

from __future__ import annotations

import pytest

from rules.reader.conditions import decode_condition, decode_range
from rules.reader.diagnostics import Report
from rules.reader.model import ALWAYS, All, Any, AtLeast, Condition, Literal, Not, Term, Use
from rules.reader.scope import Scope, Typed
from tests.rules.trees import read


def const(symbol: str) -> Term:
    return Term("const", (symbol,))


def void(symbol: str) -> Literal:
    return Literal("void", (const(symbol),))


A, B, C = void("子"), void("丑"), void("寅")
THREE = "[{void: 子}, {void: 丑}, {void: 寅}]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("always", ALWAYS),
        ("{void: 子}", A),
        ("[{void: 子}]", A),
        (THREE, All((A, B, C))),
        ("{all: [{void: 子}, {void: 丑}]}", All((A, B))),
        ("{any: [{void: 子}, {void: 丑}]}", Any((A, B))),
        ("{any: [[{void: 子}, {void: 丑}], {void: 寅}]}", Any((All((A, B)), C))),
        ("{none: [{void: 子}, {void: 丑}]}", Not(Any((A, B)))),
        ("{none: {void: 子}}", Not(A)),
        ("{not: {void: 子}}", Not(A)),
        ("{not: [{void: 子}, {void: 丑}]}", Not(All((A, B)))),
        (f"{{at_least: {{n: 2, of: {THREE}}}}}", AtLeast(2, (A, B, C))),
        (
            f"{{exactly: {{n: 2, of: {THREE}}}}}",
            All((AtLeast(2, (A, B, C)), Not(AtLeast(3, (A, B, C))))),
        ),
        (f"{{exactly: {{n: 3, of: {THREE}}}}}", All((A, B, C))),
        ("{剋: [甲, 子]}", Literal("controls", (const("甲"), const("子")))),
        ("{controls: {b: 甲, a: 子}}", Literal("controls", (const("子"), const("甲")))),
        ("{in: [initial, [午, 子]]}", Literal("in", (Term("initial"), ("子", "午")))),
        (
            "{steps: {from: 子, to: 丑, count: [2, 1]}}",
            Literal("steps", (const("子"), const("丑"), (1, 2))),
        ),
        ("{is: capital_void}", Use("capital_void")),
        ("{on_day: 游都}", Use("on_day", (Term("游都"),))),
        ("{on_day: {x: 游都}}", Use("on_day", (Term("游都"),))),
        ("{exists: {x: [子, 丑], that: {void: x}}}", Any((A, B))),
        ("{every: {x: [子, 丑], that: {not: {void: x}}}}", All((Not(A), Not(B)))),
        (
            "{exists: {x: 三傳, that: {void: x}}}",
            Any((Literal("void", (Term("initial"),)), Literal("void", (Term("final"),)))),
        ),
        (
            "{exists: {x: [子, 丑], y: [甲], that: {controls: [x, y]}}}",
            Any(
                (
                    Literal("controls", (const("子"), const("甲"))),
                    Literal("controls", (const("丑"), const("甲"))),
                )
            ),
        ),
        (
            "{every: {x: [子], that: {exists: {y: [丑], that: {controls: [x, y]}}}}}",
            All((Any((Literal("controls", (const("子"), const("丑"))),)),)),
        ),
    ],
)
def test_a_condition(text: str, expected: Condition, scope: Scope, report: Report) -> None:
    assert decode_condition(read(text), scope) == expected
    assert not report.items


@pytest.mark.parametrize(
    "text",
    [
        "''",
        "void",
        "[]",
        "{}",
        "{all: []}",
        "{any: [{viod: 子}, {void: 丑}]}",
        "{not: []}",
        "{at_least: 2}",
        "{at_least: {n: 0, of: [{void: 子}]}}",
        "{at_least: {n: two, of: [{void: 子}]}}",
        "{at_least: {n: 1, of: [{void: 子}], or: 3}}",
        "{at_least: {of: [{void: 子}]}}",
        "{exists: {that: {void: 子}}}",
        "{exists: {x: [子]}}",
        "{exists: {x: {void: 子}, that: {void: x}}}",
        "{exists: {x: [], that: {void: x}}}",
        "{exists: {x: [子, 圡], that: {void: x}}}",
        "{is: {capital_void: 游都}}",
        "{void: }",
        "{void: day_stem}",
    ],
)
def test_what_is_no_condition_is_reported_once(text: str, scope: Scope, report: Report) -> None:
    decode_condition(read(text), scope)
    assert len(report.items) == 1


def test_every_fault_of_a_list_is_reported(scope: Scope, report: Report) -> None:
    assert decode_condition(read("[{viod: 子}, {any: [{void: 我}, {is: on_day}]}]"), scope) is None
    assert [item.code for item in report.items] == ["E210", "E212", "E213"]


def test_a_group_means_the_same_everywhere(scope: Scope, report: Report) -> None:
    inner = scope.bind({"initial": Typed(const("子"), "branch")})
    assert decode_range(read("transmissions"), inner) == [
        Typed(Term("initial"), "branch"),
        Typed(Term("final"), "branch"),
    ]
    assert decode_range(read("四仲"), inner) == [Typed(const(s), "branch") for s in "子午卯酉"]
    assert not report.items


def test_choices_multiply_and_are_bounded(scope: Scope, report: Report) -> None:
    branches = "[子, 丑, 寅, 卯, 辰, 巳, 午, 未, 申, 酉, 戌, 亥]"
    text = "{void: 子}"
    for name in "abc":
        text = f"{{exists: {{{name}: {branches}, that: {text}}}}}"
    assert decode_condition(read(text), scope) is not None
    assert decode_condition(read(text), scope.bind({}, 6)) is None
    assert [item.code for item in report.items] == ["E206"]
