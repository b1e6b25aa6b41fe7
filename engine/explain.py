"""Explanations: a judgement with the proof of each of its findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.judgement import Judgement, judge, judgement_dict
from engine.proof import Prover
from engine.rulebase import RuleBase
from facts.charts import Chart


def explained(
    base: RuleBase, chart: Chart, questions: Iterable[str] = (), rules: Iterable[str] = ()
) -> tuple[Judgement, Prover]:
    """The judgement, narrowed to some rules where any are named, and what proves it."""
    judgement = judge(base, chart, questions, rules)
    return judgement, Prover(base, judgement.run)


def explanation_dict(
    base: RuleBase, chart: Chart, questions: Iterable[str] = (), rules: Iterable[str] = ()
) -> dict[str, Any]:
    """An explanation for JSON: the judgement, each verdict with its proof."""
    judgement, prover = explained(base, chart, questions, rules)
    shown = judgement_dict(judgement)
    for verdict, finding in zip(shown["verdicts"], judgement.findings, strict=True):
        verdict["proof"] = prover.proof(finding.rule).as_dict()
    return shown
