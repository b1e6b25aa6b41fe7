"""How large a rule base may grow when it is read: it is data, and cannot exhaust the machine.

A short file can stand for much: aliases repeat what they stand for, bound names multiply, roles and
concepts hold what they name many times over. Each is counted before it is written out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rules.reader.model import Literal, Not, Select, Term, Use

MAX_PARTS = 400_000
"""Terms, conditions and rows of rules of one rule base, each counted wherever it is written out."""

MAX_TERM = 80
"""Parts of one term with the roles and plates within it: whatever walks over a term may recurse."""

ROW = 20
"""Parts for which a row of a ``for_each`` counts: each becomes a rule of its own."""


@dataclass(slots=True)
class Allowance:
    """What may still be read: ``nodes`` of the files, ``parts`` of what is made of them."""

    nodes: int = 1_000_000
    parts: int = MAX_PARTS
    _sizes: dict[object, int] = field(default_factory=dict, repr=False)

    def size(self, part: object) -> int:
        """The parts of a term or condition, each counted as often as it stands there.

        Remembered, so that a term that holds another twice costs no second walk.
        """
        if isinstance(part, tuple):
            return sum(map(self.size, part))
        if part is None or isinstance(part, str | int | Fraction):
            return 0
        known = self._sizes.get(part)
        if known is None:
            known = self._sizes[part] = 1 + self.size(_parts(part))
        return known


def _parts(node: object) -> tuple[object, ...]:
    match node:
        case Term() | Literal() | Use():
            return node.args
        case Select():
            return node.options
        case Not():
            return (node.part,)
        case _:
            parts: tuple[object, ...] = getattr(node, "parts", ())
            return parts
