"""Checks the rule base: the errors of all files; when they are sound, every check over all charts.

With files named, the findings about them are told apart from the rest: what the edition leaves
standing must not hide what was just written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.checks import CHECKS
from engine.checks.acceptance import UnusedAcceptance
from engine.checks.base import Ground
from engine.ground import compile_program
from engine.horn import ProgramError
from engine.packs import in_use
from engine.rulebase import RuleBase, read
from rules import ROOT
from rules.reader.diagnostics import Diagnostic, Report
from rules.reader.edition import Edition
from rules.reader.folders import files_of


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: the findings by place, how many stand elsewhere, and a line of sums.

    ``elsewhere`` counts warnings and notes that are about none of the files asked for.
    """

    items: tuple[Diagnostic, ...]
    elsewhere: int
    summary: str

    def failed(self, *, strict: bool = False) -> bool:
        """Whether there is an error; a warning is enough where the check is strict."""
        wrong = ("error", "warning") if strict else ("error",)
        return any(item.severity in wrong for item in self.items)


def check_all(files: Iterable[str] = ()) -> Checked:
    """Check the edition and further section files; files of the edition may be named too."""
    paths = [Path(name) for name in files]
    report = Report()
    known = {path.resolve() for path in files_read()}
    edition = read(report, [path for path in paths if path.resolve() not in known])
    what = "the checks are run when the files are sound"
    if not report.failed:
        what = check_edition(edition, report, _focus(edition, paths))
    items = _about(report.items, paths) if paths else report.items
    elsewhere = len(report) - len(items)
    counts = _counts(items) + (f" (and {elsewhere} elsewhere)" if elsewhere else "")
    return Checked(items, elsewhere, f"{what}; {counts}")


def files_read() -> list[Path]:
    """Every file of the edition, and of the packs in use."""
    folders = [files_of(ROOT), *(pack.files for pack in in_use().found)]
    return [path for files in folders for kind in files for path in kind]


def _focus(edition: Edition, paths: Collection[Path]) -> frozenset[str] | None:
    """The rules of the sections that were named; None where anything else was named, or nothing.

    A table or a concept can change any rule; a section none but its own.
    """
    wanted = {path.resolve() for path in paths}
    sections = {Path(section.path).resolve() for section in edition.sections}
    if not wanted or not wanted <= sections:
        return None
    rules = edition.rules.values()
    return frozenset(
        rule.id for rule in rules if rule.span and Path(rule.span.source.path).resolve() in wanted
    )


def check_edition(edition: Edition, report: Report, focus: frozenset[str] | None = None) -> str:
    """Run every check over an edition without errors; how much was checked, in words.

    With a ``focus``, what the rules outside it say of one another is left alone.
    """
    base = RuleBase(edition, compile_program(edition))
    try:
        _ = base.machine
    except ProgramError as error:
        report.error("E250", f"the engine cannot take these rules: {error}", None)
        return "the checks are run when the engine takes the rules"
    ground = Ground(base, focus)
    idle = UnusedAcceptance()
    accepted = 0
    for make in CHECKS:
        for finding in make().find(ground):
            if idle.accepted(finding):
                accepted += 1
            else:
                report.add(finding.item)
    for finding in idle.find(ground):
        report.add(finding.item)
    parents = {rule.parent: rule for rule in edition.rules.values()}.values()
    examples = [example for rule in parents for example in rule.examples]
    gaps = sum(example.expect.startswith("should") for example in examples)
    return (
        f"{_many(len(parents), 'rule')} in {_many(len(edition.sections), 'section')}, "
        f"{_many(len(examples), 'example')}"
        + f" ({_many(gaps, 'known gap')})" * bool(gaps)
        + f", {_many(accepted, 'finding')} accepted" * bool(accepted)
    )


def _about(items: Iterable[Diagnostic], paths: Collection[Path]) -> tuple[Diagnostic, ...]:
    """The errors, and the findings that have a place in one of the files."""
    wanted = {path.resolve() for path in paths}

    def concerns(item: Diagnostic) -> bool:
        spans = [item.span, *(label.span for label in item.also)]
        return any(span and Path(span.source.path).resolve() in wanted for span in spans)

    return tuple(item for item in items if item.severity == "error" or concerns(item))


def _counts(items: Iterable[Diagnostic]) -> str:
    """How many findings of each severity, in words: ``2 errors, 1 warning``."""
    severities = [item.severity for item in items]
    found = [
        _many(severities.count(name), name)
        for name in ("error", "warning", "note")
        if name in severities
    ]
    return ", ".join(found) or "0 findings"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
