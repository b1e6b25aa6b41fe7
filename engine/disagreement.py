"""Where standing answers to one question oppose each other 異同: nothing is averaged away.

A question that is ``keyed_by`` a place or a direction is asked of each place by itself: what is
good in the north does not oppose what is bad in the south.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from facts.symbols import ALPHABET, BRANCHES, palace_of
from rules.reader.vocabulary import Question

if TYPE_CHECKING:
    from engine.judgement import Finding


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Answers to one question that oppose each other, each with the rules that give it.

    ``at`` is the place or direction of which they speak; empty where the question has none.
    """

    question: str
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    declared: tuple[tuple[str, str, str], ...]
    at: str = ""


def key_of(question: Question, values: Mapping[str, Any]) -> str | None:
    """The place or direction of which a verdict speaks; None where it speaks of all of them."""
    value = values.get(question.keyed_by) if question.keyed_by else None
    if not isinstance(value, str):
        return None
    symbol = ALPHABET.by_name.get(value)
    palace = palace_of(symbol.code) if symbol is not None else None
    return value if palace is None else BRANCHES[palace]  # a stem stands for its lodging palace


def drop_apart(questions: Mapping[str, Question], findings: Iterable[Finding]) -> None:
    """Take back the contradictions between verdicts that speak of different places."""
    keys = {
        finding.rule.id: key
        for finding in findings
        if finding.question
        and (key := key_of(questions[finding.question], finding.valued.values)) is not None
    }
    for finding in findings:
        own = keys.get(finding.rule.id)
        for other in [*finding.standing.contradicts] if own is not None else ():
            if keys.get(other, own) != own:
                del finding.standing.contradicts[other]


def disagreements(
    questions: Mapping[str, Question], findings: Iterable[Finding]
) -> Iterator[Disagreement]:
    """The disagreements among findings, by question and by place."""
    asked: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.question and finding.standing.counts:
            asked.setdefault(finding.question, []).append(finding)
    for name, given in asked.items():
        question = questions[name]
        keys = {finding.rule.id: key_of(question, finding.valued.values) for finding in given}
        places = dict.fromkeys(key for key in keys.values() if key is not None) or {"": None}
        for at in places:
            here = [f for f in given if keys[f.rule.id] in (None, at)]
            found = _among(question, here, at)
            if found is not None:
                yield found


def _among(question: Question, findings: list[Finding], at: str) -> Disagreement | None:
    given: dict[str, list[Finding]] = {}
    for finding in findings:
        given.setdefault(finding.answer, []).append(finding)
    known = question.answers
    opposed = {one for one in given if any(other in known[one].opposes for other in given)}
    if not opposed:
        return None
    sides = tuple((a, tuple(f.rule.id for f in given[a])) for a in given if a in opposed)
    declared = {
        (*sorted((one.rule.id, two.rule.id)), one.standing.contradicts[two.rule.id])
        for one, two in _pairs(given[a] for a in opposed)  # each may give a reason of its own
        if two.rule.id in one.standing.contradicts
    }
    return Disagreement(question.name, sides, tuple(sorted(declared)), at)  # type: ignore[arg-type]


def _pairs(groups: Iterable[list[Finding]]) -> Iterator[tuple[Finding, Finding]]:
    return permutations([finding for group in groups for finding in group], 2)
