"""W315: two rows of one decision table that hold on one chart."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page
from rules.reader.diagnostics import Label


class Overlap(Check):
    """Rows of ``cases`` that are not told apart."""

    code = "W315"
    page = Page(
        wrong="There are charts on which two rows of one `cases` hold.",
        why="A table of cases says one thing of each chart; here it says two, and nothing says "
        "which row goes first.",
        mend="Take the value out of one of the rows, or add a term to `over` that tells them "
        "apart. If the text has both, write two rules.",
        example="cases: {over: {seat_of: 游都}, rows: [{is: 四孟, ...}, {is: 寅, ...}]}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A finding for each pair of rows, at the later of the two."""
        rules = ground.base.edition.rules
        for overlap in ground.tables.overlaps:
            first, second = rules[overlap.first], rules[overlap.second]
            yield self.finding(
                f"{second.id} and {first.id} are rows of one table, and both hold on "
                f"{charts(overlap.both)}",
                second.span,
                first,
                second,
                also=(Label(first.span, "the other row"),) if first.span else (),
                help=f"for example on {overlap.witness}",
            )
