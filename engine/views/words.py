"""Verdicts in words, English and Chinese: their values on a chart, or as the rule states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rulebase import RuleBase
from engine.speech import Said, Speaker
from facts.symbols import ALPHABET
from rules.reader.model import (
    Choose,
    Number,
    NumberOf,
    Product,
    Relation,
    Scale,
    Select,
    Term,
    Verdict,
)


class Several(tuple[Any, ...]):
    """Values of several findings that are said together."""

    __slots__ = ()


_PLAIN = {
    "certain": Said("certainly", "必"),
    "likely": Said("likely", "多"),
    "possible": Said("possibly", "或"),
    "favours_host": Said("to the host's advantage", "利主"),
    "favours_guest": Said("to the guest's advantage", "利客"),
    "neutral": Said("to neither side's advantage", "主客均"),
    "us": Said("of our side", "我方"),
    "enemy": Said("of the enemy's side", "敵方"),
    "host": Said("of the host's side", "主方"),
    "guest": Said("of the guest's side", "客方"),
    "stem": Said("of the side of the day stem", "日干方"),
    "branch": Said("of the side of the day branch", "日支方"),
    "both": Said("of both sides", "彼此"),
}
_PHRASES = {
    "general": Said("said of {}", "論{}"),
    "day_branch": Said("on the day of {}", "{}日"),
    "days": Said("in {} days", "{}日後"),
    "direction": Said("towards {}", "方在{}"),
    "place": Said("at {}", "在{}"),
    "hours": Said("at the hour of {}", "時在{}"),
    "part_of_day": Said("by {}", "於{}"),
    "number": Said("numbering {}", "其數{}"),
    "li": Said("{} li", "{}里"),
    "paces": Said("{} paces", "{}步"),
    "within_days": Said("within {} days", "{}日內"),
    "lunar_month": Said("in {}", "在{}"),
    "realm": Said("in {}", "在{}"),
    "formation": Said("drawn up in {}", "陣用{}"),
    "colour": Said("of the colour {}", "色{}"),
    "epithet": Said("called {}", "謂之{}"),
    "party": Said("that is, {}", "即{}"),
    "if_first_mover": Said("if the first mover is {}", "若先動者為{}"),
}

_RELATIONS = {
    "overrides": Said("overrides", "廢"),
    "qualifies": Said("qualifies", "補"),
    "contradicts": Said("contradicts", "異於"),
    "parallel": Said("says the same as", "同於"),
    "worse": Said("makes worse", "益凶"),
    "lighter": Said("makes lighter", "減輕"),
    "surer": Said("makes surer", "益確"),
    "saved": Said("saves from", "救"),
    "cancels": Said("cancels", "解"),
}
"""What a relation, or a modifying effect, does to its target."""


def answer_words(base: RuleBase, verdict: Verdict, values: Mapping[str, Any]) -> Said:
    """The answer with its values: "the enemy comes, in 2 days 〔賊來，2日後〕"."""
    answer = base.edition.vocabulary.questions[verdict.question].answers[verdict.answer].speech
    said = [Said(answer.en, answer.zh), *value_words(base, values)]
    advice = advice_words(base, values)
    return Said(
        "; ".join([", ".join(s.en for s in said), *(s.en for s in advice)]),
        "；".join(["，".join(s.zh for s in said), *(s.zh for s in advice)]),
    )


def verdict_words(base: RuleBase, verdict: Verdict) -> Said:
    """The answer with its values as the rule states them, whatever the chart."""
    values = {name: value for name, value in verdict.values if name != "party"}  # hangs on a chart
    return answer_words(base, verdict, values)


def value_words(base: RuleBase, values: Mapping[str, Any]) -> list[Said]:
    """Each value in words: a symbol or number of a chart, or the term that gives it."""
    said: list[Said] = []
    for name in sorted(values, key=_place):
        value = values[name]
        if name == "parts":
            said += value_words(base, dict(value))
        elif name in ("strength", "polarity", "side"):
            said.append(_PLAIN[value])
        elif name == "days" and value in (0, 1) and not isinstance(value, Several):
            said.append((Said("today", "本日"), Said("in 1 day", "1日後"))[value])
        elif name != "advice" and not (name == "party" and value is None):  # its needs are told
            said.append(_phrase(base, name, value))
    return said


def advice_words(base: RuleBase, values: Mapping[str, Any]) -> list[Said]:
    """The pieces of advice of a verdict and of its parts."""
    names = [*values.get("advice", ()), *dict(values.get("parts", ())).get("advice", ())]
    speech = [base.edition.vocabulary.advice[name] for name in names]
    return [Said(item.en, item.zh) for item in speech]


_ORDER = ("strength", "side", "party", "polarity", "days", "number", "li", *_PHRASES, "parts")


def _place(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _phrase(base: RuleBase, name: str, value: Any) -> Said:
    label = name.replace("_", " ")
    if isinstance(value, Several) and None in value:
        known = _phrase(base, name, Several(item for item in value if item is not None))
        return Said(f"{known.en} (others not known)", f"{known.zh}（餘未知）")
    if value is None:
        return Said(f"{label} not known", f"{_LABELS.get(name, label)}未知")
    phrase = _PHRASES.get(name, Said(f"{label} {{}}", f"{label}{{}}"))
    if name == "direction" and isinstance(value, Term | Select):
        phrase = Said("in {}", phrase.zh)  # "the direction of ..." is what the term is called
    if name == "number" and isinstance(value, Number):
        phrase = Said("counted as {}", phrase.zh)
    inner = _value(base, value)
    return Said(phrase.en.replace("{}", inner.en), phrase.zh.replace("{}", inner.zh))


_LABELS = {
    "general": "天將",
    "day_branch": "日子",
    "direction": "方向",
    "place": "所在",
    "hours": "時辰",
    "part_of_day": "晝夜",
    "number": "數目",
    "li": "里數",
    "if_first_mover": "先動者",
}


def _value(base: RuleBase, value: Any) -> Said:
    match value:
        case Term() | Select():
            return Speaker(base.edition).term(value)
        case NumberOf() | Product() | Scale() | Choose():
            return number_words(base, value)
        case Several():
            inner = [_value(base, item) for item in value]
            return Said(_listed([i.en for i in inner]), "、".join(i.zh for i in inner))
        case list() | tuple():
            inner = [_value(base, item) for item in value]
            return Said(" or ".join(i.en for i in inner), "或".join(i.zh for i in inner))
        case int() | float():
            return Said(f"{value:,}", str(value))
        case _ if value in ALPHABET.by_name:
            return Speaker(base.edition).symbol(value)
    return Said(str(value), str(value))


def number_words(base: RuleBase, number: Number) -> Said:
    """How a number is computed, in words."""
    speaker = Speaker(base.edition)
    match number:
        case NumberOf(table, term):
            of = speaker.term(term)
            return Said(f"{base.edition.tables[table].english} of {of.en}", f"{of.zh}之{table}")
        case Product(factors):
            said = [number_words(base, factor) for factor in factors]
            return Said(" times ".join(s.en for s in said), "乘".join(s.zh for s in said))
        case Scale(inner, of, factors):
            scaled, by = number_words(base, inner), speaker.term(of)
            rows = [(state, [str(f) for f in several]) for state, several in factors]
            en = ", ".join(f"{state} ×{' or ×'.join(several)}" for state, several in rows)
            zh = "，".join(f"{state}乘{'或'.join(several)}" for state, several in rows)
            return Said(
                f"{scaled.en}, scaled by the seasonal state of {by.en} ({en})",
                f"{scaled.zh}，視{by.zh}之氣（{zh}）",
            )
        case Choose(options):
            shown = []
            for condition, option in options:
                taken = number_words(base, option)
                if condition is None:
                    shown.append(Said(f"otherwise {taken.en}", f"否則{taken.zh}"))
                else:
                    when = speaker.condition(condition)
                    shown.append(Said(f"{taken.en} if {when.en}", f"若{when.zh}，{taken.zh}"))
            return Said("; ".join(s.en for s in shown), "；".join(s.zh for s in shown))


def relation_words(base: RuleBase, relation: Relation) -> Said:
    """What a rule does to others: "makes worse DQ-0726.a and every “we win”"."""
    verb = _RELATIONS[relation.effect or relation.kind]
    questions = base.edition.vocabulary.questions
    answers = [questions[q].answers[a].speech for q, a in relation.answers]
    english = [*relation.rules, *(f"every “{a.en}”" for a in answers)]
    chinese = [*relation.rules, *(f"凡「{a.zh}」" for a in answers)]
    return Said(f"{verb.en} {_listed(english)}", f"{verb.zh}{'、'.join(chinese)}")


def _listed(words: list[str]) -> str:
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
