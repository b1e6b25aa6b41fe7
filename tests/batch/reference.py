"""Charts judged one by one, as ``bingzhan judge`` does: what arrays are to find."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.batch.found import Form, Found, form_of
from engine.judgement import judge
from engine.rulebase import RuleBase
from facts.charts import Chart
from facts.schools import School


def judge_one_by_one(
    base: RuleBase, charts: Sequence[Chart], school: School, questions: Iterable[str] = ()
) -> Found:
    known: dict[str, int] = {}
    table: list[Form] = []
    places: list[int] = []
    forms: list[int] = []
    undetermined: list[int] = []
    for place, chart in enumerate(charts):
        judgement = judge(base, Chart(chart.given, school, ()), questions)
        undetermined.append(len(judgement.undetermined))
        for finding in judgement.findings:
            form = form_of(finding.rule, finding.valued, finding.standing)
            key = repr((form.rule.id, replace(form, rule=None)))  # type: ignore[arg-type]
            if key not in known:
                known[key] = len(table)
                table.append(form)
            places.append(place)
            forms.append(known[key])
    return Found(
        len(charts),
        np.array(places, dtype=np.int64),
        np.array(forms, dtype=np.int64),
        table,
        np.array(undetermined, dtype=np.int64),
    )
