"""Questions of a place: answers oppose each other at one place only."""

from __future__ import annotations

import pytest

from engine.check import check_edition
from engine.judgement import judge, judgement_dict
from engine.rulebase import RuleBase, load, read
from facts.charts import read_chart
from rules.reader.diagnostics import Report
from tests.engine.checks.editions import lay, section

WORDS = """
questions:
  way:
    en: Which way?
    zh: 何方
    keyed_by: {key}
    answers:
      go: {{en: go there, zh: 可往}}
      shun: {{en: shun it, zh: 不可往, opposes: [go]}}
"""
RULES = """
- {id: DQ-9001.a, title: t, quote: 甲, when: always, then: {question: way, answer: go, KEY: ONE}}
- {id: DQ-9001.b, title: t, quote: 乙, when: always, then: {question: way, answer: shun, KEY: TWO}}
"""


def edition(root, key: str, one: str, two: str):
    lay(root, "vocabulary", WORDS.format(key=key))
    rules = RULES.replace("KEY", key).replace("ONE", one).replace("TWO", two)
    (root / "section.yaml").write_text(section(rules), encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "one", "two", "chart", "at"),
    [
        ("place", "子", "子", "甲子日 伏吟", "子"),
        ("place", "子", "丑", "甲子日 伏吟", None),
        ("place", "甲", "寅", "甲子日 伏吟", "寅"),  # 甲 lodges in 寅
        ("place", "甲", "乙", "甲子日 伏吟", None),
        ("place", "day_stem", "day_branch", "甲寅日 伏吟", "寅"),
        ("place", "day_stem", "day_branch", "甲子日 伏吟", None),
        ("direction", "南", "南", "甲子日 伏吟", "南"),
        ("direction", "南", "北", "甲子日 伏吟", None),
        ("direction", "南", "{direction_of: day_branch}", "甲午日 伏吟", "南"),
        ("direction", "南", "{direction_of: day_branch}", "甲子日 伏吟", None),
    ],
)
def test_only_what_is_said_of_one_place_disagrees(key, one, two, chart, at, tmp_path):
    edition(tmp_path, key, one, two)
    found = judge(load(root=tmp_path), read_chart(chart))
    assert [d.at for d in found.disagreements] == ([] if at is None else [at])
    if at is not None:
        (shown,) = judgement_dict(found)["disagreements"]
        assert shown["at"] == at


@pytest.mark.parametrize(
    ("one", "two", "charts"),
    [
        ("子", "子", "720 charts of 720"),
        ("子", "丑", None),
        ("甲", "寅", "720 charts of 720"),
        ("day_stem", "day_branch", "60 charts of 720"),  # 甲寅 乙辰... 丁未 己未 庚申 癸丑: five
        ("{seat_of: 子}", "{seat_of: 丑}", None),
        ("{seat_of: 子}", "午", "60 charts of 720"),
    ],
)
def test_the_check_counts_the_charts_on_which_it_is_one_place(one, two, charts, tmp_path):
    edition(tmp_path, "place", one, two)
    report = Report()
    check_edition(read(report, root=tmp_path), report)
    found = [item for item in report.items if item.code == "W313"]
    assert [item.message.split(" on ")[1].split(",")[0] for item in found] == (
        [] if charts is None else [charts]
    )


def test_contradictions_of_other_places_are_not_shown(tmp_path):
    edition(tmp_path, "place", "day_stem", "day_branch")
    path = tmp_path / "section.yaml"
    declared = ", contradicts: [{rule: DQ-9001.b, why: so it is}]}"
    text = path.read_text(encoding="utf-8").replace("day_stem}}", f"day_stem}}{declared}", 1)
    path.write_text(text, encoding="utf-8")
    base: RuleBase = load(root=tmp_path)
    stands = {
        chart: [bool(f.standing.contradicts) for f in judge(base, read_chart(chart)).findings]
        for chart in ("甲寅日 伏吟", "甲子日 伏吟")
    }
    assert stands == {"甲寅日 伏吟": [True, True], "甲子日 伏吟": [False, False]}


def test_both_sides_give_their_reasons(tmp_path):
    edition(tmp_path, "place", "子", "子")
    path = tmp_path / "section.yaml"
    text = path.read_text(encoding="utf-8")
    for own, other in ("ab", "ba"):
        answer = {"a": "go", "b": "shun"}[own]
        declared = f", contradicts: [{{rule: DQ-9001.{other}, why: as {own} says}}]}}"
        text = text.replace(f"{answer}, place: 子}}}}", f"{answer}, place: 子}}{declared}", 1)
    path.write_text(text, encoding="utf-8")
    found = judge(load(root=tmp_path), read_chart("甲子日 伏吟"))
    (declared,) = [d.declared for d in found.disagreements]
    pair = ("DQ-9001.a", "DQ-9001.b")
    assert declared == ((*pair, "as a says"), (*pair, "as b says"))
