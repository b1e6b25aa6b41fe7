"""Deep comparison: all that objects hold, places too, which their own equality leaves out."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


def difference(one: Any, other: Any) -> str:
    """Where two objects first differ, or nothing.

    What can be changed and stands in one twice must be one thing in the other too.
    """
    return _Comparison().difference(one, other, "")


class _Comparison:
    def __init__(self) -> None:
        self.met: dict[int, int] = {}
        self.back: dict[int, int] = {}

    def difference(self, one: Any, other: Any, path: str) -> str:
        if type(one) is not type(other):
            return f"{path}: {one!r} is not {other!r}"
        if one is None or isinstance(one, str | int):
            return "" if one == other else f"{path}: {one!r} is not {other!r}"
        if _may_be_one(one):
            if self.met.get(id(one)) == id(other):
                return ""
            self.met[id(one)] = id(other)
        elif id(one) in self.met or id(other) in self.back:
            same = self.met.get(id(one)) == id(other) and self.back.get(id(other)) == id(one)
            return "" if same else f"{path}: shared in one only"
        self.met[id(one)], self.back[id(other)] = id(other), id(one)
        return self._within(one, other, path)

    def _within(self, one: Any, other: Any, path: str) -> str:
        if is_dataclass(one):
            names = [field.name for field in fields(one)]
            pairs = [(name, getattr(one, name), getattr(other, name)) for name in names]
        elif isinstance(one, dict):
            if list(one) != list(other):
                return f"{path}: other keys"
            pairs = [(str(key), one[key], other[key]) for key in one]
        elif isinstance(one, list | tuple):
            if len(one) != len(other):
                return f"{path}: {len(one)} and {len(other)} items"
            pairs = [(str(n), a, b) for n, (a, b) in enumerate(zip(one, other, strict=True))]
        else:
            return "" if one == other else f"{path}: {one!r} is not {other!r}"
        for name, a, b in pairs:
            if found := self.difference(a, b, f"{path}.{name}"):
                return found
        return ""


def _may_be_one(one: Any) -> bool:
    """Whether equal ones may be one: what is frozen."""
    if is_dataclass(one):
        return bool(type(one).__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return not isinstance(one, list | dict | set)
