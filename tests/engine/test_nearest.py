"""The nearest chart fires, differs as it says, and nothing nearer does: by brute force."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from engine.nearest import nearest
from facts.charts import cast, read_chart
from facts.evaluate import Evaluator
from facts.given import Contradiction, Given
from facts.predicates import FALSE, TRUE

SIZES = {"hour": 12, "month_general": 12, "offset": 12, "day": 60, "day_part": 2, "season": 5}
SIZES |= {"month": 12, "natal": 12, "annual": 12, "first_mover": 2}

RULES = {
    "board": "[{controls: [initial, day_stem]}, {void: final}]",
    "generals": "[{carries: [白虎, initial]}, {carries: [青龍, {upper_of: day_stem}]}]",
    "season": "[{season_state: [initial, 旺]}, {controls: [day_stem, initial]}]",
    "hour": "[{same: [hour, day_branch]}, {lands_on: [天罡, natal]}]",
    "month": "[{same: [month, initial]}, {season_state: [day_branch, 死]}]",
    "mover": "[{same: [first_mover, 敵]}, {void: initial}, {combines: [natal, annual]}]",
    "stems": "[{same: [day_stem, 癸]}, {same: [day_branch, 亥]}, {lands_on: [子, 午]}]",
}
CHARTS = [
    Given(day=0, month_general=11, hour=1, natal=0),
    Given(day=30, month_general=0, hour=6),
    Given(day=17, month_general=9, hour=3, season=1, first_mover=0),
    Given(day=59, month_general=4, hour=10, month=9, natal=3, annual=4),
    Given(day=44, offset=0, natal=11),
    Given(day=5, offset=7, day_part=1, season=3, first_mover=1),
    Given(day=12, month_general=3, hour=2, day_part=0, natal=9),
]


def truth(base, rule, given):
    try:
        chart = cast(given)
    except Contradiction:
        return None
    return Evaluator(base.edition, chart.columns).truth(rule.when)


def changes(given, names):
    """All inputs in which exactly the named ones have another value."""
    choices = [[v for v in range(SIZES[n]) if v != getattr(given, n)] for n in names]
    for values in itertools.product(*choices):
        yield replace(given, **dict(zip(names, values, strict=True)))


def movable(given):
    board = ("offset",) if given.hour is None else ("hour", "month_general")
    return [name for name in SIZES if name in board or name not in SIZES_OF_BOARD]


SIZES_OF_BOARD = ("hour", "month_general", "offset")


@pytest.mark.parametrize("name", RULES)
def test_nothing_is_nearer(name, condition):
    base, rule = condition(RULES[name])
    silent = [given for given in CHARTS if truth(base, rule, given) == FALSE]
    assert len(silent) >= 3
    for given in silent:
        chart = cast(given)
        found = nearest(base, rule.when, chart)
        assert found is not None
        assert Evaluator(base.edition, found.chart.columns).truth(rule.when) == TRUE
        assert_changed(given, chart.given, found)
        nearer = next(singles(base, rule, given), None)
        if len(found.changed) > 1:
            assert nearer is None
        else:
            assert found.changed == (nearer,)


def singles(base, rule, given):
    """The inputs that alone can make it fire, in the order of ties."""
    board = ("offset",) if given.hour is None else ("hour", "month_general")
    for name in SIZES:
        if name in board or name not in ("offset", "hour", "month_general"):
            for changed in changes(given, [name]):
                if truth(base, rule, changed) == TRUE:
                    yield name.replace("offset", "plate")


def assert_changed(given, completed, found):
    """Outside what is said to be changed, and what follows from it, all is as it was given."""
    for name in SIZES:
        was, is_ = getattr(given, name), getattr(found.chart.given, name)
        said = name.replace("offset", "plate") in found.changed
        if said:
            assert is_ != getattr(completed, name)
        elif was is not None:
            assert is_ == was


@pytest.mark.parametrize("name", ["board", "season", "mover", "stems"])
def test_nothing_is_nearer_by_two(name, condition):
    """Where more than two inputs change, no two would have done."""
    base, rule = condition(RULES[name])
    given = CHARTS[2]
    found = nearest(base, rule.when, cast(given))
    assert found is not None
    read = {"hour", "month_general", "day", "season", "natal", "annual", "first_mover"}
    if len(found.changed) <= 2:
        pair = [c for c in changes(given, found.changed) if truth(base, rule, c) == TRUE]
        assert pair
        return
    for names in itertools.combinations([n for n in SIZES if n in read], 2):
        assert not any(truth(base, rule, c) == TRUE for c in changes(given, names)), names


def test_the_hour_changes_before_the_general_and_the_general_before_the_day(condition):
    base, rule = condition("{lands_on: [子, 子]}")
    found = nearest(base, rule.when, read_chart("甲子日 亥將 丑時"))
    assert found is not None
    assert found.changed == ("hour",)
    assert found.chart.notation == "甲子日 亥將 亥時 夜 春"
    base, rule = condition("[{lands_on: [子, 子]}, {same: [hour, 丑]}]")
    found = nearest(base, rule.when, read_chart("甲子日 亥將 丑時"))
    assert found is not None
    assert found.changed == ("month_general",)
    assert found.chart.notation == "甲子日 丑將 丑時 夜 冬"  # the season follows the general


def test_the_nearest_value_ahead_is_taken(condition):
    base, rule = condition("{same: [day_stem, 丙]}")
    found = nearest(base, rule.when, read_chart("丁卯日 伏吟"))
    assert found is not None
    assert found.chart.notation.startswith("丙子日")


def test_the_season_follows_the_general_and_is_no_change_of_its_own(condition):
    base, rule = condition("[{same: [season, 秋]}, {same: [month_general, 巳]}]")
    found = nearest(base, rule.when, read_chart("甲子日 亥將 丑時"))
    assert found is not None
    assert found.changed == ("month_general",)


def test_an_input_that_was_not_given_can_be_given(condition):
    base, rule = condition("[{same: [season, 秋]}, {void: 子}]")
    found = nearest(base, rule.when, read_chart("甲子日 伏吟"))
    assert found is not None
    assert found.changed == ("day", "season")
    assert found.chart.notation == "甲寅日 子加子 秋"


def test_a_month_that_no_longer_fits_changes_too(condition):
    """The rule does not read the month, but 申 is never the general of the 寅 month."""
    base, rule = condition("[{same: [month_general, 申]}, {same: [hour, 丑]}]")
    found = nearest(base, rule.when, read_chart("甲子日 亥將 丑時 寅月"))
    assert found is not None
    assert found.changed == ("month_general", "month")
    assert found.chart.notation == "甲子日 申將 丑時 夜 夏 巳月"


def test_what_the_chart_was_given_stays(condition):
    base, rule = condition("{void: initial}")
    chart = read_chart("甲子年 寅月 戊申日 亥將 卯時 本命子 行年午 敵在酉 我先動")
    found = nearest(base, rule.when, chart)
    assert found is not None
    kept = ("year", "year_stem", "month", "natal", "annual", "enemy", "first_mover")
    for name in kept:
        assert getattr(found.chart.given, name) == getattr(chart.given, name)


def test_the_stem_of_the_hour_goes_with_the_hour(condition):
    base, rule = condition("{same: [hour, 寅]}")
    found = nearest(base, rule.when, read_chart("甲子日 亥將 乙丑時"))
    assert found is not None
    assert found.changed == ("hour",)
    assert found.chart.notation == "甲子日 亥將 寅時 夜 春"


def test_a_year_branch_alone_counts(condition):
    base, rule = condition("[{same: [year_branch, 子]}, {void: initial}]")
    found = nearest(base, rule.when, read_chart("子年 甲子日 伏吟"))
    assert found is not None
    assert "year" not in found.changed
    assert found.chart.given.year == 0


def test_what_never_holds_has_no_nearest(condition):
    base, rule = condition("[{void: initial}, {not: {void: initial}}]")
    assert nearest(base, rule.when, read_chart("甲子日 伏吟")) is None
