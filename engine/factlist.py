"""The facts of a chart that the loaded rules mention."""

from __future__ import annotations

from typing import Any

from engine.rulebase import RuleBase
from engine.speech import Speaker
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE


def fact_list(base: RuleBase, chart: Chart, everything: bool = False) -> list[dict[str, Any]]:
    """The facts that hold (with ``everything``: all, with their truth), by kind and then name."""
    evaluator = Evaluator(base.edition, chart.columns)
    speaker = Speaker(base.edition, evaluator)
    shown = []
    for literal, fact in base.program.literals.items():
        truth = evaluator.literal(literal)
        if truth != TRUE and not everything:
            continue
        said = speaker.literal(literal, holds=truth != FALSE)
        words = {TRUE: "holds", FALSE: "fails"}.get(truth, "unknown")
        item = {"fact": fact.kind, **dict(fact.slots), "truth": words, "en": said.en, "zh": said.zh}
        shown.append(item)
    return sorted(shown, key=lambda item: (item["fact"], item["en"]))
