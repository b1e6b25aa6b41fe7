"""A new passage for the scholar to fill: its text in numbered clauses, its rules with blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase

from engine.authoring.layout import Block, Page
from rules.reader.diagnostics import InputError, Report
from rules.reader.edition import Edition
from rules.reader.fields import PASSAGE
from rules.reader.marks import load
from rules.reader.nodes import Mapping, Node, Scalar, Sequence, Source

_CLAUSE = re.compile("[^。；，！？]+[。；，！？”’」』）]*")
_SENTENCE_END = re.compile("[。；！？][”’」』）]*$")
_MARKS = "。；，！？"
_HEADER = """\
# The title of the section as the book prints it, in English, and the question its rules answer.
section:
en:
question:
passages:
"""


class Misplaced(ValueError):
    """A passage that cannot be put where it was to go; the message says why."""


def scaffold(passage: str, text: str, margin: str = "  ") -> list[str]:
    """The lines of a new passage: one rule for each sentence, with blanks to be filled.

    Misplaced if the text is empty. Its lines are run together.
    """
    text = "".join(line.strip() for line in text.splitlines())
    if not text:
        raise Misplaced(f"the text of {passage} is empty")
    lines = [f"- passage: {passage}", f"  text: {_scalar(text)}"]
    clauses = _CLAUSE.findall(text) or [text]
    lines += [f"  # {number:>2} {clause}" for number, clause in enumerate(clauses, 1)]
    lines.append("  rules:")
    for letter, (first, sentence) in zip(_letters(), _sentences(clauses), strict=False):
        last = first + len(sentence) - 1
        lines += [
            f"    # {first}-{last}" if last > first else f"    # {first}",
            f"    - id: {passage}.{letter}",
            "      title:",
            f"      quote: {_scalar(''.join(sentence).rstrip(_MARKS))}",
            "      when:",
            "      then: {answer: }",
            "      examples:",
            "        - {chart: , fires: true}",
            "        - {chart: , fires: false, because: }",
        ]
    lines.append("  not_encoded: []")
    return [margin + line for line in lines]


def insert(source: Source, passage: str, text: str) -> str:
    """The text of a section file with the new passage in its place by number.

    An empty source is begun with a section's header. InputError if the file is not good YAML;
    Misplaced if the passage is there already or the file has no list of passages.
    """
    if not source.text.strip():
        lines = [*_HEADER.splitlines(), *scaffold(passage, text)]
    else:
        document = _read(source)
        if passage in ids(document):
            raise Misplaced(f"{passage} is in {source.path} already")
        lines = _inserted(source, ids(document), passage, text)
    new = Source(source.path, "\n".join(lines).rstrip("\n") + "\n")
    _read(new)
    return new.text


def section_of(edition: Edition, passage: str, given: Path | None = None) -> Path:
    """The file that is given, or that of the section in which a new passage lies by its number.

    Misplaced if it is no passage's id, if the edition has it, or if it lies between sections.
    """
    if not PASSAGE.fullmatch(passage):
        raise Misplaced(f"{passage!r} is not the id of a passage: they are written as DQ-0891")
    spans = {name: found.span for name, found in edition.passages.items() if found.span}
    if passage in spans:
        place = f"{shown(spans[passage].source.path)}:{spans[passage].line + 1}"
        raise Misplaced(f"{passage} is in the edition already: {place}")
    if given is not None:
        return given
    book = passage.partition("-")[0]
    near = sorted(other for other in spans if other.partition("-")[0] == book)
    before, after = [o for o in near if o < passage][-1:], [o for o in near if o > passage][:1]
    places = [(other, spans[other].source.path) for other in before + after]
    if before and after and places[0][1] == places[1][1]:
        return Path(places[0][1])
    lies = " and ".join(f"{other} ({shown(path)})" for other, path in places)
    where = f"it lies next to {lies}" if lies else f"the edition has no passage of {book}"
    raise Misplaced(
        f"which section {passage} belongs to is not certain: {where}; say --section FILE"
    )


def shown(path: str | Path) -> str:
    """A path as it is shown: from here, where it lies within."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _read(source: Source) -> Node:
    """The tree of a file; InputError with all that is wrong."""
    report = Report()
    document = load(source, report)
    if document is None or report.items:
        raise InputError(report.items)
    return document


def _inserted(source: Source, known: list[str], passage: str, text: str) -> list[str]:
    """The lines of a file with the new passage after the last of lower number."""
    page = Page(source)
    children = page.root.children if isinstance(page.root, Block) else []
    entry = next((child for child in children if child.key == "passages"), None)
    block = entry.value if entry else None
    if not isinstance(page.root, Block) or not isinstance(block, Block) or not block.is_list:
        raise Misplaced(f"{source.path} has no list of passages, each after a dash, to put it in")
    stop = next(end for child, end, _ in page.split(page.root, len(page.lines)) if child is entry)
    place = block.line
    for other, (_, end, _) in zip(known, page.split(block, stop), strict=True):
        if other < passage:
            place = end
    return [*page.lines[:place], *scaffold(passage, text, " " * block.column), *page.lines[place:]]


def ids(document: Node) -> list[str]:
    """The ids of the passages of a section file, one for each item of its list."""
    passages = document.get("passages") if isinstance(document, Mapping) else None
    found = []
    for item in passages.items if isinstance(passages, Sequence) else []:
        node = item.get("passage") if isinstance(item, Mapping) else None
        found.append(node.value if isinstance(node, Scalar) else "")
    return found


def _sentences(clauses: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The clauses of each sentence, with the number of the first."""
    sentence: list[str] = []
    for number, clause in enumerate(clauses, 1):
        sentence.append(clause)
        if _SENTENCE_END.search(clause) or number == len(clauses):
            yield number - len(sentence) + 1, sentence
            sentence = []


def _letters() -> Iterator[str]:
    """The letters a, b ... z, then za, zb ..."""
    prefix = ""
    while True:
        yield from (prefix + letter for letter in ascii_lowercase)
        prefix += "z"


def _scalar(text: str) -> str:
    """The text as a YAML scalar: plain where that reads as the same, else in quotes."""
    report = Report()
    node = load(Source("", f"a: {text}\n"), report)
    value = node.get("a") if isinstance(node, Mapping) else None
    if not report.items and isinstance(value, Scalar) and value.value == text:
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
