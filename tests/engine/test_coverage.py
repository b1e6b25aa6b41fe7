"""Coverage counts every character once, adds up, and shows on the page what it counts."""

from __future__ import annotations

import io
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from engine.coverage import Tally, coverage, coverage_dict, tally_dict
from engine.rulebase import RuleBase, load
from engine.spans import KINDS, Use, counts, stretches, uses_of
from engine.views.console import console
from engine.views.coverage import page, shares, show_coverage, show_missing, summary, total
from rules.reader.render import display_width
from tests.cli.sample import sample, sample_root


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> RuleBase:
    return sample(tmp_path_factory.mktemp("edition"))


def test_the_characters_of_a_section_counted_by_hand(small):
    (section,) = coverage(small.edition)
    shown = tally_dict(section.tally)
    # 13 in rule a (游都臨日賊必來 二日到 自其方), 5 in b, 8 in c, 5 in d, 8 in e, 3 in f
    assert shown["characters"] == {
        "all": 53,
        "rule": 42,
        "encoded": 3,
        "not_encoded": 4,
        "untouched": 4,
    }
    assert (shown["encoded_by"], shown["reasons"]) == ({"concept": 3}, {"commentary": 4})
    assert (shown["rules"], shown["rows"], shown["examples"]) == (6, 7, 9)
    assert shown["statuses"] == {"stable": 4, "tentative": 1, "disputed": 1}
    assert (shown["emendations"], shown["disputed_readings"]) == (1, 1)
    assert shown["contradictions"] == [["XX-0001.a", "XX-0001.b"]]
    assert section.passages[0].missing == ["未解之句"]


def test_a_rule_counts_before_a_table_and_both_before_what_is_left_out():
    uses = [
        Use(0, "甲乙丙，丁", "not encoded", "moral", "not encoded: moral"),
        Use(1, "乙丙", "encoded", "table", "table t"),
        Use(2, "丙", "rule", "stable", "rule r"),
    ]
    found = stretches("甲乙丙，丁。戊、", uses)
    assert [(s.text, s.kind, s.what, s.core) for s in found] == [
        ("甲", "not encoded", "moral", "甲"),
        ("乙", "encoded", "table", "乙"),
        ("丙", "rule", "stable", "丙"),
        ("，丁", "not encoded", "moral", "丁"),
        ("。戊、", "untouched", "", "戊"),
    ]
    assert [use.words for use in found[2].uses] == ["rule r", "table t", "not encoded: moral"]


def test_punctuation_and_blanks_under_no_span_are_not_untouched():
    (only,) = stretches("，。《》（）　 、", [])
    assert (only.kind, only.core) == ("punctuation", "")
    assert [c for c in "甲，。　 “7○□〇" if counts(c)] == ["甲", "7", "○", "□", "〇"]


@st.composite
def texts(draw):
    text = draw(st.text("甲乙丙丁，。 ", min_size=1, max_size=30))
    uses = []
    for number in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text) - 1))
        quote = text[start : start + draw(st.integers(1, 8))]
        uses.append(Use(start, quote, draw(st.sampled_from(KINDS[:3])), "w", f"use {number}"))
    return text, uses


@given(texts())
def test_each_character_is_of_the_gravest_kind_over_it(drawn):
    text, uses = drawn
    found = stretches(text, uses)
    assert "".join(stretch.text for stretch in found) == text
    kinds = [stretch.kind for stretch in found for _ in stretch.text]
    for place, character in enumerate(text):
        over = [use.kind for use in uses if use.start <= place < use.start + len(use.quote)]
        if over:
            assert kinds[place] == min(over, key=KINDS.index)
        else:
            assert kinds[place] not in KINDS[:3]
            assert kinds[place] == "untouched" or not counts(character)
    assert all(s.core for s in found if s.kind == "untouched")


def test_a_table_encodes_its_quotes_unless_its_passage_says_so(base):
    """Of each table of the edition, each quote is within a span of that table in its passage."""
    uses = uses_of(base.edition)
    seen = 0
    for table in base.edition.tables.values():
        for quote in table.quotes:
            spans = [u.quote for u in uses[table.source] if u.words == f"table {table.name}"]
            assert any(quote.text in span for span in spans)
            seen += 1
    assert seen
    for passage in base.edition.passages.values():
        tables = [u for u in uses[passage.id] if u.what == "table" and u.kind == "encoded"]
        declared = {(quote, what) for quote, what in passage.encoded_by}
        for use in tables:
            if (use.quote, use.words) not in declared:
                assert not any(what == use.words and use.quote in q for q, what in declared)


def test_the_edition_adds_up(base):
    edition = base.edition
    sections = coverage(edition)
    whole = total(sections)
    letters = sum(counts(c) for p in edition.passages.values() for c in p.text)
    assert sum(whole.by_kind().values()) == letters
    shown = [p.passage.id for s in sections for p in s.passages]
    assert sorted(shown) == sorted(edition.passages)
    assert whole.rows == len(edition.rules)
    assert sum(whole.rules.values()) == len({r.parent for r in edition.rules.values()})
    pairs = {
        frozenset((rule.parent, edition.rows_of(name)[0].parent if edition.rows_of(name) else name))
        for rule in edition.rules.values()
        for relation in rule.relations
        if relation.kind == "contradicts" and not edition.of_signs(rule, relation)
        for name in relation.rules
    }
    assert whole.contradictions == pairs
    assert {t.name.partition(":")[0] for t in edition.tables.values() if t.quotes} <= whole.tables
    assert all(p.missing == [] for s in sections for p in s.passages if not _open(p.tally))


def _open(tally: Tally) -> int:
    return tally.by_kind()["untouched"]


def test_sections_stand_in_the_order_of_the_book(base):
    firsts = [
        section.passages[0].passage.id
        for section in coverage(base.edition)
        if "旁證" not in section.section.title and section.passages
    ]
    assert firsts == sorted(firsts)


@given(st.lists(st.integers(0, 5000), min_size=4, max_size=4), st.integers(4, 40))
def test_a_bar_has_its_width_and_shows_all_that_there_is(numbers, width):
    tally = Tally(Counter({(kind, ""): n for kind, n in zip(KINDS, numbers, strict=True) if n}))
    cells = shares(tally, width)
    assert set(cells) == {kind for kind, n in zip(KINDS, numbers, strict=True) if n}
    assert sum(cells.values()) == (width if any(numbers) else 0)
    assert all(n >= 1 for n in cells.values())
    for kind, cells_of in cells.items():
        exact = numbers[KINDS.index(kind)] * width / sum(numbers)
        assert abs(cells_of - exact) <= len(KINDS) - 1  # three may take a cell each from the first


def test_nearly_everything_is_not_said_to_be_everything():
    tally = Tally(Counter({("rule", "stable"): 9999, ("untouched", ""): 1}))
    assert summary(tally) == ["10,000 characters: rule 9,999 (99%), untouched 1 (1%)"]
    assert summary(Tally()) == ["0 characters"]


@pytest.mark.parametrize("width", [50, 80, 100, 160])
@pytest.mark.parametrize("passages", [True, False])
def test_the_table_fits_the_terminal(base, width, passages):
    out = io.StringIO()
    show_coverage(
        Console(file=out, width=width, markup=False, highlight=False),
        coverage(base.edition),
        passages=passages,
    )
    lines = out.getvalue().splitlines()
    assert max(map(display_width, lines)) <= width
    assert any("DQ-0891" in line for line in lines)
    assert "…" not in out.getvalue()


def test_the_text_of_a_small_edition(small, snapshot):
    out = io.StringIO()
    screen = console(out)
    sections = coverage(small.edition)
    show_coverage(screen, sections, passages=False)
    show_coverage(screen, sections, passages=True)
    show_missing(screen, sections)
    screen.file.flush()
    assert out.getvalue() == snapshot


class Reader(HTMLParser):
    """The texts of the passages and the spans in them; every open tag must be closed."""

    VOID = ("meta", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.spans: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inside = False

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert tag not in ("script", "link", "img", "iframe")
        assert "src" not in found
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if tag not in self.VOID:
            self.open.append(tag)
        if found.get("class") == "text":
            self.inside = True
            self.texts.append("")
        elif self.inside:
            self.spans.append((found["class"].strip(), found["title"], ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag == "p":
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.texts[-1] += data
            if self.open[-1] == "span":
                self.spans[-1] = (*self.spans[-1][:2], data)


def read_page(sections) -> Reader:
    reader = Reader()
    reader.feed(page(sections))
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_has_every_passage_verbatim_and_links_that_lead_somewhere(base):
    sections = coverage(base.edition)
    reader = read_page(sections)
    assert reader.texts == [p.passage.text for s in sections for p in s.passages]
    assert len(reader.ids) == len(set(reader.ids))
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)


def test_each_span_of_the_page_says_what_it_is(small):
    reader = read_page(coverage(small.edition))
    spans = {text: (css, title) for css, title, text in reader.spans}
    assert spans["又曰不來也"] == (
        "rule disputed",
        "XX-0001.b Another voice, the enemy does not come (disputed)",
    )
    assert spans["敗則止"] == ("encoded", "concept on_day")
    assert spans["此古法也"] == ("not-encoded", "not encoded: commentary (praise)")
    assert spans["。未解之句。"] == ("untouched", "untouched")


def test_what_a_file_says_is_never_markup(tmp_path):
    root = sample_root(tmp_path)
    file = root / "book" / "section.yaml"
    title = '"><script>alert(1)</script>'
    old = "title: The noble on the day overrides it"
    file.write_text(file.read_text("utf-8").replace(old, f"title: '{title}'"), "utf-8")
    reader = read_page(coverage(load(root=root).edition))
    assert f"XX-0001.c {title} (tentative)" in [title for _, title, _ in reader.spans]


def test_json_has_the_passages_under_their_sections(base):
    shown = coverage_dict(coverage(base.edition))
    for section in shown["sections"]:
        for name in ("rules", "rows", "examples", "emendations", "disputed_readings"):
            assert section[name] == sum(passage[name] for passage in section["passages"])
    assert shown["total"]["rules"] == sum(section["rules"] for section in shown["sections"])
