"""The views of ``read`` and ``rule``: a rule as a sentence, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console

from engine.rulebase import RuleBase
from engine.space import TooLarge, extent
from engine.speech import Said, Speaker
from engine.views.console import padded, text
from engine.views.whynot import extent_line, witness_lines
from engine.views.words import relation_words, verdict_words
from rules.reader.model import All, Example, Rule


def sentence(base: RuleBase, rule: Rule) -> Said:
    """A rule as one sentence: if its condition, then its verdict and what it does to others."""
    condition = Speaker(base.edition).condition(rule.when)
    said = [] if rule.verdict is None else [verdict_words(base, rule.verdict)]
    said += [
        Said(f"it {words.en}", f"此{words.zh}")
        for words in (relation_words(base, r) for r in rule.relations if r.kind == "modifies")
    ]
    en, zh = "; ".join(s.en for s in said), "；".join(s.zh for s in said)
    if rule.when == All(()):
        return Said(f"Always: {en}.", f"常：{zh}。")
    return Said(f"If {condition.en}, then {en}.", f"若{condition.zh}，則{zh}。")


def show_sentence(out: Console, base: RuleBase, rule: Rule) -> None:
    """Print a rule as a sentence, in English and Chinese."""
    said = sentence(base, rule)
    out.print(text((rule.id, "bold")))
    out.print(padded(said.en, 2))
    out.print(padded(said.zh, 2))


def rule_dict(base: RuleBase, rule: Rule) -> dict[str, Any]:
    """A rule's page for JSON."""
    said = sentence(base, rule)
    shown: dict[str, Any] = {
        "rule": rule.id,
        "title": rule.title,
        "section": rule.section,
        "passage": rule.passage,
        "status": rule.status,
        "quotes": [{"passage": q.passage, "quote": q.text} for q in rule.quotes],
        "en": said.en,
        "zh": said.zh,
    }
    if rule.verdict is not None:
        shown |= {"question": rule.verdict.question, "answer": rule.verdict.answer}
    optional: dict[str, Any] = {
        "reading": rule.reading,
        "support": list(rule.support),
        "school": rule.school,
        "dead": rule.dead,
        "sign": base.edition.sign_of(rule),
        "accept": [{"code": a.code, "with": a.other, "why": a.why} for a in rule.accept],
        "relations": [
            {
                "kind": r.kind,
                "rules": list(r.rules),
                "answers": [{"question": q, "answer": a} for q, a in r.answers],
                "effect": r.effect,
                "why": r.why,
            }
            for r in rule.relations
            if not base.edition.of_signs(rule, r)
        ],
        "named_by": [{"rule": other.id, "does": words.en} for other, words in _named(base, rule)],
        "examples": [
            {"chart": e.chart, "expect": e.expect, "from": e.source} for e in rule.examples
        ],
        "place": place_of(rule),
    }
    shown |= {name: value for name, value in optional.items() if value}
    try:
        where = extent(base, rule.when)
    except TooLarge:
        shown["fires"] = None
    else:
        shown["fires"] = where.fires
        shown["of"] = where.of
        shown["over"] = list(where.axes)
        shown["witnesses"] = witness_lines(where)
    return shown


def show_rule(out: Console, base: RuleBase, rule: Rule) -> None:
    """Print a rule's page: verse, reading, condition, verdict, extent, relations, examples."""
    out.print(text((f"{rule.id}  {rule.title}", "bold")))
    school = f", school {rule.school}" if rule.school else ""
    out.print(padded(f"{rule.section}, {rule.passage}; {rule.status}{school}", 2))
    for quote in rule.quotes:
        out.print(padded(f"「{quote.text}」{quote.passage}", 2))
    if rule.reading:
        support = f" ({', '.join(rule.support)})" if rule.support else ""
        out.print(padded(f"reading: {rule.reading}{support}", 2))
    said = sentence(base, rule)
    out.print()
    out.print(padded(said.en, 2))
    out.print(padded(said.zh, 2))
    if rule.verdict is not None:
        question = base.edition.vocabulary.questions[rule.verdict.question].speech
        out.print(padded(f"It answers: {question.en}  〔{question.zh}〕", 2))
    out.print()
    _show_extent(out, base, rule)
    if sign := base.edition.sign_of(rule):
        out.print(padded(f"its sign: {sign}; rules of other signs may differ from it", 2))
    for relation in rule.relations:
        if base.edition.of_signs(rule, relation):
            continue
        why = f": {relation.why}" if relation.why else ""
        out.print(padded(f"it {relation_words(base, relation).en}{why}", 2))
    for other, words in _named(base, rule):
        out.print(padded(f"{other.id} {words.en}", 2))
    for accepted in rule.accept:
        what = f"{accepted.code} with {accepted.other}" if accepted.other else accepted.code
        out.print(padded(f"it accepts the finding {what}: {accepted.why}", 2))
    for example in rule.examples:
        out.print(padded(example_words(base, example), 2))
    out.print(padded(text((place_of(rule), "dim")), 2))


def _show_extent(out: Console, base: RuleBase, rule: Rule) -> None:
    if rule.dead:
        out.print(padded(f"Declared a dead letter: {rule.dead}", 2))
    try:
        where = extent(base, rule.when)
    except TooLarge:
        out.print(padded(extent_line(None), 2))
        return
    charts = ["", *witness_lines(where)]
    out.print(padded(extent_line(where) + (" Such are:" if where.fires else ""), 2))
    for chart in charts[1:]:
        out.print(padded(chart, 4))


_EXPECTED = {
    "fires": "it fires on",
    "silent": "it is silent on",
    "undetermined": "it is undetermined on",
    "should_fire": "known gap: it should fire on",
    "should_be_silent": "known gap: it should be silent on",
}


def example_words(base: RuleBase, example: Example) -> str:
    """An example as a line: what the rule does on which chart, for what reason, by whom."""
    words = [f"example: {_EXPECTED[example.expect]} {example.chart}"]
    if example.row:
        words.append(f"row {example.row}")
    if example.because:
        words.append(f"because {example.because} does not hold")
    if example.needs:
        inputs = base.edition.vocabulary.inputs
        words.append(f"for want of {' and '.join(inputs[n].speech.en for n in example.needs)}")
    words += [f"{name}: {value}" for name, value in example.gives]
    words += [f"by the school {setting}" for setting in example.school]
    if example.source:
        words.append(f"from {example.source}")
    return ", ".join(words)


def _named(base: RuleBase, rule: Rule) -> Iterator[tuple[Rule, Said]]:
    """The rules that declare something of this one, each with what it does."""
    for other in base.edition.rules.values():
        for relation in other.relations:
            named = rule.id in relation.rules or rule.parent in relation.rules
            if named and not base.edition.of_signs(other, relation):
                yield other, relation_words(base, relation)


def place_of(rule: Rule) -> str:
    """The rule's place as ``file:line``, the file from the edition's folder on."""
    if rule.span is None:
        return ""
    _, found, path = rule.span.source.path.rpartition("/rules/")
    return f"{found.lstrip('/')}{path}:{rule.span.line + 1}"
