"""Charts as a whole, against boards of the book."""

from __future__ import annotations

import pytest
from hypothesis import given

from facts.charts import Chart, cast, read_chart
from facts.given import Contradiction, Given, Missing
from facts.lessons import Lesson
from facts.schools import School
from facts.symbols import BRANCHES, GENERALS, STEMS
from rules.reader.diagnostics import InputError
from tests.facts.strategies import charts


def _names(lesson: Lesson) -> tuple[str, str]:
    return BRANCHES[lesson.upper], lesson.lower_name


def test_the_chart_of_the_documentation() -> None:
    """春丙辰日亥將丑時，順數至辰，見寅為游都 (DQ-0894)."""
    chart = read_chart("丙辰日 亥將 丑時 春")
    assert chart.heaven["子"] == "戌"
    assert chart.heaven["辰"] == "寅"
    assert list(map(_names, chart.lessons)) == [
        ("卯", "丙"),
        ("丑", "卯"),
        ("寅", "辰"),
        ("子", "寅"),
    ]
    assert chart.derivation.method == "重審"
    assert [BRANCHES[b] for b in chart.derivation.transmissions] == ["丑", "亥", "酉"]
    assert chart.generals is not None
    assert chart.generals["寅"] == "青龍"
    assert chart.stems["寅"] == "甲"
    assert chart.stems["子"] is None
    assert chart.void == ("子", "丑")
    assert chart.notation == "丙辰日 亥將 丑時 夜 春"
    assert chart.text == "丙辰日 亥將 丑時 春"


def test_the_wandering_capital_on_yin() -> None:
    """丁酉日酉將午時 ... 酉加午，巳落寅上，巳上乘六合 ... 亥為魯都在申上 (DQ-0831)."""
    chart = read_chart("丁酉日酉將午時")
    assert chart.heaven["午"] == "酉"
    assert chart.heaven["寅"] == "巳"
    assert chart.heaven["申"] == "亥"
    assert chart.stems["寅"] == "壬"


def test_a_board_without_day_or_night_has_no_generals() -> None:
    chart = read_chart("甲子日 戌加子")
    assert chart.generals is None
    assert chart.arrangement is None
    assert chart.heaven["子"] == "戌"
    assert not any("noble" in step.what_en for step in chart.casting_steps)
    assert set(read_chart("甲子日 戌加子 晝").generals or {}) == set(BRANCHES)


@pytest.mark.parametrize(
    ("line", "offset"),
    [
        ("戊戌日 伏吟 晝", 0),
        ("甲子日 返吟", 6),
        ("甲子日 戌加子", 10),
        ("乙酉日 干上亥", 7),
        ("甲子日 戌加子 子時", 10),
        ("甲子日 戌加子 戌將", 10),
    ],
)
def test_boards_as_the_book_gives_them(line: str, offset: int) -> None:
    chart = read_chart(line)
    assert chart.offset == offset
    assert chart.heaven["子"] == BRANCHES[offset]


def test_the_noble_of_the_school() -> None:
    lead = [
        read_chart("甲子日 伏吟 晝", School(noble=noble)).generals for noble in ("牛羊", "羊牛")
    ]
    assert [g and g["丑"] for g in lead] == ["貴人", "天空"]
    assert [g and g["未"] for g in lead] == ["天空", "貴人"]


def test_casting_steps_name_values_and_passages() -> None:
    steps = read_chart("丙辰日 亥將 丑時").casting_steps
    assert all(step.passage.startswith("DQ-") for step in steps)
    said = [step.what_zh for step in steps]
    assert said[0] == "月將亥加丑時，子上見戌"
    assert "亥將，春" in said
    assert "丑時屬夜" in said
    assert "甲寅旬，子丑空亡" in said
    assert said[-1] == "丙日夜貴酉，臨亥，順布"


def test_cast_refuses_what_makes_no_chart() -> None:
    with pytest.raises(Missing, match="no day pillar"):
        cast(Given(offset=0))
    with pytest.raises(Missing, match="month general and hour are missing"):
        cast(Given(day=0))
    with pytest.raises(Missing, match="given: month general is missing"):
        cast(Given(day=0, hour=1))
    with pytest.raises(Contradiction):
        cast(Given(day=0, offset=0, hour=1, month_general=3))


def test_a_missing_board_says_how_to_give_it() -> None:
    with pytest.raises(InputError, match="戌加子, 伏吟, 干上亥"):
        read_chart("甲子日")


@given(charts())
def test_the_parts_agree_with_one_another(chart: Chart) -> None:
    heaven = chart.heaven
    assert sorted(heaven.values()) == sorted(BRANCHES)
    assert [b for b, stem in chart.stems.items() if stem is None] == sorted(
        chart.void, key=BRANCHES.index
    )
    first = chart.lessons[0]
    assert STEMS[chart.day % 10] == first.lower_name
    assert heaven[BRANCHES[first.lower]] == BRANCHES[first.upper]
    generals = chart.generals
    assert (generals is None) == (chart.given.day_part is None)
    if generals is not None:
        assert sorted(generals.values()) == sorted(GENERALS)
        # The noble and the Sky Void stand opposite, whichever way the rest runs.
        at = {general: BRANCHES.index(branch) for branch, general in generals.items()}
        assert (at["貴人"] - at["天空"]) % 12 == 6
        assert (at["螣蛇"] - at["貴人"]) % 12 in (1, 11)


@given(charts())
def test_the_result_never_depends_on_the_absolute_hour(chart: Chart) -> None:
    """Hour and month general turned together leave board, lessons and transmissions."""
    bare = cast(Given(day=chart.day, offset=chart.offset), chart.school)
    assert bare.lessons == chart.lessons
    assert bare.derivation == chart.derivation
    assert bare.disputes == chart.disputes
