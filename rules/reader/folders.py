"""The files of a rule base by what they hold: the edition's folder, or a pack laid out like it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_APART = ("vocabulary", "tables", "concepts", "schools", "signs")


class Files(NamedTuple):
    """The YAML files of one folder. ``sections`` are all that stand in no folder of their kind."""

    vocabulary: tuple[Path, ...] = ()
    tables: tuple[Path, ...] = ()
    concepts: tuple[Path, ...] = ()
    schools: tuple[Path, ...] = ()
    signs: tuple[Path, ...] = ()
    sections: tuple[Path, ...] = ()


def files_of(root: Path, paths: Iterable[Path] | None = None) -> Files:
    """The files under a folder, or those of them that are given, each kind in order."""
    kinds: dict[str, list[Path]] = {}
    for path in sorted(root.rglob("*.yaml") if paths is None else paths):
        first = path.relative_to(root).parts[0]
        kinds.setdefault(first if first in _APART else "sections", []).append(path)
    return Files(**{kind: tuple(found) for kind, found in kinds.items()})
