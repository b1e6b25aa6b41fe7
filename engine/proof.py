"""The proof of a verdict, read off the ledger of the run.

A proof is a graph over canonical facts: a rule rests on the facts that its clause matched, a
concept on those of its own clauses, and so down to literals of the chart, each with the evidence
of its values. It is turned into a tree in which a sub-proof that came before is only referred to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.evidence import Evidence, Witness
from engine.ground import verdict_atom
from engine.horn import Atom
from engine.rulebase import RuleBase
from engine.session import Run
from rules.reader.model import Rule


@dataclass(slots=True)
class Node:
    """One step of a proof. ``kind``: rule, concept, fact, absence, branch or seen."""

    kind: str
    en: str
    zh: str
    source: str = ""
    evidence: list[Evidence] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The node for JSON, without empty fields."""
        shown: dict[str, Any] = {"kind": self.kind, "en": self.en, "zh": self.zh}
        if self.source:
            shown["source"] = self.source
        if self.evidence:
            shown["evidence"] = [item.as_dict() for item in self.evidence]
        if self.children:
            shown["because"] = [child.as_dict() for child in self.children]
        return shown


class Body(NamedTuple):
    """What a firing rests on: the facts that it matched, and those whose absence it used."""

    matched: tuple[Atom, ...]
    absent: tuple[Atom, ...]


class Prover:
    """Builds the proofs of one run; what a proof has shown once it then only refers to."""

    def __init__(self, base: RuleBase, run: Run) -> None:
        self._base = base
        self._run = run
        self._witness = Witness(base.edition, run.chart, run.evaluator)
        self._speaker = self._witness.speaker
        self._shown: set[Atom] = set()
        self._told: set[Evidence] = set()

    def proof(self, rule: Rule) -> Node:
        """The proof of a rule that fired (KeyError if it did not)."""
        self._shown.clear()
        self._told.clear()
        node = Node("rule", rule.title, "".join(q.text for q in rule.quotes[:1]), rule.passage)
        node.children = self._ways(verdict_atom(rule.id))
        return node

    def _premises(self, body: Body) -> list[Node]:
        nodes = []
        for fact in body.matched:
            nodes += self._matched(fact)
        return nodes + [self._leaf(fact, holds=False) for fact in body.absent]

    def _matched(self, fact: Atom) -> list[Node]:
        if fact.kind in ("Concept", "NotConcept"):
            return [self._concept(fact)]
        if fact.kind == "Helper":
            return self._helper(fact)
        if fact.kind == "InitialFact":
            return []
        return [self._leaf(fact, holds=fact.kind != "Refuted")]

    def _helper(self, fact: Atom) -> list[Node]:
        """An inner ``any`` or ``at_least`` is told by the parts of it that hold."""
        if fact in self._base.program.counts:
            return [self._counted(fact)]
        return self._ways(fact)

    def _ways(self, fact: Atom) -> list[Node]:
        """The premises of a derived fact; several clauses that derive it stand side by side."""
        bodies = [Body(f.matched, f.absent) for f in self._run.ledger.support[fact]]
        if len(bodies) == 1:
            return self._premises(bodies[0])
        ways = [self._way(body) for body in bodies]
        return [Node("branch", "each of these suffices", "以下各足以成立", children=ways)]

    def _way(self, body: Body) -> Node:
        """The premises of one body as one node."""
        nodes = self._premises(body)
        if len(nodes) == 1:
            return nodes[0]
        return Node("branch", "all of these", "以下皆然", children=nodes)

    def _counted(self, head: Atom) -> Node:
        """The parts that were counted, without the running counts."""
        needed, size = self._base.program.counts[head]
        parts = [self._way(body) for body in self._parts(head)]
        return Node(
            "branch", f"at least {needed} of {size}", f"{size}者至少有其{needed}", children=parts
        )

    def _parts(self, head: Atom) -> dict[Body, None]:
        """The bodies of the parts that a count rests on, each once."""
        cells = self._base.program.cells
        found: dict[Body, None] = {}
        seen: set[Atom] = set()

        def visit(cell: Atom) -> None:
            seen.add(cell)
            for firing in self._run.ledger.support[cell]:
                before = [fact for fact in firing.matched if cells.get(fact) == head]
                for fact in before:
                    if fact not in seen:
                        visit(fact)
                if firing.rule.endswith("/counted"):
                    own = tuple(fact for fact in firing.matched if fact not in before)
                    found[Body(own, firing.absent)] = None

        visit(head)
        return found

    def _concept(self, fact: Atom) -> Node:
        use, sign = self._base.program.uses[fact]
        said = self._speaker.concept(use, holds=sign)
        concept = self._base.edition.concepts[use.concept]
        if fact in self._shown:
            return Node("seen", said.en, said.zh, concept.source)
        self._shown.add(fact)
        return Node("concept", said.en, said.zh, concept.source, children=self._ways(fact))

    def _leaf(self, fact: Atom, *, holds: bool) -> Node:
        literal = self._base.program.by_atom[fact]
        said = self._speaker.literal(literal, holds=holds)
        predicate = self._base.edition.vocabulary.predicates[literal.predicate]
        if fact in self._shown:
            return Node("seen", said.en, said.zh)
        self._shown.add(fact)
        evidence = [e for e in self._witness.of_literal(literal) if e not in self._told]
        self._told.update(evidence)
        kind = "fact" if holds else "absence"
        return Node(kind, said.en, said.zh, predicate.source, evidence)
