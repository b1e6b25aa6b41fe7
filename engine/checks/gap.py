"""W316: a decision table that leaves a chart out, or that says so and does not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page


class Gap(Check):
    """``cases`` whose rows do not cover every value, and do not say why; or say so idly."""

    code = "W316"
    page = Page(
        wrong="On some charts no row of the `cases` holds, and nothing says that the text leaves "
        "them out; or it is said (`partial`), and the rows cover everything.",
        why="A value that was forgotten looks like one of which the book is silent.",
        mend="Add the row that is missing, or `rest: true` for 餘. If the text names no more, say "
        "so: `partial: the text names the four corners only`.",
        example="cases: {over: {seat_of: 游都}, rows: [{is: 四孟, ...}, {is: 四仲, ...}]}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A finding for each table, at its ``cases``."""
        rules = ground.base.edition.rules
        for gap in ground.tables.gaps:
            if not gap.cases.partial:
                rule = rules[gap.cases.rules[0]]
                yield self.finding(
                    f"no row of the cases of {rule.parent} holds on {charts(gap.none)}",
                    gap.cases.span,
                    rule,
                    help=f"for example on {gap.witness}\nadd a row, or say in `partial` why the "
                    "text leaves them out",
                )
        for cases in ground.tables.complete:
            if cases.partial:
                rule = rules[cases.rules[0]]
                yield self.finding(
                    f"the cases of {rule.parent} are said to be `partial`, and leave nothing out",
                    cases.span,
                    rule,
                    help="take `partial` out",
                )
