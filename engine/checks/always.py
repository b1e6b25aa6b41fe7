"""W310: a rule that has a condition and fires on every chart."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.page import Page
from rules.reader.model import ALWAYS


class AlwaysFires(Check):
    """Rules whose condition says nothing."""

    code = "W310"
    page = Page(
        wrong="Every chart meets the condition of the rule.",
        why="A condition that excludes nothing is a slip of the pen, or hides that the verse "
        "speaks of every chart.",
        mend="If the content of the verse is a value (a direction, a place) and it holds of every "
        "chart, write `when: always`. Else look for an `any` that should be `all`, or a `not` too "
        "many.",
        example="when: {any: [{void: initial}, {not: {void: initial}}]}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Decided rules with a condition and without a chart on which they are silent."""
        truths = ground.truths
        for rule in ground.base.edition.rules.values():
            if rule.when == ALWAYS or rule.id not in truths.fires or rule.id in truths.open:
                continue
            if truths.count(rule) == truths.of(rule):
                yield self.finding(
                    f"{rule.id} fires on every chart: all {truths.of(rule):,} meet its condition",
                    rule.span,
                    rule,
                    help="write `when: always`, if that is what the verse says",
                )
