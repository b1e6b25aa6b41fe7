"""The edition as it is, small editions written in a test, and charts drawn at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from textwrap import dedent, indent

import pytest

from engine.ground import compile_program
from engine.rulebase import RuleBase, load, read
from facts.charts import Chart, cast
from facts.given import Contradiction, Given
from rules import ROOT
from rules.reader.diagnostics import Report
from rules.reader.model import Rule

Laboratory = Callable[..., RuleBase]


@pytest.fixture(scope="session")
def base() -> RuleBase:
    """The edition, or what is sound of it: whether all is sound is tests/test_edition.py's."""
    edition = read(Report())
    return RuleBase(edition, compile_program(edition))


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Laboratory:
    """Makes an edition of a few rules: the vocabulary and the tables are the book's.

    ``rules`` are the YAML items under one passage, whose text is 甲; ``concepts`` the concepts.
    """

    def make(rules: str, concepts: str = "", head: str = "") -> RuleBase:
        root = tmp_path_factory.mktemp("edition")
        for name in ("vocabulary", "tables"):
            (root / name).mkdir()
            for path in (ROOT / name).glob("*.yaml"):
                (root / name / path.name).symlink_to(path)
        (root / "concepts").mkdir()
        if concepts:
            text = "concepts:\n" + indent(dedent(concepts), "  ")
            (root / "concepts" / "test.yaml").write_text(text, "utf-8")
        text = (
            "section: 試\nen: a test\nquestion: enemy_coming\n"
            + dedent(head)
            + "passages:\n  - passage: DQ-9001\n    text: 甲\n    rules:\n"
            + indent(dedent(rules).strip("\n"), "      ")
        )
        (root / "test.yaml").write_text(text, "utf-8")
        return load(root=root)

    return make


@pytest.fixture(scope="session")
def condition(lab: Laboratory) -> Callable[..., Rule]:
    """Makes one rule of a condition in YAML, together with its rule base."""

    def make(when: str, concepts: str = "", then: str = "{answer: comes}") -> tuple[RuleBase, Rule]:
        text = f"- {{id: DQ-9001.a, title: t, quote: 甲, when: {when}, then: {then}}}"
        made = lab(text, concepts)
        return made, made.edition.rules["DQ-9001.a"]

    return make


@pytest.fixture(scope="session")
def draw() -> Callable[..., list[Chart]]:
    """Draws charts: boards, or general and hour; each further input is given half of the time."""
    return draw_charts


def draw_charts(count: int, seed: int, given: float = 0.5) -> list[Chart]:
    """That many charts, always the same for a seed; ``given`` is the share of inputs given."""
    dice = random.Random(seed)
    charts = []
    while len(charts) < count:
        try:
            charts.append(cast(_draw(dice, given)))
        except Contradiction:
            continue
    return charts


_SIZES = {"day_part": 2, "season": 5, "month": 12, "natal": 12, "annual": 12}
_SIZES |= {"enemy": 8, "city": 8, "first_mover": 2}


def _draw(dice: random.Random, share: float) -> Given:
    inputs = {name: dice.randrange(n) for name, n in _SIZES.items() if dice.random() < share}
    if dice.random() < share:
        year = dice.randrange(60)
        inputs |= {"year": year % 12, "year_stem": year % 10}
    if dice.random() < share:
        board = {"month_general": dice.randrange(12), "hour": dice.randrange(12)}
    else:
        board = {"offset": dice.randrange(12)}
    return Given(day=dice.randrange(60), **board, **inputs)
