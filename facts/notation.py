"""The notation of charts: tokens in any order, as ``丙辰日 亥將 丑時 春``.

``parse`` gives every fault of the line at once, each at its token, with what was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from facts.given import DIRECTIONS, SEASONS, Contradiction, Given
from facts.pillars import parse_pillar
from facts.symbols import ALPHABET, BRANCHES, LODGING, STEMS
from rules.reader.diagnostics import InputError, Report
from rules.reader.marks import Source, Span
from rules.reader.names import fold, suggest

MAX_LENGTH = 500

MONTHS = ("正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")

EXAMPLES = (
    ("甲子日", "the day pillar"),
    ("亥將", "the month general"),
    ("丑時", "the hour"),
    ("春", "the season (春 夏 秋 冬, or 四季 for the earth days)"),
    ("卯月", "the month"),
    ("甲子年", "the year"),
    ("晝", "day or night (晝 夜)"),
    ("戌加子", "the board: this branch over that one; also 伏吟 返吟 干上亥 支上亥"),
    ("本命子", "the commander's natal branch"),
    ("行年午", "the commander's current-year branch"),
    ("敵在西", "the direction of the enemy: eight points or a branch"),
    ("城在北", "the direction of the city"),
    ("我先動", "who moves first (我先動 敵先動)"),
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token with its place in the line; ``text`` has variant characters folded."""

    text: str
    span: Span


Setting = tuple[str, int]
Reader = Callable[[re.Match[str]], list[Setting]]


class BadToken(ValueError):
    """A token of a known kind with a wrong value."""


def _branch(name: str) -> int:
    symbol = ALPHABET.find(name)
    if symbol is None or symbol.type != "branch":
        near = suggest(name, BRANCHES, limit=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadToken(f"{name} is not a branch{hint}")
    return symbol.index


def _pillar(name: str) -> int:
    try:
        return parse_pillar("".join(ALPHABET.aliases.get(c, c) for c in name))
    except ValueError as error:
        raise BadToken(str(error)) from None


def _pillar_or_branch(name: str, branch: str, stem: str) -> list[Setting]:
    """A pillar gives its branch and its stem, a single character the branch alone."""
    if len(name) == 1:
        return [(branch, _branch(name))]
    pillar = _pillar(name)
    return [(branch, pillar % 12), (stem, pillar % 10)]


def _direction(name: str) -> int:
    plain = name.removeprefix("正").removesuffix("方")
    if plain in DIRECTIONS:
        return DIRECTIONS.index(plain)
    for pair in ("北東", "南東", "北西", "南西"):
        if plain == pair:
            return DIRECTIONS.index(pair[::-1])
    try:
        branch = _branch(plain)
    except BadToken:
        raise BadToken(f"{name} is not one of {' '.join(DIRECTIONS)} or a branch") from None
    return (0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7)[branch]


def _month(name: str) -> list[Setting]:
    plain = "正" if name == "一" else name
    if plain in MONTHS:
        return [("month", (MONTHS.index(plain) + 2) % 12)]
    if plain.isdecimal():
        if 1 <= int(plain) <= 12:
            return [("month", (int(plain) + 1) % 12)]
        raise BadToken(f"{plain} is not a month: 1 to 12")
    return _pillar_or_branch(plain, "month", "month_stem")


def _laid(match: re.Match[str]) -> list[Setting]:
    upper, lower = match[1], match[2]
    seat = LODGING[STEMS.index(lower)] if lower in STEMS else _branch(lower)
    return [("offset", (_branch(upper) - seat) % 12)]


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (re.compile(r"(..?)日占?"), lambda m: [("day", _pillar(m[1]))]),
    (re.compile(r"(?:月將)?(.)將"), lambda m: [("month_general", _branch(m[1]))]),
    (re.compile(r"月將(.)"), lambda m: [("month_general", _branch(m[1]))]),
    (re.compile(r"(..?)時"), lambda m: _pillar_or_branch(m[1], "hour", "hour_stem")),
    (re.compile(r"(正|十?[一二]|[三四五六七八九十]|\d+|..?)月"), lambda m: _month(m[1])),
    (re.compile(r"(..?)年"), lambda m: _pillar_or_branch(m[1], "year", "year_stem")),
    (re.compile(r"(?:本命|命)(.)"), lambda m: [("natal", _branch(m[1]))]),
    (re.compile(r"行年(.)"), lambda m: [("annual", _branch(m[1]))]),
    (re.compile(r"(?:敵|賊)在(.+)"), lambda m: [("enemy", _direction(m[1]))]),
    (re.compile(r"城在(.+)"), lambda m: [("city", _direction(m[1]))]),
    (re.compile(r"(我|敵|賊|彼)先動"), lambda m: [("first_mover", int(m[1] != "我"))]),
    (re.compile(r"伏吟"), lambda _: [("offset", 0)]),
    (re.compile(r"返吟|反吟"), lambda _: [("offset", 6)]),
    (re.compile(r"(晝|夜)占?"), lambda m: [("day_part", "晝夜".index(m[1]))]),
    (re.compile(r"([春夏秋冬])(?:月|季|占)?"), lambda m: [("season", SEASONS.index(m[1]))]),
    (re.compile(r"四季|土旺|土用"), lambda _: [("season", 4)]),
    (re.compile(r"(.)加(.)"), _laid),
)
_OVER = re.compile(r"(干|支)上(.)")

# What may be written without blanks between, as the books do: 春丙辰日亥將丑時.
_STEM, _BRANCH = f"[{''.join(STEMS)}]", f"[{''.join(BRANCHES)}己已夘]"
_GLUED = re.compile(
    rf"{_STEM}{_BRANCH}日|月將{_BRANCH}|{_BRANCH}將|(?:本命|行年){_BRANCH}|{_STEM}?{_BRANCH}[時月年]"
    rf"|(?:正|十?[一二]|[三-十])月|{_BRANCH}加(?:{_BRANCH}|{_STEM})|[春夏秋冬](?:月|季|占)?"
    r"|四季|土旺|[晝夜]占?|伏吟|返吟|[我敵]先動|[干支]上."
)


def tokens(source: Source) -> list[Token]:
    """The tokens of a line: what stands between blanks and commas, variants folded."""
    found = []
    for match in re.finditer(r"[^\s,，、;；。]+", source.text):
        for start, end in _pieces(match[0]):
            place = match.start() + start, match.start() + end
            found.append(Token(fold(match[0][start:end]), Span(source, 0, place[0], 0, place[1])))
    return found


def _pieces(word: str) -> list[tuple[int, int]]:
    """Where the tokens of a word begin and end: several if it is glued of nothing but tokens."""
    folded = fold(word)
    matches = list(_GLUED.finditer(folded))
    whole = len(folded) == len(word) and "".join(m[0] for m in matches) == folded
    return [m.span() for m in matches] if whole else [(0, len(word))]


def parse(text: str, name: str = "<chart>") -> Given:
    """The inputs that a line gives; InputError with every fault of the line.

    The inputs are as written: ``facts.given.complete`` fills in what follows from them.
    """
    report = Report()
    given = Given()
    line = " ".join(text[: MAX_LENGTH + 1].split())
    source = Source(name, line)
    whole = Span(source, 0, 0, 0, max(1, len(line)))
    if len(line) > MAX_LENGTH:
        report.error("E304", f"a chart has at most {MAX_LENGTH} characters", whole)
        raise InputError(tuple(report.items))
    places: dict[str, Span] = {}
    over: list[tuple[re.Match[str], Token]] = []
    for token in tokens(source):
        if match := _OVER.fullmatch(token.text):
            over.append((match, token))
            continue
        for setting in _settings(token, report):
            given = _add(given, setting, token, places, report)
    for match, token in over:
        if given.day is None:
            report.error("E302", f"`{token.text}` needs the day pillar", token.span)
            continue
        seat = LODGING[given.day % 10] if match[1] == "干" else given.day % 12
        try:
            setting = ("offset", (_branch(match[2]) - seat) % 12)
        except BadToken as error:
            report.error("E301", str(error), token.span)
            continue
        given = _add(given, setting, token, places, report)
    if given.day is None and not report.failed:
        report.error("E302", "the chart has no day pillar", whole, help="write it as 甲子日")
    if report.failed:
        raise InputError(tuple(report.items))
    return given


def _settings(token: Token, report: Report) -> list[Setting]:
    faults = []
    for pattern, reader in _READERS:
        match = pattern.fullmatch(token.text)
        if match is None:
            continue
        try:
            return reader(match)
        except BadToken as error:
            faults.append(str(error))
    if faults:
        report.error("E301", faults[0], token.span)
    else:
        known = [example for example, _ in EXAMPLES]
        report.error(
            "E300",
            f"`{token.text}` is not part of a chart",
            token.span,
            suggestion=", ".join(suggest(token.text, known)),
            help="a chart is written as 丙辰日 亥將 丑時 春; `bingzhan cast --help` lists the tokens",
        )
    return []


def _add(
    given: Given, setting: Setting, token: Token, places: dict[str, Span], report: Report
) -> Given:
    name, value = setting
    try:
        given = given.set(name, value)
    except Contradiction as error:
        report.error("E303", str(error), token.span, label="here otherwise")
    places[name] = token.span
    return given
