"""How the parts of tokens are read: branches, pillars, points of the compass."""

from __future__ import annotations

from facts.given import DIRECTIONS, POINT_OF
from facts.pillars import parse_pillar
from facts.symbols import ALPHABET, BRANCHES, PILLARS, STEMS
from rules.reader.names import suggest

Setting = tuple[str, int]
"""An input and its value; ``over_stem`` and ``over_branch`` give a board once the day is known."""


class BadToken(ValueError):
    """A token that cannot be read; ``bad`` is its wrong part, ``meant`` what that may have been.

    ``known`` is false where not even the kind of the token is known.
    """

    def __init__(self, message: str, bad: str = "", meant: str = "", known: bool = True) -> None:
        super().__init__(message)
        self.bad = bad
        self.meant = meant
        self.known = known


def branch(name: str) -> int:
    """The index of a branch; BadToken."""
    symbol = ALPHABET.find(name)
    if symbol is None or symbol.type != "branch":
        meant = "".join(suggest(name, BRANCHES, limit=1))
        raise BadToken(f"{name} is not a branch, {BRANCHES[0]} to {BRANCHES[-1]}", name, meant)
    return symbol.index


def pillar(name: str) -> int:
    """The index of a pillar; BadToken with what was probably meant."""
    try:
        return parse_pillar(name)
    except ValueError as error:
        stem, branch = suggest(name[:1], STEMS, limit=1), suggest(name[1:], BRANCHES, limit=1)
        meant = "".join(stem + branch)  # 已亥 for 己亥, 戊戍 for 戊戌
        raise BadToken(str(error), name, meant if meant in PILLARS else "") from None


def pillar_or_branch(name: str, of_branch: str, of_stem: str) -> list[Setting]:
    """A pillar gives its branch and its stem, a single character the branch alone."""
    if len(name) == 1:
        return [(of_branch, branch(name))]
    index = pillar(name)
    return [(of_branch, index % 12), (of_stem, index % 10)]


_TURNED = ("北東", "南東", "北西", "南西")


def direction(name: str) -> int:
    """The point of the compass (0-7) of a direction or a branch; BadToken."""
    plain = name.removeprefix("正").removesuffix("方")
    if plain in _TURNED:
        plain = plain[::-1]
    if plain in DIRECTIONS:
        return DIRECTIONS.index(plain)
    try:
        return POINT_OF[branch(plain)]
    except BadToken as error:
        message = f"{name} is not one of {' '.join(DIRECTIONS)} or a branch"
        raise BadToken(message, plain, error.meant) from None
