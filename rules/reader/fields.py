"""Reading the fields of a mapping: each taken once, the unknown and the missing reported."""

from __future__ import annotations

from rules.reader.diagnostics import Report
from rules.reader.marks import Mapping, Node, Scalar, Sequence, Span
from rules.reader.names import suggest


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

    def text(self, key: str, *, required: bool = True) -> str:
        """A scalar field as text; empty when it is not there."""
        node = self.take(key, required=required)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.report.error("E201", f"`{key}` of {self.what} must be text", node.span)
            return ""
        return node.value

    def texts(self, key: str, *, required: bool = True) -> list[str]:
        """A field that is a list of texts, or one text."""
        node = self.take(key, required=required)
        if isinstance(node, Scalar):
            return [node.value]
        found = []
        for item in self._sequence(key, node):
            if isinstance(item, Scalar):
                found.append(item.value)
            else:
                self.report.error("E201", f"`{key}` of {self.what} takes texts", item.span)
        return found

    def items(self, key: str, *, required: bool = True) -> list[Node]:
        """A field that is a list of nodes."""
        return self._sequence(key, self.take(key, required=required))

    def _sequence(self, key: str, node: Node | None) -> list[Node]:
        if node is None:
            return []
        if not isinstance(node, Sequence):
            self.report.error("E201", f"`{key}` of {self.what} must be a list", node.span)
            return []
        return list(node.items)

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
