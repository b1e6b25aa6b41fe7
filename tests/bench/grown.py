"""A rule base grown for measurements: the edition's rules again, with other symbols and inputs."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import count

from engine.ground import compile_program
from engine.rulebase import RuleBase
from facts.symbols import ALPHABET
from rules.reader.model import (
    All,
    AtLeast,
    Condition,
    Literal,
    Not,
    Rule,
    Select,
    Term,
    Use,
)
from rules.reader.model import Any as AnyOf
from rules.reader.substitute import instance

TURNED = ("branch", "general", "stem")
"""Types whose symbols are put in the place of one another: the next, the one after it ..."""

INPUTS = [
    Literal(relation, (Term(column), Term(other)))
    for relation in ("clashes", "combines", "controls", "harms")
    for column, other in (
        ("natal", "day_branch"),
        ("annual", "day_stem"),
        ("natal", "annual"),
        ("year_branch", "initial"),
        ("month", "final"),
        ("hour", "day_branch"),
    )
]
"""Literals over what a chart may be given, of which a copied rule takes one in three times."""


def grown(base: RuleBase, size: int) -> RuleBase:
    """The rule base with copies of its rules, all distinct, until there are ``size`` in all.

    Each copy has its symbols turned further, and one more literal: over an input, or from another
    rule. A name in a relation means the rule of the same round of copies.
    """
    edition = base.edition
    dice = random.Random(20260101)
    literals = list(base.program.literals)
    rules: dict[str, Rule] = dict(edition.rules)
    known = {rule.when for rule in rules.values()}
    for number in count(1):
        for rule in edition.rules.values():
            if len(rules) >= size:
                larger = replace(edition, rules=rules)
                return RuleBase(larger, compile_program(larger))
            more = dice.choice(INPUTS if dice.random() < 1 / 3 else literals)
            when = All((_Turn(base, number).condition(rule.when), more))
            if when not in known:
                known.add(when)
                rules[f"{rule.id}+{number}"] = _copy(rule, number, when)
    raise AssertionError("there is no end to numbers")


def _copy(rule: Rule, number: int, when: Condition) -> Rule:
    relations = tuple(
        replace(relation, rules=tuple(f"{name}+{number}" for name in relation.rules))
        for relation in rule.relations
    )
    return replace(
        rule,
        id=f"{rule.id}+{number}",
        parent=f"{rule.parent}+{number}",
        when=when,
        relations=relations,
        examples=(),
    )


@cache
def _turned(name: str, number: int) -> str:
    symbol = ALPHABET.by_name.get(name)
    if symbol is None or symbol.type not in TURNED:
        return name
    members = ALPHABET.members[symbol.type]
    return members[(symbol.index + number) % len(members)].name


class _Turn:
    """Puts other symbols into a condition; concepts are written out."""

    def __init__(self, base: RuleBase, number: int) -> None:
        self._concepts = base.edition.concepts
        self._number = number

    def condition(self, condition: Condition) -> Condition:
        match condition:
            case Literal(predicate, args):
                return Literal(predicate, tuple(self._arg(arg) for arg in args))
            case Use():
                return self.condition(instance(self._concepts, condition))
            case Not(part):
                return Not(self.condition(part))
            case AtLeast(n, parts):
                return AtLeast(n, tuple(map(self.condition, parts)))
            case All(parts):
                return All(tuple(map(self.condition, parts)))
            case AnyOf(parts):
                return AnyOf(tuple(map(self.condition, parts)))

    def _arg(self, arg):
        if isinstance(arg, Select):
            options = ((c and self.condition(c), self._arg(t)) for c, t in arg.options)
            return Select(tuple(options))
        if not isinstance(arg, Term):
            return arg
        if arg.op == "const":
            return Term("const", (_turned(arg.args[0], self._number),))
        if arg.op in ("role", "lookup"):
            return Term(arg.op, (*arg.args[:-1], self._arg(arg.args[-1])))
        return Term(arg.op, tuple(self._arg(inner) for inner in arg.args))
