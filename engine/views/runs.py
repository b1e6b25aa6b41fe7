"""Many rules named in few words: ``DQ-0698.a-m`` for those of one passage that follow on."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ID = re.compile(r"(.+[.])([a-z])")


def runs(rules: Iterable[str]) -> list[str]:
    """The ids, three or more that follow each other by their letters as one run."""
    found: list[list[str]] = []
    for rule in rules:
        last = _ID.fullmatch(found[-1][-1]) if found else None
        this = _ID.fullmatch(rule)
        if last and this and last[1] == this[1] and ord(this[2]) == ord(last[2]) + 1:
            found[-1].append(rule)
        else:
            found.append([rule])
    return [name for run in found for name in _named(run)]


def _named(run: list[str]) -> list[str]:
    return run if len(run) < 3 else [f"{run[0]}-{run[-1].rpartition('.')[2]}"]
