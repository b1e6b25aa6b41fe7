"""What fired rules do to one another's verdicts, after the run: declared relations only.

``overrides`` takes the target out of the answers (it is still shown), ``qualifies`` is attached to
it, ``contradicts`` leaves both standing side by side, ``parallel`` says that two passages say one
thing, ``modifies`` marks verdicts as worse, surer, saved or cancelled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.ties import Tie, ties_of
from rules.reader.model import Rule


@dataclass(slots=True)
class Standing:
    """How a fired rule stands among the others that fired (rule ids in each field)."""

    overridden_by: list[str] = field(default_factory=list)
    cancelled_by: list[str] = field(default_factory=list)
    qualified_by: list[str] = field(default_factory=list)
    contradicts: dict[str, str] = field(default_factory=dict)
    parallel: list[str] = field(default_factory=list)
    modifiers: list[tuple[str, str]] = field(default_factory=list)
    may_change: list[str] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """Whether the verdict still is among the answers."""
        return not self.overridden_by and not self.cancelled_by


def settle(fired: Iterable[Rule], undetermined: Iterable[Rule]) -> dict[str, Standing]:
    """The standing of each fired rule among some rules, by rule id."""
    fired, undetermined = list(fired), list(undetermined)
    rules = [*fired, *undetermined]
    places = range(len(fired)), range(len(fired), len(rules))
    found = stand(rules, ties_of(rules), *places)
    return {rules[place].id: standing for place, standing in found.items()}


def stand(
    rules: Sequence[Rule],
    ties: Mapping[int, Tie],
    fired: Collection[int],
    undetermined: Collection[int],
    told: Iterable[int] | None = None,
) -> dict[int, Standing]:
    """The standing of each fired rule; rules are places in the list over which the ties are.

    ``told`` are those of the fired rules of which it is wanted, by default all.

    A rule that is overridden or cancelled no longer acts on others. An undetermined rule that
    could act leaves the verdict as it is and is named in ``may_change``.
    """
    spoke, may_speak = frozenset(fired), frozenset(undetermined)
    acting = _acting(ties, spoke)
    return {
        place: _stand(rules, ties[place], spoke, acting, may_speak) if place in ties else Standing()
        for place in (fired if told is None else told)
    }


def _stand(
    rules: Sequence[Rule],
    tie: Tie,
    fired: frozenset[int],
    acting: frozenset[int],
    undetermined: frozenset[int],
) -> Standing:
    return Standing(
        overridden_by=[rules[place].id for place in tie.overriders if place in acting],
        cancelled_by=[rules[place].id for place in tie.cancellers if place in acting],
        qualified_by=[rules[place].id for place in tie.qualifiers if place in acting],
        contradicts={rules[p].id: why for p, why in tie.contradicts.items() if p in fired},
        parallel=[rules[place].id for place in tie.parallel if place in fired],
        modifiers=[(rules[place].id, effect) for place, effect in tie.modifiers if place in acting],
        may_change=[rules[place].id for place in tie.acting if place in undetermined],
    )


def _acting(ties: Mapping[int, Tie], fired: frozenset[int]) -> frozenset[int]:
    """The fired rules that no acting rule takes out, by overriding or by cancelling.

    Rules that take each other out in a circle (cancelling by answer can make one: it names no
    rule) do not act, so each of them stands.
    """
    takers = {
        place: found
        for place in fired.intersection(ties)
        if (found := fired.intersection(ties[place].takers))
    }
    acting = set(fired.difference(takers))
    out = {place for place, found in takers.items() if found & acting}
    while freed := {p for p, found in takers.items() if p not in acting and found <= out}:
        acting |= freed
        out |= {place for place, found in takers.items() if found & freed}
    return frozenset(acting)
