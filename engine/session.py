"""One chart through Experta: its true facts are declared, the rules run, the ledger is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.experta_port import Machine
from engine.ground import verdict_atom
from engine.horn import Atom
from engine.ledger import Ledger
from engine.rulebase import RuleBase
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE


@dataclass(frozen=True)
class Run:
    """What became of one chart: the values of its terms and the ledger of its firings."""

    chart: Chart
    evaluator: Evaluator
    ledger: Ledger

    def fired(self, rule_id: str) -> bool:
        """Whether a rule (or row) has spoken."""
        return self.ledger.holds(verdict_atom(rule_id))


def facts_of(base: RuleBase, evaluator: Evaluator) -> Iterator[Atom]:
    """The facts to declare: literals that hold, and the refuted ones that rules ask for."""
    program = base.program
    for literal, fact in program.literals.items():
        truth = evaluator.literal(literal)
        if truth == TRUE:
            yield fact
        elif truth == FALSE:
            refuted = program.refuted.get(literal)
            if refuted is not None:
                yield refuted


def run(base: RuleBase, chart: Chart, machine: Machine | None = None) -> Run:
    """Judge a chart with the rule base's engine (or another machine over the same clauses)."""
    evaluator = Evaluator(base.edition, chart.columns)
    ledger = (machine or base.machine).run(facts_of(base, evaluator))
    return Run(chart, evaluator, ledger)
