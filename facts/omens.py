"""Things seen 占異 by name: the vocabulary searched, and what a user saw as tokens of a chart.

A thing seen is a symbol of the alphabet (蛇入營, a snake enters the camp), with its manner (傷人,
hurting men), whence it came and where it was.
"""

from __future__ import annotations

import re

from facts.readings import BadToken, branch
from facts.symbols import ALPHABET, Symbol
from rules.reader.names import fold, suggest

NOTHING = "無"
"""The thing seen where nothing was seen."""

_PLACES = {"from": "從", "at": "於", "從": "從", "自": "從", "於": "於", "在": "於"}
_PLACE = re.compile(r"(from|at|從|自|於|在)\s*(\S+?)方?", re.IGNORECASE)


def found(words: str, kind: str = "omen") -> list[Symbol]:
    """The things seen (or the manners) that have every word, in Chinese or in English."""
    wanted = fold(words).casefold().split()
    return [
        symbol
        for symbol in ALPHABET.members[kind]
        if all(word in symbol.name or word in symbol.english.casefold() for word in wanted)
    ]


def named(words: str, kind: str = "omen") -> Symbol:
    """The one thing seen (or manner) that is meant; BadToken where there is none, or several."""
    text = fold(words.strip()).removeprefix("見" if kind == "omen" else "")
    exact = [
        symbol
        for symbol in ALPHABET.members[kind]
        if text == symbol.name or text.casefold() == symbol.english.casefold()
    ]
    likely = exact or ([ALPHABET.by_name[NOTHING]] if text == "無所見" else found(text, kind))
    if len(likely) == 1:
        return likely[0]
    if likely:
        several = ", ".join(f"{s.name} ({s.english})" for s in likely[:6])
        more = f" and {len(likely) - 6} more" if len(likely) > 6 else ""
        raise BadToken(f"`{words}` may be {several}{more}: name one of them", words)
    known = [name for s in ALPHABET.members[kind] for name in (s.name, s.english)]
    near = ", ".join(suggest(text, known))
    hint = f"; is it {near}?" if near else ""
    what = "a thing seen" if kind == "omen" else "the manner of a thing seen"
    raise BadToken(f"`{words}` is not {what} that the book knows{hint}", words)


def tokens_of(seen: str) -> str:
    """What was seen as tokens: ``snake enters the camp, hurting men, from 寅``; BadToken."""
    thing, *more = (part.strip() for part in re.split("[,，、·]", seen))
    omen = named(thing)
    words = ["無所見" if omen.name == NOTHING else f"見{omen.name}"]
    for part in more:
        place = _PLACE.fullmatch(part)
        if place:
            index = branch(place[2])
            words.append(_PLACES[place[1].casefold()] + ALPHABET.members["branch"][index].name)
        elif part:
            words.append(named(part, "manner").name)
    return " ".join(words)
