"""Columns: the whole rule base over arrays, for many charts at the speed of arrays."""

from engine.columns.plan import Plan
from engine.columns.values import Column
from engine.columns.verdicts import Standings, Verdicts

__all__ = ["Column", "Plan", "Standings", "Verdicts"]
