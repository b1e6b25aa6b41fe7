"""What is said of YAML that is wrong."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rules.reader import marks
from rules.reader.diagnostics import Report
from rules.reader.marks import load
from rules.reader.nodes import Source
from rules.reader.render import render_json, render_text
from tests.rules.trees import codes, content, picture, read


def test_all_that_is_wrong_is_said_in_one_run(loader: str) -> None:
    text = """\
        游都: 1
        游都: 2
        <<: 3
        ? [x]
        : 4
        b: !t x
        d: *no
        e: &e [*e]
        f: &e "\\0"
        """
    report = Report()
    assert load(Source("a.yaml", dedent(text)), report) is None
    assert render_text(report.items) == picture("""
        error[E015]: the key `游都` is written twice
         --> a.yaml:2:1
          |
        1 | 游都: 1
          | ---- first written here
        2 | 游都: 2
          | ^^^^ again here

        error[E012]: merge keys are not read
         --> a.yaml:3:1
          |
        3 | <<: 3
          | ^^
          = help: write the keys out

        error[E014]: a key must be a word, not a list
         --> a.yaml:4:3
          |
        4 | ? [x]
          |   ^^^

        error[E013]: tags are not read: `!t`
         --> a.yaml:6:4
          |
        6 | b: !t x
          |    ^^^^
          = help: take the tag out; text that begins with `!` needs quotes

        error[E009]: no anchor `&no` comes before this alias
         --> a.yaml:7:4
          |
        7 | d: *no
          |    ^^^
          = help: text that begins with `*` needs quotes

        error[E010]: the alias `*e` stands inside its own anchor
         --> a.yaml:8:8
          |
        8 | e: &e [*e]
          |    ----^^
          |    |
          |    which begins here

        error[E003]: the character U+0000 is not allowed
         --> a.yaml:9:4
          |
        9 | f: &e "\\0"
          |    ^^^^^^^

        error[E011]: the anchor `&e` is defined twice
         --> a.yaml:9:4
          |
        8 | e: &e [*e]
          |    ---- first defined here
        9 | f: &e "\\0"
          |    ^^^^^^^
    """)


def test_the_rest_of_a_faulty_mapping_can_still_be_read() -> None:
    report = Report()
    node = load(Source("a.yaml", "a: 1\na: 2\n<<: {b: 3}\n[c]: 4\n'<<': 5\nd: !t 6\n"), report)
    assert content(node) == (("a", "1"), ("<<", "5"), ("d", "6"))
    assert [item.code for item in report.items] == ["E015", "E012", "E014", "E013"]


COLON = "quote values that hold `: `; put a space after a key's `:`; indent keys alike"
FULL_WIDTH = "the full-width `：` on line 2 does not end a key: write `: `"


@pytest.mark.parametrize(
    ("text", "where", "message", "mend", "since"),
    [
        ("when:\n\t- 游都\n", (2, 1), "a tab cannot indent", "indent with spaces", []),
        ("勾陳: '游都\nb: 1", (2, 5), "the quotation is never closed", "", [(1, 5)]),
        ("when: is: 游都", (1, 9), "a `:` that ends no key", COLON, []),
        ("勾:陳\n游: 1", (2, 2), "a `:` that ends no key", COLON, []),
        ("a: 1\n游：都\nb: 2", (3, 1), "the key before this has no `:`", FULL_WIDTH, [(2, 1)]),
        ("a:\n  游：都\n  b: 2", (3, 4), "a `:` that ends no key", FULL_WIDTH, []),
        ("t: @游", (1, 4), "the character @ cannot begin a value", "put the value in quotes", []),
        ('t: "游都" x', (1, 9), "a key was expected here", "", [(1, 1)]),
        ("a:\n  - 游都\n  b: 1\n", (3, 3), "a `- ` was expected here", "", [(2, 3)]),
        ("{a: [游都]}}", (1, 10), "this comes after the end of the document", "", []),
    ],
)
def test_malformed_yaml_is_reported_where_it_is(
    loader: str,
    text: str,
    where: tuple[int, int],
    message: str,
    mend: str,
    since: list[tuple[int, int]],
) -> None:
    report = Report()
    assert load(Source("a.yaml", text), report) is None
    (item,) = render_json(report.items)
    assert (item["code"], item["message"]) == ("E004", f"malformed YAML: {message}")
    assert (item["line"], item["column"], item["help"]) == (*where, mend)
    assert [(other["line"], other["column"]) for other in item["also"]] == since


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "a: 1\n---\nb: 2\n",
            """
            error[E006]: a second document begins
             --> a.yaml:2:1
              |
            2 | ---
              | ^^^
              = help: take out the `---`
            """,
        ),
        (
            "a: 游\x07都",
            """
            error[E003]: the character U+0007 is not allowed
             --> a.yaml:1:5
              |
            1 | a: 游␇都
              |      ^
            """,
        ),
        ("", "error[E005]: the file holds no document\n --> a.yaml"),
    ],
)
def test_what_is_no_single_document_of_text_is_refused(loader: str, text: str, shown: str) -> None:
    report = Report()
    assert load(Source("a.yaml", text), report) is None
    assert render_text(report.items) == picture(shown)


def test_a_file_of_comments_holds_no_document(loader: str) -> None:
    assert codes("# 游都\n\n# 察賊\n") == ["E005"]


@pytest.mark.parametrize(
    "text",
    ["\ud800", "\x00", "\ufeffa: 1", "a: \x9b31m", 'a: "\\e"', 'a: "\\uFFFE"', "\ufffe"],
)
def test_control_characters_are_refused_raw_and_escaped(loader: str, text: str) -> None:
    assert codes(text) == ["E003"]


def test_nesting_is_bounded(loader: str) -> None:
    assert content(read("[" * marks.MAX_DEPTH + "]" * marks.MAX_DEPTH)) != []
    assert codes("[" * (marks.MAX_DEPTH + 1) + "]" * (marks.MAX_DEPTH + 1)) == ["E007"]
    assert codes("[" * 100_000) == ["E007"]
    assert codes("{a: " * 100_000) == ["E007"]
    assert codes("- " * 100_000) == ["E007"]
    assert codes("".join(f"{' ' * n}a:\n" for n in range(1_000))) == ["E007"]


def test_nesting_is_bounded_through_aliases(loader: str) -> None:
    half = marks.MAX_DEPTH // 2
    anchored = "- &a " + "[" * (half - 1) + "]" * (half - 1) + "\n- "
    assert codes(anchored + "[" * half + "*a" + "]" * half) == []
    assert codes(anchored + "[" * (half + 1) + "*a" + "]" * (half + 1)) == ["E007"]
    chain = "- &a0 [x]\n" + "".join(f"- &a{n + 1} [*a{n}]\n" for n in range(marks.MAX_DEPTH))
    assert codes(chain) == ["E007"]


def test_a_billion_laughs_are_refused(loader: str) -> None:
    laughs = "- &a0 [ha, ha]\n" + "".join(
        f"- &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(30)
    )
    assert codes(laughs) == ["E008"]


def test_nodes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MAX_NODES", 10)
    assert codes("[1, 2, 3, 4, 5, 6, 7, 8, 9]") == []
    assert codes("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]") == ["E008"]
    assert codes("[&a [1, 2, 3], *a]") == []
    assert codes("[&a [1, 2, 3], *a, *a]") == ["E008"]
