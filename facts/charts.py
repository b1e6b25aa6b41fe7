"""A chart 課: cast from what was given, by a school, with the steps that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from facts.columns import (
    DERIVED,
    arrangement_table,
    board_columns,
    code_of,
    earth_arrangement_table,
)
from facts.generals import general_on, noble_branch
from facts.given import Given, Missing
from facts.kinds import KINDS
from facts.lessons import Lessons, four_lessons
from facts.notation import Written, parse, write
from facts.pillars import decade_of, hidden_stem, pillar_name, void_branches
from facts.plates import heaven_over, seat_of
from facts.schools import DEFAULT, School, switch_of
from facts.settle import complete, has_pillars, missing, settle
from facts.symbols import ALPHABET, BRANCHES, GENERALS, STEMS, first
from facts.trace import Step
from facts.transmissions import Derivation, Dispute, derive, disputes
from rules.reader.diagnostics import InputError, Report

if TYPE_CHECKING:
    from facts.moment import Almanac


@dataclass(frozen=True)
class Chart:
    """One chart. ``given`` is complete; ``steps`` say how inputs followed from one another.

    ``note`` is there where the chart is one of several that were meant.
    """

    given: Given
    school: School
    steps: tuple[Step, ...]
    text: str = ""
    note: Step | None = None

    @property
    def day(self) -> int:
        """Day pillar, 0-59."""
        assert self.given.day is not None
        return self.given.day

    @property
    def offset(self) -> int:
        """Branch that stands over earth 子, 0-11."""
        assert self.given.offset is not None
        return self.given.offset

    @cached_property
    def lessons(self) -> Lessons:
        """The four lessons 四課."""
        return four_lessons(self.day, self.offset)

    @cached_property
    def derivation(self) -> Derivation:
        """Method and three transmissions 三傳, with their steps."""
        return derive(self.day, self.offset, self.school)

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """Where another casting school gives other transmissions on this board."""
        return disputes(self.day, self.offset, self.school)

    @property
    def heaven(self) -> dict[str, str]:
        """Heaven branch over each earth branch."""
        return {BRANCHES[e]: BRANCHES[heaven_over(e, self.offset)] for e in range(12)}

    @property
    def arrangement(self) -> int | None:
        """Arrangement of the generals on the heaven plate (0-23); None without day or night."""
        if self.given.day_part is None:
            return None
        index = ((self.day % 10) * 12 + self.offset) * 2 + self.given.day_part
        return arrangement_table(self.school)[index] - first("arrangement")

    @property
    def generals(self) -> dict[str, str] | None:
        """General that rides each heaven branch; None without day or night."""
        arranged = self.arrangement
        if arranged is None:
            return None
        return {BRANCHES[b]: GENERALS[general_on(b, arranged)] for b in range(12)}

    @property
    def stems(self) -> dict[str, str | None]:
        """Hidden stem 遁干 of each branch in the decade of the day."""
        hidden = ((b, hidden_stem(b, decade_of(self.day))) for b in range(12))
        return {BRANCHES[b]: None if s is None else STEMS[s] for b, s in hidden}

    @property
    def void(self) -> tuple[str, str]:
        """The two void branches 旬空."""
        a, b = void_branches(decade_of(self.day))
        return BRANCHES[a], BRANCHES[b]

    @cached_property
    def columns(self) -> dict[str, int]:
        """The codes that terms read; an input that was not given is ``UNKNOWN``."""
        columns: dict[str, int] = dict(board_columns(self.day, self.offset))
        derivation = self.derivation
        columns["method"] = ALPHABET.by_name[derivation.method].code
        for name, branch in zip(DERIVED[1:], derivation.transmissions, strict=True):
            columns[name] = first("branch") + branch
        given = self.given
        columns["arrangement"] = code_of("arrangement", self.arrangement)
        columns["earth_arrangement"] = earth_arrangement_table(self.school)[self.day % 10]
        for name, kind in KINDS.items():
            if kind.column:
                columns[kind.column] = code_of(kind.column, getattr(given, name))
        return columns

    @property
    def notation(self) -> str:
        """The chart in the notation, with everything that was given or follows."""
        return write(self.given)

    @cached_property
    def casting_steps(self) -> tuple[Step, ...]:
        """All steps: the inputs, the void, the transmissions, the noble."""
        return (*self.steps, *self._void_step(), *self.derivation.steps, *self._noble_step())

    def _void_step(self) -> tuple[Step, ...]:
        a, b = self.void
        head = pillar_name(self.day - self.day % 10)
        return (
            Step(
                f"the day stands in the decade of {head}: {a} and {b} are void",
                f"{head}旬，{a}{b}空亡",
                "DQ-0716",
            ),
        )

    def _noble_step(self) -> tuple[Step, ...]:
        night = self.given.day_part
        arranged = self.arrangement
        if night is None or arranged is None:
            return ()
        noble = noble_branch(self.day % 10, bool(night), self.school)
        seat = BRANCHES[seat_of(noble, self.offset)]
        way_en, way_zh = (("forward", "順"), ("backward", "逆"))[arranged % 2]
        part_en, part_zh = (("day", "晝"), ("night", "夜"))[night]
        stem, name = STEMS[self.day % 10], BRANCHES[noble]
        return (
            Step(
                f"the {part_en} noble of {stem} is {name}; over {seat} it leads {way_en}",
                f"{stem}日{part_zh}貴{name}，臨{seat}，{way_zh}布",
                switch_of("noble").option(self.school.noble).passages[0],
                gives="arrangement",
            ),
        )


def cast(given: Given, school: School = DEFAULT, text: str = "") -> Chart:
    """Cast a chart; Contradiction where the inputs cannot all be true, Missing without a board."""
    given, steps = complete(given)
    lacking = missing(given)
    if lacking is not None:
        raise lacking
    return Chart(given, school, steps, text)


def read_chart(
    text: str,
    school: School = DEFAULT,
    name: str = "<chart>",
    almanac: Almanac | None = None,
) -> Chart:
    """Parse and cast one chart, as `read_charts`; pillars that can mean several are refused."""
    charts = read_charts(text, school, name, almanac)
    if len(charts) > 1:
        report = Report()
        generals = " or ".join(BRANCHES[c.given.month_general or 0] for c in charts)
        parse(text, report, name).refuse(
            Missing(
                f"the four pillars leave the month general open: {generals}",
                help=f"add it, as {BRANCHES[charts[0].given.month_general or 0]}將",
            ),
            "E302",
            report,
        )
        raise InputError(report.items)
    return charts[0]


def read_charts(
    text: str,
    school: School = DEFAULT,
    name: str = "<chart>",
    almanac: Almanac | None = None,
) -> tuple[Chart, ...]:
    """Parse and cast; InputError with every fault, each at its place in the line.

    A moment in the line (``2026-11-30T14:50``) is read by the almanac; the other tokens add to it.
    Four pillars without a month general give a chart for each that they can mean.
    """
    report = Report()
    written = parse(text, report, name)
    before = _moment(written, almanac, report)
    given, steps, faults = settle(written.given)
    for fault in faults:
        written.refuse(fault, "E303", report)
    if not report.failed and has_pillars(given):
        return tuple(_of_pillars(given, school, written, almanac, report))
    lacking = missing(given)
    if lacking is not None and not report.failed:
        written.refuse(lacking, "E302", report)
    if report.failed:
        raise InputError(report.items)
    return (Chart(given, school, (*before, *steps), text),)


def is_dated(text: str) -> bool:
    """Whether the calendar reads a line: a moment, or four pillars without a board.

    Of a line that cannot be read it is not known, and taken to be so.
    """
    report = Report()
    written = parse(text, report)
    return report.failed or written.moment is not None or has_pillars(settle(written.given)[0])


def _of_pillars(
    given: Given, school: School, written: Written, almanac: Almanac | None, report: Report
) -> Iterator[Chart]:
    """The charts that four pillars can mean."""
    from facts.four_pillars import readings
    from facts.instants import MomentError
    from facts.moment import Almanac

    try:
        found = readings(given, almanac or Almanac())
    except MomentError as error:
        report.error("E305", str(error), written.line)
        raise InputError(report.items) from None
    for reading in found:
        whole, steps = complete(reading.given)
        note = None if reading.sure else reading.step
        text = written.line.source.text
        yield Chart(whole, school, (reading.step, *steps), text, note)


def _moment(written: Written, almanac: Almanac | None, report: Report) -> tuple[Step, ...]:
    """Give the line the inputs of its moment; their steps. Faults are in the report."""
    if written.moment is None:
        return ()
    # Imported only for who asks: it loads the calendar.
    from facts.instants import MomentError
    from facts.moment import Almanac

    try:
        given, steps = (almanac or Almanac()).inputs(written.moment.text)
    except MomentError as error:
        report.error("E305", str(error), written.moment.span)
        return ()
    written.join(given, written.moment, report)
    written.lay(report)
    return steps
