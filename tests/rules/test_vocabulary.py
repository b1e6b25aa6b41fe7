"""Vocabulary files to the names that rules may use."""

from __future__ import annotations

import pytest

from rules.reader.diagnostics import Report
from rules.reader.lexicon import read_vocabulary
from rules.reader.render import render_text
from rules.reader.vocabulary import Slot, Speech, Vocabulary
from tests.rules.editions import small_vocabulary
from tests.rules.trees import read

PREDICATE = """
predicates:
  {0}:
    fact: {1}
    slots: {{a: palace, in: "set:state", n: ints}}
    zh: 剋
    aliases: [{2}]
    reads: {{en: "{{a}} in {{in}}", zh: "{{n}}"}}
    fails: {{en: "{{a}} not in {{in}}", zh: "{{n}}"}}
    evidence: elements
"""
TERM = "terms: {{{0}: {{column: {1}, type: branch, en: x, zh: x, aliases: [{2}]}}}}"


def vocabulary(*texts: str) -> tuple[Vocabulary, Report]:
    report, found = Report(), small_vocabulary()
    read_vocabulary([read(text) for text in texts], found, report)
    return found, report


def sound(*texts: str) -> Vocabulary:
    found, report = vocabulary(*texts)
    assert render_text(report.items) == ""
    return found


def codes(*texts: str) -> list[str]:
    return [item.code for item in vocabulary(*texts)[1].items]


def test_names_are_found_by_alias_and_by_variant_characters() -> None:
    found = sound(TERM.format("游都", "capital", "遊都"))
    for name in ("游都", "遊都", "逰都"):
        assert found.resolve("term", name) == "游都"
    assert found.resolve("term", "魯都") == "魯都"
    assert found.resolve("predicate", "遊都") == "遊都"
    assert found.resolve("symbol", "夘") == "卯"


def test_a_predicate_with_its_slots() -> None:
    found = sound(PREDICATE.format("controls", "Control", "克"))
    predicate = found.predicates["controls"]
    assert predicate.slots == (
        Slot("a", "term", "palace"),
        Slot("in", "set", "state"),
        Slot("n", "ints", "any"),
    )
    assert predicate.reads == Speech("{a} in {in}", "{n}")
    assert found.resolve("predicate", "剋") == "controls"  # 克 and 剋 are one character


def test_a_slot_with_a_default() -> None:
    found = sound(
        "terms:\n"
        "  plate: {column: plate, type: plate, en: x, zh: x}\n"
        '  over: {slots: {of: palace, on: plate}, defaults: {on: plate}, type: branch, en: "{of}",'
        ' zh: "{on}"}'
    )
    assert found.terms["over"].slots == (
        Slot("of", "term", "palace"),
        Slot("on", "term", "plate", "plate"),
    )


def test_a_file_may_name_what_the_next_defines() -> None:
    term = "terms: {hour: {column: hour, input: hour, type: branch, en: x, zh: x}}"
    given = "inputs: {hour: {en: x, zh: x, give: 丑時}}"
    assert sound(term, given).terms["hour"].input == "hour"
    assert codes(term) == ["E215"]


def test_opposition_is_mutual() -> None:
    found = sound(
        "questions: {q: {en: x, zh: x, answers: {a: {en: x, zh: x, opposes: [b, c]}, "
        "b: {en: x, zh: x, opposes: a}, c: {en: x, zh: x}}}}"
    )
    answers = found.questions["q"].answers
    assert {name: answer.opposes for name, answer in answers.items()} == {
        "a": ("b", "c"),
        "b": ("a",),
        "c": ("a",),
    }
    assert [*answers] == ["a", "b", "c"]


def test_lists_keep_their_order() -> None:
    found = sound("lists: {四仲: {members: [子, 午, 夘, 酉], en: x}}")
    assert found.lists["四仲"] == ("子", "午", "卯", "酉")


@pytest.mark.parametrize(
    ("wanted", "given", "fits"),
    [
        ("branch", "branch", True),
        ("palace", "stem", True),
        ("stem", "palace", True),
        ("stem", "branch", False),
        ("state", "palace", False),
        ("any", "state", True),
        ("state", "any", True),
    ],
)
def test_what_may_stand_where_a_type_is_wanted(wanted: str, given: str, fits: bool) -> None:
    assert small_vocabulary().accepts(wanted, given) is fits


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["[]"], ["E201"]),
        (["terms: [a]"], ["E201"]),
        (["lists: [四仲]"], ["E201"]),
        (["advice: {'': {en: x, zh: x}}"], ["E203"]),
        (["inputs: {hour: {en: x, zh: x}}"], ["E203"]),
        (["lists: {四仲: {members: [], en: x}}"], ["E203"]),
        (["groups: {g: {terms: [], en: x, zh: x}}"], ["E203"]),
        (["terms: {t: {column: c, means: 子, en: x, zh: x}}"], ["E203"]),
        (["terms: {t: {column: c, type: branch, en: x, zh: x, spirit: often}}"], ["E201"]),
        ([TERM.format("a", "a", "c"), TERM.format("b", "b", "c")], ["E217"]),
        ([TERM.format("a", "a", "遊都"), TERM.format("b", "b", "逰都")], ["E217"]),
        ([TERM.format("a", "a", "c"), TERM.format("a", "a", "d")], ["E230"]),
        ([TERM.format("子", "a", "c")], ["E217"]),
        ([TERM.format("t", "a", "夘")], ["E217"]),
        ([PREDICATE.format("exists", "Existence", "有")], ["E217"]),
        ([PREDICATE.format("a", "A", "剋"), PREDICATE.format("b", "B", "克")], ["E217"]),
        ([PREDICATE.format("a", "A", "x"), PREDICATE.format("b", "A", "y")], ["E230"]),
        ([PREDICATE.format("a", "A fact", "x")], ["E204"]),
        ([PREDICATE.format("a", "A", "x").replace("{n}", "{n!r}")], ["E224"] * 2),
        ([PREDICATE.format("a", "A", "x").replace("{n}", "{}")], ["E224"] * 2),
        ([PREDICATE.format("a", "A", "x").replace("set:state", "set:status")], ["E219"]),
        (
            ["lists: {l: {members: [子], en: x}}", "groups: {l: {terms: [子], en: x, zh: x}}"],
            ["E217"],
        ),
        (["questions: {q: {en: x, zh: x, answers: [a]}}"], ["E201"]),
    ],
)
def test_faults(texts: list[str], expected: list[str]) -> None:
    assert codes(*texts) == expected
