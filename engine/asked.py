"""Which rules a user asks for, by questions and by names."""

from __future__ import annotations

from engine.rulebase import RuleBase
from rules.reader.model import Rule

SEEN = "omen"
"""The column of the thing seen 占異: who tells of one asks what it bodes."""


def _is_asked(
    base: RuleBase,
    rule: Rule,
    questions: frozenset[str],
    rules: frozenset[str],
    *,
    seen: bool,
) -> bool:
    """Whether a rule was asked for: with nothing named, all but the background questions.

    Of these too what they say of a thing seen, where the chart tells of one (``seen``).
    """
    if rules and rule.id not in rules:
        return False
    if rule.verdict is None:
        return not questions
    question = base.edition.vocabulary.questions[rule.verdict.question]
    if questions:
        return question.name in questions
    if rules or not question.background:
        return True
    return seen and SEEN in base.reads.condition(rule.when)


def questions_of_sight(base: RuleBase) -> frozenset[str]:
    """The background questions that a thing seen asks."""
    rules = tuple(base.edition.rules.values())
    none: frozenset[str] = frozenset()
    places = places_asked(base, none, none, seen=True) - places_asked(base, none, none, seen=False)
    verdicts = (rules[place].verdict for place in places)
    return frozenset(verdict.question for verdict in verdicts if verdict is not None)


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
            if _is_asked(base, rule, questions, rules, seen=seen)
        )
        if len(base.asked) > 1:  # charts with a thing seen and without may follow one another
            base.asked.clear()
        base.asked[key] = places
    return places
