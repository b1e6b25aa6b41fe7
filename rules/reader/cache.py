"""The cache: what was read of files, kept as plain data from one start to the next.

A kept object is found by its key, a digest of all that it was made of: names and bytes of the
files, and the source of the code that read them. So nothing is ever out of date; what is changed
has another key. What cannot be read, is not whole or is not what its key says is as good as not
there, and what cannot be kept (no home, a full disk, a folder that may not be written) is not:
the cache saves time or does nothing.

``BINGZHAN_CACHE`` names the folder; ``off`` is none. Without it the folder is ``bingzhan`` where
the system keeps its caches (``XDG_CACHE_HOME``, ``~/.cache``, ``~/Library/Caches``,
``%LOCALAPPDATA%``).
"""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import stat
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from rules.reader.nodes import Source
from rules.reader.plain import Coder

VARIABLE = "BINGZHAN_CACHE"

MAX_ENTRIES = 12
"""Kept objects; of more, those go that were not used for longest."""

MAX_BYTES = 64_000_000
"""Bytes of one kept object, and of all together."""

_SUFFIX = ".plain"
_FORMAT = b"bingzhan cache 1\n"
_HEAD = len(_FORMAT) + 32 + 32  # bytes
_DAY = 86_400  # seconds


def folder() -> Path | None:
    """The folder of the cache, or None for none."""
    named = os.environ.get(VARIABLE, "")
    if named:
        return None if named.lower() == "off" else Path(named)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base, "bingzhan")
    local = os.environ.get("LOCALAPPDATA", "")
    if sys.platform == "win32" and local:
        return Path(local, "bingzhan", "cache")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):  # there is none
        return None
    return Path(home, "Library/Caches" if sys.platform == "darwin" else ".cache", "bingzhan")


class Kept:
    """One object made of files, and where it is kept.

    ``wanted`` says what else it hangs on than the files and the reader; ``code`` are the source
    files of further code that it hangs on.
    """

    def __init__(
        self, coder: Coder, paths: Iterable[Path], wanted: str, code: Iterable[Path] = ()
    ) -> None:
        self._coder = coder
        self._names = list(map(str, paths))
        self._contents: list[bytes] = []
        self._key = b""
        self.path: Path | None = None
        where = folder()
        if where is None:
            return
        made_by = f"Python {sys.version_info[:2]}, {coder.root.__qualname__}, {wanted}"
        try:
            parts = [
                _reader(),
                made_by.encode("utf-8", "surrogatepass"),
                *(_bytes_of(str(path)) for path in code),
            ]
            self._contents = [_bytes_of(name) for name in self._names]
        except (OSError, ValueError):  # whoever reads the files will say so
            return
        for name, content in zip(self._names, self._contents, strict=True):
            parts += (name.encode("utf-8", "surrogatepass"), content)
        self._key = digest(parts)
        self.path = where / (self._key.hex() + _SUFFIX)

    def get(self) -> Any:
        """The object, or None where it is not kept, or not whole."""
        if self.path is None:
            return None
        try:
            data = _bytes_of(str(self.path), own=True)
            head, body = data[:_HEAD], data[_HEAD:]
            if head != self._head(body):
                return None
            return self._coder.decode(body, self._sources())
        except (OSError, ValueError, MemoryError):
            return None

    def put(self, value: object) -> None:
        """Keep an object; where that cannot be done, do not."""
        if self.path is None:
            return
        with suppress(OSError, ValueError, MemoryError):
            body = self._coder.encode(value, self._sources())
            # What was read since may be another text than that of the key.
            if len(body) < MAX_BYTES and self._contents == list(map(_bytes_of, self._names)):
                _write(self.path, self._head(body) + body)
                _clear(self.path)

    def _head(self, body: bytes) -> bytes:
        return _FORMAT + self._key + digest([body])

    def _sources(self) -> list[Source]:
        return [
            Source(name, content.removeprefix(codecs.BOM_UTF8).decode())
            for name, content in zip(self._names, self._contents, strict=True)
        ]


def digest(parts: Iterable[bytes]) -> bytes:
    """One digest of several parts, told apart by their lengths."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()


@cache
def _reader() -> bytes:
    """The digest of the reader's own source; OSError where there is none to be read."""
    paths = sorted(Path(__file__).parent.glob("*.py"))
    return digest(_bytes_of(str(path)) for path in paths)


def _bytes_of(name: str, *, own: bool = False) -> bytes:
    """The bytes of a regular file (``own``: the user's or the system's); OSError."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(name, flags), "rb", buffering=0) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > 2 * MAX_BYTES:
            raise OSError(f"{name} is no file of that kind")
        if own and hasattr(os, "geteuid") and status.st_uid not in (0, os.geteuid()):
            raise OSError(f"{name} is another user's")
        if own and time.time() - status.st_mtime > _DAY:
            with suppress(OSError):
                os.utime(name)  # it is in use
        return file.read()


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whoever else writes or reads it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.parent / f".{os.urandom(8).hex()}.part"
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


_OURS = re.compile(rf"[0-9a-f]{{64}}{_SUFFIX}|\.[0-9a-f]{{16}}\.part")


def _clear(newest: Path) -> None:
    """Remove what is too much but for the newest, and what a process left half written."""
    found = []
    with os.scandir(newest.parent) as entries:
        for entry in entries:
            if _OURS.fullmatch(entry.name) and entry.name != newest.name:
                with suppress(FileNotFoundError):  # another process removed it
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime, status.st_size, entry.path))
    count, total = 1, newest.stat().st_size
    for changed, size, path in sorted(found, reverse=True):
        if path.endswith(_SUFFIX):
            count, total = count + 1, total + size
            spare = count > MAX_ENTRIES or total > MAX_BYTES
        else:
            spare = time.time() - changed > _DAY
        if spare:
            with suppress(OSError):
                os.unlink(path)
