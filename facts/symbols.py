"""The alphabet of Liu Ren: every symbol with its code, its intrinsic element, pillar and lodging.

Symbols are read from ``rules/vocabulary/symbols.yaml`` and numbered in the order of that file.
A code is a small integer (below ``SIZE``); two codes stand outside the alphabet: ``NONE`` (the
term has no value: a void palace has no hidden stem) and ``UNKNOWN`` (an input was not given).
Truth tables and term tables are flat (``facts.flat``), ``SIZE * SIZE`` long, ``a * SIZE + b``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules import ROOT
from rules.reader.diagnostics import InputError, Report
from rules.reader.documents import read_document
from rules.reader.nodes import Mapping, Node, Scalar, Sequence

SIZE = 640
UNKNOWN = 639
NONE = 638


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol: its Chinese name, type, code and English name; attributes such as ``element``."""

    name: str
    type: str
    code: int
    index: int
    english: str
    attributes: dict[str, str] = field(default_factory=dict, hash=False)


class Alphabet:
    """All symbols by name, by alias and by code.

    ``members[type]`` are a type's symbols in their order; ``unions[name]`` the types of a union.
    """

    def __init__(self, document: Mapping) -> None:
        self.members: dict[str, tuple[Symbol, ...]] = {}
        self.by_name: dict[str, Symbol] = {}
        self.aliases: dict[str, str] = {}
        self.by_code: list[Symbol] = []
        self.type_names: dict[str, tuple[str, str]] = {}
        for type_name, node in _entries(document.get("types")):
            self.type_names[type_name] = (_text(node, "en"), _text(node, "zh"))
            symbols = []
            for index, (name, body) in enumerate(_entries(_field(node, "members"))):
                attributes = {
                    key.value: value.value
                    for key, value in body.entries
                    if isinstance(value, Scalar)
                }
                symbol = self._add(name, type_name, index, attributes)
                aliases = _field(body, "aliases")
                if isinstance(aliases, Sequence):
                    for alias in aliases.items:
                        assert isinstance(alias, Scalar)
                        if alias.value in self.aliases:
                            raise ValueError(f"alias {alias.value} stands twice in symbols.yaml")
                        self.aliases[alias.value] = name
                symbols.append(symbol)
            self.members[type_name] = tuple(symbols)
        self._add_pillars()
        if len(self.by_code) > NONE:
            raise ValueError(f"symbols.yaml has more than {NONE} symbols")
        shadowed = self.by_name.keys() & self.aliases.keys()
        if shadowed:
            raise ValueError(f"aliases in symbols.yaml hide symbols: {', '.join(sorted(shadowed))}")
        self.unions = {
            name: tuple(item.value for item in node.items if isinstance(item, Scalar))
            for name, node in _union_entries(document.get("unions"))
        }

    def _add(self, name: str, type_name: str, index: int, attributes: dict[str, str]) -> Symbol:
        if name in self.by_name:
            raise ValueError(f"symbol {name} stands twice in symbols.yaml")
        english = attributes.pop("en", name)
        symbol = Symbol(name, type_name, len(self.by_code), index, english, attributes)
        self.by_name[name] = symbol
        self.by_code.append(symbol)
        return symbol

    def _add_pillars(self) -> None:
        """The sixty pillars 六十甲子, the turns of a heaven plate, the generals' arrangements."""
        stems, branches = self.members["stem"], self.members["branch"]
        self.type_names["pillar"] = ("pillar", "干支")
        self.members["pillar"] = tuple(
            self._add(
                stems[i % 10].name + branches[i % 12].name,
                "pillar",
                i,
                {"en": f"{stems[i % 10].english}-{branches[i % 12].english}"},
            )
            for i in range(60)
        )
        self.type_names["plate"] = ("turn of a heaven plate", "天盤")
        self.members["plate"] = tuple(
            self._add(f"{b.name}加子", "plate", b.index, {"en": f"{b.english} over zi"})
            for b in branches
        )
        self.type_names["arrangement"] = ("arrangement of the generals", "布將")
        self.members["arrangement"] = tuple(
            self._add(
                f"貴{branches[i // 2].name}{'順逆'[i % 2]}",
                "arrangement",
                i,
                {"en": f"Noble on {branches[i // 2].english} {('forward', 'backward')[i % 2]}"},
            )
            for i in range(24)
        )

    def find(self, name: str) -> Symbol | None:
        """The symbol of that name or alias, or None."""
        return self.by_name.get(self.aliases.get(name, name))

    def types_of(self, type_name: str) -> tuple[str, ...]:
        """The plain types that a type or union name stands for."""
        return self.unions.get(type_name, (type_name,))


def _field(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def _text(node: Node | None, key: str) -> str:
    value = _field(node, key)
    assert isinstance(value, Scalar)
    return value.value


def _entries(node: Node | None) -> list[tuple[str, Mapping]]:
    assert isinstance(node, Mapping)
    return [(key.value, value) for key, value in node.entries if isinstance(value, Mapping)]


def _union_entries(node: Node | None) -> list[tuple[str, Sequence]]:
    assert isinstance(node, Mapping)
    return [(key.value, value) for key, value in node.entries if isinstance(value, Sequence)]


def _load() -> Alphabet:
    report = Report()
    document = read_document(ROOT / "vocabulary" / "symbols.yaml", report)
    if report.failed or not isinstance(document, Mapping):
        raise InputError(tuple(report.items))
    return Alphabet(document)


ALPHABET = _load()

STEMS = tuple(s.name for s in ALPHABET.members["stem"])
BRANCHES = tuple(s.name for s in ALPHABET.members["branch"])
GENERALS = tuple(s.name for s in ALPHABET.members["general"])
ELEMENTS = tuple(s.name for s in ALPHABET.members["element"])
PILLARS = tuple(s.name for s in ALPHABET.members["pillar"])
DECADES = tuple(s.name for s in ALPHABET.members["decade"])

_ELEMENT_INDEX = {name: index for index, name in enumerate(ELEMENTS)}
_BRANCH_INDEX = {name: index for index, name in enumerate(BRANCHES)}


def _elements(type_name: str) -> tuple[int, ...]:
    members = ALPHABET.members[type_name]
    return tuple(_ELEMENT_INDEX[s.attributes["element"]] for s in members)


STEM_ELEMENT = _elements("stem")
BRANCH_ELEMENT = _elements("branch")
GENERAL_ELEMENT = _elements("general")
SEASON_ELEMENT = _elements("season")
LODGING = tuple(_BRANCH_INDEX[s.attributes["lodging"]] for s in ALPHABET.members["stem"])
"""Lodging palace 寄宮 of each stem, as a branch index (DQ-0009)."""


def code(name: str) -> int:
    """The code of a symbol by its Chinese name or alias; KeyError where there is none."""
    symbol = ALPHABET.find(name)
    if symbol is None:
        raise KeyError(name)
    return symbol.code


def first(type_name: str) -> int:
    """The code of a type's first symbol: code of its i-th symbol = ``first(type) + i``."""
    return ALPHABET.members[type_name][0].code


def name_of(value: int) -> str | None:
    """The Chinese name of a code; None for ``NONE`` and ``UNKNOWN``."""
    return ALPHABET.by_code[value].name if value < len(ALPHABET.by_code) else None


def generates(a: int, b: int) -> bool:
    """Element index a generates 生 element index b."""
    return (b - a) % 5 == 1


def controls(a: int, b: int) -> bool:
    """Element index a controls 剋 element index b."""
    return (b - a) % 5 == 2


def element_of(value: int) -> int | None:
    """Element index of a code that has an element of its own (stem, branch, general, element)."""
    if value >= len(ALPHABET.by_code):
        return None
    symbol = ALPHABET.by_code[value]
    if symbol.type == "element":
        return symbol.index
    named = symbol.attributes.get("element")
    return None if named is None or symbol.type == "season" else _ELEMENT_INDEX[named]


def palace_of(value: int) -> int | None:
    """Branch index that a code stands for as a palace: itself, or a stem's lodging palace."""
    if value >= len(ALPHABET.by_code):
        return None
    symbol = ALPHABET.by_code[value]
    if symbol.type == "branch":
        return symbol.index
    return LODGING[symbol.index] if symbol.type == "stem" else None
