"""Runs of ``bingzhan batch`` in a test: inputs drawn at random, results read back."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

from click.testing import Result

from facts.given import DIRECTIONS, SITUATIONS
from facts.symbols import BRANCHES, PILLARS
from tests.cli.runner import run


def batch(*words: str | Path, stdin: str | bytes = "", code: int = 0) -> Result:
    """Run the command; it ends with that exit code."""
    result = run("batch", *map(str, words), stdin=stdin)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def table_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rejects_of(out: Path) -> list[dict[str, Any]]:
    path = out.with_name(f"{out.name}.rejects.jsonl")
    return lines_of(path) if path.exists() else []


def draw(count: int, seed: int = 1, share: float = 0.5) -> list[str]:
    """Charts in the notation, each further input given to a share of them."""
    dice = random.Random(seed)

    def some(*words: str) -> list[str]:
        return [word for word in words if dice.random() < share]

    charts = []
    for _ in range(count):
        words = [f"{dice.choice(PILLARS)}日"]
        if dice.random() < share:
            words += [f"{dice.choice(BRANCHES)}將", f"{dice.choice(BRANCHES)}時"]
        else:
            words += [
                f"{dice.choice(BRANCHES)}加子",
                *some(dice.choice("晝夜"), dice.choice("春夏秋冬")),
            ]
        words += some(
            f"{dice.choice(PILLARS)}年",
            f"往{dice.choice(DIRECTIONS)}",
            f"出{dice.choice(BRANCHES)}門",
            f"在{dice.choice('我敵')}境",
            dice.choice(SITUATIONS),
            f"聞{dice.choice(PILLARS)}日",
            f"到{dice.choice('甲乙丙')}日",
            f"使本命{dice.choice(BRANCHES)}",
            f"使行年{dice.choice(BRANCHES)}",
            "見蛇入營 傷人 從寅",
            f"太白在{dice.choice(DIRECTIONS)}",
            "兵千人",
            f"本命{dice.choice(BRANCHES)}",
            f"行年{dice.choice(BRANCHES)}",
            f"敵在{dice.choice(DIRECTIONS)}",
            f"城在{dice.choice(DIRECTIONS)}",
            f"{dice.choice('我敵')}先動",
            f"{dice.choice('正二三四五六七八九十')}月初{dice.choice('一二三四五六七')}",
        )
        charts.append(" ".join(words))
    return charts
