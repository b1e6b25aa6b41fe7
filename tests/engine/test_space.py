"""The space of charts as arrays, against charts cast one by one."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict

import numpy as np
import pytest

from engine.space import SIZES, Space, TooLarge, axes_of, extent
from facts.charts import cast
from facts.evaluate import Evaluator
from facts.given import Contradiction, Given
from facts.predicates import TRUE
from facts.schools import DEFAULT, School
from facts.symbols import UNKNOWN
from rules.reader.model import Term

AXES = [
    ("day", "plate"),
    ("day", "plate", "day_part"),
    ("day", "plate", "hour"),
    ("day", "plate", "hour", "day_part"),
    ("day", "plate", "season", "month"),
    ("day", "plate", "hour", "day_part", "season"),
    ("day", "plate", "hour", "month"),
    ("day", "plate", "natal", "annual"),
    ("day", "plate", "year"),
    ("day", "plate", "enemy", "city", "first_mover"),
    ("day", "plate", "enemy_palace", "march", "gate", "ground"),
    ("day", "plate", "alarm", "situation"),
    ("day", "plate", "arrival", "march_palace"),
    ("day", "plate", "envoy_natal", "envoy_annual"),
    ("day", "plate", "moon", "venus"),
    ("day", "plate", "moon_palace", "term_day"),
    ("day", "plate", "army", "omen"),
    ("day", "plate", "omen_manner", "omen_from"),
    ("day", "plate", "omen_at"),
    ("day", "plate", "year_branch"),
    ("day", "plate", "lunar_month", "lunar_day"),
    ("day", "plate", "calendar_season"),
    ("day", "plate", "calendar_season", "season"),
    ("day", "plate", "calendar_season", "month"),
    ("day", "plate", "hour", "calendar_season", "season"),
    ("day", "plate", "hour", "calendar_season", "day_part"),
]
OTHER = School.parse(["noble=羊牛", "harm=seat_counted"])


@pytest.mark.parametrize("axes", AXES, ids=",".join)
@pytest.mark.parametrize("school", [DEFAULT, OTHER], ids=["default", "other"])
def test_a_point_is_the_chart_that_is_cast_from_it(axes, school):
    """Its columns are the chart's; and where the inputs contradict one another it is no point."""
    space = Space.over(axes, school)
    columns = space.columns()
    for point in random.Random(7).sample(range(space.size), 150):
        try:
            chart = cast(space.given(point), school)
        except Contradiction:
            assert not space.valid[point]
            continue
        assert space.valid[point]
        for name, values in columns.items():
            assert values[point] == chart.columns[name], (name, chart.notation)


@pytest.mark.parametrize("column", ["natal", "season", "hour", "arrangement", "year_stem"])
def test_a_column_that_is_not_on_an_axis_is_unknown(column, base):
    space = Space.over(("day", "plate"))
    values = space.evaluator(base).term(Term(column))
    assert (values == UNKNOWN).all()


def truths(base, space, rules):
    evaluator = space.evaluator(base)
    return np.array([evaluator.truth(rule.when) for rule in rules])


def assert_scalar_and_arrays_agree(base, axes, points):
    rules = list(base.edition.rules.values())
    space = Space.over(axes)
    all_ = truths(base, space, rules)
    assert all_.shape == (len(rules), space.size)
    for point in points(space):
        chart = cast(space.given(point))
        evaluator = Evaluator(base.edition, chart.columns)
        wrong = [
            r.id for r, t in zip(rules, all_[:, point], strict=True) if evaluator.truth(r.when) != t
        ]
        assert not wrong, chart.notation


def test_scalar_and_arrays_agree_on_all_boards(base):
    """Every rule on the 720 boards, all further inputs unknown."""
    assert_scalar_and_arrays_agree(base, ("day", "plate"), lambda space: range(space.size))


GIVEN = ("day", "plate", "day_part", "season", "first_mover", "enemy")


def test_scalar_and_arrays_agree_with_inputs(base):
    points = random.Random(8).sample(range(720 * 160), 60)
    assert_scalar_and_arrays_agree(base, GIVEN, lambda _: points)


@pytest.mark.exhaustive
def test_scalar_and_arrays_agree_with_inputs_on_many_charts(base):
    assert_scalar_and_arrays_agree(base, GIVEN, lambda space: range(0, space.size, 17))


def test_the_axes_are_those_that_are_read():
    assert axes_of([]) == ("day", "plate")
    assert axes_of(["season", "day_stem", "initial"]) == ("day", "plate", "season")
    assert axes_of(["year_branch", "arrangement"]) == ("day", "plate", "day_part", "year_branch")
    assert axes_of(["year_branch", "year_stem"]) == ("day", "plate", "year")
    assert axes_of(["enemy", "enemy_palace"]) == ("day", "plate", "enemy_palace")
    assert axes_of(["alarm_stem", "march"]) == ("day", "plate", "march", "alarm")
    assert axes_of(["month_general", "hour"]) == ("day", "plate", "hour")


def test_a_space_over_the_budget_is_refused():
    with pytest.raises(TooLarge, match="8640 charts over day, plate, hour"):
        Space.over(("day", "plate", "hour"), budget=8000)


CASES = {
    "{controls: [initial, day_stem]}": ("day", "plate"),
    "{any: [{void: initial}, {void: {upper_of: day_stem}}]}": ("day", "plate"),
    "{carries: [貴人, initial]}": ("day", "plate", "day_part"),
    "[{season_state: [initial, 旺]}, {not: {controls: [day_stem, initial]}}]": (
        *("day", "plate", "season"),
    ),
    "[{same: [hour, initial]}, {carries: [白虎, initial]}]": ("day", "plate", "hour", "day_part"),
    "[{same: [month, initial]}, {season_state: [day_stem, 旺]}]": (
        *("day", "plate", "season", "month"),
    ),
    "{at_least: {n: 2, of: [{void: initial}, {is_yang: initial}, {same: [first_mover, 我]}]}}": (
        *("day", "plate", "first_mover"),
    ),
}


@pytest.mark.parametrize("when", CASES)
def test_the_extent_is_what_counting_charts_gives(when, condition):
    base, rule = condition(when)
    found = extent(base, rule.when)
    assert found.axes == CASES[when]
    fires = of = 0
    memo = defaultdict(dict)
    for values in itertools.product(*(range(SIZES[axis]) for axis in found.axes)):
        chart = _cast(dict(zip(found.axes, values, strict=True)))
        if chart is None:
            continue
        of += 1
        read = tuple(chart.columns[name] for name in sorted(base.reads.condition(rule.when)))
        if read not in memo[rule.id]:  # equal columns, equal truth
            memo[rule.id][read] = Evaluator(base.edition, chart.columns).truth(rule.when)
        fires += memo[rule.id][read] == TRUE
    assert (found.fires, found.of) == (fires, of)
    assert 0 < fires < of


def _cast(at):
    at["offset"] = at.pop("plate")
    if "hour" in at:
        at["month_general"] = (at["hour"] + at["offset"]) % 12
    try:
        return cast(Given(**at))
    except Contradiction:
        return None


@pytest.mark.parametrize("when", CASES)
def test_witnesses_fire(when, condition):
    base, rule = condition(when)
    found = extent(base, rule.when, witnesses=5)
    assert len(found.witnesses) == 5
    for given in found.witnesses:
        assert Evaluator(base.edition, cast(given).columns).truth(rule.when) == TRUE


def test_a_condition_that_never_holds_has_no_witness(condition):
    base, rule = condition("[{void: initial}, {not: {void: initial}}]")
    found = extent(base, rule.when)
    assert (found.fires, found.of, found.witnesses) == (0, 720, ())
