"""The schema of a section file: passages, rules, verdicts, examples."""

from __future__ import annotations

from collections.abc import Iterator

from engine.authoring import fields
from engine.authoring.schema.logic import Logic
from engine.authoring.schema.names import (
    TEXT,
    Schema,
    any_of,
    closed,
    enumeration,
    one_key,
    one_or_some,
    record,
    ref,
    some,
    text_or_list,
)
from engine.authoring.schema.words import Words, said
from rules.reader.cases import OF_RULES
from rules.reader.codes import ACCEPTABLE
from rules.reader.edition import Edition
from rules.reader.fields import PASSAGE
from rules.reader.relations import EFFECTS, KINDS
from rules.reader.rules import STATUSES
from rules.reader.sections import ENCODERS, REASONS
from rules.reader.verdicts import POLARITIES, SIDES, STRENGTHS, VALUES

PASSAGE_ID: Schema = {"type": "string", "pattern": f"^{PASSAGE.pattern}$"}
_RULE_ID: Schema = {"type": "string", "pattern": f"^{PASSAGE.pattern}\\.[a-z][a-z0-9_]*$"}
_FLAG: Schema = {"type": "boolean"}
_MAY_BE_EMPTY: Schema = {"type": ["string", "number", "boolean", "null"]}


def section_definitions(words: Words) -> Iterator[tuple[str, Schema]]:
    """The definitions of what stands in a section file, and ``section`` itself."""
    yield from words.definitions()
    yield from Logic(words).definitions()
    questions = words.vocabulary.questions
    yield "question", enumeration({name: said(q.speech) for name, q in questions.items()})
    for name, question in questions.items():
        answers = {answer.name: said(answer.speech) for answer in question.answers.values()}
        yield f"answers.{name}", enumeration(answers)
    advice = {name: said(speech) for name, speech in words.vocabulary.advice.items()}
    yield "advice", one_or_some(enumeration(advice))
    yield "values", _values(words)
    yield "verdict", _verdict(words)
    yield "example", _example(words)
    yield "rule", _rule(words)
    yield "row", _row(words)
    yield "passage", _passage(words)
    yield "section", _section(words)


def _section(words: Words) -> Schema:
    plate = closed({"lay": ref("term.branch"), "on": ref("term.palace"), "en": TEXT}, ["lay", "on"])
    role = closed({"is": ref("term.any"), "en": TEXT, "from": PASSAGE_ID}, ["is", "en"])
    own = {"type": "object", "propertyNames": ref("new_name")}
    bodies = {
        "section": TEXT,
        "en": TEXT,
        "question": ref("question"),
        "plates": {**own, "additionalProperties": plate},
        "roles": {**own, "additionalProperties": role},
        "signs": signs_of(words.edition),
        "passages": some(ref("passage")),
    }
    shape = record(fields.SECTION, bodies, ["section", "en", "passages"])
    named = {"required": ["question"]}
    each = [
        {
            "if": {**named, "properties": {"question": {"const": name}}},
            "then": _of_verdicts(
                {"if": {"not": named}, "then": {"properties": {"answer": ref(f"answers.{name}")}}}
            ),
        }
        for name in words.vocabulary.questions
    ]
    return {**shape, "allOf": [{"if": {"not": named}, "then": _of_verdicts(named)}, *each]}


def signs_of(edition: Edition) -> Schema:
    """The signs of questions: a file of its own begins them, a section may go on."""
    sign = closed({"en": TEXT, "rules": text_or_list()}, ["rules"])
    groups = {
        "type": "object",
        "propertyNames": {"pattern": r"\S"},
        "additionalProperties": sign,
        "minProperties": 1,
    }
    signs = closed({"why": TEXT, "groups": groups}, ["groups"])
    return closed(dict.fromkeys(edition.vocabulary.questions, signs), [])


def _of_verdicts(schema: Schema) -> Schema:
    """What holds of each verdict of a section."""
    for key in ("then", "rules", "passages"):
        schema = {"properties": {key: schema if key == "then" else {"items": schema}}}
    return schema


def _passage(words: Words) -> Schema:
    emendation = {"printed": TEXT, "read": _MAY_BE_EMPTY, "why": TEXT}
    known = {
        "table": enumeration({t.name: t.english for t in words.edition.tables.values()}),
        "concept": {"enum": [*words.edition.concepts]},
        "term": {"enum": words.spelled("term", words.vocabulary.terms)},
        "list": {"enum": words.spelled("list", words.vocabulary.lists)},
    }
    encoded = record(
        fields.ENCODED, {"quote": TEXT, **{k: known.get(k, TEXT) for k in ENCODERS}}, ["quote"]
    )
    left = record(
        fields.NOT_ENCODED,
        {"quote": TEXT, "reason": {"enum": [*REASONS]}, "note": TEXT},
        ["quote", "reason"],
    )
    repeats = {"properties": {"reason": {"const": "repeats"}}, "required": ["reason"]}
    bodies: dict[str, Schema] = {
        "passage": PASSAGE_ID,
        "text": TEXT,
        "emend": _list(record(fields.EMENDATION, emendation, emendation)),
        "rules": _list(ref("rule")),
        "encoded_by": _list({**encoded, "oneOf": [{"required": [kind]} for kind in ENCODERS]}),
        "not_encoded": _list({**left, "if": repeats, "then": {"required": ["note"]}}),
    }
    return record(fields.PASSAGE, bodies, ["passage", "text"])


def _rule(words: Words) -> Schema:
    """A rule: whole, or with a table of ``cases`` whose rows have what it lacks."""
    bodies = _rule_bodies(words)
    table = {"required": ["cases"]}
    cases = closed({"over": one_or_some(ref("term.any")), "rows": some(ref("row"))})
    cases["properties"]["partial"] = TEXT
    hover = {k: {"description": fields.CASES[k], **v} for k, v in cases["properties"].items()}
    bodies["cases"] = {**cases, "properties": hover}
    silent = {
        "properties": {"examples": {"items": {"properties": {"fires": {"not": {"const": True}}}}}}
    }
    unsure = {"properties": {"status": {"enum": [*STATUSES[1:]]}}, "required": ["status"]}
    whole = {
        "required": ["id", "title", "when"],
        "allOf": [
            {"anyOf": [{"required": ["quote"]}, {"required": ["quotes"]}]},
            {"anyOf": [{"required": ["then"]}, {"required": ["modifies"]}]},
            {"properties": {"then": {"required": ["answer"]}}},
        ],
    }
    return {
        **record(fields.RULE, bodies),
        "if": table,
        "then": {"not": {"required": ["for_each"]}, **_ids_of_rows()},
        "else": whole,
        "allOf": [
            {"if": unsure, "then": {"required": ["reading"]}},
            {"if": {"required": ["dead"]}, "then": silent},
        ],
    }


def _ids_of_rows() -> Schema:
    """The rule has an id and its rows have none, or each row has its own."""
    own = {"required": ["id"]}

    def rows(schema: Schema) -> Schema:
        return {"properties": {"cases": {"properties": {"rows": {"items": schema}}}}}

    return {"if": own, "then": rows({"not": own}), "else": rows(own)}


def _row(words: Words) -> Schema:
    """A row of ``cases``: a rule by itself if it has an id."""
    one = any_of(TEXT, ref("operation.any"))
    cell = any_of(one, some(any_of(one, some(one))))
    bodies = {**_rule_bodies(words), "is": cell, "rest": _FLAG, "row": TEXT}
    kept = {name: bodies[name] for name in bodies if name != "for_each"}
    hover = {name: (fields.CASE | fields.RULE)[name] for name in kept}
    rest = {"properties": {"rest": {"const": True}}, "required": ["rest"]}
    dependent = {key: ["id"] for key in OF_RULES}
    told = {"oneOf": [{"required": ["is"]}, rest]}
    return {**record(hover, kept), **told, "dependentRequired": dependent}


def _rule_bodies(words: Words) -> dict[str, Schema]:
    quote = closed({"passage": PASSAGE_ID, "quote": TEXT})
    reason = closed({"rule": text_or_list(), "why": TEXT})
    acceptance = closed(
        {"code": {"enum": [*ACCEPTABLE]}, "with": TEXT, "why": TEXT}, ["code", "why"]
    )
    rows = any_of(some({"type": "integer"}), ref("range"))
    answers = {name: ref(f"answers.{name}") for name in words.vocabulary.questions}
    modifies = record(
        fields.MODIFIES,
        {
            "effect": {"enum": [*EFFECTS]},
            "rules": text_or_list(),
            "answers": _list(one_key(answers)),
        },
        ["effect"],
    )
    return {
        "id": _RULE_ID,
        "title": TEXT,
        "quote": TEXT,
        "quotes": some(any_of(TEXT, quote)),
        "school": TEXT,
        "status": {"enum": [*STATUSES]},
        "reading": TEXT,
        "support": any_of(PASSAGE_ID, _list(PASSAGE_ID)),
        "dead": TEXT,
        "for_each": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": ref("new_name"),
            "additionalProperties": rows,
        },
        "when": ref("condition"),
        "then": ref("verdict"),
        "modifies": {**modifies, "anyOf": [{"required": ["rules"]}, {"required": ["answers"]}]},
        **dict.fromkeys(KINDS, any_of(TEXT, reason, _list(any_of(TEXT, reason)))),
        "accept": _list(acceptance),
        "examples": _list(ref("example")),
    }


def _term(words: Words, type_name: str) -> Schema:
    """A term of a type, if the alphabet has that type."""
    return ref(f"term.{type_name}") if type_name in words.types else {"not": {}}


def _values(words: Words) -> Schema:
    """The values of a verdict beside question and answer."""
    amount = {"type": "integer", "minimum": 0}
    bodies: dict[str, Schema] = {
        "strength": {"enum": [*STRENGTHS]},
        "polarity": {"enum": [*POLARITIES]},
        "side": {"enum": [*SIDES]},
        "advice": ref("advice"),
        "days": any_of({"type": "integer", "minimum": 0}, ref("own_name")),
        "direction": ref("term.any"),
        "place": ref("term.palace"),
        "hours": any_of(ref("term.branch"), some(ref("term.branch"))),
        "part_of_day": ref("term.day_part"),
        "day_branch": ref("term.branch"),
        "within_days": any_of({"type": "integer", "minimum": 0}, ref("own_name")),
        "lunar_month": _term(words, "lunar_month"),
        "realm": _term(words, "realm"),
        "general": _term(words, "general"),
        **dict.fromkeys(("number", "li", "paces"), any_of(amount, ref("number"), ref("own_name"))),
        "formation": TEXT,
        "colour": TEXT,
        "epithet": TEXT,
        "if_first_mover": ref("term.party"),
        "parts": {**ref("values"), "minProperties": 1},
    }
    return record({name: fields.VERDICT[name] for name in VALUES}, bodies)


def _verdict(words: Words) -> Schema:
    questions = words.vocabulary.questions
    values = _values(words)["properties"]
    every = dict.fromkeys(name for q in questions.values() for name in q.answers)
    bodies = {**values, "question": ref("question"), "answer": {"enum": [*every]}}
    own = [
        {
            "if": {"properties": {"question": {"const": name}}, "required": ["question"]},
            "then": {"properties": {"answer": ref(f"answers.{name}")}},
        }
        for name in questions
    ]
    return {**record(fields.VERDICT, bodies), "allOf": own}


def _example(words: Words) -> Schema:
    inputs = {name: said(given.speech) for name, given in words.vocabulary.inputs.items()}
    conditions = words.spelled("predicate", words.vocabulary.predicates)
    scalar: Schema = {"type": ["string", "number", "boolean"]}
    bodies = {
        "chart": TEXT,
        "fires": {"enum": [True, False, "undetermined"]},
        "should_fire": _FLAG,
        "should_be_silent": _FLAG,
        "row": TEXT,
        "because": {"enum": [*conditions, *words.edition.concepts]},
        "needs": one_or_some(enumeration(inputs)),
        "gives": {
            "type": "object",
            "properties": dict.fromkeys(("answer", *VALUES), scalar),
            "additionalProperties": False,
        },
        "school": text_or_list(),
        "from": PASSAGE_ID,
    }
    expected: list[Schema] = [
        {"required": ["fires"]},
        {"properties": {"should_fire": {"const": True}}, "required": ["should_fire"]},
        {"properties": {"should_be_silent": {"const": True}}, "required": ["should_be_silent"]},
    ]
    only = [
        {"if": {"required": [key]}, "then": {"properties": {"fires": {"const": value}}}}
        for key, value in (("because", False), ("needs", "undetermined"), ("gives", True))
    ]
    return {
        **record(fields.EXAMPLE, bodies, ["chart"]),
        "allOf": [{"oneOf": expected}, *only],
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}
