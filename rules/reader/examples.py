"""Decodes the examples of a rule: charts on which it is known to fire, or not to."""

from __future__ import annotations

from collections.abc import Collection

from rules.reader.fields import Fields
from rules.reader.model import Example
from rules.reader.names import suggest
from rules.reader.nodes import Node, Scalar
from rules.reader.scope import Scope
from rules.reader.verdicts import VALUES

_GAPS = ("should_fire", "should_be_silent")
_EXPECTED = {"true": "fires", "false": "silent", "undetermined": "undetermined"}
_BELONGS = {
    "because": ("silent", "`because` says why a rule is silent: `fires: false`"),
    "needs": ("undetermined", "`needs` names the inputs of `fires: undetermined`"),
    "gives": ("fires", "`gives` are values of a verdict that fires"),
}


def decode_examples(fields: Fields, scope: Scope, rows: Collection[str]) -> tuple[Example, ...]:
    """The ``examples`` of a rule; ``rows`` are the labels of its rows (none if they are bad)."""
    found = []
    for node in fields.items("examples", required=False):
        inner = Fields.of(node, scope.report, "an example")
        if inner is not None:
            found.append(_example(inner, scope, rows))
            inner.done()
    return tuple(found)


def _example(fields: Fields, scope: Scope, rows: Collection[str]) -> Example:
    expect = _expectation(fields)
    for key, (expected, message) in _BELONGS.items():
        node = fields.take(key)
        if node is not None and expect.replace("should_fire", "fires") not in (expected, ""):
            fields.error(message, "E237", node)
    predicates = scope.vocabulary.predicates
    because = scope.vocabulary.resolve("predicate", fields.text("because", required=False))
    _check(fields, "because", because, [*predicates, *scope.concepts], "a predicate or concept")
    row = fields.text("row", required=False)
    if rows:
        _check(fields, "row", row, rows, "a row of the rule")
    needs = fields.scalars("needs", required=False)
    for node in needs:
        _check(fields, "needs", node.value, scope.vocabulary.inputs, "an input", node)
    return Example(
        chart=fields.text("chart"),
        expect=expect or "fires",
        because=because,
        needs=tuple(node.value for node in needs),
        gives=_gives(fields),
        school=tuple(fields.texts("school", required=False)),
        source=fields.passage("from"),
        row=row,
        span=fields.span,
    )


def _check(
    fields: Fields,
    key: str,
    name: str,
    known: Collection[str],
    what: str,
    node: Node | None = None,
) -> None:
    if name.strip() and name not in known:
        fields.report.error(
            "E237",
            f"`{name}` is not {what}",
            (node or fields.take(key) or fields.node).span,
            suggestion=", ".join(suggest(name, known)),
        )


def _gives(fields: Fields) -> tuple[tuple[str, str], ...]:
    known = ("answer", *VALUES)
    values = []
    for key, value in fields.entries("gives"):
        _check(fields, "gives", key.value, known, "a value of a verdict", key)
        if isinstance(value, Scalar):
            values.append((key.value, value.value))
        else:
            fields.error("`gives` maps a verdict field to its value", "E201", value)
    return tuple(values)


def _expectation(fields: Fields) -> str:
    """What the example expects; empty (reported) if it does not say."""
    given = [gap for gap in _GAPS if fields.flag(gap)]
    node = fields.take("fires", required=not given)
    if len(given) + (node is not None) > 1:
        fields.error(f"an example has one of `fires`, {', '.join(f'`{g}`' for g in _GAPS)}")
    if given:
        return given[0]
    expected = _EXPECTED.get(node.value, "") if isinstance(node, Scalar) else ""
    if node is not None and not expected:
        fields.error("`fires` is true, false or undetermined", "E204", node)
    return expected
