"""Decodes a decision table 分例: a rule whose rows are told apart by the values of terms.

``cases: {over: term, rows: [{is: 子, ...}, ...]}``. Rows say only what differs: whatever a row does
not have is the whole rule's, and its ``then`` is laid over that of the rule. Either the rule has an
id and its rows are rows of it (``DQ-0898.a[子]``), or each row has its own and is a rule by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.reader.conditions import decode_condition
from rules.reader.fields import Fields
from rules.reader.model import (
    ALWAYS,
    All,
    Any,
    Cases,
    Condition,
    Literal,
    Not,
    Quoted,
    Rule,
    Section,
    Select,
    Term,
)
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.rules import CELLS, Case, decode_rules
from rules.reader.scope import Scope, Typed
from rules.reader.terms import decode_term

ANY = "any"
"""The cell of a row that a term's value does not matter to."""

REST = "餘"
"""The label of the row that holds where none of the others does."""

OF_RULES = ("examples", "accept", "modifies", "overrides", "qualifies", "parallel", "contradicts")
"""What a row has only if it is a rule by itself."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What the rows of a table have in common. ``over`` are the nodes of the terms."""

    whole: Mapping
    over: tuple[Node, ...]
    terms: tuple[Typed, ...]
    scope: Scope


@dataclass(slots=True)
class _Row:
    """A row that was read: its node, its label and the condition that it stands for."""

    fields: Fields
    label: str
    condition: Condition | None
    own: bool


def decode_cases(
    node: Mapping,
    passage: str,
    section: Section,
    scope: Scope,
    quoted: list[Quoted],
    tables: list[Cases],
) -> list[Rule]:
    """The rules that the rows of a table make; what is known of the table goes to ``tables``."""
    inner = Fields.of(node.get("cases"), scope.report, "`cases`")
    if inner is None:
        return []
    if node.get("for_each") is not None:
        inner.error("`cases` and `for_each` cannot stand together", "E204", node.get("for_each"))
        return []
    over = inner.take("over", required=True)
    nodes = tuple(over.items) if isinstance(over, Sequence) else (over,) if over else ()
    if isinstance(over, Sequence) and not nodes:
        inner.error("`over` is empty", "E203", over)
    typed = [decode_term(item, scope) for item in nodes]
    terms = tuple(t for t in typed if t is not None)
    partial = inner.text("partial", required=False)
    listed = inner.items("rows")
    inner.done()
    if not terms or len(terms) != len(nodes) or not scope.spend(node, len(listed)):
        return []
    table = _Table(node, nodes, terms, scope)
    rows = _rows(table, listed)
    if rows is None:
        return []
    rules = _rules(table, rows, passage, section, quoted)
    if len(rules) == len(rows):
        tables.append(_known(table, rows, rules, partial))
    return rules


def ids_in(node: Mapping) -> list[Scalar]:
    """The ids that the rows of a table have of their own."""
    cases = node.get("cases")
    rows = cases.get("rows") if isinstance(cases, Mapping) else None
    items = rows.items if isinstance(rows, Sequence) else []
    ids = [row.get("id") for row in items if isinstance(row, Mapping)]
    return [found for found in ids if isinstance(found, Scalar)]


def _rows(table: _Table, listed: list[Node]) -> list[_Row] | None:
    """The rows; None (reported) if one of them cannot be read."""
    rows: list[_Row] = []
    for number, node in enumerate(listed, 1):
        fields = Fields.of(node, table.scope.report, "a row of `cases`")
        row = _row(table, fields, number) if fields is not None else None
        if row is None:
            return None
        if row.condition is None and number < len(listed):
            row.fields.error("the row of the `rest` is not the last")
            return None
        rows.append(row)
    if not rows or not _fit(table, rows):
        return None
    if rows[-1].condition is None:
        rest = _rest(table, rows)
        if rest is None:
            rows[-1].fields.error("there is no rest: the other rows have every value")
            return None
        rows[-1].condition = rest
    return rows


def _fit(table: _Table, rows: list[_Row]) -> bool:
    """Whether the ids and labels of the rows fit together."""
    whole = table.whole.get("id") is not None
    labels: set[str] = set()
    good = True
    for key in ("examples", "accept") if not whole else ():
        node = table.whole.get(key)
        if node is not None:
            what = f"each row is a rule by itself: `{key}` stands with the row it is about"
            table.scope.report.error("E204", what, node.span)
            good = False
    for row in rows:
        if row.own == whole:
            what = "the rule has an id, and its rows have none" if whole else "a row has no `id`"
            place = row.fields.take("id") if whole else None
            row.fields.error(f"{what}: either the rule has an id or each row", "E203", place)
            good = False
        elif row.label in labels and not row.own:
            row.fields.error(f"a second row {row.label}", "E230")
            good = False
        labels.add(row.label)
        for key in OF_RULES if not row.own else ():
            if row.fields.node.get(key) is not None:
                what = f"`{key}` belongs to the whole rule, or to a row with an `id` of its own"
                row.fields.error(what, "E204", row.fields.take(key))
                good = False
    return good


def _row(table: _Table, fields: Fields, number: int) -> _Row | None:
    own = fields.node.get("id") is not None
    label = fields.text("row", required=False)
    if fields.flag("rest"):
        if fields.take("is") is not None:
            fields.error("a row has `is` or `rest`, not both")
            return None
        return _Row(fields, label or REST, None, own)
    node = fields.take("is", required=True)
    if node is None:
        return None
    cells: tuple[Node, ...] = (node,)
    if len(table.over) > 1:
        if not isinstance(node, Sequence) or len(node.items) != len(table.over):
            fields.error(f"`is` has a cell for each of the {len(table.over)} terms", "E213", node)
            return None
        cells = tuple(node.items)
    parts = [
        _cell(over, cell, table.scope)
        for over, cell in zip(table.over, cells, strict=True)
        if not _is_any(cell)
    ]
    good = tuple(part for part in parts if part is not None)
    if len(good) != len(parts):
        return None
    texts = [_text(cell) for cell in cells]
    label = label or (",".join(texts) if all(texts) else str(number))
    return _Row(fields, label, good[0] if len(good) == 1 else All(good), own)


def _is_any(cell: Node) -> bool:
    return isinstance(cell, Scalar) and cell.value == ANY


def _cell(over: Node, cell: Node, scope: Scope) -> Condition | None:
    """A cell is one thing, several, a list of the vocabulary, a term, or classes 孟仲季."""
    vocabulary = scope.vocabulary
    items = cell.items if isinstance(cell, Sequence) else [cell]
    names = [item.value if isinstance(item, Scalar) else "" for item in items]
    if all(vocabulary.symbols.get(vocabulary.resolve("symbol", n)) == "class" for n in names):
        predicate = "class_of"
    elif isinstance(cell, Sequence) or vocabulary.members(names[0]) is not None:
        predicate = "in"
    else:
        predicate = "same"
    word = Scalar(predicate, cell.span, plain=True)
    return decode_condition(Mapping([(word, Sequence([over, cell], cell.span))], cell.span), scope)


def _text(cell: Node) -> str:
    """How a cell is shown in the label of its row; empty for what is no plain thing."""
    if isinstance(cell, Scalar):
        return cell.value
    items = cell.items if isinstance(cell, Sequence) else []
    return "+".join(item.value for item in items if isinstance(item, Scalar))


def _rest(table: _Table, rows: list[_Row]) -> Condition | None:
    """Where none of the rows holds: the values that are left, if the rows name plain values."""
    conditions = tuple(row.condition for row in rows if row.condition is not None)
    if len(table.terms) == 1:
        term, type_name = table.terms[0].term, table.terms[0].type
        named = [_values(condition, term) for condition in conditions]
        if all(values is not None for values in named) and type_name != "any":
            known = {value for values in named for value in values or ()}
            vocabulary = table.scope.vocabulary
            left = tuple(
                symbol
                for symbol, kind in vocabulary.symbols.items()
                if kind in vocabulary.types_of(type_name) and symbol not in known
            )
            return Literal("in", (term, left)) if left else None
    # What has no value falls under no row, the rest included.
    known_terms = tuple(Literal("defined", (typed.term,)) for typed in table.terms)
    return All((*known_terms, Not(Any(conditions))))


def _values(condition: Condition, term: Term | Select) -> tuple[str, ...] | None:
    """The values that a cell names, or None where it names a term."""
    match condition:
        case Literal("in", (first, tuple() as values)) if first == term:
            return tuple(map(str, values))
        case Literal("same", (first, Term("const", (str(value),)))) if first == term:
            return (value,)
        case _:
            return None


def _rules(
    table: _Table, rows: list[_Row], passage: str, section: Section, quoted: list[Quoted]
) -> list[Rule]:
    labels = [row.label for row in rows if not row.own]
    rules: list[Rule] = []
    for row in rows:
        assert row.condition is not None
        case = Case("" if row.own else row.label, row.condition, labels)
        merged = _merged(table.whole, row.fields.node)
        found = decode_rules(merged, passage, section, table.scope, quoted, case)
        if not found:
            break  # the same fault would be reported for each row
        rules += found
    return rules


def _merged(whole: Mapping, row: Mapping) -> Mapping:
    """The rule that a row stands for: its own fields, and the whole rule's beneath them."""
    own = [(key, value) for key, value in row.entries if key.value not in CELLS]
    quoted = any(key.value in ("quote", "quotes") for key, _ in own)
    left_out = {"cases"} | ({"quote", "quotes"} if quoted else set())
    below = [(key, value) for key, value in whole.entries if key.value not in left_out]
    return _laid_over(Mapping(below, whole.span), Mapping(own, row.span))


def _laid_over(below: Mapping, above: Mapping) -> Mapping:
    """The fields of both, those above in place of those below; a verdict field by field."""
    entries = {key.value: (key, value) for key, value in below.entries}
    for key, value in above.entries:
        under = entries[key.value][1] if key.value in entries else None
        if key.value == "then" and isinstance(under, Mapping) and isinstance(value, Mapping):
            value = _laid_over(under, value)
        entries[key.value] = (key, value)
    return Mapping(list(entries.values()), above.span)


def _known(table: _Table, rows: list[_Row], rules: list[Rule], partial: str) -> Cases:
    when = table.whole.get("when")
    guard = decode_condition(when, table.scope) if when is not None else ALWAYS
    conditions = tuple(row.condition for row in rows if row.condition is not None)
    cases = table.whole.get("cases")
    return Cases(
        rules=tuple(rule.id for rule in rules),
        over=tuple(typed.term for typed in table.terms),
        guard=guard if guard is not None else ALWAYS,
        rows=conditions,
        partial=partial,
        span=cases.span if cases is not None else None,
    )
