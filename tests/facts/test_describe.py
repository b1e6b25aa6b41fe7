"""The document of a chart: every input that was given stands in it."""

from __future__ import annotations

from facts.charts import read_chart
from facts.describe import RELATIVES, cast_dict, chart_dict, relative_of
from facts.symbols import BRANCHES, STEMS


def test_every_input_is_told() -> None:
    chart = read_chart(
        "丙子年 庚寅月 戊申日 亥將 癸亥時 本命子 行年午 敵在西 城在北 我先動"
        " 往申 出南門 在敵境 對壘 聞甲子日 到丙日 使本命丑 使行年寅"
        " 立春日 月在畢 太白在東 兵百人 見蛇入營 不傷人 從卯 於辰"
    )
    assert chart_dict(chart) == {
        "notation": chart.notation,
        "day": "戊申",
        "plate": "子加子",
        "month_general": "亥",
        "hour": "癸亥",
        "month": "庚寅",
        "year": "丙子",
        "natal": "子",
        "annual": "午",
        "season": "春",
        "calendar_season": "春",
        "day_part": "夜",
        "enemy": "西",
        "enemy_palace": "酉",
        "march": "西南",
        "march_palace": "申",
        "gate": "午",
        "ground": "敵",
        "situation": "對壘",
        "alarm_stem": "甲",
        "alarm_branch": "子",
        "arrival_stem": "丙",
        "envoy_natal": "丑",
        "envoy_annual": "寅",
        "term_day": "立春日",
        "moon": "畢宿",
        "moon_palace": "酉",
        "venus": "東",
        "army": "百",
        "omen": "蛇入營",
        "omen_manner": "不傷人",
        "omen_from": "卯",
        "omen_at": "辰",
        "city": "北",
        "first_mover": "我",
    }


def test_what_was_not_given_is_left_out() -> None:
    shown = chart_dict(read_chart("甲子日 戌加子"))
    assert shown == {"notation": "甲子日 戌加子", "day": "甲子", "plate": "戌加子"}


def test_the_relatives_of_wood() -> None:
    stem = STEMS.index("甲")
    found = {branch: relative_of(stem, BRANCHES.index(branch)) for branch in "寅巳丑申子"}
    assert found == dict(zip("寅巳丑申子", RELATIVES, strict=True))


def test_the_cast_of_an_example_of_the_book() -> None:
    shown = cast_dict(read_chart("丙辰日 亥將 丑時 春"), {"游都": "寅"})
    assert shown["heaven"]["子"] == "戌"
    assert shown["lessons"] == [["卯", "丙"], ["丑", "卯"], ["寅", "辰"], ["子", "寅"]]
    assert shown["method"] == "重審"
    assert shown["transmissions"] == ["丑", "亥", "酉"]
    assert shown["generals"]["寅"] == "青龍"
    assert (shown["stems"]["寅"], shown["stems"]["子"]) == ("甲", None)
    assert shown["void"] == ["子", "丑"]
    assert shown["spirits"] == {"游都": "寅"}
    assert len(shown["steps"]) == len(read_chart("丙辰日 亥將 丑時 春").casting_steps)
