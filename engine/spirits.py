"""The spirits 神煞 of a chart: every term that is declared a spirit, with its branch."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulebase import RuleBase
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.symbols import name_of
from rules.reader.model import Arg, Literal, Select, Term, Use, walk


def spirits_of(base: RuleBase, chart: Chart) -> dict[str, str | None]:
    """Branch of each spirit by name; None where an input that it needs was not given."""
    evaluator = Evaluator(base.edition, chart.columns)
    return {
        name: name_of(evaluator.term(Term(name)))
        for name, definition in base.edition.vocabulary.terms.items()
        if definition.spirit
    }


def spoken_of(base: RuleBase) -> frozenset[str]:
    """The spirits that rules speak of, in their conditions or in their verdicts."""
    found: set[str] = set()
    for literal in base.program.literals:
        for arg in literal.args:
            found.update(_names(base, arg))
    for rule in base.edition.rules.values():
        for _, value in rule.verdict.values if rule.verdict else ():
            if isinstance(value, Term):
                found.update(_names(base, value))
    return frozenset(n for n in found if base.edition.vocabulary.terms[n].spirit)


def _names(base: RuleBase, arg: Arg) -> Iterator[str]:
    """The named terms within a term."""
    if isinstance(arg, Select):
        for condition, option in arg.options:
            yield from _names(base, option)
            for part in walk(condition) if condition is not None else ():
                if isinstance(part, Literal | Use):
                    for inner in part.args:
                        yield from _names(base, inner)
    elif isinstance(arg, Term):
        if arg.op in base.edition.definitions:
            yield arg.op
            yield from _names(base, base.edition.definitions[arg.op])
        for inner in arg.args:
            yield from _names(base, inner)
