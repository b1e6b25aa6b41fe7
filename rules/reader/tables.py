"""Tables of the book as data: rows from a key symbol to a symbol or a number, with passages."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Span
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
    quote_span: Span | None = field(default=None, compare=False)


def read_tables(document: Node | None, vocabulary: Vocabulary, report: Report) -> dict[str, Table]:
    """The tables of one file (``tables: {name: {by, gives, from, quote, rows}}``)."""
    top = Fields.of(document, report, "a table file")
    tables: dict[str, Table] = {}
    if top is None:
        return tables
    for key, body in top.entries("tables", required=True):
        fields = Fields.of(body, report, f"table `{key.value}`")
        if fields is not None:
            tables[key.value] = _read_table(key, fields, vocabulary)
            fields.done()
    top.done()
    return tables


def _read_table(name: Scalar, fields: Fields, vocabulary: Vocabulary) -> Table:
    by, gives = fields.text("by"), fields.text("gives")
    typed = True
    for field_, type_name in (("by", by), ("gives", gives if gives != "number" else "any")):
        if not vocabulary.has_type(type_name):
            typed = False
            if type_name:
                fields.error(f"unknown type `{type_name}`", "E219", fields.take(field_))
    rows: dict[str, str | int] = {}
    cells: dict[str, str] = {}
    for key, value in fields.entries("rows", required=True):
        if not typed:
            break  # no row can be right
        symbol = _symbol(key, by, vocabulary, fields.report)
        cell: Node | None = value
        if isinstance(value, Mapping):
            inner = Fields(value, fields.report, f"row `{key.value}`")
            cell, source = inner.take("is", required=True), inner.passage("from", required=True)
            inner.done()
            if symbol is not None:
                cells[symbol] = source
        if cell is None:
            continue
        if not isinstance(cell, Scalar):
            fields.report.error("E201", "a row gives one symbol or number", cell.span)
            continue
        result = _value(cell, gives, vocabulary, fields.report)
        if symbol in rows:
            fields.report.error("E230", f"a second row for `{symbol}`", key.span)
        elif symbol is not None and result is not None:
            rows[symbol] = result
    quote = fields.take("quote")
    return Table(
        name=name.value,
        by=by if typed else "any",
        gives=gives if typed else "any",
        rows=rows,
        english=fields.text("en"),
        source=fields.passage("from", required=True),
        quote=fields.text("quote", required=False),
        note=fields.text("note", required=False),
        cells=cells,
        span=name.span,
        quote_span=quote.span if quote is not None else None,
    )


def _symbol(node: Scalar, type_name: str, vocabulary: Vocabulary, report: Report) -> str | None:
    name = vocabulary.resolve("symbol", node.value)
    given = vocabulary.symbols.get(name)
    if given in vocabulary.types_of(type_name):
        return name
    known = [s for s, t in vocabulary.symbols.items() if t in vocabulary.types_of(type_name)]
    report.error(
        "E216",
        f"`{node.value}` is no symbol of the type {type_name}",
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
