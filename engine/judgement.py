"""The judgement of a chart: every verdict with its values, needs and standing, by question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.asked import places_asked
from engine.disagreement import Disagreement, disagreements, drop_apart
from engine.needs import Needs, names_of
from engine.relations import Standing, stand
from engine.rulebase import RuleBase
from engine.session import Run, run
from engine.values import Valued, values_of
from facts.charts import Chart
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
    all_rules = tuple(base.edition.rules.values())
    places = base.places
    fired = sorted(places[name] for name in done.ledger.fired if name in places)
    asked = places_asked(base, wanted, only, seen=chart.given.omen is not None)
    told = [place for place in fired if place in asked]
    standings = stand(all_rules, base.ties, fired, done.undetermined, told)
    needs = Needs(base, done.evaluator)
    findings = tuple(
        Finding(rule := all_rules[place], _values(base, done, rule, needs), standings[place])
        for place in told
    )
    undetermined = tuple(
        Open(rule := all_rules[place], names_of(needs.condition(rule.when)))
        for place in done.undetermined
        if place in asked
    )
    drop_apart(base.edition.vocabulary.questions, findings)
    found = disagreements(base.edition.vocabulary.questions, findings)
    return Judgement(done, findings, undetermined, tuple(found))


def _values(base: RuleBase, done: Run, rule: Rule, needs: Needs) -> Valued:
    if rule.verdict is None:
        return Valued({}, ())
    return values_of(base, done.evaluator, rule.verdict, needs)


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
