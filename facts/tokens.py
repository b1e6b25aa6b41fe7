"""The tokens of the notation of charts, each read into the inputs that it gives.

A token is of a kind (day, month general, hour ...) by its shape; what is not of any kind, or of a
known kind with a wrong value, is a `BadToken` that says what was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from facts.given import DIRECTIONS, POINT_OF, SEASONS, SITUATIONS
from facts.pillars import parse_pillar
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
    ("敵在西", "the direction of the enemy: eight points or a branch"),
    ("城在北", "the direction of the city"),
    ("往南", "whither we march: eight points or a branch"),
    ("出南門", "the gate we go out by: 東南西北 or a branch"),
    ("我先動", "who moves first (我先動 敵先動)"),
    ("在敵境", "whose ground we stand on (在我境 在敵境)"),
    ("對壘", f"the situation of the war ({' '.join(SITUATIONS)})"),
    ("聞甲子日", "the day on which the alarm was heard, or its stem: 聞甲日"),
    ("到丙午日", "the day on which the envoy arrives"),
    ("使行年午", "the current-year branch of the man who is sent"),
    ("使本命子", "his natal branch"),
)
"""A token of each kind with what it gives."""

Setting = tuple[str, int]
"""An input and its value; ``over_stem`` and ``over_branch`` give a board once the day is known."""


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


class BadToken(ValueError):
    """A token that cannot be read; ``bad`` is its wrong part, ``meant`` what that may have been.

    ``known`` is false where not even the kind of the token is known.
    """

    def __init__(self, message: str, bad: str = "", meant: str = "", known: bool = True) -> None:
        super().__init__(message)
        self.bad = bad
        self.meant = meant
        self.known = known


def _branch(name: str) -> int:
    symbol = ALPHABET.find(name)
    if symbol is None or symbol.type != "branch":
        meant = "".join(suggest(name, BRANCHES, limit=1))
        raise BadToken(f"{name} is not a branch, {BRANCHES[0]} to {BRANCHES[-1]}", name, meant)
    return symbol.index


def _pillar(name: str) -> int:
    try:
        return parse_pillar(name)
    except ValueError as error:
        stem, branch = suggest(name[:1], STEMS, limit=1), suggest(name[1:], BRANCHES, limit=1)
        meant = "".join(stem + branch)  # 已亥 for 己亥, 戊戍 for 戊戌
        raise BadToken(str(error), name, meant if meant in PILLARS else "") from None


def _pillar_or_branch(name: str, branch: str, stem: str) -> list[Setting]:
    """A pillar gives its branch and its stem, a single character the branch alone."""
    if len(name) == 1:
        return [(branch, _branch(name))]
    pillar = _pillar(name)
    return [(branch, pillar % 12), (stem, pillar % 10)]


_TURNED = ("北東", "南東", "北西", "南西")


def _direction(name: str) -> int:
    plain = name.removeprefix("正").removesuffix("方")
    if plain in _TURNED:
        plain = plain[::-1]
    if plain in DIRECTIONS:
        return DIRECTIONS.index(plain)
    try:
        return POINT_OF[_branch(plain)]
    except BadToken as error:
        message = f"{name} is not one of {' '.join(DIRECTIONS)} or a branch"
        raise BadToken(message, plain, error.meant) from None


def _place(name: str, point: str, palace: str) -> list[Setting]:
    """A branch gives its point and itself; a point gives its palace if but one lies there."""
    plain = name.removeprefix("正").removesuffix("方")
    at = _direction(name)
    if plain in BRANCHES:
        return [(point, at), (palace, _branch(plain))]
    return [(point, at)] if POINT_OF.count(at) > 1 else [(point, at), (palace, POINT_OF.index(at))]


def _gate(name: str) -> list[Setting]:
    palace = POINT_OF.index(_direction(name)) if name in DIRECTIONS else _branch(name)
    if name in DIRECTIONS and POINT_OF.count(DIRECTIONS.index(name)) > 1:
        raise BadToken(f"{name} is no gate: a gate is one of 東南西北 or a branch", name)
    return [("gate", palace)]


def _day_of(name: str, event: str) -> list[Setting]:
    """The day of an event: its pillar, or its stem alone."""
    if name in STEMS:
        return [(f"{event}_stem", STEMS.index(name))]
    pillar = _pillar(name)
    return [(f"{event}_stem", pillar % 10), (f"{event}_branch", pillar % 12)]


def _month(name: str) -> list[Setting]:
    plain = "正" if name == "一" else name
    if plain in MONTHS:
        return [("month", (MONTHS.index(plain) + 2) % 12)]
    if plain.isdecimal() and 1 <= int(plain) <= 12:
        return [("month", (int(plain) + 1) % 12)]
    try:
        return _pillar_or_branch(plain, "month", "month_stem")
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
    seat = LODGING[STEMS.index(lower)] if lower in STEMS else _branch(lower)
    return [("offset", (_branch(upper) - seat) % 12)]


Reader = Callable[[re.Match[str]], list[Setting]]

_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(shape), reader)
    for shape, reader in (
        (r"(..?)日占?", lambda m: [("day", _pillar(m[1]))]),
        (r"(?:月將)?(.)將", lambda m: [("month_general", _branch(m[1]))]),
        (r"月將(.)", lambda m: [("month_general", _branch(m[1]))]),
        (r"(..?)時", lambda m: _pillar_or_branch(m[1], "hour", "hour_stem")),
        (r"(\d+|..?)月", lambda m: _month(m[1])),
        (r"(..?)年", lambda m: _pillar_or_branch(m[1], "year", "year_stem")),
        (r"(?:本命|命)(.+)", lambda m: [("natal", _branch(m[1]))]),
        (r"行年(.+)", lambda m: [("annual", _branch(m[1]))]),
        (r"(?:敵|賊)在(.+)", lambda m: _place(m[1], "enemy", "enemy_palace")),
        (r"[往向](.+)", lambda m: _place(m[1], "march", "march_palace")),
        (r"出(.+)門", lambda m: _gate(m[1])),
        (r"在(我|敵|賊|彼)境", lambda m: [("ground", int(m[1] != "我"))]),
        (rf"({'|'.join(SITUATIONS)})", lambda m: [("situation", SITUATIONS.index(m[1]))]),
        (r"聞驚?(..?)日", lambda m: _day_of(m[1], "alarm")),
        (r"到(..?)日", lambda m: _day_of(m[1], "arrival")),
        (r"[使去]人?行年(.+)", lambda m: [("envoy_annual", _branch(m[1]))]),
        (r"[使去]人?本命(.+)", lambda m: [("envoy_natal", _branch(m[1]))]),
        (r"城在(.+)", lambda m: [("city", _direction(m[1]))]),
        (r"(我|敵|賊|彼)先動", lambda m: [("first_mover", int(m[1] != "我"))]),
        (r"伏吟", lambda _: [("offset", 0)]),
        (r"返吟|反吟", lambda _: [("offset", 6)]),
        (r"(晝|昼|夜)占?", lambda m: [("day_part", int(m[1] == "夜"))]),
        (r"([春夏秋冬])(?:月|占)?", lambda m: [("season", SEASONS.index(m[1]))]),
        (r"([春夏秋冬])季", lambda m: [("calendar_season", SEASONS.index(m[1]))]),
        (r"農曆閏?(..?)月", lambda m: [("lunar_month", _lunar_month(m[1]))]),
        (rf"(?:農曆)?閏?(..?)月{_DAYS}", _lunar_date),
        (_DAYS, lambda m: [("lunar_day", _lunar_day(m[1]))]),
        (r"(..?)年生", lambda m: [("birth", _pillar_or_branch(m[1], "birth", "")[0][1])]),
        (r"(男|女)命?", lambda m: [("sex", int(m[1] == "女"))]),
        (r"四季|土旺|土用", lambda _: [("season", SEASONS.index("四季"))]),
        (r"(.)加(.)", _laid),
        (r"干上(.)", lambda m: [("over_stem", _branch(m[1]))]),
        (r"支上(.)", lambda m: [("over_branch", _branch(m[1]))]),
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
    placed = (f"{lead}{d}" for lead in ("敵在", "城在", "往") for d in DIRECTIONS)
    gates = (f"出{place}門" for place in ("東", "南", "西", "北", *BRANCHES))
    sent = (f"使{lead}{b}" for lead in ("行年", "本命") for b in BRANCHES)
    events = (f"{lead}{p}日" for lead in ("聞", "到") for p in PILLARS)
    months = (f"{month}月" for month in MONTHS)
    births = (f"{p}年生" for p in PILLARS)
    said = ("我先動", "敵先動", "在我境", "在敵境", "伏吟", "返吟", "晝", "夜")
    words = (*said, *SITUATIONS, *SEASONS)
    known = (of_pillar, of_branch, led, placed, gates, sent, events, months, births)
    return (*words, *chain.from_iterable(known))


# What may be written without blanks between, as the books do: 春丙辰日亥將丑時. Characters that
# are often mistaken for a stem or a branch stand here too, so that the fault is shown at its token.
_STEM, _BRANCH = f"[{''.join(STEMS)}已巳戌戍]", f"[{''.join(BRANCHES)}己已戊戍末]"
_MONTH = "(?:正|十?[一二]|[三四五六七八九十])"
_DAY = r"(?:初[一二三四五六七八九十]|(?:二?十|廿)[一二三四五六七八九]|[二三]十)日?(?!月)"
_POINT = rf"正?(?:[東西][南北]|[南北][東西]|[東南西北]|{_BRANCH})方?"
_GLUED = re.compile(
    rf"(?:聞驚?|到){_STEM}{_BRANCH}?日|[使去]人?(?:行年|本命){_BRANCH}"
    rf"|[往向]{_POINT}|出(?:[東西南北]|{_BRANCH})門|在[我敵賊彼]境|{'|'.join(SITUATIONS)}"
    rf"|{_STEM}{_BRANCH}日占?|{_STEM}?{_BRANCH}年生|[男女]命?"
    rf"|(?:農曆)?閏?{_MONTH}月{_DAY}|農曆閏?{_MONTH}月|{_DAY}"
    rf"|月將{_BRANCH}|{_BRANCH}將|(?:本命|行年){_BRANCH}"
    rf"|{_STEM}?{_BRANCH}[時月年]|(?:{_MONTH}|\d+)月"
    rf"|{_BRANCH}加(?:{_BRANCH}|{_STEM})|[干支]上{_BRANCH}|[敵賊城]在{_POINT}"
    r"|[春夏秋冬](?:月(?!將)|季|占)?|四季|土旺|土用|[晝昼夜]占?|伏吟|[返反]吟|[我敵賊彼]先動"
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
