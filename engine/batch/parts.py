"""The folder of a run's parts: what is done of it, each chunk whole or not there at all.

A file is written under another name, brought to the disk and then renamed. The mark of a chunk is
written last: where it stands, the chunk is done. The manifest says what the run was asked to do;
another run cannot go on with it. When all chunks are there they are joined to the result.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

MANIFEST = "manifest.json"
FINISHED = "finished.json"


class OtherRun(Exception):
    """The parts belong to another run; the message says in what they differ."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of a chunk: its rows, the charts and verdicts of the good ones, the rejected."""

    rows: int = 0
    charts: int = 0
    verdicts: int = 0
    rejected: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.rows + other.rows,
            self.charts + other.charts,
            self.verdicts + other.verdicts,
            self.rejected + other.rejected,
        )

    def as_dict(self) -> dict[str, int]:
        """The numbers by name."""
        return {name: getattr(self, name) for name in self.__slots__}


class Parts:
    """The parts of one run."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @property
    def there(self) -> bool:
        """Whether a run has begun here (what is left of one that said nothing yet is none)."""
        return any((self.folder / name).exists() for name in (MANIFEST, FINISHED))

    def begin(self, manifest: dict[str, Any]) -> None:
        """Begin a run, or go on with one that is the same; OtherRun says what differs.

        Several processes may begin one run at the same time: the first to say so has said it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / MANIFEST
        if not path.exists():
            temporary = self._temporary(MANIFEST)
            _written(temporary, lambda file: file.write(_dumped(manifest)))
            with suppress(FileExistsError):
                os.link(temporary, path)
            temporary.unlink()
        try:
            known = json.loads(path.read_bytes())
        except ValueError:
            raise OtherRun(f"{path} cannot be read") from None
        # As JSON has them: tuples have become lists.
        differing = list(_differing(known, json.loads(_dumped(manifest))))
        if differing:
            raise OtherRun(f"the interrupted run had other {' and '.join(differing)}")

    def _temporary(self, name: str) -> Path:
        return self.folder / f"{name}.{uuid.uuid4().hex[:12]}.tmp"

    def write(self, name: str, fill: Callable[[BinaryIO], Any]) -> int:
        """Write a file whole or not at all; its size."""
        temporary = self._temporary(name)
        try:
            size = _written(temporary, fill)
            os.replace(temporary, self.folder / name)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return size

    def finish_chunk(self, index: int, counts: Counts, sizes: dict[str, int]) -> None:
        """Mark a chunk as done: its other files are there."""
        _sync_folder(self.folder)
        mark = {**counts.as_dict(), "sizes": sizes}
        self.write(f"{index:08d}.json", lambda file: file.write(_dumped(mark)))

    def done(self, index: int) -> Counts | None:
        """What became of a chunk that is done; None for one that is not, or not whole."""
        try:
            mark = json.loads((self.folder / f"{index:08d}.json").read_bytes())
            for name, size in mark.pop("sizes").items():
                if (self.folder / name).stat().st_size != size:
                    return None
            return Counts(**mark)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def names(self, count: int, suffix: str) -> list[Path]:
        """The files of the first chunks that there are, in order."""
        paths = (self.folder / f"{index:08d}{suffix}" for index in range(count))
        return [path for path in paths if path.exists()]

    def place(self, temporary: Path, out: Path, counts: Counts) -> None:
        """Make a joined file the result, so that the run is known to be finished ever after."""
        status = temporary.stat()
        mark = {"inode": status.st_ino, "size": status.st_size, "counts": counts.as_dict()}
        self.write(FINISHED, lambda file: file.write(_dumped(mark)))
        os.replace(temporary, out)
        _sync_folder(out.parent)

    def finished(self, out: Path) -> Counts | None:
        """What the finished run counted, if the result is that of this run."""
        try:
            mark = json.loads((self.folder / FINISHED).read_bytes())
            status = out.stat()
        except (OSError, ValueError):
            return None
        if (status.st_ino, status.st_size) != (mark["inode"], mark["size"]):
            return None
        return Counts(**mark["counts"])

    def remove(self) -> None:
        """Remove the parts; what says that the run is finished goes last."""
        names = [path.name for path in self.folder.glob("*") if path.name != FINISHED]
        for name in (*names, FINISHED):
            (self.folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # somebody put something there
            self.folder.rmdir()

    def tidy(self) -> None:
        """Remove what a run left that was killed before it began, or after its end."""
        if self.folder.is_dir() and not self.there:
            self.remove()


def joined(paths: Iterable[Path], temporary: Path, opening: str) -> None:
    """Write files one after the other, after an opening, to one file."""

    def fill(file: BinaryIO) -> None:
        file.write(opening.encode("utf-8"))
        for path in paths:
            with path.open("rb") as part:
                shutil.copyfileobj(part, file, 1 << 20)

    _written(temporary, fill)


def _written(path: Path, fill: Callable[[BinaryIO], Any]) -> int:
    with path.open("wb") as file:
        fill(file)
        flush(file)
        return file.tell()


def flush(file: IO[Any]) -> None:
    """Bring a file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _dumped(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _differing(known: dict[str, Any], wanted: dict[str, Any]) -> Iterable[str]:
    """What two manifests differ in, in words."""
    for name in {**known, **wanted}:
        mine, theirs = known.get(name), wanted.get(name)
        if mine == theirs:
            continue
        if name == "options" and isinstance(mine, dict) and isinstance(theirs, dict):
            inner = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
            yield f"options ({', '.join(inner)})"
        else:
            yield {"rules": "rules (or packs)"}.get(name, name)
