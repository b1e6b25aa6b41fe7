"""Definitions of conditions, terms and numbers, from the predicates and operations there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.authoring.schema.names import (
    Schema,
    any_of,
    closed,
    enumeration,
    one_key,
    one_or_some,
    ref,
    some,
    variants_of,
)
from engine.authoring.schema.words import Words, said
from rules.reader.model import Concept
from rules.reader.vocabulary import Slot

FACTOR: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 0},
        {"type": "string", "pattern": "^[0-9]{1,9}(/0*[1-9][0-9]{0,8})?$"},
    ]
}
_COUNT: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, {"$ref": "#/$defs/own_name"}]}
_LOGIC = {
    "all": ("All of these hold.", ref("condition")),
    "any": ("At least one of these holds.", ref("condition")),
    "none": ("None of these holds.", ref("condition")),
    "not": ("This does not hold.", ref("condition")),
    "at_least": ("So many of these hold: `{n: 2, of: [...]}`.", ref("counted")),
    "exactly": ("So many of these hold, no more: `{n: 2, of: [...]}`.", ref("counted")),
    "exists": ("It holds for a choice of the names: `{x: group, that: ...}`.", ref("quantified")),
    "every": (
        "It holds for every choice of the names: `{x: group, that: ...}`.",
        ref("quantified"),
    ),
}


class Logic:
    """The definitions that conditions and terms are made of."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.tables = words.tables()

    def definitions(self) -> Iterator[tuple[str, Schema]]:
        """All definitions by name; ``condition``, ``number`` and ``term.TYPE`` are for others."""
        yield from self._conditions()
        yield from self._terms()
        yield from self._numbers()
        for type_name in self.words.types:
            lists = [ref(f"list.{type_name}")] if self.words.lists_of(type_name) else []
            members = any_of(ref(f"symbols.{type_name}"), *lists, ref("new_name"))
            yield f"set.{type_name}", one_or_some(members)
        yield "int", any_of({"type": "integer"}, ref("own_name"))
        yield "ints", one_or_some(ref("int"))
        yield "range", any_of(ref("range_name"), some(ref("term.any")))

    def _conditions(self) -> Iterator[tuple[str, Schema]]:
        words = self.words
        vocabulary = words.vocabulary
        entries = {key: {"description": text, **body} for key, (text, body) in _LOGIC.items()}
        plain = {c.name: _concept(c) for c in words.edition.concepts.values() if not c.params}
        if plain:
            entries["is"] = {"description": "The concept of that name.", **enumeration(plain)}
        variants: dict[str, Schema] = {}
        for predicate in vocabulary.predicates.values():
            args = ref(f"args.{predicate.name}")
            hover = f"{said(predicate.reads, predicate.source)}"
            spelled = words.spelled("predicate", [predicate.name])
            for name in spelled:
                entries[name] = {"description": hover, **args}
            if pattern := variants_of(spelled):
                variants[pattern] = args
            yield f"args.{predicate.name}", self._arguments(predicate.slots)
        for concept in words.edition.concepts.values():
            if concept.params:
                entries[concept.name] = {
                    "description": _concept(concept),
                    **ref(f"use.{concept.name}"),
                }
                types = words.param_types(concept)
                slots = tuple(Slot(name, "term", kind) for name, kind in types.items())
                yield f"use.{concept.name}", self._arguments(slots)
        yield (
            "condition",
            any_of({"const": "always"}, some(ref("condition")), one_key(entries, variants)),
        )
        yield (
            "counted",
            closed({"n": _COUNT, "of": some(ref("condition"))}),
        )
        yield (
            "quantified",
            {
                "type": "object",
                "minProperties": 2,
                "required": ["that"],
                "properties": {"that": ref("condition")},
                "propertyNames": any_of({"const": "that"}, ref("new_name")),
                "additionalProperties": ref("range"),
            },
        )

    def _terms(self) -> Iterator[tuple[str, Schema]]:
        words = self.words
        for (by, gives), tables in self.tables.items():
            yield f"tables.{by}.{gives}", enumeration(tables)
        for operation in words.operations():
            if not _looks_up(operation.slots):
                yield f"op.{operation.name}", self._arguments(operation.slots)
        for wanted in words.types:
            names = [ref(f"name.{t}") for t in words.types if self._has_terms(wanted, t)]
            own = [ref(f"symbols.{wanted}"), ref("own_name"), ref(f"operation.{wanted}")]
            yield f"term.{wanted}", any_of(*names, *own)
            yield from self._operations(wanted)
        simple = {"description": "The term.", **ref("term.any")}
        yield "first_of", _options({**simple, "not": {"type": "object", "required": ["first_of"]}})

    def _operations(self, wanted: str) -> Iterator[tuple[str, Schema]]:
        """``operation.TYPE``: the operations that give it; what looks up has its own arguments."""
        words = self.words
        first = {"description": "The first whose condition holds.", **ref("first_of")}
        entries: dict[str, Schema] = {"first_of": first}
        variants: dict[str, Schema] = {}
        for operation in words.operations():
            name = f"op.{operation.name}"
            if _looks_up(operation.slots):
                name += f".{wanted}"
                found = self._told_by_table(operation.slots, wanted)
                if found is None:
                    continue
                yield name, found
            elif not words.vocabulary.accepts(wanted, operation.type):
                continue
            hover = {"description": said(operation.speech, operation.source), **ref(name)}
            spelled = words.spelled("term", [operation.name])
            entries |= dict.fromkeys(spelled, hover)
            if pattern := variants_of(spelled):
                variants[pattern] = ref(name)
        yield f"operation.{wanted}", one_key(entries, variants)

    def _has_terms(self, wanted: str, type_name: str) -> bool:
        accepts = self.words.vocabulary.accepts(wanted, type_name)
        return accepts and bool(self.words.plain_terms(type_name))

    def _arguments(self, slots: tuple[Slot, ...]) -> Schema:
        """The arguments of slots: by name, in order, or one alone."""
        if _looks_up(slots):
            return self._told_by_table(slots, "any") or {"not": {}}
        return _given(slots, [self._slot(slot) for slot in slots])

    def _slot(self, slot: Slot) -> Schema:
        if slot.kind in ("int", "ints"):
            return ref(slot.kind)
        return ref(f"{slot.kind}.{slot.type}")

    def _told_by_table(self, slots: tuple[Slot, ...], wanted: str) -> Schema | None:
        """Arguments with a table: it says what may stand before it (a value) and after (a key)."""
        vocabulary = self.words.vocabulary
        place = next(i for i, slot in enumerate(slots) if slot.kind == "table")
        forms = []
        for by, gives in self.tables:
            value = gives.removeprefix("set:") if place else gives  # a value may be one of a set
            if not vocabulary.has_type(value) or not vocabulary.accepts(wanted, value):
                continue
            types = [by if number > place else value for number in range(len(slots))]
            bodies = [
                ref(f"tables.{by}.{gives}")
                if slot.kind == "table"
                else self._slot(replace(slot, type=told) if slot.type == "any" else slot)
                for slot, told in zip(slots, types, strict=True)
            ]
            forms.append(_given(slots, bodies))
        return any_of(*forms) if forms else None

    def _numbers(self) -> Iterator[tuple[str, Schema]]:
        tables = [
            closed({"table": ref(f"tables.{by}.{gives}"), "of": ref(f"term.{by}")})
            for by, gives in self.tables
            if gives == "number"
        ]
        states = [s for s, t in self.words.vocabulary.symbols.items() if t == "state"]
        factors = closed(dict.fromkeys(states, one_or_some(FACTOR)))
        scale = closed(
            {"number": ref("number"), "by_state_of": ref("term.elemental"), "factors": factors}
        )
        entries = {
            "product": {"description": "These multiplied.", **some(ref("number"))},
            "scale": {"description": "The number by the seasonal state of a term.", **scale},
            "first_of": {
                "description": "The first whose condition holds.",
                **_options(ref("number")),
            },
        }
        if tables:
            entries["number_of"] = {
                "description": "The number of a term in a table.",
                **any_of(*tables),
            }
        yield "number", one_key(entries)


def _looks_up(slots: tuple[Slot, ...]) -> bool:
    """Whether one of the arguments is a table."""
    return any(slot.kind == "table" for slot in slots)


def _concept(concept: Concept) -> str:
    source = f" ({concept.source})" if concept.source else ""
    return f"{concept.english} · {concept.chinese}{source}"


def _given(slots: tuple[Slot, ...], bodies: list[Schema]) -> Schema:
    """Arguments by name, in order, or one alone where no other is needed."""
    names = [slot.name for slot in slots]
    needed = [slot.name for slot in slots if not slot.default]
    forms: list[Schema] = [closed(dict(zip(names, bodies, strict=True)), needed)]
    if len(slots) > 1 or slots[0].kind == "term":
        listed = {"type": "array", "prefixItems": bodies, "items": False}
        forms.append({**listed, "minItems": len(needed), "maxItems": len(slots)})
    if set(needed) <= {names[0]}:
        forms.append(bodies[0])
    return any_of(*forms)


def _options(taken: Schema) -> Schema:
    """The options of a ``first_of``: each but one (the last) with a condition."""
    tested = {"allOf": [ref("condition"), {"not": {"const": "always"}}]}
    option = closed({"if": tested, "take": taken}, ["take"])
    last = {"not": {"required": ["if"]}}
    return {**some(option), "contains": last, "minContains": 1, "maxContains": 1}
