"""Documents that a start reads before anything else: kept as trees, so that no YAML is parsed."""

from __future__ import annotations

from pathlib import Path

from rules.reader.cache import Kept
from rules.reader.diagnostics import Report
from rules.reader.nodes import Mapping, Node, Source
from rules.reader.plain import Coder

_CODER = Coder(Mapping, Source)


def read_document(path: Path, report: Report) -> Node | None:
    """The tree of a file; what is wrong with it is in the report, and then it is not kept."""
    kept = Kept(_CODER, [path], "a document")
    tree: Node | None = kept.get()
    if tree is not None:
        return tree
    from rules.reader.marks import load, read_source

    source = read_source(path, report)
    tree = load(source, report) if source else None
    if isinstance(tree, Mapping) and not len(report):
        kept.put(tree)
    return tree
