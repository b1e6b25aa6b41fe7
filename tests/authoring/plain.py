"""Rule files as plain data, as an editor sees them: YAML 1.2 core."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Source

_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def read(text: str) -> Any:
    """The data of a text, which must be good YAML."""
    report = Report()
    node = load(Source("a.yaml", text), report)
    assert not report.items
    assert node is not None
    return data(node)


def read_file(path: Path) -> Any:
    return read(path.read_text(encoding="utf-8"))


def data(node: Node) -> Any:
    match node:
        case Mapping():
            return {key.value: data(value) for key, value in node.entries}
        case Sequence():
            return [data(item) for item in node.items]
        case Scalar() if not node.plain:
            return node.value
    if node.is_null:
        return None
    for value in (node.as_bool(), node.as_int()):
        if value is not None:
            return value
    return float(node.value) if _FLOAT.fullmatch(node.value) else node.value
