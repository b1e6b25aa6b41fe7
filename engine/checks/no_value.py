"""W314: a rule that fires because a term under a negation has no value."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page
from engine.checks.truths import Truths
from engine.rulebase import RuleBase
from engine.space import TooLarge
from engine.speech import Speaker
from facts.predicates import unfold
from rules.reader.model import (
    All,
    Any,
    AtLeast,
    Condition,
    Literal,
    Not,
    Select,
    Term,
    Use,
    walk,
)
from rules.reader.substitute import instance


class NoValue(Check):
    """Rules that would be silent if a negation asked that there is something to deny."""

    code = "W314"
    page = Page(
        wrong="A term of the rule has no value on some charts (a void palace hides no stem). A "
        "relation over nothing does not hold, so its negation does, and the rule fires there for "
        "that reason alone.",
        why="「不剋」 said of a stem that is not there is seldom what the verse means.",
        mend="Write `{defined: term}` beside the negation. Where the verse means it so, accept "
        "the finding with the reason.",
        example="when: {not: {controls: [{stem_at: day_branch}, day_stem]}}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Rules whose truth changes when negations ask for a value, with a chart of it."""
        asking = _Asking(ground.base, ground.truths)
        seen: set[str] = set()
        for rule in ground.base.edition.rules.values():
            if rule.parent in seen or rule.id not in ground.truths.fires:
                continue
            asked = asking.of(rule.when)
            if asked == rule.when:
                continue
            count, chart, _ = ground.truths.where(All((rule.when, Not(asked))))
            if count:
                seen.add(rule.parent)
                yield self.finding(
                    f"{rule.id} fires on {charts(count)} only because what it denies has no value "
                    f"there: {_spoken(ground.base, asked)}",
                    rule.span,
                    rule,
                    help=f"for example on {chart}\nwrite `{{defined: term}}` beside the negation",
                )


def _spoken(base: RuleBase, asked: Condition) -> str:
    """The terms that may be missing in a rewritten condition, in words."""
    literals = dict.fromkeys(part for part in walk(asked) if isinstance(part, Literal))
    terms = [part.args[0] for part in literals if part.predicate == "defined"]
    said = [Speaker(base.edition).term(term) for term in terms]
    return "; ".join(f"{one.en} ({one.zh})" for one in said)


class _Asking:
    """Rewrites conditions so that what is denied must have a value."""

    def __init__(self, base: RuleBase, truths: Truths) -> None:
        self._base = base
        self._truths = truths
        self._missing: dict[Term | Select, bool] = {}

    def of(self, condition: Condition, *, denied: bool = False) -> Condition:
        """The condition with each denied literal true also where one of its terms is nothing.

        What holds no such literal is given back as it is.
        """
        match condition:
            case Literal():
                return self._literal(condition) if denied else condition
            case Not(part):
                return Not(self.of(part, denied=not denied))
            case Use():
                body = instance(self._base.edition.concepts, condition)
                asked = self.of(body, denied=denied)
                return condition if asked == body else asked
            case All(parts):
                return All(tuple(self.of(part, denied=denied) for part in parts))
            case Any(parts):
                return Any(tuple(self.of(part, denied=denied) for part in parts))
            case AtLeast(n, parts):
                return AtLeast(n, tuple(self.of(part, denied=denied) for part in parts))

    def _literal(self, literal: Literal) -> Condition:
        if literal.predicate == "defined":
            return literal
        comparison = unfold(literal)
        terms = [t for t in (comparison.left, comparison.right) if t is not None]
        missing = tuple(Not(Literal("defined", (term,))) for term in terms if self._may_miss(term))
        return Any((literal, *missing)) if missing else literal

    def _may_miss(self, term: Term | Select) -> bool:
        """Whether a term has no value on some chart (not decided over the budget: no)."""
        if term not in self._missing:
            try:
                count = self._truths.where(Not(Literal("defined", (term,)))).charts
            except TooLarge:
                count = 0
            self._missing[term] = count > 0
        return self._missing[term]
