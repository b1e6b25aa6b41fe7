"""How long the checks over all charts take, for the edition and for many more rules made of it.

Each further rule joins the conditions of two rules with one over a further input. Examples are
run for the edition only: their number and what one costs are told apart.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable
from dataclasses import replace

from engine.checks import CHECKS
from engine.checks.base import Ground
from engine.checks.examples import ExampleFails
from engine.ground import Program
from engine.rulebase import RuleBase, load
from rules.reader.model import All, Any, Condition, Literal, Rule, Term

COUNTS = (1000, 3000)
INPUTS = {"hour": "子", "season": "春", "month": "寅", "natal": "子", "first_mover": "我"}


def timed(what: str, work: Callable[[], object]) -> None:
    """Print how long a piece of work takes."""
    start = time.perf_counter()
    work()
    print(f"  {what:<28}{time.perf_counter() - start:8.2f} s")  # noqa: T201


def more(base: RuleBase, count: int) -> RuleBase:
    """A rule base of so many rules."""
    dice = random.Random(1)
    own = [rule for rule in base.edition.rules.values() if rule.verdict is not None]

    def further() -> Condition:
        name = dice.choice([*INPUTS])
        return Literal("same", (Term(name), Term("const", (INPUTS[name],))))

    def joined(number: int) -> Rule:
        one, two = dice.sample(own, 2)
        parts = (one.when, *((two.when, further()) if dice.random() < 0.5 else ()))
        when = All(parts) if dice.random() < 0.7 else Any((one.when, two.when))
        name = f"{one.passage}.x{number}"
        return replace(one, id=name, parent=name, row="", when=when, relations=(), examples=())

    rules = {rule.id: rule for rule in map(joined, range(count))}
    return RuleBase(replace(base.edition, rules=rules), Program())


def main() -> None:
    """Measure."""
    base = load()
    for ground in (Ground(base), *(Ground(more(base, count)) for count in COUNTS)):
        whole = ground.base is base
        print(f"{len(ground.base.edition.rules)} rules")  # noqa: T201
        timed("truths", lambda ground=ground: ground.truths)
        timed("meetings", lambda ground=ground: ground.meetings)
        for check in CHECKS:
            if whole or check is not ExampleFails:
                timed(check.code, lambda c=check, g=ground: [*c().find(g)])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"at most {peak:.0f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
