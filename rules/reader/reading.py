"""Reads the whole edition: vocabulary, tables, concepts and sections, with all their errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rules.reader.bounds import check_concepts, check_definitions
from rules.reader.concepts import define_terms, read_concepts
from rules.reader.diagnostics import Label, Report
from rules.reader.edition import Edition
from rules.reader.folders import Files, files_of
from rules.reader.lexicon import check_pack_words, read_vocabulary
from rules.reader.limits import Allowance
from rules.reader.links import check_quotes, check_relations, check_table_quotes
from rules.reader.marks import load, read_source
from rules.reader.model import Quoted
from rules.reader.nodes import Mapping, Node, Scalar, Span
from rules.reader.scope import Scope
from rules.reader.sections import SectionFile, read_section
from rules.reader.signs import Signs, declare_signs, joined, read_signs
from rules.reader.tables import Table, read_tables
from rules.reader.vocabulary import Speech, TermDef, Vocabulary


def read_edition(
    root: Path,
    vocabulary: Vocabulary,
    report: Report,
    extra: Iterable[Path] = (),
    packs: Sequence[Files] = (),
) -> Edition:
    """Read everything under ``root``, then the files of the packs and the ``extra`` sections.

    Every fault of every file is in the report; what is sound is in the edition, and of what
    stands twice the first: a pack cannot redefine what the edition has.
    """
    edition = Edition(vocabulary)
    allowance = Allowance()
    own = files_of(root)
    folders = [own._replace(vocabulary=_without_symbols(own.vocabulary)), *packs]

    def documents(paths: Iterable[Path]) -> list[Node]:
        return _documents(paths, report, allowance)

    words = [path for files in folders for path in files.vocabulary]
    read_vocabulary(documents(words), vocabulary, report)
    check_pack_words([path for files in packs for path in files.vocabulary], vocabulary, report)
    for document in documents(path for files in folders for path in files.tables):
        for name, table in read_tables(document, vocabulary, report).items():
            first = edition.tables.setdefault(name, table)
            if first is not table:
                _twice(f"table `{name}`", table.span, first.span, report)
    scope = Scope(vocabulary, report, edition.tables, {}, allowance=allowance)
    for table in edition.tables.values():
        if table.key is not None:
            _name_spirit(table, vocabulary, report)
    edition.definitions = define_terms(scope)
    check_definitions(edition.definitions, vocabulary, report)
    concepts = documents(path for files in folders for path in files.concepts)
    scope, edition.concepts = read_concepts(concepts, scope)
    declared: dict[str, Span] = {}
    quoted: list[Quoted] = []
    own_signs: list[Signs] = []
    for path in [*(path for files in folders for path in files.sections), *extra]:
        for document in documents([path]):
            found = read_section(document, scope, str(path))
            quoted += _add_section(found, edition, declared, report)
            own_signs += found.signs if found is not None else []
    check_quotes(quoted, edition.passages, report)
    check_table_quotes(edition.tables.values(), edition.passages, report)
    files_of_signs = documents(path for files in folders for path in files.signs)
    begun = [signs for document in files_of_signs for signs in read_signs(document, report)]
    edition.signs = joined([*begun, *own_signs], report)
    for name, signs in edition.signs.items():
        question = vocabulary.questions.get(name)
        declare_signs(signs, question, edition.rules, declared, report)
    check_relations(edition.rules, declared, report)
    check_concepts(edition.concepts, edition.rules, report)
    return edition


def _without_symbols(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The vocabulary files but for the alphabet, which is read by whoever owns it."""
    return tuple(path for path in paths if path.name != "symbols.yaml")


def _name_spirit(table: Table, vocabulary: Vocabulary, report: Report) -> None:
    """Make a table with a key a term: ``游都`` is what its table gives for the day stem."""
    assert table.key is not None
    assert table.span is not None
    what = ""
    if table.name in vocabulary.terms:
        what = "has a term of its name"
    elif vocabulary.resolve("symbol", table.name) in vocabulary.symbols:
        what = "has a symbol of its name"
    elif table.gives.startswith(("set:", "number")):
        what = "gives no one symbol"
    if what:
        first = vocabulary.places.get(("term", table.name))
        also = [Label(first, "which is defined here")] if first else []
        what = f"table `{table.name}` cannot be a term: it {what}"
        report.error("E217", what, table.span, also=also)
        return

    def word(text: str) -> Scalar:
        assert table.span is not None
        return Scalar(text, table.span, plain=True)

    slots = [(word("table"), word(table.name)), (word("key"), table.key)]
    lookup = Mapping([(word("lookup"), Mapping(slots, table.span))], table.span)
    vocabulary.terms[table.name] = TermDef(
        name=table.name,
        type="",
        speech=Speech(table.english, table.name),
        means=lookup,
        spirit=True,
        source=table.source,
    )
    for alias in (table.name, *table.aliases):
        meant = vocabulary.add_alias("term", alias, table.name)
        if meant != table.name:
            first = vocabulary.places.get(("term", meant))
            also = [Label(first, "which is defined here")] if first else []
            report.error("E217", f"`{alias}` hides the term `{meant}`", table.span, also=also)


def _documents(paths: Iterable[Path], report: Report, allowance: Allowance) -> list[Node]:
    """The trees of the files that can be read."""
    found = []
    for path in paths:
        source = read_source(str(path), report)
        tree = load(source, report, allowance) if source is not None else None
        if tree is not None:
            found.append(tree)
    return found


def _twice(what: str, span: Span | None, first: Span | None, report: Report) -> None:
    also = [Label(first, "first here")] if first is not None else []
    report.error("E230", f"{what} stands twice", span, also=also)


def _add_section(
    found: SectionFile | None, edition: Edition, declared: dict[str, Span], report: Report
) -> list[Quoted]:
    """Enter what a file holds; of what stands twice the first is kept.

    The quotes to check: not those of a passage that stood before, whose text is another.
    """
    if found is None:
        return []
    again = set()
    edition.sections.append(found.section)
    for passage in found.passages:
        first = edition.passages.setdefault(passage.id, passage)
        if first is not passage and passage.id:
            _twice(f"passage {passage.id}", passage.span, first.span, report)
            again.add(passage.id)
    for node in found.declared:
        before = declared.setdefault(node.value, node.span)
        if before is not node.span:
            _twice(f"rule {node.value}", node.span, before, report)
    for rule in found.rules:
        edition.rules.setdefault(rule.id, rule)
    edition.cases += found.cases
    return [quoted for quoted in found.quoted if quoted.passage not in again]
