"""The examples of the rules, run: each rule must do on each chart what its example says."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass

from engine.needs import needs_of
from engine.rulebase import RuleBase
from engine.session import Run, run
from engine.values import plain_values
from facts.charts import Chart, read_chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE, UNDETERMINED
from facts.schools import School
from rules.reader.diagnostics import InputError
from rules.reader.model import All, Condition, Example, Literal, Not, Rule, Use
from rules.reader.render import render_text
from rules.reader.substitute import instance


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one example of a rule came out; ``fault`` is empty when it holds.

    ``gap`` marks an example that is a declared gap (``should_fire``, ``should_be_silent``).
    """

    rule: str
    number: int
    example: Example
    fault: str
    gap: bool = False

    @property
    def name(self) -> str:
        """Name of the example as a test: ``DQ-0891.d[1]``."""
        return f"{self.rule}[{self.number}]"


class _Modelled:
    """A chart as the model judges it, without the engine: a few conditions cost little."""

    def __init__(self, base: RuleBase, chart: Chart) -> None:
        self.evaluator = Evaluator(base.edition, chart.columns)
        self._rules = base.edition.rules

    def fired(self, rule_id: str) -> bool:
        """Whether the condition of a rule holds."""
        return bool(self.evaluator.truth(self._rules[rule_id].when) == TRUE)


def outcomes(base: RuleBase, only: Collection[str] | None = None) -> list[Outcome]:
    """The outcomes of all examples, or of those of ``only`` some rules, by the model.

    They come in the order of the rules. That the engine says what the model says is a test's:
    as items of pytest the examples run through it.
    """
    by_chart: dict[tuple[str, tuple[str, ...]], list[tuple[int, str, int, Example]]] = {}
    place = itertools.count()
    parents = {rule.parent: rule for rule in base.edition.rules.values()}
    for parent, rule in parents.items():
        if only is None or rule.id in only:
            for number, example in enumerate(rule.examples, 1):
                key = example.chart, example.school
                by_chart.setdefault(key, []).append((next(place), parent, number, example))
    found: dict[int, Outcome] = {}
    for same in by_chart.values():
        result = _read(same[0][-1])
        judged = result if isinstance(result, str) else _Modelled(base, result)
        for at, parent, number, example in same:
            fault = _fault(base, base.edition.rows_of(parent), example, judged)
            gap = example.expect.startswith("should")
            found[at] = Outcome(parent, number, example, fault, gap)
    return [found[at] for at in sorted(found)]


def check(base: RuleBase, rows: list[Rule], example: Example) -> str:
    """What is wrong with an example, or an empty text."""
    return _fault(base, rows, example, _run(base, example))


def _run(base: RuleBase, example: Example) -> Run | str:
    """The example's chart, judged by the engine; or why it cannot be read."""
    chart = _read(example)
    return chart if isinstance(chart, str) else run(base, chart)


def _read(example: Example) -> Chart | str:
    """The example's chart, or why it cannot be read."""
    try:
        return read_chart(example.chart, School.parse(example.school))
    except InputError as error:
        return f"the chart cannot be read:\n{render_text(error.diagnostics)}"
    except ValueError as error:
        return f"the school cannot be read: {error}"


def _fault(
    base: RuleBase, rows: list[Rule], example: Example, result: Run | _Modelled | str
) -> str:
    if isinstance(result, str):
        return result
    if example.row:
        rows = [rule for rule in rows if rule.row == example.row]
        if not rows:
            return f"there is no row {example.row}"
    truths = {rule.id: result.evaluator.truth(rule.when) for rule in rows}
    fired = [rule for rule in rows if result.fired(rule.id)]
    if [r.id for r in fired] != [i for i, truth in truths.items() if truth == TRUE]:
        return f"the engine fired {[r.id for r in fired]} and the model says {truths}"
    open_ = [rule for rule in rows if truths[rule.id] == UNDETERMINED]
    found = "fires" if fired else "undetermined" if open_ else "silent"
    expect = example.expect
    if expect == "should_fire":
        return "it fires now: make the example `fires: true`" if fired else ""
    if expect == "should_be_silent":
        return "" if fired else "it is silent now: make the example `fires: false`"
    if found != expect:
        return f"expected {expect}, but it {_WORDS[found]}"
    if expect == "undetermined":
        needs = {need for rule in open_ for need in needs_of(base, result.evaluator, rule.when)}
        if example.needs and set(example.needs) != needs:
            return f"it needs {', '.join(sorted(needs))}, not {', '.join(example.needs)}"
    if expect == "silent" and example.because:
        failing = {name for rule in rows for name in failing_names(base, result.evaluator, rule)}
        if example.because not in failing:
            return f"it is silent because of {', '.join(sorted(failing))}, not {example.because}"
    return _compare_values(base, result.evaluator, fired, example)


_WORDS = {"fires": "fires", "silent": "is silent", "undetermined": "is undetermined"}


def _compare_values(
    base: RuleBase, evaluator: Evaluator, fired: list[Rule], example: Example
) -> str:
    wanted = dict(example.gives)
    if not wanted:
        return ""
    given: list[dict[str, str]] = []
    for rule in fired:
        if rule.verdict is not None:
            values = plain_values(base, evaluator, rule.verdict)
            given.append({k: v for k, v in values.items() if k in wanted})
            if given[-1] == wanted:
                return ""
    return f"it gives {given}, not {wanted}"


def failing_names(base: RuleBase, evaluator: Evaluator, rule: Rule) -> set[str]:
    """Names of the concepts and predicates whose failure makes a rule silent."""
    found: set[str] = set()

    def visit(condition: Condition, wanted: int) -> None:
        if evaluator.truth(condition) in (wanted, UNDETERMINED):
            return
        match condition:
            case Literal():
                found.add(condition.predicate)
            case Use():
                found.add(condition.concept)
                visit(instance(base.edition.concepts, condition), wanted)
            case Not(part):
                visit(part, FALSE if wanted == TRUE else TRUE)
            case All(parts):
                for part in parts:
                    visit(part, wanted)
            case _:
                for part in condition.parts:
                    visit(part, wanted)

    visit(rule.when, TRUE)
    return found
