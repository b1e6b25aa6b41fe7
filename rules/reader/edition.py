"""The edition as data: what was read of all files, with the look-ups that everyone needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.reader.model import Cases, Concept, Passage, Relation, Rule, Section, Select, Term
from rules.reader.signs import Signs
from rules.reader.tables import Table
from rules.reader.vocabulary import Vocabulary


@dataclass(slots=True)
class Edition:
    """The rule base as data. ``definitions`` gives the term that a named term stands for."""

    vocabulary: Vocabulary
    tables: dict[str, Table] = field(default_factory=dict)
    definitions: dict[str, Term | Select] = field(default_factory=dict)
    concepts: dict[str, Concept] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    passages: dict[str, Passage] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    signs: dict[str, Signs] = field(default_factory=dict)
    cases: list[Cases] = field(default_factory=list)

    def of_signs(self, rule: Rule, relation: Relation) -> bool:
        """Whether a relation is not the rule's own but follows from the signs of its question."""
        signs = self.signs.get(rule.verdict.question) if rule.verdict is not None else None
        return signs is not None and relation.span == signs.question.span

    def contradictions_of(self, rule: Rule) -> Iterator[Relation]:
        """The contradictions that a rule declares itself; those of signs are none of the text."""
        for relation in rule.relations:
            if relation.kind == "contradicts" and not self.of_signs(rule, relation):
                yield relation

    def sign_of(self, rule: Rule) -> str:
        """What the rule looks at among the signs of its question, in English; empty without."""
        signs = self.signs.get(rule.verdict.question) if rule.verdict is not None else None
        for sign in signs.groups.values() if signs is not None else ():
            if any(node.value == rule.parent for node in sign.rules):
                return sign.english
        return ""

    def rows_of(self, parent: str) -> list[Rule]:
        """The rule of that id, or all rows of it."""
        if parent in self.rules:
            return [self.rules[parent]]
        return [rule for rule in self.rules.values() if rule.parent == parent]
