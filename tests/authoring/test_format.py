"""The formatter: order, indentation, blanks, comments; and that nothing else changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.authoring.fields import PASSAGE, RULE, SECTION
from engine.authoring.format import Unformattable, formatted
from rules import ROOT
from rules.reader.diagnostics import InputError
from rules.reader.nodes import Source
from tests.authoring.messy import Writer, a_section
from tests.authoring.plain import read


def fmt(text: str) -> str:
    return formatted(Source("a.yaml", dedent(text)))


def test_fields_in_order_with_their_comments() -> None:
    before = """\
        # The head of the file.

        en: The wandering capital
        section: 游都   # as printed
        passages:
        # before the passage
        - rules:
            # before the rule
            -   when: {void: 游都}
                # the examples are the book's
                examples:   # two of them
                 - {chart: a, fires: true}

                 # between the examples

                 - {chart: b,
                    fires: false}   # silent
                 # after the examples
                id: DQ-0001.a
                # at the end of the rule
            # at the end of the rules

          text: >
            a

             b
          # on the id
          passage: DQ-0001


        # at the end of the file
        """
    assert fmt(before) == dedent("""\
        # The head of the file.

        section: 游都   # as printed
        en: The wandering capital
        passages:
          # before the passage
          # on the id
          - passage: DQ-0001

            text: >
              a

               b
            rules:
              # before the rule
              - id: DQ-0001.a
                when: {void: 游都}
                # the examples are the book's
                examples:   # two of them
                  - {chart: a, fires: true}

                  # between the examples

                  - {chart: b,
                     fires: false}   # silent
                  # after the examples
                # at the end of the rule
              # at the end of the rules

        # at the end of the file
        """)


def test_what_the_formatter_does_not_know_comes_last_in_its_order() -> None:
    text = "zzz: 1\npassages: []\nyyy: 2\nsection: a\n"
    assert fmt(text) == "section: a\npassages: []\nzzz: 1\nyyy: 2\n"


def test_the_entries_of_tables_and_words_keep_their_order() -> None:
    text = "tables:\n  乙:\n    rows: {甲: 丑}\n    by: stem\n  甲: {en: a}\n"
    assert fmt(text) == "tables:\n  乙:\n    by: stem\n    rows: {甲: 丑}\n  甲: {en: a}\n"
    text = "terms:\n  b: {en: b}\n  a:\n    zh: a\n    en: a\n"
    assert fmt(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
        ("a:\n-\n    b: 1\n", "a:\n  - b: 1\n"),
        ("a:\n- # why\n    b: 1\n", "a:\n  # why\n  - b: 1\n"),
        ("a:\n  -   - 1\n      - 2\n", "a:\n  - - 1\n    - 2\n"),
        ("a:\n-   |\n  x\n   y\n", "a:\n  - |\n    x\n     y\n"),
        ("a: [1,\n2]\n", "a: [1,\n2]\n"),
        ("a:\n  b: [1,\n2]\n", "a:\n  b: [1,\n    2]\n"),
        ("a: |+\n  x\n\nb: 1\n", "a: |+\n  x\n\nb: 1\n"),
        ("a: |\n  x\n\n\n\nb: 1\n", "a: |\n  x\n\nb: 1\n"),
        ("a: |\n  x\n   \n\nb: 1\n", "a: |\n  x\n   \n\nb: 1\n"),  # a blank of the text
        ("a: 1  \r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("a: 1", "a: 1\n"),
        ("--- \n\n\na: 1\n", "---\n\na: 1\n"),
        ("? a\n: 1\n", "? a\n: 1\n"),
        ("a: &x\n    b: 1\nc: *x\n", "a: &x\n    b: 1\nc: *x\n"),
        ("- b: 1\n  a: 2\n", "- b: 1\n  a: 2\n"),
        ("{b: 1,   a: 2}\n", "{b: 1,   a: 2}\n"),
    ],
)
def test_layout(before: str, after: str) -> None:
    assert fmt_exact(before) == after
    assert fmt_exact(after) == after


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n", "", "# alone\n"])
def test_what_is_no_good_yaml_is_not_formatted(text: str) -> None:
    with pytest.raises(InputError):
        fmt(text)


def test_an_alias_that_would_come_before_its_anchor() -> None:
    with pytest.raises(Unformattable):
        fmt("en: &x a\nsection: *x\n")


def comments(text: str) -> list[str]:
    return sorted(re.findall("# c[0-9]+: - \\[it", text))


@given(st.integers(0, 2**32))
def test_any_layout(seed: int) -> None:
    random = Random(seed)
    tree = a_section(random)
    writer = Writer(random)
    text = writer.text(tree)
    assume(words(read(text)) == tree)  # no comment got into a block of text
    after = fmt_exact(text)
    assert fmt_exact(after) == after
    assert read(after) == read(text)
    assert comments(after) == sorted(writer.comments)


def words(tree: Any) -> Any:
    """Data with every scalar as the text it is written as."""
    match tree:
        case dict():
            return {key: words(value) for key, value in tree.items()}
        case list():
            return [words(item) for item in tree]
    return tree if isinstance(tree, str) else str(tree).lower()


@given(st.integers(0, 2**32))
def test_any_order(seed: int) -> None:
    random = Random(seed)
    after = fmt_exact(Writer(random, brackets=0).text(a_section(random)))
    for names, fields in parts(read(after)):
        known = [name for name in names if name in fields]
        assert known == sorted(known, key=[*fields].index)
        assert [*names][: len(known)] == known


def parts(tree: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    yield tree, SECTION
    for passage in tree["passages"]:
        yield passage, PASSAGE
        yield from ((rule, RULE) for rule in passage["rules"])


def fmt_exact(text: str) -> str:
    return formatted(Source("a.yaml", text))


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.yaml")), ids=lambda path: path.name)
def test_the_edition_says_the_same(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    after = fmt_exact(text)
    assert read(after) == read(text)
    assert fmt_exact(after) == after
