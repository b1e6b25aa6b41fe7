"""The names of the edition as enumerations, with their sentences as hover texts.

The checker takes a name in any of its aliases and with variant characters (遊都 for 游都): an
enumeration lists the aliases, and a pattern beside it takes the variants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from rules.reader.names import fold

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
"""Any scalar that is not empty: rule files take every scalar as text."""


def text_or_list() -> Schema:
    """One text, or a list of texts."""
    return {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def any_of(*schemas: Schema) -> Schema:
    """One of several; a single one alone."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


def some(items: Schema) -> Schema:
    """A list that is not empty."""
    return {"type": "array", "minItems": 1, "items": items}


def one_or_some(item: Schema) -> Schema:
    """One thing, or a list that is not empty."""
    return {"anyOf": [item, some(item)]}


def record(
    hover: Mapping[str, str], fields: Mapping[str, Schema], required: Iterable[str] = ()
) -> Schema:
    """A mapping of fields, each with its hover text; no others."""
    return closed({name: {"description": hover[name], **fields[name]} for name in hover}, required)


def closed(fields: Mapping[str, Schema], required: Iterable[str] | None = None) -> Schema:
    """A mapping of these fields and no others; all of them are required unless it is said which."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": [*(fields if required is None else required)],
        "additionalProperties": False,
    }


def one_key(entries: Mapping[str, Schema], variants: Mapping[str, Schema] | None = None) -> Schema:
    """A mapping of one key; ``variants`` maps patterns of other spellings."""
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": dict(entries),
        "patternProperties": dict(variants or {}),
        "additionalProperties": False,
    }


def enumeration(hover: Mapping[str, str], variants: Iterable[str] = ()) -> Schema:
    """One of the names; ``variants`` are names whose variant characters are taken as well."""
    names = [*hover]
    shown: Schema = {"enum": names, "enumDescriptions": [*hover.values()]}
    pattern = variants_of(variants)
    if not pattern:
        return shown
    return {"anyOf": [shown, {"type": "string", "pattern": pattern}]}


def variants_of(names: Iterable[str]) -> str:
    """A pattern that takes the names with variant characters; empty if there are none."""
    spelled = [
        "".join(f"[{c}{also[c]}]" if c in also else re.escape(c) for c in name)
        for also in [_variants()]
        for name in dict.fromkeys(map(fold, names))
        if any(c in also for c in name)
    ]
    return f"^(?:{'|'.join(spelled)})$" if spelled else ""


@cache
def _variants() -> dict[str, str]:
    """The variants of each character that has any, of the common Chinese characters."""
    found: dict[str, str] = {}
    for character in map(chr, range(0x3400, 0xA000)):
        folded = fold(character)
        if folded != character:
            found[folded] = found.get(folded, "") + character
    return found
