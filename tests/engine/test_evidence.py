"""Evidence: each value with the input, the step, the cell or the text that it comes from."""

from __future__ import annotations

import re

import pytest

from engine.evidence import Witness
from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.predicates import UNDETERMINED
from rules.reader.model import Literal, walk


@pytest.fixture(scope="module")
def witness(condition):
    """The evidence of one literal on a chart, as (kind, English, passage)."""

    def found(when, chart):
        base, rule = condition(when)
        cast = read_chart(chart)
        told = Witness(base.edition, cast, Evaluator(base.edition, cast.columns))
        return [(e.kind, e.en, e.passage) for e in told.of_literal(rule.when)]

    return found


def test_a_table_cell_has_its_passage(witness):
    assert witness("{lands_on: [游都, day_stem]}", "丙辰日 戌加子") == [
        ("input", "the day is 丙辰", ""),
        ("table", "the wandering capital 游都 of 丙 is 寅", "DQ-0722"),
        ("input", "the turn of the heaven plate: 戌加子", ""),
        ("cast", "寅 stands on the palace 辰 on the plate with 戌加子", "DQ-0638"),
    ]


def test_the_board_is_told_by_general_and_hour(witness):
    found = witness("{lands_on: [游都, day_stem]}", "丙辰日 亥將 丑時")
    assert ("cast", "month general 亥 laid on hour 丑: 戌 stands over 子", "DQ-0638") in found


def test_elements_that_relate_are_told(witness):
    found = witness("{controls: [游都, day_branch]}", "丙辰日 戌加子")
    assert found[-1] == ("nature", "wood controls earth", "")


def test_a_cell_with_a_source_of_its_own_names_it(witness):
    """The table is of DQ-0834, its cell for 戊 of DQ-0836."""
    (_, cell) = witness("{in: [{lookup: {table: 十干所居, key: day_stem}}, [辰]]}", "戊辰日 伏吟")
    assert cell[0] == "table"
    assert cell[2] == "DQ-0836"


def test_transmissions_are_told_by_the_steps_of_the_cast(witness):
    found = witness("{same: [initial, 丑]}", "丙辰日 戌加子")
    steps = read_chart("丙辰日 戌加子").derivation.steps
    assert [(en, passage) for _, en, passage in found] == [(s.what_en, s.passage) for s in steps]
    assert {kind for kind, _, _ in found} == {"cast"}


def test_what_follows_is_told_by_its_step_and_what_is_given_as_an_input(witness):
    (followed,) = witness("{same: [season, 春]}", "丙辰日 亥將 丑時")
    assert followed == ("cast", "the season is spring, by month general 亥", "DQ-2072")
    (given,) = witness("{same: [season, 春]}", "丙辰日 伏吟 春")
    assert given == ("input", "the season: 春", "")


def test_an_input_is_not_told_by_a_step_about_another(witness):
    """亥將 is laid on 丑時, and the natal branch is 戌 that then stands over 子."""
    (given,) = witness("{same: [natal, 戌]}", "丙辰日 亥將 丑時 本命戌")
    assert given == ("input", "the commander's natal branch: 戌", "")


def test_the_void_is_told_by_the_decade(witness):
    assert witness("{void: 子}", "丙辰日 伏吟") == [
        ("input", "the day is 丙辰", ""),
        ("cast", "in 甲寅旬 the void are 子 and 丑", "DQ-0716"),
    ]


def test_the_season_state_is_told_with_the_element(witness):
    found = witness("{season_state: [day_stem, 旺]}", "丙辰日 伏吟 夏")
    assert found[-1] == ("nature", "in the season 夏, 丙 (火) is 旺", "DQ-1163")


def test_a_choice_is_told_with_its_reason(witness):
    role = "{first_of: [{if: {void: 子}, take: natal}, {take: 午}]}"
    found = witness(f"{{void: {role}}}", "甲子日 伏吟 本命午")
    kinds = [kind for kind, _, _ in found]
    assert kinds[:2] == ["choice", "choice"]
    assert found[0][1] == "子 is not void"
    assert found[1][1] == "午 is taken: nothing before it applies"
    found = witness(f"{{void: {role}}}", "甲寅日 伏吟 本命午")
    assert found[0][1] == "the commander's natal branch (午) is taken: 子 is void"


def test_every_decided_literal_of_the_edition_has_words(base, draw):
    """Whatever a chart decides can be explained, and where a passage is named it is one."""
    for chart in draw(12, 96):
        evaluator = Evaluator(base.edition, chart.columns)
        told = Witness(base.edition, chart, evaluator)
        for literal in base.program.literals:
            if evaluator.literal(literal) == UNDETERMINED:
                continue
            for item in told.of_literal(literal):
                assert item.en
                assert item.zh
                assert "{" not in item.en + item.zh
                assert re.fullmatch("([A-Z]{2}-[0-9]{4})?", item.passage)
                assert item.kind in ("input", "cast", "table", "text", "nature", "choice")


def test_a_value_of_the_chart_has_evidence(base, draw):
    """All that a literal compares, but fixed symbols, is traced to something."""
    (chart,) = draw(1, 97, 1.0)
    told = Witness(base.edition, chart, Evaluator(base.edition, chart.columns))
    for rule in base.edition.rules.values():
        for part in walk(rule.when):
            if isinstance(part, Literal) and base.reads.condition(part):
                assert told.of_literal(part), (rule.id, part)
