"""E261: a rule that is declared a dead letter, and fires."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page


class DeadLetterFires(Check):
    """Rules with ``dead`` that fire all the same."""

    code = "E261"
    page = Page(
        wrong="The rule says `dead`, that it can never fire, and there is a chart on which it "
        "does.",
        why="The reason given for its silence is not true, and the verdict reaches the reader.",
        mend="Take `dead` away and give an example, or mend the condition that lets the rule "
        "through: the chart named in the message shows how.",
        example="dead: no chart has both\nwhen: {void: initial}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Dead letters with a chart."""
        truths = ground.truths
        for rule in ground.base.edition.rules.values():
            if rule.dead and rule.id in truths.fires and truths.fires[rule.id].any():
                yield self.finding(
                    f"{rule.id} is declared a dead letter, and fires on "
                    f"{charts(truths.count(rule))}",
                    rule.span,
                    rule,
                    help=f"it fires on {truths.witness(rule)}",
                )
