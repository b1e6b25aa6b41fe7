"""The spirits 神煞 of a chart: every term that is declared a spirit, with its branch."""

from __future__ import annotations

from engine.rulebase import RuleBase
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.symbols import name_of
from rules.reader.model import Term


def spirits_of(base: RuleBase, chart: Chart) -> dict[str, str | None]:
    """Branch of each spirit by name; None where an input that it needs was not given."""
    evaluator = Evaluator(base.edition, chart.columns)
    return {
        name: name_of(evaluator.term(Term(name)))
        for name, definition in base.edition.vocabulary.terms.items()
        if definition.spirit
    }
