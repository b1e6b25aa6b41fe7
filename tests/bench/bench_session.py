"""Measure what a user waits for: ``python -m tests.bench.bench_session``.

The start of ``bingzhan judge`` as a process of its own, what of it is loading the edition, and the
time of one chart once it is loaded: the run through Experta, the judgement, the explanation, and
why a rule is silent. Times are the best and the median of several, in milliseconds.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ["BINGZHAN_CACHE"] = "off"  # bench_start measures it

from engine.experta_port import Machine  # noqa: E402
from engine.explain import explanation_dict  # noqa: E402
from engine.judgement import judge, judgement_dict  # noqa: E402
from engine.rulebase import RuleBase, load  # noqa: E402
from engine.session import facts_of, run  # noqa: E402
from engine.whynot import why_not  # noqa: E402
from facts.charts import Chart, cast  # noqa: E402
from facts.evaluate import Evaluator  # noqa: E402
from facts.given import Given  # noqa: E402

CHART = "丙辰日 亥將 丑時 春"


def spans(calls: Iterable[Callable[[], object]]) -> list[float]:
    """The time of each call, in milliseconds."""
    found = []
    for call in calls:
        start = time.perf_counter()
        call()
        found.append((time.perf_counter() - start) * 1000)
    return found


def show(name: str, times: list[float]) -> None:
    """Print one line of the table."""
    sys.stdout.write(f"{name:52}{min(times):9.2f}{statistics.median(times):9.2f}\n")
    sys.stdout.flush()


def process(*words: str) -> Callable[[], object]:
    """A Python process that must end well."""
    command = [sys.executable, *words]
    return lambda: subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def draw(count: int) -> list[Chart]:
    """Charts with general and hour, natal branch and first mover, always the same."""
    dice = random.Random(20260101)
    return [
        cast(
            Given(
                day=dice.randrange(60),
                month_general=dice.randrange(12),
                hour=dice.randrange(12),
                natal=dice.randrange(12),
                first_mover=dice.randrange(2),
            )
        )
        for _ in range(count)
    ]


def main() -> None:
    """Print the table."""
    base = load()
    rules, clauses = len(base.edition.rules), len(base.program.clauses)
    sys.stdout.write(
        f"{rules} rules and rows, {len(base.program.literals)} literals, {clauses} clauses\n"
        f"{'milliseconds':52}{'best':>9}{'median':>9}\n"
    )
    show("python -c pass", spans([process("-c", "pass")] * 7))
    show(f"bingzhan judge {CHART}", spans([process("cli.py", "judge", CHART)] * 7))
    show(f"bingzhan explain {CHART}", spans([process("cli.py", "explain", CHART)] * 5))
    show("load: read and compile the edition", spans([load] * 7))
    show("build the Experta engine", spans([lambda: Machine(base.program.clauses)] * 5))
    charts(base, draw(200))


def charts(base: RuleBase, drawn: list[Chart]) -> None:
    """The lines of one chart once all is loaded."""
    run(base, drawn[0])
    given = [list(facts_of(base, Evaluator(base.edition, c.columns))) for c in drawn]
    show("a chart: facts", spans(lambda c=c: run_facts(base, c) for c in drawn))
    show("a chart: Experta alone", spans(lambda g=g: base.machine.run(g) for g in given))
    show("a chart: facts and Experta", spans(lambda c=c: run(base, c) for c in drawn))
    show(
        "a chart: judgement for JSON",
        spans(lambda c=c: judgement_dict(judge(base, c)) for c in drawn),
    )
    show(
        "a chart: explanation for JSON", spans(lambda c=c: explanation_dict(base, c) for c in drawn)
    )
    silent = list(base.edition.rules.values())[:: max(1, len(base.edition.rules) // 40)]
    show(
        "a rule: why-not, with extent and nearest chart",
        spans(lambda r=r: why_not(base, r, drawn[0]) for r in silent),
    )


def run_facts(base: RuleBase, chart: Chart) -> None:
    """Evaluate every literal of a chart."""
    for _ in facts_of(base, Evaluator(base.edition, chart.columns)):
        pass


if __name__ == "__main__":
    main()
