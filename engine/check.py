"""Checks the rule base: the errors of all files, then every example of every rule."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.examples import outcomes
from engine.ground import compile_program
from engine.horn import ProgramError
from engine.rulebase import RuleBase, read
from rules.reader.diagnostics import Diagnostic, Report


def check_all(files: Iterable[str] = ()) -> tuple[tuple[Diagnostic, ...], str]:
    """All findings, and a line that sums up what was checked."""
    report = Report()
    edition = read(report, [Path(name) for name in files])
    if report.failed:
        return report.items, f"{_findings(report)}; examples are run when the files are sound"
    base = RuleBase(edition, compile_program(edition))
    try:
        _ = base.machine
    except ProgramError as error:
        report.error("E250", f"the engine cannot take these rules: {error}", None)
        return report.items, "1 finding"
    count = gaps = 0
    for outcome in outcomes(base):
        count += 1
        gaps += outcome.gap
        if outcome.fault:
            report.error(
                "E240",
                f"example {outcome.name} does not hold: {outcome.fault}",
                outcome.example.span,
            )
    rules = len({rule.parent for rule in edition.rules.values()})
    return report.items, (
        f"{rules} rules in {len(edition.sections)} sections, {count} examples"
        f"{f' ({gaps} known gaps)' if gaps else ''}, {_findings(report)}"
    )


def _findings(report: Report) -> str:
    return f"{len(report)} finding{'s' * (len(report) != 1)}"
