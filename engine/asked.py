"""Which rules a user asks for, by questions and by names."""

from __future__ import annotations

from engine.rulebase import RuleBase
from rules.reader.model import Rule


def is_asked(base: RuleBase, rule: Rule, questions: frozenset[str], rules: frozenset[str]) -> bool:
    """Whether a rule was asked for: with nothing named, all but the background questions."""
    if rules and rule.id not in rules:
        return False
    if rule.verdict is None:
        return not questions
    question = base.edition.vocabulary.questions[rule.verdict.question]
    return question.name in questions if questions else bool(rules) or not question.background


def places_asked(
    base: RuleBase, questions: frozenset[str], rules: frozenset[str]
) -> frozenset[int]:
    """The places of the rules that were asked for, found once for the charts that follow."""
    key = questions, rules
    places = base.asked.get(key)
    if places is None:
        every = base.edition.rules.values()
        places = frozenset(
            place for place, rule in enumerate(every) if is_asked(base, rule, questions, rules)
        )
        base.asked.clear()
        base.asked[key] = places
    return places
