"""What may be read is bounded, and counted before it is written out."""

from __future__ import annotations

from rules.reader import marks
from rules.reader.circles import MAX_CIRCLES, in_order
from rules.reader.conditions import decode_condition
from rules.reader.diagnostics import CROWDED, Report
from rules.reader.limits import Allowance
from rules.reader.marks import load
from rules.reader.model import All, Literal, Select, Term
from rules.reader.nodes import Node, Source
from rules.reader.scope import Scope


def tree(text: str, allowance: Allowance | None = None) -> tuple[Node | None, list[str]]:
    report = Report()
    node = load(Source("a.yaml", text), report, allowance)
    return node, [item.code for item in report.items]


def test_entries_of_one_collection_are_bounded() -> None:
    most = marks.MAX_ENTRIES
    assert tree(f"[{'a, ' * most}]")[1] == []
    assert tree(f"[{'a, ' * (most + 1)}]")[1] == ["E008"]
    assert tree("".join(f"{n}: a\n" for n in range(most)))[1] == []
    assert tree("".join(f"{n}: a\n" for n in range(most + 1)))[1] == ["E008"]


def test_the_length_of_a_text_is_bounded() -> None:
    assert tree("甲" * marks.MAX_TEXT)[1] == []
    assert tree("甲" * (marks.MAX_TEXT + 1)) == (None, ["E008"])


def test_all_files_have_one_allowance() -> None:
    allowance = Allowance(nodes=7)
    assert tree("[a, b, c]", allowance)[1] == []
    assert allowance.nodes == 3
    assert tree("[a, b, c]", allowance) == (None, ["E008"])
    assert tree("a", allowance) == (None, ["E008"])


def test_a_part_counts_as_often_as_it_stands_there() -> None:
    allowance = Allowance()
    term = Term("initial")
    for doubled in range(1, 60):
        term = Term("turn", (term, term))
        assert allowance.size(term) == 2 ** (doubled + 1) - 1
    branch = Term("const", ("子",))
    literal = Literal("in", (branch, ("子", "午")))
    assert allowance.size(literal) == 2
    assert allowance.size(All((literal, literal))) == 5
    assert allowance.size(Select(((literal, branch), (None, branch)))) == 5


def test_when_the_allowance_is_spent_it_is_said_once(scope: Scope) -> None:
    node, _ = tree("[{void: 游都}, {void: 魯都}, {void: 游都}]")
    assert node is not None
    scope.allowance.parts = 4
    assert decode_condition(node, scope) is None
    assert [item.code for item in scope.report.items] == ["E207"]
    assert decode_condition(node, scope) is None
    assert len(scope.report) == 1


def test_a_crowded_report_ends_the_reading(scope: Scope) -> None:
    node, _ = tree("{void: 游都}")
    assert node is not None
    for number in range(CROWDED):
        assert not scope.report.crowded
        scope.report.note("E201", str(number), None)
    assert decode_condition(node, scope) is None
    said = [item.message for item in scope.report.items if item.code == "E207"]
    assert said == [f"more than {CROWDED:,} findings: the rest is not read"]


def test_circles_are_not_given_without_end() -> None:
    graph = {str(n): [str(m) for m in range(40)] for n in range(40)}
    order, circles = in_order(graph)
    assert sorted(order) == sorted(graph)
    assert len(circles) == MAX_CIRCLES
