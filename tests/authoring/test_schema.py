"""The schemas for editors accept and refuse the same files as the checker, as far as they see."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.authoring import fields
from engine.authoring.schema import KINDS, schema_of
from engine.rulebase import read
from rules import ROOT
from rules.reader.diagnostics import Report
from rules.reader.edition import Edition
from rules.reader.marks import load, read_source
from rules.reader.verdicts import VALUES
from tests.authoring.plain import data, read_file
from tests.rules.editions import BROKEN, FILES, GOOD, read_good, read_with

OTHER_TEXT = "compares a text with the book or with another text"
OWN_NAME = "a name that the file itself, or another, may give a meaning"
WRITTEN_OUT = "asks what comes of it when it is written out"
IN_ROWS = "compares the rows of a table with one another and with the whole rule"
BLIND = {
    "E206": WRITTEN_OUT,
    "E218": "follows definitions from one to the next",
    "E220": OTHER_TEXT,
    "W221": OTHER_TEXT,
    "E222": OTHER_TEXT,
    "E224": OTHER_TEXT,
    "E230": OTHER_TEXT,
    "E234": OTHER_TEXT,
    "E235": OTHER_TEXT,
    "E236": OTHER_TEXT,
    "E203-answer-in-no-row": IN_ROWS,
    "E204-uncited-beside-rules": "does not set one part of a passage against another",
    "E204-no-rest": IN_ROWS,
    "E204-rest-before-the-last": "does not count the items of a list",
    "E211-unknown-cell": OWN_NAME,
    "E212-cell-of-wrong-type": IN_ROWS,
    "E213-cells-that-do-not-fit": IN_ROWS,
    "E204-count-no-number": OWN_NAME,
    "E204-days-no-number": OWN_NAME,
    "E204-emendation-of-nothing": OTHER_TEXT,
    "E204-series-not-numbers": "a series is one text",
    "E204-series-too-long": "a series is one text",
    "E216-series-value-of-wrong-type": "a series is one text",
    "E205-n-too-great": "compares a number with the length of a list",
    "E211-unknown-term": OWN_NAME,
    "E211-unknown-plate": OWN_NAME,
    "E211-not-a-parameter": OWN_NAME,
    "E211-key-an-unknown-term": OWN_NAME,
    "E211-group-of-unknown-terms": OWN_NAME,
    "E211-unknown-default": OWN_NAME,
    "E212-row-as-term": OWN_NAME,
    "E212-means-of-wrong-type": "compares the type of a term with another field",
    "E215-encoded-by-unknown": OWN_NAME,
    "E216-unknown-symbol": OWN_NAME,
    "E217-alias-taken": OWN_NAME,
    "E217-term-hides-symbol": OWN_NAME,
    "E217-spirit-named-as-a-symbol": OWN_NAME,
    "E217-spirit-named-as-a-term": OWN_NAME,
    "E231-id-of-another-passage": OTHER_TEXT,
    "E233-opposes-itself": OTHER_TEXT,
    "E233-opposes-unknown": OWN_NAME,
    "E237-unknown-row": OTHER_TEXT,
}
"""The faults that no schema of one file can see, by code or by file, each with the reason."""

OTHER_NAMES = ("E207",)
"""Faults whose files define names of their own beside the fault: these a schema refuses anyway."""


def kind_of(folder: str) -> str:
    return folder if folder in KINDS else "section"


@cache
def validator(kind: str, *, small: bool = False) -> Draft202012Validator:
    """The schema over the edition, or over the small one that the broken files belong to."""
    schema = schema_of(kind, read_good() if small else read(Report()))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def broken_trees() -> list[Any]:
    """The broken files that are good YAML: of the rest an editor says so itself."""
    found = []
    for folder in FILES:
        for path in sorted((BROKEN / folder).glob("*.yaml")):
            report = Report()
            source = read_source(path, report)
            tree = load(source, report) if source else None
            if path.stem.startswith(OTHER_NAMES):
                continue
            if tree is not None and not report.items:
                name = f"{folder}/{path.stem}"
                found.append(pytest.param(kind_of(folder), path.stem, data(tree), id=name))
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.yaml")), ids=lambda path: path.name)
def test_the_edition_is_accepted(path: Path) -> None:
    kind = kind_of(path.relative_to(ROOT).parts[0])
    assert [e.message for e in validator(kind).iter_errors(read_file(path))] == []


@pytest.mark.parametrize("folder", FILES)
def test_the_good_edition_is_accepted(folder: str) -> None:
    tree = read_file(GOOD / FILES[folder])
    found = validator(kind_of(folder), small=True).iter_errors(tree)
    assert [e.message for e in found] == []


@pytest.mark.parametrize(("kind", "name", "tree"), broken_trees())
def test_what_is_broken_is_refused_where_a_schema_sees_it(kind: str, name: str, tree: Any) -> None:
    blind = name in BLIND or name.partition("-")[0] in BLIND
    assert validator(kind, small=True).is_valid(tree) == blind


RULE = {
    "id": "DQ-0001.a",
    "title": "t",
    "quote": "游",
    "when": "always",
    "then": {"answer": "comes"},
}


def section(**rule: Any) -> dict[str, Any]:
    passages = [{"passage": "DQ-0001", "text": "游", "rules": [RULE | rule]}]
    return {"section": "s", "en": "e", "question": "enemy_coming", "passages": passages}


@pytest.mark.parametrize(
    ("when", "good"),
    [
        ({"void": "游都"}, True),
        ({"void": "遊都"}, True),  # an alias
        ({"void": "我之神"}, True),  # a role of the file, for all that a schema knows
        ({"void": "貴人"}, False),  # a general is never void
        ({"void": ["游都"]}, True),
        ({"void": {"of": "游都"}}, True),
        ({"void": ["游都", "子"]}, False),
        ({"void": {"seat_of": "游都"}}, True),
        ({"void": {"seat_of": {"of": "游都"}}}, True),
        ({"void": {"general_on": "游都"}}, False),  # it gives a general
        ({"沖": ["游都", "day_stem"]}, True),
        ({"冲": ["游都", "day_stem"]}, True),  # a variant character
        ({"clashes": ["游都"]}, False),
        ({"void": {"lookup": {"table": "游都", "key": "day_stem"}}}, True),
        ({"void": {"lookup": ["游都", "day_stem"]}}, True),
        ({"void": {"lookup": {"table": "游都", "key": "day_branch"}}}, False),
        ({"void": {"lookup": {"table": "無", "key": "day_stem"}}}, False),
        ({"on_day": "游都"}, True),
        ({"on_day": "day_stem"}, False),
        ({"is": "on_day"}, False),
        ({"in": ["游都", ["子", "丑"]]}, True),
        ({"season_state": ["游都", ["旺", "子"]]}, False),
        ({"exists": {"x": "三傳", "that": {"void": "x"}}}, True),
        ({"exists": {"x": "四傳", "that": {"void": "x"}}}, False),
        ({"exists": {"子": "三傳", "that": {"void": "x"}}}, False),
        ({"at_least": {"n": 1, "of": [{"void": "游都"}]}}, True),
        ([], False),
        ([{"any": [{"not": {"void": "子"}}, {"void": "丑"}]}], True),
    ],
    ids=str,
)
def test_conditions(when: Any, good: bool) -> None:
    assert validator("section").is_valid(section(when=when)) == good


@pytest.mark.parametrize(
    ("then", "good"),
    [
        ({"answer": "comes", "days": 0}, True),
        ({"answer": "we_win"}, False),  # answers another question than that of the file
        ({"question": "who_wins", "answer": "we_win"}, True),
        ({"question": "who_wins", "answer": "comes"}, False),
        ({"answer": "comes", "place": {"first_of": [{"take": "游都"}]}}, True),
        (
            {"answer": "comes", "place": {"first_of": [{"if": {"void": "游都"}, "take": "子"}]}},
            False,
        ),
        ({"answer": "comes", "advice": ["avoid"]}, True),
        ({"answer": "comes", "advice": ["avoids"]}, False),
        ({"answer": "comes", "parts": {"days": 1}}, True),
        ({"answer": "comes", "parts": {}}, False),
    ],
    ids=str,
)
def test_verdicts(then: Any, good: bool) -> None:
    assert validator("section").is_valid(section(then=then)) == good


def test_hover_texts_are_the_sentences_in_english_and_chinese() -> None:
    definitions = schema_of("section", read(Report()))["$defs"]
    (lines, one) = [part for part in definitions["condition"]["anyOf"] if "type" in part]
    assert lines["type"] == "array"
    assert one["properties"]["controls"]["description"] == "{a} controls {b} · {a}剋{b}"
    assert one["properties"]["on_day"]["description"].startswith("{x} stands on the day stem")
    stems = definitions["symbol.stem"]
    assert dict(zip(stems["enum"], stems["enumDescriptions"], strict=True))["甲"] == "jia (stem)"
    assert definitions["verdict"]["properties"]["days"]["description"] == fields.VERDICT["days"]


def test_every_reference_has_its_definition() -> None:
    edition = read_good()
    for kind in KINDS:
        schema = schema_of(kind, edition)
        assert set(references(schema)) == schema["$defs"].keys()


def references(part: Any) -> list[str]:
    if isinstance(part, list):
        return [name for item in part for name in references(item)]
    if not isinstance(part, dict):
        return []
    own = [str(part["$ref"]).removeprefix("#/$defs/")] if "$ref" in part else []
    return own + [name for item in part.values() for name in references(item)]


PLACES = [
    ("sections", "section: 游", "", fields.SECTION),
    ("sections", "    text: ", "    ", fields.PASSAGE),
    ("sections", "        title: The wandering", "        ", fields.RULE),
    ("sections", "{chart: ", "{", fields.EXAMPLE),
    ("sections", "{printed: ", "{", fields.EMENDATION),
    ("sections", "{quote: 加孟", "{", fields.ENCODED),
    ("sections", "{quote: 即此", "{", fields.NOT_ENCODED),
    ("sections", "{effect: ", "{", fields.MODIFIES),
    ("concepts", "    en: the capital is void", "    ", fields.CONCEPT),
    ("tables", "    en: the wandering", "    ", fields.TABLE),
    ("vocabulary", "    fact: Control", "    ", fields.PREDICATE),
    ("vocabulary", "    means: {lookup", "    ", fields.TERM),
]


@pytest.mark.parametrize(("kind", "before", "margin", "known"), PLACES)
def test_the_fields_are_those_that_the_reader_takes(
    kind: str, before: str, margin: str, known: dict[str, str], tmp_path: Path
) -> None:
    text = (GOOD / FILES[kind]).read_text(encoding="utf-8")
    assert before in text
    stray = f"{margin}zzz: 1{', ' if margin == '{' else chr(10)}"
    broken = text.replace(before, stray + before.removeprefix("{"), 1)
    (item,) = [i for i in read_with(tmp_path, kind, broken.encode()).items if i.code == "E202"]
    assert item.help == f"its fields are {', '.join(sorted(known))}"


def test_the_values_are_those_that_the_reader_takes() -> None:
    assert {*fields.VERDICT} == {"question", "answer", *VALUES}


def test_the_schema_has_the_words_of_the_vocabulary() -> None:
    edition: Edition = read_good()
    assert {"void", "on_day"} <= words(edition)
    del edition.vocabulary.predicates["void"]
    assert words(edition) & {"void", "on_day"} == {"on_day"}


def words(edition: Edition) -> set[str]:
    """What can head a condition."""
    *_, one = schema_of("section", edition)["$defs"]["condition"]["anyOf"]
    return {*one["properties"]}
