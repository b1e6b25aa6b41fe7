"""What each input of a chart is 所占: one table of its type, its name, its token, its column.

From it follow how many values an input has, the columns that terms read of it, what a missing one
is asked for by, and how a chart is written and told as a document. A further input stands here, as
a field of `facts.given.Given`, in the vocabulary (``inputs.yaml``, ``terms.yaml``), and with the
shapes in which its token is read (`facts.circumstances`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from facts.symbols import ALPHABET


def names_of(type_name: str) -> tuple[str, ...]:
    """The names of a type's symbols in their order."""
    return tuple(symbol.name for symbol in ALPHABET.members[type_name])


@dataclass(frozen=True, slots=True)
class Kind:
    """One input: ``words`` name it in messages, ``values`` are its values by their index.

    ``column`` is the column that terms read of it, of symbols of ``type``; empty for none.
    ``asked`` is the input of the vocabulary that settles it. Its token is a value between ``lead``
    and ``unit``.
    """

    type: str
    words: str
    lead: str
    unit: str
    values: tuple[str, ...]
    column: str
    asked: str

    @property
    def size(self) -> int:
        """How many values it has."""
        return len(self.values)

    def token(self, index: int) -> str:
        """The token of a value."""
        return f"{self.lead}{self.values[index]}{self.unit}"


_ROWS = (
    ("day", "pillar", "day pillar", "", "日"),
    ("offset", "plate", "turn of the heaven plate", "", ""),
    ("hour", "branch", "hour", "", "時"),
    ("hour_stem", "stem", "stem of the hour", "", ""),
    ("month_general", "branch", "month general", "", "將"),
    ("day_part", "day_part", "part of the day", "", ""),
    ("season", "season", "season", "", ""),
    ("calendar_season", "season", "season of the year", "", "季"),
    ("month", "branch", "month", "", "月"),
    ("month_stem", "stem", "stem of the month", "", ""),
    ("lunar_month", "lunar_month", "lunar month", "農曆", ""),
    ("lunar_day", "lunar_day", "lunar day", "", ""),
    ("year_stem", "stem", "stem of the year", "", ""),
    ("year", "branch", "year", "", "年"),
    ("birth", "branch", "birth year", "", "年生"),
    ("sex", "", "sex", "", ""),
    ("natal", "branch", "natal branch", "本命", ""),
    ("annual", "branch", "current-year branch", "行年", ""),
    ("enemy", "direction", "direction of the enemy", "敵在", ""),
    ("enemy_palace", "branch", "palace of the enemy", "敵在", ""),
    ("city", "direction", "direction of the city", "城在", ""),
    ("march", "direction", "direction of our march", "往", ""),
    ("march_palace", "branch", "palace we march to", "往", ""),
    ("gate", "branch", "gate we go out by", "出", "門"),
    ("first_mover", "party", "first mover", "", "先動"),
    ("ground", "party", "ground we stand on", "在", "境"),
    ("situation", "situation", "situation of the war", "", ""),
    ("alarm_stem", "stem", "stem of the day of the alarm", "聞", "日"),
    ("alarm_branch", "branch", "branch of the day of the alarm", "", ""),
    ("arrival_stem", "stem", "stem of the day of arrival", "到", "日"),
    ("arrival_branch", "branch", "branch of the day of arrival", "", ""),
    ("envoy_natal", "branch", "natal branch of the man sent", "使本命", ""),
    ("envoy_annual", "branch", "current-year branch of the man sent", "使行年", ""),
    ("term_day", "term_day", "solar term of the day", "", ""),
    ("moon", "mansion", "mansion of the moon", "月在", ""),
    ("moon_palace", "branch", "palace of the moon", "月在", ""),
    ("venus", "direction", "place of Venus", "太白在", ""),
    ("army", "army", "size of our army", "兵", "人"),
    ("omen", "omen", "thing seen", "見", ""),
    ("omen_manner", "manner", "manner of the thing seen", "", ""),
    ("omen_from", "branch", "place whence the thing seen came", "從", ""),
    ("omen_at", "branch", "place of the thing seen", "於", ""),
)
"""Name, type, words, and what stands before and after its value in its token."""

_VALUES = {"sex": ("男", "女"), "calendar_season": names_of("season")[:4]}
"""Values that are not all symbols of a type: the season of the year has no earth days."""

_COLUMN = {"year": "year_branch"} | dict.fromkeys(
    ("day", "offset", "hour_stem", "month_stem", "birth", "sex"), ""
)
"""Columns that are not named as their input; day and plate are columns of the board."""

_ASKED = {
    "calendar_season": "season",
    "lunar_month": "lunar_date",
    "lunar_day": "lunar_date",
    "year_stem": "year",
    "enemy_palace": "enemy",
    "march_palace": "march",
    "alarm_stem": "alarm",
    "alarm_branch": "alarm",
    "arrival_stem": "arrival",
    "arrival_branch": "arrival",
    "moon_palace": "moon",
}
"""Inputs that another name of the vocabulary asks for."""

KINDS: Mapping[str, Kind] = {
    name: Kind(
        type_,
        words,
        lead,
        unit,
        _VALUES.get(name) or names_of(type_),
        _COLUMN.get(name, name),
        _ASKED.get(name, name),
    )
    for name, type_, words, lead, unit in _ROWS
}
"""Every input by its name."""


def words_of(name: str) -> str:
    """What an input is called in messages."""
    kind = KINDS.get(name)
    return kind.words if kind is not None else name.replace("_", " ")
