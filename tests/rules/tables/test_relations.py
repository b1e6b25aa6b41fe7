"""The relations of DQ-0074 to DQ-0110: tables, truth tables and the words of the book agree."""

from __future__ import annotations

import itertools
import re

import pytest

from facts.predicates import TRUE, truth_table
from facts.symbols import ALPHABET, BRANCHES, SIZE, STEMS, code
from tests.rules.tables.shared import EDITION, TABLES


def index(branch: object) -> int:
    return BRANCHES.index(str(branch))


def text(passage: str) -> str:
    """A passage with 卯 as it is written today."""
    return EDITION.passages[passage].text.replace("夘", "卯")


def test_stems_combine_five_apart() -> None:
    five_apart = [STEMS[(s + 5) % 10] for s in range(10)]
    for name in ("干合", "歲合"):
        assert [TABLES[name].rows[stem] for stem in STEMS] == five_apart
    told = re.findall(r"(\S)(\S)為\S\S合", text("DQ-0077"))
    assert len(told) == 5
    for pair in told:
        assert TABLES["干合"].rows[pair[0]] == pair[1]
        assert TABLES["干合"].rows[pair[1]] == pair[0]


def holds(predicate: str, a: str, b: str) -> bool:
    return truth_table(predicate)[code(a) * SIZE + code(b)] == TRUE


@pytest.mark.parametrize(
    ("name", "predicate"),
    [
        ("支刑", "punishes"),
        ("歲刑", "punishes"),
        ("支破", "breaks"),
        ("支沖", "clashes"),
        ("支害", "harms"),
        ("支合", "combines"),
    ],
)
def test_the_table_is_the_predicate(name: str, predicate: str) -> None:
    for a, b in itertools.product(BRANCHES, BRANCHES):
        assert holds(predicate, a, b) == (TABLES[name].rows[a] == b), (a, b)


def test_trines_are_those_of_the_elements() -> None:
    members = [cell for cell in TABLES["三合局"].rows.values() if isinstance(cell, tuple)]
    for a, b in itertools.permutations(BRANCHES, 2):
        assert holds("trines", a, b) == any(a in cell and b in cell for cell in members)
    assert sum(map(len, members)) == 12


def test_the_six_harms_are_two_rows_laid_across() -> None:
    """自戌至卯橫列於下，自酉至辰橫加其上 (DQ-0106)."""
    for below, above in zip("戌亥子丑寅卯", "酉申未午巳辰", strict=True):
        assert TABLES["支害"].rows[below] == above
        assert TABLES["支害"].rows[above] == below


def test_harms_as_the_text_tells_them_one_by_one() -> None:
    told = re.findall(r"(\S)加(\S)，主", text("DQ-0107") + text("DQ-0108"))
    assert len(set(told)) == 12
    for a, b in told:
        assert TABLES["支害"].rows[a] == b


def test_breaks_as_the_text_tells_them_one_by_one() -> None:
    one = f"[{''.join(BRANCHES)}]"
    told = re.findall(rf"({one})破({one})", text("DQ-0104"))
    assert len(told) == 6
    for a, b in told:
        assert TABLES["支破"].rows[a] == b


def test_punishments_counted_by_fours() -> None:
    """All that DQ-0109 counts is its reading of the table, but for two that it cancels itself."""
    words = text("DQ-0109")
    told = set(re.findall(rf"([{''.join(BRANCHES)}])刑([{''.join(BRANCHES)}])", words))
    itself = {(b, b) for b in "辰亥午酉"}
    reading = set(TABLES["支刑:DQ-0109"].rows.items())
    assert told | itself == reading | {("卯", "午"), ("子", "酉")}
    assert TABLES["歲刑:DQ-0109"].rows == TABLES["支刑:DQ-0109"].rows
    differ = {k for k, v in TABLES["支刑"].rows.items() if TABLES["支刑:DQ-0109"].rows[k] != v}
    assert differ == {"未", "申"}  # rejected in DQ-0110: 未刑丑，申刑寅


def test_the_other_break_of_the_year_is_the_six_break() -> None:
    """子歲、子日午為歲沖、日沖；酉為歲破 (DQ-1593)."""
    assert TABLES["歲破:DQ-1593"].rows["子"] == TABLES["支破"].rows["子"]


# ---- birth and tomb


def test_the_tomb_of_an_element_stands_eight_ahead_of_its_birth() -> None:
    for element in ("木", "火", "土", "金", "水"):
        born, tomb = (index(TABLES[name].rows[element]) for name in ("五行長生", "五行墓"))
        assert tomb == (born + 8) % 12
        for branch in BRANCHES:
            assert holds("entombed", element, branch) == (index(branch) == tomb)


def test_the_tombs_of_the_ten_stems() -> None:
    """陽干死地即陰干生地; earth goes with fire (戊己從丙丁分順逆, DQ-0096)."""
    for stem in range(10):
        followed = stem if STEMS[stem] not in "戊己" else stem - 2
        element = ["木", "火", "土", "金", "水"][followed // 2]
        born = index(TABLES["五行長生"].rows[element])
        tomb = born + 8 if stem % 2 == 0 else born + 7 - 8
        assert index(TABLES["十干墓"].rows[STEMS[stem]]) == tomb % 12


def test_each_birthplace_is_cited() -> None:
    """天上長生坐墓，如甲乙日亥臨辰 …: the day, its birthplace, the tomb of the birthplace."""
    last = text("DQ-0099").split("天上長生")[1]
    told = re.findall(rf"([{''.join(STEMS)}]+)日(\S)臨(\S)", last)
    assert sorted("".join(days for days, _, _ in told)) == sorted(STEMS)
    for days, born, tomb in told:
        for day in days:
            element = ALPHABET.by_name[day].attributes["element"]
            assert TABLES["五行長生"].rows[element] == born
        assert holds("entombed", born, tomb)


def test_the_birth_of_an_element_is_that_of_the_growth_stages() -> None:
    for element in ALPHABET.members["element"]:
        assert TABLES["五行長生"].rows[element.name] == element.attributes["birth"]
