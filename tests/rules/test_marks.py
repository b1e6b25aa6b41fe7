"""YAML to nodes with places."""

from __future__ import annotations

import errno
import gc
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rules.reader import marks
from rules.reader.diagnostics import Report
from rules.reader.marks import load, read_source
from rules.reader.nodes import Mapping, Scalar, Sequence, Source, Span
from rules.reader.render import render_text
from tests.rules.trees import RULE, content, picture, place, read


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


def composed(node: yaml.Node) -> Any:
    """Return the same of PyYAML's own tree."""
    if isinstance(node, yaml.MappingNode):
        return tuple((key.value, composed(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [composed(item) for item in node.value]
    return node.value


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
