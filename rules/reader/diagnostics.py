"""Findings about a source text, collected in a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.reader.nodes import Span
from rules.reader.render import render_text

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that has to do with a finding, and what is to be said of it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `message` says what is wrong, `label` stands under the span, `also` are further places,
    `help` says how to mend it, `suggestion` is the name that was probably meant, or several
    with ", " between them.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None
    label: str = ""
    also: tuple[Label, ...] = ()
    help: str = ""
    suggestion: str = ""


class InputError(ValueError):
    """What a user gave cannot be read: `diagnostics` say why, `str()` draws them."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return render_text(self.diagnostics)


CROWDED = 1_000
"""Findings after which nobody reads on, and looking for what was meant costs too much."""


class Report:
    """Collects diagnostics; one that is said a second time, word for word, is dropped."""

    def __init__(self) -> None:
        self._items: dict[Diagnostic, None] = {}

    def __len__(self) -> int:
        return len(self._items)

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        help: str = "",
        suggestion: str = "",
        also: Iterable[Label] = (),
    ) -> None:
        """Add an error: what was read cannot be used."""
        self.add(Diagnostic(code, "error", message, span, label, tuple(also), help, suggestion))

    def warning(
        self,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        help: str = "",
        suggestion: str = "",
        also: Iterable[Label] = (),
    ) -> None:
        """Add a warning: probably not what was meant."""
        self.add(Diagnostic(code, "warning", message, span, label, tuple(also), help, suggestion))

    def note(
        self,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        help: str = "",
        suggestion: str = "",
        also: Iterable[Label] = (),
    ) -> None:
        """Add a note: worth knowing, nothing to mend."""
        self.add(Diagnostic(code, "note", message, span, label, tuple(also), help, suggestion))

    def add(self, item: Diagnostic) -> None:
        """Add a diagnostic made elsewhere."""
        self._items[item] = None

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """All diagnostics by path, line and column; those without a place come first."""
        return tuple(sorted(self._items, key=_place))

    @property
    def crowded(self) -> bool:
        """Whether there are so many findings that the rest need not be read."""
        return len(self._items) >= CROWDED

    @property
    def failed(self) -> bool:
        """Whether there is any error."""
        return any(item.severity == "error" for item in self._items)


def _place(item: Diagnostic) -> tuple[str, int, int]:
    return (item.span.source.path, item.span.line, item.span.column) if item.span else ("", 0, 0)
