"""Plain data: whatever the model holds comes back the same, and nothing else is ever made."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, make_dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reader import expected, plain
from rules.reader.edition import Edition
from rules.reader.expected import Unfit
from rules.reader.nodes import Source
from rules.reader.plain import Coder
from tests.rules.deep import difference
from tests.rules.editions import FILES, GOOD, read_good

Nested = str | tuple[tuple[str, "Nested"], ...] | tuple[int, ...]


class Pair(NamedTuple):
    first: str
    second: int


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    share: Fraction = Fraction(1, 2)
    beside: str = field(default="", compare=False)


@dataclass(slots=True, eq=False)
class Open:
    """One that is told by identity, with what is made of its fields."""

    items: list[Leaf]
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.items)


@dataclass
class Box:
    name: str = ""
    number: int = 0
    truth: bool = False
    maybe: Leaf | None = None
    fixed: tuple[str, int] = ("", 0)
    many: tuple[Leaf, ...] = ()
    either: tuple[str | int, ...] = ()
    nested: Nested = ""
    pairs: tuple[Pair, ...] = ()
    by_name: dict[str, list[int]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    opened: list[Open] = field(default_factory=list)
    source: Source | None = None


HERE = Source("a.yaml", "甲\n")
CODER = Coder(Box, Source)
FULL = Box(
    name="游都",
    number=-(10**30),
    truth=True,
    maybe=Leaf("甲", Fraction(-2, 3)),
    fixed=("乙", 1),
    many=(Leaf("丙", beside="here"), Leaf("丙", beside="there"), Leaf("甲", Fraction(-2, 3))),
    either=("1", 1, 0),
    nested=(("a", (("b", (1, 2)), ("c", "d"))), ("e", ())),
    pairs=(Pair("x", 1), Pair("y", 2)),
    by_name={"b": [1, 1], "a": [], "c": []},
    names={"甲", "乙"},
    opened=[Open([Leaf("丁")]), Open([])],
    source=HERE,
)


def back(value: Any, coder: Coder = CODER) -> Any:
    return coder.decode(coder.encode(value, [HERE]), [HERE])


def test_all_kinds_of_fields_come_back() -> None:
    found = back(FULL)
    assert difference(FULL, found) == ""
    assert found.opened[0].count == 1
    assert found.many[0].beside == "here"  # equal by its own equality, and yet not one with 1
    assert found.many[1].beside == "there"
    assert found.source is HERE
    assert CODER.encode(found, [HERE]) == CODER.encode(FULL, [HERE])


def test_truth_values_and_numbers_are_kept_apart() -> None:
    kind = make_dataclass("Truths", [("items", tuple[int | bool, ...])])
    found = back(kind((1, True, 0, False)), Coder(kind, Source)).items
    assert list(map(type, found)) == [int, bool, int, bool]


def test_what_is_told_by_identity_stays_one_or_several() -> None:
    one, list_ = Open([]), [1]
    found = back(Box(opened=[one, one, Open([])], by_name={"a": list_, "b": list_, "c": [1]}))
    assert found.opened[0] is found.opened[1]
    assert found.opened[0] is not found.opened[2]
    assert found.by_name["a"] is found.by_name["b"]
    assert found.by_name["a"] is not found.by_name["c"]


@pytest.mark.parametrize(
    "change",
    [
        {"name": 1},
        {"name": None},
        {"number": "1"},
        {"number": True},
        {"truth": 1},
        {"maybe": "甲"},
        {"maybe": HERE},
        {"fixed": ("乙",)},
        {"fixed": (1, "乙")},
        {"fixed": ["乙", 1]},
        {"many": (Pair("x", 1),)},
        {"many": (None,)},
        {"many": (Leaf("x", 1),)},  # type: ignore[arg-type]
        {"either": (("a",),)},
        {"nested": (("a", (("b", None),)),)},
        {"nested": ((1, "a"),)},
        {"pairs": (Pair(1, "x"),)},  # type: ignore[arg-type]
        {"by_name": {1: [1]}},
        {"by_name": {"a": ["1"]}},
        {"by_name": {"a": (1,)}},
        {"by_name": []},
        {"names": {1}},
        {"source": "a.yaml"},
    ],
    ids=str,
)
def test_what_is_not_of_the_type_of_its_field_is_refused(change: dict[str, Any]) -> None:
    data = CODER.encode(Box(**change), [HERE])
    with pytest.raises(Unfit):
        CODER.decode(data, [HERE])


@pytest.mark.parametrize("value", [0.5, b"a", object(), Box, Ellipsis, frozenset(), Edition])
def test_what_has_no_place_in_plain_data_is_not_written(value: Any) -> None:
    with pytest.raises(Unfit):
        CODER.encode(Box(name=value), [HERE])


def test_a_source_that_is_not_given_is_not_written() -> None:
    with pytest.raises(Unfit):
        CODER.encode(Box(source=Source("a.yaml", "乙\n")), [HERE])
    with pytest.raises(Unfit):
        CODER.decode(CODER.encode(FULL, [HERE]), [])


def test_another_root_is_refused_both_ways() -> None:
    with pytest.raises(Unfit):
        CODER.encode(Leaf("a"), [])
    with pytest.raises(Unfit):
        CODER.decode(Coder(Leaf, Source).encode(Leaf("a"), []), [])


def test_a_circle_is_not_written() -> None:
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(Unfit):
        CODER.encode(Box(by_name={"a": circle}), [])


def test_nodes_are_not_nested_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    nested: Any = "a"
    for _ in range(20):
        nested = (("b", nested),)
    data = CODER.encode(Box(nested=nested), [])
    assert CODER.decode(data, []).nested == nested
    monkeypatch.setattr(plain, "MAX_GROUPS", 20)
    with pytest.raises(Unfit):
        CODER.encode(Box(nested=nested), [])
    with pytest.raises(Unfit):
        CODER.decode(data, [])


@pytest.mark.parametrize(
    "groups",
    [[["tuple", 0, 10**12]], [["tuple", 10**12, 1]], [["tuple", 1, 0]], [["Edition", 0, 1]]],
)
def test_no_head_makes_more_than_the_data_holds(groups: list[Any]) -> None:

    head = json.dumps({"str": [], "int": [], "groups": groups}).encode()
    with pytest.raises(Unfit):
        CODER.decode(len(head).to_bytes(8, "little") + head, [])


def table(groups: list[tuple[str, int, int]], references: list[int]) -> bytes:
    """Data that no writer makes: the nodes 0 to 2 are constants, 3 is a text, 4 a number."""
    head = json.dumps({"str": ["x"], "int": [1], "groups": groups}).encode()
    return (
        len(head).to_bytes(8, "little")
        + head
        + b"".join(reference.to_bytes(4, "little") for reference in references)
    )


@pytest.mark.parametrize("deep", [10, 1_900])
def test_no_key_takes_for_ever_to_hash(deep: int) -> None:
    """Tuples that hold the one before them twice."""
    pairs = [("tuple", 2, 1)] * deep
    doubled = [number for n in range(deep) for number in (4 + n, 4 + n)]
    with pytest.raises(Unfit, match="nested"):
        CODER.decode(table([*pairs, ("dict", 2, 1)], [*doubled, 4 + deep, 3]), [])


def test_a_few_nodes_do_not_stand_for_endless_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(times: int) -> Any:
        nested: Any = "a"
        for _ in range(times):
            nested = (("a", nested), ("b", nested))
        return nested

    assert back(Box(nested=doubled(6))).nested == doubled(6)
    monkeypatch.setattr(expected, "MOST", 1_000)
    with pytest.raises(Unfit, match="too many values"):
        back(Box(nested=doubled(40)))


@pytest.mark.parametrize("hint", [float, "Any", list["float"], dict[str, bytes]])
def test_a_field_that_has_no_place_in_plain_data_is_told_of(hint: Any) -> None:
    kind = make_dataclass("Odd", [("odd", hint)])
    kind.__module__ = __name__
    with pytest.raises(Unfit):
        Coder(kind, Source).encode(kind(1), [])


def test_two_classes_of_one_name_are_told_of() -> None:
    other = make_dataclass("Leaf", [("name", str)])
    kind = make_dataclass("Both", [("one", Leaf | None), ("other", other | None)])  # type: ignore[operator]
    with pytest.raises(Unfit, match="one name"):
        Coder(kind, Source).encode(kind(None, None), [])


DATA = CODER.encode(FULL, [HERE])


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255), st.integers(0, len(DATA)))
def test_damaged_data_is_refused_or_is_of_the_types(place: int, flip: int, end: int) -> None:
    """There is no checksum here: a flipped letter of a text may pass, an exception may not."""
    flipped = bytearray(DATA)
    flipped[place] ^= flip
    for data in (bytes(flipped), DATA[:end], bytes(flipped)[:end], DATA[end:]):
        try:
            found = CODER.decode(data, [HERE])
        except Unfit:
            continue
        assert type(found) is Box
        again = CODER.decode(CODER.encode(found, [HERE]), [HERE])
        assert difference(found, again) == ""


@given(st.binary(max_size=200))
def test_random_data_is_refused(data: bytes) -> None:
    with pytest.raises(Unfit):
        CODER.decode(data, [HERE])


def test_an_edition_comes_back_with_all_its_places() -> None:
    edition = read_good()
    sources = [
        Source(str(GOOD / name), (GOOD / name).read_text("utf-8")) for name in FILES.values()
    ]
    coder = Coder(Edition, Source)
    found = coder.decode(coder.encode(edition, sources), sources)
    assert difference(edition, found) == ""
    (rule, *_) = found.rules.values()
    assert rule.span.source.line(rule.span.line).strip().startswith("- ")
