"""The notation of charts: tokens in any order, as ``丙辰日 亥將 丑時 春``.

`parse` gives every fault of the line at once, each at its token, with what was probably meant;
`write` is its inverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from facts.given import (
    DIRECTIONS,
    EARTH_DAYS,
    POINT_OF,
    SEASONS,
    SITUATIONS,
    Contradiction,
    Given,
    Refused,
)
from facts.pillars import pillar_name
from facts.symbols import BRANCHES, LODGING, STEMS
from facts.tokens import DAYS, MONTHS, BadToken, Setting, Token, read_token, tokens
from rules.reader.diagnostics import Label, Report
from rules.reader.nodes import Source, Span

MAX_LENGTH = 500

_MOMENT = re.compile(r"[-+]?\d{1,6}-\d{1,2}-\d{1,2}")
_BREAKS = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Written:
    """What a line gives, as written: the inputs, the place of each, the whole line, a moment.

    ``over`` are boards told by what stands over stem or branch, until the day is known.
    """

    given: Given
    places: dict[str, Span]
    line: Span
    moment: Token | None = None
    over: tuple[tuple[Token, Setting], ...] = ()

    def add(self, token: Token, setting: Setting, report: Report) -> Written:
        """The line with one more input; reported where it was given otherwise."""
        name, value = setting
        try:
            given = self.given.set(name, value)
        except Contradiction as fault:
            also = [Label(self.places[name], "given first here")]
            report.error("E303", str(fault), token.span, label="otherwise here", also=also)
            return self
        return replace(self, given=given, places={name: token.span, **self.places})

    def join(self, moment: Given, token: Token, report: Report) -> Written:
        """The line with the inputs of its moment; what its tokens have otherwise is reported."""
        joined = moment
        for name, value in self.given.items():
            try:
                joined = joined.set(name, value)
            except Contradiction as fault:
                also = [Label(token.span, "the moment has it otherwise")]
                report.error("E303", str(fault), self.places[name], also=also)
        places = {name: token.span for name, _ in moment.items()}
        return replace(self, given=joined, places=places | self.places)

    def lay(self, report: Report) -> Written:
        """The line with the boards that are told by what stands over stem or branch 干上 支上."""
        written = replace(self, over=())
        day = self.given.day
        for token, (which, branch) in self.over:
            if day is None:
                report.error("E302", f"`{token.text}` needs the day pillar", token.span)
            else:
                seat = LODGING[day % 10] if which == "over_stem" else day % 12
                written = written.add(token, ("offset", (branch - seat) % 12), report)
        return written

    def refuse(self, fault: Refused, code: str, report: Report) -> None:
        """Report a fault of the inputs at the last of them in the line, with the others."""
        named = {self.places[name] for name in fault.inputs if name in self.places}
        spans = sorted(named, key=lambda span: span.column) or [self.line]
        also = [Label(span, "against this") for span in spans[:-1]]
        report.error(code, str(fault), spans[-1], help=fault.help, also=also)


def parse(text: str, report: Report, name: str = "<chart>") -> Written:
    """The inputs that a line gives; every fault of the line is in the report.

    What follows from them is filled in by ``facts.settle``. A moment is left to be read: the
    line is then to be joined with its inputs, and boards over stem or branch to be laid.
    """
    line = _BREAKS.sub(" ", text[:MAX_LENGTH])
    source = Source(name, line)
    written = Written(Given(), {}, Span(source, 0, 0, 0, max(1, len(line))))
    if len(text) > MAX_LENGTH:
        cut = source.point(0, MAX_LENGTH - 1)
        report.error("E304", f"a chart has at most {MAX_LENGTH} characters", cut, "cut here")
        return written
    day_misread = False
    for token in tokens(source):
        if is_moment(token.text):
            written = _with_moment(written, token, report)
            continue
        settings = _settings(token, report)
        faults = len(report)
        for setting in settings:
            if setting[0].startswith("over_"):
                written = replace(written, over=(*written.over, (token, setting)))
            elif len(report) == faults:  # of a token that gives several inputs one fault is enough
                written = written.add(token, setting, report)
        day_misread = day_misread or ("日" in token.text and not settings)
    if written.given.day is None and day_misread:
        return replace(written, over=())
    return written if written.moment else written.lay(report)


def is_moment(text: str) -> bool:
    """Whether a text begins as a moment does, with a date (``2026-11-30``)."""
    return _MOMENT.match(text) is not None


def _with_moment(written: Written, token: Token, report: Report) -> Written:
    if written.moment is not None and written.moment.text != token.text:
        also = [Label(written.moment.span, "the first")]
        report.error("E303", "a second moment", token.span, also=also)
    return replace(written, moment=written.moment or token)


def _settings(token: Token, report: Report) -> list[Setting]:
    try:
        return read_token(token.text)
    except BadToken as fault:
        help_ = "" if fault.known else "a chart is written as 丙辰日 亥將 丑時 春"
        code = "E301" if fault.known else "E300"
        report.error(code, str(fault), token.span, suggestion=fault.meant, help=help_)
        return []


def write(given: Given) -> str:
    """The inputs in the notation; ``given`` is complete and has a day and a board."""
    return " ".join(_words(given))


def _words(given: Given) -> Iterator[str]:
    assert given.day is not None
    assert given.offset is not None
    yield f"{pillar_name(given.day)}日"
    if given.month_general is not None and given.hour is not None:
        yield f"{BRANCHES[given.month_general]}將"
        yield f"{_pillar(given.hour_stem, given.hour)}時"
    else:
        yield f"{BRANCHES[given.offset]}加子"
    if given.day_part is not None:
        yield "晝夜"[given.day_part]
    if given.season is not None:
        yield SEASONS[given.season]
    if given.calendar_season is not None and not _season_said(given):
        yield f"{SEASONS[given.calendar_season]}季"
    if given.month is not None:
        yield f"{_pillar(given.month_stem, given.month)}月"
    if given.year is not None:
        yield f"{_pillar(given.year_stem, given.year)}年"
    yield from _lunar_words(given)
    if given.birth is not None:
        yield f"{BRANCHES[given.birth]}年生"
    if given.sex is not None:
        yield "男女"[given.sex]
    for label, branch in (("本命", given.natal), ("行年", given.annual)):
        if branch is not None:
            yield f"{label}{BRANCHES[branch]}"
    yield from _places(given)
    if given.first_mover is not None:
        yield f"{'我敵'[given.first_mover]}先動"
    if given.ground is not None:
        yield f"在{'我敵'[given.ground]}境"
    if given.situation is not None:
        yield SITUATIONS[given.situation]
    for label, stem, branch in (
        ("聞", given.alarm_stem, given.alarm_branch),
        ("到", given.arrival_stem, given.arrival_branch),
    ):
        if stem is not None:
            yield f"{label}{STEMS[stem]}{'' if branch is None else BRANCHES[branch]}日"
    for label, branch in (("使本命", given.envoy_natal), ("使行年", given.envoy_annual)):
        if branch is not None:
            yield f"{label}{BRANCHES[branch]}"


def _places(given: Given) -> Iterator[str]:
    """Who is where: one of the four points stands for the palace that lies there."""
    for label, point, palace in (
        ("敵在", given.enemy, given.enemy_palace),
        ("城在", given.city, None),
        ("往", given.march, given.march_palace),
    ):
        if point is not None:
            corner = POINT_OF.count(point) > 1
            yield label + (DIRECTIONS[point] if palace is None or not corner else BRANCHES[palace])
    if given.gate is not None:
        yield f"出{BRANCHES[given.gate]}門"


def _season_said(given: Given) -> bool:
    """Whether month or season say the season of the year already."""
    return given.month is not None or given.season not in (None, EARTH_DAYS)


def _lunar_words(given: Given) -> Iterator[str]:
    month = None if given.lunar_month is None else MONTHS[given.lunar_month]
    day = None if given.lunar_day is None else DAYS[given.lunar_day]
    if month and day:
        yield f"{month}月{day}"
    elif month or day:
        yield day or f"農曆{month}月"


def _pillar(stem: int | None, branch: int) -> str:
    return BRANCHES[branch] if stem is None else STEMS[stem] + BRANCHES[branch]
