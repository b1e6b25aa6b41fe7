"""Diagnostics shown: drawn under the source lines that they are about, or as JSON.

Chinese characters take two cells of a terminal, so carets are placed by display width and never
by counting characters; a very long line is cut around the span.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.reader.nodes import Source, Span

if TYPE_CHECKING:
    from rules.reader.diagnostics import Diagnostic

MAX_WIDTH = 100
"""Cells of a source line that are shown; a longer line is cut around the span."""

_CONTEXT = 30  # cells shown before the span when a line is cut
_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "frame": "1;34", "bold": "1"}


def render_json(items: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return the diagnostics as JSON objects; lines and columns from 1, the end exclusive."""
    return [
        {
            "code": item.code,
            "severity": item.severity,
            "message": item.message,
            **_json_place(item.span),
            "label": item.label,
            "help": item.help,
            "suggestion": item.suggestion,
            "also": [{**_json_place(label.span), "label": label.text} for label in item.also],
        }
        for item in items
    ]


def _json_place(span: Span | None) -> dict[str, Any]:
    return {
        "file": span and span.source.path,
        "line": span and span.line + 1,
        "column": span and span.column + 1,
        "endLine": span and span.end_line + 1,
        "endColumn": span and span.end_column + 1,
    }


def render_text(items: Iterable[Diagnostic], color: bool = False) -> str:
    """Draw the diagnostics with their source lines, an empty line between two."""
    return "\n\n".join("\n".join(_Drawing(item, color).lines()) for item in items)


def display_width(text: str) -> int:
    """Return how many terminal cells the text takes as it is shown here (a tab is four)."""
    return sum(map(_cells, _visible(text)))


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in {"Mn", "Me"} else 1


def _visible(text: str) -> str:
    """Make what would move the cursor or reorder the line a sign of its own: a file may hold it."""
    return text if text.isprintable() else "".join(map(_sign, text))


def _sign(character: str) -> str:
    if character == "\t":
        return "    "
    if character < " ":
        return chr(0x2400 + ord(character))
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return "\N{REPLACEMENT CHARACTER}"
    return character


class _Mark(NamedTuple):
    """What is drawn under one line: a stretch of it, its label, and the style of both."""

    start: int
    end: int
    text: str
    style: str


class _Drawing:
    """The text of one diagnostic."""

    def __init__(self, item: Diagnostic, color: bool) -> None:
        self.item, self.color = item, color
        places = [(item.span, item.label, item.severity)] if item.span else []
        self.places = [*places, *((other.span, other.text, "frame") for other in item.also)]
        last = max((span.line + 1 for span, _, _ in self.places), default=0)
        self.margin = " " * len(str(last))

    def lines(self) -> Iterator[str]:
        item = self.item
        code = self.paint(f"{item.severity}[{item.code}]", item.severity)
        yield code + self.paint(f": {_visible(item.message)}", "bold")
        files: dict[Source, list[tuple[Span, str, str]]] = {}
        for place in self.places:
            files.setdefault(place[0].source, []).append(place)
        for number, (source, labels) in enumerate(files.items()):
            yield from self.file(source, labels, ":::" if number else "-->")
        if item.suggestion:
            names = item.suggestion.replace(", ", "`, `")
            yield from self.footer(f"did you mean `{names}`?")
        if item.help:
            yield from self.footer(f"help: {item.help}")

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.color and text else text

    def footer(self, text: str) -> Iterator[str]:
        first, *more = text.split("\n")
        yield f"{self.margin} {self.paint('=', 'frame')} {_visible(first)}"
        yield from (f"{self.margin}   {_visible(line)}" for line in more)

    def file(
        self, source: Source, labels: list[tuple[Span, str, str]], arrow: str
    ) -> Iterator[str]:
        """Draw all that lies in one file: its first label names the place."""
        span = labels[0][0]
        where = f":{span.line + 1}:{span.column + 1}" if source.text else ""
        yield f"{self.margin}{self.paint(arrow, 'frame')} {_visible(source.path)}{where}"
        if not source.text:
            return
        yield self.framed(self.margin, "")
        before = None
        for number, group in groupby(sorted(labels, key=_line), key=_line):
            if before is not None and number > before + 1:
                yield self.paint("...", "frame")
            before = number
            line = source.line(number)
            marks = [_mark(line, *label) for label in group]
            while marks:
                low, high = _window(line, marks[0].start)
                drawn = [mark for mark in marks if low <= mark.start <= high]
                marks = [mark for mark in marks if not low <= mark.start <= high]
                shown = ("…" if low else "") + line[low:high] + ("…" if high < len(line) else "")
                yield self.framed(str(number + 1).rjust(len(self.margin)), _visible(shown))
                for row in self.rows([_in_cells(mark, line, low, high) for mark in drawn]):
                    yield self.framed(self.margin, row)

    def framed(self, number: str, content: str) -> str:
        return f"{self.paint(number + ' |', 'frame')} {content}".rstrip()

    def rows(self, marks: list[_Mark]) -> Iterator[str]:
        """Draw underlines, the rightmost label beside them and the others hung beneath."""
        styles = [""] * max(mark.end for mark in marks)
        for mark in sorted(marks, key=lambda mark: mark.style != "frame"):  # primary on top
            styles[mark.start : mark.end] = [mark.style] * (mark.end - mark.start)
        underline = "".join(
            self.paint(_underline(style) * len(list(run)), style) if style else " " * len(list(run))
            for style, run in groupby(styles)
        )
        *hung, last = sorted(marks, key=lambda mark: (mark.start, mark.end))
        if last.end < len(styles):
            hung.append(last)
            yield underline
        else:
            yield f"{underline} {self.paint(_visible(last.text), last.style)}"
        hung = [mark for mark in hung if mark.text]
        if hung:
            yield self.hang(hung, None)
        while hung:
            mark = hung.pop()
            yield self.hang(hung, mark)

    def hang(self, waiting: list[_Mark], mark: _Mark | None) -> str:
        """Draw the threads of the labels still to come, and under its span the one label."""
        row, at = "", 0
        for start, style in sorted({thread.start: thread.style for thread in waiting}.items()):
            if mark is None or start < mark.start:
                row += " " * (start - at) + self.paint("|", style)
                at = start + 1
        if mark is None:
            return row
        return row + " " * (mark.start - at) + self.paint(_visible(mark.text), mark.style)


def _line(label: tuple[Span, str, str]) -> int:
    return label[0].line


def _underline(style: str) -> str:
    return "-" if style == "frame" else "^"


def _mark(line: str, span: Span, text: str, style: str) -> _Mark:
    """Cut a span to the line it begins on."""
    start = min(span.column, len(line))
    end = span.end_column if span.end_line == span.line else len(line.rstrip())
    return _Mark(start, max(start, min(end, len(line))), text, style)


def _window(line: str, start: int) -> tuple[int, int]:
    """Return which characters of the line are shown to see the one at `start`."""
    if len(line) <= MAX_WIDTH and display_width(line) <= MAX_WIDTH:
        return 0, len(line)
    low, cells = start, 0
    while low and (cells := cells + display_width(line[low - 1])) <= _CONTEXT:
        low -= 1
    high, cells = low, 0
    while high < len(line) and (cells := cells + display_width(line[high])) <= MAX_WIDTH:
        high += 1
    return low, high


def _in_cells(mark: _Mark, line: str, low: int, high: int) -> _Mark:
    """Turn places in the line into cells of what is shown of it, from `low` to `high`."""
    start = bool(low) + display_width(line[low : mark.start])
    end = bool(low) + display_width(line[low : min(mark.end, high)])
    return _Mark(start, max(end, start + 1), mark.text, mark.style)
