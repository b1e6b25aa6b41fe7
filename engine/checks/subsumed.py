"""W312: a rule that fires only where another says the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page
from engine.checks.repeated import repeated
from rules.reader.diagnostics import Label


class Subsumed(Check):
    """Rules that say nothing that another does not say."""

    code = "W312"
    page = Page(
        wrong="Wherever the rule fires, the other fires too with the same verdict: question, "
        "answer and every value. The other fires on more charts.",
        why="The rule adds nothing: a condition of its verse may be missing from the other rule, "
        "or a part of its verdict from this one (`strength`, `days`, `advice`).",
        mend="Read both verses. If the narrower one says it more strongly, give it `strength`, or "
        "let it `modifies: {effect: surer, rules: [...]}`; if it is a case of the wider, declare "
        "`parallel` on either.",
        example="parallel: [DQ-0723.a]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A finding for each pair of whole rules, at the narrower."""
        for meeting in repeated(ground):
            if meeting.of_first != meeting.of_second:
                first, second = meeting.first, meeting.second
                yield self.finding(
                    f"{second.id} adds nothing: on each of the {charts(meeting.both)} on which it "
                    f"fires, {first.id} says the same (it fires on {meeting.of_first:,})",
                    second.span,
                    first,
                    second,
                    label="the narrower",
                    also=(Label(first.span, "the wider"),) if first.span else (),
                    help=f"declare `parallel: [{first.parent}]`, or say what this verse has more",
                )
