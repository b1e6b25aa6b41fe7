"""The columns of an input row: one for each input of a chart, each value written as its token.

A row is read as the line of tokens that it comes to, by the same reader as the command line, so
that one notation serves both. A value may be written with its unit or without (``丑時``, ``丑``),
as ``bingzhan judge --format json`` gives it, and where it is unambiguous in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from engine.batch.faults import Bad
from facts.kinds import KINDS
from facts.omens import NOTHING, tokens_of
from facts.readings import BadToken
from facts.symbols import ALPHABET
from facts.tokens import DAYS, MONTHS, is_moment, read_token
from rules.reader.names import fold, suggest

Write: TypeAlias = Callable[[str], str]
"""How a value is written as its token."""


def _around(lead: str, unit: str) -> Write:
    return lambda value: f"{lead}{value.removeprefix(lead).removesuffix(unit)}{unit}"


def _english(type_name: str) -> dict[str, str]:
    """Names of a type's symbols by their English, which a value may be written in."""
    return {s.english.removeprefix("the "): s.name for s in ALPHABET.members[type_name]}


_ENGLISH = {name: _english(name) for name in ("season", "direction", "day_part", "situation")}
_ENGLISH["party"] = _english("party") | {"us": "我"}
_SEXES = {"male": "男", "female": "女", "man": "男", "woman": "女"}


def _omen(value: str) -> str:
    return "無所見" if value == NOTHING else _around("見", "")(value)


def _lunar_month(value: str) -> str:
    plain = value.removesuffix("月").removeprefix("農曆")
    if plain.isdecimal() and 1 <= int(plain) <= 12:
        plain = MONTHS[int(plain) - 1]
    return f"農曆{plain}月"


def _lunar_day(value: str) -> str:
    return DAYS[int(value) - 1] if value.isdecimal() and 1 <= int(value) <= 30 else value


def _birth(value: str) -> str:
    return f"{value.removesuffix('生').removesuffix('年')}年生"


_OWN_TOKEN: dict[str, Write] = {
    "lunar_month": _lunar_month,
    "lunar_day": _lunar_day,
    "birth": _birth,
    "omen": _omen,
}
_OWN_ENGLISH = {"sex": _SEXES, "gate": _ENGLISH["direction"]}
_EVENTS = ("alarm", "arrival")
_APART = tuple(f"{event}_{part}" for event in _EVENTS for part in ("stem", "branch"))
_BESIDE = {"hour": "hour_stem", "month": "month_stem", "year": "year_stem"}
_BESIDE |= {"enemy": "enemy_palace", "march": "march_palace"}
_BESIDE |= {"enemy_palace": "enemy", "march_palace": "march"}
"""Inputs that a value may give beside its own: a pillar its stem, a branch its point."""


class Field(NamedTuple):
    """How a column is read: as which token, by which English words, and what that may give."""

    write: Write
    english: dict[str, str]
    gives: frozenset[str]


def _field(name: str) -> Field:
    kind = KINDS[name]
    return Field(
        _OWN_TOKEN.get(name) or _around(kind.lead, kind.unit),
        _OWN_ENGLISH.get(name) or _ENGLISH.get(kind.type, {}),
        frozenset({name, _BESIDE.get(name, name)}),
    )


def _fields() -> dict[str, Field]:
    """Every column of one input; a plate stands for the turn, an event for its stem and branch."""
    found = {"day": _field("day"), "plate": Field(str, {}, _PLATE)}
    within = {"offset", *_APART, *_BESIDE.values()} - _BESIDE.keys()
    found |= {name: _field(name) for name in KINDS if name not in within}
    for event in _EVENTS:
        kind = KINDS[f"{event}_stem"]
        gives = frozenset({f"{event}_stem", f"{event}_branch"})
        found[event] = Field(_around(kind.lead, kind.unit), {}, gives)
    return found


_PLATE = frozenset({"offset", "over_stem", "over_branch"})
_TOKEN = _fields()
_NUMBERED = frozenset({"month", "lunar_month", "lunar_day"})
"""Inputs that may be given as a number."""

LINES = ("chart", "notation")
"""Columns that hold a whole chart in the notation."""

INPUTS = (*LINES, "at", *_TOKEN, "saw", *_APART)
"""Every column that is an input; ``at`` is a moment. Of the day of an event stem and branch may
stand apart, as ``bingzhan judge --format json`` gives them; ``saw`` is as the option ``--saw``."""


def unlike(names: Iterable[str], carried: Iterable[str] = ()) -> None:
    """Refuse a column that is no input and looks like a misspelt one; Bad."""
    allowed = frozenset(carried)
    for name in names:
        if name in INPUTS or name in allowed:
            continue
        meant = _misspelt(name)
        if meant:
            raise Bad(
                "E505",
                f"the column `{name}` is none of the inputs: did you mean `{meant}`?",
                f"name it with --carry {name} if it is to be carried through as it is",
                name,
            )


@lru_cache(maxsize=4096)
def _misspelt(name: str) -> str:
    """The input that a column's name is all but, or an empty text.

    Closer than names are suggested elsewhere: `place` and `date` are columns of their own.
    """
    plain = _plain(name)
    for known in suggest(name, INPUTS):
        own = _plain(known)
        same = plain == own or (len(own) > 2 and sorted(plain) == sorted(own))
        if same or SequenceMatcher(None, plain, own, autojunk=False).ratio() > _NEAR:
            return known
    return ""


_NEAR = 0.85


def _plain(name: str) -> str:
    """A name by its letters: without case, underscores and the plural."""
    return "".join(filter(str.isalpha, name.casefold())).removesuffix("s")


_READ = frozenset((*LINES, "at", *_TOKEN, "saw"))


def line_of(fields: Mapping[str, Any]) -> str:
    """The chart that the inputs of a row write, as a line of tokens; Bad.

    What is None or blank is not given.
    """
    words = []
    for event in _EVENTS:
        stem, branch = (fields.get(f"{event}_{part}") for part in ("stem", "branch"))
        if stem or branch:
            name = f"{event}_stem" if stem else f"{event}_branch"
            day = "".join(_text(name, part) for part in (stem, branch) if part)
            words.append(_word(event, day))
    for name, value in fields.items():
        if name not in _READ or value is None or value == "":
            continue
        text = _text(name, value)
        if text:
            words.append(text if name in LINES else _word(name, text))
    if not words:
        known = ", ".join(INPUTS[:8])
        raise Bad("E507", "the row gives nothing of a chart", f"its columns are {known} ...")
    return " ".join(words)


def _text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool) and name in _NUMBERED:
        return str(value)
    if name == "at" and hasattr(value, "isoformat"):
        return str(value.isoformat())
    what = type(value).__name__
    kind = {"bool": "a truth value", "int": "a number", "float": "a number"}.get(what)
    kind = kind or {"list": "a list", "dict": "an object"}.get(what, f"of the type {what}")
    raise Bad("E502", f"`{name}` is {kind}: a text is wanted", _example(name), name)


@lru_cache(maxsize=65536)
def _word(name: str, value: str) -> str:
    """A value as its token; Bad where it is not one of this input."""
    if name == "at":
        if is_moment(value):
            return value
        raise Bad("E305", f"{value!r} is not a moment", "write it as 2026-11-30T14:50", name)
    if name == "saw":
        try:
            return tokens_of(value)
        except BadToken as fault:
            raise Bad(
                "E301", f"`saw`: {fault}", "bingzhan omens lists the things seen", name
            ) from None
    write, english, gives = _TOKEN[name]
    plain = english.get(value.casefold().removeprefix("the ").replace("_", "-"), value)
    token = write(fold(plain))
    try:
        settings = read_token(token)
    except BadToken as fault:
        hint = f"did you mean {fault.meant}?" if fault.meant else _example(name)
        raise Bad("E301", f"`{name}`: {fault}", hint, name) from None
    if not gives.issuperset(given for given, _ in settings):
        raise Bad("E301", f"`{name}` cannot be {value!r}", _example(name), name)
    return token


def _example(name: str) -> str:
    return f"write it as {EXAMPLES[name]}" if name in EXAMPLES else ""


EXAMPLES = {
    "chart": "丙辰日 亥將 丑時 春",
    "notation": "丙辰日 亥將 丑時 春",
    "at": "2026-11-30T14:50",
    "day": "丙辰",
    "plate": "戌加子, 伏吟 or 干上亥",
    "month_general": "亥",
    "hour": "丑, or 己丑",
    "season": "春, or spring",
    "calendar_season": "春, or spring",
    "month": "卯, 己卯, 二 or 2",
    "year": "甲子, or 子",
    "lunar_month": "正, or 1",
    "lunar_day": "初六, or 6",
    "day_part": "晝 or 夜, day or night",
    "birth": "庚午",
    "sex": "男 or 女, male or female",
    "natal": "子",
    "annual": "午",
    "enemy": "西, west, or a branch",
    "city": "北, north, or a branch",
    "first_mover": "我 or 敵, us or enemy",
    "enemy_palace": "子",
    "march": "南, south, or a branch",
    "march_palace": "午",
    "gate": "南, south, or a branch",
    "ground": "我 or 敵, us or enemy",
    "situation": "對壘",
    "alarm": "甲子, or 甲",
    "arrival": "丙午, or 丙",
    "envoy_natal": "子",
    "envoy_annual": "午",
    "term_day": "立春日",
    "moon": "畢",
    "moon_palace": "酉",
    "venus": "西, or west",
    "army": "千",
    "saw": "蛇入營, 傷人, 從寅",
    "omen": "蛇入營",
    "omen_manner": "傷人",
    "omen_from": "寅",
    "omen_at": "午",
}
"""How a value of each input is written."""
