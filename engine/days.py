"""The days of a period 擇日: what the book says of each for setting out, and why.

Only rules that look at the day itself and its place in month and year speak here, not those that
want a board: a day is chosen before its hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.judgement import Finding, Open, judge, verdict_dict
from engine.relations import settle
from engine.rulebase import RuleBase
from facts.charts import Chart, read_chart
from facts.given import Given
from facts.julian import Date, date_of, day_number
from facts.kinds import names_of
from facts.moment import Almanac
from facts.notation import parse
from facts.pillars import pillar_name
from facts.schools import School
from facts.tokens import DAYS, MONTHS
from rules.reader.diagnostics import Report

QUESTION = "march_day"
"""The question of the days."""

LUCKY = "fit"
"""The answer that favours a day; the others speak against it."""

COLUMNS = frozenset(
    {
        *("day_stem", "day_branch", "day_pillar", "decade", "month", "season", "calendar_season"),
        *("lunar_month", "lunar_day", "year_stem", "year_branch", "term_day", "moon"),
        *("moon_palace", "natal", "annual"),
    }
)
"""What a rule about a day may read; natal and current-year branch are the commander's."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day: its date (None for a day pillar of no date), its chart, what speaks of it."""

    date: Date | None
    chart: Chart
    findings: tuple[Finding, ...]
    undetermined: tuple[Open, ...]

    @property
    def is_forbidden(self) -> bool:
        """Whether any rule that counts says other than that the day is lucky."""
        return any(f.standing.counts and f.answer != LUCKY for f in self.findings)


def day_rules(base: RuleBase) -> frozenset[str]:
    """The rules that speak of a day by itself."""
    return frozenset(
        rule.id
        for rule in base.edition.rules.values()
        if rule.verdict is not None
        and rule.verdict.question == QUESTION
        and base.reads.condition(rule.when) <= COLUMNS
    )


def dated_days(
    base: RuleBase, first: Date, last: Date, almanac: Almanac, school: School, words: str = ""
) -> Iterator[Day]:
    """The days from one date to another; what holds at noon holds of the day.

    ``words`` are tokens that are told of each day; InputError where they contradict it.
    """
    rules = day_rules(base)
    for number in range(day_number(first), day_number(last) + 1):
        date = date_of(number)
        chart = read_chart(f"{date}T12:00 {words}", school, str(date), almanac)
        yield _day(base, date, chart, rules)


def pillar_days(base: RuleBase, words: str, school: School) -> Iterator[Day]:
    """The sixty day pillars (or the one that is told) under what is told of month and year."""
    rules = day_rules(base)
    told = parse(words, Report()).given.day
    for day in range(60) if told is None else (told,):
        line = f"{pillar_name(day)}日 伏吟 {words}"  # the board that is laid speaks to no such rule
        yield _day(base, None, read_chart(line, school), rules)


def _day(base: RuleBase, date: Date | None, chart: Chart, rules: frozenset[str]) -> Day:
    judged = judge(base, chart, (QUESTION,))
    found = [finding for finding in judged.findings if finding.rule.id in rules]
    open_ = [item for item in judged.undetermined if item.rule.id in rules]
    # Rules that look at the board take nothing back here.
    standings = settle([f.rule for f in found], [o.rule for o in open_])
    settled = (replace(f, standing=standings[f.rule.id]) for f in found)
    return Day(date, chart, tuple(settled), tuple(open_))


def day_dict(day: Day) -> dict[str, Any]:
    """A day for JSON."""
    given = day.chart.given
    words = {
        "date": None if day.date is None else str(day.date),
        "day": pillar_name(day.chart.day),
        "month": None if given.month is None else names_of("branch")[given.month],
        "lunar": lunar_of(given) or None,
        "term_day": None if given.term_day is None else names_of("term_day")[given.term_day],
    }
    return {
        **{name: word for name, word in words.items() if word is not None},
        "forbidden": day.is_forbidden,
        "verdicts": [verdict_dict(finding) for finding in day.findings],
        "undetermined": [
            {"rule": item.rule.id, "needs": list(item.needs)} for item in day.undetermined
        ],
    }


def lunar_of(given: Given) -> str:
    """The lunar date in words; empty where it is not known."""
    if given.lunar_month is None or given.lunar_day is None:
        return ""
    return f"{MONTHS[given.lunar_month]}月{DAYS[given.lunar_day]}"
