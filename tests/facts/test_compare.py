"""Where the casting schools part: against charts that are cast under each school."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from facts.charts import Chart, cast, read_chart
from facts.compare import partings
from facts.schools import SWITCHES, School
from tests.facts.strategies import charts


@given(charts())
def test_each_parting_is_what_the_other_school_casts(chart: Chart) -> None:
    found = {(p.switch.name, p.option.value) for p in partings(chart)}
    assert all(parting.here != parting.there for parting in partings(chart))
    for switch in SWITCHES:
        for option in switch.options:
            there = cast(chart.given, replace(chart.school, **{switch.name: option.value}))
            same = (
                there.derivation.method == chart.derivation.method
                and there.derivation.transmissions == chart.derivation.transmissions
                and there.generals == chart.generals
                and there.columns["earth_arrangement"] == chart.columns["earth_arrangement"]
            )
            assert same == ((switch.name, option.value) not in found)


def test_a_chart_on_which_the_nobles_part() -> None:
    chart = read_chart("甲子日 亥將 丑時")
    found = {(p.switch.name, p.option.value, p.what) for p in partings(chart)}
    assert ("noble", "羊牛", "generals") in found
    assert ("noble", "羊牛", "generals on the earth plate") in found


def test_without_day_or_night_the_generals_of_the_heaven_plate_do_not_part() -> None:
    found = {p.what for p in partings(read_chart("甲子日 戌加子"))}
    assert "generals" not in found


@pytest.mark.parametrize(
    ("notation", "school", "setting", "there"),
    [
        ("丁卯日 伏吟", School(), ("fuyin_mao", "卯子卯"), "卯子卯"),
        ("丁卯日 伏吟", School(fuyin_mao="卯子卯"), ("fuyin_mao", "卯子午"), "卯子午"),
        ("戊辰日 返吟", School(), ("fanyin_wu", "巳亥巳"), "巳亥巳"),
    ],
)
def test_transmissions_that_part(
    notation: str, school: School, setting: tuple[str, str], there: str
) -> None:
    chart = read_chart(notation, school)
    (parting,) = [
        p
        for p in partings(chart)
        if (p.switch.name, p.option.value) == setting and p.what == "transmissions"
    ]
    assert parting.there == there
    assert parting.option.passages
