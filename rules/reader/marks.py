"""YAML text to nodes that know their place.

PyYAML's own trees lose the text they came from, resolve ``on``, ``12:30`` and ``2026-01-01`` to
things nobody meant, recurse as deep as the file says, and let a second key replace the first in
silence. Here the event stream is built into plain nodes, without recursion, scalars stay text,
and everything that can be wrong with a file becomes a diagnostic (E001 to E015 of ``codes``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from yaml import events

from rules.reader.collector import collector_off
from rules.reader.diagnostics import Label, Report
from rules.reader.limits import Allowance
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Source, Span

MAX_DEPTH = 64
"""Collections within collections, counted through aliases: readers may recurse over a node."""

MAX_NODES = 500_000
"""Nodes of one file, counted through aliases: a reader that walks them all comes to an end."""

MAX_ENTRIES = 2_000
"""Items of one list or keys of one mapping: readers may compare each with each."""

MAX_TEXT = 20_000
"""Characters of one scalar: readers may search a text for each of many quotes."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_CONTROL = re.compile(  # what YAML does not count as printable, and the byte order mark
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_COLON = "quote values that hold `: `; put a space after a key's `:`; indent keys alike"
_WORDING = [  # what PyYAML says (with C or without), what we say, how to mend it
    ("start any token.*\t$|tab character", "a tab cannot indent", "indent with spaces"),
    ("start any token", "the character {} cannot begin a value", "put the value in quotes"),
    ("mapping values are not allowed", "a `:` that ends no key", _COLON),
    ("quoted.*unexpected end of stream", "the quotation is never closed", ""),
    ("simple key.*expected ':'", "the key before this has no `:`", ""),
    ("block mapping.*expected (key|<block end>)", "a key was expected here", ""),
    ("block collection.*expected ('-'|<block end>)", "a `- ` was expected here", ""),
    ("expected '?<document start>", "this comes after the end of the document", ""),
]
_FORBIDDEN = "the character U+{:04X} is not allowed"
_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"
_FULL_WIDTH_COLON = re.compile(r"\s*(?:- )*[^\s:'\"#]+：")


def read_source(path: str | Path, report: Report) -> Source | None:
    """Read a UTF-8 file, with or without a byte order mark; report why and return None if not."""
    shown = str(path)
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        nowhere = Span(Source(shown, ""), 0, 0, 0, 0)
        report.error("E001", f"the file cannot be read: {reason[:1].lower()}{reason[1:]}", nowhere)
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return Source(shown, data.decode())
    except UnicodeDecodeError as error:
        index = len(data[: error.start].decode())
        place = Source(shown, data.decode(errors="replace")).at(index)
        byte = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        report.error("E002", byte, place, help="save the file in the encoding UTF-8")
        return None


def load(source: Source, report: Report, allowance: Allowance | None = None) -> Node | None:
    """Build the tree of the one document in the source.

    All that is wrong goes to the report; nothing is raised. None comes back only with an error
    reported. A tree with errors reported (a key written twice, a tag) can still be read: of a
    key that occurs twice it holds the first, and merge keys and keys that are no scalars are
    left out. An alias is the very node of its anchor. What the file holds is taken from the
    allowance.
    """
    if found := _CONTROL.search(source.text):
        report.error("E003", _FORBIDDEN.format(ord(found.group())), source.at(found.start()))
        return None
    with collector_off():
        allowance = allowance or Allowance()
        builder = _Builder(source, report, min(MAX_NODES, allowance.nodes))
        tree = builder.build(_events(source, report))
        allowance.nodes -= builder.count
        return tree


def _events(source: Source, report: Report) -> Iterator[Any]:
    """Yield the events as far as the text is YAML, then report where it ceases to be."""
    try:
        yield from yaml.parse(source.text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        _malformed(source, error, report)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The Python loader, where there is no C: "\UFFFFFFFF" falls through to chr().
        report.error("E004", f"malformed YAML: {error}", source.point(0, 0))


def _malformed(source: Source, error: yaml.MarkedYAMLError, report: Report) -> None:
    """Report a syntax error in words that say what to mend."""
    mark, start = error.problem_mark or error.context_mark, error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    character = source.line(line)[column : column + 1]
    problem = re.sub("^(found|(did|could) not find) ", "", error.problem or "")
    context, mend = error.context or "", ""
    if "exceeded maximum nesting depth" in problem:  # libyaml's own bound, met when it looks ahead
        report.error("E007", _TOO_DEEP, source.point(line, column))
        return
    for theirs, ours, how in _WORDING:
        if re.search(theirs, f"{context}: {problem}: {character}"):
            problem, mend = ours.format(character), how
            break
    for near in (line, line - 1):
        if "key" in problem and _FULL_WIDTH_COLON.match(source.line(near)):
            mend = f"the full-width `：` on line {near + 1} does not end a key: write `: `"
    also = []
    if start and (start.line, start.column) != (line, column):
        also = [Label(source.point(start.line, start.column), context)]
    message = f"malformed YAML: {problem}"
    report.error("E004", message, source.point(line, column), help=mend, also=also)


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come; `outer` are the children of the one around it."""

    event: Any
    outer: list[Node]
    count: int
    height: int = 0


@dataclass(slots=True)
class _Anchor:
    """An anchored node (None while it is open), its nodes and its height in collections."""

    span: Span
    node: Node | None = None
    count: int = 1
    height: int = 0


class _Builder:
    """Builds one document's tree from events, the open collections on a stack of its own."""

    def __init__(self, source: Source, report: Report, most: int) -> None:
        self.source, self.report, self.most = source, report, most
        self.children: list[Node] = []  # of the innermost open collection; of a mapping in pairs
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchor] = {}
        self.count = 0
        self.broken = False  # an alias had no node, or something is too large
        self.end: Any = None  # where the last thing ended that takes up room

    def build(self, stream: Iterator[Any]) -> Node | None:
        documents = depth = 0
        for event in stream:
            kind = type(event)
            if kind is events.ScalarEvent:
                self.scalar(event)
            elif kind is events.SequenceStartEvent or kind is events.MappingStartEvent:
                self.begin(event)
                depth = len(self.stack)
            elif kind is events.SequenceEndEvent or kind is events.MappingEndEvent:
                self.finish(event)
            elif kind is events.AliasEvent:
                depth = len(self.stack) + self.alias(event)
            elif kind is events.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self.error("E006", "a second document begins", event, help="take out the `---`")
                    return None
            elif kind is events.StreamEndEvent:
                if not documents:
                    self.error("E005", "the file holds no document", event)
                    return None
                return None if self.broken else self.children[0]
            if depth > MAX_DEPTH:
                self.error("E007", _TOO_DEEP, event)
                return None
            if self.count > self.most:
                what = f"more than {MAX_NODES:,} nodes with what aliases stand for"
                if self.most < MAX_NODES:
                    what = "too many nodes in all files, with what aliases stand for"
                self.error("E008", what, event)
                return None
        return None  # the events broke off, and `_events` has said why

    def error(self, code: str, message: str, event: Any, **more: Any) -> None:
        self.report.error(code, message, self.span(event.start_mark, event.end_mark), **more)

    def span(self, start: Any, end: Any) -> Span:
        return Span(self.source, start.line, start.column, end.line, end.column)

    def scalar(self, event: Any) -> None:
        self.count += 1
        self.end = end = event.end_mark
        start = event.start_mark
        span = Span(self.source, start.line, start.column, end.line, end.column)
        node = Scalar(event.value, span, not event.style)
        self.children.append(node)
        if len(event.value) > MAX_TEXT:
            self.too_large(f"more than {MAX_TEXT:,} characters in one text", event)
        if event.style == '"' and (found := _CONTROL.search(event.value)):
            self.report.error("E003", _FORBIDDEN.format(ord(found.group())), span)
        if event.tag is not None:
            self.refuse_tag(event)
        if event.anchor is not None:
            self.anchor(event).node = node

    def begin(self, event: Any) -> None:
        """Open a collection."""
        self.stack.append(_Open(event, self.children, self.count))
        self.children = []
        self.count += 1
        if event.tag is not None:
            self.refuse_tag(event)
        if event.anchor is not None:
            self.anchor(event)

    def finish(self, event: Any) -> None:
        """Close the innermost collection and hand it to the one around it."""
        opened, children = self.stack.pop(), self.children
        if len(children) > MAX_ENTRIES * (1 + (type(event) is events.MappingEndEvent)):
            what = f"more than {MAX_ENTRIES:,} entries in one list or mapping"
            self.too_large(what, opened.event)
        if opened.event.flow_style:
            self.end = event.end_mark
        # A block ends with its last item; its end event comes only at the next thing.
        span = self.span(opened.event.start_mark, self.end)
        node: Node = Sequence(children, span)
        if type(event) is events.MappingEndEvent:
            node = Mapping(self.entries(children), span)
        height = opened.height + 1
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, height)
        if opened.event.anchor is not None:
            anchored = self.anchors[opened.event.anchor]
            anchored.node, anchored.height = node, height
            anchored.count = self.count - opened.count
        self.children = opened.outer
        self.children.append(node)

    def entries(self, children: list[Node]) -> list[tuple[Scalar, Node]]:
        """Pair keys and values; report and leave out what cannot stand."""
        entries: list[tuple[Scalar, Node]] = []
        first: dict[str, Scalar] = {}
        for key, node in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                kind = "mapping" if isinstance(key, Mapping) else "list"
                self.report.error("E014", f"a key must be a word, not a {kind}", key.span)
            elif key.plain and key.value == "<<":
                mend = "write the keys out"
                self.report.error("E012", "merge keys are not read", key.span, help=mend)
            elif key.value in first:
                also = [Label(first[key.value].span, "first written here")]
                twice = f"the key `{key.value}` is written twice"
                self.report.error("E015", twice, key.span, "again here", also=also)
            else:
                first[key.value] = key
                entries.append((key, node))
        return entries

    def too_large(self, what: str, event: Any) -> None:
        self.error("E008", what, event)
        self.broken = True

    def refuse_tag(self, event: Any) -> None:
        mend = "take the tag out; text that begins with `!` needs quotes"
        self.error("E013", f"tags are not read: `{event.tag}`", event, help=mend)

    def anchor(self, event: Any) -> _Anchor:
        if before := self.anchors.get(event.anchor):
            twice = f"the anchor `&{event.anchor}` is defined twice"
            self.error("E011", twice, event, also=[Label(before.span, "first defined here")])
        anchored = _Anchor(self.span(event.start_mark, event.end_mark))
        self.anchors[event.anchor] = anchored
        return anchored

    def alias(self, event: Any) -> int:
        """Put the anchored node here once more; return its height."""
        self.end = event.end_mark
        anchored = self.anchors.get(event.anchor)
        if anchored and anchored.node:
            self.count += anchored.count
            self.children.append(anchored.node)
            if self.stack:
                self.stack[-1].height = max(self.stack[-1].height, anchored.height)
            return anchored.height
        name = event.anchor
        if anchored:
            inside = f"the alias `*{name}` stands inside its own anchor"
            self.error("E010", inside, event, also=[Label(anchored.span, "which begins here")])
        else:
            mend = "text that begins with `*` needs quotes"
            self.error("E009", f"no anchor `&{name}` comes before this alias", event, help=mend)
        self.broken = True
        self.children.append(Scalar("", self.span(event.start_mark, event.end_mark), True))
        return 0
