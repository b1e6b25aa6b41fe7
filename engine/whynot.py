"""Why a rule did not speak: its conditions with their actual values, and the nearest board.

The model is evaluated here and not Experta: a question about what did not happen has no firing to
read it from. That both agree on what fires is a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.evidence import Evidence, Witness
from engine.needs import needs_of
from engine.rulebase import RuleBase
from engine.space import Extent, TooLarge, extent
from engine.speech import Said
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE, UNDETERMINED
from rules.reader.model import All, AtLeast, Condition, Literal, Not, Rule, Use
from rules.reader.model import Any as AnyOf
from rules.reader.substitute import instance

TRUTHS = ("fails", "holds", "unknown")


@dataclass(frozen=True, slots=True)
class Check:
    """One condition on the chart: its truth (fails, holds, unknown), sentence and parts."""

    truth: str
    en: str
    zh: str
    evidence: tuple[Evidence, ...] = ()
    parts: tuple[Check, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The check for JSON."""
        shown: dict[str, Any] = {"truth": self.truth, "en": self.en, "zh": self.zh}
        if self.evidence:
            shown["evidence"] = [item.as_dict() for item in self.evidence]
        if self.parts:
            shown["parts"] = [part.as_dict() for part in self.parts]
        return shown


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why one rule is silent on one chart (or undetermined, or that it fires after all).

    ``extent`` says where the rule fires at all (None: not decided); ``nearest`` is the nearest
    chart on which it does, with the inputs changed.
    """

    rule: Rule
    truth: str
    checks: tuple[Check, ...]
    needs: tuple[str, ...]
    extent: Extent | None
    nearest: Chart | None
    changed: tuple[str, ...]

    @property
    def holding(self) -> int:
        """How many of the rule's conditions hold."""
        return sum(check.truth == "holds" for check in self.checks)


class Checker:
    """Checks conditions on one chart, with sentences and evidence."""

    def __init__(self, base: RuleBase, chart: Chart) -> None:
        self.base = base
        self.evaluator = Evaluator(base.edition, chart.columns)
        self.witness = Witness(base.edition, chart, self.evaluator)
        self._told: set[Evidence] = set()

    def conditions(self, condition: Condition) -> tuple[Check, ...]:
        """The checks of the parts of a condition that must all hold."""
        parts = condition.parts if isinstance(condition, All) else (condition,)
        return tuple(self.check(part) for part in parts)

    def check(self, condition: Condition, *, sign: bool = True) -> Check:
        """The check of a condition (of its negation where ``sign`` is False)."""
        if isinstance(condition, Not):
            return self.check(condition.part, sign=not sign)
        truth = self._truth(condition, sign)
        # What is so is said as it is: a condition that fails is told by its negation.
        said = self._said(condition, sign, truth)
        if isinstance(condition, Literal):
            evidence = self._evidence(condition) if truth != "unknown" else ()
            return Check(truth, said.en, said.zh, evidence)
        return Check(truth, said.en, said.zh, (), self._parts(condition, sign, truth))

    def _evidence(self, literal: Literal) -> tuple[Evidence, ...]:
        """The evidence of a literal that was not shown before."""
        found = tuple(e for e in self.witness.of_literal(literal) if e not in self._told)
        self._told.update(found)
        return found

    def _truth(self, condition: Condition, sign: bool) -> str:
        truth = self.evaluator.truth(condition)
        if truth == UNDETERMINED:
            return "unknown"
        return "holds" if (truth == TRUE) == sign else "fails"

    def _said(self, condition: Condition, sign: bool, truth: str) -> Said:
        speaker = self.witness.speaker
        positive = sign if truth != "fails" else not sign
        match condition:
            case All(parts) | AnyOf(parts):
                all_of = isinstance(condition, All) == positive
                if truth == "unknown":
                    return Said("not all inputs are known", "所占未全")
                if all_of:
                    en, zh = "all of these", "以下皆然"
                else:
                    en, zh = "one of these at least", "以下有其一"
                return Said(f"{en} ({len(parts)})", zh)
            case AtLeast(n, parts):
                word = "at least" if positive else "fewer than"
                return Said(f"{word} {n} of {len(parts)}", f"{'至少' if positive else '不足'}{n}")
            case _:
                return speaker.condition(condition, holds=positive)

    def _parts(self, condition: Condition, sign: bool, truth: str) -> tuple[Check, ...]:
        """The parts that made it so: all of them where all count, else those that decide."""
        match condition:
            case Use():
                body = instance(self.base.edition.concepts, condition)
                inner = self.check(body, sign=sign)
                return inner.parts or (inner,)
            case All(parts) | AnyOf(parts) | AtLeast(_, parts):
                checks = [self.check(part, sign=sign) for part in parts]
                if truth == "unknown":
                    return tuple(c for c in checks if c.truth == "unknown")
                return tuple(c for c in checks if c.truth == truth) or tuple(checks)
            case _:
                return ()


def why_not(base: RuleBase, rule: Rule, chart: Chart) -> WhyNot:
    """Explain a rule's silence on a chart."""
    from engine.nearest import nearest  # arrays: only where they are needed

    checker = Checker(base, chart)
    truth = checker.evaluator.truth(rule.when)
    where: Extent | None
    try:
        where = extent(base, rule.when, chart.school)
    except TooLarge:
        where = None
    found = None
    if truth == FALSE and (where is None or where.fires):
        found = nearest(base, rule.when, chart)
    return WhyNot(
        rule=rule,
        truth=TRUTHS[truth],
        checks=checker.conditions(rule.when),
        needs=tuple(sorted(needs_of(base, checker.evaluator, rule.when))),
        extent=where,
        nearest=found.chart if found else None,
        changed=found.changed if found else (),
    )


def why_not_dict(found: WhyNot) -> dict[str, Any]:
    """A why-not for JSON."""
    rule, where = found.rule, found.extent
    shown: dict[str, Any] = {
        "rule": rule.id,
        "passage": rule.passage,
        "quote": rule.quotes[0].text,
        "truth": found.truth,
        "holding": found.holding,
        "conditions": [check.as_dict() for check in found.checks],
    }
    if rule.verdict is not None:
        shown["would_say"] = {"question": rule.verdict.question, "answer": rule.verdict.answer}
    if found.needs:
        shown["needs"] = list(found.needs)
    if rule.dead:
        shown["dead"] = rule.dead
    shown["fires"] = where and {"on": where.fires, "of": where.of, "over": list(where.axes)}
    if found.nearest is not None:
        shown["nearest"] = {"chart": found.nearest.notation, "changed": list(found.changed)}
    return shown
