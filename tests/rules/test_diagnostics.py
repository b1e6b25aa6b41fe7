"""Reports of diagnostics."""

from __future__ import annotations

from rules.reader.diagnostics import InputError, Report
from rules.reader.nodes import Source, Span
from tests.rules.trees import picture

RULE = Source("rules/daquan/05-15.yaml", "\n" * 42 + "      when: always\n")


def on(source: Source, line: int, column: int, end: int) -> Span:
    return Span(source, line, column, line, end)


def test_a_report_is_sorted_by_place_and_says_nothing_twice() -> None:
    first, second = Source("a.yaml", "x\ny\n"), Source("b.yaml", "x\n")
    report = Report()
    for code, span in [
        ("E5", on(second, 0, 0, 1)),
        ("E4", on(first, 1, 0, 1)),
        ("E3", on(first, 0, 1, 1)),
        ("E2", on(first, 0, 0, 1)),
        ("E1", None),
        ("E5", on(second, 0, 0, 1)),
    ]:
        report.error(code, "wrong", span)
    assert [item.code for item in report.items] == ["E1", "E2", "E3", "E4", "E5"]
    assert len(report) == 5


def test_only_errors_fail_a_report() -> None:
    report = Report()
    report.warning("W1", "odd", None)
    report.note("N1", "by the way", None)
    assert not report.failed
    report.error("E1", "wrong", None)
    assert report.failed


def test_input_error_is_its_rendered_diagnostics() -> None:
    report = Report()
    report.error("E1", "wrong", on(RULE, 42, 12, 18))
    report.error("E2", "also wrong", None)
    error = InputError(report.items)
    assert error.diagnostics == report.items
    assert str(error) == picture("""
        error[E2]: also wrong

        error[E1]: wrong
          --> rules/daquan/05-15.yaml:43:13
           |
        43 |       when: always
           |             ^^^^^^
    """)
