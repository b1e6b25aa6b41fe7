"""What a run is asked to do: all that a worker needs, and all that makes two runs the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from engine.batch.chunks import ROWS
from facts.moment import Almanac
from facts.schools import School

Kind = Literal["lines", "at", "csv", "parquet", "moments", "boards"]
Suffix = Literal["jsonl", "csv", "parquet"]
Shape = Literal["tidy", "wide"]


@dataclass(frozen=True)
class Job:
    """One run.

    ``carried`` are the columns that are carried through, in their order; ``chosen`` says that the
    user named them, so that others are left out. ``header`` are the columns of a CSV; ``span`` the
    first second, the step and the number of the moments; ``named`` says that the results name
    their casting school; ``rows`` are those of a chunk; ``packs`` are folders of rules.
    """

    kind: Kind
    suffix: Suffix
    shape: Shape
    folder: str
    path: str = ""
    carried: tuple[str, ...] = ()
    chosen: bool = False
    header: tuple[str, ...] = ()
    span: tuple[int, int, int] = (0, 0, 0)
    questions: tuple[str, ...] = ()
    schools: tuple[tuple[str, School], ...] = ()
    named: bool = False
    rows: int = ROWS
    almanac: Almanac | None = None
    packs: tuple[str, ...] = ()
    with_installed: bool = False

    def options(self) -> dict[str, Any]:
        """The options on which the result depends, for the manifest."""
        almanac = self.almanac or Almanac()
        return {
            "input": self.kind,
            "output": self.suffix,
            "shape": self.shape,
            "carry": [*self.carried, *(["..."] * (not self.chosen))],
            "span": list(self.span),
            "questions": list(self.questions),
            "schools": [[name, school.as_dict()] for name, school in self.schools],
            "named": self.named,
            "chunk": self.rows,
            "moments": repr(almanac),
        }
