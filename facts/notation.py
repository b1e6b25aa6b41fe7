"""The notation of charts: tokens in any order, as ``丙辰日 亥將 丑時 春``.

`parse` gives every fault of the line at once, each at its token, with what was probably meant;
`write` is its inverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from facts.given import (
    EARTH_DAYS,
    POINT_OF,
    SEASONS,
    Given,
    Refused,
)
from facts.kinds import KINDS, words_of
from facts.pillars import pillar_name
from facts.readings import BadToken, Setting
from facts.symbols import BRANCHES, LODGING, STEMS
from facts.tokens import DAYS, MONTHS, Token, read_token, tokens
from rules.reader.diagnostics import Label, Report
from rules.reader.nodes import Source, Span

MAX_LENGTH = 500

_BREAKS = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(slots=True)
class Written:
    """What a line gives, as written: the inputs, the place of each, the whole line, a moment.

    ``over`` are boards told by what stands over stem or branch, until the day is known.
    """

    line: Span
    told: dict[str, int] = field(default_factory=dict)
    places: dict[str, Token] = field(default_factory=dict)
    moment: Token | None = None
    over: list[tuple[Token, Setting]] = field(default_factory=list)

    @property
    def given(self) -> Given:
        """The inputs."""
        return Given(**self.told)

    def add(self, token: Token, setting: Setting, report: Report) -> None:
        """Take one more input; reported where it was given otherwise."""
        name, value = setting
        if self.told.setdefault(name, value) != value:
            also = [Label(self.places[name].span, "given first here")]
            report.error("E303", _twice(name), token.span, label="otherwise here", also=also)
        self.places.setdefault(name, token)

    def join(self, moment: Given, token: Token, report: Report) -> None:
        """Take the inputs of the moment; what the tokens have otherwise is reported."""
        inputs = dict(moment.items())
        for name, value in self.told.items():
            if inputs.get(name, value) != value:
                also = [Label(token.span, "the moment has it otherwise")]
                report.error("E303", _twice(name), self.places[name].span, also=also)
        self.told = self.told | inputs
        self.places = dict.fromkeys(inputs, token) | self.places

    def lay(self, report: Report) -> None:
        """Take the boards that are told by what stands over stem or branch 干上 支上."""
        day = self.told.get("day")
        for token, (which, branch) in self.over:
            if day is None:
                report.error("E302", f"`{token.text}` needs the day pillar", token.span)
            else:
                seat = LODGING[day % 10] if which == "over_stem" else day % 12
                self.add(token, ("offset", (branch - seat) % 12), report)
        self.over.clear()

    def refuse(self, fault: Refused, code: str, report: Report) -> None:
        """Report a fault of the inputs at the last of them in the line, with the others."""
        named = {self.places[name].span for name in fault.inputs if name in self.places}
        spans = sorted(named, key=lambda span: span.column) or [self.line]
        also = [Label(span, "against this") for span in spans[:-1]]
        report.error(code, str(fault), spans[-1], help=fault.help, also=also)


def _twice(name: str) -> str:
    return f"the {words_of(name)} is given twice, differently"


def parse(text: str, report: Report, name: str = "<chart>") -> Written:
    """The inputs that a line gives; every fault of the line is in the report.

    What follows from them is filled in by ``facts.settle``. A moment is left to be read: the
    line is then to be joined with its inputs, and boards over stem or branch to be laid.
    """
    line = _BREAKS.sub(" ", text[:MAX_LENGTH])
    source = Source(name, line)
    written = Written(Span(source, 0, 0, 0, max(1, len(line))))
    if len(text) > MAX_LENGTH:
        cut = source.point(0, MAX_LENGTH - 1)
        report.error("E304", f"a chart has at most {MAX_LENGTH} characters", cut, "cut here")
        return written
    day_misread = False
    for token in tokens(source):
        if token.is_moment:
            _take_moment(written, token, report)
            continue
        settings = _settings(token, report)
        faults = len(report)
        for setting in settings:
            if setting[0].startswith("over_"):
                written.over.append((token, setting))
            elif len(report) == faults:  # of a token that gives several inputs one fault is enough
                written.add(token, setting, report)
        day_misread = day_misread or ("日" in token.text and not settings)
    if "day" not in written.told and day_misread:
        written.over.clear()
    elif not written.moment:
        written.lay(report)
    return written


def _take_moment(written: Written, token: Token, report: Report) -> None:
    if written.moment is not None and written.moment.text != token.text:
        also = [Label(written.moment.span, "the first")]
        report.error("E303", "a second moment", token.span, also=also)
    written.moment = written.moment or token


def _settings(token: Token, report: Report) -> tuple[Setting, ...]:
    try:
        return read_token(token.text)
    except BadToken as fault:
        help_ = "" if fault.known else "a chart is written as 丙辰日 亥將 丑時 春"
        code = "E301" if fault.known else "E300"
        report.error(code, str(fault), token.span, suggestion=fault.meant, help=help_)
        return ()


def write(given: Given) -> str:
    """The inputs in the notation; ``given`` is complete and has a day and a board."""
    words = (word(*(getattr(given, name) for name in names)) for names, word in WORDS_OF)
    return " ".join(filter(None, words))


def _day(day: int) -> str:
    return f"{pillar_name(day)}日"


def _board(general: int | None, hour: int | None, stem: int | None, offset: int) -> str:
    if general is None or hour is None:
        return f"{BRANCHES[offset]}加子"
    return f"{BRANCHES[general]}將 {_pillar(stem, hour)}時"


def _quarter(quarter: int | None, month: int | None, season: int | None) -> str:
    """The season of the year, where month or season do not say it already."""
    if quarter is None or month is not None or season not in (None, EARTH_DAYS):
        return ""
    return f"{SEASONS[quarter]}季"


def _lunar(month: int | None, day: int | None) -> str:
    name = "" if month is None else f"{MONTHS[month]}月"
    if day is None:
        return name and f"農曆{name}"
    return name + DAYS[day]


Word: TypeAlias = tuple[tuple[str, ...], Callable[..., str]]
"""The inputs that a word of the notation tells, and how it is made of their values."""


def _of_pillar(name: str) -> Word:
    """A pillar, or its branch alone."""
    return (
        (name, f"{name}_stem"),
        lambda branch, stem: (
            ""
            if branch is None
            else ("" if stem is None else STEMS[stem]) + KINDS[name].token(branch)
        ),
    )


def _of_event(event: str) -> Word:
    """The day of an event: its pillar, or its stem alone."""
    kind = KINDS[f"{event}_stem"]

    def word(stem: int | None, branch: int | None) -> str:
        if stem is None:
            return ""
        return f"{kind.lead}{STEMS[stem]}{'' if branch is None else BRANCHES[branch]}{kind.unit}"

    return (f"{event}_stem", f"{event}_branch"), word


def _place(point: str, palace: str) -> Word:
    """Who is where: one of the four points stands for the palace that lies there."""

    def word(at: int | None, place: int | None) -> str:
        if at is None:
            return ""
        if place is None or POINT_OF.count(at) == 1:
            return KINDS[point].token(at)
        return KINDS[palace].token(place)

    return (point, palace), word


def _plain(name: str) -> Word:
    """An input that its token tells by itself."""
    return (name,), lambda index: "" if index is None else KINDS[name].token(index)


def _pillar(stem: int | None, branch: int) -> str:
    return BRANCHES[branch] if stem is None else STEMS[stem] + BRANCHES[branch]


def _moon(mansion: int | None, palace: int | None) -> str:
    """The moon by its mansion, or by its palace alone."""
    if mansion is not None:
        return KINDS["moon"].token(mansion)
    return "" if palace is None else KINDS["moon_palace"].token(palace)


def _omen(omen: int | None) -> str:
    if omen is None:
        return ""
    return KINDS["omen"].token(omen) if omen else "無所見"


WORDS_OF: tuple[Word, ...] = (
    (("day",), _day),
    (("month_general", "hour", "hour_stem", "offset"), _board),
    _plain("day_part"),
    _plain("season"),
    (("calendar_season", "month", "season"), _quarter),
    _of_pillar("month"),
    _of_pillar("year"),
    (("lunar_month", "lunar_day"), _lunar),
    _plain("birth"),
    _plain("sex"),
    _plain("natal"),
    _plain("annual"),
    _place("enemy", "enemy_palace"),
    _plain("city"),
    _place("march", "march_palace"),
    _plain("gate"),
    _plain("first_mover"),
    _plain("ground"),
    _plain("situation"),
    _of_event("alarm"),
    _of_event("arrival"),
    _plain("envoy_natal"),
    _plain("envoy_annual"),
    _plain("term_day"),
    (("moon", "moon_palace"), _moon),
    _plain("venus"),
    _plain("army"),
    (("omen",), _omen),
    _plain("omen_manner"),
    _plain("omen_from"),
    _plain("omen_at"),
)
"""The words of the notation in their order, each with the inputs that it tells."""
