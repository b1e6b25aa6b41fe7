"""Reads the whole edition: vocabulary, tables, concepts and sections, with all their errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rules.reader.concepts import define_terms, read_concepts
from rules.reader.diagnostics import Label, Report
from rules.reader.lexicon import read_vocabulary
from rules.reader.links import check_quotes, check_relations, check_table_quotes
from rules.reader.marks import load, read_source
from rules.reader.model import Concept, Passage, Rule, Section, Select, Term
from rules.reader.nodes import Mapping, Node, Scalar, Span
from rules.reader.scope import Scope
from rules.reader.sections import SectionFile, read_section
from rules.reader.tables import Table, read_tables
from rules.reader.vocabulary import Speech, TermDef, Vocabulary


@dataclass(slots=True)
class Edition:
    """The rule base as data. ``definitions`` gives the term that a named term stands for."""

    vocabulary: Vocabulary
    tables: dict[str, Table] = field(default_factory=dict)
    definitions: dict[str, Term | Select] = field(default_factory=dict)
    concepts: dict[str, Concept] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    passages: dict[str, Passage] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)

    def rows_of(self, parent: str) -> list[Rule]:
        """The rule of that id, or all rows of it."""
        if parent in self.rules:
            return [self.rules[parent]]
        return [rule for rule in self.rules.values() if rule.parent == parent]


def yaml_files(root: Path, folder: str) -> list[Path]:
    """The YAML files of one folder of the edition, in order."""
    return sorted((root / folder).rglob("*.yaml"))


def section_files(root: Path) -> list[Path]:
    """The section files: every YAML file that is not vocabulary, table, concept or school."""
    apart = {"vocabulary", "tables", "concepts", "schools"}
    return sorted(p for p in root.rglob("*.yaml") if p.relative_to(root).parts[0] not in apart)


def read_edition(
    root: Path, vocabulary: Vocabulary, report: Report, extra: Iterable[Path] = ()
) -> Edition:
    """Read everything under ``root`` and the ``extra`` section files.

    Every fault of every file is in the report; what is sound is in the edition.
    """
    edition = Edition(vocabulary)
    words = [path for path in yaml_files(root, "vocabulary") if path.name != "symbols.yaml"]
    read_vocabulary(_documents(words, report), vocabulary, report)
    for document in _documents(yaml_files(root, "tables"), report):
        for name, table in read_tables(document, vocabulary, report).items():
            first = edition.tables.setdefault(name, table)
            if first is not table:
                _twice(f"table `{name}`", table.span, first.span, report)
    scope = Scope(vocabulary, report, edition.tables, {})
    for table in edition.tables.values():
        if table.key is not None:
            _name_spirit(table, vocabulary, report)
    edition.definitions = define_terms(scope)
    documents = _documents(yaml_files(root, "concepts"), report)
    scope, edition.concepts = read_concepts(documents, scope)
    declared: dict[str, Span] = {}
    for path in [*section_files(root), *extra]:
        for document in _documents([path], report):
            _add_section(read_section(document, scope, str(path)), edition, declared, report)
    rules = {rule.parent: rule for rule in reversed(edition.rules.values())}
    check_quotes(rules.values(), edition.passages, report)
    check_table_quotes(edition.tables.values(), edition.passages, report)
    check_relations(edition.rules, declared, report)
    return edition


def _name_spirit(table: Table, vocabulary: Vocabulary, report: Report) -> None:
    """Make a table with a key a term: ``游都`` is what its table gives for the day stem."""
    assert table.key is not None
    assert table.span is not None
    if table.name in vocabulary.terms or table.gives.startswith(("set:", "number")):
        what = "has a term of its name" if table.name in vocabulary.terms else "gives no one symbol"
        report.error("E217", f"table `{table.name}` cannot be a term: it {what}", table.span)
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
        vocabulary.add_alias("term", alias, table.name)


def _documents(paths: Iterable[Path], report: Report) -> list[Node]:
    """The trees of the files that can be read."""
    sources = [source for path in paths if (source := read_source(str(path), report)) is not None]
    return [tree for source in sources if (tree := load(source, report)) is not None]


def _twice(what: str, span: Span | None, first: Span | None, report: Report) -> None:
    also = [Label(first, "first here")] if first is not None else []
    report.error("E230", f"{what} stands twice", span, also=also)


def _add_section(
    found: SectionFile | None, edition: Edition, declared: dict[str, Span], report: Report
) -> None:
    """Enter what a file holds; of what stands twice the first is kept."""
    if found is None:
        return
    edition.sections.append(found.section)
    for passage in found.passages:
        first = edition.passages.setdefault(passage.id, passage)
        if first is not passage and passage.id:
            _twice(f"passage {passage.id}", passage.span, first.span, report)
    for node in found.declared:
        before = declared.setdefault(node.value, node.span)
        if before is not node.span:
            _twice(f"rule {node.value}", node.span, before, report)
    for rule in found.rules:
        edition.rules.setdefault(rule.id, rule)
