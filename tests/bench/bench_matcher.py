"""Measure the counting matcher against Experta's own Rete: ``python -m tests.bench.bench_matcher``.

The programs are drawn at random in the proportions of real rule bases: two literals a rule, of
which 45 in 100 hold; conditions of one to five literals; one rule in five derives a concept.
Times are the best of several, in milliseconds; the ledgers are compared on the way.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from engine.experta_port import Machine
from engine.horn import Atom, HornRule, atom

T = TypeVar("T")
SIZES = (50, 300, 1000)
RELATIONS = ("Control", "Landing", "Void", "Tomb", "Clash", "Combination", "SeasonState", "Trine")


def draw_program(size: int, draw: random.Random) -> tuple[list[HornRule], frozenset[Atom]]:
    """Return a program of `size` rules and a chart for it."""
    literals = [atom(RELATIONS[n % 8], a=f"term{n}", b=f"term{n % 97}") for n in range(2 * size)]
    concepts = [atom("Concept", name=f"concept{n}") for n in range(size // 10)]
    program = []
    for n in range(size):
        derives = n % 5 == 0
        body = draw.sample(literals, draw.randint(1, 4))
        positives = [*body[:1], *(each for each in body[1:] if draw.random() < 0.8)]
        negatives = [each for each in body if each not in positives]
        if not derives and n % 3 == 0:
            positives.append(draw.choice(concepts))
        head = draw.choice(concepts) if derives else atom("Verdict", rule=f"rule{n}")
        program.append(HornRule(f"DQ-{n:04}.a", tuple(positives), tuple(negatives), head))
    mentioned = sorted({each for rule in program for each in rule.atoms()}.intersection(literals))
    return program, frozenset(draw.sample(mentioned, len(mentioned) * 45 // 100))


def best(times: int, call: Callable[[], T]) -> tuple[float, T]:
    """Return the shortest time in milliseconds that the call took, and its result."""
    spans = []
    for _ in range(times):
        start = time.perf_counter()
        result = call()
        spans.append(time.perf_counter() - start)
    return min(spans) * 1000, result


def main() -> None:
    """Print the table."""
    out = sys.stdout
    pair = f"{'counting':>10}{'ratio':>7}"
    out.write(f" rules facts fired  build rete{pair}    run rete{pair}\n")
    draw = random.Random(20260101)
    for size in SIZES:
        program, chart = draw_program(size, draw)
        build_rete, rete = best(2, lambda program=program: Machine(program, matcher="rete"))
        build_counting, counting = best(5, lambda program=program: Machine(program))
        run_rete, expected = best(3, lambda rete=rete, chart=chart: rete.run(chart))
        run_counting, ledger = best(50, lambda counting=counting, chart=chart: counting.run(chart))
        if ledger != expected:
            raise SystemExit(f"the ledgers of {size} rules differ")
        out.write(
            f"{size:6}{len(chart):6}{len(ledger.firings):6}"
            f"{build_rete:12.1f}{build_counting:10.1f}{build_rete / build_counting:7.1f}"
            f"{run_rete:12.2f}{run_counting:10.2f}{run_rete / run_counting:7.1f}\n"
        )
        out.flush()


if __name__ == "__main__":
    main()
