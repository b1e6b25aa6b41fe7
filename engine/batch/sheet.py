"""The columns of a result, and its charts: what is the same whatever the shape and the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from engine.asked import questions_of_sight
from engine.batch.found import Form
from engine.batch.job import Job
from engine.rulebase import RuleBase
from rules.reader.verdicts import VALUES

Cell = Literal["text", "whole", "number", "list", "any"]

MARK = "|"
"""What parts several values in one cell of a table."""


class Column(NamedTuple):
    """A column: its name and what its cells are."""

    name: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of a chunk: the number of the row of each, what is carried, its notation.

    ``carried`` has a list for each column that is carried through; ``schools`` the name of each
    chart's casting school where the results name it.
    """

    rows: Sequence[int]
    carried: Sequence[Sequence[Any]]
    notations: Sequence[str]
    schools: Sequence[str]


_NUMBERS = ("number", "li", "paces")
_CELLS: dict[str, Cell] = {
    "days": "whole",
    "within_days": "whole",
    "hours": "list",
    "advice": "list",
    "parts": "any",
}


def _of_value(name: str) -> Iterator[Column]:
    if name in _NUMBERS:
        yield Column(name, "number")
        yield Column(f"{name}_alternatives", "list")
    else:
        yield Column(name, _CELLS.get(name, "text"))


FIRST = ("rule", "passage", "question", "answer", "status", "standing")
TIDY = (
    *(Column(name, "text") for name in FIRST),
    *(Column(name, "list") for name in ("by", "modifiers")),
    *(column for name in VALUES for column in _of_value(name)),
    *(Column(name, "list") for name in ("needs", "may_change")),
)
"""The columns of a verdict in a tidy result."""

COUNTS = (Column("verdicts", "whole"), Column("undetermined", "whole"))
DISAGREEMENTS = Column("disagreements", "list")

OWN = frozenset(("row", "school", "chart", "verdicts", "undetermined", "disagreements")) | {
    column.name for column in TIDY
}
"""Names that a result gives to its own columns."""


def carried_as(name: str, questions: Sequence[str]) -> str:
    """The name under which a column is carried: with ``in_`` where the result has one such."""
    return f"in_{name}" if name in OWN or name in questions else name


def head_columns(job: Job, questions: Sequence[str]) -> tuple[Column, ...]:
    """The columns that tell of the chart."""
    return (
        Column("row", "whole"),
        *(Column(carried_as(name, questions), "any") for name in job.carried),
        *((Column("school", "text"),) if job.named else ()),
        Column("chart", "text"),
    )


def wide_columns(questions: Sequence[str]) -> tuple[Column, ...]:
    """The columns of a wide result beside those of the chart."""
    return (*(Column(name, "list") for name in questions), DISAGREEMENTS, *COUNTS)


def cells_of(form: Form) -> dict[str, Any]:
    """The cells of a verdict; an unknown value is None, what the verdict has not is left out."""
    rule = form.rule
    cells: dict[str, Any] = {"rule": rule.id, "passage": rule.passage}
    if rule.verdict is not None:
        cells |= {"question": rule.verdict.question, "answer": rule.verdict.answer}
    cells |= {"status": rule.status, "standing": form.standing}
    cells |= _lists(by=form.by, modifiers=form.modifiers)
    for name in VALUES:
        if name not in form.values:
            continue
        value = form.values[name]
        if name in _NUMBERS and isinstance(value, list):
            cells |= {name: value[0], f"{name}_alternatives": value}
        else:
            cells[name] = value
    return cells | _lists(needs=form.needs, may_change=form.may_change)


def _lists(**lists: Sequence[str]) -> dict[str, Any]:
    return {name: list(items) for name, items in lists.items() if items}


def asked_questions(base: RuleBase, job: Job) -> tuple[str, ...]:
    """The questions of a wide result, in the order of the vocabulary.

    By default the foreground, and where rows can tell of a thing seen those that it asks.
    """
    known = base.edition.vocabulary.questions
    if job.questions:
        return tuple(name for name in known if name in job.questions)
    asked = questions_of_sight(base) if job.kind not in ("moments", "boards", "at") else ()
    return tuple(name for name in known if not known[name].background or name in asked)
