"""The view of ``bingzhan diff``: what became of each rule and table, and on which charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console

from engine.diff import Difference, Field, NameChange, Row, RuleChange, TableChange
from engine.rulebase import RuleBase
from engine.shift import Charts, Shift
from engine.speech import Speaker
from engine.views.console import padded, text
from engine.views.rule import example_words
from engine.views.whynot import input_words
from engine.views.words import relation_words, verdict_words
from facts.notation import write
from facts.settle import complete
from rules.reader.model import Condition, Example, Quote, Relation, Verdict

_SIGNS = {
    "added": ("+", "green"),
    "removed": ("-", "red"),
    "changed": ("~", "yellow"),
    "renamed": ("=", "cyan"),
}
_NAMES = {"when": "condition"}
NAMED = 8
"""Rules named with a table before the rest are counted."""


def show_difference(out: Console, found: Difference) -> None:
    """Print what differs, rule by rule, then the tables and the other names."""
    for change in found.rules:
        _show_rule(out, found.old, found.new, change)
    for table in found.tables:
        _show_table(out, table)
    for name in found.names:
        out.print(text(_sign(name.what), f" {name.kind} {name.name}"))
    out.print(summary(found))


def summary(found: Difference) -> str:
    """A line that counts what differs."""
    counts: Counter[tuple[str, str]] = Counter()
    counts.update(("rule", change.what) for change in found.rules)
    counts.update(("table", change.what) for change in found.tables)
    counts.update((change.kind, change.what) for change in found.names)
    parts = [_counted(n, kind, what) for (kind, what), n in counts.items()]
    return ", ".join(parts) if parts else "nothing differs"


def _counted(number: int, kind: str, what: str) -> str:
    many = "" if number == 1 or kind == "advice" else "s"
    return f"{number} {kind}{many} {what}"


def _sign(what: str) -> tuple[str, str]:
    return _SIGNS[what]


def _show_rule(out: Console, old: RuleBase, new: RuleBase, change: RuleChange) -> None:
    if change.what == "renamed":
        out.print(text(_sign(change.what), f" rule {change.id} is now {change.new_id}"))
        return
    title = f"  {change.rows[0].rule.title}" if len(change.rows) == 1 else ""
    out.print(text(_sign(change.what), (f" rule {change.id}", "bold"), title))
    for field in change.fields:
        _show_field(out, old, new, field, 4)
    for row in change.rows:
        left = 4
        if len(change.rows) > 1 or row.rule.row:
            out.print(padded(f"{row.rule.id}  {row.rule.title}", left))
            left += 2
        for field in row.fields:
            _show_field(out, old, new, field, left)
        if row.through:
            names = ", ".join(f"the {kind} {name}" for kind, name in row.through)
            out.print(padded(f"through {names}", left))
        verdict = row.rule.verdict
        if (row.old is None or row.new is None) and verdict is not None:
            said = verdict_words(new if row.new is not None else old, verdict)
            out.print(padded(f"{said.en}  〔{said.zh}〕", left))
        for line in shift_lines(row):
            out.print(padded(line, left))


def _show_field(out: Console, old: RuleBase, new: RuleBase, field: Field, left: int) -> None:
    name = _NAMES.get(field.name, field.name)
    before, after = _words(old, field.old), _words(new, field.new)
    if len(before) <= 1 and len(after) <= 1:
        out.print(padded(f"{name}: {''.join(before) or 'none'}", left))
        out.print(padded(f"→ {''.join(after) or 'none'}", left + 2))
        return
    out.print(padded(f"{name}:", left))
    for sign, words, others in (("-", before, after), ("+", after, before)):
        for line in words:
            if line not in others:
                out.print(padded(f"{sign} {line}", left + 2))


def _words(base: RuleBase, value: Any) -> list[str]:
    """A value of a field in words, each thing of a list for itself."""
    match value:
        case Verdict():
            said = verdict_words(base, value)
            return [f"{said.en}  〔{said.zh}〕"]
        case Relation():
            why = f": {value.why}" if value.why else ""
            return [relation_words(base, value).en + why]
        case Example():
            return [example_words(base, value)]
        case Quote():
            return [f"「{value.text}」{value.passage}"]
        case tuple():
            return [line for item in value for line in _words(base, item)]
        case dict():
            return [f"{key}: {item}" for key, item in value.items()]
        case None | "":
            return []
        case str() | int():
            return [str(value)]
    condition: Condition = value
    said = Speaker(base.edition).condition(condition)
    return [f"{said.en}  〔{said.zh}〕"]


def shift_lines(row: Row) -> Iterator[str]:
    """On which charts a rule speaks otherwise, in sentences with their witnesses."""
    shift = row.shift
    if shift is None:
        yield "on which charts it fires is not decided: it reads too many inputs"
        return
    over = f"of {shift.of:,} charts"
    if row.old is None or row.new is None:
        fired = shift.more if row.old is None else shift.less
        word = "it fires" if row.old is None else "it fired"
        yield f"{word} on {fired.count:,} {over}{_such(fired)}"
        return
    if shift.of and shift.is_none:
        yield f"it fires on the same {shift.new:,} {over} as before"
    if shift.more.count:
        yield f"it fires on {shift.more.count:,} more {over}{_such(shift.more)}"
    if shift.less.count:
        yield f"it is silent on {shift.less.count:,} {over} where it fired{_such(shift.less)}"
    if shift.otherwise is None:
        yield "where both fire, whether they say the same is not decided"
    elif shift.otherwise.count:
        yield f"it says otherwise on {shift.otherwise.count:,} charts{_such(shift.otherwise)}"


def _such(charts: Charts) -> str:
    return f": {'; '.join(witnesses(charts))}" if charts.witnesses else ""


def witnesses(charts: Charts) -> list[str]:
    """The witnesses in the notation."""
    return [write(complete(given)[0]) for given in charts.witnesses]


def _show_table(out: Console, change: TableChange) -> None:
    out.print(text(_sign(change.what), (f" table {change.name}", "bold")))
    if change.what == "changed":
        for cell in change.cells:
            out.print(padded(f"{cell.name}: {_cell(cell.old)} → {_cell(cell.new)}", 4))
        for field in change.fields:
            out.print(padded(f"{field.name} differs", 4))
    named = ", ".join(change.rules[:NAMED]) or "none"
    more = len(change.rules) - NAMED
    changed = f"{named} and {more} more" if more > 0 else named
    readers = f"{change.readers} rule{'s' * (change.readers != 1)}"
    out.print(padded(f"of {readers} that read it, it changes {changed}", 4))


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    return "".join(value) if isinstance(value, tuple) else str(value)


def difference_dict(found: Difference) -> dict[str, Any]:
    """The difference for JSON."""
    return {
        "rules": [_rule_dict(found.old, found.new, change) for change in found.rules],
        "tables": [_table_dict(change) for change in found.tables],
        "names": [_name_dict(change) for change in found.names],
        "summary": summary(found),
    }


def _rule_dict(old: RuleBase, new: RuleBase, change: RuleChange) -> dict[str, Any]:
    shown: dict[str, Any] = {"rule": change.id, "what": change.what}
    if change.new_id:
        return shown | {"new": change.new_id}
    if change.fields:
        shown["fields"] = _fields_dict(old, new, change.fields)
    return shown | {"rows": [_row_dict(old, new, row) for row in change.rows]}


def _row_dict(old: RuleBase, new: RuleBase, row: Row) -> dict[str, Any]:
    shown: dict[str, Any] = {"rule": row.rule.id, "title": row.rule.title}
    if row.fields:
        shown["fields"] = _fields_dict(old, new, row.fields)
    if row.through:
        shown["through"] = [{"kind": kind, "name": name} for kind, name in row.through]
    return shown | {"charts": None if row.shift is None else _shift_dict(row.shift)}


def _fields_dict(old: RuleBase, new: RuleBase, fields: Iterable[Field]) -> dict[str, Any]:
    return {
        _NAMES.get(f.name, f.name): {"old": _words(old, f.old), "new": _words(new, f.new)}
        for f in fields
    }


def _shift_dict(shift: Shift) -> dict[str, Any]:
    def charts(found: Charts) -> dict[str, Any]:
        return {"count": found.count, "witnesses": witnesses(found)}

    return {
        "of": shift.of,
        "over": [input_words(axis) for axis in shift.axes],
        "old": shift.old,
        "new": shift.new,
        "more": charts(shift.more),
        "less": charts(shift.less),
        "otherwise": None if shift.otherwise is None else charts(shift.otherwise),
    }


def _table_dict(change: TableChange) -> dict[str, Any]:
    return {
        "table": change.name,
        "what": change.what,
        "cells": [{"key": c.name, "old": c.old, "new": c.new} for c in change.cells],
        "fields": {f.name: {"old": f.old, "new": f.new} for f in change.fields},
        "rules": list(change.rules),
        "readers": change.readers,
    }


def _name_dict(change: NameChange) -> dict[str, Any]:
    return {"kind": change.kind, "name": change.name, "what": change.what}
