"""The schemas of the other files: concepts, tables, vocabulary, casting schools."""

from __future__ import annotations

from engine.authoring import fields
from engine.authoring.schema.names import (
    TEXT,
    Schema,
    any_of,
    closed,
    enumeration,
    one_or_some,
    record,
    ref,
    some,
    text_or_list,
)
from engine.authoring.schema.section import PASSAGE_ID, signs_of
from engine.authoring.schema.words import Words, said
from facts.schools import SWITCHES
from rules.reader.edition import Edition
from rules.reader.lexicon import KEYS
from rules.reader.scope import KEYWORDS

_CELL_FIELDS = {"is": "The value.", "from": "The passage of this row."}
_SAID: dict[str, Schema] = {"en": TEXT, "zh": TEXT}
_SENTENCES = {"en": "In English.", "zh": "In Chinese."}


def concepts_schema(words: Words) -> Schema:
    """The schema of a file of concepts."""
    types = {"enum": [*words.types]}
    params = {"type": "object", "propertyNames": ref("new_name"), "additionalProperties": types}
    bodies = {**_SAID, "params": params, "define": ref("condition"), "from": PASSAGE_ID}
    taken = [*KEYWORDS, *words.spelled("predicate", words.vocabulary.predicates)]
    concept = record(fields.CONCEPT, bodies, ["define", "en", "zh"])
    return _file({"concepts": _named(concept, {"enum": taken})})


def tables_schema(words: Words) -> Schema:
    """The schema of a file of tables: keys and values are held to the types that a table names."""
    plain = [*words.types]
    rows: Schema = {"type": "object"}
    series = record(
        {"from": "The key that the first value belongs to.", "values": "The values, as printed."},
        {"from": TEXT, "values": TEXT},
        ["from", "values"],
    )
    given = {"rows": rows, "series": series, "from": PASSAGE_ID, "quote": text_or_list()}
    variant = record(fields.VARIANT, {**given, "name": TEXT, "why": TEXT}, ["from", "why"])
    filled = {"anyOf": [{"required": ["rows"]}, {"required": ["series"]}]}
    bodies = {
        **given,
        "en": TEXT,
        "by": {"enum": plain},
        "key": ref("term.any"),
        "gives": {"enum": [*plain, "number", *(f"set:{name}" for name in plain)]},
        "aliases": text_or_list(),
        "note": TEXT,
        "variants": {"type": "array", "items": {**variant, **filled}},
    }
    table = record(fields.TABLE, bodies, ["en", "by", "gives", "from"])
    keys = [
        _where(
            "by", name, {"rows": {"propertyNames": symbols}, "key": ref(f"term.{name}")}, symbols
        )
        for name in plain
        for symbols in [ref(f"symbols.{name}")]
    ]
    values = [
        _where("gives", gives, {"rows": _cells(value)}, None) for gives, value in _values(plain)
    ]
    spirit = {
        "if": {"required": ["key"]},
        "then": {"properties": {"gives": {"not": {"pattern": "^(number$|set:)"}}}},
    }
    return _file({"tables": _named({**table, **filled, "allOf": [spirit, *keys, *values]})})


def _values(types: list[str]) -> list[tuple[str, Schema]]:
    """What a row may give, by the ``gives`` of its table."""
    found: list[tuple[str, Schema]] = [("number", {"type": "integer"})]
    for name in types:
        symbols = ref(f"symbols.{name}")
        found += [(name, symbols), (f"set:{name}", one_or_some(symbols))]
    return found


def _cells(value: Schema) -> Schema:
    cell = record(_CELL_FIELDS, {"is": value, "from": PASSAGE_ID}, ["is", "from"])
    return {"additionalProperties": any_of(value, cell)}


def _where(field: str, name: str, then: dict[str, Schema], start: Schema | None) -> Schema:
    """What holds of a table, and of the rows of its variants, where a field has a value."""
    variants = {"items": {"properties": {"rows": then["rows"]}}}
    series = {"series": {"properties": {"from": start}}} if start else {}
    return {
        "if": {"properties": {field: {"const": name}}, "required": [field]},
        "then": {"properties": {**then, **series, "variants": variants}},
    }


def vocabulary_schema(words: Words) -> Schema:
    """The schema of a file of words, or of the symbols."""
    types = {"enum": [*words.types]}
    kinds = ["set", "int", "ints", "table", *words.types, *(f"set:{name}" for name in words.types)]
    slots = {
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
        "additionalProperties": {"enum": kinds},
    }
    names = {"aliases": text_or_list(), "from": PASSAGE_ID}
    said_twice = record(_SENTENCES, _SAID, _SAID)
    defaults = {"type": "object", "additionalProperties": TEXT}
    term = {
        **_SAID,
        **names,
        "column": TEXT,
        "slots": {**slots, "minProperties": 1},
        "defaults": defaults,
        "means": ref("term.any"),
        "type": types,
        "spirit": {"type": "boolean"},
        "input": enumeration({n: said(i.speech) for n, i in words.vocabulary.inputs.items()}),
        "because": said_twice,
    }
    predicate = {
        **names,
        "fact": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
        "slots": {**slots, "minProperties": 1},
        "defaults": defaults,
        "zh": TEXT,
        "reads": said_twice,
        "fails": said_twice,
        "evidence": TEXT,
    }
    one_source = {"oneOf": [{"required": [key]} for key in ("column", "slots", "means")]}
    typed = {"anyOf": [{"required": ["type"]}, {"required": ["means"]}]}
    terms = {**record(fields.TERM, term, ["en", "zh"]), "allOf": [one_source, typed]}
    needed = ["fact", "slots", "zh", "reads", "fails", "evidence"]
    return _file(
        {
            "inputs": _named(closed({**_SAID, "give": TEXT})),
            "terms": _named(terms, ref("symbols.any")),
            "predicates": _named(record(fields.PREDICATE, predicate, needed)),
            "groups": _named(
                closed(
                    {**_SAID, "terms": some(ref("term.any")), "aliases": text_or_list()},
                    ["en", "zh", "terms"],
                )
            ),
            "questions": _named(_question()),
            "advice": _named(said_twice),
            "lists": _named(_word_list(), ref("symbols.any")),
            "extend": _extension(),
            "types": _named({"type": "object", "required": ["members"]}),
            "unions": _named(some(types)),
        },
        required=False,
    )


def _question() -> Schema:
    bodies = {
        **_SAID,
        "background": {"type": "boolean"},
        "keyed_by": {"enum": [*KEYS]},
        "answers": {**_named(_answer()), "minProperties": 1},
    }
    return closed(bodies, ["en", "zh", "answers"])


def signs_schema(edition: Edition) -> Schema:
    """A file of the signs of questions, and why those that oppose each other all stand."""
    return _file({"signs": signs_of(edition)})


def _answer() -> Schema:
    return closed({**_SAID, "opposes": text_or_list()}, ["en", "zh"])


def _extension() -> Schema:
    """What a pack adds to lists and questions that there are."""
    lists, questions = _named(one_or_some(ref("symbols.any"))), _named(_named(_answer()))
    return closed({"lists": lists, "questions": questions}, [])


def _word_list() -> Schema:
    bodies: dict[str, Schema] = {
        "members": one_or_some(ref("symbols.any")),
        "aliases": text_or_list(),
        "from": PASSAGE_ID,
        "quote": TEXT,
        "en": TEXT,
    }
    return closed(bodies, ["members", "en"])


def schools_schema() -> Schema:
    """The schema of a file of casting schools."""
    switches = {
        switch.name: {
            "description": f"{switch.title_en} {switch.title_zh}",
            **enumeration({o.value: f"{o.says_en} · {o.says_zh}" for o in switch.options}),
        }
        for switch in SWITCHES
    }
    bodies: dict[str, Schema] = {"en": TEXT, "from": PASSAGE_ID, "switches": closed(switches, [])}
    return _file({"profiles": _named(closed(bodies, ["en", "switches"]))})


def _named(body: Schema, taken: Schema | None = None) -> Schema:
    """A mapping of names to such things; ``taken`` are names that mean something else."""
    names = {"pattern": r"\S", **({"not": taken} if taken else {})}
    return {"type": "object", "propertyNames": names, "additionalProperties": body}


def _file(parts: dict[str, Schema], *, required: bool = True) -> Schema:
    return closed(parts, [*parts] if required else []) | {"minProperties": 1}
