"""Two versions of a rule base compared: every count is that of charts judged one by one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import bingzhan
from engine import shift as shifts
from engine.diff import Difference, RuleChange, compare
from engine.rulebase import RuleBase, load
from engine.shift import Charts, Comparer, Shift
from engine.values import values_of
from engine.views.diff import difference_dict
from facts.charts import Chart, cast
from facts.evaluate import Evaluator
from facts.given import Contradiction, Given
from tests.cli.sample import sample, sample_root
from tests.test_cli import run

Laboratory = Callable[..., RuleBase]
RULE = "- {{id: DQ-9001.a, title: t, quote: 甲, when: {when}, then: {then}}}"


def rule(when: str, then: str = "{answer: comes}") -> str:
    return RULE.format(when=when, then=then)


def shift_of(old: RuleBase, new: RuleBase) -> Shift | None:
    one, two = (base.edition.rules["DQ-9001.a"] for base in (old, new))
    return Comparer(old, new).shift(one, two)


def all_charts(axes: tuple[str, ...]) -> Iterator[Chart]:
    sizes = {"day_part": 2, "season": 5}
    further = [axis for axis in axes if axis in sizes]
    for day, offset in product(range(60), range(12)):
        for values in product(*(range(sizes[axis]) for axis in further)):
            try:
                yield cast(Given(day=day, offset=offset, **dict(zip(further, values, strict=True))))
            except Contradiction:
                continue


def counted(old: RuleBase, new: RuleBase, axes: tuple[str, ...]) -> tuple[int, int, int]:
    """More, less and otherwise, chart by chart."""
    found = [0, 0, 0]
    for chart in all_charts(axes):
        said: list[Any] = []
        for base in (old, new):
            own = base.edition.rules["DQ-9001.a"]
            evaluator = Evaluator(base.edition, chart.columns)
            fires = evaluator.truth(own.when) == 1
            assert own.verdict is not None
            values = values_of(base, evaluator, own.verdict).values if fires else None
            said.append(values if values is None else (own.verdict.answer, values))
        before, after = said
        found[0] += before is None and after is not None
        found[1] += after is None and before is not None
        found[2] += before is not None and after is not None and before != after
    return found[0], found[1], found[2]


CONDITIONS = [
    "{void: 游都}",
    "{on_day: 游都}",
    "{controls: [initial, day_stem]}",
    "{carries: [青龍, initial]}",
    "{season_state: [initial, [旺, 相]]}",
    "{clashes: [{seat_of: 游都}, day_branch]}",
]
VERDICTS = [
    "{answer: comes}",
    "{answer: does_not_come}",
    "{answer: comes, days: 2}",
    "{answer: comes, place: initial}",
    "{answer: comes, place: {first_of: [{if: {void: initial}, take: final}, {take: initial}]}}",
    "{answer: comes, parts: {place: 游都}}",
    "{answer: comes, number: {number_of: {table: 先天支數, of: initial}}}",
    "{answer: comes, number: {scale: {number: {number_of: {table: 先天支數, of: initial}}, "
    "by_state_of: initial, factors: {旺: 10, 相: 5, 休: 1, 囚: 1/2, 死: 1/2}}}}",
]
CONCEPT = """
on_day:
  params: {x: branch}
  define: {lands_on: [x, day_stem]}
  en: "{x} on the day"
  zh: "{x}臨日"
"""
conditions = st.recursive(
    st.sampled_from(CONDITIONS),
    lambda inner: st.one_of(
        inner.map(lambda c: f"{{not: {c}}}"),
        st.lists(inner, min_size=1, max_size=3).map(lambda cs: f"{{all: [{', '.join(cs)}]}}"),
        st.lists(inner, min_size=1, max_size=3).map(lambda cs: f"{{any: [{', '.join(cs)}]}}"),
    ),
    max_leaves=4,
)
sides = st.tuples(conditions, st.sampled_from(VERDICTS))


@settings(max_examples=12, deadline=None)
@given(one=sides, two=sides)
def test_the_counts_are_those_of_all_charts(
    lab: Laboratory, one: tuple[str, str], two: tuple[str, str]
) -> None:
    old, new = lab(rule(*one), CONCEPT), lab(rule(*two), CONCEPT)
    found = shift_of(old, new)
    assert found is not None
    assert found.otherwise is not None
    fired = read_by(one[0], two[0])
    assert {*found.axes} == {"day", "plate", *fired}
    assert (found.more.count, found.less.count) == counted(old, new, fired)[:2]
    assert found.otherwise.count == counted(old, new, read_by(*one, *two))[2]


def read_by(*texts: str) -> tuple[str, ...]:
    """The inputs beside the board that these conditions and verdicts read."""
    joined = " ".join(texts)
    words = {"day_part": ("carries",), "season": ("season_state", "by_state_of")}
    return tuple(axis for axis, several in words.items() if any(w in joined for w in several))


def test_witnesses_are_charts_of_each_kind(lab: Laboratory) -> None:
    then = "{answer: passes_by}"
    old, new = lab(rule("{void: 游都}")), lab(rule("{void: {seat_of: 游都}}", then))
    found = shift_of(old, new)
    assert found is not None
    assert found.otherwise is not None
    for charts, expected in (
        (found.more, (False, True)),
        (found.less, (True, False)),
        (found.otherwise, (True, True)),
    ):
        assert len(charts.witnesses) == min(3, charts.count) > 0
        for witness in charts.witnesses:
            columns = cast(witness).columns
            fires = tuple(
                Evaluator(base.edition, columns).truth(base.edition.rules["DQ-9001.a"].when) == 1
                for base in (old, new)
            )
            assert fires == expected


def test_over_the_budget_it_is_not_decided(lab: Laboratory) -> None:
    wide = "{any: [{same: [hour, natal]}, {same: [annual, year_branch]}, {same: [month, natal]}]}"
    old, new = lab(rule("{void: 游都}")), lab(rule(f"{{all: [{{void: 游都}}, {wide}]}}"))
    assert shift_of(old, new) is None
    (change,) = compare(old, new).rules
    assert change.rows[0].shift is None


def test_values_that_read_too_much_are_not_decided(lab: Laboratory) -> None:
    then = "{answer: comes, parts: {place: hour, hours: natal, direction: enemy, number: " + (
        "{scale: {number: {number_of: {table: 先天支數, of: annual}}, by_state_of: year_branch, "
        "factors: {旺: 10, 相: 5, 休: 1, 囚: 1/2, 死: 1/2}}}}}"
    )
    old, new = lab(rule("{void: 游都}", then)), lab(rule("{void: 游都}", then.replace("10", "9")))
    found = shift_of(old, new)
    assert found is not None
    assert found.otherwise is None
    again = shift_of(old, old)
    assert again is not None
    assert (again.more.count, again.less.count) == (0, 0)


def test_too_many_sayings_are_not_decided(lab: Laboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    old = lab(rule("{void: 游都}", "{answer: comes, place: initial}"))
    new = lab(rule("{void: 游都}", "{answer: comes, place: final}"))
    monkeypatch.setattr(shifts, "MAX_SAYINGS", 3)
    found = shift_of(old, new)
    assert found is not None
    assert found.otherwise is None


# ---- a whole edition, changed in one place at a time


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> RuleBase:
    return sample(tmp_path_factory.mktemp("old"))


def changed(folder: Path, path: str, old: str, new: str) -> RuleBase:
    """The sample edition with one text replaced in one file."""
    root = sample_root(folder)
    text = (root / path).read_text("utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), "utf-8")
    return load(root=root)


SECTION = "book/section.yaml"


def only(found: Difference) -> RuleChange:
    assert not found.tables
    (change,) = found.rules
    return change


def test_nothing_differs(before: RuleBase, tmp_path: Path) -> None:
    found = compare(before, sample(tmp_path))
    assert (found.rules, found.tables, found.names) == ((), (), ())


def test_a_status_and_a_quote(before: RuleBase, tmp_path: Path) -> None:
    quote = "游都臨日賊必來，二日到，自其方"
    after = changed(tmp_path, SECTION, f"quote: {quote}", f"quote: {quote[:-4]}")
    change = only(compare(before, after))
    assert (change.id, change.what, [f.name for f in change.fields]) == (
        "XX-0001.a",
        "changed",
        ["quotes"],
    )
    assert change.rows == ()


def test_a_rule_added_removed_and_renamed(before: RuleBase, tmp_path: Path) -> None:
    after = changed(tmp_path, SECTION, "id: XX-0001.d\n", "id: XX-0001.zz\n")
    found = compare(before, after)
    assert [(c.id, c.what, c.new_id) for c in found.rules] == [
        ("XX-0001.d", "renamed", "XX-0001.zz")
    ]
    more = """      - id: XX-0001.y
        title: more
        quote: 未解之句
        when: {void: 游都}
        then: {answer: comes}
"""
    more_in = changed(tmp_path / "more", SECTION, "    rules:\n", f"    rules:\n{more}")
    added, removed = only(compare(before, more_in)), only(compare(more_in, before))
    assert (added.id, added.what) == ("XX-0001.y", "added")
    assert (removed.id, removed.what) == ("XX-0001.y", "removed")
    assert added.rows[0].shift is not None
    assert removed.rows[0].shift is not None
    assert added.rows[0].shift.more == removed.rows[0].shift.less
    assert added.rows[0].shift.more.count > 0


def test_a_cell_of_a_table_reaches_the_rules(before: RuleBase, tmp_path: Path) -> None:
    after = changed(tmp_path, "tables/capitals.yaml", "甲: 丑", "甲: 卯")
    found = compare(before, after)
    (table,) = found.tables
    assert [(c.name, c.old, c.new) for c in table.cells] == [("甲", "丑", "卯")]
    assert "XX-0001.a" in table.rules
    rows = {row.rule.id: row for change in found.rules for row in change.rows}
    assert ("table", "游都") in rows["XX-0001.a"].through
    assert rows["XX-0001.a"].fields == ()


def test_a_concept_reaches_the_rules(before: RuleBase, tmp_path: Path) -> None:
    after = changed(tmp_path, "concepts/sample.yaml", "{lands_on: [x, day_branch]}", "{void: x}")
    found = compare(before, after)
    rows = {row.rule.id: row for change in found.rules for row in change.rows}
    assert rows["XX-0001.a"].through == (("concept", "on_day"),)
    assert [(n.kind, n.name, n.what) for n in found.names] == [("concept", "on_day", "changed")]


def test_a_concept_that_is_only_told_otherwise_changes_no_rule(
    before: RuleBase, tmp_path: Path
) -> None:
    after = changed(tmp_path, "concepts/sample.yaml", "stands on the day stem or", "is on")
    found = compare(before, after)
    assert found.rules == ()
    assert [(n.kind, n.name, n.what) for n in found.names] == [("concept", "on_day", "changed")]


def test_a_number_changes_what_is_said(before: RuleBase, tmp_path: Path) -> None:
    root = sample_root(tmp_path)
    path = root / "tables" / "sample.yaml"
    path.write_text(path.read_text("utf-8").replace("{子: 9", "{子: 7"), "utf-8")
    found = compare(before, load(root=root))
    shifted = [row.shift for change in found.rules for row in change.rows]
    assert shifted
    for shift in shifted:
        assert shift is not None
        assert (shift.more, shift.less) == (Charts(0), Charts(0))
        assert shift.otherwise is not None
        assert shift.otherwise.count > 0


def test_what_the_engine_does_not_have_is_not_decided(before: RuleBase, tmp_path: Path) -> None:
    root = sample_root(tmp_path)
    words = "terms: {古法: {slots: {of: palace}, type: branch, en: old, zh: 古法}}"
    (root / "vocabulary" / "old.yaml").write_text(words, "utf-8")
    path = root / SECTION
    text = path.read_text("utf-8").replace("{on_day: 游都}", "{void: {古法: day_stem}}", 1)
    path.write_text(text, "utf-8")
    (change,) = compare(load(root=root), before).rules
    assert change.id == "XX-0001.a"
    assert change.rows[0].shift is None


# ---- the command


def test_the_command_shows_what_differs(tmp_path: Path) -> None:
    old = sample_root(tmp_path / "old")
    new = tmp_path / "new"
    shutil.copytree(old, new)
    path = new / SECTION
    text = path.read_text("utf-8").replace("when: {on_day: 游都}", "when: {void: 游都}", 1)
    path.write_text(text, "utf-8")
    shown = run("diff", str(old), str(new))
    assert shown.exit_code == 0
    assert "~ rule XX-0001.a" in shown.stdout
    assert "it is silent on" in shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("1 rule changed")
    document = json.loads(run("diff", str(old), str(new), "--format", "json").stdout)
    (change,) = document["rules"]
    (row,) = change["rows"]
    charts = row["charts"]
    assert row["fields"]["condition"]["new"]
    assert charts["new"] - charts["old"] == charts["more"]["count"] - charts["less"]["count"]
    same = run("diff", str(old), str(old))
    assert same.stdout == "nothing differs\n"


def test_the_command_refuses_what_is_no_version(tmp_path: Path) -> None:
    for name, hint in (
        (str(tmp_path / "gone"), "is not a folder"),
        ("rev:", "is not a git revision"),
        ("rev:--output=/tmp/x", "is not a git revision"),
        ("rev:no-such-revision", "git"),
    ):
        result = run("diff", name)
        assert result.exit_code == 2
        assert hint in result.stderr
    bad = tmp_path / "bad"
    (bad / "book").mkdir(parents=True)
    (bad / "book" / "a.yaml").write_text("section: [", "utf-8")
    result = run("diff", str(bad))
    assert result.exit_code == 1
    assert "is not sound" in result.stderr


def test_the_example_of_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    command = bingzhan.get_command(None, "diff")  # type: ignore[arg-type]
    assert command is not None
    assert "Example: bingzhan diff rev:" in run("diff", "--help").stdout
    assert "--rules" not in run("diff", "--help").stdout


def test_documents_are_json(before: RuleBase, tmp_path: Path) -> None:
    after = changed(tmp_path, "tables/capitals.yaml", "甲: 丑", "甲: 卯")
    assert json.loads(json.dumps(difference_dict(compare(before, after))))["tables"]
