"""The console that views print on: no markup in data, CJK widths right, plain when piped."""

from __future__ import annotations

import io
import sys
from typing import TextIO, cast

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

WIDTH = 100
"""Columns of output that goes to a file or a pipe."""


def console(file: TextIO | None = None) -> Console:
    """A console on standard output (or a file)."""
    out = file or sys.stdout
    return Console(
        file=cast(TextIO, _Stripped(out)),
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=False,
        width=None if out.isatty() else WIDTH,
    )


class _Stripped(io.TextIOBase):
    """Writes lines without the blanks that rich pads them with."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._line = ""

    def isatty(self) -> bool:
        """Whether a terminal shows it."""
        return self._out.isatty()

    def write(self, words: str) -> int:
        """Write what is complete; keep the last line until its end is known."""
        *lines, self._line = (self._line + words).split("\n")
        for line in lines:
            self._out.write(line.rstrip(" ") + "\n")
        return len(words)

    def flush(self) -> None:
        """Write what is left."""
        self._out.write(self._line)
        self._line = ""
        self._out.flush()


def text(*parts: str | tuple[str, str]) -> Text:
    """A line of parts, each plain or with a style."""
    return Text.assemble(*parts)


def padded(what: RenderableType, left: int) -> Padding:
    """Something moved in from the left; no blanks are printed after it."""
    return Padding(what, (0, 0, 0, left), expand=False)


def bullet(mark: str | tuple[str, str], what: RenderableType, left: int = 2) -> Padding:
    """Something beside its mark; its further lines stand under its first."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column()
    grid.add_column(overflow="fold")
    grid.add_row(text(mark), what)
    return padded(grid, left)
