"""Conditions in the language of the rules, tried on single charts: for worked examples."""

from __future__ import annotations

from functools import cache

from engine.rulebase import read
from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.predicates import TRUE
from facts.schools import DEFAULT, School
from rules.reader.conditions import decode_condition
from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.model import Condition
from rules.reader.nodes import Source
from rules.reader.render import render_text
from rules.reader.scope import Scope

EDITION = read(Report())
OVER_STEM, OVER_BRANCH = "{upper_of: day_stem}", "{upper_of: day_branch}"


@cache
def condition(words: str) -> Condition:
    """A condition in the language of the rules; 干上 and 支上 stand for the gods over the day."""
    written = words.replace("干上", OVER_STEM).replace("支上", OVER_BRANCH)
    report = Report()
    node = load(Source("case", f"[{written}]"), report)
    assert node is not None
    decoded = decode_condition(node, Scope(EDITION.vocabulary, report, EDITION.tables, {}))
    assert decoded is not None, render_text(report.items)
    return decoded


def holds(chart: str, words: str, school: School = DEFAULT) -> bool:
    """Whether it is true on the chart (neither false nor undetermined)."""
    evaluator = Evaluator(EDITION, read_chart(chart, school).columns)
    return bool(evaluator.truth(condition(words)) == TRUE)
