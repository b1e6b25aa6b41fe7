"""The view of ``bingzhan facts``."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from engine.views.console import padded, text
from facts.charts import Chart

_SIGNS = {"holds": "✓", "fails": "✗", "unknown": "?"}


def show_facts(out: Console, chart: Chart, facts: list[dict[str, Any]]) -> None:
    """Print facts grouped by kind."""
    out.print(text((chart.notation, "bold")))
    kind = ""
    for item in facts:
        if item["fact"] != kind:
            kind = item["fact"]
            out.print(text((kind, "bold")))
        line = f"{_SIGNS[item['truth']]} {item['en']}  〔{item['zh']}〕"
        out.print(padded(line, 2))
