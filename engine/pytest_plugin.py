"""A plugin of pytest: each example of a rule file is a test, named ``DQ-0891.d[1]``.

The files of the edition are collected where their folder is among the paths of the run, and any
other section file that is named: it is then read together with the edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rules import ROOT
from rules.reader.folders import files_of

if TYPE_CHECKING:
    from engine.examples import Outcome
    from engine.rulebase import RuleBase

_EDITION = pytest.StashKey["RuleBase"]()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the section files of the edition, and others that the command line names."""
    if file_path.suffix != ".yaml":
        return None
    named = parent.session.isinitpath(file_path) and not file_path.is_relative_to(ROOT)
    if not named and file_path not in _sections():
        return None
    return SectionFile.from_parent(parent, path=file_path)


@cache
def _sections() -> frozenset[Path]:
    """The section files of the edition."""
    return frozenset(files_of(ROOT).sections)


class SectionFile(pytest.File):
    """A section file, with the examples of its rules."""

    def collect(self) -> Iterator[ExampleItem]:
        """The examples in the order of the file."""
        from rules.reader.diagnostics import InputError

        try:
            base = self._base()
        except InputError as error:
            raise self.CollectError(str(error)) from None
        seen: set[str] = set()
        for rule in base.edition.rules.values():
            if rule.parent in seen or rule.span is None:
                continue
            seen.add(rule.parent)
            if Path(rule.span.source.path).resolve() == self.path.resolve():
                for number in range(1, len(rule.examples) + 1):
                    yield ExampleItem.from_parent(
                        self, name=f"{rule.parent}[{number}]", base=base, rule=rule.parent
                    )

    def _base(self) -> RuleBase:
        """The edition, read once a run; with this file where it is none of its own."""
        from engine.rulebase import load

        if not self.path.is_relative_to(ROOT):
            return load([self.path])
        stash = self.config.stash
        if _EDITION not in stash:
            stash[_EDITION] = load()
        return stash[_EDITION]


class ExampleItem(pytest.Item):
    """One example: the rule does on its chart what it says."""

    def __init__(self, *, base: RuleBase, rule: str, **options: Any) -> None:
        super().__init__(**options)
        self.base = base
        self.rows = base.edition.rows_of(rule)
        self.number = int(self.name.rpartition("[")[2].rstrip("]"))
        self.example = self.rows[0].examples[self.number - 1]

    def runtest(self) -> None:
        """Run the example."""
        from engine.examples import Outcome, check

        fault = check(self.base, self.rows, self.example)
        if fault:
            rule = self.rows[0].parent
            raise ExampleFault(Outcome(rule, self.number, self.example, fault))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The line of the example."""
        span = self.example.span
        return self.path, None if span is None else span.line, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The example drawn in its file, and the conditions that fail."""
        if not isinstance(excinfo.value, ExampleFault):
            return super().repr_failure(excinfo, style)
        from engine.checks.examples import ExampleFails
        from rules.reader.render import render_text

        return render_text([ExampleFails().of(self.base, excinfo.value.outcome).item])


class ExampleFault(Exception):
    """An example that does not hold."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.fault)
        self.outcome = outcome
