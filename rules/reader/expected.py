"""What type hints say of values: which classes they reach, and whether values are of them.

Values are looked at by the column, all values of one field at once, so that a check costs a few
calls however many values there are.
"""

from __future__ import annotations

import sys
import types
import typing
from collections import abc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import Any, ForwardRef, TypeAlias

Hint: TypeAlias = Any
"""A type as annotations write it."""

CONTAINERS = (tuple, list, set, dict)
LEAVES = (str, int, bool, types.NoneType)
_ABSTRACT: dict[Any, type] = {abc.Mapping: dict}


MOST = 4_000_000
"""Values of one column, each counted wherever it stands: a short table can stand for many."""


class Unfit(ValueError):
    """An object that has no place in plain data, or data that is no such object."""


@cache
def fields_of(kind: type) -> dict[str, Hint]:
    """The fields of a dataclass or named tuple, in the order in which one is made of them."""
    if kind is Fraction:
        return {"numerator": int, "denominator": int}
    if is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.init]
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = list(kind._fields)
    else:
        raise Unfit(f"{kind} has no place in plain data")
    hints = typing.get_type_hints(kind)
    return {name: hints[name] for name in names}


def classes_within(root: type, apart: type) -> list[type]:
    """The root and all classes with fields that its hints reach, but for the one ``apart``."""
    found: dict[type, None] = {}
    waiting = [root]
    while waiting:
        kind = waiting.pop()
        if kind is not apart and kind not in found:
            found[kind] = None
            for hint in fields_of(kind).values():
                waiting += _classes(Expected.of((hint,), kind), set())
    return list(found)


def _classes(expected: Expected, seen: set[int]) -> Iterator[type]:
    if id(expected) in seen:
        return
    seen.add(id(expected))
    for kind in expected.types:
        if kind in CONTAINERS:
            for inner in expected.items(kind):
                yield from _classes(inner, seen)
        elif kind not in LEAVES:
            yield kind


class Expected:
    """The classes that values may be of, and what the containers among them hold."""

    def __init__(self, hints: tuple[Hint, ...], owner: type) -> None:
        self._owner = owner
        self._forms: dict[type, list[tuple[Hint, ...]]] = {}
        self._items: dict[type, tuple[Expected, ...]] = {}
        for hint in hints:
            self._enter(hint)
        self.types = frozenset(self._forms)

    @staticmethod
    @cache
    def of(hints: tuple[Hint, ...], owner: type) -> Expected:
        """What the hints say in the module of the class that has them."""
        return Expected(hints, owner)

    def _enter(self, hint: Hint) -> None:
        if isinstance(hint, ForwardRef):
            hint = hint.__forward_arg__
        if isinstance(hint, str):  # within an alias that names itself
            hint = vars(sys.modules[self._owner.__module__])[hint]
        origin: Any = typing.get_origin(hint)
        if origin in (typing.Union, types.UnionType):
            for form in typing.get_args(hint):
                self._enter(form)
            return
        kind = _ABSTRACT.get(origin, origin) or hint
        if not isinstance(kind, type):
            raise Unfit(f"{hint} of {self._owner.__name__} has no place in plain data")
        self._forms.setdefault(kind, []).append(typing.get_args(hint))

    @property
    def _fixed(self) -> bool:
        """Whether tuples are of one length, each place with a type of its own."""
        forms = self._forms.get(tuple, [])
        return len(forms) == 1 and forms[0][-1:] != (...,)

    def items(self, kind: type) -> tuple[Expected, ...]:
        """What a container holds: one for each place, for keys and values, or one for all."""
        found = self._items.get(kind)
        if found is None:
            forms = self._forms[kind]
            if kind is dict or (kind is tuple and self._fixed):
                hints = [tuple(column) for column in zip(*forms, strict=True)]
            else:
                hints = [tuple(dict.fromkeys(h for form in forms for h in form if h is not ...))]
            found = tuple(Expected.of(hint, self._owner) for hint in hints)
            self._items[kind] = found
        return found

    def check(self, values: Sequence[Any]) -> None:
        """Raise Unfit where any value is of no such class or holds what it may not."""
        found = set(map(type, values))
        if found - self.types:
            names = ", ".join(sorted(kind.__name__ for kind in found - self.types))
            raise Unfit(f"{self._owner.__name__} holds {names}")
        for kind in found.intersection(CONTAINERS):
            some: Sequence[Any] = [value for value in values if type(value) is kind]
            inner = self.items(kind)
            if kind is dict:
                inner[0].check(_all_of(some))
                inner[1].check(_all_of(map(dict.values, some)))
            elif kind is tuple and self._fixed:
                if {len(inner)} != set(map(len, some)):
                    raise Unfit(f"{self._owner.__name__} holds tuples of another length")
                for expected, column in zip(inner, zip(*some, strict=True), strict=True):
                    expected.check(column)
            else:
                inner[0].check(_all_of(some))


def _all_of(containers: Iterable[Iterable[Any]]) -> list[Any]:
    """What the containers hold; Unfit for more than there can be."""
    found = list(islice(chain.from_iterable(containers), MOST + 1))
    if len(found) > MOST:
        raise Unfit("too many values")
    return found
