"""Nodes to terms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.reader.diagnostics import Report
from rules.reader.model import Arg, Literal, Select, Term
from rules.reader.nodes import Mapping, Node
from rules.reader.scope import Scope, Typed
from rules.reader.terms import decode_argument, decode_set, decode_term
from rules.reader.vocabulary import Slot
from tests.rules.trees import read

PLATE = Term("plate")


def const(symbol: str) -> Term:
    return Term("const", (symbol,))


def term(text: str, scope: Scope, wanted: str = "any") -> Typed | None:
    return decode_term(read(text), scope, wanted)


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        ("initial", Term("initial"), "branch"),
        ("日干", Term("day_stem"), "stem"),
        ("逰都", Term("游都"), "branch"),
        ("夘", const("卯"), "branch"),
        ("賊", const("敵"), "party"),
        ("贼", const("敵"), "party"),
        ("{upper_of: day_stem}", Term("upper_of", (Term("day_stem"), PLATE)), "branch"),
        ("{upper_of: [甲]}", Term("upper_of", (const("甲"), PLATE)), "branch"),
        (
            "{upper_of: {of: {upper_of: 子}}}",
            Term("upper_of", (Term("upper_of", (const("子"), PLATE)), PLATE)),
            "branch",
        ),
        (
            "{upper_of: {upper_of: 子}}",
            Term("upper_of", (Term("upper_of", (const("子"), PLATE)), PLATE)),
            "branch",
        ),
        ("{ahead_of: [游都, -2]}", Term("ahead_of", (Term("游都"), -2)), "branch"),
        ("{ahead_of: {by: 2, of: 乙}}", Term("ahead_of", (const("乙"), 2)), "branch"),
        ("{lookup: [游都, day_stem]}", Term("lookup", ("游都", Term("day_stem"))), "branch"),
    ],
)
def test_a_term_and_its_type(
    text: str, expected: Term, kind: str, scope: Scope, report: Report
) -> None:
    assert term(text, scope) == Typed(expected, kind)
    assert not report.items


def test_a_fallback_has_the_type_that_its_options_share(scope: Scope) -> None:
    text = "{{first_of: [{{if: {{void: 游都}}, take: {0}}}, {{take: 游都}}]}}"
    void = Literal("void", (Term("游都"),))
    same = term(text.format("initial"), scope)
    assert same == Typed(Select(((void, Term("initial")), (None, Term("游都")))), "branch")
    mixed = term(text.format("day_stem"), scope)
    assert mixed is not None
    assert mixed.type == "any"


def test_names_of_the_place_go_before_the_vocabulary(scope: Scope) -> None:
    role = Typed(Term("role", ("位", "the palace", const("子"))), "branch")
    inner = replace(scope, roles={"位": role}).bind({"x": Typed(const("甲"), "stem"), "k": 3})
    assert term("位", inner) == role
    assert term("{ahead_of: [x, k]}", inner) == Typed(Term("ahead_of", (const("甲"), 3)), "branch")


def test_a_plate_is_named_in_the_place_of_a_plate_only(scope: Scope, report: Report) -> None:
    turn = Term("turn", (const("丑"), Term("day_branch")))
    inner = replace(scope, plates={"年課": turn})
    laid = term("{upper_of: {of: 子, plate: 年課}}", inner)
    assert laid == Typed(Term("upper_of", (const("子"), turn)), "branch")
    assert term("年課", inner) is None
    assert [item.code for item in report.items] == ["E211"]


@pytest.mark.parametrize(
    ("wanted", "text", "fits"),
    [
        ("palace", "day_stem", True),
        ("palace", "initial", True),
        ("stem", "initial", False),
        ("elemental", "我", False),
        ("any", "我", True),
    ],
)
def test_types_and_unions(wanted: str, text: str, fits: bool, scope: Scope, report: Report) -> None:
    assert (term(text, scope, wanted) is not None) is fits
    assert [item.code for item in report.items] == ["E212"] * (not fits)


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("子", "branch", ("子",)),
        ("[午, 子, 午]", "branch", ("子", "午")),
        ("四仲", "branch", ("子", "卯", "午", "酉")),
        ("[丑, 四仲]", "any", ("子", "丑", "卯", "午", "酉")),
        ("[x, 夘]", "branch", ("卯", "亥")),
        ("[甲, 子]", "palace", ("甲", "子")),
        ("[甲, 子]", "branch", None),
        ("[initial]", "branch", None),
        ("[[子]]", "branch", None),
    ],
)
def test_a_set_is_in_the_order_of_the_alphabet(
    text: str, kind: str, expected: tuple[str, ...] | None, scope: Scope, report: Report
) -> None:
    inner = scope.bind({"x": Typed(const("亥"), "branch")})
    assert decode_set(read(text), kind, inner) == expected
    assert report.failed is (expected is None)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("ints", "[3, 1, 3]", (1, 3)),
        ("ints", "2", (2,)),
        ("int", "k", 5),
        ("int", "[1, 2]", None),
        ("int", "'1'", None),
        ("int", "1.5", None),
        ("ints", "[]", None),
        ("ints", "[1, x]", None),
    ],
)
def test_whole_numbers(
    kind: str, text: str, expected: Arg | None, scope: Scope, report: Report
) -> None:
    slot = Slot("by", kind, "any")
    assert decode_argument(slot, read(text), scope.bind({"k": 5})) == expected
    assert report.failed is (expected is None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[initial]",
        "{}",
        "{upper_of: 子, ahead_of: [子, 1]}",
        "{initial: 子}",
        "{upper_of: }",
        "{upper_of: {}}",
        "{upper_of: []}",
        "{upper_of: {plate: plate}}",
        "{ahead_of: [子]}",
        "{first_of: 子}",
        "{first_of: []}",
        "{first_of: [{take: 子}, {take: 丑}]}",
        "{first_of: [{if: {void: 子}, take: 子}]}",
        "{first_of: [{if: {void: 子}, take: 子, else: 丑}, {take: 丑}]}",
        "{first_of: [{if: {viod: 子}, take: 子}, {take: 丑}]}",
        "{lookup: {table: [游都], key: day_stem}}",
    ],
)
def test_what_is_no_term_is_reported(text: str, scope: Scope, report: Report) -> None:
    node: Node | None = read(f"a: {text}")
    assert isinstance(node, Mapping)
    node = node.get("a")
    assert node is not None
    assert decode_term(node, scope) is None
    assert len(report.items) == 1
