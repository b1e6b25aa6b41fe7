"""What comes in and goes out beside the views: charts on standard input, JSON, diagnostics."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

import click

from facts import charts
from facts.charts import Chart
from facts.schools import School
from facts.trace import Step
from rules.reader.diagnostics import InputError, Report
from rules.reader.nodes import Source, Span
from rules.reader.render import render_json, render_text

if TYPE_CHECKING:
    from facts.moment import Almanac


def prepare() -> None:
    """Make standard output and error able to take whatever is printed.

    ASCII cannot hold the book and only says that no locale was set up: UTF-8 is written then. What
    another encoding lacks is written as an escape. A stream that is closed takes everything.
    """
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or sys.stdout
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            plain = stream.encoding.lower() in ("ascii", "ansi_x3.4-1968", "us-ascii", "646")
            stream.reconfigure(
                encoding="utf-8" if plain else stream.encoding, errors="backslashreplace"
            )


def argument(word: str) -> str:
    """A word of the command line as UTF-8, whatever the locale made of its bytes."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_charts(
    words: tuple[str, ...],
    school: School,
    almanac: Almanac | None = None,
    seen: Sequence[str] = (),
) -> Iterator[tuple[int, str, tuple[Chart, ...] | InputError]]:
    """The charts that the words write; for ``-`` each line of standard input, numbered from 1.

    A line gives one chart, or several where it can mean several: with several things ``seen``
    (tokens), one for each. What cannot be read is given as the error that says why; blank lines
    are passed over.
    """
    if words != ("-",):
        line = " ".join(words)
        yield 0, line, _read(line.encode(), school, "<chart>", almanac, seen)
        return
    lines: Iterable[bytes] = sys.stdin.buffer if sys.stdin else ()
    for number, raw in enumerate(lines, 1):
        marked = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
        if marked.strip():
            shown = marked.decode("utf-8", "replace").strip()
            name = f"line {number}"
            yield number, shown, _read(marked.strip(), school, name, almanac, seen)


def _read(
    line: bytes, school: School, name: str, almanac: Almanac | None, seen: Sequence[str]
) -> tuple[Chart, ...] | InputError:
    try:
        text = line.decode("utf-8")
        if not seen:
            return charts.read_charts(text, school, name, almanac)
        found = [charts.read_charts(f"{text} {event}", school, name, almanac) for event in seen]
        if len(seen) == 1:
            return found[0]
        notes = [Step(f"of the things seen: {event}", f"所見之{event}", "") for event in seen]
        return tuple(
            replace(chart, note=note)
            for several, note in zip(found, notes, strict=True)
            for chart in several
        )
    except UnicodeDecodeError as error:
        return _not_utf8(error, name)
    except InputError as error:
        return error


def _not_utf8(error: UnicodeDecodeError, name: str) -> InputError:
    line = error.object
    source = Source(name, line.decode("utf-8", "replace"))
    column = len(line[: error.start].decode("utf-8", "replace"))
    report = Report()
    report.error(
        "E002",
        f"the byte 0x{line[error.start]:02x} is not UTF-8",
        Span(source, 0, column, 0, column + 1),
        help="save the charts in the encoding UTF-8",
    )
    return InputError(report.items)


def dumps(document: Any, *, lines: bool = False) -> str:
    """A document as JSON, on one line or laid out; the characters as they are where they can be."""
    plain = (sys.stdout.encoding or "utf-8").lower().replace("-", "") == "utf8"
    return json.dumps(document, ensure_ascii=not plain, indent=None if lines else 1)


def echo_list(documents: Iterable[Any], form: str) -> None:
    """Print documents as JSON: each on a line, or all in one list."""
    if form == "jsonl":
        for document in documents:
            click.echo(dumps(document, lines=True))
    else:
        click.echo(dumps([*documents]))


def error_dict(chart: str, error: InputError, number: int = 0) -> dict[str, Any]:
    """A chart that could not be read, for JSON; with its number if it was one of many."""
    line = {"line": number} if number else {}
    return {**line, "chart": chart, "error": render_json(error.diagnostics)}


def drawn(error: InputError, stream: TextIO) -> str:
    """The diagnostics of an error, in colour where the stream shows it."""
    return render_text(error.diagnostics, color=coloured(stream))


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user did not refuse colour."""
    return stream.isatty() and not os.environ.get("NO_COLOR")
