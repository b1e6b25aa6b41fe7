"""Watches files: says when one of them was written, made or taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path


def changes(files: Callable[[], Iterable[Path]], wait: Callable[[], None]) -> Iterator[None]:
    """Yield at once, and then after each change of the files; ``wait`` passes the time between."""
    before = None
    while True:
        now = {path: stamp for path in files() if (stamp := _stamp(path)) is not None}
        if now != before:
            before = now
            yield
        wait()


def _stamp(path: Path) -> tuple[int, int] | None:
    """What changes when a file is written; None while it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
