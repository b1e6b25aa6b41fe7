"""The views of ``tally``: tables with bars, one table as CSV, a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from engine.batch.tallied import answers_in, months_in, questions_in, silent_rules
from engine.batch.tally import Tally
from engine.views.console import padded, text
from engine.views.pages import rendered

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from engine.rulebase import RuleBase

_BAR = 24
_MOST = 20  # rules that are listed


def show_tally(out: Console, base: RuleBase, tally: Tally, questions: Sequence[str] = ()) -> None:
    """Print the answers to each question, the months, the rules, the silent ones."""
    out.print(text((headline(tally), "bold")))
    for name in questions_in(base, tally):
        out.print()
        out.print(text((_question(base, name), "bold"), f"  {_share(tally, name)}"))
        out.print(padded(_answers(base, tally, name), 2))
    if months_in(tally):
        out.print()
        out.print(text(("By month: charts on which each answer stands", "bold")))
        out.print(padded(_months(base, tally), 2))
    if tally.shape == "tidy":
        _show_rules(out, base, tally, questions)


def headline(tally: Tally) -> str:
    """The size of a result, in words."""
    words = f"{_count(tally.charts, 'chart')}, {_count(tally.verdicts, 'verdict')}"
    others = [
        f"{tally.standings[n]:,} {n}" for n in ("overridden", "cancelled") if tally.standings[n]
    ]
    return f"{words} ({', '.join(others)})" if others else words


def _share(tally: Tally, name: str) -> str:
    words = f"answered on {_count(tally.answered[name], 'chart')}"
    disputed = tally.disagreements[name]
    return f"{words}, disagreement on {disputed:,}" if disputed else words


def _question(base: RuleBase, name: str) -> str:
    question = base.edition.vocabulary.questions.get(name)
    return f"{name}: {question.speech.en} {question.speech.zh}" if question else name


def _answer(base: RuleBase, question: str, answer: str) -> str:
    known = base.edition.vocabulary.questions.get(question)
    found = known.answers.get(answer) if known else None
    return f"{found.speech.en} {found.speech.zh}" if found else answer


def _answers(base: RuleBase, tally: Tally, question: str) -> Table:
    table = _table("answer", "", "charts", *(["verdicts"] if tally.shape == "tidy" else []), "")
    most = max(tally.answers[question, a] for a in answers_in(base, tally, question))
    for answer in answers_in(base, tally, question):
        charts = tally.answers[question, answer]
        cells = [answer, _answer(base, question, answer), f"{charts:,}"]
        if tally.shape == "tidy":
            cells.append(f"{tally.given[question, answer]:,}")
        table.add_row(*cells, "█" * max(1, round(_BAR * charts / most)))
    return table


def _table(*names: str) -> Table:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in names:
        number = name in ("charts", "verdicts") or len(name) == 1
        grid.add_column(name, justify="right" if number else "left", overflow="fold")
    return grid


def _months(base: RuleBase, tally: Tally) -> Table:
    months = months_in(tally)
    table = _table("answer", *months)
    table.add_row("all charts", *(f"{tally.months[month]:,}" for month in months))
    for question in questions_in(base, tally):
        for answer in answers_in(base, tally, question):
            cells = [tally.by_month[month, question, answer] for month in months]
            if any(cells):
                table.add_row(f"{question}: {answer}", *(f"{n:,}" if n else "·" for n in cells))
    return table


def _show_rules(out: Console, base: RuleBase, tally: Tally, questions: Sequence[str]) -> None:
    out.print()
    ranked = sorted(tally.rules.items(), key=lambda item: (-item[1], item[0]))
    more = f" (the first {_MOST} of {len(ranked)})" if len(ranked) > _MOST else ""
    out.print(text((f"Rules that spoke: {len(ranked)}{more}", "bold")))
    table = _table("rule", "verdicts", "")
    for name, count in ranked[:_MOST]:
        known = base.edition.rules.get(name)
        table.add_row(name, f"{count:,}", known.title if known else "(not in the edition)")
    out.print(padded(table, 2))
    out.print()
    silent = silent_rules(base, tally, questions)
    out.print(text((f"Rules that never spoke: {len(silent)}", "bold")))
    for question, names in _by_question(base, silent):
        out.print(padded(text((f"{question}: ", "dim"), ", ".join(names)), 2))


def _by_question(base: RuleBase, rules: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    def question(rule: str) -> str:
        verdict = base.edition.rules[rule].verdict
        return verdict.question if verdict else ""

    order = {name: i for i, name in enumerate(base.edition.vocabulary.questions)}
    for name, own in groupby(sorted(rules, key=lambda r: order.get(question(r), -1)), question):
        yield name, list(own)


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' * (number != 1)}"


def table(base: RuleBase, tally: Tally, questions: Sequence[str] = ()) -> str:
    """Everything as one table: what is counted, and the charts and verdicts of it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("of", "month", "question", "answer", "rule", "charts", "verdicts"))
    tidy = tally.shape == "tidy"
    writer.writerow(("all", "", "", "", "", tally.charts, tally.verdicts))
    for question in questions_in(base, tally):
        writer.writerow(("question", "", question, "", "", tally.answered[question], ""))
        for answer in answers_in(base, tally, question):
            given = tally.given[question, answer] if tidy else ""
            charts = tally.answers[question, answer]
            writer.writerow(("answer", "", question, answer, "", charts, given))
        if not tidy:
            disputed = tally.disagreements[question]
            writer.writerow(("disagreement", "", question, "", "", disputed, ""))
    for month in months_in(tally):
        writer.writerow(("month", month, "", "", "", tally.months[month], ""))
        for question in questions_in(base, tally):
            for answer in answers_in(base, tally, question):
                charts = tally.by_month[month, question, answer]
                writer.writerow(("answer", month, question, answer, "", charts, ""))
    for rule, count in sorted(tally.rules.items()):
        writer.writerow(("rule", "", "", "", rule, "", count))
    for rule in silent_rules(base, tally, questions):
        writer.writerow(("rule", "", "", "", rule, "", 0))
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the picture: an answer, the share of the charts, and the shares by month."""

    name: str
    words: str
    charts: int
    share: float
    months: tuple[tuple[str, int, float], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the picture: a question with a line an answer."""

    name: str
    words: str
    note: str
    lines: tuple[Line, ...]


def picture(base: RuleBase, tally: Tally, name: str) -> str:
    """The answers as bars, and month by month as shades, in SVG."""
    panels = [_panel(base, tally, question) for question in questions_in(base, tally)]
    head = headline(tally)
    return rendered("tally.svg", panels=panels, months=months_in(tally), headline=head, name=name)


def _panel(base: RuleBase, tally: Tally, question: str) -> Panel:
    known = base.edition.vocabulary.questions.get(question)
    lines = tuple(_line(base, tally, question, a) for a in answers_in(base, tally, question))
    words = f"{known.speech.en} {known.speech.zh}" if known else question
    return Panel(question, words, _share(tally, question), lines)


def _line(base: RuleBase, tally: Tally, question: str, answer: str) -> Line:
    charts = tally.answers[question, answer]
    months = tuple(
        (month, count, count / tally.months[month])
        for month in months_in(tally)
        for count in (tally.by_month[month, question, answer],)
    )
    words = _answer(base, question, answer)
    return Line(answer, words, charts, charts / max(1, tally.charts), months)
