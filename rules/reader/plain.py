"""Model objects as plain data and back: one coder for every class, driven by its fields.

What may stand in the data is what the type hints of one root class reach: dataclasses and named
tuples with their fields, tuples, lists, dicts, sets, texts, integers, truth values, fractions.
Nothing else is ever made of it, and whatever is not of the type that its field declares is
refused: data from elsewhere can at worst be wrong, it cannot run code.

The data is a table of nodes. Equal immutable nodes are one; nodes of one class and depth stand
together, as columns of references to nodes that stand before them: so there is no circle and no
recursion, and a column is read in a few calls however long it is. The references are integers of
32 bits behind a head in JSON.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

from rules.reader.expected import CONTAINERS, Expected, Unfit, classes_within, fields_of

_CONSTANTS = (None, False, True)
_LENGTH = 8  # bytes that say how long the head is

MAX_GROUPS = 2_000
"""Groups of nodes. Each holds such as stand before it: so deep can nodes be at most."""


class Coder:
    """Writes objects of the class ``root`` as bytes and reads them again.

    Objects of the class ``given`` are not written but named by their place among those that
    stand beside the data on either side.
    """

    def __init__(self, root: type, given: type) -> None:
        self.root, self.given = root, given

    @cached_property
    def _kinds(self) -> dict[str, type]:
        """The classes by name; Unfit where the root reaches what has no place in plain data."""
        kinds = [*classes_within(self.root, self.given), *CONTAINERS]
        found = {kind.__name__: kind for kind in kinds}
        if len(found) != len(kinds):
            raise Unfit("two classes have one name")
        return found

    def encode(self, value: object, given: Sequence[Any]) -> bytes:
        """The bytes of an object; Unfit for what is not of the classes that the root reaches."""
        if type(value) is not self.root:
            raise Unfit(f"{type(value).__name__} is not {self.root.__name__}")
        writer = _Writer(frozenset(self._kinds.values()), given)
        try:
            writer.enter(value)
            return writer.written()
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise Unfit(f"{type(error).__name__}: {error}") from None

    def decode(self, data: bytes, given: Sequence[Any]) -> Any:
        """The object; Unfit for whatever is not the bytes of one."""
        try:
            found = self._decode(data, given)
        except Unfit:
            raise
        except Exception as error:  # of the classes' own making: they were never given such values
            raise Unfit(f"{type(error).__name__}: {error}") from None
        if type(found) is not self.root:
            raise Unfit("the data does not end with the root")
        return found

    def _decode(self, data: bytes, given: Sequence[Any]) -> Any:
        start = _LENGTH + int.from_bytes(data[:_LENGTH], "little")
        head = json.loads(data[_LENGTH:start])
        references = _swapped(array("I", data[start:]))
        nodes: list[Any] = [*_CONSTANTS, *given]
        for leaf in (str, int):
            leaves = head[leaf.__name__]
            if set(map(type, leaves)) - {leaf}:
                raise Unfit(f"what should be {leaf.__name__} is not")
            nodes += leaves
        if len(head["groups"]) > MAX_GROUPS:
            raise Unfit("too many groups")
        place = 0
        for name, width, count in head["groups"]:
            kind = self._kinds[name]
            if not 0 < count <= len(data) or width > len(references):
                raise Unfit("more nodes than the data can hold")
            columns = []
            for _ in range(width):
                column = references[place : place + count]
                columns.append(list(map(nodes.__getitem__, column)))
                place += len(column)
            if kind not in CONTAINERS:
                for hint, values in zip(fields_of(kind).values(), columns, strict=True):
                    Expected.of((hint,), kind).check(values)
            made = list(_made(kind, columns, count))
            if len(made) != count:
                raise Unfit("the references end too early")
            nodes += made
        if place != len(references):
            raise Unfit("there are more references than nodes ask for")
        return nodes[-1]


def _swapped(references: array[int]) -> array[int]:
    """References in this machine's order of bytes, or back in that of the data."""
    if references.itemsize != 4:
        raise Unfit("no integers of 32 bits here")
    if sys.byteorder == "big":
        references.byteswap()
    return references


def _made(kind: type, columns: list[list[Any]], count: int) -> Iterable[Any]:
    """So many objects of a class from the columns of what they hold."""
    if kind not in CONTAINERS:
        return map(kind, *columns)
    rows: Iterable[Any] = zip(*columns, strict=True) if columns else [()] * count
    if kind is dict or kind is set:
        for column in columns[:: 2 if kind is dict else 1]:
            _check_keys(column)
    if kind is tuple:
        return rows
    if kind is dict:
        return (dict(zip(row[::2], row[1::2], strict=True)) for row in rows)
    return map(kind, rows)


def _check_keys(column: list[Any]) -> None:
    """Refuse tuples within tuples as keys: a few of them can take for ever to hash."""
    tuples = [key for key in column if type(key) is tuple]
    if any(type(part) is tuple for key in tuples for part in key):
        raise Unfit("a key that is nested")


class _Writer:
    """The table of the nodes of one object, numbered as they are met."""

    def __init__(self, kinds: frozenset[type], given: Sequence[Any]) -> None:
        self._kinds = kinds
        self._levels = [0] * (len(_CONSTANTS) + len(given))
        self._rows: dict[int, tuple[Any, ...]] = {}
        self._groups: defaultdict[tuple[int, str, int], list[int]] = defaultdict(list)
        self._given = {value: number for number, value in enumerate(given, len(_CONSTANTS))}
        self._given_kinds = frozenset(map(type, given))
        # By identity (everything stays alive meanwhile) what was met, by value what is immutable.
        self._met = {id(value): number for number, value in enumerate(_CONSTANTS)}
        self._equal: dict[tuple[type, tuple[Any, ...]], int] = {}

    def enter(self, value: Any) -> int:
        """The number of a value, entered with all that it holds."""
        kind: type = type(value)
        row: tuple[Any, ...] = (value,)
        level = 0
        if kind in self._given_kinds:
            if value not in self._given:
                raise Unfit(f"a {kind.__name__} that is not given")
            return self._given[value]
        if kind is not str and kind is not int:
            if kind not in self._kinds:
                raise Unfit(f"{kind.__name__} has no place in plain data")
            met, numbers = self._met, []
            for part in _parts_of(kind)(value):
                known = met.get(id(part))
                if known is None:
                    known = met[id(part)] = self.enter(part)
                numbers.append(known)
            row = tuple(numbers)
            level = 1 + max(map(self._levels.__getitem__, row)) if row else 1
        number = len(self._levels)
        if _is_value(kind):
            known = self._equal.setdefault((kind, row), number)
            if known != number:
                return known
        self._levels.append(level)
        self._rows[number] = row
        self._groups[level, kind.__name__, len(row)].append(number)
        return number

    def written(self) -> bytes:
        """The bytes of all that was entered; what was entered last is what they stand for."""
        order = list(range(len(self._levels) - len(self._rows)))
        head: dict[str, Any] = {}
        for name in ("str", "int"):
            leaves = self._groups.pop((0, name, 1), [])
            head[name] = [self._rows[number][0] for number in leaves]
            order += leaves
        groups = sorted(self._groups.items())
        if len(groups) > MAX_GROUPS:
            raise Unfit("too many groups")
        head["groups"] = [[name, width, len(numbers)] for (_, name, width), numbers in groups]
        for _, numbers in groups:
            order += numbers
        places = {number: place for place, number in enumerate(order)}
        references = array("I")
        for _, numbers in groups:
            for column in zip(*map(self._rows.__getitem__, numbers), strict=True):
                references.extend(map(places.__getitem__, column))
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
        return len(text).to_bytes(_LENGTH, "little") + text + _swapped(references).tobytes()


@cache
def _parts_of(kind: type) -> Callable[[Any], Iterable[Any]]:
    """What gives the parts of a value of this class, in the order in which one is made of them."""
    if kind is dict:
        return lambda value: chain.from_iterable(value.items())
    if kind is set:
        return sorted
    if kind in CONTAINERS:
        return iter
    names = list(fields_of(kind))
    return (
        attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, n) for n in names]
    )


@cache
def _is_value(kind: type) -> bool:
    """Whether two of this class that hold the same, places and all, may be one."""
    if is_dataclass(kind):
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return kind not in (list, dict, set)
