"""What the command writes is what ``bingzhan judge`` says of each chart, in each file and shape."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.batch.faults import Bad
from engine.batch.fields import INPUTS, line_of, unlike
from engine.batch.found import Found
from engine.batch.many import Judge
from engine.batch.sheet import MARK, TIDY
from engine.judgement import judge, judgement_dict
from engine.rulebase import RuleBase
from facts.charts import read_chart, read_charts
from facts.describe import chart_dict
from facts.lines import read_lines
from facts.moment import Almanac, Place, Reckoning
from facts.schools import DEFAULT, School
from tests.batch.reference import judge_one_by_one
from tests.batch.runs import batch, draw, lines_of, table_of

MOMENTS = ["2026-11-30T14:50", "2026-11-30 23:30", "1100-01-29T14:00", "2026-06-21T12:00Z"]
DAY = {"day": "丙辰", "plate": "伏吟"}
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
    one_by_one = judge_one_by_one(base, list(map(read_chart, CHARTS)), school, questions)
    many = Judge(base, school, questions).judge_chunk(read_lines(CHARTS).inputs)
    assert expanded(many) == expanded(one_by_one)
    assert np.array_equal(many.undetermined, one_by_one.undetermined)
    assert any(form.standing != "stands" for form in many.table) or questions
    assert any(form.needs for form in many.table) or questions


def test_no_chart_is_no_verdict(base: RuleBase) -> None:
    found = Judge(base, DEFAULT).judge_chunk(read_lines([]).inputs)
    assert (found.size, len(found.charts), len(found.undetermined)) == (0, 0, 0)


def test_a_row_with_a_column_an_input_is_the_chart_that_they_write() -> None:
    """What ``judge`` tells of a chart can be given back as a row, but for the notation itself."""
    told = set()
    more = (
        "甲子年 農曆正月 乙酉日 亥將 丑時 庚午年生 男 春季",
        "甲子日 伏吟 卯月 到丙午日 立春日 於午",
        "甲子日 伏吟 月在畢 無所見",
        "甲子日 伏吟 月在酉",
    )
    for line in (*draw(200, seed=8, share=0.7), *more):
        chart = read_chart(line)
        fields = {k: v for k, v in chart_dict(chart).items() if k != "notation"}
        assert read_chart(line_of(fields)).notation == chart.notation
        told |= set(fields)
    assert {*INPUTS} - told == {"chart", "notation", "at", "alarm", "arrival", "saw"}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *(("Day", "day"), ("days", "day"), ("dya", "day"), ("month-general", "month_general")),
        *(("monthgenral", "month_general"), ("mnth", "month"), ("plaet", "plate")),
        *((name, "") for name in ("id", "date", "place", "page", "mood", "chart_id", "enemy_name")),
    ],
)
def test_a_misspelt_input_is_told_from_a_column_of_the_user(name: str, meant: str) -> None:
    if not meant:
        unlike([name])
        return
    with pytest.raises(Bad, match=f"did you mean `{meant}`"):
        unlike([name])
    unlike([name], carried=[name])


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({**DAY, "season": "the earth days"}, "丙辰日 伏吟 四季"),
        ({"day": "丙辰日", "plate": "干上亥", "day_part": "Night"}, "丙辰日 干上亥 夜"),
        ({"day": "丙辰", "month_general": "亥將", "hour": "丑"}, "丙辰日 亥將 丑時"),
        ({"chart": "丙辰日 伏吟", "month": 2, "lunar_day": "6"}, "丙辰日 伏吟 2月 初六"),
        ({**DAY, "first_mover": "us", "ground": "the enemy"}, "丙辰日 伏吟 我先動 在敵境"),
        ({**DAY, "enemy": "north-west", "march": "子"}, "丙辰日 伏吟 敵在西北 往子"),
        (
            {**DAY, "saw": "蛇入營, 傷人, 從寅", "army": "千"},
            "丙辰日 伏吟 見蛇入營 傷人 從寅 兵千人",
        ),
        ({**DAY, "alarm": "甲", "gate": "south"}, "丙辰日 伏吟 聞甲日 出南門"),
        ({**DAY, "birth": "庚午", "sex": "male"}, "丙辰日 伏吟 庚午年生 男"),
        ({"at": "2026-11-30T14:50", "city": "子"}, "2026-11-30T14:50 城在子"),
    ],
)
def test_values_are_written_in_more_ways_than_one(fields: dict[str, Any], line: str) -> None:
    assert read_chart(line_of(fields)).notation == read_chart(line).notation


def test_moments_are_judged_as_their_charts(tmp_path: Path) -> None:
    span = ("--from", "2026-11-30T00:00", "--to", "2026-12-09T00:00", "--every", "5h")
    where = ("--place", "Beijing", "--time", "true", "--day-part", "sun", "--day-start", "00")
    batch(*span, *where, "--out", tmp_path / "made.jsonl", "--shape", "wide")
    rows = lines_of(tmp_path / "made.jsonl")
    place = Place(116.4074, 39.9042)
    almanac = Almanac("Asia/Shanghai", place, Reckoning("true", 0, "true", "sun"))
    for row in rows[::7]:
        assert row["chart"] == read_charts(row["at"], almanac=almanac)[0].notation
    assert len(rows) == 44


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
        assert (row["verdicts"], row["undetermined"]) == (
            len(counting),
            len(judgement.undetermined),
        )


def test_all_files_say_the_same(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    lines = [
        json.dumps({"id": f"a{i}", "chart": c}, ensure_ascii=False) for i, c in enumerate(CHARTS)
    ]
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
