"""The three transmissions against the reference table and the worked charts of the book."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.lessons import four_lessons
from facts.pillars import parse_pillar
from facts.plates import heaven_over, offset_of
from facts.schools import SWITCHES, School
from facts.symbols import BRANCHES
from facts.transmissions import derive, disputes

Rows = list[dict[str, str]]
BoardOf = Callable[[str, str], tuple[int, int]]

SCHOOL_OF_COLUMN = {
    "seat_counted": School(harm="seat_counted"),
    "meng_zhong_ji": School(harm="meng_zhong_ji"),
    "mao_zi_mao": School(fuyin_mao="卯子卯"),
}
PASSAGE = re.compile(r"DQ-\d{4}")


def _rows(name: str) -> Rows:
    with Path(__file__).with_name(name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def golden() -> Rows:
    return _rows("golden_transmissions.tsv")


def _board(row: dict[str, str]) -> tuple[int, int]:
    return parse_pillar(row["day"]), BRANCHES.index(row["heaven_over_zi"])


def _names(branches: tuple[int, ...]) -> str:
    return "".join(BRANCHES[branch] for branch in branches)


def test_every_board_has_the_method_and_transmissions_of_the_reference(golden: Rows) -> None:
    assert len({_board(row) for row in golden}) == 720
    for row in golden:
        result = derive(*_board(row))
        expected = (row["method"], row["transmissions"])
        assert (result.method, _names(result.transmissions)) == expected, row


@pytest.mark.parametrize("column", SCHOOL_OF_COLUMN)
def test_a_school_changes_its_own_boards_and_no_other(golden: Rows, column: str) -> None:
    school = SCHOOL_OF_COLUMN[column]
    assert any(row[column] for row in golden)
    for row in golden:
        result = derive(*_board(row), school)
        assert _names(result.transmissions) == (row[column] or row["transmissions"]), row


def test_the_printed_fanyin_changes_the_two_wu_boards(golden: Rows) -> None:
    school = School(fanyin_wu="巳亥巳")
    changed = {
        (row["day"], row["heaven_over_zi"]): _names(derive(*_board(row), school).transmissions)
        for row in golden
        if derive(*_board(row), school).transmissions != derive(*_board(row)).transmissions
    }
    assert changed == {("戊辰", "午"): "巳亥巳", ("戊戌", "午"): "巳亥巳"}


def test_accord_changes_only_boards_of_harm_and_uses_the_god_that_generates_the_stem(
    golden: Rows,
) -> None:
    school = School(accord="generates_stem")
    changed = {
        (row["day"], row["heaven_over_zi"]): _names(derive(*_board(row), school).transmissions)
        for row in golden
        if derive(*_board(row), school).transmissions != derive(*_board(row)).transmissions
    }
    assert changed == {
        ("戊辰", "午"): "巳亥巳",
        ("戊辰", "未"): "午丑申",
        ("甲戌", "寅"): "子寅辰",
        ("丙子", "未"): "寅酉辰",
        ("庚辰", "未"): "戌巳子",
        ("甲申", "寅"): "子寅辰",
        ("戊子", "酉"): "午卯子",
        ("己丑", "申"): "巳丑酉",
        ("庚寅", "戌"): "戌申午",
        ("戊戌", "午"): "巳亥巳",
        ("庚子", "戌"): "戌申午",
        ("己酉", "申"): "巳丑酉",
        ("乙卯", "辰"): "亥卯未",
        ("壬戌", "巳"): "申丑午",
    }


def test_printed_boards_that_count_harm_otherwise_are_given_by_some_school(golden: Rows) -> None:
    counted = [row for row in golden if row["printed_note"] == "harm counted otherwise"]
    assert len(counted) == 11
    for row in counted:
        others = {_names(dispute.transmissions) for dispute in disputes(*_board(row))}
        assert row["printed"] in others, row


def test_disputes_of_harm_and_fuyin_are_the_columns(golden: Rows) -> None:
    for row in golden:
        found = {
            dispute.value: _names(dispute.transmissions)
            for dispute in disputes(*_board(row))
            if dispute.switch in ("harm", "fuyin_mao")
        }
        columns = {"seat_counted": "seat_counted", "meng_zhong_ji": "meng_zhong_ji"}
        columns["mao_zi_mao"] = "卯子卯"
        assert found == {columns[name]: row[name] for name in columns if row[name]}, row


def test_disputes_start_from_the_school_given(board: BoardOf) -> None:
    school = School(harm="meng_zhong_ji")
    found = {x.value: _names(x.transmissions) for x in disputes(*board("丁卯", "亥將丑時"), school)}
    assert found == {"place_after_seat": "亥酉未", "seat_counted": "亥酉未"}


def test_disputes_cite_their_option(board: BoardOf) -> None:
    (dispute,) = disputes(*board("丁卯", "伏吟"))
    assert (dispute.switch, dispute.value, _names(dispute.transmissions)) == (
        "fuyin_mao",
        "卯子卯",
        "卯子卯",
    )
    option = next(s for s in SWITCHES if s.name == "fuyin_mao").option("卯子卯")
    assert dispute.passages == option.passages


@given(
    day=st.integers(0, 59),
    general=st.integers(0, 11),
    hour=st.integers(0, 11),
    turn=st.integers(0, 11),
    harm=st.sampled_from(["place_after_seat", "seat_counted", "meng_zhong_ji"]),
)
def test_only_the_turn_of_the_plate_counts(
    day: int, general: int, hour: int, turn: int, harm: str
) -> None:
    school = School(harm=harm)
    offset = offset_of(general, hour)
    turned = offset_of((general + turn) % 12, (hour + turn) % 12)
    assert four_lessons(day, turned) == four_lessons(day, offset)
    assert derive(day, turned, school) == derive(day, offset, school)


@given(day=st.integers(0, 59), offset=st.integers(0, 11))
def test_a_chain_passes_from_god_to_god(day: int, offset: int) -> None:
    result = derive(day, offset)
    first, middle, last = result.transmissions
    if result.method in ("元首", "重審", "比用", "涉害", "見機", "察微", "蒿矢", "彈射", "返吟"):
        assert (middle, last) == (heaven_over(first, offset), heaven_over(middle, offset))
        assert first in {lesson.upper for lesson in four_lessons(day, offset)}
    assert result.steps
    for step in result.steps:
        assert step.what_en
        assert step.what_zh
        assert PASSAGE.fullmatch(step.passage)
    last_step = result.steps[-1]
    assert BRANCHES[last] in last_step.what_en
    assert BRANCHES[last] in last_step.what_zh


def test_the_trace_counts_the_harms(board: BoardOf) -> None:
    """丁卯日亥將丑時: 丑加卯一重, 亥加丑 歷辰、戊、未、己、戌土五重 (DQ-1210)."""
    steps = derive(*board("丁卯", "亥將丑時")).steps
    assert [step.what_en for step in steps] == [
        "lessons 3, 4: the lower controls the upper (丑 over 卯, 亥 over 丑)",
        "on a yin day 丑, 亥 are all of the day's parity",
        "harms on the way home: 丑 on 卯 1 (乙), 亥 on 丑 5 (辰 戊 未 己 戌)",
        "first transmission 亥; middle 酉, the god over 亥; last 未, the god over 酉",
    ]
    assert steps[2].what_zh == "丑加卯歷乙，1重；亥加丑歷辰、戊、未、己、戌，5重"
    assert [step.passage for step in steps] == ["DQ-0010", "DQ-0011", "DQ-0012", "DQ-0010"]


def test_the_trace_gives_the_reason_of_each_placed_transmission(board: BoardOf) -> None:
    steps = derive(*board("壬辰", "伏吟")).steps
    assert [step.what_en for step in steps] == [
        "no control, yang day",
        "first transmission 亥: the god over the day stem 壬",
        "middle transmission 辰: 亥 punishes itself; the god over the day branch 辰",
        "last transmission 戌: 辰 punishes itself; the clash of 辰",
    ]


def test_a_tie_of_counts_is_settled_by_the_class_of_the_seat(board: BoardOf) -> None:
    """甲午日: 申加午歷丁火一重, 辰加寅歷卯木一重 (DQ-1217)."""
    steps = derive(*board("甲午", "午將辰時")).steps
    assert [step.what_en for step in steps[2:4]] == [
        "harms on the way home: 辰 on 寅 1 (卯), 申 on 午 1 (丁)",
        "only 辰 stands on a 孟 seat (寅)",
    ]


# A worked chart: the words of the book, its board, the method (empty where the words name none or
# give it another name), the transmissions (the first alone where the words give no more), and the
# school under which it holds where that is not the default.
@pytest.mark.parametrize(
    "case", _rows("worked_transmissions.tsv"), ids=lambda case: f"{case['passage']}-{case['day']}"
)
def test_worked_chart(board: BoardOf, case: dict[str, str]) -> None:
    school = School.parse([case["school"]] if case["school"] else [])
    result = derive(*board(case["day"], case["plate"]), school)
    assert _names(result.transmissions).startswith(case["transmissions"]), case["quote"]
    assert case["method"] in ("", result.method), case["quote"]


# Charts that the book has wrong: passage, its words, what is wrong, then what the words as they
# stand give, and the chart and result that the passage means.
CORRUPT = [
    (
        "DQ-1252",
        "假如乙未日寅時辰將占，一課寅乙，二課子寅",
        "hour and month general exchanged: its lessons need 寅將辰時",
        ("乙未", "辰將寅時", "重審", "申戌子"),
        ("乙未", "寅將辰時", "昴星", "亥寅巳"),
    ),
    (
        "DQ-1275",
        "又如己未日亥時酉將占，一課酉己，二課亥酉",
        "亥時 for 未時, as DQ-1270 and DQ-1273 have it",
        ("己未", "酉將亥時", "八專", "丑巳巳"),
        ("己未", "酉將未時", "八專", "酉酉酉"),
    ),
    (
        "DQ-1329",
        "假令六月戊寅日午時寅將占。 丑貴 午白 酉勾",
        "hour and month general exchanged: the general of the sixth month is 午 (寅時 in DQ-1327)",
        ("戊寅", "寅將午時", "重審", "戌午寅"),
        ("戊寅", "午將寅時", "昴星", "丑午酉"),
    ),
    (
        "DQ-1628",
        "酉朱 亥貴 丑陰 朱 勾 貴 朱 酉 未 亥 酉 未 巳 酉 丁",
        "甲子日 stands over the chart of 丁巳日",
        ("甲子", "酉將未時", "重審", "辰午申"),
        ("丁巳", "酉將未時", "重審", "酉亥丑"),
    ),
    (
        "DQ-1699",
        "庚子日戌時亥將，占走奴婢。 戌玄 酉陰 申后",
        "hour and month general exchanged: the plate drawn has 戌 on 亥",
        ("庚子", "亥將戌時", "比用", "寅卯辰"),
        ("庚子", "戌將亥時", "元首", "戌酉申"),
    ),
]


@pytest.mark.parametrize(
    ("passage", "quote", "wrong", "as_it_stands", "as_meant"),
    CORRUPT,
    ids=[case[0] for case in CORRUPT],
)
def test_corrupt_chart(
    board: BoardOf,
    passage: str,
    quote: str,
    wrong: str,
    as_it_stands: tuple[str, str, str, str],
    as_meant: tuple[str, str, str, str],
) -> None:
    for day, plate, method, transmissions in (as_it_stands, as_meant):
        result = derive(*board(day, plate))
        found = (result.method, _names(result.transmissions))
        assert found == (method, transmissions), (passage, quote, wrong)


@pytest.mark.parametrize(
    ("method", "boards", "yang", "passage"),
    [
        ("昴星", 16, None, "DQ-0133 凡昴星止十六課"),
        ("別責", 9, 3, "DQ-0117 別責無克三課備，剛三柔六九為宗"),
    ],
)
def test_the_books_own_counts_of_boards(
    method: str, boards: int, yang: int | None, passage: str
) -> None:
    found = [d for d in range(60) for p in range(12) if derive(d, p).method == method]
    assert len(found) == boards, passage
    if yang is not None:
        assert sum(day % 2 == 0 for day in found) == yang, passage
