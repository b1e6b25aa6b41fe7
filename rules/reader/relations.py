"""Decodes the relations that a rule declares to other rules."""

from __future__ import annotations

from rules.reader.fields import Fields
from rules.reader.model import Relation
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.scope import Scope

EFFECTS = ("worse", "lighter", "saved", "cancels", "surer")
KINDS = ("overrides", "qualifies", "contradicts", "parallel")


def decode_relations(fields: Fields, scope: Scope) -> tuple[Relation, ...]:
    """The relations of a rule; whether the rules named exist is seen when all are read."""
    found: list[Relation] = []
    for kind in KINDS:
        node = fields.take(kind)
        for item in node.items if isinstance(node, Sequence) else [node] if node else []:
            relation = _relation(kind, item, scope)
            if relation is None:
                continue
            if any(r.kind == kind and set(r.rules) & set(relation.rules) for r in found):
                fields.error(f"`{kind}` names a rule twice", "E230", item)
            found.append(relation)
    modifies = fields.inner("modifies", required=False)
    if modifies is not None:
        found.append(_modifies(modifies, scope))
        modifies.done()
    return tuple(found)


def _relation(kind: str, item: Node, scope: Scope) -> Relation | None:
    """A rule's id alone, or ``{rule, why}``."""
    if isinstance(item, Scalar):
        return Relation(kind, (item.value,), span=item.span)
    inner = Fields.of(item, scope.report, f"`{kind}`")
    if inner is None:
        return None
    rules = tuple(inner.texts("rule"))
    relation = Relation(kind, rules, why=inner.text("why"), span=item.span)
    inner.done()
    return relation


def _modifies(fields: Fields, scope: Scope) -> Relation:
    effect = fields.choice("effect", EFFECTS)
    answers = []
    for item in fields.items("answers", required=False):
        if isinstance(item, Mapping) and len(item.entries) == 1:
            question, answer = item.entries[0]
            if isinstance(answer, Scalar):
                _check_answer(question, answer, scope)
                answers.append((question.value, answer.value))
                continue
        fields.error("`answers` lists `{question: answer}`", "E205", item)
    rules = tuple(fields.texts("rules", required=False))
    if fields.take("rules") is None and fields.take("answers") is None:
        fields.error("`modifies` names `rules` or `answers`", "E203")
    return Relation("modifies", rules, tuple(answers), effect, span=fields.span)


def _check_answer(question: Scalar, answer: Scalar, scope: Scope) -> None:
    known = scope.vocabulary.questions
    if question.value not in known:
        scope.report.error(
            "E232",
            f"unknown question `{question.value}`",
            question.span,
            suggestion=", ".join(suggest(question.value, known)),
        )
    elif answer.value not in known[question.value].answers:
        answers = known[question.value].answers
        scope.report.error(
            "E233",
            f"`{answer.value}` is not an answer to `{question.value}`",
            answer.span,
            suggestion=", ".join(suggest(answer.value, answers)),
            help=f"its answers are {', '.join(answers)}",
        )
