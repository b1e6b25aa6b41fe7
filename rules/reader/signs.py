"""Signs 占法: what a question is read from, each by itself.

The book reads one question from several things on one board (where the capital stands, how far it
is, what the season makes of it), verse after verse, and puts none first. A file names these signs
once, with their rules; where rules of different signs oppose each other on a chart, the relation
is thereby declared: both stand, for the reason that the file gives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.model import Relation, Rule
from rules.reader.names import suggest
from rules.reader.nodes import Node, Scalar
from rules.reader.vocabulary import Question


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign: what it looks at, in English, and the ids of the rules that read it."""

    english: str
    rules: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a question by name, and why those that oppose each other all stand."""

    question: Scalar
    why: str
    groups: dict[str, Sign]


def read_signs(document: Node, report: Report) -> Iterator[Signs]:
    """The signs of one file (``signs: {question: {why, groups: {name: {en, rules}}}}``)."""
    top = Fields.of(document, report, "a file of signs")
    for key, body in top.entries("signs", required=True) if top else []:
        fields = Fields.of(body, report, f"the signs of `{key.value}`")
        if fields is not None:
            yield _of_question(key, fields)
            fields.done()
    if top is not None:
        top.done()


def _of_question(question: Scalar, fields: Fields) -> Signs:
    groups = {}
    for key, body in fields.entries("groups", required=True):
        inner = Fields.of(body, fields.report, f"the sign `{key.value}`")
        if inner is not None:
            groups[key.value] = Sign(inner.text("en"), tuple(inner.scalars("rules")))
            inner.done()
    return Signs(question, fields.text("why"), groups)


def declare_signs(
    signs: Signs,
    question: Question | None,
    rules: dict[str, Rule],
    declared: Collection[str],
    report: Report,
) -> None:
    """Enter in the rules that those of different signs differ; report what names no such rule."""
    if question is None:
        what = f"unknown question `{signs.question.value}`"
        report.error("E232", what, signs.question.span)
        return
    parents: dict[str, list[Rule]] = {}
    for rule in rules.values():
        if rule.verdict is not None and rule.verdict.question == question.name:
            parents.setdefault(rule.parent, []).append(rule)
    groups = [list(_known(sign, parents, declared, report)) for sign in signs.groups.values()]
    for ours, theirs in combinations(groups, 2):
        for mine in ours:
            _differ(parents[mine], [r for name in theirs for r in parents[name]], question, signs)
    for several in parents.values():
        rules.update({rule.id: rule for rule in several})


def _known(
    sign: Sign, parents: dict[str, list[Rule]], declared: Collection[str], report: Report
) -> Iterator[str]:
    for node in sign.rules:
        if node.value in parents:
            yield node.value
        elif node.value in declared:
            report.error("E237", f"{node.value} does not answer this question", node.span)
        else:
            near = ", ".join(suggest(node.value, declared))
            report.error("E234", f"unknown rule `{node.value}`", node.span, suggestion=near)


def _differ(ours: list[Rule], theirs: list[Rule], question: Question, signs: Signs) -> None:
    """Give each of our rules the relation to those of theirs whose answer it opposes."""
    for place, rule in enumerate(ours):
        assert rule.verdict is not None
        opposed = question.answers[rule.verdict.answer].opposes
        others = tuple(
            dict.fromkeys(o.id for o in theirs if o.verdict and o.verdict.answer in opposed)
        )
        known = {target for r in rule.relations for target in r.rules}
        others = tuple(o for o in others if o not in known)
        if others:
            relation = Relation("contradicts", others, why=signs.why, span=signs.question.span)
            ours[place] = replace(rule, relations=(*rule.relations, relation))
