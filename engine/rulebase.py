"""The rule base: the edition, compiled, ready to judge charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.experta_port import Machine
from engine.ground import Program, compile_program
from engine.packs import Faults, Pack, in_use, read_schools
from engine.ties import Tie, ties_of
from facts.reads import Reads
from facts.recorded import Line
from facts.symbols import ALPHABET
from rules import ROOT
from rules.reader.cache import Kept
from rules.reader.collector import collector_off
from rules.reader.diagnostics import InputError, Report
from rules.reader.edition import Edition
from rules.reader.folders import files_of
from rules.reader.nodes import Source
from rules.reader.plain import Coder
from rules.reader.vocabulary import Vocabulary, new_vocabulary


@dataclass
class RuleBase:
    """An edition, with its packs, and everything that is derived from it once.

    ``refused`` are the packs that were left out for their errors, each with its findings.
    """

    edition: Edition
    program: Program
    refused: dict[str, Faults] = field(default_factory=dict)

    @cached_property
    def machine(self) -> Machine:
        """The one Experta engine of this process (built when first asked for)."""
        with collector_off():
            return Machine(self.program.clauses)

    @cached_property
    def reads(self) -> Reads:
        """Which columns each term and condition reads."""
        return Reads(self.edition)

    @cached_property
    def asked(self) -> dict[tuple[frozenset[str], frozenset[str], bool], frozenset[int]]:
        """The places of the rules that were last asked for, by questions, names and sight."""
        return {}

    @cached_property
    def line(self) -> Line:
        """What all literals, and then all rules, look up: run for one chart after another."""
        conditions = (rule.when for rule in self.edition.rules.values())
        return Line(self.edition, (), (*self.program.literals, *conditions))

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each rule in the edition, by id."""
        return {rule_id: place for place, rule_id in enumerate(self.edition.rules)}

    @cached_property
    def ties(self) -> dict[int, Tie]:
        """What ties rules to one another, by their places in the edition."""
        return ties_of(self.edition.rules.values())


def alphabet_vocabulary() -> Vocabulary:
    """An empty vocabulary over the alphabet of Liu Ren."""
    types = {symbol.name: symbol.type for symbol in ALPHABET.by_code}
    return new_vocabulary(types, ALPHABET.aliases, ALPHABET.unions)


def read(
    report: Report,
    extra: Iterable[Path] = (),
    root: Path = ROOT,
    packs: Sequence[Pack] | None = None,
) -> Edition:
    """Read an edition with all its findings in the report; what is sound is returned.

    The packs are by default those in use.
    """
    packs = in_use().found if packs is None else packs
    for fault in (fault for pack in packs for fault in pack.faults):
        report.add(fault)
    read_schools(packs, report)
    from rules.reader.reading import read_edition

    files = [pack.files for pack in packs]
    with collector_off():
        return read_edition(root, alphabet_vocabulary(), report, extra, files)


def load(
    extra: Iterable[Path] = (), root: Path = ROOT, packs: Sequence[Pack] | None = None
) -> RuleBase:
    """Read and compile an edition; InputError with every error of every file.

    A pack that is not sound, alone or with those before it, is refused, and the rest stands.
    """
    edition, refused = sound(extra, root, packs)
    with collector_off():
        return RuleBase(edition, compile_program(edition), refused)


def sound(
    extra: Iterable[Path] = (), root: Path = ROOT, packs: Sequence[Pack] | None = None
) -> tuple[Edition, dict[str, Faults]]:
    """Read an edition with those packs that are sound, and what is wrong with the others.

    InputError with every error of every file of the edition's own.
    """
    extra = list(extra)
    packs = in_use().found if packs is None else packs
    edition, report = _read_or_kept(extra, root, packs)
    if not report.failed:
        return edition, {}
    if packs:
        edition, report = _read_or_kept(extra, root, ())
    if report.failed:
        raise InputError(report.items)
    taken: list[Pack] = []
    refused: dict[str, Faults] = {}
    for pack in packs:
        found, tried = _read_or_kept(extra, root, [*taken, pack])
        if tried.failed:
            refused[pack.name] = tuple(item for item in tried.items if item not in report.items)
        else:
            edition, report = found, tried
            taken.append(pack)
    in_use().refused.update(refused)
    return edition, refused


_CODER = Coder(Edition, Source)

_FLOOR, _FACTS = Path(__file__).parent, Path(__file__).parent.parent / "facts"
_CODE = (
    *(_FLOOR / name for name in ("rulebase.py", "packs.py")),
    *(_FACTS / name for name in ("symbols.py", "profiles.py", "schools.py")),
)
"""What reading an edition hangs on beside the reader."""


def _read_or_kept(
    extra: Sequence[Path], root: Path, packs: Sequence[Pack]
) -> tuple[Edition, Report]:
    """Read an edition, or take it from the cache, where none is kept that has any finding.

    Other roots than the edition's own (an old version to be compared) are read once.
    """
    kept = _kept(extra, root, packs) if root == ROOT else None
    report = Report()
    with collector_off():
        edition: Edition | None = kept.get() if kept else None
        if edition is None:
            edition = read(report, extra, root, packs)
            if kept is not None and not len(report):
                kept.put(edition)
    return edition, report


def _kept(extra: Sequence[Path], root: Path, packs: Sequence[Pack]) -> Kept | None:
    """The place in the cache of an edition; None where a pack has faults already."""
    if any(pack.faults for pack in packs):
        return None
    folders = [files_of(root), *(pack.files for pack in packs)]
    # Which file is of which kind, and in which order all are read, counts as well as what is in it.
    wanted = [[list(map(str, kind)) for kind in folder] for folder in folders]
    alphabet = [[*ALPHABET.aliases.items()], [*ALPHABET.unions.items()]]
    letters = [(symbol.name, symbol.type) for symbol in ALPHABET.by_code]
    paths = [path for folder in folders for kind in folder for path in kind]
    return Kept(_CODER, [*paths, *extra], repr((wanted, alphabet, letters)), _CODE)
