"""The console that views print on: no markup in data, CJK widths right, plain when piped."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
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
    """Writes lines without the blanks at their ends that wrapping leaves."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._line = ""

    def isatty(self) -> bool:
        """Whether a terminal shows it."""
        return self._out.isatty()

    def write(self, words: str) -> int:
        """Write what is complete; keep the last line until its end is known."""
        *lines, self._line = (self._line + words).split("\n")
        self._out.write("".join(f"{line.rstrip(' ')}\n" for line in lines))
        return len(words)

    def flush(self) -> None:
        """Write what is left."""
        self._out.write(self._line)
        self._line = ""
        self._out.flush()


def text(*parts: str | tuple[str, str]) -> Text:
    """A line of parts, each plain or with a style."""
    return Text.assemble(*parts)


@dataclass(slots=True)
class Beside:
    """Something moved in from the left, beside a mark; its further lines stand under its first.

    It does what rich's grid and padding do, without blanks after the lines and without measuring
    (which made the text of a judgement ten times as dear as the judgement).
    """

    what: RenderableType
    left: int
    mark: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the segments of each line."""
        gap = self.mark.cell_len and self.mark.cell_len + 1
        inner = options.update(width=max(1, options.max_width - self.left - gap))
        for number, line in enumerate(console.render_lines(self.what, inner, pad=False)):
            if number == 0 and gap:
                yield Segment(" " * self.left)
                yield from self.mark.render(console, end=" ")
            else:
                yield Segment(" " * (self.left + gap))
            yield from line
            yield Segment.line()


def padded(what: RenderableType, left: int) -> Beside:
    """Something moved in from the left."""
    return Beside(what, left, Text())


def bullet(mark: str | tuple[str, str], what: RenderableType, left: int = 2) -> Beside:
    """Something beside its mark."""
    return Beside(what, left, text(mark))
