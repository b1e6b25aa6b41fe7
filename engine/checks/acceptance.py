"""W330: a finding that is accepted, and is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.page import Page
from rules.reader.model import Acceptance, Rule
from rules.reader.names import suggest


class UnusedAcceptance(Check):
    """Acceptances of findings; it takes the findings of the other checks to know the idle ones."""

    code = "W330"
    page = Page(
        wrong="The rule accepts a finding that no check makes (any more).",
        why="An acceptance that is left over would hide the finding if it came back.",
        mend="Take the acceptance out. If the finding is still there, look at the code and at "
        "the rule named in `with`.",
        example="accept: [{code: W313, with: DQ-0891.d, why: two schools, side by side}]",
    )

    def __init__(self) -> None:
        self._used: set[tuple[str, Acceptance]] = set()

    def accepted(self, finding: Finding) -> bool:
        """Whether a rule that the finding is about accepts it."""
        used = [
            (rule.parent, acceptance)
            for rule in finding.rules
            for acceptance in rule.accept
            if acceptance.code == finding.item.code
            and (not acceptance.other or _is_about(acceptance.other, finding.rules, rule))
        ]
        self._used.update(used)
        return bool(used)

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Acceptances that accepted nothing."""
        rules = ground.base.edition.rules
        parents = {rule.parent: rule for rule in rules.values()}
        for rule in parents.values():
            if ground.focus is not None and rule.id not in ground.focus:
                continue  # what it accepts was not looked for
            for acceptance in rule.accept:
                if (rule.parent, acceptance) in self._used:
                    continue
                other = acceptance.other
                told = f" with {other}" if other else ""
                help_ = ""
                if other and other not in rules and other not in parents:
                    near = suggest(other, parents)
                    help_ = f"there is no rule {other}" + f", but {near[0]}" * bool(near)
                yield self.finding(
                    f"{rule.parent} accepts {acceptance.code}{told}, and there is no such finding",
                    acceptance.span,
                    rule,
                    help=help_,
                )


def _is_about(name: str, rules: Iterable[Rule], mine: Rule) -> bool:
    return any(name in (r.id, r.parent) for r in rules if r is not mine)
