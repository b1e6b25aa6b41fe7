"""Which rules a user asks for, by questions and by names."""

from __future__ import annotations

from engine.rulebase import RuleBase
from rules.reader.model import Rule

SEEN = "omen"
"""The column of the thing seen 占異: who tells of one asks what it bodes."""


def is_asked(base: RuleBase, rule: Rule, questions: frozenset[str], rules: frozenset[str]) -> bool:
    """Whether a rule was asked for: with nothing named, all but the background questions.

    Of these too what they say of a thing seen, on a chart that tells of one (`is_asked_by_sight`).
    """
    if rules and rule.id not in rules:
        return False
    if rule.verdict is None:
        return not questions
    question = base.edition.vocabulary.questions[rule.verdict.question]
    if questions:
        return question.name in questions
    return bool(rules) or not question.background or _reads_sight(base, rule)


def is_asked_by_sight(
    base: RuleBase, rule: Rule, questions: frozenset[str], rules: frozenset[str]
) -> bool:
    """Whether a rule that was asked for is so only on a chart that tells of a thing seen."""
    if questions or rules or rule.verdict is None:
        return False
    question = base.edition.vocabulary.questions[rule.verdict.question]
    return question.background and _reads_sight(base, rule)


def questions_of_sight(base: RuleBase) -> frozenset[str]:
    """The background questions that a thing seen asks."""
    none: frozenset[str] = frozenset()
    return frozenset(
        rule.verdict.question
        for rule in base.edition.rules.values()
        if rule.verdict is not None and is_asked_by_sight(base, rule, none, none)
    )


def _reads_sight(base: RuleBase, rule: Rule) -> bool:
    return SEEN in base.reads.condition(rule.when)


def places_asked(
    base: RuleBase, questions: frozenset[str], rules: frozenset[str], *, seen: bool
) -> frozenset[int]:
    """The places of the rules that were asked for, found once for the charts that follow.

    ``seen``: whether the chart tells of a thing seen.
    """
    key = questions, rules, seen
    places = base.asked.get(key)
    if places is None:
        places = frozenset(
            place
            for place, rule in enumerate(base.edition.rules.values())
            if is_asked(base, rule, questions, rules)
            and (seen or not is_asked_by_sight(base, rule, questions, rules))
        )
        base.asked.clear()
        base.asked[key] = places
    return places
