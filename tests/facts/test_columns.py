"""The columns of charts: codes of the right type, for one board and for arrays of boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from facts.charts import Chart, cast
from facts.columns import (
    DERIVED,
    OPTIONAL,
    TYPES,
    arrangement_table,
    board_columns,
    code_of,
    derived_tables,
    earth_arrangement_table,
)
from facts.given import Given
from facts.kinds import names_of
from facts.schools import DEFAULT, School
from facts.symbols import ALPHABET, BRANCHES, UNKNOWN, code, name_of
from tests.facts.strategies import charts

ALL_TYPES = {**TYPES, "method": "method", **dict.fromkeys(DERIVED[1:], "branch")}


@given(charts())
def test_every_column_is_a_code_of_its_type(chart: Chart) -> None:
    assert chart.columns.keys() == ALL_TYPES.keys()
    for name, value in chart.columns.items():
        if value != UNKNOWN:
            assert ALPHABET.by_code[value].type == ALL_TYPES[name]


@given(charts())
def test_unknown_is_exactly_what_was_not_given(chart: Chart) -> None:
    names = {"year_branch": "year", "arrangement": "day_part"}
    for name, value in chart.columns.items():
        if name in OPTIONAL:
            lacking = getattr(chart.given, names.get(name, name)) is None
            assert (value == UNKNOWN) == lacking, name
        else:
            assert value != UNKNOWN


@given(charts())
def test_columns_say_what_the_chart_says(chart: Chart) -> None:
    columns = {name: name_of(value) for name, value in chart.columns.items()}
    assert columns["day_pillar"] == f"{columns['day_stem']}{columns['day_branch']}"
    assert columns["plate"] == f"{chart.heaven['子']}加子"
    assert columns["method"] == chart.derivation.method
    transmissions = [columns[name] for name in ("initial", "middle", "final")]
    assert transmissions == [BRANCHES[b] for b in chart.derivation.transmissions]
    if chart.given.hour is not None:
        assert columns["hour"] == BRANCHES[chart.given.hour]
    if chart.generals is not None:
        arranged = columns["arrangement"]
        assert arranged is not None
        assert chart.generals[arranged[1]] == "貴人"


def test_columns_of_a_chart_with_everything() -> None:
    chart = cast(
        Given(
            day=52,
            month_general=11,
            hour=1,
            season=0,
            month=2,
            lunar_month=0,
            lunar_day=5,
            month_stem=2,
            year=0,
            year_stem=0,
            natal=3,
            annual=4,
            enemy=6,
            city=7,
            march=1,
            march_palace=2,
            gate=0,
            first_mover=1,
            ground=0,
            situation=1,
            alarm_stem=4,
            alarm_branch=2,
            arrival_stem=5,
            arrival_branch=3,
            envoy_natal=10,
            envoy_annual=11,
            term_day=1,
            moon=18,
            venus=6,
            army=1,
            omen=names_of("omen").index("蛇入營"),
            omen_manner=0,
            omen_from=8,
            omen_at=6,
        )
    )
    shown = {name: name_of(value) for name, value in chart.columns.items()}
    assert shown == {
        "day_stem": "丙",
        "day_branch": "辰",
        "day_pillar": "丙辰",
        "decade": "甲寅旬",
        "plate": "戌加子",
        "method": "重審",
        "initial": "丑",
        "middle": "亥",
        "final": "酉",
        "arrangement": "貴酉順",
        "earth_arrangement": "貴亥順",
        "hour": "丑",
        "month_general": "亥",
        "day_part": "夜",
        "season": "春",
        "calendar_season": "春",
        "lunar_month": "正月",
        "lunar_day": "初六",
        "month": "寅",
        "year_stem": "甲",
        "year_branch": "子",
        "natal": "卯",
        "annual": "辰",
        "enemy": "西",
        "enemy_palace": "酉",
        "city": "西北",
        "march": "東北",
        "march_palace": "寅",
        "gate": "子",
        "first_mover": "敵",
        "ground": "我",
        "situation": "對壘",
        "alarm_stem": "戊",
        "alarm_branch": "寅",
        "arrival_stem": "己",
        "arrival_branch": "卯",
        "envoy_natal": "戌",
        "envoy_annual": "亥",
        "term_day": "立春前一日",
        "moon": "畢宿",
        "moon_palace": "酉",
        "venus": "西",
        "army": "千",
        "omen": "蛇入營",
        "omen_manner": "傷人",
        "omen_from": "申",
        "omen_at": "午",
    }


def test_code_of() -> None:
    assert code_of("hour", 1) == code("丑")
    assert code_of("enemy", None) == UNKNOWN


@pytest.mark.parametrize("school", [DEFAULT, School(noble="先天", harm="meng_zhong_ji")])
def test_tables_of_the_720_boards(school: School) -> None:
    tables = derived_tables(school)
    days, offsets = np.indices((60, 12)).reshape(2, -1)
    arrays = board_columns(days, offsets)
    for day, offset in zip(days.tolist(), offsets.tolist(), strict=True):
        at = day * 12 + offset
        for part in (0, 1):
            columns = cast(Given(day=day, offset=offset, day_part=part), school).columns
            assert (
                columns["arrangement"]
                == arrangement_table(school)[((day % 10) * 12 + offset) * 2 + part]
            )
        assert {name: table[at] for name, table in tables.items()} == {
            name: columns[name] for name in DERIVED
        }
        assert {name: int(values[at]) for name, values in arrays.items()} == {
            name: columns[name] for name in arrays
        }
        assert columns["earth_arrangement"] == earth_arrangement_table(school)[day % 10]


def test_every_optional_column_has_an_input_that_gives_it() -> None:
    inputs = {*Given.__dataclass_fields__, "lunar_date", "alarm", "arrival"}
    for column, name in OPTIONAL.items():
        assert column in TYPES
        assert name in inputs
