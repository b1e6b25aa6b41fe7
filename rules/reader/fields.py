"""Reading the fields of a mapping: each taken once, the unknown and the missing reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Formatter

from rules.reader.diagnostics import Report
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Span

MAX_SENTENCE = 2_000
"""Characters of a sentence with names: each may stand for a sentence again."""

PASSAGE = re.compile("[A-Z]{2}-[0-9]{4}")


class Fields:
    """The fields of one mapping node. ``done()`` reports every key that nobody took."""

    def __init__(self, node: Mapping, report: Report, what: str) -> None:
        self.node = node
        self.report = report
        self.what = what
        self._asked: set[str] = set()

    @classmethod
    def of(cls, node: Node | None, report: Report, what: str) -> Fields | None:
        """The fields of a node, or None (reported) if it is not a mapping."""
        if isinstance(node, Mapping):
            return cls(node, report, what)
        if node is not None:
            report.error("E201", f"{what} must be a mapping of fields", node.span)
        return None

    @property
    def span(self) -> Span:
        """Where the mapping stands."""
        return self.node.span

    def error(self, message: str, code: str = "E204", node: Node | None = None) -> None:
        """Report an error at a node, by default at the mapping."""
        self.report.error(code, message, (node or self.node).span)

    def take(self, key: str, *, required: bool = False) -> Node | None:
        """The node of a field, or None; a missing required field is reported."""
        self._asked.add(key)
        node = self.node.get(key)
        if node is None and required:
            self.report.error("E203", f"{self.what} has no `{key}`", self._place())
        return node

    def _place(self) -> Span:
        return self.node.entries[0][0].span if self.node.entries else self.node.span

    def text(self, key: str, *, required: bool = True, blank: bool = False) -> str:
        """A scalar field as text; empty when it is not there (there and empty: only if blank)."""
        node = self.take(key, required=required)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.report.error("E201", f"`{key}` of {self.what} must be text", node.span)
            return ""
        if not blank:
            self._not_blank(key, node)
        return node.value

    def _not_blank(self, key: str, node: Scalar) -> None:
        if not node.value.strip():
            self.report.error("E203", f"`{key}` of {self.what} is empty", node.span)

    def texts(self, key: str, *, required: bool = True) -> list[str]:
        """A field that is a list of texts, or one text."""
        return [node.value for node in self.scalars(key, required=required)]

    def scalars(self, key: str, *, required: bool = True) -> list[Scalar]:
        """The nodes of a field that is a list of texts, or one text; none of them empty."""
        node = self.take(key, required=required)
        found = []
        items = [node] if isinstance(node, Scalar) else self._sequence(key, node, required)
        for item in items:
            if isinstance(item, Scalar):
                self._not_blank(key, item)
                found.append(item)
            else:
                self.report.error("E201", f"`{key}` of {self.what} takes texts", item.span)
        return found

    def passage(self, key: str, *, required: bool = False) -> str:
        """A field that is the id of a passage."""
        text = self.text(key, required=required)
        if text:
            self._is_passage(self.take(key))
        return text

    def passages(self, key: str) -> tuple[str, ...]:
        """An optional field that lists ids of passages."""
        nodes = self.scalars(key, required=False)
        for node in nodes:
            self._is_passage(node)
        return tuple(node.value for node in nodes)

    def _is_passage(self, node: Node | None) -> None:
        if isinstance(node, Scalar) and node.value.strip() and not PASSAGE.fullmatch(node.value):
            self.report.error(
                "E223",
                f"`{node.value}` is not the id of a passage",
                node.span,
                help="ids of passages are written as DQ-0891",
            )

    def sentence(self, key: str, names: Iterable[str]) -> str:
        """A text in which `{name}` may stand for each of the names and for nothing else."""
        text = self.text(key)
        node = self.take(key)
        known = list(names)
        if len(text) > MAX_SENTENCE:
            what = f"`{key}` of {self.what} has more than {MAX_SENTENCE:,} characters"
            self.error(what, "E207", node)
        if node is None:
            return text
        try:
            parts = list(Formatter().parse(text))
        except ValueError:
            self.report.error("E224", "a brace without its partner", node.span)
            return ""
        for _, name, spec, conversion in parts:
            if name is not None and (name not in known or spec or conversion):
                self.report.error(
                    "E224",
                    f"`{{{name}}}` stands for nothing in {self.what}",
                    node.span,
                    suggestion=", ".join(suggest(name, known)),
                    help=f"its names are {', '.join(known)}" if known else "",
                )
        return text

    def items(self, key: str, *, required: bool = True) -> list[Node]:
        """A field that is a list of nodes."""
        return self._sequence(key, self.take(key, required=required), required)

    def _sequence(self, key: str, node: Node | None, required: bool) -> list[Node]:
        if node is None:
            return []
        if not isinstance(node, Sequence):
            self.report.error("E201", f"`{key}` of {self.what} must be a list", node.span)
            return []
        if required and not node.items:
            self.report.error("E203", f"`{key}` of {self.what} is empty", node.span)
        return list(node.items)

    def entries(self, key: str, *, required: bool = False) -> list[tuple[Scalar, Node]]:
        """A field that is a mapping of names to nodes."""
        node = self.take(key, required=required)
        if node is None:
            return []
        if not isinstance(node, Mapping):
            self.report.error("E201", f"`{key}` of {self.what} must be a mapping", node.span)
            return []
        if required and not node.entries:
            self.report.error("E203", f"`{key}` of {self.what} is empty", node.span)
        for name, _ in node.entries:
            self._not_blank("name", name)
        return node.entries

    def flag(self, key: str) -> bool:
        """A field that is true or false; false when it is not there."""
        node = self.take(key)
        if node is None:
            return False
        value = node.as_bool() if isinstance(node, Scalar) else None
        if value is None:
            self.report.error("E201", f"`{key}` of {self.what} must be true or false", node.span)
        return bool(value)

    def choice(self, key: str, allowed: tuple[str, ...], *, default: str = "") -> str:
        """A text field out of a short list."""
        node = self.take(key, required=not default)
        if not isinstance(node, Scalar):
            if node is not None:
                self.report.error("E201", f"`{key}` of {self.what} must be text", node.span)
            return default
        if node.value not in allowed:
            self.report.error(
                "E204",
                f"`{node.value}` is not a {key} of {self.what}",
                node.span,
                label=f"one of {', '.join(allowed)}",
                suggestion=", ".join(suggest(node.value, allowed)),
            )
            return default
        return node.value

    def inner(self, key: str, *, required: bool = True) -> Fields | None:
        """A field that is a mapping itself."""
        return Fields.of(self.take(key, required=required), self.report, f"`{key}` of {self.what}")

    def done(self) -> None:
        """Report the keys that are not fields of this thing."""
        for key, _ in self.node.entries:
            if key.value not in self._asked:
                self.report.error(
                    "E202",
                    f"unknown field `{key.value}` in {self.what}",
                    key.span,
                    label="no such field",
                    suggestion=", ".join(suggest(key.value, self._asked)),
                    help=f"its fields are {', '.join(sorted(self._asked))}",
                )
