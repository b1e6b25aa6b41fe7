"""Every truth table against the definition in the text, cell by cell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.rulebase import read
from facts.predicates import (
    FALSE,
    TRUE,
    UNARY,
    UNDETERMINED,
    Comparison,
    membership_table,
    truth_table,
    unfold,
)
from facts.symbols import ALPHABET, NONE, SIZE, UNKNOWN, code, name_of
from rules.reader.diagnostics import Report
from rules.reader.model import Arg, Literal, Term

STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
LODGING = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))  # DQ-0009
PALACES = [*STEMS, *BRANCHES]
ELEMENT = dict(
    zip(STEMS + BRANCHES, "木木火火土土金金水水" + "水土木木土火火土金金土水", strict=True)
)
ELEMENT |= dict(
    zip(
        [s.name for s in ALPHABET.members["general"]],
        "土火火木土木土金土水金水",
        strict=True,
    )
)
ELEMENT |= {e: e for e in "木火土金水"}


def _palace(name: str) -> str:
    return LODGING.get(name, name)


def _row(values: str) -> set[tuple[str, str]]:
    """Pairs of a row printed under 子丑寅卯辰巳午未申酉戌亥."""
    return set(zip(BRANCHES, values, strict=True))


def _both_ways(pairs: str) -> set[tuple[str, str]]:
    return {(a, b) for a, b in map(tuple, [*pairs.split(), *pairs[::-1].split()])}


# The row of 支害 is printed with 子 under 丑; 丑加午 and 午加丑 are the pair (DQ-0107).
BY_PALACE: dict[str, set[tuple[str, str]]] = {
    "clashes": _both_ways("子午 丑未 寅申 卯酉 辰戌 巳亥"),
    "combines": _both_ways("子丑 寅亥 卯戌 辰酉 巳申 午未"),  # DQ-0079
    "trines": {  # DQ-0075
        (a, b)
        for three in ("亥卯未", "寅午戌", "巳酉丑", "申子辰")
        for a in three
        for b in three
        if a != b
    },
    "punishes": _row("卯戌巳子辰申午丑寅酉未亥"),  # 支刑, DQ-0027
    "harms": _both_ways("子未 丑午 寅巳 卯辰 申亥 酉戌"),  # DQ-0107, DQ-0108
    "breaks": _row("酉辰亥午丑申卯戌巳子未寅"),  # 支破, DQ-0027
    "same_palace": {(b, b) for b in BRANCHES},
}
BY_ELEMENT = {
    "generates": {(a, b) for a, b in zip("木火土金水", "火土金水木", strict=True)},
    "controls": {(a, b) for a, b in zip("木火土金水", "土金水木火", strict=True)},
    "same_element": {(e, e) for e in "木火土金水"},
}
# 未為木墓，戌為火墓，丑為金墓，辰為水土墓 (DQ-0097)
TOMBS = dict(zip("木火土金水", "未戌辰丑辰", strict=True))
# 甲子旬戌亥空，餘仿此 (DQ-0716)
VOIDS = {
    "甲子旬": "戌亥",
    "甲戌旬": "申酉",
    "甲申旬": "午未",
    "甲午旬": "辰巳",
    "甲辰旬": "寅卯",
    "甲寅旬": "子丑",
}

EVERY = [*(s.code for s in ALPHABET.by_code), NONE, UNKNOWN]


def _check(table: bytes, holds: Callable[[str, str], bool]) -> None:
    """A table against its definition over names, with the rows of UNKNOWN and NONE."""
    for a in EVERY:
        for b in EVERY:
            found = table[a * SIZE + b]
            if NONE in (a, b):
                assert found == FALSE
            elif UNKNOWN in (a, b):
                assert found == UNDETERMINED
            else:
                names = str(name_of(a)), str(name_of(b))
                assert found == (TRUE if holds(*names) else FALSE), names


@pytest.mark.parametrize("relation", BY_PALACE)
def test_relations_of_palaces(relation: str) -> None:
    """A stem stands for its lodging palace."""
    pairs = BY_PALACE[relation]
    _check(truth_table(relation), lambda a, b: (_palace(a), _palace(b)) in pairs)


@pytest.mark.parametrize("relation", BY_ELEMENT)
def test_relations_of_elements(relation: str) -> None:
    pairs = BY_ELEMENT[relation]
    _check(
        truth_table(relation),
        lambda a, b: a in ELEMENT and b in ELEMENT and (ELEMENT[a], ELEMENT[b]) in pairs,
    )


def test_breaking_is_four_places_counted_with_the_branch_itself() -> None:
    """陽日破後四辰，陰日破前四辰 (DQ-0103)."""
    for i, branch in enumerate(BRANCHES):
        broken = BRANCHES[(i - 3 if i % 2 == 0 else i + 3) % 12]
        assert truth_table("breaks")[code(branch) * SIZE + code(broken)] == TRUE


def test_the_punishments_that_the_text_denies() -> None:
    """未不能刑戌，戌不能刑丑 ... 申不能刑巳，巳不能刑寅 (DQ-0110)."""
    table = truth_table("punishes")
    for pair in ("未戌", "戌丑", "申巳", "巳寅"):
        assert table[code(pair[0]) * SIZE + code(pair[1])] == FALSE


def test_entombed() -> None:
    _check(
        truth_table("entombed"),
        lambda thing, palace: thing in ELEMENT and TOMBS[ELEMENT[thing]] == _palace(palace),
    )


def test_void() -> None:
    _check(truth_table("void"), lambda branch, decade: branch in VOIDS.get(decade, ""))


def test_membership_in_a_row_of_a_table() -> None:
    rows = {"子": {"甲", "乙"}, "丑": {"丙"}}
    table = membership_table({"子": ("甲", "乙"), "丑": "丙"})
    _check(table, lambda value, key: value in rows.get(key, set()))


def test_same() -> None:
    _check(truth_table("same"), lambda a, b: a == b)


def test_stems_combine() -> None:
    """甲己 乙庚 丙辛 丁壬 戊癸 (DQ-0077), either way; nothing else."""
    table = truth_table("stems_combine")
    pairs = {(p[0], p[1]) for p in ("甲己", "乙庚", "丙辛", "丁壬", "戊癸")}
    pairs |= {(b, a) for a, b in pairs}
    for a in ALPHABET.by_code:
        for b in ALPHABET.by_code:
            assert table[a.code * SIZE + b.code] == int((a.name, b.name) in pairs)


@pytest.mark.parametrize("counts", [(0,), (1,), (3, 4), (-1,), (12,), ()])
def test_steps(counts: tuple[int, ...]) -> None:
    def walked(a: str, b: str) -> bool:
        if a not in PALACES or b not in PALACES:
            return False
        place = BRANCHES.index(_palace(a))
        return any(BRANCHES[(place + count) % 12] == _palace(b) for count in counts)

    _check(truth_table("steps", counts), walked)


# 孟 寅申巳亥, 仲 子午卯酉, 季 辰戌丑未 (DQ-0718)
CLASSES = {"孟": "寅申巳亥", "仲": "子午卯酉", "季": "辰戌丑未"}
SINGLE: list[tuple[str, tuple[str, ...], set[str]]] = [
    *(
        ("class_of", (name,), {p for p in PALACES if _palace(p) in members})
        for name, members in CLASSES.items()
    ),
    ("class_of", ("仲", "季"), {p for p in PALACES if _palace(p) not in "寅申巳亥"}),
    ("class_of", (), set()),
    ("in", ("子", "貴人", "北"), {"子", "貴人", "北"}),
    ("in", (), set()),
    ("is_yang", (), set("甲丙戊庚壬子寅辰午申戌")),
    ("defined", (), {s.name for s in ALPHABET.by_code}),
]


@pytest.mark.parametrize(("relation", "parameter", "members"), SINGLE)
def test_relations_of_one(relation: str, parameter: tuple[str, ...], members: set[str]) -> None:
    table = truth_table(relation, parameter)
    assert table[NONE] == FALSE
    assert table[UNKNOWN] == UNDETERMINED
    assert {s.name for s in ALPHABET.by_code if table[s.code] == TRUE} == members
    assert set(table) <= {FALSE, TRUE, UNDETERMINED}


def test_no_relation_of_that_name() -> None:
    with pytest.raises(KeyError):
        truth_table("resembles")


X, Y = Term("initial"), Term("day_stem")


@pytest.mark.parametrize(
    ("literal", "comparison"),
    [
        (
            Literal("lands_on", (X, Y)),
            Comparison("same_palace", (), Term("seat_of", (X, Term("plate"))), Y),
        ),
        (
            Literal("carries", (Y, X)),
            Comparison("same", (), Term("general_on", (X, Term("arrangement"))), Y),
        ),
        (Literal("void", (X,)), Comparison("void", (), X, Term("decade"))),
        (
            Literal("season_state", (X, ("旺", "相"))),
            Comparison("in", ("旺", "相"), Term("state_of", (X,)), None),
        ),
        (Literal("in", (X, ("子",))), Comparison("in", ("子",), X, None)),
        (Literal("class_of", (X, ("孟",))), Comparison("class_of", ("孟",), X, None)),
        (Literal("is_yang", (X,)), Comparison("is_yang", (), X, None)),
        (Literal("defined", (X,)), Comparison("defined", (), X, None)),
        (Literal("listed", (X, "忌", Y)), Comparison("listed", ("忌",), X, Y)),
        (Literal("steps", (X, Y, (1, 2))), Comparison("steps", (1, 2), X, Y)),
        (Literal("controls", (X, Y)), Comparison("controls", (), X, Y)),
    ],
)
def test_unfold(literal: Literal, comparison: Comparison) -> None:
    assert unfold(literal) == comparison


def test_every_predicate_of_the_vocabulary_has_its_table() -> None:
    samples: dict[str, Arg] = {"set": ("子",), "ints": (1,), "table": "忌"}
    for definition in read(Report()).vocabulary.predicates.values():
        args = tuple(samples.get(slot.kind, X) for slot in definition.slots)
        comparison = unfold(Literal(definition.name, args))
        if comparison.relation == "listed":  # its table is the edition's: tested above
            continue
        table = truth_table(comparison.relation, comparison.parameter)
        assert (comparison.right is None) == (comparison.relation in UNARY)
        assert len(table) == (SIZE if comparison.relation in UNARY else SIZE * SIZE)
