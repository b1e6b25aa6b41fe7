"""The days of a period on a terminal: a line a day, and under it what speaks for and against."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from engine.days import LUCKY, Day, lunar_of
from engine.judgement import Finding
from engine.rulebase import RuleBase
from engine.views.console import bullet, console, text
from engine.views.judgement import needs_words, standing_lines
from facts.kinds import names_of
from facts.pillars import pillar_name
from facts.term_days import ORDINARY


def show_days(base: RuleBase, days: Iterable[Day]) -> None:
    """Print each day with the answers that count, and why."""
    out = console()
    needs: dict[str, None] = {}
    for day in days:
        given = day.chart.given
        parts = [pillar_name(day.chart.day)]
        if day.date is not None:
            parts = [str(day.date), *parts, lunar_of(given)]
            if given.term_day not in (None, ORDINARY):
                parts.append(names_of("term_day")[given.term_day])
        style = "" if day.is_forbidden else "green" if day.findings else "dim"
        out.print(text(("  ".join(filter(None, parts)), f"bold {style}".strip())))
        for finding in day.findings:
            _show(out, base, finding)
        needs |= dict.fromkeys(n for item in day.undetermined for n in item.needs)
    if needs:
        wanted = needs_words(base, needs)
        out.print(text((f"\nSome rules want to know more: {wanted}", "dim")))


def _show(out: Console, base: RuleBase, finding: Finding) -> None:
    """A rule that speaks for the day or against it, with its verse."""
    counts, rule = finding.standing.counts, finding.rule
    mark = ("+", "green") if finding.answer == LUCKY else ("-", "red")
    answer = base.edition.vocabulary.questions[finding.question].answers[finding.answer]
    line = f"{rule.title}  〔{answer.speech.zh}〕"
    out.print(bullet(mark if counts else ("○", "dim"), text(line, (f"  {rule.id}", "cyan"))))
    for more in standing_lines(base, finding):
        out.print(bullet(" ", text((more, "dim")), 4))
