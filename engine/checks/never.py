"""E260: a rule that fires on no chart at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.page import Page
from engine.speech import Speaker
from rules.reader.model import All, Rule


class NeverFires(Check):
    """Rules, or rows of rules, whose conditions no chart meets."""

    code = "E260"
    page = Page(
        wrong="No chart meets the conditions of the rule (or of this row of it). All boards were "
        "tried, with every value of the further inputs that the rule reads.",
        why="The rule looks as if it encoded its verse, and it can never speak.",
        mend="Ask `bingzhan why-not RULE CHART` with a chart on which it should fire: it names "
        "the conditions that fail. Most often two of them exclude each other, or one names the "
        "seat where it means the god upon it. If the text itself asks for what cannot be, keep "
        "the rule and say so: `dead: reason`.",
        example="when: [{void: initial}, {not: {void: initial}}]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Decided rules without a chart; an example under another school is a chart."""
        truths = ground.truths
        for rule in ground.base.edition.rules.values():
            if rule.id not in truths.fires or rule.id in truths.open or rule.dead:
                continue
            if not truths.fires[rule.id].any() and not _fires_by_another_school(rule):
                yield self.finding(
                    f"{rule.id} can never fire: none of {charts(truths.of(rule))} "
                    "meets its conditions",
                    rule.span,
                    rule,
                    help="\n".join(_reason(ground, rule)),
                )


def _reason(ground: Ground, rule: Rule) -> Iterator[str]:
    """The fewest of the conditions that no chart meets together."""
    parts = list(rule.when.parts) if isinstance(rule.when, All) else [rule.when]
    for part in parts[:]:
        rest = [other for other in parts if other is not part]
        if rest and not ground.truths.where(All(tuple(rest))).charts:
            parts = rest
    speaker = Speaker(ground.base.edition)
    yield "no chart meets " + ("this:" if len(parts) == 1 else "these together:")
    for part in parts:
        said = speaker.condition(part)
        yield f"- {said.en} ({said.zh})"
    yield "if the text has it so, say `dead: reason`"


def _fires_by_another_school(rule: Rule) -> bool:
    return any(e.expect == "fires" and e.school and e.row in ("", rule.row) for e in rule.examples)
