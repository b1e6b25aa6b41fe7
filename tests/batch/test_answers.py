"""What the command writes is what ``bingzhan judge`` says of each chart, in every file and shape."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.batch.found import Found, judge_one_by_one
from engine.batch.lines import givens_of, givens_of_moments, plain_moment
from engine.batch.many import Judge
from engine.batch.sheet import MARK, TIDY
from engine.judgement import judge, judgement_dict
from engine.rulebase import RuleBase
from facts.charts import read_chart, read_charts
from facts.moment import Almanac, Place, Reckoning
from facts.schools import DEFAULT, School
from tests.batch.runs import batch, draw, lines_of, table_of

MOMENTS = ["2026-11-30T14:50", "2026-11-30 23:30", "1100-01-29T14:00", "2026-06-21T12:00Z"]
CHARTS = [*draw(60), *MOMENTS, "2026-11-30T14:50 敵在西", "乙酉日 干上亥", "丙辰日 亥將 丑時 春"]


def expanded(found: Found) -> list[list[str]]:
    rows: list[list[str]] = [[] for _ in range(found.size)]
    for chart, form in zip(found.charts.tolist(), found.forms.tolist(), strict=True):
        form_ = found.table[form]
        rows[chart].append(f"{form_.rule.id} {replace(form_, rule=None)}")  # type: ignore[arg-type]
    return rows


@pytest.mark.parametrize("school", [DEFAULT, School(noble="羊牛", harm="meng_zhong_ji")])
@pytest.mark.parametrize("questions", [(), ("enemy_coming", "danger")])
def test_arrays_find_what_single_charts_do(
    base: RuleBase, school: School, questions: tuple[str, ...]
) -> None:
    givens = [given for line in CHARTS for given in givens_of(line, "x", None)]
    one_by_one = judge_one_by_one(base, givens, school, questions)
    many = Judge(base, school, questions).judge_chunk(givens)
    assert expanded(many) == expanded(one_by_one)
    assert np.array_equal(many.undetermined, one_by_one.undetermined)
    assert any(form.standing != "stands" for form in many.table) or questions
    assert any(form.needs for form in many.table) or questions


def test_no_chart_is_no_verdict(base: RuleBase) -> None:
    found = Judge(base, DEFAULT).judge_chunk([])
    assert (found.size, len(found.charts), len(found.undetermined)) == (0, 0, 0)


@pytest.mark.parametrize("line", CHARTS)
def test_a_line_is_read_quickly_as_it_is_slowly(line: str) -> None:
    assert givens_of(line, "x", None) == [chart.given for chart in read_charts(line)]


@pytest.mark.parametrize(
    "almanac",
    [
        None,
        Almanac("Europe/Paris", Place(2.35, 48.85), Reckoning(clock="true", day_part="hours")),
        Almanac("+08:00", Place(116.4, 39.9), Reckoning(clock="true", day_part="sun", day_start=0)),
    ],
)
def test_moments_are_read_in_arrays_as_one_by_one(almanac: Almanac | None) -> None:
    seconds = {text: plain_moment(text, almanac) for text in MOMENTS}
    known = {text: second for text, second in seconds.items() if second is not None}
    assert len(known) == len(MOMENTS)
    for text, given in givens_of_moments(known, almanac).items():
        assert given == read_charts(text, almanac=almanac)[0].given


def shown(verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict of ``judge`` as a row tells it."""
    relations = verdict.get("relations", {})
    by = {*relations.get("overridden_by", ()), *relations.get("cancelled_by", ())}
    standing = "cancelled" if "cancelled_by" in relations else "stands"
    row = {k: v for k, v in verdict.items() if k in {c.name for c in TIDY} and k != "modifiers"}
    row["standing"] = "overridden" if "overridden_by" in relations else standing
    if by:
        row["by"] = sorted(by)
    if "modifiers" in verdict:
        row["modifiers"] = sorted({item["effect"] for item in verdict["modifiers"]})
    if "may_change" in verdict:
        row["may_change"] = sorted(verdict["may_change"])
    for name in ("number", "li"):
        if isinstance(row.get(name), list):
            row |= {name: row[name][0], f"{name}_alternatives": row[name]}
    return {k: v for k, v in row.items() if v is not None or k in ("place", "number", "li")}


def test_tidy_lines_are_the_verdicts_of_judge(base: RuleBase, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(CHARTS), "utf-8")
    batch(tmp_path / "in.txt", "--out", tmp_path / "out.jsonl")
    rows = lines_of(tmp_path / "out.jsonl")
    for number, line in enumerate(CHARTS, 1):
        document = judgement_dict(judge(base, read_chart(line)))
        own = [row for row in rows if row["row"] == number]
        assert {row["chart"] for row in own} == {document["chart"]["notation"]}
        told = [{k: v for k, v in row.items() if k not in ("row", "chart")} for row in own]
        assert [_with_values(row) for row in told] == [shown(v) for v in document["verdicts"]]


def _with_values(row: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in row.items() if v is not None or k in ("place", "number", "li")}


def test_wide_lines_are_the_answers_of_judge(base: RuleBase, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(CHARTS), "utf-8")
    batch(tmp_path / "in.txt", "--out", tmp_path / "out.jsonl", "--shape", "wide")
    rows = lines_of(tmp_path / "out.jsonl")
    assert len(rows) == len(CHARTS)
    for row, line in zip(rows, CHARTS, strict=True):
        judgement = judge(base, read_chart(line))
        counting = [f for f in judgement.findings if f.standing.counts and f.question]
        for question in base.edition.vocabulary.questions:
            answers = {f.answer for f in counting if f.question == question}
            assert set(row.get(question, ())) == answers
        assert set(row.get("disagreements", ())) == {d.question for d in judgement.disagreements}
        assert (row["verdicts"], row["undetermined"]) == (len(counting), len(judgement.undetermined))


def test_all_files_say_the_same(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    lines = [json.dumps({"id": f"a{i}", "chart": c}, ensure_ascii=False) for i, c in enumerate(CHARTS)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), "utf-8")
    for shape in ("tidy", "wide"):
        for suffix in ("jsonl", "csv", "parquet"):
            out = tmp_path / f"{shape}.{suffix}"
            batch(tmp_path / "in.jsonl", "--out", out, "--shape", shape)
        table = pq.read_table(tmp_path / f"{shape}.parquet").to_pylist()
        rows = table_of(tmp_path / f"{shape}.csv")
        said = lines_of(tmp_path / f"{shape}.jsonl")
        assert len(table) == len(rows) == len(said)
        for cells, row, line in zip(table, rows, said, strict=True):
            assert list(cells) == list(row)
            for name, cell in cells.items():
                assert _plain(line.get(name)) == _plain(cell)
                assert _plain(cell) == _plain(row[name])


def _plain(cell: Any) -> str:
    if isinstance(cell, list):
        return MARK.join(map(str, cell))
    if isinstance(cell, float) and cell == int(cell):
        cell = int(cell)
    return "" if cell is None else str(cell)


def test_each_chart_by_several_schools(base: RuleBase, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(CHARTS[:20]), "utf-8")
    batch(tmp_path / "in.txt", "--out", tmp_path / "all.jsonl", "--schools", "default,printed")
    rows = lines_of(tmp_path / "all.jsonl")
    for name, words in (("default", ()), ("printed", ("--school", "printed"))):
        batch(tmp_path / "in.txt", "--out", tmp_path / f"{name}.jsonl", *words)
        own = [row for row in rows if row["school"] == name]
        assert [{k: v for k, v in r.items() if k != "school"} for r in own] == lines_of(
            tmp_path / f"{name}.jsonl"
        )
    assert [row["row"] for row in rows] == sorted(row["row"] for row in rows)


def test_four_pillars_that_mean_two_charts_give_both(tmp_path: Path) -> None:
    line = "甲子年 丙寅月 戊申日 壬子時"
    batch("-", "--out", tmp_path / "out.jsonl", "--shape", "wide", stdin=line)
    rows = lines_of(tmp_path / "out.jsonl")
    assert [row["row"] for row in rows] == [1] * len(rows)
    assert [row["chart"] for row in rows] == [chart.notation for chart in read_charts(line)]
    assert len(rows) == 2
