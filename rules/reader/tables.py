"""Tables of the book as data: rows from a key symbol to a symbol or a number, with passages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Span
from rules.reader.vocabulary import Vocabulary

Cell = str | int | tuple[str, ...]


class Quotation(NamedTuple):
    """A span of the table's passage, and where the file has it."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A cited table: ``rows`` maps each key symbol to a symbol, an integer or a set of symbols.

    ``by`` is the type of the keys; ``gives`` the type of the values, ``number``, or ``set:`` and
    a type. ``cells`` holds the passage of each row that has a source of its own. A table with a
    ``key`` (the node of a term) is a spirit: its name is a term. ``variants`` names the tables of
    other readings, each called ``name:passage``; of such a one ``why`` says why it is not followed.
    """

    name: str
    by: str
    gives: str
    rows: dict[str, Cell]
    english: str
    source: str
    quotes: tuple[Quotation, ...] = ()
    note: str = ""
    why: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    key: Node | None = field(default=None, compare=False)
    span: Span | None = field(default=None, compare=False)

    def quote_for(self, key: str) -> str:
        """The quoted span that names a key, or else the first; empty where none is quoted."""
        texts = [quote.text for quote in self.quotes]
        return next((text for text in texts if key in text), texts[0] if texts else "")


def read_tables(document: Node | None, vocabulary: Vocabulary, report: Report) -> dict[str, Table]:
    """The tables of one file (``tables: {name: {by, gives, from, quote, rows}}``)."""
    top = Fields.of(document, report, "a table file")
    tables: dict[str, Table] = {}
    if top is None:
        return tables
    for key, body in top.entries("tables", required=True):
        fields = Fields.of(body, report, f"table `{key.value}`")
        if fields is not None:
            for table in _read_table(key, fields, vocabulary):
                if table.name in tables:
                    report.error("E230", f"a second variant `{table.name}`", table.span)
                tables[table.name] = table
            fields.done()
    top.done()
    return tables


def _read_table(name: Scalar, fields: Fields, vocabulary: Vocabulary) -> list[Table]:
    """A table and the tables of its variants."""
    by, gives = fields.text("by"), fields.text("gives")
    typed = True
    plain = gives.removeprefix("set:")
    for field_, type_name in (("by", by), ("gives", plain if gives != "number" else "any")):
        if not vocabulary.has_type(type_name):
            typed = False
            if type_name or gives == "set:":
                written = by if field_ == "by" else gives
                fields.error(f"unknown type `{written}`", "E219", fields.take(field_))
    reader = _Rows(by, gives, vocabulary, fields.report)
    rows, cells = reader.read(fields, required=True) if typed else reader.skip(fields)
    table = Table(
        name=name.value,
        by=by if typed else "any",
        gives=gives if typed else "any",
        rows=rows,
        english=fields.text("en"),
        source=fields.passage("from", required=True),
        quotes=_quotes(fields),
        note=fields.text("note", required=False),
        cells=cells,
        aliases=tuple(fields.texts("aliases", required=False)),
        key=fields.take("key"),
        span=name.span,
    )
    variants = []
    for node in fields.items("variants", required=False):
        inner = Fields.of(node, fields.report, f"a variant of `{name.value}`")
        if inner is not None:
            variants.append(_variant(table, inner, reader, typed=typed))
            inner.done()
    return [replace(table, variants=tuple(v.name for v in variants)), *variants]


def _variant(table: Table, fields: Fields, reader: _Rows, *, typed: bool) -> Table:
    """Another reading of a table: the rows that differ, where it stands, why it is not followed."""
    rows, cells = reader.read(fields, required=True) if typed else reader.skip(fields)
    source = fields.passage("from", required=True)
    label = fields.text("name", required=False) or source
    return replace(
        table,
        name=f"{table.name}:{label}",
        rows=table.rows | rows,
        cells={key: own for key, own in table.cells.items() if key not in rows} | cells,
        source=source,
        quotes=_quotes(fields),
        why=fields.text("why"),
        note="",
        aliases=(),
        key=None,
        span=fields.span,
    )


def _quotes(fields: Fields) -> tuple[Quotation, ...]:
    """One quoted span or several."""
    nodes = fields.scalars("quote", required=False)
    return tuple(Quotation(node.value, node.span) for node in nodes)


class _Rows:
    """Reads the rows of one table: by name (``rows``) or in order from a symbol (``series``)."""

    def __init__(self, by: str, gives: str, vocabulary: Vocabulary, report: Report) -> None:
        self._by = by
        self._gives = gives
        self._vocabulary = vocabulary
        self._report = report

    def skip(self, fields: Fields) -> tuple[dict[str, Cell], dict[str, str]]:
        """Leave rows that cannot be right unread."""
        fields.take("rows")
        fields.take("series")
        return {}, {}

    def read(self, fields: Fields, *, required: bool) -> tuple[dict[str, Cell], dict[str, str]]:
        """The rows and the passages of those that have their own."""
        rows: dict[str, Cell] = {}
        cells: dict[str, str] = {}
        series = fields.inner("series", required=False)
        if series is not None:
            rows = self._series(series)
            series.done()
        seen = set[str | None]()
        for key, value in fields.entries("rows", required=required and series is None):
            symbol = _symbol(key, self._by, self._vocabulary, self._report)
            cell: Node | None = value
            if isinstance(value, Mapping):
                inner = Fields(value, self._report, f"row `{key.value}`")
                cell, source = inner.take("is", required=True), inner.passage("from", required=True)
                inner.done()
                if symbol is not None:
                    cells[symbol] = source
            result = self._cell(cell) if cell is not None else None
            if symbol is not None and symbol in seen:
                self._report.error("E230", f"a second row for `{symbol}`", key.span)
            elif symbol is not None and result is not None:
                rows[symbol] = result
            seen.add(symbol)
        return rows, cells

    def _series(self, fields: Fields) -> dict[str, Cell]:
        """Values in the order of the keys, as a book prints them: ``{from: 寅, values: 戌亥子}``.

        Blanks part the values where one has several characters; the keys run on past their end.
        """
        texts = [fields.text(name) for name in ("from", "values")]
        start, values = fields.take("from"), fields.take("values")
        if not all(texts) or not isinstance(start, Scalar) or not isinstance(values, Scalar):
            return {}
        first = _symbol(start, self._by, self._vocabulary, self._report)
        types = self._vocabulary.types_of(self._by)
        keys = [s for s, t in self._vocabulary.symbols.items() if t in types]
        parts = values.value.split() if len(values.value.split()) > 1 else list(values.value)
        if first is None or len(parts) > len(keys):
            if first is not None:
                fields.error(f"{len(parts)} values for {len(keys)} keys", "E204", values)
            return {}
        rows: dict[str, Cell] = {}
        for number, part in enumerate(parts):
            key = keys[(keys.index(first) + number) % len(keys)]
            cell = self._cell(Scalar(part, values.span, plain=True), key=key)
            if cell is not None:
                rows[key] = cell
        return rows

    def _cell(self, node: Node, key: str = "") -> Cell | None:
        kind, _, type_name = self._gives.rpartition(":")
        if kind == "set":
            items: list[Node] = list(node.items) if isinstance(node, Sequence) else [node]
            if key and isinstance(node, Scalar):  # in a series each character is a symbol
                items = [Scalar(c, node.span, plain=True) for c in node.value]
            found = []
            for item in items:
                symbol = self._single(item, type_name)
                if symbol is not None:
                    found.append(str(symbol))
            if not items:
                self._report.error("E203", "a row with an empty set", node.span)
            return tuple(dict.fromkeys(found)) or None
        return self._single(node, self._gives)

    def _single(self, node: Node, type_name: str) -> str | int | None:
        if not isinstance(node, Scalar):
            self._report.error("E201", "a row gives one symbol or number", node.span)
            return None
        if type_name != "number":
            return _symbol(node, type_name, self._vocabulary, self._report)
        number = node.as_int()
        if number is None:
            self._report.error("E204", f"`{node.value}` is not a whole number", node.span)
        return number


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
