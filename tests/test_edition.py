"""The edition itself: it is sound, and every rule is seen to speak.

Its examples are tests of their own (``engine.pytest_plugin``).
"""

from __future__ import annotations

import pytest

from engine.check import check_edition
from engine.rulebase import read
from rules.reader.diagnostics import Report
from rules.reader.render import render_text

REPORT = Report()
EDITION = read(REPORT)
PARENTS = {rule.parent: rule for rule in EDITION.rules.values()}


def test_the_files_have_neither_errors_nor_warnings():
    assert not len(REPORT), render_text(REPORT.items)
    assert EDITION.rules


def test_no_check_finds_an_error():
    report = Report()
    check_edition(EDITION, report)
    errors = [item for item in report.items if item.severity == "error"]
    assert not errors, render_text(errors)


@pytest.mark.parametrize("rule", PARENTS)
def test_a_rule_is_seen_to_fire_or_is_a_dead_letter(rule):
    expected = {example.expect for example in PARENTS[rule].examples}
    if PARENTS[rule].dead:
        assert "fires" not in expected
    else:
        assert expected & {"fires", "should_fire"}
