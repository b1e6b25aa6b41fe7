"""Every passage that the edition, the casting schools or a chart cites can be read in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.rulebase import read
from facts.charts import read_chart
from facts.moment import Almanac
from facts.profiles import profiles
from facts.schools import DEFAULT, SWITCHES, School
from facts.symbols import BRANCHES, PILLARS
from facts.trace import Step
from facts.transmissions import derive, disputes
from rules import ROOT
from rules.reader.diagnostics import Report
from rules.reader.marks import load, read_source
from rules.reader.nodes import Mapping, Node, Scalar, Sequence

EDITION = read(Report())
PASSAGE = re.compile("[A-Z]{2}-[0-9]{4}")
SCHOOLS = (
    DEFAULT,
    *(replace(DEFAULT, **{s.name: o.value}) for s in SWITCHES for o in s.options[1:]),
)
FILES = sorted(ROOT.rglob("*.yaml"))


def unread(cited: dict[str, set[str]]) -> dict[str, list[str]]:
    """Of the passages cited (each with the places that cite it), those that are not there."""
    assert cited
    return {p: sorted(where)[:5] for p, where in cited.items() if p not in EDITION.passages}


def mappings(node: Node | None) -> Iterator[Mapping]:
    """All mappings in a tree."""
    if isinstance(node, Mapping):
        yield node
        for _, value in node.entries:
            yield from mappings(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from mappings(item)


def scalars(node: Node | None) -> list[Scalar]:
    """The scalars of a field that has one or a list of them."""
    items = node.items if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar)]


def trees() -> Iterator[tuple[str, Node]]:
    report = Report()
    for path in FILES:
        source = read_source(str(path), report)
        tree = load(source, report) if source else None
        if tree is not None:
            yield path.name, tree


def test_sources_and_support_of_all_files_can_be_read():
    cited = defaultdict(set)
    for name, tree in trees():
        for mapping in mappings(tree):
            for field in ("from", "support"):
                for scalar in scalars(mapping.get(field)):
                    if PASSAGE.fullmatch(scalar.value):
                        cited[scalar.value].add(f"{name}:{scalar.span.line}")
    assert {"DQ-0009", "DQ-0638", "DQ-0891"} <= cited.keys()
    assert unread(cited) == {}


def test_passages_named_to_the_reader_can_be_read():
    """In readings, reasons of emendations and of relations, notes on what is not encoded."""
    cited = defaultdict(set)
    for rule in EDITION.rules.values():
        for words in (rule.reading, rule.dead, *(relation.why for relation in rule.relations)):
            for passage in PASSAGE.findall(words):
                cited[passage].add(rule.parent)
        for quote in rule.quotes:
            cited[quote.passage].add(rule.parent)
    for passage in EDITION.passages.values():
        words = [emendation.why for emendation in passage.emendations]
        words += [item.note for item in passage.not_encoded]
        words += [what for _, what in passage.encoded_by]
        for named in PASSAGE.findall(" ".join(words)):
            cited[named].add(passage.id)
    assert unread(cited) == {}


def test_quotes_beside_a_source_are_spans_of_it():
    """Of tables, their variants and lists."""
    wrong, seen = [], 0
    for name, tree in trees():
        for mapping in mappings(tree):
            source = mapping.get("from")
            if not isinstance(source, Scalar) or source.value not in EDITION.passages:
                continue
            for quote in scalars(mapping.get("quote")):
                seen += 1
                if quote.value not in EDITION.passages[source.value].text:
                    wrong.append(f"{name}:{quote.span.line} {quote.value}")
    assert seen > len(EDITION.tables) // 2
    assert wrong == []


def test_every_table_quotes_its_passage():
    assert [t.name for t in EDITION.tables.values() if not t.quotes] == []


def test_schools_cite_passages_that_can_be_read():
    cited = defaultdict(set)
    for switch in SWITCHES:
        for option in switch.options:
            assert option.passages
            for passage in option.passages:
                cited[passage].add(f"{switch.name}={option.value}")
    for profile in profiles().values():
        cited[profile.source].add(profile.name)
    assert unread(cited) == {}


def enter(cited: dict[str, set[str]], steps: tuple[Step, ...]) -> None:
    """Add what steps cite; a step of the calendar has no passage."""
    for step in steps:
        if step.passage:
            cited[step.passage].add(step.what_en)


def changed(school: School) -> str:
    ours = DEFAULT.as_dict()
    return next((v for k, v in school.as_dict().items() if v != ours[k]), "default")


@pytest.mark.parametrize("school", SCHOOLS, ids=changed)
def test_steps_of_all_boards_cite_passages_that_can_be_read(school):
    cited = defaultdict(set)
    methods = set()
    for day in range(60):
        for offset in range(12):
            derivation = derive(day, offset, school)
            methods.add(derivation.method)
            enter(cited, derivation.steps)
            for dispute in disputes(day, offset, school):
                for passage in dispute.passages:
                    cited[passage].add(f"{dispute.switch}={dispute.value}")
    assert {"元首", "重審", "比用", "昴星", "別責", "八專", "伏吟", "返吟"} <= methods
    assert unread(cited) == {}


@pytest.mark.parametrize("school", SCHOOLS, ids=changed)
def test_steps_of_charts_cite_passages_that_can_be_read(school):
    """With all that a line can tell: the plate, the season, day or night, the current year."""
    cited = defaultdict(set)
    for number in range(60):
        general, hour = BRANCHES[number % 12], BRANCHES[number * 5 % 12]
        chart = read_chart(f"{PILLARS[number]}日 {general}將 {hour}時", school)
        enter(cited, chart.casting_steps)
    chart = read_chart("甲子年 寅月 戊申日 亥將 卯時 子年生 男", school)
    enter(cited, chart.casting_steps)
    assert {"plate", "annual"} <= {step.gives for step in chart.casting_steps}
    assert unread(cited) == {}


def test_the_nobles_step_cites_its_school():
    for option in SWITCHES[0].options:
        chart = read_chart("甲子日 亥將 卯時", replace(DEFAULT, noble=option.value))
        (step,) = (s for s in chart.casting_steps if s.gives == "arrangement")
        assert step.passage in option.passages


def test_each_month_general_is_where_the_passage_says():
    """The step of a moment cites the passage that names the general's 中氣 and its month."""
    for month in range(1, 13):
        given, steps = Almanac().inputs(f"2026-{month:02d}-28T12:00+08:00")
        assert given.month_general is not None
        (step,) = (s for s in steps if "month general" in s.what_en)
        passage = EDITION.passages[step.passage]
        words = " ".join(what for _, what in passage.encoded_by)
        assert f"the month general {BRANCHES[given.month_general]} begins" in words
