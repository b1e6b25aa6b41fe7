"""The judgement of a chart: every verdict with its values, needs and standing, by question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.disagreement import Disagreement, disagreements, drop_apart
from engine.needs import needs_of
from engine.relations import Standing, settle
from engine.rulebase import RuleBase
from engine.session import Run, run
from engine.values import Valued, values_of
from facts.charts import Chart
from facts.predicates import UNDETERMINED
from rules.reader.model import Rule


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that fired: its verdict with values on this chart, and how it stands."""

    rule: Rule
    valued: Valued
    standing: Standing

    @property
    def question(self) -> str:
        """The question that it answers (empty for a rule that only modifies others)."""
        return self.rule.verdict.question if self.rule.verdict else ""

    @property
    def answer(self) -> str:
        """The answer that it gives."""
        return self.rule.verdict.answer if self.rule.verdict else ""


@dataclass(frozen=True, slots=True)
class Open:
    """A rule that is undetermined, with the inputs that would settle it."""

    rule: Rule
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Judgement:
    """What the edition says of one chart."""

    run: Run
    findings: tuple[Finding, ...]
    undetermined: tuple[Open, ...]
    disagreements: tuple[Disagreement, ...]

    def by_question(self) -> dict[str, list[Finding]]:
        """Findings grouped by question, in the order of the edition."""
        grouped: dict[str, list[Finding]] = {}
        for finding in self.findings:
            if finding.question:
                grouped.setdefault(finding.question, []).append(finding)
        return grouped


def judge(
    base: RuleBase, chart: Chart, questions: Iterable[str] = (), rules: Iterable[str] = ()
) -> Judgement:
    """Run the rules on a chart and settle what they say; questions and rules narrow the answers.

    All rules run in any case: whether a verdict is overridden may hang on another question.
    """
    wanted, only = frozenset(questions), frozenset(rules)
    done = run(base, chart)
    fired: list[Rule] = []
    open_rules: list[Rule] = []
    for rule in base.edition.rules.values():
        if done.fired(rule.id):
            fired.append(rule)
        elif done.evaluator.truth(rule.when) == UNDETERMINED:
            open_rules.append(rule)
    standings = settle(fired, open_rules)
    findings = tuple(
        Finding(rule, _values(base, done, rule), standings[rule.id])
        for rule in fired
        if _asked(base, rule, wanted, only)
    )
    undetermined = tuple(
        Open(rule, tuple(sorted(needs_of(base, done.evaluator, rule.when))))
        for rule in open_rules
        if _asked(base, rule, wanted, only)
    )
    drop_apart(base.edition.vocabulary.questions, findings)
    found = disagreements(base.edition.vocabulary.questions, findings)
    return Judgement(done, findings, undetermined, tuple(found))


def _asked(base: RuleBase, rule: Rule, wanted: frozenset[str], only: frozenset[str]) -> bool:
    """Whether a rule was asked for: with nothing named, all but the background questions."""
    if only and rule.id not in only:
        return False
    if rule.verdict is None:
        return not wanted
    question = base.edition.vocabulary.questions[rule.verdict.question]
    return question.name in wanted if wanted else bool(only) or not question.background


def _values(base: RuleBase, done: Run, rule: Rule) -> Valued:
    if rule.verdict is None:
        return Valued({}, ())
    return values_of(base, done.evaluator, rule.verdict)


def verdict_dict(finding: Finding) -> dict[str, Any]:
    """One verdict for JSON: its fixed keys first, more beside them."""
    rule, standing = finding.rule, finding.standing
    shown: dict[str, Any] = {
        "rule": rule.id,
        "passage": rule.passage,
        "quote": rule.quotes[0].text,
        "question": finding.question or None,
        "answer": finding.answer or None,
        "title": rule.title,
        "status": rule.status,
        **finding.valued.values,
    }
    if len(rule.quotes) > 1:
        shown["quotes"] = [{"passage": q.passage, "quote": q.text} for q in rule.quotes]
    optional: dict[str, Any] = {
        "reading": rule.reading,
        "support": list(rule.support),
        "school": rule.school,
        "needs": list(finding.valued.needs),
        "relations": _relations(standing),
        "modifiers": [{"rule": r, "effect": e} for r, e in standing.modifiers],
        "may_change": standing.may_change,
    }
    return shown | {name: value for name, value in optional.items() if value}


def _relations(standing: Standing) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "overridden_by": standing.overridden_by,
        "cancelled_by": standing.cancelled_by,
        "qualified_by": standing.qualified_by,
        "contradicts": [{"rule": r, "why": why} for r, why in standing.contradicts.items()],
        "parallel": standing.parallel,
    }
    return {name: value for name, value in shown.items() if value}


def judgement_dict(judgement: Judgement) -> dict[str, Any]:
    """A judgement for JSON."""
    from facts.describe import chart_dict

    return {
        "chart": chart_dict(judgement.run.chart),
        "verdicts": [verdict_dict(finding) for finding in judgement.findings],
        "undetermined": [
            {"rule": item.rule.id, "needs": list(item.needs)} for item in judgement.undetermined
        ],
        "disagreements": [
            {
                "question": item.question,
                **({"at": item.at} if item.at else {}),
                "answers": [{"answer": a, "rules": list(rules)} for a, rules in item.sides],
                "declared": [
                    {"rules": [first, second], "why": why} for first, second, why in item.declared
                ],
            }
            for item in judgement.disagreements
        ],
    }
