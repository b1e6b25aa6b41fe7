"""Signs 占法: what a question is read from, each by itself.

The book reads one question from several things on one board (where the capital stands, how far it
is, what the season makes of it), verse after verse, and puts none first. They are named here once,
with their rules; where rules of different signs oppose each other on a chart, the relation is
thereby declared: both stand, for the reason given. A file of signs begins a question; a section
adds the signs of its own rules, and rules to signs that there are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rules.reader.diagnostics import Label, Report
from rules.reader.fields import Fields
from rules.reader.model import Relation, Rule
from rules.reader.names import suggest
from rules.reader.nodes import Node, Scalar
from rules.reader.vocabulary import Question


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign: what it looks at, in English, and the ids of the rules that read it."""

    name: Scalar
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
    if top is not None:
        yield from signs_in(top, required=True)
        top.done()


def signs_in(top: Fields, *, required: bool = False) -> Iterator[Signs]:
    """The signs under the key ``signs`` of a file."""
    for key, body in top.entries("signs", required=required):
        fields = Fields.of(body, top.report, f"the signs of `{key.value}`")
        if fields is not None:
            yield _of_question(key, fields)
            fields.done()


def _of_question(question: Scalar, fields: Fields) -> Signs:
    groups = {}
    for key, body in fields.entries("groups", required=True):
        inner = Fields.of(body, fields.report, f"the sign `{key.value}`")
        if inner is not None:
            english = inner.text("en", required=False)
            groups[key.value] = Sign(key, english, tuple(inner.scalars("rules")))
            inner.done()
    return Signs(question, fields.text("why", required=False), groups)


def joined(signs: Iterable[Signs], report: Report) -> dict[str, Signs]:
    """The signs of each question, from all files; each sign and each reason is given once."""
    found: dict[str, Signs] = {}
    for each in signs:
        known = found.setdefault(each.question.value, replace(each, groups={}, why=""))
        if known.why and each.why and known.why != each.why:
            what = f"why the signs of `{each.question.value}` all stand is said twice"
            also = [Label(known.question.span, "first here")]
            report.error("E230", what, each.question.span, also=also)
        groups = dict(known.groups)
        for name, sign in each.groups.items():
            before = groups.get(name)
            if before is None:
                groups[name] = sign
                continue
            if before.english and sign.english:
                also = [Label(before.name.span, "first here")]
                what = f"the sign `{name}` is described twice"
                report.error("E230", what, sign.name.span, also=also)
            english = before.english or sign.english
            groups[name] = replace(before, english=english, rules=(*before.rules, *sign.rules))
        found[each.question.value] = replace(known, why=known.why or each.why, groups=groups)
    for question, every in found.items():
        if not every.why:
            report.error("E203", f"the signs of `{question}` have no `why`", every.question.span)
        for name, sign in every.groups.items():
            if not sign.english:
                report.error("E203", f"the sign `{name}` has no `en`", sign.name.span)
    return found


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
