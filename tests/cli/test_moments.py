"""Moments, places, schools and four pillars on the command line: answers, refusals, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.runner import answer, run

AT = "2026-11-30T14:50"
PILLARS = ["甲子年", "丙寅月", "戊申日", "壬子時"]


@pytest.mark.parametrize(
    "words",
    [
        ["--at", AT],
        ["--at", "2026-11-30 14:50"],
        ["--at", "2026-11-30", "14:50"],
        ["--at", f"{AT}:00+08:00", "--tz", "Europe/Paris"],
        ["--at", AT, "--place", "Beijing"],
        [AT],
        ["--at", AT, AT, "戊申日"],
    ],
)
def test_a_moment_in_each_way_of_writing_it(words: list[str]) -> None:
    shown = answer("cast", *words)["chart"]
    assert shown["notation"].startswith("戊申日 寅將 未時 晝 冬 己亥月 丙午年 十月廿")
    assert (shown["day"], shown["month_general"], shown["hour"]) == ("戊申", "寅", "未")


def test_options_of_a_moment() -> None:
    def notation(*words: str) -> str:
        return str(answer("cast", *words)["chart"]["notation"])

    late = "2026-11-30T23:30"
    assert notation("--at", late).startswith("己酉日")
    assert notation("--at", late, "--day-start", "00").startswith("戊申日")
    assert notation("--at", late, "--day-start", "23").startswith("己酉日")
    urumqi = ("--at", "2026-11-30T13:05", "--place", "87.6,43.8")
    assert "午時" in notation(*urumqi, "--time", "true")
    assert "巳時" in notation(*urumqi, "--time", "mean")
    assert "未時" in notation(*urumqi, "--time", "clock")
    dark = ("--at", "2026-11-30T07:10", "--longitude", "116.4", "--latitude", "39.9")
    assert "夜" in notation(*dark, "--day-part", "sun")
    assert "晝" in notation(*dark, "--day-part", "hours")
    old = ("--at", "1100-01-29T14:00")
    assert notation(*old, "--terms", "true") != notation(*old, "--terms", "mean")
    assert "未時" in notation("--at", AT, "--tz", "America/New_York")
    paris = ("--at", "2026-11-22T08:30", "--place", "Paris")  # 小雪 at 07:23 UT
    assert "寅將 辰時" in notation(*paris)
    assert "卯將 辰時" in notation(*paris, "--tz", "Asia/Shanghai")  # the zone that is said


USAGE = [
    ([], "a chart is wanted, or --at with a moment"),
    (["--at", "yesterday"], "'yesterday' is not a moment"),
    (["--at", "-"], "'-' is not a moment"),
    (["--at", ""], "'' is not a moment"),
    (["--at", AT, "-"], "standard input cannot be read beside it"),
    (["--at", AT, "--longitude", "500"], "longitude 500.0 is not within -180 to 180"),
    (["--at", AT, "--longitude", "nan"], "longitude nan is not within"),
    (["--at", AT, "--longitude", "east"], "'east' is not a valid float"),
    (["--at", AT, "--latitude", "40"], "--latitude alone is no place"),
    (["--at", AT, "--longitude", "0", "--latitude", "91"], "latitude 91.0 is not within"),
    (["--at", AT, "--place", "Atlantis"], "'Atlantis' is not a known place"),
    (["--at", AT, "--place", "1,2,3"], "'1,2,3' is not a known place"),
    (["--at", AT, "--place", ""], "'' is not a known place"),
    (["--at", AT, "--place", "Bejing"], "did you mean Beijing"),
    (["--at", AT, "--place", "北京", "--longitude", "3"], "give one of them"),
    (["--at", AT, "--tz", "Mars"], "'Mars' is not a time zone"),
    (["--at", AT, "--tz", ""], "'' is not a time zone"),
    (["--at", AT, "--tz", "Asia/Shanghia"], "did you mean Asia/Shanghai"),
    (["--at", AT, "--tz", "+25:00"], "is not an offset"),
    (["--at", AT, "--day-start", "24"], "'24' is not one of"),
    (["--at", AT, "--terms", "x"], "'x' is not one of"),
    (["--at", AT, "--time", "true"], "true solar time needs a place"),
    (["--at", AT, "--day-part", "sun"], "need a place"),
    (["--at", AT, "--day-part", "sun", "--longitude", "9"], "need a latitude"),
    (["丙辰日", "伏吟", "--place", "北京"], "--place: the chart has neither a moment nor"),
    (["丙辰日", "伏吟", "--tz", "Z", "--terms", "mean"], "--tz and --terms: the chart has"),
    ([*PILLARS, "--between", "1999", "1800"], "1999 to 1800 is no span of years"),
    ([*PILLARS, "--between", "0", "1800"], "no span of years"),
    ([*PILLARS, "--between", "1", "9999"], "no span of years"),
    ([*PILLARS, "--between", "x", "1800"], "'x' is not a valid integer"),
    ([*PILLARS, "--time", "mean"], "mean solar time needs a place"),
    (["丙辰日", "伏吟", "--school", "nothing"], "'nothing' is not a school"),
    (["丙辰日", "伏吟", "--school", ""], "'' is not a school"),
]


@pytest.mark.parametrize(("words", "hint"), USAGE)
def test_wrong_usage_ends_with_2_and_a_hint(words: list[str], hint: str) -> None:
    result = run("cast", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert hint in " ".join(result.stderr.split())


FAULTS = [
    (["--at", "2026-13-01T00:00"], "E305", "13 is not a month"),
    (["--at", "2026-11-30"], "E305", "write it as 2026-11-30T14:50"),
    (["--at", "1582-10-10T12:00"], "E305", "was followed by"),
    (["--at", AT, "2026-11-30T15:50"], "E303", "a second moment"),
    (["--at", AT, "甲子日"], "E303", "the moment has it otherwise"),
    (["--at", AT, "xyz"], "E300", "is not part of a chart"),
    (["--at", "2026-06-21T22:10", "--place", "75.99,39.47", "--day-part", "sun"], "E305", "+1.9"),
    (["xyz", "--place", "北京"], "E300", "is not part of a chart"),
    (["甲子年", "甲寅月", "戊申日", "壬子時"], "E303", "is 丙寅, not 甲寅"),
    (["甲子年", "丙寅月", "戊申日", "甲子時"], "E303", "is 壬子, not 甲子"),
]


@pytest.mark.parametrize(("words", "code", "hint"), FAULTS)
def test_a_chart_that_cannot_be_ends_with_1_and_its_place(
    words: list[str], code: str, hint: str
) -> None:
    result = run("cast", *words)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"error[{code}]" in result.stderr
    assert hint in result.stderr


def test_a_school_file_that_is_not_sound_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "schools.yaml"
    path.write_text("profiles:\n  a: {en: a, switches: {hram: x}}\n", encoding="utf-8")
    for school, code in ((path, "E204"), (tmp_path / "none.yaml", "E001")):
        result = run("cast", "丙辰日", "伏吟", "--school", str(school))
        assert result.exit_code == 1
        assert f"error[{code}]" in result.stderr


def test_a_school_by_name_and_by_file(tmp_path: Path) -> None:
    path = tmp_path / "schools.yaml"
    path.write_text("profiles:\n  a: {en: a, switches: {noble: 羊牛}}\n", encoding="utf-8")
    found = answer("cast", "甲子日", "伏吟", "--school", str(path), "--school", "harm=seat_counted")
    assert (found["school"]["noble"], found["school"]["harm"]) == ("羊牛", "seat_counted")
    assert (
        answer("cast", "甲子日", "伏吟", "--school", "printed")["school"]["fanyin_wu"] == "巳亥巳"
    )


def test_where_the_schools_part() -> None:
    words = ("cast", "丁卯日", "伏吟", "--compare-schools")
    (parting,) = (p for p in answer(*words)["partings"] if p["what"] == "transmissions")
    assert (parting["switch"], parting["here"], parting["there"]) == (
        "fuyin_mao",
        "卯子午",
        "卯子卯",
    )
    shown = " ".join(run(*words).stdout.split())
    assert "fuyin_mao=卯子卯: transmissions 卯子卯, here 卯子午; DQ-0017, DQ-0109" in shown
    assert "They agree on this chart" not in shown


def test_pillars_that_mean_two_charts_give_two_documents() -> None:
    for form in ("json", "jsonl"):
        result = run("cast", *PILLARS, "--format", form)
        assert result.exit_code == 0
        first, second = map(json.loads, result.stdout.splitlines())
        assert [first["chart"]["month_general"], second["chart"]["month_general"]] == ["子", "亥"]
        assert (
            "the month general is 子; on 1804-02-28, 2044-02-29 it is 亥"
            in (first["chart"]["note"]["en"])
        )
    for command in ("judge", "explain", "facts"):
        assert len(run(command, *PILLARS, "--format", "jsonl").stdout.splitlines()) == 2


def test_pillars_that_mean_two_charts_are_both_shown_with_a_note() -> None:
    shown = run("judge", *PILLARS).stdout
    assert shown.count("! the four pillars fall on") == 2
    assert "戊申日 子將 壬子時" in shown
    assert "戊申日 亥將 壬子時" in shown


def test_pillars_narrowed_to_one_chart() -> None:
    shown = answer("cast", *PILLARS, "--between", "1900", "2099")
    assert shown["chart"]["month_general"] == "亥"
    assert "note" not in shown["chart"]
    assert "fall on 2044-02-29" in shown["steps"][0]["en"]
    assert "fall on 2044-02-29" in run("cast", *PILLARS, "--between", "1900", "2099", "-v").stdout


def test_pillars_of_no_day_say_so() -> None:
    shown = run("cast", *PILLARS, "--between", "1900", "1999").stdout
    assert shown.count("! no day has these four pillars (1900 to 1999") == 2


def test_moments_and_pillars_on_standard_input() -> None:
    stdin = f"{AT} 敵在西\n{' '.join(PILLARS)}\n2026-13-01T00:00\n丙辰日 伏吟\n"
    result = run("cast", "-", "--format", "jsonl", "--place", "北京", stdin=stdin)
    moment, first, second, bad, board = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert moment["chart"]["enemy"] == "西"
    assert "note" in first["chart"]
    assert "note" in second["chart"]
    assert (bad["line"], bad["error"][0]["code"]) == (3, "E305")
    assert board["chart"]["notation"] == "丙辰日 子加子"


def test_births_lunar_dates_and_seasons_reach_the_document() -> None:
    shown = answer("cast", "甲子日", "伏吟", "春季", "正月初六", "庚午年生", "男", "丙午年")[
        "chart"
    ]
    assert {name: shown[name] for name in ("birth", "sex", "natal", "annual")} == {
        "birth": "午",
        "sex": "男",
        "natal": "午",
        "annual": "寅",
    }
    assert (shown["lunar_month"], shown["lunar_day"]) == ("正月", "初六")
    assert (shown["calendar_season"], shown.get("season")) == ("春", None)
    again = answer("cast", shown["notation"])["chart"]
    assert again == shown
