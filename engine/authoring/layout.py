"""How a YAML file is laid out: its lines, and its block collections with the lines they stand on.

Nodes as the reader has them do not say which collection is written as a block and which in
brackets; the formatter and the scaffold must know, for they move lines and not values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml import events

from rules.reader.nodes import Source

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # as the reader counts lines
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Leaf:
    """What is moved as it is: a scalar, an alias, a collection in brackets."""

    line: int
    column: int


@dataclass(slots=True)
class Child:
    """An entry of a block mapping or an item of a block list, from its key or its dash on."""

    key: str
    line: int
    value: Layout


@dataclass(slots=True)
class Block:
    """A block mapping, or a block list (its children have no key)."""

    line: int
    column: int
    is_list: bool
    children: list[Child] = field(default_factory=list)


Layout: TypeAlias = Leaf | Block


class Page:
    """The lines of a source and what they are.

    ``inside`` are the lines within a scalar of several lines; of ``kept`` (these, and the lines on
    which a quoted one begins) no blank at the end may be touched.
    """

    def __init__(self, source: Source) -> None:
        self.lines = _LINE_BREAK.split(source.text)
        self.inside: set[int] = set()
        self.kept: set[int] = set()
        stream = yaml.parse(source.text, Loader=_LOADER)
        first = next(event for event in stream if isinstance(event, events.NodeEvent))
        self.root = self._node(first, stream)

    def column(self, number: int) -> int:
        """The number of spaces that a line begins with."""
        line = self.lines[number]
        return len(line) - len(line.lstrip(" "))

    def is_blank(self, number: int) -> bool:
        """Whether a line outside the scalars is empty."""
        return number not in self.inside and not self.lines[number].strip()

    def is_comment(self, number: int) -> bool:
        """Whether a line outside the scalars holds a comment alone."""
        return number not in self.inside and self.lines[number].lstrip().startswith("#")

    def end(self, start: int, stop: int) -> int:
        """The line after the last one before ``stop`` that is neither blank nor a comment."""
        while stop > start and (self.is_blank(stop - 1) or self.is_comment(stop - 1)):
            stop -= 1
        return stop

    def split(self, block: Block, stop: int) -> Iterator[tuple[Child, int, int]]:
        """Each child with the line where it ends and that where the next one's comments do.

        A comment belongs to what follows it, unless it is indented deeper than that.
        """
        nexts = [child.line for child in block.children[1:]] + [stop]
        for child, following in zip(block.children, nexts, strict=True):
            end = following
            for number in range(self.end(child.line, following), following):
                if self.is_comment(number) and self.column(number) <= block.column:
                    end = number
                    break
            while end > child.line + 1 and self.is_blank(end - 1):
                end -= 1
            yield child, end, following

    def _node(self, event: Any, stream: Iterator[Any]) -> Layout:
        if isinstance(event, events.ScalarEvent):
            self._scalar(event)
        start = event.start_mark
        leaf = Leaf(start.line, start.column)
        if not isinstance(event, events.CollectionStartEvent):
            return leaf
        is_list = isinstance(event, events.SequenceStartEvent)
        block = Block(start.line, start.column, is_list)
        plain = not event.flow_style and event.anchor is None and event.tag is None
        for inner in stream:
            if isinstance(inner, events.CollectionEndEvent):
                break
            first = self._node(inner, stream)
            if is_list:
                line = self._dash(first.line, start.column) if plain else first.line
                block.children.append(Child("", line, first))
            else:
                word = inner.value if isinstance(inner, events.ScalarEvent) else ""
                value = self._node(next(stream), stream)
                block.children.append(Child(word, first.line, value))
                plain = plain and word != "" and self._leads(first, block)
        plain = plain and all(child.line >= 0 for child in block.children)
        return block if plain and block.children else leaf

    def _scalar(self, event: Any) -> None:
        first, last = event.start_mark.line, event.end_mark.line
        if last == first:
            return
        if event.style in ("|", ">"):
            last -= event.end_mark.column == 0
            header = self.lines[first][event.start_mark.column :].split("#")[0]
            full = (n for n in range(first + 1, last + 1) if self.lines[n].strip())
            margin = min(map(self.column, full), default=0)
            while last > first and "+" not in header and self._is_left(last, margin):
                last -= 1
        elif event.style:
            self.kept.add(first)
        self.inside.update(range(first + 1, last + 1))
        self.kept.update(range(first + 1, last + 1))

    def _is_left(self, number: int, margin: int) -> bool:
        """Whether a line is blank and holds no blank of a text with that margin."""
        line = self.lines[number]
        return not line.strip() and len(line) <= margin

    def _leads(self, key: Layout, block: Block) -> bool:
        """Whether a key begins a line, or stands where its mapping begins."""
        if len(block.children) == 1:
            return (key.line, key.column) == (block.line, block.column)
        return key.column == block.column and not self.lines[key.line][: key.column].strip()

    def _dash(self, line: int, column: int) -> int:
        """The line of the dash in that column before an item; -1 if it is not found."""
        for number in range(line, -1, -1):
            if self.is_comment(number) or self.is_blank(number):
                continue
            if self.lines[number][column : column + 1] == "-":
                return number
            if number < line:
                break
        return -1
