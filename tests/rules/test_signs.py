"""Signs: rules of different signs that oppose each other are declared to differ."""

import shutil
from pathlib import Path

import pytest

from engine.checks.declared import AT_ODDS, is_declared
from engine.rulebase import read
from rules import ROOT
from rules.reader.diagnostics import Report

EDITION = read(Report())

SIGNS = """
signs:
  who_wins:
    groups:
      one: {{en: one thing, rules: [{one}]}}
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [("DQ-0891.a", "DQ-0891.k"), ("DQ-0727.b", "DQ-0897.h"), ("DQ-0903.b", "DQ-0903.c")],
)
def test_rules_of_different_signs_that_oppose_are_declared(first: str, second: str) -> None:
    assert is_declared(EDITION.rules[first], EDITION.rules[second], AT_ODDS)


def test_rules_that_do_not_oppose_are_not_declared() -> None:
    assert not is_declared(EDITION.rules["DQ-0891.a"], EDITION.rules["DQ-0774.a"], AT_ODDS)


def test_a_relation_that_a_rule_declares_itself_keeps_its_reason() -> None:
    rule = EDITION.rules["DQ-0727.d"]
    reasons = {target: r.why for r in rule.relations for target in r.rules}
    assert "DQ-0897.h" not in reasons  # DQ-0897.h declares it
    other = EDITION.rules["DQ-0897.h"]
    assert {r.why for r in other.relations if "DQ-0727.d" in r.rules} == {
        "there he may turn back before he comes"
    }


def test_every_question_with_signs_says_why() -> None:
    for name, signs in EDITION.signs.items():
        assert name in EDITION.vocabulary.questions
        assert signs.why
        ids = [node.value for sign in signs.groups.values() for node in sign.rules]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("rule", "code"),
    [("DQ-0725.z", "E234"), ("DQ-0891.a", "E237")],
    ids=["unknown rule", "answers another question"],
)
def test_signs_name_rules_that_answer_the_question(rule: str, code: str, tmp_path: Path) -> None:
    """The edition with one more file of signs."""
    root = tmp_path / "rules"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("*.py", "__pycache__", "reader"))
    (root / "signs" / "more.yaml").write_text(SIGNS.format(one=rule), encoding="utf-8")
    report = Report()
    read(report, root=root)
    (item,) = report.items
    assert item.code == code
    assert item.span is not None
    assert item.span.source.path.endswith("more.yaml")


def test_what_follows_from_signs_is_told_from_a_rule_s_own_relations() -> None:
    rule = EDITION.rules["DQ-0891.a"]
    own = [r.kind for r in rule.relations if not EDITION.of_signs(rule, r)]
    assert own == ["parallel"]
    assert EDITION.sign_of(rule) == "on which class of branch the capital stands"
    assert EDITION.sign_of(EDITION.rules["DQ-0834.a"]) == ""


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ("{why: another reason, groups: {own: {en: x, rules: [DQ-0772.b]}}}", ["E230"]),
        ("{groups: {hook: {en: again, rules: [DQ-0772.b]}}}", ["E230"]),
        ("{groups: {own: {rules: [DQ-0772.b]}}}", ["E203"]),
        ("{groups: {own: {en: x, rules: [DQ-0772.b]}, hook: {rules: [DQ-0832.d]}}}", []),
    ],
    ids=["another reason", "described twice", "not described", "goes on"],
)
def test_signs_may_go_on_in_another_file(more: str, codes: list[str], tmp_path: Path) -> None:
    root = tmp_path / "rules"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("*.py", "__pycache__", "reader"))
    path = root / "signs" / "zz.yaml"
    path.write_text(f"signs: {{who_wins: {more}}}\n", encoding="utf-8")
    report = Report()
    edition = read(report, root=root)
    assert [item.code for item in report.items] == codes
    if not codes:
        names = [node.value for node in edition.signs["who_wins"].groups["hook"].rules]
        assert "DQ-0724.c" in names
        assert "DQ-0832.d" in names
