"""The facts of a chart: those that the loaded rules mention, or all over its main places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from engine.ground import Compiler
from engine.horn import Atom
from engine.rulebase import RuleBase
from engine.speech import Speaker
from facts.charts import Chart
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE
from rules.reader.diagnostics import Report
from rules.reader.model import Arg, Literal, Term
from rules.reader.scope import Scope
from rules.reader.terms import decode_term

PLACES = ("day_stem", "day_branch", "hour", "month", "year_branch", "natal", "annual")
"""The places between which every relation is looked at, beside lessons and transmissions."""


def places_of(base: RuleBase) -> list[Term]:
    """The terms of the main places: the day, the time, the lessons, the transmissions."""
    vocabulary = base.edition.vocabulary
    scope = Scope(vocabulary, Report(), base.edition.tables, {})
    terms = [Term(name) for name in PLACES]
    for group in ("lessons", "transmissions"):
        for node in vocabulary.groups[group].terms:
            typed = decode_term(node, scope)
            if typed is not None and isinstance(typed.term, Term):
                terms.append(typed.term)
    return terms


def every_literal(base: RuleBase) -> Iterator[Literal]:
    """Every literal over the main places, the generals and the symbols of a slot's type."""
    places = places_of(base)
    symbols = base.edition.vocabulary.symbols
    for name, predicate in base.edition.vocabulary.predicates.items():
        if name in ("same", "in", "defined", "listed", "steps"):
            continue  # these relate whatever a rule names; they are no state of a chart
        choices: list[list[Arg]] = []
        for slot in predicate.slots:
            if slot.kind == "set":
                choices.append([(s,) for s, kind in symbols.items() if kind == slot.type])
            elif slot.type == "general":
                choices.append([Term("const", (s,)) for s, k in symbols.items() if k == "general"])
            elif slot.type == "stem":
                choices.append([Term("day_stem"), *(Term("stem_at", (p,)) for p in places[1:])])
            else:
                choices.append(list(places))
        for args in product(*choices):
            if len(args) == len(set(args)):
                yield Literal(name, args)


def fact_list(base: RuleBase, chart: Chart, everything: bool = False) -> list[dict[str, Any]]:
    """The facts that rules mention and that hold; with ``everything``, the failing ones too.

    By kind and then by name; each with its sentences.
    """
    return _listed(base, chart, base.program.literals.items(), everything)


def every_fact(base: RuleBase, chart: Chart) -> list[dict[str, Any]]:
    """Every fact that holds between the main places of a chart, whether rules mention it or not."""
    compiler = Compiler(base.edition)
    literals = ((literal, compiler.fact(literal)) for literal in every_literal(base))
    return _listed(base, chart, literals, False)


def _listed(
    base: RuleBase, chart: Chart, literals: Iterable[tuple[Literal, Atom]], everything: bool
) -> list[dict[str, Any]]:
    evaluator = Evaluator(base.edition, chart.columns)
    speaker = Speaker(base.edition, evaluator)
    shown = []
    for literal, fact in literals:
        truth = evaluator.literal(literal)
        if truth != TRUE and not everything:
            continue
        said = speaker.literal(literal, holds=truth != FALSE)
        words = {TRUE: "holds", FALSE: "fails"}.get(truth, "unknown")
        item = {"fact": fact.kind, **dict(fact.slots), "truth": words, "en": said.en, "zh": said.zh}
        shown.append(item)
    return sorted(shown, key=lambda item: (item["fact"], item["en"]))
