"""W322: a list of symbols that nothing names."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.mentions import Mentions
from engine.checks.page import Page


class UnusedList(Check):
    """Lists that no rule, concept or passage names."""

    code = "W322"
    page = Page(
        wrong="No rule, concept or passage names the list.",
        why="What is not used is not tested by any example.",
        mend="Name it where rules write its members out (`in: [x, 四仲]`, `for_each: {k: 四仲}`), "
        "or take it out.",
        example="lists: {四仲: {members: [子, 午, 卯, 酉], en: the middle branches}}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Lists that the reader never resolved."""
        vocabulary = ground.base.edition.vocabulary
        named = vocabulary.named_lists | Mentions(ground.base.edition).lists
        for name in vocabulary.lists:
            if name not in named:
                span = vocabulary.places.get(("list", name))
                yield self.finding(f"nothing names the list `{name}`", span)
