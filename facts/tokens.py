"""The tokens of the notation of charts, each read into the inputs that it gives.

A token is of a kind (day, month general, hour ...) by its shape; what is not of any kind, or of a
known kind with a wrong value, is a `BadToken` that says what was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from facts import circumstances
from facts.circumstances import Reader
from facts.given import SEASONS
from facts.readings import BadToken, Setting, branch, pillar, pillar_or_branch
from facts.symbols import ALPHABET, BRANCHES, LODGING, PILLARS, STEMS
from rules.reader.names import fold, suggest
from rules.reader.nodes import Source, Span

MONTHS = ("正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")

EXAMPLES = (
    ("甲子日", "the day pillar"),
    ("亥將", "the month general"),
    ("丑時", "the hour"),
    ("春", "the season (春 夏 秋 冬, or 四季 for the earth days; 春季 leaves that open)"),
    ("卯月", "the month; also 甲寅月, 正月 to 十二月"),
    ("正月初六", "the lunar month and day"),
    ("甲子年", "the year"),
    ("晝", "day or night (晝 夜)"),
    ("戌加子", "the board: this branch over that one; also 伏吟 返吟 干上亥 支上亥"),
    ("本命子", "the commander's natal branch"),
    ("行年午", "the commander's current-year branch"),
    ("庚午年生", "the year of his birth, which gives both with 男 or 女 and the year"),
    *circumstances.EXAMPLES,
)
"""A token of each kind with what it gives."""


class Token(NamedTuple):
    """One token of a line, from ``start`` to ``end``; ``text`` has variant characters folded."""

    text: str
    source: Source
    start: int
    end: int
    is_moment: bool = False

    @property
    def span(self) -> Span:
        """Its place in the line."""
        return Span(self.source, 0, self.start, 0, self.end)


def _month(name: str) -> list[Setting]:
    plain = "正" if name == "一" else name
    if plain in MONTHS:
        return [("month", (MONTHS.index(plain) + 2) % 12)]
    if plain.isdecimal() and 1 <= int(plain) <= 12:
        return [("month", (int(plain) + 1) % 12)]
    try:
        return pillar_or_branch(plain, "month", "month_stem")
    except BadToken as error:
        message = f"{name} is not a month: 正 to 十二, 1 to 12, a branch 寅 or a pillar 丙寅"
        raise BadToken(message, name, error.meant) from None


DAYS = tuple(s.name for s in ALPHABET.members["lunar_day"])
_DAYS = r"(初.|十.?|二十.?|廿.|三十)日?"


def _ordinal(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        meant = "".join(suggest(name, names, limit=1))
        raise BadToken(f"{name} is not one of {names[0]} to {names[-1]}", name, meant)
    return names.index(name)


def _lunar_day(name: str) -> int:
    return _ordinal(DAYS, f"廿{name[2]}" if name[:2] == "二十" and name[2:] else name)


def _lunar_month(name: str) -> int:
    return _ordinal(MONTHS, "正" if name == "一" else name)


def _lunar_date(match: re.Match[str]) -> list[Setting]:
    return [("lunar_month", _lunar_month(match[1])), ("lunar_day", _lunar_day(match[2]))]


def _laid(match: re.Match[str]) -> list[Setting]:
    upper, lower = match[1], match[2]
    seat = LODGING[STEMS.index(lower)] if lower in STEMS else branch(lower)
    return [("offset", (branch(upper) - seat) % 12)]


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(shape), reader)
    for shape, reader in (
        (r"(..?)日占?", lambda m: [("day", pillar(m[1]))]),
        (r"(?:月將)?(.)將", lambda m: [("month_general", branch(m[1]))]),
        (r"月將(.)", lambda m: [("month_general", branch(m[1]))]),
        (r"(..?)時", lambda m: pillar_or_branch(m[1], "hour", "hour_stem")),
        (r"(\d+|..?)月", lambda m: _month(m[1])),
        (r"(..?)年", lambda m: pillar_or_branch(m[1], "year", "year_stem")),
        (r"(?:本命|命)(.+)", lambda m: [("natal", branch(m[1]))]),
        (r"行年(.+)", lambda m: [("annual", branch(m[1]))]),
        (r"伏吟", lambda _: [("offset", 0)]),
        (r"返吟|反吟", lambda _: [("offset", 6)]),
        (r"(晝|昼|夜)占?", lambda m: [("day_part", int(m[1] == "夜"))]),
        (r"([春夏秋冬])(?:月|占)?", lambda m: [("season", SEASONS.index(m[1]))]),
        (r"([春夏秋冬])季", lambda m: [("calendar_season", SEASONS.index(m[1]))]),
        (r"農曆閏?(..?)月", lambda m: [("lunar_month", _lunar_month(m[1]))]),
        (rf"(?:農曆)?閏?(..?)月{_DAYS}", _lunar_date),
        (_DAYS, lambda m: [("lunar_day", _lunar_day(m[1]))]),
        (r"(..?)年生", lambda m: [("birth", pillar_or_branch(m[1], "birth", "")[0][1])]),
        (r"(男|女)命?", lambda m: [("sex", int(m[1] == "女"))]),
        (r"四季|土旺|土用", lambda _: [("season", SEASONS.index("四季"))]),
        (r"(.)加(.)", _laid),
        (r"干上(.)", lambda m: [("over_stem", branch(m[1]))]),
        (r"支上(.)", lambda m: [("over_branch", branch(m[1]))]),
        *circumstances.READERS,
    )
)


@lru_cache(maxsize=8192)
def read_token(text: str) -> tuple[Setting, ...]:
    """The inputs that a token gives; BadToken where it is wrong.

    Where two kinds have its shape (春月, 正月), the one that can read it is meant.
    """
    faults = []
    for shape, reader in _READERS:
        match = shape.fullmatch(text)
        if match is None:
            continue
        try:
            return tuple(reader(match))
        except BadToken as fault:
            faults.append(fault)
    if faults:
        first = faults[0]
        meant = text.replace(first.bad, first.meant, 1) if first.meant else ""
        raise BadToken(str(first), text, meant)
    hidden = next((c for c in text if not c.isprintable()), "")
    if hidden:
        raise BadToken(f"there is a character that is not seen, U+{ord(hidden):04X}", known=False)
    near = ", ".join(suggest(text, _correct_tokens()))
    raise BadToken(f"`{text}` is not part of a chart", text, near, known=False)


@cache
def _correct_tokens() -> tuple[str, ...]:
    """Every token worth suggesting."""
    of_pillar = (p + unit for unit in "日時月年" for p in PILLARS)
    of_branch = (b + unit for unit in "將時月年" for b in BRANCHES)
    led = (f"{lead}{b}" for lead in ("月將", "本命", "行年", "干上", "支上") for b in BRANCHES)
    months = (f"{month}月" for month in MONTHS)
    births = (f"{p}年生" for p in PILLARS)
    words = ("伏吟", "返吟", "晝", "夜", *SEASONS)
    known = (of_pillar, of_branch, led, months, births, circumstances.correct_tokens())
    return (*words, *chain.from_iterable(known))


# What may be written without blanks between, as the books do: 春丙辰日亥將丑時. Characters that
# are often mistaken for a stem or a branch stand here too, so that the fault is shown at its token.
_STEM, _BRANCH = f"[{''.join(STEMS)}已巳戌戍]", f"[{''.join(BRANCHES)}己已戊戍末]"
_MONTH = "(?:正|十?[一二]|[三四五六七八九十])"
# A 月 that begins 月在畢 belongs to no day and to no season before it.
_MOON = rf"月在(?:{_BRANCH}|{circumstances.MANSIONS})"
_DAY = (
    r"(?:初[一二三四五六七八九十]|(?:二?十|廿)[一二三四五六七八九]|[二三]十)日?"
    rf"(?:(?={_MOON})|(?!月))"
)
_POINT = rf"正?(?:[東西][南北]|[南北][東西]|[東南西北]|{_BRANCH})方?"
_GLUED = re.compile(
    rf"{circumstances.glued(_STEM, _BRANCH, _POINT)}"
    rf"|{_STEM}{_BRANCH}日占?|{_STEM}?{_BRANCH}年生|[男女]命?"
    rf"|(?:農曆)?閏?{_MONTH}月{_DAY}|農曆閏?{_MONTH}月|{_DAY}"
    rf"|月將{_BRANCH}|{_BRANCH}將|(?:本命|行年){_BRANCH}"
    rf"|{_STEM}?{_BRANCH}[時月年]|(?:{_MONTH}|\d+)月"
    rf"|{_BRANCH}加(?:{_BRANCH}|{_STEM})|[干支]上{_BRANCH}"
    rf"|[春夏秋冬](?:(?!{_MOON})月(?!將)|季|占)?|四季|土旺|土用|[晝昼夜]占?|伏吟|[返反]吟"
)


# A moment may have a blank before its time: 2026-11-30 14:50.
_WORD = re.compile(r"[-+]?\d{1,6}-\d{1,2}-\d{1,2} \d{1,2}:[^\s,，、;；。]+|[^\s,，、;；。．·]+")


_MOMENT = re.compile(r"[-+]?\d{1,6}-\d{1,2}-\d{1,2}")


def is_moment(text: str) -> bool:
    """Whether a text begins as a moment does, with a date (``2026-11-30``)."""
    return _MOMENT.match(text) is not None


def tokens(source: Source) -> Iterator[Token]:
    """The tokens of a line: what stands between blanks and stops, variants folded."""
    for match in _WORD.finditer(source.text):
        at = match.start()
        for start, end, text, dated in _pieces(match[0]):
            yield Token(text, source, at + start, at + end, dated)


@lru_cache(maxsize=8192)
def _pieces(word: str) -> tuple[tuple[int, int, str, bool], ...]:
    """The tokens of a word with their places: several if it is glued of nothing but tokens."""
    folded = fold(word)
    if is_moment(folded):
        return ((0, len(word), folded, True),)
    matches = list(_GLUED.finditer(folded))
    if len(folded) == len(word) and "".join(m[0] for m in matches) == folded:
        return tuple((*m.span(), m[0], False) for m in matches)
    return ((0, len(word), folded, False),)
