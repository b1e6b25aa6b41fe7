"""N340: what could not be decided within the budget."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.page import Page


class Undecided(Check):
    """Rules, and pairs of rules, of which nothing is claimed."""

    code = "N340"
    page = Page(
        wrong="Nothing: the rule reads so many inputs, or two rules read so many different ones, "
        "that there are more charts than are tried.",
        why="So that silence is not taken for soundness: whether it ever fires, or contradicts "
        "another, is not known.",
        mend="Nothing need be done. Examples decide single charts; a condition over fewer inputs "
        "can be decided.",
        example="when: [{same: [year_branch, natal]}, {same: [lunar_day, 三十日]}, ...]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A note for each rule that is not decided, alone or against others."""
        truths = ground.truths
        rules = ground.base.edition.rules
        for rule_id, size in truths.undecided.items():
            yield self.finding(
                f"{rule_id} is not decided: there are {size:,} charts over the inputs it reads",
                rules[rule_id].span,
                rules[rule_id],
            )
        for rule_id in sorted(truths.open):
            yield self.finding(
                f"{rule_id} is not decided: it reads an input of which no chart is tried",
                rules[rule_id].span,
                rules[rule_id],
            )
        for cases in ground.tables.undecided:
            first = rules[cases.rules[0]]
            yield self.finding(
                f"the cases of {first.parent} are not decided: too many charts over the inputs "
                "that they read, or an input of which no chart is tried",
                cases.span,
                first,
            )
        against: dict[str, list[str]] = {}
        for first, second in ground.meetings.undecided:
            against.setdefault(first.id, []).append(second.id)
        for rule_id, others in against.items():
            more = f" and {len(others) - 3} more" if len(others) > 3 else ""
            yield self.finding(
                f"{rule_id} is not decided against {', '.join(others[:3])}{more}: too many charts "
                "over the inputs they read",
                rules[rule_id].span,
                rules[rule_id],
            )
