"""Versions of the rule base by name: a folder, or a revision of the edition's git repository."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from rules import ROOT

PREFIX = "rev:"


class NoVersion(ValueError):
    """There is no such version; the message says why."""


@contextmanager
def version(name: str) -> Iterator[Path]:
    """The folder of a version: that folder, or for ``rev:HEAD~1`` a copy that is then removed.

    NoVersion where there is none.
    """
    if not name.startswith(PREFIX):
        if not Path(name).is_dir():
            raise NoVersion(f"{name!r} is not a folder; a git revision is written rev:HEAD~1")
        yield Path(name)
        return
    data = _archive(name.removeprefix(PREFIX))
    with TemporaryDirectory(prefix="bingzhan-") as folder:
        with ZipFile(io.BytesIO(data)) as archive:
            archive.extractall(folder)
        yield Path(folder)


def _archive(revision: str) -> bytes:
    """The edition's folder at a revision, as a zip file."""
    if not revision or revision.startswith("-"):
        raise NoVersion(f"{revision!r} is not a git revision")
    command = ["git", "-C", str(ROOT), "archive", "--format=zip", revision]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise NoVersion(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        raise NoVersion(f"git does not give the revision {revision!r}: {said}")
    return done.stdout
