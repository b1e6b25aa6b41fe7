"""JSON Schema (2020-12) of the rule files, generated from the vocabulary, for editors.

A schema sees one file and not the book: it knows every name of the edition, with its sentence as
hover text, and which may stand where. It does not know what a file's own names (roles, plates,
bound names) mean, whether a quote is in its text, nor anything that two fields say of each other
by their text; the checker does.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.authoring.schema.data import (
    concepts_schema,
    schools_schema,
    signs_schema,
    tables_schema,
    vocabulary_schema,
)
from engine.authoring.schema.names import Schema
from engine.authoring.schema.section import section_definitions
from engine.authoring.schema.words import Words
from rules.reader.edition import Edition

KINDS = {
    "section": "A section of the book: passages with their rules",
    "concepts": "Conditions defined once and used by name",
    "tables": "Tables of the book",
    "vocabulary": "What rules may name: terms, predicates, questions, symbols",
    "schools": "Casting schools by name",
    "signs": "What each question is read from",
}
"""The kinds of files, each with its title."""


def schema_of(kind: str, edition: Edition) -> Schema:
    """The schema of a kind of file, with the names that the edition has."""
    words = Words(edition)
    definitions = dict(section_definitions(words))
    bodies: dict[str, Callable[[], Schema]] = {
        "section": lambda: definitions["section"],
        "concepts": lambda: concepts_schema(words),
        "tables": lambda: tables_schema(words),
        "vocabulary": lambda: vocabulary_schema(words),
        "schools": schools_schema,
        "signs": lambda: signs_schema(edition),
    }
    body = bodies[kind]()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": KINDS[kind]}
    return {**head, **body, "$defs": _used(body, definitions)}


def _used(body: Schema, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions that a schema refers to, directly or through others."""
    found: dict[str, Schema] = {}
    waiting: list[object] = [body]
    while waiting:
        match waiting.pop():
            case dict() as part:
                name = str(part.get("$ref", "")).removeprefix("#/$defs/")
                if name and name not in found:
                    found[name] = definitions[name]
                    waiting.append(definitions[name])
                waiting += part.values()
            case list() as items:
                waiting += items
    return {name: found[name] for name in sorted(found)}
