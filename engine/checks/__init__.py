"""The checks of a sound rule base, one a file."""

from __future__ import annotations

from engine.checks.always import AlwaysFires
from engine.checks.base import Check
from engine.checks.dead_letter import DeadLetterFires
from engine.checks.equal import Equal
from engine.checks.examples import ExampleFails
from engine.checks.gap import Gap
from engine.checks.never import NeverFires
from engine.checks.no_value import NoValue
from engine.checks.opposed import Opposed
from engine.checks.overlap import Overlap
from engine.checks.subsumed import Subsumed
from engine.checks.undecided import Undecided
from engine.checks.unused_concept import UnusedConcept
from engine.checks.unused_list import UnusedList
from engine.checks.unused_table import UnusedTable

CHECKS: tuple[type[Check], ...] = (
    ExampleFails,
    NeverFires,
    DeadLetterFires,
    AlwaysFires,
    Equal,
    Subsumed,
    Opposed,
    NoValue,
    Overlap,
    Gap,
    UnusedConcept,
    UnusedTable,
    UnusedList,
    Undecided,
)
"""In this order; ``UnusedAcceptance`` comes after them, for it looks at what they found."""
