"""Casting schools: closed sets, clear refusals, sources."""

from __future__ import annotations

import re

import pytest

from facts.schools import DEFAULT, SWITCHES, School, switch_of


def test_the_first_option_of_every_switch_is_the_default() -> None:
    assert DEFAULT.as_dict() == {switch.name: switch.options[0].value for switch in SWITCHES}


def test_every_option_can_be_chosen_and_is_described() -> None:
    for switch in SWITCHES:
        for option in switch.options:
            school = School.parse([f"{switch.name}={option.value}"])
            assert school.as_dict() == {**DEFAULT.as_dict(), switch.name: option.value}
            assert (switch, option) in school.describe()
            assert len(school.describe()) == len(SWITCHES)


def test_every_option_has_its_sentences_and_passages() -> None:
    for switch in SWITCHES:
        assert len({option.value for option in switch.options}) == len(switch.options) > 1
        for option in switch.options:
            assert option.says_en
            assert option.says_zh
            assert option.passages
            assert all(re.fullmatch(r"DQ-\d{4}", passage) for passage in option.passages)


def test_settings_may_be_combined_and_spaced() -> None:
    school = School.parse(["noble = 羊牛", "harm=seat_counted"])
    assert school == School(noble="羊牛", harm="seat_counted")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["harms=meng_zhong_ji"], "'harms' is not a school switch: .*did you mean 'harm'"),
        (["harm=meng_zong_ji"], "'meng_zong_ji' is not .*'harm': .*did you mean 'meng_zhong_ji'"),
        (["fanyin_wu=巳亥已"], "did you mean '巳亥巳'"),
        (["harm"], "'harm' is not a school setting: write switch=value"),
        (["harm="], "'' is not a value of school switch 'harm'"),
        (["noble=牛羊", "noble=羊牛"], "'noble' is set twice"),
    ],
)
def test_a_wrong_setting_is_refused(settings: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        School.parse(settings)


def test_a_school_cannot_be_made_with_a_value_outside_its_set() -> None:
    with pytest.raises(ValueError, match="one of 卯子午, 卯子卯"):
        School(fuyin_mao="卯卯卯")


def test_switches_are_found_by_name() -> None:
    assert switch_of("noble").title_zh == "貴人"
