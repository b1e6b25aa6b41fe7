"""Findings written out: for people, as JSON, as SARIF, as annotations of GitHub."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.checks.pages import page_of
from engine.views.streams import coloured, dumps
from rules.reader.codes import CODES
from rules.reader.diagnostics import Diagnostic
from rules.reader.nodes import Span
from rules.reader.render import render_json, render_text

SHOWN = 10
"""Warnings and notes of one code that are drawn unless all are asked for."""


def written(items: Sequence[Diagnostic], form: str, *, everything: bool = False) -> str:
    """The findings in a form: text, json, jsonl, sarif or github."""
    match form:
        case "json":
            return dumps(render_json(items))
        case "jsonl":
            return "\n".join(dumps(item, lines=True) for item in render_json(items))
        case "sarif":
            return dumps(sarif(items))
        case "github":
            return "\n".join(map(annotation, items))
        case _:
            return text(items, everything=everything)


def text(items: Sequence[Diagnostic], *, everything: bool = False) -> str:
    """The findings drawn; of many of one code the first, and how many more there are."""
    seen: Counter[str] = Counter()
    shown = []
    for item in items:
        seen[item.code] += 1
        if everything or item.severity == "error" or seen[item.code] <= SHOWN:
            shown.append(item)
    drawn = [render_text(shown, color=coloured(sys.stdout))] if shown else []
    left = seen - Counter(item.code for item in shown)
    drawn += [f"{code}: {count} more; `--all` shows them" for code, count in sorted(left.items())]
    return "\n\n".join(drawn)


_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def annotation(item: Diagnostic) -> str:
    """A finding as a workflow command, which GitHub shows beside the line."""
    where: dict[str, Any] = {}
    if item.span is not None:
        where = {
            "file": _shown_path(item.span),
            "line": item.span.line + 1,
            "col": item.span.column + 1,
            "endLine": item.span.end_line + 1,
            "endColumn": item.span.end_column + 1,
        }
    where["title"] = f"{item.code} {CODES[item.code]}"
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in where.items())
    return f"::{_LEVELS[item.severity]} {properties}::{_data(_message(item))}"


def _message(item: Diagnostic) -> str:
    meant = f"did you mean {item.suggestion}?" if item.suggestion else ""
    return "\n".join(part for part in (item.message, item.label, meant, item.help) if part)


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def sarif(items: Sequence[Diagnostic]) -> dict[str, Any]:
    """The findings as a SARIF 2.1.0 log of one run."""
    codes = sorted({item.code for item in items})
    rules = [_sarif_rule(code) for code in codes]
    results = [
        {
            "ruleId": item.code,
            "ruleIndex": codes.index(item.code),
            "level": item.severity,
            "message": {"text": _message(item)},
            "locations": [_location(item.span)] if item.span else [],
            "relatedLocations": [
                {**_location(label.span), "message": {"text": label.text}} for label in item.also
            ],
        }
        for item in items
    ]
    driver = {"name": "bingzhan", "version": version("bingzhan"), "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _sarif_rule(code: str) -> dict[str, Any]:
    page = page_of(code)
    return {
        "id": code,
        "shortDescription": {"text": CODES[code]},
        "fullDescription": {"text": page.wrong},
        "help": {"text": f"{page.why}\n\n{page.mend}"},
    }


def _location(span: Span) -> dict[str, Any]:
    path = _shown_path(span)
    uri = Path(path).as_uri() if os.path.isabs(path) else Path(path).as_posix()
    region = {
        "startLine": span.line + 1,
        "startColumn": span.column + 1,
        "endLine": span.end_line + 1,
        "endColumn": span.end_column + 1,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _shown_path(span: Span) -> str:
    """The path from the working directory on, where the file lies within it."""
    path = Path(span.source.path)
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def page_lines(code: str) -> Iterator[str]:
    """The page of a code, in paragraphs."""
    page = page_of(code)
    severity = {"E": "error", "W": "warning", "N": "note"}[code[0]]
    yield f"{severity}[{code}]: {CODES[code]}"
    yield from _paragraph("", page.wrong)
    yield from _paragraph("Why it matters: ", page.why)
    yield from _paragraph("How to mend it: ", page.mend)
    yield "\nFor example:"
    yield from (f"    {line}" for line in page.example.splitlines())


def _paragraph(head: str, words: str) -> Iterable[str]:
    return ("", *_wrapped(head + words)) if words else ()


def _wrapped(words: str, width: int = 90) -> Iterator[str]:
    """Lines of at most so many cells; a Chinese character takes two."""
    from rules.reader.render import display_width

    line = ""
    for word in words.split(" "):
        if line and display_width(f"{line} {word}") > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
