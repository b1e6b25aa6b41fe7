"""Measure columns against the two matchers: ``python -m tests.bench.bench_columns [MILLIONS]``.

Charts a second of one core, on the edition as it is and grown to three thousand rules: columns for
one chart, a thousand and a hundred thousand, with the pairs of chart and rule that fired; the
session with the counting matcher; and Experta's own Rete, on few charts. Then millions of charts in
chunks (ten, unless another number is given), the time of each million and the most memory used.
Times are the best of several, as the process counts them.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from engine.columns import Plan  # noqa: E402
from engine.experta_port import Machine  # noqa: E402
from engine.rulebase import RuleBase, load  # noqa: E402
from engine.session import run  # noqa: E402
from facts.charts import Chart  # noqa: E402
from tests.bench.grown import grown  # noqa: E402
from tests.engine.conftest import draw_charts  # noqa: E402

CHUNK = 65_536
RULES = (0, 1_000, 3_000)
CHARTS = (1, 1_000, 100_000)

Columns = Mapping[str, Any]


def best(times: int, call: Callable[[], object]) -> float:
    """The shortest time that the call took, in seconds."""
    spans = []
    for _ in range(times):
        start = time.process_time()
        call()
        spans.append(time.process_time() - start)
    return max(min(spans), 1e-6)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def columns_of(charts: list[Chart], places: Any) -> Columns:
    """The columns of the charts at some places."""
    return {
        name: np.array([chart.columns[name] for chart in charts], dtype=np.uint16)[places]
        for name in charts[0].columns
    }


def judged(plan: Plan, columns: Columns, size: int) -> None:
    """Judge charts and tell which rules fired on each."""
    plan.judge(columns, size).fired()


def compare(base: RuleBase, charts: list[Chart], rete: int) -> None:
    """One line of the table: a rule base by each way of judging."""
    start = time.process_time()
    plan = Plan(base)
    _ = plan.tables
    built = time.process_time() - start
    line = f"{len(base.edition.rules):6}{built:9.2f}"
    speed = 0.0
    for size in CHARTS:
        columns = columns_of(charts, np.arange(size) % len(charts))
        speed = size / best(5, lambda c=columns, n=size: judged(plan, c, n))
        line += f"{speed:12,.0f}"
    some = charts[:200]
    run(base, some[0])
    counting = len(some) / best(3, lambda: [run(base, chart) for chart in some])
    line += f"{counting:10,.0f}{speed / counting:8,.0f}"
    if rete:
        machine = Machine(base.program.clauses, matcher="rete")
        stock = rete / best(1, lambda: [run(base, chart, machine) for chart in charts[:rete]])
        line += f"{stock:8.1f}{counting / stock:8,.0f}{speed / stock:11,.0f}"
    say(line)


def stream(base: RuleBase, charts: list[Chart], millions: int) -> None:
    """Millions of charts, each chunk with the pairs of those that fired."""
    plan, dice = Plan(base), np.random.default_rng(1)
    known = columns_of(charts, np.arange(len(charts)))
    say(f"\n{'charts':>12}{'seconds':>9}{'fired':>14}{'MiB':>7}")
    done, fired, start, told = 0, 0, time.process_time(), 1
    while done < millions * 1_000_000:
        places = dice.integers(0, len(charts), CHUNK)
        verdicts = plan.judge({name: codes[places] for name, codes in known.items()}, CHUNK)
        fired += len(verdicts.fired()[0])
        done += CHUNK
        if done >= told * 1_000_000:
            told += 1
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            say(f"{done:12,}{time.process_time() - start:9.2f}{fired:14,}{most:7.0f}")


def main() -> None:
    """Print the tables."""
    base, charts = load(), draw_charts(2_000, 20260101)
    say(
        f"{'':15}{'columns: charts a second of':^36}{'counting':>10}{'ratio':>8}"
        f"{'Rete':>8}{'ratio':>8}{'columns to':>11}\n"
        f"{'rules':>6}{'build s':>9}"
        + "".join(f"{size:12,}" for size in CHARTS)
        + f"{'a second':>10}"
        f"{'':8}{'a sec.':>8}{'':8}{'Rete':>11}"
    )
    for size in RULES:
        compare(grown(base, size) if size else base, charts, rete=0 if size else 3)
    stream(base, charts, int(sys.argv[1]) if len(sys.argv) > 1 else 10)


if __name__ == "__main__":
    main()
