"""W320: a concept that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.mentions import Mentions
from engine.checks.page import Page


class UnusedConcept(Check):
    """Concepts that no rule, concept, term or passage names."""

    code = "W320"
    page = Page(
        wrong="No rule and no other concept uses the concept, and no `encoded_by` names it.",
        why="What is not used is not tested by any example, and hides what the rules really mean.",
        mend="Use it where rules say the same at length, or take it out.",
        example="concepts: {never_named: {define: {void: initial}, en: it is void, zh: 空}}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Concepts that are not mentioned."""
        edition = ground.base.edition
        used = Mentions(edition).concepts
        for name, concept in edition.concepts.items():
            if name not in used:
                yield self.finding(f"nothing uses the concept `{name}`", concept.span)
