"""One chart through Experta: its true facts are declared, the rules run, the ledger is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.experta_port import Machine
from engine.ground import verdict_atom
from engine.horn import Atom
from engine.ledger import Ledger
from engine.rulebase import RuleBase
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE, UNDETERMINED
from facts.recorded import Replay


@dataclass(frozen=True)
class Run:
    """What became of one chart: the values of its terms and the ledger of its firings.

    ``undetermined`` are the places in the edition of the rules that neither hold nor fail.
    """

    chart: Chart
    evaluator: Evaluator
    ledger: Ledger
    undetermined: tuple[int, ...] = ()

    def fired(self, rule_id: str) -> bool:
        """Whether a rule (or row) has spoken."""
        return self.ledger.holds(verdict_atom(rule_id))


def facts_of(base: RuleBase, evaluator: Evaluator) -> Iterator[Atom]:
    """The facts to declare: literals that hold, and the refuted ones that rules ask for."""
    return _facts(base, map(evaluator.literal, base.program.literals))


def _facts(base: RuleBase, truths: Iterable[int]) -> Iterator[Atom]:
    """The same, where the truths of the literals are known."""
    program = base.program
    for (literal, fact), truth in zip(program.literals.items(), truths, strict=True):
        if truth == TRUE:
            yield fact
        elif truth == FALSE:
            refuted = program.refuted.get(literal)
            if refuted is not None:
                yield refuted


def run(base: RuleBase, chart: Chart, machine: Machine | None = None) -> Run:
    """Judge a chart with the rule base's engine (or another machine over the same clauses)."""
    evaluator = Replay(base.edition, chart.columns, base.line)
    results = evaluator.results()
    literals = len(base.program.literals)
    ledger = (machine or base.machine).run(_facts(base, results[:literals]))
    rules = enumerate(results[literals:])
    undetermined = tuple(place for place, truth in rules if truth == UNDETERMINED)
    return Run(chart, evaluator, ledger, undetermined)
