"""What a check of the rule base is: a code, a page that explains it, and how it finds things."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from engine.checks.meetings import Meetings
from engine.checks.page import Page
from engine.checks.tables import Tables
from engine.checks.truths import Truths
from engine.rulebase import RuleBase
from rules.reader.codes import CODES
from rules.reader.diagnostics import Diagnostic, Label, Severity
from rules.reader.model import Rule
from rules.reader.nodes import Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic and the rules that it is about: those may accept it."""

    item: Diagnostic
    rules: tuple[Rule, ...] = ()


@dataclass
class Ground:
    """What the checks look at: the rule base, and what is decided of it once for all of them.

    ``focus`` are the rules that were asked for (ids), None for all: of the others no examples are
    run, and they are not compared with one another.
    """

    base: RuleBase
    focus: frozenset[str] | None = None

    @cached_property
    def truths(self) -> Truths:
        """On which charts each rule fires that is looked at."""
        return Truths(self.base, only=self._concerned())

    def _concerned(self) -> frozenset[str] | None:
        """The rules of the focus, and those that answer what they answer."""
        if self.focus is None:
            return None
        rules = self.base.edition.rules
        verdicts = (rules[name].verdict for name in self.focus)
        questions = {verdict.question for verdict in verdicts if verdict is not None}
        asked = {r.id for r in rules.values() if r.verdict and r.verdict.question in questions}
        return self.focus | asked

    @cached_property
    def meetings(self) -> Meetings:
        """The pairs of rules that concern one another and fire together."""
        return Meetings(self.base, self.truths, self.focus)

    @cached_property
    def tables(self) -> Tables:
        """Where the rows of decision tables overlap or leave gaps."""
        return Tables(self.base, self.truths)


class Check(ABC):
    """One kind of finding. ``code`` begins with E (an error), W (a warning) or N (a note)."""

    code: ClassVar[str]
    page: ClassVar[Page]

    @property
    def title(self) -> str:
        """The title of the code."""
        return CODES[self.code]

    @abstractmethod
    def find(self, ground: Ground) -> Iterator[Finding]:
        """Everything of this kind in the rule base."""

    def finding(
        self,
        message: str,
        span: Span | None,
        *rules: Rule,
        label: str = "",
        help: str = "",
        also: tuple[Label, ...] = (),
    ) -> Finding:
        """A finding of this check, at a place, about some rules."""
        item = Diagnostic(self.code, SEVERITIES[self.code[0]], message, span, label, also, help)
        return Finding(item, rules)


SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning", "N": "note"}


def charts(count: int) -> str:
    """So many charts, in words."""
    return f"{count:,} chart{'s' * (count != 1)}"
