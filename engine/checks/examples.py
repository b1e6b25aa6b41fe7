"""E240: an example on which its rule does something else than the example says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.page import Page
from engine.examples import Outcome, outcomes
from engine.rulebase import RuleBase
from engine.whynot import Checker
from facts.charts import read_chart
from facts.predicates import TRUE
from facts.schools import School
from rules.reader.diagnostics import InputError


class ExampleFails(Check):
    """Examples that do not hold."""

    code = "E240"
    page = Page(
        wrong="The rule does not do on the chart what the example says: fire, be silent, be "
        "undetermined, or give certain values.",
        why="The worked examples of the book are what the reading of its verses is tested by.",
        mend="Ask `bingzhan why-not RULE CHART` what holds on the chart and what does not. If the "
        "book's own example and its verse cannot both be had, keep the example as a known gap: "
        "`should_fire: true`.",
        example="examples: [{chart: 甲子日 伏吟, fires: true, from: DQ-0891}]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Examples with a fault; where a rule is silent, the conditions that fail."""
        for outcome in outcomes(ground.base, ground.focus):
            if outcome.fault:
                yield self.of(ground.base, outcome)

    def of(self, base: RuleBase, outcome: Outcome) -> Finding:
        """The finding about one outcome with a fault."""
        return self.finding(
            f"example {outcome.name} does not hold: {outcome.fault}",
            outcome.example.span,
            help="\n".join(failing(base, outcome)),
        )


def failing(base: RuleBase, outcome: Outcome) -> list[str]:
    """The conditions that fail where an example should fire and its rule is silent."""
    example = outcome.example
    if example.expect != "fires":
        return []
    try:
        chart = read_chart(example.chart, School.parse(example.school))
    except (InputError, ValueError):
        return []  # that it cannot be read is the fault
    rows = base.edition.rows_of(outcome.rule)
    rows = [rule for rule in rows if example.row in ("", rule.row)]
    checker = Checker(base, chart)
    if len(rows) != 1 or checker.evaluator.truth(rows[0].when) == TRUE:
        return []
    return [
        f"{'not known' if check.truth == 'unknown' else 'it fails'}: {check.en} ({check.zh})"
        for check in checker.conditions(rows[0].when)
        if check.truth != "holds"
    ]
