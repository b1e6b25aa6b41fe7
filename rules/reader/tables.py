"""Tables of the book as data: rows from a key symbol to a symbol or a number, with their passage."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node, Scalar, Span
from rules.reader.names import suggest
from rules.reader.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Table:
    """A cited table: ``rows`` maps each key symbol to a symbol name (or an integer).

    ``by`` is the type of the keys, ``gives`` the type of the values (or ``number``);
    ``cells`` holds the passage of each row that has a source of its own.
    """

    name: str
    by: str
    gives: str
    rows: dict[str, str | int]
    english: str
    source: str
    quote: str = ""
    note: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    span: Span | None = field(default=None, compare=False)


def read_tables(
    document: Node | None, vocabulary: Vocabulary, report: Report
) -> dict[str, Table]:
    """The tables of one file (``tables: {name: {by, gives, from, quote, rows}}``)."""
    top = Fields.of(document, report, "a table file")
    tables: dict[str, Table] = {}
    if top is None:
        return tables
    node = top.take("tables", required=True)
    if isinstance(node, Mapping):
        for key, body in node.entries:
            fields = Fields.of(body, report, f"table `{key.value}`")
            if fields is not None:
                tables[key.value] = _read_table(key.value, fields, vocabulary, key.span)
                fields.done()
    top.done()
    return tables


def _read_table(name: str, fields: Fields, vocabulary: Vocabulary, span: Span) -> Table:
    by, gives = fields.text("by"), fields.text("gives")
    rows: dict[str, str | int] = {}
    cells: dict[str, str] = {}
    node = fields.take("rows", required=True)
    for key, value in node.entries if isinstance(node, Mapping) else []:
        symbol = _symbol(key, by, vocabulary, fields.report)
        cell = value
        if isinstance(value, Mapping):
            inner = Fields(value, fields.report, f"row `{key.value}`")
            cell = inner.take("is", required=True) or value
            if symbol:
                cells[symbol] = inner.text("from")
            inner.done()
        if not isinstance(cell, Scalar):
            fields.report.error("E201", "a row gives one symbol or number", cell.span)
            continue
        result = _value(cell, gives, vocabulary, fields.report)
        if symbol is not None and result is not None:
            rows[symbol] = result
    return Table(
        name=name,
        by=by,
        gives=gives,
        rows=rows,
        english=fields.text("en"),
        source=fields.text("from"),
        quote=fields.text("quote", required=False),
        note=fields.text("note", required=False),
        cells=cells,
        span=span,
    )


def _symbol(node: Scalar, type_name: str, vocabulary: Vocabulary, report: Report) -> str | None:
    name = vocabulary.resolve("symbol", node.value)
    given = vocabulary.symbols.get(name)
    if given in vocabulary.types_of(type_name):
        return name
    known = [s for s, t in vocabulary.symbols.items() if t in vocabulary.types_of(type_name)]
    report.error(
        "E216",
        f"`{node.value}` is not a {type_name}",
        node.span,
        suggestion=", ".join(suggest(node.value, known)),
    )
    return None


def _value(node: Scalar, gives: str, vocabulary: Vocabulary, report: Report) -> str | int | None:
    if gives != "number":
        return _symbol(node, gives, vocabulary, report)
    number = node.as_int()
    if number is None:
        report.error("E204", f"`{node.value}` is not a whole number", node.span)
    return number
