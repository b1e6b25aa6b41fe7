"""The alphabet against the verses that define it."""

from __future__ import annotations

import pytest

from facts.symbols import (
    ALPHABET,
    BRANCH_ELEMENT,
    BRANCHES,
    DECADES,
    ELEMENTS,
    GENERAL_ELEMENT,
    GENERALS,
    LODGING,
    NONE,
    PILLARS,
    SIZE,
    STEM_ELEMENT,
    STEMS,
    UNKNOWN,
    Alphabet,
    code,
    controls,
    element_of,
    first,
    generates,
    name_of,
    palace_of,
)
from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.nodes import Mapping, Source


def test_orders_of_the_field() -> None:
    assert "".join(STEMS) == "甲乙丙丁戊己庚辛壬癸"
    assert "".join(BRANCHES) == "子丑寅卯辰巳午未申酉戌亥"
    assert "".join(ELEMENTS) == "木火土金水"
    # 前有五位：一蛇、二雀、三合、四勾、五龍; 天空 opposite; then 虎常元陰后 (DQ-0273)
    assert "".join(g[-1] for g in GENERALS) == "人蛇雀合陳龍空虎常武陰后"
    assert len(PILLARS) == len(set(PILLARS)) == 60
    assert PILLARS[0] == "甲子"
    assert PILLARS[59] == "癸亥"
    assert [PILLARS[10 * i] + "旬" for i in range(6)] == list(DECADES)


def test_every_pillar_is_a_stem_and_a_branch_of_one_kind() -> None:
    for i, name in enumerate(PILLARS):
        stem, branch = STEMS.index(name[0]), BRANCHES.index(name[1])
        assert (i % 10, i % 12) == (stem, branch)
        assert stem % 2 == branch % 2


def test_lodging_palaces() -> None:
    """甲課寅兮乙課辰，丙戊課巳不須論。丁己課未庚申上，辛戌壬亥是其真。癸課原來丑宮坐 (DQ-0009)."""
    assert "".join(BRANCHES[b] for b in LODGING) == "寅辰巳未巳未申戌亥丑"


def test_elements() -> None:
    assert "".join(ELEMENTS[e] for e in STEM_ELEMENT) == "木木火火土土金金水水"
    assert "".join(ELEMENTS[e] for e in BRANCH_ELEMENT) == "水土木木土火火土金金土水"
    # 一蛇、二雀、三合、四勾、五龍，此水、火、土之神在左方者 (DQ-0273); 貴 空 常 are earth.
    assert "".join(ELEMENTS[e] for e in GENERAL_ELEMENT) == "土火火木土木土金土水金水"


def test_own_pillar_of_a_general_agrees_with_its_element() -> None:
    for general in ALPHABET.members["general"]:
        own = general.attributes["own"]
        assert own in PILLARS
        assert element_of(code(own[0])) == element_of(code(own[1])) == element_of(general.code)


@pytest.mark.parametrize("cycle", ["木火土金水"])
def test_generation_and_control_are_the_two_cycles(cycle: str) -> None:
    born = {(cycle[i], cycle[(i + 1) % 5]) for i in range(5)}
    checked = {(cycle[i], cycle[(i + 2) % 5]) for i in range(5)}
    pairs = [(a, b) for a in range(5) for b in range(5)]
    assert {(ELEMENTS[a], ELEMENTS[b]) for a, b in pairs if generates(a, b)} == born
    assert {(ELEMENTS[a], ELEMENTS[b]) for a, b in pairs if controls(a, b)} == checked


def test_codes_are_dense_and_leave_room_for_the_two_that_mean_nothing() -> None:
    assert [s.code for s in ALPHABET.by_code] == list(range(len(ALPHABET.by_code)))
    assert len(ALPHABET.by_code) <= NONE < UNKNOWN < SIZE
    for type_name, members in ALPHABET.members.items():
        assert [s.code - first(type_name) for s in members] == list(range(len(members)))
        assert [s.index for s in members] == list(range(len(members)))
        assert {s.type for s in members} == {type_name}


def test_names_and_codes_are_inverse() -> None:
    for symbol in ALPHABET.by_code:
        assert name_of(code(symbol.name)) == symbol.name
    assert name_of(NONE) is name_of(UNKNOWN) is None
    assert code("夘") == code("卯")
    assert code("元武") == code("玄武")
    assert ALPHABET.find("已") is None
    with pytest.raises(KeyError):
        code("已")


def test_element_and_palace_of_what_has_none() -> None:
    assert element_of(code("土")) == 2
    for value in (NONE, UNKNOWN, code("春"), code("北"), code("甲子")):
        assert element_of(value) is None
        assert palace_of(value) is None
    assert palace_of(code("貴人")) is None
    assert palace_of(code("癸")) == palace_of(code("丑")) == 1


def test_unions() -> None:
    assert ALPHABET.types_of("palace") == ("stem", "branch")
    assert ALPHABET.types_of("branch") == ("branch",)


def _alphabet(members: str) -> Alphabet:
    text = f"""
types:
  stem: {{zh: 天干, en: stem, members: {{{", ".join(f"{s}: {{en: x}}" for s in STEMS)}}}}}
  branch: {{zh: 地支, en: branch, members: {{{", ".join(f"{b}: {{en: x}}" for b in BRANCHES)}}}}}
  other: {{zh: 他, en: other, members: {members}}}
unions: {{}}
"""
    document = load(Source("symbols.yaml", text), Report())
    assert isinstance(document, Mapping)
    return Alphabet(document)


def test_a_small_alphabet_has_its_pillars() -> None:
    small = _alphabet("{北: {en: north, aliases: [朔]}}")
    assert small.find("朔") is small.find("北") is not None
    assert small.by_name["甲子"].type == "pillar"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ("{甲: {en: again}}", "甲 stands twice"),
        ("{北: {en: north, aliases: [甲子]}}", "hide symbols: 甲子"),
        ("{北: {en: n, aliases: [朔]}, 南: {en: s, aliases: [朔]}}", "alias 朔 stands twice"),
        (f"{{{', '.join(f'x{i}: {{en: x}}' for i in range(640))}}}", "more than 638"),
    ],
)
def test_faults_of_the_alphabet(members: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _alphabet(members)
