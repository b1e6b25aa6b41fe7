"""Packs: further sections, concepts, tables, words and schools, read together with the edition.

A pack is a folder laid out as the edition's: ``vocabulary``, ``tables``, ``concepts``, ``schools``,
and sections anywhere else. It is named on the command line, or shipped by an installed
distribution, as a folder ``bingzhan_pack`` or as the folder that an entry point of the group
``bingzhan.packs`` names; the metadata say so, nothing is imported. A pack is data: it can run no
code, and what it may hold is bounded here and in ``rules.reader.limits``.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from facts.profiles import Profile, enter_profiles, profiles
from rules.reader.diagnostics import Diagnostic, Report
from rules.reader.folders import Files, files_of
from rules.reader.nodes import Source, Span

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GROUP = "bingzhan.packs"
"""The entry points by which a distribution declares packs: ``name = package.folder``."""

FOLDER = "bingzhan_pack"
"""The top folder that is a pack without any declaration."""

NO_FILES = Files()

MAX_FILES = 200
MAX_ENTRIES = 5_000  # of the folders walked: `--rules /` must come to an end
MAX_FILE = 1_000_000
MAX_BYTES = 4_000_000

Faults: TypeAlias = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Pack:
    """A pack: its name for users, its files, and why it cannot be taken where it cannot."""

    name: str
    files: Files = NO_FILES
    faults: Faults = ()


@dataclass
class Packs:
    """The packs of one run. ``refused`` are those found unsound, each with its findings."""

    folders: tuple[str, ...] = ()
    with_installed: bool = False
    refused: dict[str, Faults] = field(default_factory=dict)

    @cached_property
    def _installed(self) -> tuple[Pack, ...]:
        return tuple(installed()) if self.with_installed else ()

    @property
    def found(self) -> tuple[Pack, ...]:
        """All packs, installed ones first; folders as they are now."""
        return (*self._installed, *map(from_folder, self.folders))

    @property
    def files(self) -> list[Path]:
        """The files of all packs."""
        return [path for pack in self.found for kind in pack.files for path in kind]

    @property
    def schools(self) -> dict[str, Profile]:
        """The casting schools of the edition and of the packs that are not refused."""
        return read_schools([p for p in self.found if p.name not in self.refused], Report())


_IN_USE: ContextVar[Packs | None] = ContextVar("packs", default=None)


@contextmanager
def using(folders: Iterable[str] = (), *, with_installed: bool = True) -> Iterator[Packs]:
    """Have the rule base read with packs; outside of this, the edition stands alone."""
    packs = Packs(tuple(dict.fromkeys(folders)), with_installed)
    token = _IN_USE.set(packs)
    try:
        yield packs
    finally:
        _IN_USE.reset(token)


def in_use() -> Packs:
    """The packs that this run reads."""
    return _IN_USE.get() or Packs()


def read_schools(packs: Sequence[Pack], report: Report) -> dict[str, Profile]:
    """The casting schools of the edition and of packs; what is wrong is in the report."""
    known = dict(profiles())
    for pack in packs:
        for path in pack.files.schools:
            enter_profiles(path, known, report)
    return known


def from_folder(folder: str) -> Pack:
    """The pack of a folder."""
    root = Path(folder)
    if not root.is_dir():
        return _faulty(folder, folder, "there is no such folder")
    paths: list[Path] = []
    entries = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        entries += len(folders) + len(names)
        if entries > MAX_ENTRIES:
            return _faulty(folder, folder, f"the folder holds more than {MAX_ENTRIES:,} things")
        paths += (Path(place, name) for name in names if name.endswith((".yaml", ".yml")))
    return _checked(folder, root, paths)


def installed() -> Iterator[Pack]:
    """The packs that installed distributions ship, in the order of their names."""
    if not _any_declared():
        return
    from importlib.metadata import distributions

    found: dict[str, list[Pack]] = {}
    for distribution in distributions():
        points = _read(distribution, _POINTS)
        record = _read(distribution, "RECORD")
        if GROUP in points or f"{FOLDER}/" in record:
            name = f"{distribution.metadata['Name']} {distribution.version}"
            # Of a distribution that stands twice on the path the first is the one in use.
            found.setdefault(distribution.metadata["Name"], list(_shipped(distribution, name)))
    for _, packs in sorted(found.items()):
        yield from packs


def _any_declared() -> bool:
    """Whether any distribution can have a pack: the metadata are not parsed where none has."""
    if any(hasattr(f, "find_distributions") for f in sys.meta_path if f is not PathFinder):
        return True
    for place in sys.path:
        try:
            names = os.listdir(place or ".")
        except NotADirectoryError:  # an archive: whoever reads the metadata will look into it
            return True
        except OSError:
            continue
        if FOLDER in names or any(name.endswith(".egg") for name in (place, *names)):
            return True
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                with suppress(OSError), open(os.path.join(place, name, _POINTS), "rb") as file:
                    if GROUP.encode() in file.read():
                        return True
    return False


_POINTS = "entry_points.txt"


def _read(distribution: Distribution, name: str) -> str:
    try:
        return distribution.read_text(name) or ""
    except (OSError, ValueError):  # whatever it is, it declares nothing that can be read
        return ""


def _shipped(distribution: Distribution, name: str) -> Iterator[Pack]:
    """The packs of one distribution: the YAML files under each folder that is one."""
    files = [path for path in distribution.files or () if path.suffix in (".yaml", ".yml")]
    declared = {
        point.name: tuple(point.value.replace(":", ".").split("."))
        for point in distribution.entry_points
        if point.group == GROUP
    }
    if any(path.parts[0] == FOLDER for path in files):
        declared.setdefault(FOLDER, (FOLDER,))
    for label, folder in declared.items():
        own = [path for path in files if path.parts[: len(folder)] == folder]
        root = Path(str(distribution.locate_file("/".join(folder))))
        shown = name if label == FOLDER else f"{name} ({label})"
        if own and not any(".." in path.parts for path in own):
            yield _checked(shown, root, [Path(str(path.locate())) for path in own])
        else:
            mend = "a pack that is installed in place (pip install -e) is given with --rules"
            what = "the distribution lists no YAML file under this folder"
            yield _faulty(shown, str(root), what, mend)


def _checked(name: str, root: Path, paths: list[Path]) -> Pack:
    """The pack of these files, if they are files and neither many nor large."""
    total = 0
    for path in sorted(paths):
        try:
            status = path.stat()
        except OSError as error:
            return _faulty(name, str(path), f"the file cannot be read: {error.strerror}")
        total += status.st_size
        if not stat.S_ISREG(status.st_mode):
            return _faulty(name, str(path), "this is no file")
        if path.suffix == ".yml":
            return _faulty(name, str(path), "files of a pack end in .yaml")
        if status.st_size > MAX_FILE:
            return _faulty(name, str(path), f"the file has more than {MAX_FILE:,} bytes")
    if not paths:
        return _faulty(name, str(root), "the folder holds no YAML file")
    if len(paths) > MAX_FILES:
        return _faulty(name, str(root), f"a pack has at most {MAX_FILES} files, not {len(paths)}")
    if total > MAX_BYTES:
        return _faulty(name, str(root), f"the files have more than {MAX_BYTES:,} bytes together")
    return Pack(name, files_of(root, paths))


def _faulty(name: str, path: str, why: str, mend: str = "") -> Pack:
    report = Report()
    nowhere = Span(Source(path, ""), 0, 0, 0, 0)
    report.error("E401", f"the pack cannot be taken: {why}", nowhere, help=mend)
    return Pack(name, faults=report.items)
