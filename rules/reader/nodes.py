"""The nodes of a YAML file: scalars, lists and mappings, each with its place in the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # what YAML 1.1 counts as a line
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_TRUE, _FALSE = frozenset(["true", "True", "TRUE"]), frozenset(["false", "False", "FALSE"])
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])


@dataclass(frozen=True)
class Source:
    """A text and the path it is shown under."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def _lines(self) -> list[str]:
        return _LINE_BREAK.split(self.text)

    def line(self, number: int) -> str:
        """Return the line with this number, counted from 0, without its break; "" past the end."""
        return self._lines[number] if 0 <= number < len(self._lines) else ""

    def point(self, line: int, column: int) -> Span:
        """Return the span of one character."""
        return Span(self, line, column, line, column + 1)

    def at(self, index: int) -> Span:
        """Return the span of the one character at this index of the text."""
        before = _LINE_BREAK.split(self.text[:index])
        return self.point(len(before) - 1, len(before[-1]))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source: lines and columns in characters from 0, the end exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(slots=True, eq=False)
class Scalar:
    """A scalar: its text, and whether it was written plain, that is without quotes or ``|``."""

    value: str
    span: Span
    plain: bool

    def as_int(self) -> int | None:
        """Return the decimal integer of at most 18 digits that this is, or None."""
        return int(self.value) if self.plain and _INTEGER.fullmatch(self.value) else None

    def as_bool(self) -> bool | None:
        """Return the truth value that this is by YAML 1.2 (``true``, ``false``), or None."""
        return self.value in _TRUE if self.plain and self.value in _TRUE | _FALSE else None

    @property
    def is_null(self) -> bool:
        """Whether this is YAML 1.2's null: nothing at all, ``~`` or ``null``."""
        return self.plain and self.value in _NULLS


@dataclass(slots=True, eq=False)
class Sequence:
    """A list of nodes."""

    items: list[Node]
    span: Span


@dataclass(slots=True, eq=False)
class Mapping:
    """Keys, each a scalar of its own text, with their nodes, in the order of the file."""

    entries: list[tuple[Scalar, Node]]
    span: Span
    _index: dict[str, Node] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._index = {key.value: node for key, node in self.entries}

    def get(self, key: str) -> Node | None:
        """Return the node under the key, or None."""
        return self._index.get(key)

    def keys(self) -> list[str]:
        """Return the texts of the keys in the order of the file."""
        return list(self._index)


Node: TypeAlias = Scalar | Sequence | Mapping
