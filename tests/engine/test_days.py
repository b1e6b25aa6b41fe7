"""The days of a period: what the rules of days say, and nothing of the board."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cli import bingzhan
from engine.days import COLUMNS, dated_days, day_rules, pillar_days
from engine.judgement import judge
from facts.charts import read_chart
from facts.julian import Date
from facts.moment import Almanac
from facts.schools import DEFAULT


def run(*words: str):
    return CliRunner().invoke(bingzhan, ["days", *words])


def test_only_rules_that_read_the_day_speak(base):
    rules = day_rules(base)
    assert {"DQ-0700.a", "DQ-0702.a", "DQ-0702.c"} <= rules
    for name in rules:
        assert base.reads.condition(base.edition.rules[name].when) <= COLUMNS


def test_a_day_says_what_any_chart_of_that_day_says(base):
    rules = day_rules(base)
    days = dated_days(base, Date(2026, 12, 1), Date(2026, 12, 31), Almanac(), DEFAULT)
    for day in days:
        for hour in (2, 8, 20):
            chart = read_chart(f"{day.date}T{hour:02d}:30")
            if any(
                getattr(chart.given, n) != getattr(day.chart.given, n) for n in ("month", "season")
            ):
                continue  # they change within the day
            judged = judge(base, chart, ("march_day",))
            said = [f.rule.id for f in judged.findings if f.rule.id in rules]
            assert said == [f.rule.id for f in day.findings], chart.notation


def test_the_forbidden_days_of_the_book(base):
    """忌辰者，乙巳、丙辰、丁巳、癸亥日是也 (DQ-0703)."""
    days = pillar_days(base, "卯月", DEFAULT)
    forbidden = [d for d in days if "DQ-0702.a" in {f.rule.id for f in d.findings}]
    assert [d.chart.notation[:2] for d in forbidden] == ["乙巳", "丙辰", "丁巳", "癸亥"]
    assert all(day.is_forbidden for day in forbidden)


def test_the_document():
    found = run("--from", "2026-12-08", "--to", "2026-12-09", "--format", "json")
    first, second = json.loads(found.stdout)["days"]
    assert (first["date"], first["day"], first["lunar"]) == ("2026-12-08", "丙辰", "十月三十")
    assert (second["day"], second["month"]) == ("丁巳", "子")
    assert first["forbidden"]
    answers = {verdict["rule"]: verdict["answer"] for verdict in first["verdicts"]}
    assert answers["DQ-0702.a"] == "unfit"


def test_fit_leaves_out_what_is_forbidden():
    every, fit = (
        [json.loads(line) for line in run("卯月", *more, "--format", "jsonl").stdout.splitlines()]
        for more in ((), ("--fit",))
    )
    assert len(every) == 60
    assert fit == [day for day in every if not day["forbidden"]]
    assert 0 < len(fit) < 60


def test_a_month_and_a_day_pillar():
    shown = run("卯月", "丙辰日").stdout
    assert shown.splitlines()[0] == "丙辰"
    assert "DQ-0702.a" in shown


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "a period is wanted"),
        (["--to", "2026-01-01"], 2, "--to without --from"),
        (["--from", "2026-13-01"], 2, "13 is not a month"),
        (["--from", "yesterday"], 2, "'yesterday' is not a date: write it as 2026-11-30"),
        (["--from", "2026-12-02", "--to", "2026-12-01"], 2, "is before --from"),
        (["--from", "0001-01-01", "--to", "2026-01-01"], 2, "at most 36,525 in one list"),
        (["--from", "2026-12-01", "--tz", "Nowhere/Town"], 2, "Nowhere/Town"),
        (["--from", "2026-12-01", "甲子日"], 1, "given twice"),
        (["卯月", "xx"], 1, "`xx` is not part of a chart"),
        (["卯月", "--school", "noble=none"], 2, "noble"),
    ],
)
def test_bad_words_are_told(words, code, message):
    found = run(*words)
    assert found.exit_code == code, found.output
    assert message in " ".join((found.stdout + found.stderr).split())
