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
