"""What is wrong with a row, and the entry of the rejects file that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.reader.diagnostics import InputError

LONGEST_SHOWN = 1_000
"""Characters that are kept of a row that is too long."""


class Bad(ValueError):
    """A row that cannot be read: its code, what is wrong, how to mend it, in which column."""

    def __init__(self, code: str, message: str, help: str = "", column: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.help = help
        self.column = column


def causes(fault: Bad | InputError) -> Iterator[dict[str, Any]]:
    """Each cause of a fault, for JSON; keys without a value are left out."""
    if isinstance(fault, Bad):
        cause = {
            "code": fault.code,
            "message": str(fault),
            "help": fault.help,
            "column": fault.column,
        }
        yield {name: value for name, value in cause.items() if value}
        return
    for item in fault.diagnostics:
        span = item.span
        cause = {
            "code": item.code,
            "message": item.message,
            "help": item.help,
            "suggestion": item.suggestion,
            "at": span.source.line(span.line)[span.column : span.end_column] if span else "",
        }
        yield {name: value for name, value in cause.items() if value}


def shown(raw: bytes) -> str:
    """A row as text; a byte that is no text is shown by its number."""
    return raw.decode("utf-8", "backslashreplace")
