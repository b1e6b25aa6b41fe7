"""Reads the whole edition: vocabulary, tables, concepts and sections, with all their errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rules.reader.conditions import decode_condition
from rules.reader.diagnostics import Label, Report
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node, Scalar, load, read_source
from rules.reader.model import Concept, Passage, Rule, Section, Select, Term, Use, walk
from rules.reader.names import suggest
from rules.reader.scope import Scope, Signature, Typed
from rules.reader.sections import check_quote, read_section
from rules.reader.tables import Table, read_tables
from rules.reader.terms import decode_term
from rules.reader.vocabulary import TermDef, Vocabulary, read_vocabulary


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
    """The section files: every YAML file that is not vocabulary, table or concept."""
    apart = {"vocabulary", "tables", "concepts"}
    return sorted(p for p in root.rglob("*.yaml") if p.relative_to(root).parts[0] not in apart)


def read_edition(
    root: Path, vocabulary: Vocabulary, report: Report, extra: Iterable[Path] = ()
) -> Edition:
    """Read everything under ``root`` and the ``extra`` section files.

    Every fault of every file is in the report; what is sound is in the edition.
    """
    edition = Edition(vocabulary)
    for path in yaml_files(root, "vocabulary"):
        if path.name != "symbols.yaml":
            read_vocabulary(_document(path, report), vocabulary, report)
    for path in yaml_files(root, "tables"):
        edition.tables.update(read_tables(_document(path, report), vocabulary, report))
    scope = Scope(vocabulary, report, edition.tables, {})
    _define_terms(edition, scope)
    scope = _read_concepts(root, edition, scope)
    for path in [*section_files(root), *extra]:
        _add_section(_document(path, report), scope, str(path), edition)
    _check_quotes(edition, report)
    _check_relations(edition, report)
    return edition


def _document(path: Path, report: Report) -> Node | None:
    source = read_source(str(path), report)
    return load(source, report) if source is not None else None


def _define_terms(edition: Edition, scope: Scope) -> None:
    """Decode ``means`` of the named terms; a later one may name an earlier one."""
    vocabulary = edition.vocabulary
    for name, definition in list(vocabulary.terms.items()):
        if definition.means is None:
            continue
        typed = decode_term(definition.means, scope)
        if typed is None:
            continue
        edition.definitions[name] = typed.term
        vocabulary.terms[name] = TermDef(
            name,
            typed.type,
            definition.speech,
            spirit=definition.spirit,
            source=definition.source,
        )


def _read_concepts(root: Path, edition: Edition, scope: Scope) -> Scope:
    """Two passes, so that concepts may use each other in any order."""
    bodies: list[tuple[Signature, Fields]] = []
    signatures: dict[str, Signature] = {}
    for path in yaml_files(root, "concepts"):
        top = Fields.of(_document(path, scope.report), scope.report, "a concept file")
        node = top.take("concepts", required=True) if top else None
        for key, body in node.entries if isinstance(node, Mapping) else []:
            fields = Fields.of(body, scope.report, f"concept `{key.value}`")
            if fields is None:
                continue
            if key.value in signatures:
                scope.report.error("E230", f"concept `{key.value}` is defined twice", key.span)
            signature = Signature(key.value, tuple(_params(fields)))
            signatures[key.value] = signature
            bodies.append((signature, fields))
        if top is not None:
            top.done()
    scope = Scope(scope.vocabulary, scope.report, scope.tables, signatures)
    for signature, fields in bodies:
        bound: dict[str, Typed | int] = {
            name: Typed(Term("param", (name,)), kind) for name, kind in signature.params
        }
        node = fields.take("define", required=True)
        body_ = decode_condition(node, scope.bind(bound)) if node is not None else None
        english, chinese = fields.text("en"), fields.text("zh")
        source = fields.text("from", required=False)
        fields.done()
        if body_ is not None:
            names = tuple(name for name, _ in signature.params)
            edition.concepts[signature.name] = Concept(
                signature.name, names, body_, english, chinese, source, fields.span
            )
    _check_recursion(edition, scope.report)
    return scope


def _params(fields: Fields) -> Iterator[tuple[str, str]]:
    node = fields.take("params")
    if node is None:
        return
    if not isinstance(node, Mapping):
        fields.error("`params` maps each name to its type", "E201", node)
        return
    for key, value in node.entries:
        yield key.value, value.value if isinstance(value, Scalar) else "any"


def _check_recursion(edition: Edition, report: Report) -> None:
    uses = {
        name: [c.concept for c in walk(concept.body) if isinstance(c, Use)]
        for name, concept in edition.concepts.items()
    }
    done: set[str] = set()
    for name in uses:
        cycle = _cycle(name, uses, done)
        if cycle:
            span = edition.concepts[cycle[0]].span
            report.error("E218", f"concepts define each other: {' -> '.join(cycle)}", span)


def _cycle(start: str, graph: dict[str, list[str]], done: set[str]) -> list[str]:
    """A cycle reachable from ``start``, or an empty list; finished nodes are put in ``done``."""
    path: list[str] = []
    stack: list[tuple[str, Iterator[str]]] = []

    def enter(name: str) -> None:
        path.append(name)
        stack.append((name, iter(graph.get(name, []))))

    if start in done:
        return []
    enter(start)
    while stack:
        name, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            stack.pop()
            path.pop()
            done.add(name)
        elif following in path:
            found = [*path[path.index(following) :], following]
            done.update(path)
            return found
        elif following not in done:
            enter(following)
    return []


def _add_section(document: Node | None, scope: Scope, path: str, edition: Edition) -> None:
    found = read_section(document, scope, path)
    if found is None:
        return
    edition.sections.append(found.section)
    for passage in found.passages:
        known = edition.passages.get(passage.id)
        if known is not None:
            also = (Label(known.span, "first here"),) if known.span else ()
            scope.report.error("E230", f"passage {passage.id} twice", passage.span, also=also)
        edition.passages[passage.id] = passage
    for rule in found.rules:
        twin = edition.rules.get(rule.id)
        if twin is not None:
            also = (Label(twin.span, "first here"),) if twin.span else ()
            scope.report.error("E230", f"rule {rule.id} twice", rule.span, also=also)
        edition.rules[rule.id] = rule


def _parents(edition: Edition) -> dict[str, Rule]:
    return {rule.parent: rule for rule in reversed(edition.rules.values())}


def _check_quotes(edition: Edition, report: Report) -> None:
    for rule in _parents(edition).values():
        assert rule.span is not None
        for quote in rule.quotes:
            passage = edition.passages.get(quote.passage)
            place = _quote_node(rule, quote.text)
            if passage is None:
                report.error(
                    "E222",
                    f"{rule.parent} quotes {quote.passage}, which is not in the edition",
                    place.span,
                    suggestion=", ".join(suggest(quote.passage, edition.passages)),
                )
            else:
                check_quote(quote.text, passage.text, place, report, passage.id)


def _quote_node(rule: Rule, text: str) -> Node:
    assert rule.span is not None
    return Scalar(text, rule.span, plain=False)


def _check_relations(edition: Edition, report: Report) -> None:
    parents = _parents(edition)
    overrides: dict[str, list[str]] = {}
    for rule in parents.values():
        for relation in rule.relations:
            for target in relation.rules:
                if target not in parents and target not in edition.rules:
                    report.error(
                        "E234",
                        f"{rule.parent} {relation.kind} unknown rule `{target}`",
                        relation.span or rule.span,
                        suggestion=", ".join(suggest(target, parents)),
                    )
                elif relation.kind == "overrides":
                    overrides.setdefault(rule.parent, []).append(target)
            for question, answer in relation.answers:
                known = edition.vocabulary.questions.get(question)
                if known is None or answer not in known.answers:
                    report.error(
                        "E233",
                        f"{rule.parent} modifies unknown answer `{question}: {answer}`",
                        relation.span or rule.span,
                    )
    done: set[str] = set()
    for name in overrides:
        cycle = _cycle(name, overrides, done)
        if cycle:
            report.error(
                "E235",
                f"rules override each other: {' -> '.join(cycle)}",
                parents[cycle[0]].span,
            )
