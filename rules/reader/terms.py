"""Decodes the nodes of terms: names, one-key operations, sections' roles and fallbacks."""

from __future__ import annotations

from dataclasses import replace

from rules.reader.model import ALWAYS, Arg, Condition, Select, Term
from rules.reader.names import suggest
from rules.reader.nodes import Mapping, Node, Scalar, Sequence
from rules.reader.scope import Scope, Typed
from rules.reader.vocabulary import Slot


def decode_term(node: Node, scope: Scope, wanted: str = "any") -> Typed | None:
    """The term that a node names, checked against the wanted type; None (reported) if bad."""
    typed = _decode(node, scope) if scope.spend(node) else None
    if typed is None or not scope.check_size(typed.term, node):
        return None
    if not scope.vocabulary.accepts(wanted, typed.type):
        scope.report.error(
            "E212",
            f"the type {wanted} is wanted here, and this has the type {typed.type}",
            node.span,
        )
        return None
    return typed


def _decode(node: Node, scope: Scope) -> Typed | None:
    if isinstance(node, Scalar):
        return _named(node, scope)
    if isinstance(node, Mapping) and len(node.entries) == 1:
        key, value = node.entries[0]
        if key.value == "first_of":
            return _first_of(value, scope)
        return _operation(key, value, scope)
    scope.report.error(
        "E205", "a term is a name or one operation such as `{upper_of: day_stem}`", node.span
    )
    return None


def _named(node: Scalar, scope: Scope) -> Typed | None:
    name = node.value
    if name in scope.bound:
        bound = scope.bound[name]
        if isinstance(bound, Typed):
            return bound
        scope.report.error("E212", f"`{name}` is a number here, not a term", node.span)
        return None
    if name in scope.roles:
        return scope.roles[name]
    vocabulary = scope.vocabulary
    definition = vocabulary.terms.get(vocabulary.resolve("term", name))
    if definition is not None:
        if definition.slots:
            slots = ", ".join(s.name for s in definition.slots)
            scope.report.error(
                "E213", f"`{name}` needs an argument", node.span, help=f"its slots are {slots}"
            )
            return None
        return Typed(Term(definition.name), definition.type)
    symbol = vocabulary.resolve("symbol", name)
    if symbol in vocabulary.symbols:
        return Typed(Term("const", (symbol,)), vocabulary.symbols[symbol])
    scope.report.error(
        "E211",
        f"unknown name `{name}`",
        node.span,
        label="not a term, a role or a symbol",
        suggestion=", ".join(suggest(name, scope.term_names())),
    )
    return None


def _operation(key: Scalar, value: Node, scope: Scope) -> Typed | None:
    vocabulary = scope.vocabulary
    definition = vocabulary.terms.get(vocabulary.resolve("term", key.value))
    if definition is None or not definition.slots:
        known = [name for name, d in vocabulary.terms.items() if d.slots]
        scope.report.error(
            "E211",
            f"unknown operation `{key.value}`",
            key.span,
            label="no term takes arguments under this name",
            suggestion=", ".join(suggest(key.value, known)),
        )
        return None
    given = arguments(definition.name, definition.slots, value, scope)
    if given is None:
        return None
    args: list[Arg] = []
    wanted, gives = "any", definition.type
    for slot, node in zip(definition.slots, given, strict=True):
        if slot.type == "any":
            slot = replace(slot, type=wanted)
        arg = decode_argument(slot, node, scope)
        if arg is None:
            return None
        if slot.kind == "table":  # it says what the slots after it take and what comes of them
            wanted, gives = scope.tables[str(arg)].by, scope.tables[str(arg)].gives
        args.append(arg)
    if gives == "number" or gives.startswith("set:"):
        what, help_ = "number", "numbers are written `{number_of: {table: ..., of: ...}}`"
        if gives != "number":
            what, help_ = "set", "ask with `{listed: {of: ..., table: ..., key: ...}}`"
        message = f"`{key.value}` gives a {what} here, and no term is a {what}"
        scope.report.error("E212", message, value.span, help=help_)
        return None
    return Typed(Term(definition.name, tuple(args)), gives)


def arguments(
    name: str, slots: tuple[Slot, ...], value: Node, scope: Scope
) -> list[Node | None] | None:
    """The node of each slot, given by name, by position or (one slot) alone; None if bad."""
    names = [slot.name for slot in slots]
    given: list[Node | None]
    if isinstance(value, Mapping) and value.entries and value.entries[0][0].value in names:
        for key, _ in value.entries:
            if key.value not in names:
                scope.report.error(
                    "E213",
                    f"`{name}` has no slot `{key.value}`",
                    key.span,
                    suggestion=", ".join(suggest(key.value, names)),
                    help=f"its slots are {', '.join(names)}",
                )
                return None
        given = [value.get(slot) for slot in names]
    elif isinstance(value, Sequence) and not (len(slots) == 1 and slots[0].kind != "term"):
        given = [*value.items, *[None] * (len(slots) - len(value.items))]
    else:
        given = [value, *[None] * (len(slots) - 1)]
    missing = [s.name for s, n in zip(slots, given, strict=False) if n is None and not s.default]
    if missing or len(given) > len(slots):
        wanted = sum(1 for s in slots if not s.default)
        scope.report.error(
            "E213",
            f"`{name}` takes {wanted} argument{'s' * (wanted != 1)}: {', '.join(names)}",
            value.span,
            label=f"missing {', '.join(missing)}" if missing else "too many",
        )
        return None
    return given


def decode_argument(slot: Slot, node: Node | None, scope: Scope) -> Arg | None:
    """The value of one slot: a term, a set of symbols, integers or a table name."""
    if node is None:
        return Term(slot.default)
    if slot.kind == "set":
        return decode_set(node, slot.type, scope)
    if slot.kind in ("int", "ints"):
        return _integers(node, slot, scope)
    if slot.kind == "table":
        return _table(node, scope)
    if slot.type == "plate" and isinstance(node, Scalar) and node.value in scope.plates:
        return scope.plates[node.value]
    typed = decode_term(node, scope, slot.type)
    return None if typed is None else typed.term


def decode_set(node: Node, type_name: str, scope: Scope) -> tuple[str, ...] | None:
    """A set of symbols: one, a list, or the name of a list; in the order of the alphabet."""
    vocabulary = scope.vocabulary
    items = node.items if isinstance(node, Sequence) else [node]
    found: set[str] = set()
    good = True
    if not items:
        scope.report.error("E205", "an empty set", node.span)
        return None
    if not scope.spend(node, len(items)):
        return None
    for item in items:
        if not isinstance(item, Scalar):
            scope.report.error("E201", "a set holds symbols", item.span)
            good = False
            continue
        bound = scope.bound.get(item.value)
        listed = vocabulary.members(item.value)
        if isinstance(bound, Typed) and isinstance(bound.term, Term) and bound.term.op == "const":
            members = [str(bound.term.args[0])]
        elif listed is not None:
            members = [*listed]
        else:
            members = [vocabulary.resolve("symbol", item.value)]
        for member in members:
            if vocabulary.accepts(type_name, vocabulary.symbols.get(member, "?")):
                found.add(member)
                continue
            known = [s for s, t in vocabulary.symbols.items() if vocabulary.accepts(type_name, t)]
            shown = item.value if len(members) == 1 else member
            scope.report.error(
                "E216",
                f"`{shown}` is no symbol{f' of the type {type_name}' * (type_name != 'any')}",
                item.span,
                suggestion=", ".join(suggest(shown, [*known, *vocabulary.lists])),
            )
            good = False
            break  # a list of another type is one fault
    return tuple(s for s in vocabulary.symbols if s in found) if good else None


def whole_number(node: Node, scope: Scope) -> int | None:
    """The number that a node is, or that a bound name stands for; None (not reported) else."""
    if not isinstance(node, Scalar):
        return None
    bound = scope.bound.get(node.value)
    return bound if isinstance(bound, int) else node.as_int()


def _integers(node: Node, slot: Slot, scope: Scope) -> Arg | None:
    items = node.items if isinstance(node, Sequence) else [node]
    numbers = [n for item in items if (n := whole_number(item, scope)) is not None]
    if not numbers or len(numbers) != len(items):
        scope.report.error("E204", f"`{slot.name}` takes whole numbers", node.span)
        return None
    if slot.kind == "ints":
        return tuple(sorted(set(numbers)))
    if len(numbers) != 1:
        scope.report.error("E204", f"`{slot.name}` takes one whole number", node.span)
        return None
    return numbers[0]


def _table(node: Node, scope: Scope) -> str | None:
    name = node.value if isinstance(node, Scalar) else ""
    if name in scope.tables:
        return name
    scope.report.error(
        "E215",
        f"unknown table `{name}`",
        node.span,
        suggestion=", ".join(suggest(name, scope.tables)),
    )
    return None


def decode_options(node: Node, scope: Scope) -> list[tuple[Condition | None, Node]] | None:
    """The options of a ``first_of``, their `take` still nodes; None (reported) if bad."""
    from rules.reader.conditions import decode_condition  # the two decode each other

    options: list[tuple[Condition | None, Node]] = []
    items = node.items if isinstance(node, Sequence) else []
    for index, item in enumerate(items):
        keys = ["take"] if index == len(items) - 1 else ["if", "take"]
        if not isinstance(item, Mapping) or sorted(item.keys()) != keys:
            break
        tested, taken = item.get("if"), item.get("take")
        condition = decode_condition(tested, scope) if tested is not None else None
        if taken is None or (tested is not None and condition is None):
            return None
        if condition == ALWAYS:
            break
        options.append((condition, taken))
    else:
        if options:
            return options
    scope.report.error(
        "E205",
        "`first_of` is a list of `{if: condition, take: ...}`, the last one `{take: ...}`",
        node.span,
    )
    return None


def _first_of(node: Node, scope: Scope) -> Typed | None:
    options: list[tuple[Condition | None, Term]] = []
    types: set[str] = set()
    for condition, taken in decode_options(node, scope) or []:
        typed = decode_term(taken, scope)
        if typed is None:
            return None
        if not isinstance(typed.term, Term):
            scope.report.error(
                "E205", "a `first_of` within a `first_of`: make it one list", taken.span
            )
            return None
        options.append((condition, typed.term))
        types.add(typed.type)
    if not options:
        return None
    return Typed(Select(tuple(options)), types.pop() if len(types) == 1 else "any")
