"""W311: two rules that fire on the same charts with the same verdict."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page
from engine.checks.repeated import repeated
from rules.reader.diagnostics import Label


class Equal(Check):
    """Rules that say the same of the same charts."""

    code = "W311"
    page = Page(
        wrong="The two rules fire on exactly the same charts and have the same verdict: question, "
        "answer and every value.",
        why="The reader is told one thing twice, as if two witnesses bore it.",
        mend="Where two passages say one thing, declare `parallel` on either: they are then shown "
        "as one line. Within one passage make it one rule with `quotes`.",
        example="parallel: [DQ-0723.a]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A finding for each pair of whole rules."""
        for meeting in repeated(ground):
            if meeting.of_first == meeting.of_second:
                first, second = meeting.first, meeting.second
                yield self.finding(
                    f"{second.id} says what {first.id} says, of the same {charts(meeting.both)}",
                    second.span,
                    first,
                    second,
                    also=(Label(first.span, "the same"),) if first.span else (),
                    help=f"declare `parallel: [{first.parent}]`, if two passages say one thing",
                )
