"""What ``bingzhan tally`` counts is what there is, in every file and shape."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.batch.tally import Block, TidyCounter, month_of
from engine.judgement import Judgement, judge
from engine.rulebase import RuleBase
from facts.charts import read_chart
from tests.batch.runs import batch, draw
from tests.cli.runner import answer, run

# Charts of which some are one after the other the same, some with a month and some without.
CHARTS = [*draw(150, seed=6), *["丙辰日 亥將 丑時 卯月"] * 3, "2026-11-30T14:50"]


@pytest.fixture(scope="module")
def judged(base: RuleBase) -> list[Judgement]:
    return [judge(base, read_chart(line)) for line in CHARTS]


@pytest.fixture(scope="module")
def results(base: RuleBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    (folder / "in.txt").write_text("\n".join(CHARTS), "utf-8")
    for shape in ("tidy", "wide"):
        for suffix in ("jsonl", "csv", "parquet"):
            if suffix == "parquet":
                pytest.importorskip("pyarrow")
            out = folder / f"{shape}.{suffix}"
            batch(folder / "in.txt", "--out", out, "--shape", shape, "--chunk", "40")
    return folder


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize("shape", ["tidy", "wide"])
def test_the_counts_are_those_of_judge(
    suffix: str, shape: str, results: Path, judged: list[Judgement], base: RuleBase
) -> None:
    told = answer("tally", str(results / f"{shape}.{suffix}"))
    charts: Counter[tuple[str, str]] = Counter()
    verdicts: Counter[tuple[str, str]] = Counter()
    monthly: Counter[tuple[str, str, str]] = Counter()
    for judgement in judged:
        month = month_of(judgement.run.chart.notation)
        standing = [(f.question, f.answer) for f in judgement.findings if f.standing.counts]
        standing = [pair for pair in standing if pair[0]]
        verdicts.update(standing)
        charts.update(set(standing))
        monthly.update((month, *pair) for pair in set(standing) if month)
    shown = {
        (question, name): counts
        for question, entry in told["questions"].items()
        for name, counts in entry["answers"].items()
    }
    assert {pair: counts["charts"] for pair, counts in shown.items()} == charts
    assert told["charts"] == len(CHARTS)
    months = {
        (month, question, name): count
        for month, entry in told["months"].items()
        for question, answers in entry["questions"].items()
        for name, count in answers.items()
    }
    assert months == monthly
    assert sum(month["charts"] for month in told["months"].values()) == sum(
        bool(month_of(j.run.chart.notation)) for j in judged
    )
    if shape == "wide":
        disputed = Counter({d.question: 0 for j in judged for d in j.disagreements})
        disputed.update(q for j in judged for q in {d.question for d in j.disagreements})
        assert {
            q: e["disagreements"] for q, e in told["questions"].items() if e["disagreements"]
        } == disputed
        assert told["verdicts"] == sum(verdicts.values())
        return
    assert {pair: counts["verdicts"] for pair, counts in shown.items()} == verdicts
    spoke = Counter(f.rule.id for j in judged for f in j.findings)
    assert told["rules"] == spoke
    assert told["rows"] == sum(spoke.values())
    assert not set(told["silent"]) & set(spoke)
    known = base.edition.vocabulary.questions
    answered = {question for question, _ in verdicts}
    told_of = {
        rule.id
        for rule in base.edition.rules.values()
        if rule.verdict
        and (rule.verdict.question in answered or not known[rule.verdict.question].background)
    }
    assert told_of == set(told["silent"]) | (set(spoke) & told_of)


def test_one_question_and_the_other_forms(results: Path) -> None:
    name = str(results / "tidy.jsonl")
    told = answer("tally", name, "--question", "danger")
    assert list(told["questions"]) == ["danger"]
    rows = list(csv.DictReader(io.StringIO(run("tally", name, "--format", "csv").stdout)))
    of_rules = {row["rule"]: int(row["verdicts"]) for row in rows if row["of"] == "rule"}
    whole = answer("tally", name)
    assert {rule: count for rule, count in of_rules.items() if count} == whole["rules"]
    assert [rule for rule, count in of_rules.items() if not count] == whole["silent"]
    text = run("tally", name).stdout
    assert f"{len(CHARTS)} charts" in text
    assert f"Rules that never spoke: {len(whole['silent'])}" in text
    for rule in whole["silent"][:3]:
        assert rule in text


def test_the_picture_is_svg_with_a_bar_an_answer(results: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.svg"
    for name in ("tidy.jsonl", "wide.csv"):
        run("tally", str(results / name), "--picture", str(path))
        root = ET.fromstring(path.read_text("utf-8"))
        told = answer("tally", str(results / name))
        answers = sum(len(entry["answers"]) for entry in told["questions"].values())
        bars = [e for e in root.iter() if e.get("class") == "bar"]
        shades = [e for e in root.iter() if e.get("class") == "shade"]
        assert len(bars) == answers
        assert len(shades) == answers * len(told["months"])
        assert all(0 <= float(shade.get("fill-opacity", "2")) <= 1 for shade in shades)
    assert run("tally", str(results / "wide.csv"), "--picture", "-").stdout == (
        path.read_text("utf-8") + "\n"
    )


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_chart_that_goes_on_in_the_next_block_is_one_chart(size: int) -> None:
    rows = [
        # row, chart, answer
        *[(1, 5, name) for name in ("a", "b", "a", "a")],
        *[(2, 5, name) for name in ("a",)],
        *[(2, 6, name) for name in ("b", "b", "b")],
    ]
    counter = TidyCounter()
    code = counter.names.code
    for start in range(0, len(rows), size):
        part = rows[start : start + size]
        columns = zip(
            *((r, c, code(""), code("q"), code(a), code("R"), code("stands")) for r, c, a in part),
            strict=True,
        )
        counter.add(Block(*(np.array(column) for column in columns)))
    tally = counter.done()
    assert tally.charts == 3
    assert tally.answers == {("q", "a"): 2, ("q", "b"): 2}
    assert tally.given == {("q", "a"): 4, ("q", "b"): 4}
    assert tally.answered == {"q": 3}
    assert tally.rules == {"R": 8}


BAD: list[tuple[str, Any, str]] = [
    ("x.txt", "", "does not end in .jsonl, .csv or .parquet"),
    ("x.jsonl", "{", "line 1 is no JSON"),
    ("x.jsonl", "[]", "line 1 is no JSON object"),
    ("x.jsonl", '{"a": 1}', "is no result of bingzhan batch: it has no column `chart`"),
    ("x.jsonl", '{"row": "x", "chart": "y", "rule": "z"}', "is no tidy result"),
    ("x.csv", "row,chart\n1,2,3\n", "row 2 cannot be read"),
    ("x.csv", "row,chart\n1,2\n", "is no wide result"),
    ("x.csv", b"row,chart\n\xff,2\n", "cannot be read"),
    ("x.parquet", "x", "cannot be read as Parquet"),
]


@pytest.mark.parametrize(("name", "text", "hint"), BAD)
def test_what_is_no_result_is_refused(
    name: str, text: str | bytes, hint: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
    result = run("tally", str(tmp_path / name))
    assert result.exit_code == 1
    assert hint in result.stderr
    assert run("tally", str(tmp_path / "none.csv")).exit_code == 2


def test_an_empty_result_has_nothing_to_count(tmp_path: Path) -> None:
    for shape in ("tidy", "wide"):
        for suffix in ("jsonl", "csv", "parquet"):
            if suffix == "parquet":
                pytest.importorskip("pyarrow")
            out = tmp_path / f"{shape}.{suffix}"
            batch("-", "--out", out, "--shape", shape)
            assert json.loads(run("tally", str(out), "--format", "json").stdout)["charts"] == 0
            assert run("tally", str(out), "--picture", "-").exit_code == 0
