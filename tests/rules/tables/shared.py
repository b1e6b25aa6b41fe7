"""What the tests of the tables share: the edition, its passages as read, terms on a chart."""

from __future__ import annotations

from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.symbols import BRANCHES
from tests.facts.worked import EDITION

TABLES = EDITION.tables
MONTHS = BRANCHES[2:] + BRANCHES[:2]
"""The branches of the first month to the twelfth."""


def as_read(passage_id: str) -> str:
    """The text of a passage with its emendations."""
    passage = EDITION.passages[passage_id]
    text = passage.text
    for emended in passage.emendations:
        text = text.replace(emended.printed, emended.read)
    return text


def ahead(branch: str, steps: int) -> str:
    """The branch so many steps further on."""
    return BRANCHES[(BRANCHES.index(branch) + steps) % 12]


def on_chart(chart: str) -> Evaluator:
    """The evaluator of terms and conditions on a chart."""
    return Evaluator(EDITION, read_chart(chart).columns)
