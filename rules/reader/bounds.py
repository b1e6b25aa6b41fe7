"""Checks that what is defined by name stays small when the names are replaced by their meaning.

Named terms and concepts name one another; a chain of them may be deep, and each link may name the
one before it more than once. Whatever reads a rule later may follow every name, and recurse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.reader.circles import in_order
from rules.reader.diagnostics import Report
from rules.reader.limits import MAX_TERM, Allowance
from rules.reader.model import Concept, Condition, Literal, Not, Rule, Select, Term, Use
from rules.reader.nodes import Span
from rules.reader.substitute import instance
from rules.reader.vocabulary import Vocabulary

MAX_DEPTH = 60
"""Conditions within conditions, through concepts."""

MAX_WRITTEN = 400_000
"""Parts of all concepts together, each written out for each of the arguments it is used with."""

Part = Condition | Term | Select


def check_definitions(
    definitions: Mapping[str, Term | Select], vocabulary: Vocabulary, report: Report
) -> None:
    """Each named term, written out, is small; ``definitions`` has each after those it names."""
    written: dict[str, int] = {}
    for name, term in definitions.items():
        size = sum(written.get(part.op, 1) for part in _walk(term) if isinstance(part, Term))
        written[name] = min(size + 1, MAX_TERM)
        if size >= MAX_TERM:
            means = vocabulary.terms[name].means
            what = f"the term `{name}` has more than {MAX_TERM} parts when it is written out"
            report.error("E207", what, means.span if means is not None else None)
            return  # so have all that name it


def check_concepts(
    concepts: Mapping[str, Concept], rules: Mapping[str, Rule], report: Report
) -> None:
    """Concepts are not deep, and neither they nor rules that use them grow when written out."""
    deep: dict[str, int] = {}
    order, circles = in_order({name: _used(c.body) for name, c in concepts.items()})
    for name in order:
        deep[name] = _depth(concepts[name].body, deep)
        if deep[name] > MAX_DEPTH:
            _too_deep(f"the concept `{name}`", concepts[name].span, report)
            return
    if circles:
        return
    allowance = Allowance()
    done: set[Use] = set()
    left = MAX_WRITTEN
    for rule in rules.values():
        if _depth(rule.when, deep) > MAX_DEPTH:
            _too_deep(f"the condition of {rule.id}", rule.span, report)
            return
        waiting = [part for part in _walk(rule.when) if isinstance(part, Use)]
        while waiting:
            use = waiting.pop()
            if use in done or use.concept not in concepts:  # an unsound one has been reported
                continue
            done.add(use)
            body = instance(concepts, use)
            left -= allowance.size(body)
            parts = [*_walk(body)]
            terms = [allowance.size(part) for part in parts if isinstance(part, Term | Select)]
            if left < 0 or max(terms, default=0) > MAX_TERM:
                what = f"the concept `{use.concept}` grows too large when it is written out"
                report.error("E207", f"{what} for {rule.id}", rule.span)
                return
            waiting += [part for part in parts if isinstance(part, Use)]


def _too_deep(what: str, span: Span | None, report: Report) -> None:
    deep = f"{what} has conditions more than {MAX_DEPTH} deep when its concepts are written out"
    report.error("E207", deep, span)


def _within(part: Part) -> Iterator[Part]:
    """What stands directly within a condition or term."""
    match part:
        case Term() | Literal() | Use():
            yield from (arg for arg in part.args if isinstance(arg, Term | Select))
        case Select():
            for condition, term in part.options:
                if condition is not None:
                    yield condition
                yield term
        case Not():
            yield part.part
        case _:
            yield from part.parts


def _walk(part: Part) -> Iterator[Part]:
    """The condition or term and all within it, terms that roles hold too."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += _within(part)


def _used(condition: Condition) -> list[str]:
    return [part.concept for part in _walk(condition) if isinstance(part, Use)]


def _depth(part: Part, deep: Mapping[str, int]) -> int:
    """Conditions within conditions; a term counts for no more than the conditions it asks."""
    own = 0 if isinstance(part, Term | Select) else 1
    below = [_depth(inner, deep) for inner in _within(part)]
    if isinstance(part, Use):
        below.append(deep.get(part.concept, 0))
    return own + max(below, default=0)
