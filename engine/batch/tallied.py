"""A tally as a document: by the questions, the months and the rules of the edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.batch.tally import MONTHS, Tally
from engine.rulebase import RuleBase


def silent_rules(base: RuleBase, tally: Tally, questions: Sequence[str] = ()) -> list[str]:
    """The rules that never spoke, of the questions in the result and those that are always asked.

    A wide result does not name its rules, so that nothing is known of it.
    """
    if tally.shape == "wide":
        return []
    known = base.edition.vocabulary.questions
    wanted = set(questions) or {
        name for name in known if not known[name].background or tally.answered[name]
    }
    return [
        rule.id
        for rule in base.edition.rules.values()
        if rule.verdict and rule.verdict.question in wanted and not tally.rules[rule.id]
    ]


def narrowed(tally: Tally, questions: Sequence[str], base: RuleBase) -> Tally:
    """The tally of some questions alone."""
    if not questions:
        return tally
    rules = base.edition.rules
    found = Tally(tally.shape, tally.rows, tally.charts, months=tally.months)
    for name in ("answers", "given"):
        counter = Counter({k: n for k, n in getattr(tally, name).items() if k[0] in questions})
        setattr(found, name, counter)
    for name in ("answered", "disagreements"):
        counter = Counter({k: n for k, n in getattr(tally, name).items() if k in questions})
        setattr(found, name, counter)
    found.by_month = Counter({k: n for k, n in tally.by_month.items() if k[1] in questions})
    for rule, count in tally.rules.items():
        verdict = rules[rule].verdict if rule in rules else None
        if verdict is not None and verdict.question in questions:
            found.rules[rule] = count
    found.verdicts = sum(found.rules.values()) or sum(found.answers.values())
    return found


def tally_dict(base: RuleBase, tally: Tally, questions: Sequence[str] = ()) -> dict[str, Any]:
    """The tally for JSON."""
    shown: dict[str, Any] = {
        "shape": tally.shape,
        "rows": tally.rows,
        "charts": tally.charts,
        "verdicts": tally.verdicts,
    }
    if tally.standings:
        shown["standing"] = dict(tally.standings)
    shown["questions"] = {
        name: _question_dict(base, tally, name) for name in questions_in(base, tally)
    }
    shown["months"] = {
        month: {"charts": tally.months[month], "questions": _month_dict(base, tally, month)}
        for month in months_in(tally)
    }
    if tally.shape == "tidy":
        shown["rules"] = dict(sorted(tally.rules.items(), key=lambda item: (-item[1], item[0])))
        shown["silent"] = silent_rules(base, tally, questions)
    return shown


def questions_in(base: RuleBase, tally: Tally) -> list[str]:
    """The questions that the result answers, in the order of the vocabulary, unknown ones last."""
    known = [name for name in base.edition.vocabulary.questions if tally.answered[name]]
    return known + [name for name in tally.answered if name not in known]


def answers_in(base: RuleBase, tally: Tally, question: str) -> list[str]:
    """The answers to a question, in the order of the vocabulary, unknown ones last."""
    asked = base.edition.vocabulary.questions.get(question)
    names = [answer for name, answer in tally.answers if name == question]
    known = [answer for answer in (asked.answers if asked else ()) if answer in names]
    return known + [answer for answer in names if answer not in known]


def months_in(tally: Tally) -> list[str]:
    """The months in the result, in their order."""
    return [month for month in MONTHS if tally.months[month]]


def _question_dict(base: RuleBase, tally: Tally, question: str) -> dict[str, Any]:
    shown: dict[str, Any] = {"charts": tally.answered[question]}
    if tally.shape == "wide":
        shown["disagreements"] = tally.disagreements[question]
    shown["answers"] = {
        answer: {"charts": tally.answers[question, answer]}
        | ({"verdicts": tally.given[question, answer]} if tally.shape == "tidy" else {})
        for answer in answers_in(base, tally, question)
    }
    return shown


def _month_dict(base: RuleBase, tally: Tally, month: str) -> dict[str, dict[str, int]]:
    found = {
        question: {
            answer: tally.by_month[month, question, answer]
            for answer in answers_in(base, tally, question)
            if tally.by_month[month, question, answer]
        }
        for question in questions_in(base, tally)
    }
    return {question: answers for question, answers in found.items() if answers}
