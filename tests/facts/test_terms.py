"""Every term table against a definition of its own, cell by cell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.rulebase import read
from facts.symbols import ALPHABET, NONE, SIZE, UNKNOWN, code, name_of
from facts.terms import IMPLICIT, ahead_table, lookup_table, term_table
from rules.reader.diagnostics import Report

STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
# 甲課寅兮乙課辰，丙戊課巳不須論。丁己課未庚申上，辛戌壬亥是其真。癸課原來丑宮坐 (DQ-0009)
LODGING = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))
ELEMENT = dict(
    zip(STEMS + BRANCHES, "木木火火土土金金水水" + "水土木木土火火土金金土水", strict=True)
)
OWN = {  # 貴己丑 蛇丁巳 雀丙午 合乙卯 勾戊辰 龍甲寅 空戊戌 虎庚申 常己未 玄癸亥 陰辛酉 后壬子
    "貴人": "丑", "螣蛇": "巳", "朱雀": "午", "六合": "卯", "勾陳": "辰", "青龍": "寅",
    "天空": "戌", "白虎": "申", "太常": "未", "玄武": "亥", "太陰": "酉", "天后": "子",
}  # fmt: skip
GENERALS = list(OWN)
ELEMENT |= {general: ELEMENT[branch] for general, branch in OWN.items()}
ELEMENT |= {e: e for e in "木火土金水"}
PALACES = list(STEMS + BRANCHES)
PLATES = [f"{b}加子" for b in BRANCHES]
ARRANGEMENTS = [f"貴{b}{way}" for b in BRANCHES for way in "順逆"]


def _palace(name: str) -> str:
    return LODGING.get(name, name)


def _after(branch: str, count: int) -> str:
    return BRANCHES[(BRANCHES.index(branch) + count) % 12]


def _heaven(plate: str) -> dict[str, str]:
    """The heaven branch over each earth branch, laid out hand by hand from 子."""
    return {earth: _after(plate[0], i) for i, earth in enumerate(BRANCHES)}


def _riders(arrangement: str) -> dict[str, str]:
    """The general on each branch, from the noble on, forward 順 or backward 逆."""
    step = 1 if arrangement[2] == "順" else -1
    return {_after(arrangement[1], step * i): general for i, general in enumerate(GENERALS)}


def _hidden(decade: str) -> dict[str, str]:
    """甲 on the head of the decade and so on; 甲子旬中以寅卯為丙丁，以午未為庚辛 (DQ-0771)."""
    return {_after(decade[1], i): stem for i, stem in enumerate(STEMS)}


def _seat_of(god: str, plate: str) -> str:
    return {above: earth for earth, above in _heaven(plate).items()}[_palace(god)]


def _god_under(general: str, arrangement: str) -> str:
    return {g: branch for branch, g in _riders(arrangement).items()}[general]


# 春木旺，夏火旺，秋金旺，冬水旺，四季土旺; 春火相，夏土相，秋水相，冬木相，四季金相 (DQ-1163);
# 休者，春水，夏木，秋土，冬金，四季火。囚者，春金，夏水，秋水 (read 秋火)，冬土，四季木 (DQ-0716)
STATES = {
    "旺": "木火金水土",
    "相": "火土水木金",
    "休": "水木土金火",
    "囚": "金水火土木",
    "死": "土金木火水",
}
SEASONS = ["春", "夏", "秋", "冬", "四季"]


def _state_of(thing: str, season: str) -> str:
    (found,) = [s for s, row in STATES.items() if row[SEASONS.index(season)] == ELEMENT[thing]]
    return found


# 春三寅卯辰 南方巳午未 秋天申酉戌 冬北亥子丑 (DQ-1648)
QUARTERS = {
    b: q
    for q, bs in zip("東南西北", ("寅卯辰", "巳午未", "申酉戌", "亥子丑"), strict=True)
    for b in bs
}
# 天目在辰加亥，其賊在西北方 (DQ-0886): two branches to each corner
POINTS = {
    b: point
    for point, bs in (
        *(("北", "子"), ("東北", "丑寅"), ("東", "卯"), ("東南", "辰巳")),
        *(("南", "午"), ("西南", "未申"), ("西", "酉"), ("西北", "戌亥")),
    )
    for b in bs
}

# 未為木墓，戌為火墓，丑為金墓，辰為水土墓 (DQ-0097); the tomb is the ninth of the twelve stages,
# and each element's stages are written here from its birthplace on.
STAGES = ["長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死地", "墓", "絕", "胎", "養"]
BORN = {
    "木": "亥子丑寅卯辰巳午未申酉戌",
    "火": "寅卯辰巳午未申酉戌亥子丑",
    "金": "巳午未申酉戌亥子丑寅卯辰",
    "水": "申酉戌亥子丑寅卯辰巳午未",
    "土": "申酉戌亥子丑寅卯辰巳午未",
}
OFFICERS = list("建除滿平定執破危成收開閉")
# Same, born of the stem, controlled by it, controlling it, bearing it.
RELATIVES = {
    "木": dict(zip("木火土金水", ("兄弟", "子孫", "妻財", "官鬼", "父母"), strict=True)),
    "火": dict(zip("火土金水木", ("兄弟", "子孫", "妻財", "官鬼", "父母"), strict=True)),
    "土": dict(zip("土金水木火", ("兄弟", "子孫", "妻財", "官鬼", "父母"), strict=True)),
    "金": dict(zip("金水木火土", ("兄弟", "子孫", "妻財", "官鬼", "父母"), strict=True)),
    "水": dict(zip("水木火土金", ("兄弟", "子孫", "妻財", "官鬼", "父母"), strict=True)),
}

BINARY: dict[str, tuple[list[str], list[str], Callable[[str, str], str | None]]] = {
    "upper_of": (PALACES, PLATES, lambda a, p: _heaven(p)[_palace(a)]),
    "seat_of": (PALACES, PLATES, _seat_of),
    "general_on": (list(BRANCHES), ARRANGEMENTS, lambda a, g: _riders(g)[a]),
    "god_under": (GENERALS, ARRANGEMENTS, _god_under),
    "general_at": (PALACES, ARRANGEMENTS, lambda a, g: _riders(g)[_palace(a)]),
    "stem_at": (
        list(BRANCHES),
        [f"甲{b}旬" for b in "子戌申午辰寅"],
        lambda a, d: _hidden(d).get(a),
    ),
    "branch_bearing": (
        list(STEMS),
        [f"甲{b}旬" for b in "子戌申午辰寅"],
        lambda a, d: {stem: branch for branch, stem in _hidden(d).items()}[a],
    ),
    # 甲己還加甲，乙庚丙作初，丙辛從戊起，丁壬庚子居，戊癸何方發，壬子是真途
    "hour_stem_at": (
        PALACES,
        list(STEMS),
        lambda a, d: STEMS[
            (STEMS.index("甲丙戊庚壬"[STEMS.index(d) % 5]) + BRANCHES.index(_palace(a))) % 10
        ],
    ),
    # 亥至辰順，巳至戌逆, by the seat of the noble
    "arranged": (
        list(BRANCHES),
        PLATES,
        lambda n, p: f"貴{n}{'順' if _seat_of(n, p) in '亥子丑寅卯辰' else '逆'}",
    ),
    "turn": (
        PALACES,
        PALACES,
        lambda a, b: next(p for p in PLATES if _heaven(p)[_palace(b)] == _palace(a)),
    ),
    "state_of": (list(ELEMENT), SEASONS, _state_of),
    "stage_of": (
        list(ELEMENT),
        PALACES,
        lambda a, p: STAGES[BORN[ELEMENT[a]].index(_palace(p))],
    ),
    "officer_of": (
        PALACES,
        list(BRANCHES),
        lambda a, month: OFFICERS[(BRANCHES.index(_palace(a)) - BRANCHES.index(month)) % 12],
    ),
    "relative_of": (
        list(ELEMENT),
        list("甲乙丙丁戊己庚辛壬癸"),
        lambda a, stem: RELATIVES[ELEMENT[stem]][ELEMENT[a]],
    ),
}
CLASSES = {
    b: c for c, four in {"孟": "寅申巳亥", "仲": "子午卯酉", "季": "辰戌丑未"}.items() for b in four
}
UNARY: dict[str, tuple[list[str], Callable[[str], str]]] = {
    "lodging_of": (PALACES, _palace),
    "opposite_of": (
        PALACES,
        lambda a: dict(zip(BRANCHES, "午未申酉戌亥子丑寅卯辰巳", strict=True))[_palace(a)],
    ),
    "own_branch_of": (GENERALS, OWN.__getitem__),
    "element_of": (list(ELEMENT), ELEMENT.__getitem__),
    "quarter_of": (PALACES, lambda a: QUARTERS[_palace(a)]),
    "direction_of": (PALACES, lambda a: POINTS[_palace(a)]),
    "seat_class": (PALACES, lambda a: CLASSES[_palace(a)]),
    "other_party": (["我", "敵"], {"我": "敵", "敵": "我"}.__getitem__),
}

EVERY = [*(s.code for s in ALPHABET.by_code), NONE, UNKNOWN]


@pytest.mark.parametrize("op", BINARY)
def test_table_of_two(op: str) -> None:
    table = term_table(op)
    lefts, rights, define = BINARY[op]
    right, left = {code(b): b for b in rights}, {code(a): a for a in lefts}
    for a in EVERY:
        for b in EVERY:
            found = table[a * SIZE + b]
            if a in left and b in right:
                assert name_of(found) == define(left[a], right[b])
                assert found != UNKNOWN
            elif (a in left or a == UNKNOWN) and (b in right or b == UNKNOWN):
                assert found == UNKNOWN
            else:  # one side can have no such value, whatever the other is
                assert found == NONE


@pytest.mark.parametrize("op", UNARY)
def test_table_of_one(op: str) -> None:
    table = term_table(op)
    args, define = UNARY[op]
    known = {code(a): a for a in args}
    for a in EVERY:
        if a in known:
            assert name_of(table[a]) == define(known[a])
        else:
            assert table[a] == (UNKNOWN if a == UNKNOWN else NONE)


@pytest.mark.parametrize("count", [-13, -1, 0, 1, 2, 4, 12, 25])
def test_ahead(count: int) -> None:
    table = ahead_table(count)
    for name in PALACES:
        assert name_of(table[code(name)]) == _after(_palace(name), count)
    assert table[UNKNOWN] == UNKNOWN
    assert table[NONE] == table[code("春")] == NONE


def test_lookup() -> None:
    table = lookup_table({"甲": "丑", "乙": "子"})
    assert [name_of(table[code(s)]) for s in "甲乙丙"] == ["丑", "子", None]
    assert table[code("丙")] == table[NONE] == table[code("子")] == NONE
    assert table[UNKNOWN] == UNKNOWN


def test_no_table_of_that_name() -> None:
    with pytest.raises(KeyError):
        term_table("horoscope")


def test_every_operation_of_the_vocabulary_gives_values_of_its_type() -> None:
    vocabulary = read(Report()).vocabulary
    apart = {"lookup", "ahead_of"}  # with a table or a number in a slot: tested above
    operations = [t for t in vocabulary.terms.values() if t.slots and t.name not in apart]
    assert {t.name for t in operations} == BINARY.keys() | UNARY.keys()
    for definition in operations:
        table = term_table(definition.name)
        values = {ALPHABET.by_code[v].type for v in set(table) - {NONE, UNKNOWN}}
        assert values == set(vocabulary.types_of(definition.type)), definition.name
        implicit = definition.name in IMPLICIT
        assert len(table) == (SIZE if len(definition.slots) == 1 and not implicit else SIZE * SIZE)


def test_an_implicit_argument_is_a_column_of_the_vocabulary() -> None:
    vocabulary = read(Report()).vocabulary
    for column in IMPLICIT.values():
        assert vocabulary.terms[column].column == column
