"""The apparatus tells every doubt of the edition once, under its passage."""

from collections import Counter

import pytest

from engine.apparatus import KINDS, apparatus
from engine.rulebase import RuleBase, load
from tests.cli.runner import answer, run


@pytest.fixture(scope="module")
def base() -> RuleBase:
    return load()


def test_every_doubt_stands_once(base: RuleBase) -> None:
    edition = base.edition
    found = Counter(
        entry.kind for passage in edition.passages.values() for entry in apparatus(edition, passage)
    )
    parents = {rule.parent: rule for rule in edition.rules.values()}
    passages = edition.passages.values()
    assert found == {
        "emendation": sum(len(passage.emendations) for passage in passages),
        "tentative": sum(rule.status == "tentative" for rule in parents.values()),
        "disputed": sum(rule.status == "disputed" for rule in parents.values()),
        "contradiction": sum(
            relation.kind == "contradicts" and not edition.of_signs(rule, relation)
            for rule in parents.values()
            for relation in rule.relations
        ),
        "variant": sum(bool(table.why) for table in edition.tables.values()),
        "dead": sum(bool(rule.dead) for rule in parents.values()),
        "illegible": sum(
            span.reason == "illegible" for passage in passages for span in passage.not_encoded
        ),
    }
    assert found.keys() == KINDS.keys()


def test_an_entry_of_each_kind(base: RuleBase) -> None:
    """What is said of the passages on loyalty, of which the verse has it the other way about."""
    entries = apparatus(base.edition, base.edition.passages["DQ-0907"])
    assert [(entry.kind, entry.lemma) for entry in entries] == [
        ("disputed", "DQ-0907.a"),
        ("contradiction", "DQ-0907.a"),
    ]
    assert entries[0].others == ("DQ-0908",)
    assert entries[1].others == ("DQ-0908.a",)
    (emended, *_) = apparatus(base.edition, base.edition.passages["DQ-0908"])
    assert (emended.kind, emended.lemma, emended.said) == (
        "emendation",
        "若天罡之加月建",
        "若天罡加月建",
    )


def test_the_command_names_each_entry_and_counts_them() -> None:
    text = run("apparatus", "DQ-0907-0908").stdout
    assert "DQ-0907.a  against DQ-0908.a" in text
    assert "若天罡之加月建 ] 若天罡加月建" in text
    (whole,) = (line for line in text.splitlines() if "  tentative: " in line)
    shown = answer("apparatus", "DQ-0907-0908")
    entries = [entry for passage in shown for entry in passage["entries"]]
    assert int(whole.split()[0]) == sum(entry["kind"] == "tentative" for entry in entries)
    assert [passage["passage"] for passage in shown] == ["DQ-0907", "DQ-0908"]


def test_kinds_and_parts_narrow_it() -> None:
    dead = answer("apparatus", "--kind", "dead")
    assert {entry["kind"] for passage in dead for entry in passage["entries"]} == {"dead"}
    assert "Nothing of that kind" in run("apparatus", "DQ-0907", "--kind", "dead").stdout
    refused = run("apparatus", "DQ-9999")
    assert refused.exit_code == 2
    assert "neither a section nor a passage" in refused.output
    assert "'tentative'" in run("apparatus", "--kind", "doubtful").output
