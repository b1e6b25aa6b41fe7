"""The rule base: the edition, compiled, ready to judge charts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.experta_port import Machine
from engine.ground import Program, compile_program
from facts.reads import Reads
from facts.symbols import ALPHABET
from rules import ROOT
from rules.reader.diagnostics import InputError, Report
from rules.reader.edition import Edition, read_edition
from rules.reader.marks import collector_off
from rules.reader.vocabulary import Vocabulary, new_vocabulary


@dataclass
class RuleBase:
    """An edition with everything that is derived from it once."""

    edition: Edition
    program: Program

    @cached_property
    def machine(self) -> Machine:
        """The one Experta engine of this process (built when first asked for)."""
        with collector_off():
            return Machine(self.program.clauses)

    @cached_property
    def reads(self) -> Reads:
        """Which columns each term and condition reads."""
        return Reads(self.edition)


def alphabet_vocabulary() -> Vocabulary:
    """An empty vocabulary over the alphabet of Liu Ren."""
    types = {symbol.name: symbol.type for symbol in ALPHABET.by_code}
    return new_vocabulary(types, ALPHABET.aliases, ALPHABET.unions)


def read(report: Report, extra: Iterable[Path] = (), root: Path = ROOT) -> Edition:
    """Read an edition with all its findings in the report; what is sound is returned."""
    with collector_off():
        return read_edition(root, alphabet_vocabulary(), report, extra)


def load(extra: Iterable[Path] = (), root: Path = ROOT) -> RuleBase:
    """Read and compile an edition; InputError with every error of every file."""
    report = Report()
    edition = read(report, extra, root)
    if report.failed:
        raise InputError(report.items)
    with collector_off():
        return RuleBase(edition, compile_program(edition))
