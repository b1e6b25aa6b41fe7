"""YAML to nodes with places, and what is said of YAML that is wrong."""

from __future__ import annotations

import errno
import gc
import os
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rules.reader import marks
from rules.reader.diagnostics import Report, render_json, render_text
from rules.reader.marks import Mapping, Node, Scalar, Sequence, Source, Span, load, read_source

RULE = """\
# 游都察賊
- id: DQ-0891.d
  quote: 若游都臨本支干上，賊本日到   # 必
  when: {lands_on: [游都, "day_stem"]}
  text: |
    欲識賊來

  then:
    days: 0
  none:
"""


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the test with each of PyYAML's parsers: their words differ, ours must not."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML without libyaml")
    monkeypatch.setattr(marks, "_LOADER", getattr(yaml, request.param))
    return str(request.param)


def read(text: str) -> Node:
    report = Report()
    node = load(Source("a.yaml", text), report)
    assert render_text(report.items) == ""
    assert node is not None
    return node


def codes(text: str) -> list[str]:
    report = Report()
    load(Source("a.yaml", text), report)
    return [item.code for item in report.items]


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def content(node: Node | None) -> Any:
    """Return the node as plain lists; a mapping as a tuple of its pairs."""
    if isinstance(node, Mapping):
        return tuple((key.value, content(value)) for key, value in node.entries)
    if isinstance(node, Sequence):
        return [content(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.value


def composed(node: yaml.Node) -> Any:
    """Return the same of PyYAML's own tree."""
    if isinstance(node, yaml.MappingNode):
        return tuple((key.value, composed(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [composed(item) for item in node.value]
    return node.value


def place(node: Node) -> tuple[int, int, int, int]:
    span = node.span
    return span.line, span.column, span.end_line, span.end_column


def test_nodes_know_their_places(loader: str) -> None:
    rules = read(RULE)
    assert isinstance(rules, Sequence)
    (rule,) = rules.items
    assert isinstance(rule, Mapping)
    assert rule.keys() == ["id", "quote", "when", "text", "then", "none"]
    assert rule.span.source == Source("a.yaml", RULE)
    places = {key.value: (place(key), place(value)) for key, value in rule.entries}
    assert places["quote"] == ((2, 2, 2, 7), (2, 9, 2, 22))
    assert places["when"][1] == (3, 8, 3, 36)
    assert places["text"][1][:2] == (4, 8)
    assert places["none"][1] == (9, 7, 9, 7)
    when = rule.get("when")
    assert isinstance(when, Mapping)
    pair = when.get("lands_on")
    assert isinstance(pair, Sequence)
    assert [place(item) for item in pair.items] == [(3, 20, 3, 22), (3, 24, 3, 34)]
    assert rule.get("unless") is None


def test_a_block_ends_with_its_last_item_and_not_at_the_next_thing(loader: str) -> None:
    node = read("a:\n  b: [1]\n  c: 2\n# more\n\nd: e\n")
    assert isinstance(node, Mapping)
    assert place(node) == (0, 0, 5, 4)
    inner = node.get("a")
    assert inner is not None
    assert place(inner) == (1, 2, 2, 6)


@pytest.mark.parametrize(
    "text", ["on", "no", "yes", "12:30", "2026-01-01", "0x1f", "0o17", "1_000", "1.5"]
)
def test_what_yaml_1_1_takes_for_something_else_stays_text(text: str) -> None:
    node = read(text)
    assert isinstance(node, Scalar)
    assert (node.value, node.plain) == (text, True)
    assert (node.as_int(), node.as_bool(), node.is_null) == (None, None, False)


@pytest.mark.parametrize(
    ("text", "number", "truth", "null"),
    [
        ("7", 7, None, False),
        ("-012", -12, None, False),
        ("+3", 3, None, False),
        ("9" * 18, 10**18 - 1, None, False),
        ("9" * 19, None, None, False),
        ("٣", None, None, False),
        ("true", None, True, False),
        ("False", None, False, False),
        ("tRue", None, None, False),
        ("null", None, None, True),
        ("~", None, None, True),
        ("'7'", None, None, False),
        ('"true"', None, None, False),
        ("'~'", None, None, False),
        ("''", None, None, False),
        ("|\n  7", None, None, False),
    ],
)
def test_plain_scalars_by_yaml_1_2(
    text: str, number: int | None, truth: bool | None, null: bool
) -> None:
    node = read(text)
    assert isinstance(node, Scalar)
    assert (node.as_int(), node.as_bool(), node.is_null) == (number, truth, null)


def test_an_alias_is_the_anchored_node_itself(loader: str) -> None:
    node = read("a: &x [1, {k: v}]\nb: *x\nc: &y z\n*y : [*x, *y]\n")
    assert isinstance(node, Mapping)
    assert node.get("b") is node.get("a")
    last = node.get("z")
    assert isinstance(last, Sequence)
    assert last.items == [node.get("a"), node.get("c")]


def test_lines_break_where_yaml_breaks_them(loader: str) -> None:
    source = Source("a.yaml", "a: 1\r\nb: 2\rc: 3\x85d: 4\u2028e: 5\n")
    assert [source.line(n) for n in range(7)] == ["a: 1", "b: 2", "c: 3", "d: 4", "e: 5", "", ""]
    node = load(source, Report())
    assert isinstance(node, Mapping)
    assert [place(key)[:2] for key, _ in node.entries] == [(n, 0) for n in range(5)]


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


@pytest.mark.parametrize("enabled", [True, False])
@pytest.mark.parametrize("text", [RULE, "[", ""])
def test_the_collector_is_left_as_it_was(text: str, enabled: bool) -> None:
    was = gc.isenabled()
    try:
        gc.enable() if enabled else gc.disable()
        load(Source("a.yaml", text), Report())
        assert gc.isenabled() is enabled
    finally:
        gc.enable() if was else gc.disable()


def test_read_source_takes_utf_8_with_or_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    report = Report()
    for data in ("游都: 1\r\n".encode(), "游都: 1\r\n".encode("utf-8-sig")):
        path.write_bytes(data)
        assert read_source(path, report) == Source(str(path), "游都: 1\r\n")
    assert len(report) == 0


def test_read_source_shows_the_byte_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("游都: 1\n勾陳: ".encode() + "青龍".encode("big5"))
    report = Report()
    assert read_source(path, report) is None
    assert render_text(report.items).replace(str(path), "a.yaml") == picture("""
        error[E002]: the byte 0xab is not UTF-8
         --> a.yaml:2:5
          |
        2 | 勾陳: �C�s
          |       ^
          = help: save the file in the encoding UTF-8
    """)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("gone.yaml", "no such file or directory"),
        (".", "is a directory"),
        ("a/b\0c", "embedded null byte"),
        ("x" * 5000, "file name too long"),
    ],
)
def test_read_source_says_why_it_cannot(tmp_path: Path, path: str, reason: str) -> None:
    report = Report()
    shown = str(tmp_path / path)
    assert read_source(shown, report) is None
    (item,) = report.items
    assert (item.code, item.message) == ("E001", f"the file cannot be read: {reason}")
    assert item.span == Span(Source(shown, ""), 0, 0, 0, 0)


def test_read_source_reports_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)  # root, who runs tests too, may read all
    report = Report()
    assert read_source("a.yaml", report) is None
    assert [item.message for item in report.items] == ["the file cannot be read: permission denied"]


words = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Co", "Cn"], exclude_characters="\ufeff"),
    max_size=20,
)
trees = st.recursive(
    words | st.integers() | st.booleans() | st.none() | st.dates() | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=25,
)


@given(trees, st.sampled_from([None, False, True]), st.booleans())
def test_the_tree_is_that_of_pyyaml(tree: Any, flow: bool | None, again: bool) -> None:
    data = [tree, {"again": tree}] if again else tree
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow)
    theirs = yaml.compose(text, Loader=yaml.SafeLoader)
    assert theirs is not None
    assert content(read(text)) == composed(theirs)


@given(trees)
def test_a_span_holds_the_text_of_its_node(tree: Any) -> None:
    text = yaml.safe_dump(tree, allow_unicode=True, default_flow_style=False, width=10**6)
    pending = [read(text)]
    while pending:
        node = pending.pop()
        span = node.span
        if isinstance(node, Mapping):
            pending += [part for entry in node.entries for part in entry]
        elif isinstance(node, Sequence):
            pending += node.items
        elif node.plain and span.line == span.end_line:
            assert span.source.line(span.line)[span.column : span.end_column] == node.value


def check_that_it_is_read_or_refused(text: str) -> None:
    """Load the text with both parsers: it is a tree or there is an error, and it can be drawn."""
    for parser in ("CSafeLoader", "SafeLoader"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(marks, "_LOADER", getattr(yaml, parser, yaml.SafeLoader))
            report = Report()
            node = load(Source("a.yaml", text), report)
        assert node is not None or report.failed
        assert bool(render_text(report.items)) == report.failed


@given(st.text() | st.text("ab:-,[]{}&*!|>'\"%@`#?<~ \n\t\\Ux0：", max_size=60))
def test_no_text_raises(text: str) -> None:
    check_that_it_is_read_or_refused(text)


@given(st.data())
def test_no_mutation_of_a_good_file_raises(data: st.DataObject) -> None:
    text = RULE * 2
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 8))
        new = data.draw(st.text("ab:-[]{}&*!|>'\"%# \n\t\\\x00\u2028游", max_size=3))
        text = text[:at] + new + text[at + cut :]
    check_that_it_is_read_or_refused(text)
