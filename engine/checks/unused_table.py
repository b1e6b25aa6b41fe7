"""W321: a table that nothing looks into."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground
from engine.checks.mentions import Mentions
from engine.checks.page import Page


class UnusedTable(Check):
    """Tables without a key of their own that no rule, concept, term or passage names."""

    code = "W321"
    page = Page(
        wrong="No rule, concept or term looks into the table, and no `encoded_by` names it. (A "
        "table with a `key` is a spirit: its name is a term, and it is shown with every chart.)",
        why="Its cells can be wrong and nobody would see it.",
        mend="Use it with `lookup`, `listed` or `number_of`, give it a `key`, or say with "
        "`encoded_by` which span of the text it holds.",
        example="tables: {試表: {by: branch, gives: branch, rows: {子: 丑}, ...}}",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """Tables that are not mentioned; a variant reading goes with its table."""
        edition = ground.base.edition
        used = Mentions(edition).tables
        variants = {name for table in edition.tables.values() for name in table.variants}
        for name, table in edition.tables.items():
            if name not in used and name not in variants and table.key is None:
                yield self.finding(f"nothing looks into the table `{name}`", table.span)
