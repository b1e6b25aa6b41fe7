"""Reads YAML texts for the tests of the reader, and shows nodes as plain data."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Source
from rules.reader.render import render_text

RULE = """\
# 游都察賊
- id: DQ-0891.d
  quote: 若游都臨本支干上，賊本日到   # 必
  when: {lands_on: [游都, "day_stem"]}
  text: |
    欲識賊來

  then:
    days: 0
  none:
"""


def read(text: str) -> Node:
    report = Report()
    node = load(Source("a.yaml", text), report)
    assert render_text(report.items) == ""
    assert node is not None
    return node


def codes(text: str) -> list[str]:
    report = Report()
    load(Source("a.yaml", text), report)
    return [item.code for item in report.items]


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def content(node: Node | None) -> Any:
    """Return the node as plain lists; a mapping as a tuple of its pairs."""
    if isinstance(node, Mapping):
        return tuple((key.value, content(value)) for key, value in node.entries)
    if isinstance(node, Sequence):
        return [content(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.value


def place(node: Node) -> tuple[int, int, int, int]:
    span = node.span
    return span.line, span.column, span.end_line, span.end_column
