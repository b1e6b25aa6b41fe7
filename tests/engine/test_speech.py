"""Sentences: from the vocabulary alone, with the values of the chart."""

from __future__ import annotations

import re

import pytest

from engine.speech import Said, Speaker
from facts.charts import read_chart
from facts.evaluate import Evaluator
from rules.reader.model import Literal, Not, Term, walk

CONCEPTS = """
    near: {params: {x: branch}, en: "{x} is near", zh: "{x}近", define: {void: x}}
"""


@pytest.fixture(scope="module")
def speak(condition):
    def said(when, chart="", holds=True):
        base, rule = condition(when, CONCEPTS)
        evaluator = Evaluator(base.edition, read_chart(chart).columns) if chart else None
        return Speaker(base.edition, evaluator).condition(rule.when, holds=holds)

    return said


CHART = "丙辰日 亥將 丑時 春"


@pytest.mark.parametrize(
    ("when", "en", "zh"),
    [
        ("{controls: [initial, day_stem]}",
         "the initial transmission controls the day stem", "初傳剋日干"),
        ("{void: {upper_of: day_stem}}", "the god over the day stem is void", "日干上神空亡"),
        ("{near: initial}", "the initial transmission is near", "初傳近"),
        ("always", "always", "常"),
        ("[{void: 子}, {any: [{void: 丑}, {void: 寅}]}]",
         "子 is void, and (丑 is void, or 寅 is void)", "子空亡，且（丑空亡，或寅空亡）"),
        ("{none: [{void: 子}, {void: 丑}]}",
         "子 is not void, and 丑 is not void", "子不空，且丑不空"),
        ("{at_least: {n: 2, of: [{void: 子}, {void: 丑}, {void: 寅}]}}",
         "at least 2 of: 子 is void; 丑 is void; 寅 is void", "至少2：子空亡；丑空亡；寅空亡"),
        ("{in: [initial, [子, 午]]}",
         "the initial transmission is among 子 or 午", "初傳在子午之中"),
        ("{void: {upper_of: {of: 子, plate: {turn: {lay: 丑, on: 寅}}}}}",
         "the god over 子 on the plate with 丑 laid on 寅 is void", "丑加寅之盤子上神空亡"),
    ],
)  # fmt: skip
def test_a_condition_reads_as_a_sentence(when, en, zh, speak):
    assert speak(when) == Said(en, zh)


@pytest.mark.parametrize(
    ("when", "chart", "en"),
    [
        ("{controls: [initial, day_stem]}", CHART,
         "the initial transmission (丑, earth) controls the day stem (丙, fire)"),
        ("{lands_on: [天罡, day_stem]}", CHART,
         "the Dipper's Handle 天罡 (chen) (辰) lands on the day stem (丙, lodged in 巳)"),
        ("{void: {upper_of: day_stem}}", CHART, "the god over the day stem 丙 (卯) is void"),
        ("{same: [natal, 子]}", CHART, "the commander's natal branch (not given) is 子"),
        ("{defined: {stem_at: 子}}", CHART, "there is the hidden stem of 子 (none)"),
        ("{carries: [白虎, initial]}", CHART,
         "the White Tiger 白虎 rides the initial transmission (丑)"),
        ("{same: [season, 春]}", CHART, "the season (spring 春) is spring 春"),
    ],
)  # fmt: skip
def test_with_a_chart_it_says_the_values(when, chart, en, speak):
    assert speak(when, chart).en == en


def test_a_negation_is_said_by_what_fails(speak):
    assert speak("{not: {void: 子}}").en == "子 is not void"
    assert speak("{not: {near: 子}}").en == "it is not so that 子 is near"
    assert speak("always", holds=False) == Said("never", "不然")
    counted = "{at_least: {n: 2, of: [{void: 子}, {void: 丑}]}}"
    assert speak(counted, holds=False).en == "fewer than 2 of: 子 is void; 丑 is void"
    mixed = "[{void: 子}, {any: [{void: 丑}, {not: {void: 寅}}]}]"
    assert speak(mixed, holds=False).en == "子 is not void, or (丑 is not void, and 寅 is void)"


def test_every_condition_of_the_edition_is_said_in_full(base, draw):
    """No slot stays open and nothing is empty, with a chart and without one."""
    (chart,) = draw(1, 95)
    for speaker in (
        Speaker(base.edition),
        Speaker(base.edition, Evaluator(base.edition, chart.columns)),
    ):
        for rule in base.edition.rules.values():
            for holds in (True, False):
                said = speaker.condition(rule.when, holds=holds)
                assert said.en, rule.id
                assert said.zh, rule.id
                assert not re.search(r"\{\w+\}", said.en + said.zh), (rule.id, said)


def test_a_literal_and_its_negation_are_said_differently(base):
    speaker = Speaker(base.edition)
    for rule in base.edition.rules.values():
        for part in walk(rule.when):
            if isinstance(part, Literal):
                yes, no = speaker.condition(part), speaker.condition(Not(part))
                assert yes.en != no.en
                assert yes.zh != no.zh


def test_every_term_of_the_vocabulary_has_words(base):
    speaker = Speaker(base.edition)
    for name, definition in base.edition.vocabulary.terms.items():
        if not definition.slots:
            said = speaker.term(Term(name))
            assert said == Said(definition.speech.en, definition.speech.zh)
