"""The formatter: fields in their order, blocks indented by two, blanks tidied, comments kept.

It moves whole fields with the comments above them. What the author wrote in brackets or as a
block, and how a line is broken, stays as it is; so does what the file says, which is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

from engine.authoring.fields import ORDERED
from engine.authoring.layout import Block, Child, Page
from rules.reader.diagnostics import InputError, Report
from rules.reader.marks import load
from rules.reader.nodes import Mapping, Node, Scalar, Source

Line: TypeAlias = tuple[int, str]
"""The indentation and the text."""

_BLANK: Line = (-1, "")  # may be dropped
_EMPTY: Line = (-2, "")  # within a scalar: may not
_KINDS: dict[str, dict[str, str]] = {
    "section": {
        "passages": "passages",
        "concepts": "concepts",
        "tables": "tables",
        "predicates": "predicates",
    },
    "passages": {"": "passage"},
    "passage": {"rules": "rules"},
    "rules": {"": "rule"},
    "rule": {"cases": "cases"},
    "cases": {"rows": "rows"},
    "rows": {"": "case"},
    "concepts": {"": "concept"},
    "tables": {"": "table"},
    "table": {"variants": "variants"},
    "variants": {"": "variant"},
    "predicates": {"": "predicate"},
}
"""What stands in what, by key; "" is for any item or name."""


class Unformattable(ValueError):
    """A file that must stay as it is."""


def formatted(source: Source) -> str:
    """The text of a rule file in its standard layout; what it says is unchanged.

    InputError with what is wrong if the file is not good YAML; Unformattable if it cannot be laid
    out without changing what it says (an alias would come before its anchor).
    """
    report = Report()
    before = load(source, report)
    if before is None or report.items:
        raise InputError(report.items)
    page = Page(source)
    if not isinstance(page.root, Block):
        return source.text
    head = [_text(page, number) for number in range(page.root.line)]
    above, lines = _block(page, page.root, len(page.lines), "section")
    text = "".join(f"{' ' * max(n, 0)}{text}\n" for n, text in _squeezed([*head, *above, *lines]))
    after = load(Source(source.path, text), report)
    if after is None or report.items or _content(after) != _content(before):
        raise Unformattable(f"{source.path}: laid out anew, the file would say something else")
    return text


def _content(node: Node) -> object:
    """What a file says, whatever the order of its fields."""
    match node:
        case Scalar():
            return node.value, node.plain
        case Mapping():
            return {key.value: _content(value) for key, value in node.entries}
    return [_content(item) for item in node.items]


def _block(page: Page, block: Block, stop: int, kind: str) -> tuple[list[Line], list[Line]]:
    """The comments before a block and its lines, both as from column 0."""
    parts: list[tuple[str, list[Line], list[Line]]] = []
    lead: list[Line] = []
    for child, end, following in page.split(block, stop):
        inner = _KINDS.get(kind, {})
        above, lines = _child(page, block, child, end, inner.get(child.key, inner.get("", "")))
        parts.append((child.key, lead + above, lines))
        lead = [_text(page, number) for number in range(end, following)]
    names = [*ORDERED.get(kind, ())]
    if names and not block.is_list:
        parts.sort(key=lambda part: names.index(part[0]) if part[0] in names else len(names))
    first = [line for line in parts[0][1] if line is not _BLANK]
    lines = parts[0][2] + [line for part in parts[1:] for line in part[1] + part[2]]
    return first, lines + lead


def _child(
    page: Page, block: Block, child: Child, end: int, kind: str
) -> tuple[list[Line], list[Line]]:
    """The comments before an entry or item (those between its dash and it) and its lines."""
    value = child.value
    if not isinstance(value, Block):
        return [], [*_leaf(page, block, child, end)]
    above, lines = _block(page, value, end, kind)
    if not block.is_list:
        header = (0, page.lines[child.line][block.column :].rstrip())
        between = [_text(page, number) for number in range(child.line + 1, value.line)]
        return [], [header, *_shifted([*between, *above, *lines])]
    between = [_text(page, number) for number in range(child.line + 1, value.line)]
    if value.line > child.line and (beside := page.lines[child.line][block.column + 1 :].strip()):
        between = [(0, beside), *between]
    (_, first), *rest = lines
    return [*between, *above], [(0, f"- {first}"), *_shifted(rest)]


def _leaf(page: Page, block: Block, child: Child, end: int) -> Iterator[Line]:
    """The lines of an entry or item that is no block, moved alike.

    What stood further left than it may, as brackets let it, is moved to where it may stand.
    """
    base = block.column
    text = page.lines[child.line][base:]
    if block.is_list and (item := text[1:].lstrip()):
        base += len(text) - len(item) - 2
        text = f"- {item}"
    yield 0, text if child.line in page.kept else text.rstrip()
    rest = range(child.line + 1, end)
    left = min((page.column(n) for n in rest if page.lines[n].strip()), default=base + 2)
    base -= 0 if left >= base + block.is_list else base + 2 - left
    for number in rest:
        line = page.lines[number]
        if page.is_blank(number):
            yield _BLANK
        elif not line.strip():
            yield (len(line) - base, "") if len(line) > base else _EMPTY
        else:
            column = page.column(number)
            yield column - base, line[column:] if number in page.kept else line.strip()


def _text(page: Page, number: int) -> Line:
    """A line that stands in no scalar, without its indentation."""
    text = page.lines[number].strip()
    return (0, text) if text else _BLANK


def _shifted(lines: list[Line]) -> list[Line]:
    return [line if line[0] < 0 else (line[0] + 2, line[1]) for line in lines]


def _squeezed(lines: list[Line]) -> list[Line]:
    """At most one blank line in a row, none at the beginning or the end."""
    found: list[Line] = []
    for blank, run in groupby(lines, lambda line: line is _BLANK):
        found += [_BLANK] if blank else run
    if found[0] is _BLANK:
        found = found[1:]
    return found[:-1] if found[-1] is _BLANK else found
