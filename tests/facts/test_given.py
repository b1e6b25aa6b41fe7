"""What follows from the inputs of a chart, and which inputs contradict one another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.given import EARTH_DAYS, SEASONS, Contradiction, Given, Missing
from facts.seasons import generals_of, months_within, season_of_month, season_within
from facts.settle import complete, missing, settle
from facts.symbols import BRANCHES
from tests.facts.strategies import givens

# The month and its general after the 中氣 (正月將 登明 ... 十二月將 神后, DQ-0167 to DQ-0177).
GENERAL_OF_MONTH = dict(zip("寅卯辰巳午未申酉戌亥子丑", "亥戌酉申未午巳辰卯寅丑子", strict=True))
BEFORE = dict(zip("卯辰巳午未申酉戌亥子丑寅", "寅卯辰巳午未申酉戌亥子丑", strict=True))
QUARTER = {
    b: s
    for s, bs in zip("春夏秋冬", ("寅卯辰", "巳午未", "申酉戌", "亥子丑"), strict=True)
    for b in bs
}


def _at(branch: str) -> int:
    return BRANCHES.index(branch)


def _season(index: int | None) -> str | None:
    return None if index is None else SEASONS[index]


@pytest.mark.parametrize("month", BRANCHES)
def test_generals_of_a_month(month: str) -> None:
    before, after = generals_of(_at(month))
    assert BRANCHES[after] == GENERAL_OF_MONTH[month]
    assert BRANCHES[before] == GENERAL_OF_MONTH[BEFORE[month]]


@pytest.mark.parametrize("month", BRANCHES)
def test_season_of_a_month(month: str) -> None:
    before, after = generals_of(_at(month))
    season = QUARTER[month]
    if month in "辰未戌丑":  # the last eighteen days are earth's (DQ-2072)
        assert season_of_month(_at(month), None) is None
        assert _season(season_of_month(_at(month), before)) == season
        assert season_of_month(_at(month), after) == EARTH_DAYS
    else:
        for general in (None, before, after):
            assert _season(season_of_month(_at(month), general)) == season


@pytest.mark.parametrize("general", BRANCHES)
def test_season_of_a_general_alone(general: str) -> None:
    """酉午卯子 straddle the first day of a season: open."""
    expected = {
        **dict.fromkeys("亥戌", "春"),
        **dict.fromkeys("申未", "夏"),
        **dict.fromkeys("巳辰", "秋"),
        **dict.fromkeys("寅丑", "冬"),
        **dict.fromkeys("酉午卯子"),
    }
    assert _season(_alone(_at(general))) == expected[general]


def _alone(general: int) -> int | None:
    return season_within(months_within(None, general, None, None), general)


@pytest.mark.parametrize("general", range(12))
def test_the_month_never_overturns_the_season_of_the_general(general: int) -> None:
    alone = _alone(general)
    if alone is None:
        return
    assert {season_of_month(m, general) for m in range(12) if general in generals_of(m)} == {alone}


def test_two_of_general_hour_and_board_give_the_third() -> None:
    whole = {"month_general": 11, "hour": 1, "offset": 10}
    for name in whole:
        found, steps = complete(Given(day=52, **{k: v for k, v in whole.items() if k != name}))
        assert (found.month_general, found.hour, found.offset) == (11, 1, 10)
        assert all(step.passage.startswith("DQ-") for step in steps)
    found, steps = complete(Given(month_general=11, hour=1))
    assert steps[0].what_zh == "月將亥加丑時，子上見戌"


@pytest.mark.parametrize(
    ("inputs", "season"),
    [
        ({"month": "寅"}, "春"),
        ({"month": "辰"}, None),
        ({"month": "辰", "month_general": "戌"}, "春"),
        ({"month": "辰", "month_general": "酉"}, "四季"),
        ({"month_general": "亥"}, "春"),
        ({"month_general": "酉"}, None),
        ({"hour": "子"}, None),
    ],
)
def test_season_follows(inputs: dict[str, str], season: str | None) -> None:
    found, steps = complete(Given(**{k: _at(v) for k, v in inputs.items()}))
    assert _season(found.season) == season
    assert ("DQ-2072" in {step.passage for step in steps}) == (season is not None)


def test_day_part_follows_from_the_hour_and_may_be_set_near_sunrise_and_sunset() -> None:
    by_hour = [complete(Given(hour=h))[0].day_part for h in range(12)]
    assert "".join("晝夜"[p or 0] for p in by_hour) == "夜夜夜晝晝晝晝晝晝夜夜夜"
    for hour, part in enumerate(by_hour):
        other = Given(hour=hour, day_part=1 - (part or 0))
        if BRANCHES[hour] in "巳午未亥子丑":
            with pytest.raises(Contradiction, match="is never"):
                complete(other)
        else:
            assert complete(other)[0] == other


CONTRADICTIONS = [
    # the turn of the plate against general and hour
    (Given(offset=0, month_general=11, hour=1), ("month_general", "hour", "offset")),
    # the pillar of the hour against the day: 甲 begins with 甲子
    (Given(day=0, hour=0, hour_stem=2), ("day", "hour_stem")),
    # the pillar of the month against the year: 甲 begins with 丙寅
    (Given(year=0, year_stem=0, month=2, month_stem=0), ("year_stem", "month_stem")),
    (Given(month=2, month_general=5), ("month", "month_general")),
    (Given(month=2, season=2), ("season", "month")),
    (Given(month=2, season=EARTH_DAYS), ("season", "month")),
    (Given(month_general=11, season=EARTH_DAYS), ("season", "month_general")),
    (Given(month_general=9, season=3), ("season", "month_general")),
    (Given(hour=6, day_part=1), ("hour", "day_part")),
    # the season of the year against month, general, season, and both of the last
    (Given(month=2, calendar_season=1), ("calendar_season", "month")),
    (Given(month_general=10, calendar_season=2), ("calendar_season", "month_general")),
    (Given(season=1, calendar_season=0), ("calendar_season", "season")),
    (
        Given(month_general=9, season=EARTH_DAYS, calendar_season=1),  # 酉, on earth days: 辰
        ("calendar_season", "month_general"),
    ),
    # birth year, natal branch and current-year branch
    (Given(birth=6, natal=7), ("birth", "natal")),
    (Given(birth=6, sex=0, year=6, annual=3), ("birth", "sex", "year", "annual")),
]


@pytest.mark.parametrize(("inputs", "names"), CONTRADICTIONS)
def test_contradictions_name_their_inputs(inputs: Given, names: tuple[str, ...]) -> None:
    with pytest.raises(Contradiction) as caught:
        complete(inputs)
    assert caught.value.inputs == names


def test_every_contradiction_is_found_at_once() -> None:
    found, _, faults = settle(
        Given(day=0, hour=6, hour_stem=0, month_general=11, month=8, season=0, day_part=1)
    )
    assert [fault.inputs[-1] for fault in faults] == [
        "hour_stem",
        "month_general",
        "month",
        "day_part",
    ]
    assert found.offset == 5


def test_a_season_is_checked_by_every_pair_of_month_and_general() -> None:
    """A season passes if some day of the month, under that general, can belong to it."""
    for month in range(12):
        possible = {QUARTER[BRANCHES[month]]} | (
            {"四季"} if BRANCHES[month] in "辰未戌丑" else set()
        )
        for general in (None, *generals_of(month)):
            for season in range(5):
                inputs = Given(month=month, month_general=general, season=season)
                _, _, faults = settle(inputs)
                assert (not faults) == (SEASONS[season] in possible), inputs


@pytest.mark.parametrize(
    ("inputs", "season"),
    [
        ({"month": "辰"}, "春"),
        ({"month_general": "亥"}, "春"),
        ({"month_general": "酉"}, None),  # 辰 after its 中氣 or 巳 before
        ({"month_general": "酉", "season": EARTH_DAYS}, "春"),
        ({"season": 2}, "秋"),
        ({"season": EARTH_DAYS}, None),
        ({"hour": "子"}, None),
    ],
)
def test_the_season_of_the_year_follows(inputs: dict[str, str | int], season: str | None) -> None:
    codes = {k: _at(v) if isinstance(v, str) else v for k, v in inputs.items()}
    assert _season(complete(Given(**codes))[0].calendar_season) == season


@pytest.mark.parametrize(
    ("quarter", "general", "season"), [("春", "酉", "四季"), ("夏", "酉", "夏"), ("春", None, None)]
)
def test_the_season_of_the_year_leaves_earth_days_open_unless_the_general_tells(
    quarter: str, general: str | None, season: str | None
) -> None:
    inputs = Given(
        calendar_season=SEASONS.index(quarter), month_general=_at(general) if general else None
    )
    assert _season(complete(inputs)[0].season) == season


@pytest.mark.parametrize(("sex", "age", "annual"), [(0, 49, "寅"), (1, 34, "亥")])
def test_the_current_year_branches_of_the_book(sex: int, age: int, annual: str) -> None:
    """夫年四十九，歲在甲寅；妻年三十四，己亥 (DQ-1433): age 1 in the year of birth."""
    for birth in range(12):
        inputs = Given(birth=birth, sex=sex, year=(birth + age - 1) % 12)
        found, steps = complete(inputs)
        assert (found.natal, found.annual) == (birth, _at(annual))
        assert [step.gives for step in steps] == ["natal", "annual"]
        assert steps[1].passage == "DQ-1433"


def test_without_sex_or_year_only_the_natal_branch_follows() -> None:
    for inputs in (Given(birth=3), Given(birth=3, sex=1), Given(birth=3, year=5)):
        found, _ = complete(inputs)
        assert (found.natal, found.annual) == (3, None)
    assert complete(Given(sex=0, year=5))[0].annual is None


def test_missing_names_what_is_missing() -> None:
    def lacking(inputs: Given) -> tuple[str, ...] | None:
        found = missing(complete(inputs)[0])
        assert found is None or isinstance(found, Missing)
        return None if found is None else found.inputs

    assert lacking(Given(offset=0)) == ("day",)
    assert lacking(Given(day=0)) == ("month_general", "hour")
    assert lacking(Given(day=0, hour=3)) == ("month_general",)
    assert lacking(Given(day=0, month_general=3)) == ("hour",)
    assert lacking(Given(day=0, month_general=3, hour=3)) is None
    assert lacking(Given(day=0, offset=3)) is None


@given(givens())
def test_completion_keeps_what_was_given_and_is_finished(inputs: Given) -> None:
    found, _ = complete(inputs)
    assert replace(found, **_known(inputs)) == found
    assert complete(found)[0] == found


@given(givens(), st.data())
def test_leaving_out_an_input_changes_nothing_to_another_value(
    inputs: Given, data: st.DataObject
) -> None:
    """What follows from fewer inputs still follows from more, or is said otherwise."""
    whole = _known(complete(inputs)[0])
    name = data.draw(st.sampled_from(sorted(_known(inputs).keys() - {"day", "offset"}) or ["day"]))
    fewer = _known(complete(replace(inputs, **{name: None}))[0])
    said = _known(inputs).keys()
    assert {k: v for k, v in fewer.items() if k in whole and k not in said} == {
        k: v for k, v in whole.items() if k in fewer and k not in said
    }


def _known(inputs: Given) -> dict[str, int]:
    values = {name: getattr(inputs, name) for name in inputs.__dataclass_fields__}
    return {name: value for name, value in values.items() if value is not None}
