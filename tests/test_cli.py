"""The command line on the real edition: answers, shapes of JSON, exit codes, help."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli import bingzhan
from tests.cli.runner import answer, run

CHART = ["丙辰日", "亥將", "丑時", "春"]


def test_cast_has_the_fixed_shape() -> None:
    shown = answer("cast", *CHART)
    assert shown["heaven"]["子"] == "戌"
    assert shown["transmissions"] == ["丑", "亥", "酉"]
    assert shown["spirits"]["游都"] == "寅"
    assert shown["school"]["noble"] == "牛羊"


def test_judge_has_the_fixed_shape() -> None:
    shown = answer("judge", *CHART)
    found = {verdict["rule"]: verdict for verdict in shown["verdicts"]}["DQ-0891.d"]
    assert (found["question"], found["answer"], found["days"]) == ("enemy_coming", "comes", 0)
    assert found["passage"] == "DQ-0891"
    assert {"chart", "undetermined", "disagreements"} <= set(shown)


def test_a_chart_may_be_one_word_or_several() -> None:
    assert answer("judge", " ".join(CHART)) == answer("judge", *CHART)


def test_judge_of_one_question() -> None:
    shown = answer("judge", "--question", "enemy_coming", *CHART)
    assert {verdict["question"] for verdict in shown["verdicts"]} == {"enemy_coming"}


def test_explain_proves_each_verdict() -> None:
    shown = answer("explain", "--rule", "DQ-0891.d", *CHART)
    (verdict,) = shown["verdicts"]
    assert verdict["proof"]["because"]


def test_why_not_says_what_fails_and_where_it_would_fire() -> None:
    shown = answer("why-not", "DQ-0891.d", "甲子日", "子將", "子時")
    assert shown["truth"] == "fails"
    fires = answer("explain", "--rule", "DQ-0891.d", *shown["nearest"]["chart"].split())
    assert [verdict["rule"] for verdict in fires["verdicts"]] == ["DQ-0891.d"]


def test_facts_hold_and_with_all_also_fail() -> None:
    assert {fact["truth"] for fact in answer("facts", *CHART)["facts"]} == {"holds"}
    assert "fails" in {fact["truth"] for fact in answer("facts", "--all", *CHART)["facts"]}


def test_the_edition_can_be_read() -> None:
    assert answer("read", "DQ-0891.d")["en"].endswith("today.")
    page = answer("rule", "dq-0891.d")
    assert page["place"].startswith("rules/daquan/")
    assert (page["fires"], page["of"], len(page["witnesses"])) == (115, 720, 3)
    passage = answer("passage", "dq-0891")
    assert "".join(span["text"] for span in passage["spans"]) == passage["text"]


def test_rows_of_a_rule_are_a_list_or_lines() -> None:
    base_rows = answer("read", "DQ-0776.e")
    lines = run("read", "DQ-0776.e", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == base_rows
    assert len(base_rows) > 1


def test_check_of_the_edition_finds_no_error() -> None:
    result = run("check", "--format", "json")
    assert result.exit_code == 0, result.output
    assert all(item["severity"] != "error" for item in json.loads(result.stdout))


def test_check_of_a_bad_file_finds_it(tmp_path: Any) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("section: [", encoding="utf-8")
    result = run("check", str(bad))
    assert result.exit_code == 1
    assert "bad.yaml" in result.output
    lines = run("check", str(bad), "--format", "jsonl").stdout.splitlines()
    assert all(json.loads(line)["code"] for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        ["judge", ""],
        ["judge", "丙辰"],
        ["judge", "丙辰日"],
        ["judge", "甲丑日", "伏吟"],
        ["judge", "丙辰日", "伏吟", "-"],
        ["cast", "--", "-x"],
        ["why-not", "DQ-0891.d", "丙辰日", "亥將", "丑時", "夏"],
        ["facts", "\x00"],
        ["cast", "\udcff\udcfe"],
        ["judge", "日" * 1000],
    ],
)
def test_a_chart_that_cannot_be_read_is_an_error_with_its_place(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("error[E3")


def test_a_bad_chart_in_json_is_an_error_object() -> None:
    result = run("judge", "--format", "json", "丙辰")
    assert result.exit_code == 1
    shown = json.loads(result.stdout)
    assert (shown["chart"], shown["error"][0]["code"]) == ("丙辰", "E300")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["judge"], "a chart is wanted"),
        (["judge", "-x"], "No such option"),
        (["nonsense"], "No such command"),
        (["rule", ""], "there is no rule"),
        (["rule", "DQ-0891.zz"], "the rules of DQ-0891 are DQ-0891.a"),
        (["rule", "DQ-8091.d"], "did you mean DQ-0891.d"),
        (["rule", "DQ-0891"], "the rules of DQ-0891 are DQ-0891.a"),
        (["read", "\udcff"], "there is no rule"),
        (["why-not", "nothing", "丙辰日", "伏吟"], "there is no rule"),
        (["explain", "--rule", "DQ-9999.a", "丙辰日", "伏吟"], "there is no rule"),
        (["passage", "0891"], "did you mean DQ-0891"),
        (["passage", ""], "is not a passage"),
        (["judge", "--question", "", "丙辰日", "伏吟"], "there are "),
        (["judge", "--question", "enemy_comming", "丙辰日", "伏吟"], "did you mean enemy_coming"),
        (["judge", "--school", "harm", "丙辰日", "伏吟"], "switch=value"),
        (["judge", "--school", "harm=x", "丙辰日", "伏吟"], "seat_counted"),
        (["judge", "--school", "x=y", "丙辰日", "伏吟"], "noble"),
        (["judge", "--format", "xml", "丙辰日", "伏吟"], "'jsonl'"),
    ],
)
def test_wrong_usage_ends_with_2_and_a_hint(words: list[str], hint: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert hint in " ".join(result.stderr.split())


def test_charts_of_standard_input_in_json_are_a_line_each() -> None:
    stdin = "\ufeff丙辰日 亥將 丑時 春\r\n\r\nnonsense\r\n甲子日 伏吟".encode() + b"\n\xff\xfe"
    result = run("judge", "--format", "jsonl", "-", stdin=stdin)
    first, bad, good, binary = map(json.loads, result.stdout.splitlines())
    assert first == answer("judge", *CHART)
    assert (bad["line"], bad["chart"], bad["error"][0]["code"]) == (3, "nonsense", "E300")
    assert good["chart"]["notation"] == "甲子日 子加子"
    assert (binary["line"], binary["error"][0]["code"]) == (5, "E002")
    assert result.exit_code == 1
    assert run("judge", "--format", "json", "-", stdin=stdin).stdout == result.stdout


def test_charts_of_standard_input_as_text() -> None:
    result = run("cast", "-", stdin="甲子日 伏吟\nnonsense\n丙辰日 伏吟\n")
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if "加子" in line] == [
        "甲子日 子加子",
        "丙辰日 子加子",
    ]
    assert "line 2:1:1" in result.stderr


def test_nothing_on_standard_input_is_no_error() -> None:
    result = run("judge", "-", stdin="")
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("name", sorted(bingzhan.commands))
def test_the_help_of_each_command_has_an_example_that_runs(name: str) -> None:
    shown = run(name, "--help").output
    line = next(line for line in shown.splitlines() if line.startswith("Example: "))
    program, *words = line.removeprefix("Example: ").split()
    assert (program, words[0]) == ("bingzhan", name)
    assert run(*words).exit_code == (1 if "my-section.yaml" in words else 0)
    assert max(map(len, shown.splitlines())) <= 100


def test_help_tells_every_command_in_full() -> None:
    shown = run("--help").output
    assert "..." not in shown.partition("Commands:")[2]
    assert all(f"  {name} " in shown for name in bingzhan.commands)


@pytest.mark.parametrize(
    ("words", "notation"),
    [
        (["--saw", "snake enters camp"], "見蛇入營"),
        (["--saw", "snake enters camp, from 寅"], "見蛇入營 從寅"),
        (["--saw", "snake enters camp", "--from", "寅", "--manner", "hurting men"],
         "見蛇入營 傷人 從寅"),
        (["--saw", "hawk that flies", "--caught"], ""),
    ],
)  # fmt: skip
def test_a_thing_seen_is_told_by_name(words: list[str], notation: str) -> None:
    found = run("cast", "甲子日", "伏吟", *words, "--format", "json")
    if notation:
        assert json.loads(found.stdout)["chart"]["notation"] == f"甲子日 子加子 {notation}"
    else:
        assert found.exit_code == 2
        assert "is not a thing seen that the book knows" in found.stderr


def test_each_of_several_things_seen_is_judged_by_itself() -> None:
    words = ["--saw", "snake enters camp", "--saw", "nothing", "--question", "foreboding"]
    found = run("judge", "甲子日", "亥將", "卯時", *words, "--format", "jsonl")
    snake, nothing = map(json.loads, found.stdout.splitlines())
    assert snake["chart"]["omen"] == "蛇入營"
    assert "DQ-1007.a" in {verdict["rule"] for verdict in snake["verdicts"]}
    assert nothing["chart"]["omen"] == "無"
    assert "DQ-1007.a" not in {verdict["rule"] for verdict in nothing["verdicts"]}


def test_what_tells_of_no_thing_seen_is_wrong_usage() -> None:
    found = run("cast", "甲子日", "伏吟", "--caught")
    assert found.exit_code == 2
    assert "--from, --manner and --caught tell of one --saw" in found.stderr


def test_omens_are_listed_and_searched() -> None:
    assert "蛇入營" in run("omens").stdout
    found = json.loads(run("omens", "snake", "camp", "--format", "json").stdout)
    assert {"kind": "omen", "name": "蛇入營", "passage": "DQ-1007"}.items() <= found[0].items()
    nothing = run("omens", "unicorn")
    assert nothing.exit_code == 1
    assert "nothing seen in the book has all of: unicorn" in nothing.stderr
