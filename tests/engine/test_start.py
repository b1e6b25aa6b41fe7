"""The start: an edition from the cache is the edition, and whatever is printed is the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import rulebase
from engine.packs import from_folder
from engine.rulebase import load
from rules import ROOT
from rules.reader import cache, plain
from rules.reader.cache import Kept
from rules.reader.nodes import Source, Span
from tests.cli.runner import run_fresh as run
from tests.cli.sample import sample_root
from tests.engine.test_packs import CHART, RIVER
from tests.rules.deep import difference

PROJECT = ROOT.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the test's own."""
    monkeypatch.setenv("BINGZHAN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def pair() -> tuple[rulebase.RuleBase, rulebase.RuleBase]:
    """The edition from its files and from the cache."""
    with pytest.MonkeyPatch.context() as patch:
        load()
        patch.setattr(rulebase, "read", lambda *_, **__: pytest.fail("the files are parsed"))
        kept = load()
        patch.undo()
        patch.setenv("BINGZHAN_CACHE", "off")
        read = load()
    return read, kept


def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A list that grows with every reading of the files."""
    times: list[object] = []
    real = rulebase.read

    def counted(*args: object) -> object:
        times.append(args)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(rulebase, "read", counted)
    return times


# ---- the same


def test_the_edition_from_the_cache_is_the_edition_with_all_its_places(
    pair: tuple[rulebase.RuleBase, rulebase.RuleBase],
) -> None:
    read, kept = pair
    assert difference(read.edition, kept.edition) == ""
    assert list(read.edition.rules) == list(kept.edition.rules)
    assert read.program == kept.program


def test_places_show_the_lines_of_the_files(
    pair: tuple[rulebase.RuleBase, rulebase.RuleBase],
) -> None:
    _, kept = pair
    for rule in kept.edition.rules.values():
        assert isinstance(rule.span, Span)
        source = rule.span.source
        assert source.text == Path(source.path).read_text("utf-8")
        lines = source.line(rule.span.line) + source.line(rule.span.line + 1)
        assert rule.parent in lines or (rule.row and rule.parent in source.text)  # a row of `cases`


COMMANDS = [
    ["judge", *CHART],
    ["judge", *CHART, "--format", "json"],
    ["explain", "丙辰日 亥將 丑時 春"],
    ["explain", "丙辰日 亥將 丑時 春", "--format", "json"],
    ["why-not", "DQ-0891.d", "丙辰日 亥將 子時"],
    ["cast", *CHART, "-v", "--format", "json"],
    ["facts", *CHART, "--all"],
    ["read", "DQ-0891.d"],
    ["rule", "DQ-0895.b"],
    ["rule", "DQ-0895.b", "--format", "json"],
    ["passage", "DQ-0895"],
    ["coverage", "--missing"],
    ["coverage", "--format", "json"],
    ["judge", *CHART, "--rules", str(RIVER)],
    ["rule", "DQ-0891.x"],
]


@pytest.fixture(scope="module")
def warm() -> None:
    """A cache that has the edition, with and without the pack."""
    load()
    load(packs=[from_folder(str(RIVER))])


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_prints_the_same(
    words: list[str], warm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = parsed(monkeypatch)
    kept = run(*words)
    assert times == []
    monkeypatch.setenv("BINGZHAN_CACHE", "off")
    read = run(*words)
    assert len(times) == 1
    assert (kept.exit_code, kept.stdout, kept.stderr) == (read.exit_code, read.stdout, read.stderr)
    assert read.output


def test_an_example_that_fails_is_shown_at_its_place(
    pair: tuple[rulebase.RuleBase, rulebase.RuleBase],
) -> None:
    spans = [[e.span for rule in b.edition.rules.values() for e in rule.examples] for b in pair]
    assert spans[0] == spans[1]
    assert any(span is not None and span.source.line(span.line) for span in spans[1])


# ---- quick


def test_a_start_from_the_cache_parses_no_yaml(folder: Path) -> None:
    script = """
import sys, cli
try:
    cli.main()
except SystemExit:
    late = ("yaml", "rules.reader.reading", "rules.reader.marks", "numpy", "rich", "jinja2")
    print(*(name for name in late if name in sys.modules), file=sys.stderr)
"""
    shown = []
    command = [sys.executable, "-c", script, "judge", *CHART, "--format", "json"]
    for _ in range(2):
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True)
        shown.append((done.stdout, done.stderr.decode().strip()))
    assert "yaml" in shown[0][1]
    assert shown[1] == (shown[0][0], "")


def test_the_edition_fits_well_into_the_cache(
    pair: tuple[rulebase.RuleBase, rulebase.RuleBase], folder: Path
) -> None:
    load()
    (largest,) = [path for path in folder.iterdir() if path.stat().st_size > 100_000]
    assert largest.stat().st_size * 8 < cache.MAX_BYTES
    coder = rulebase._CODER
    sources = {span.source: None for span in _spans(pair[0])}
    writer = plain._Writer(frozenset(coder._kinds.values()), list(sources))
    writer.enter(pair[0].edition)
    assert len(writer._groups) * 3 < plain.MAX_GROUPS


def _spans(base: rulebase.RuleBase) -> Iterator[Span]:
    """Places in every file of which the edition has any."""
    vocabulary, edition = base.edition.vocabulary, base.edition
    yield from vocabulary.places.values()
    yield from (s.question.span for s in edition.signs.values())
    for group in (edition.tables, edition.concepts, edition.passages, edition.rules):
        yield from (item.span for item in group.values() if item.span is not None)  # type: ignore[attr-defined]


def test_several_processes_start_at_once(folder: Path) -> None:
    command = [sys.executable, "-m", "cli", "judge", *CHART]
    started = [
        subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    shown = {process.communicate() for process in started}
    assert len(shown) == 1
    ((out, err),) = shown
    assert out
    assert err == b""
    assert {path.suffix for path in folder.iterdir()} == {".plain"}


# ---- what is kept, and what not


def test_a_pack_is_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(RIVER, pack)
    times = parsed(monkeypatch)
    first = load(packs=[from_folder(str(pack))])
    assert "ZZ-0001.a" in first.edition.rules
    assert "ZZ-0001.a" not in load(packs=[]).edition.rules
    before = len(times)
    assert difference(first.edition, load(packs=[from_folder(str(pack))]).edition) == ""
    assert len(times) == before
    book = pack / "book" / "river.yaml"
    book.write_text(book.read_text("utf-8").replace("ZZ-0001.a", "ZZ-0001.z"), "utf-8")
    changed = load(packs=[from_folder(str(pack))])
    assert "ZZ-0001.z" in changed.edition.rules
    assert len(times) == before + 1
    book.rename(pack / "river.yaml")  # the same text at another place
    moved = load(packs=[from_folder(str(pack))])
    assert moved.edition.rules["ZZ-0001.z"].span.source.path == str(pack / "river.yaml")  # type: ignore[union-attr]


def test_the_kind_of_a_file_is_in_the_key() -> None:
    pack = from_folder(str(RIVER))
    other = pack.files._replace(sections=pack.files.concepts, concepts=pack.files.sections)
    keys = [rulebase._kept([], ROOT, [p]) for p in (pack, type(pack)("x", other))]
    assert keys[0] is not None
    assert keys[1] is not None
    assert keys[0].path != keys[1].path


def test_what_is_not_sound_is_read_again_and_told_again(tmp_path: Path, folder: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "book.yaml").write_text("section: [", "utf-8")
    pack = from_folder(str(bad))
    load(packs=[])
    count = len(list(folder.iterdir()))
    for _ in range(2):
        assert [fault.code for fault in load(packs=[pack]).refused[pack.name]] == ["E004"]
    assert len(list(folder.iterdir())) == count


def test_a_pack_that_cannot_be_taken_is_told_of_again(tmp_path: Path, warm: None) -> None:
    pack = from_folder(str(tmp_path / "gone"))
    for _ in range(2):
        assert [fault.code for fault in load(packs=[pack]).refused[pack.name]] == ["E401"]


def test_schools_of_packs_are_in_the_key(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(RIVER, pack)
    assert load(packs=[from_folder(str(pack))]).refused == {}
    (school,) = (pack / "schools").iterdir()
    school.write_text(school.read_text("utf-8").replace("meng_zhong_ji", "never"), "utf-8")
    assert load(packs=[from_folder(str(pack))]).refused != {}


def test_other_editions_are_not_kept(tmp_path: Path, folder: Path) -> None:
    load(root=sample_root(tmp_path))
    assert not folder.exists()


def test_check_reads_the_files(warm: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kept, "get", lambda _: pytest.fail("the cache is read"))
    assert run("fmt", "--check", str(ROOT / "concepts" / "city.yaml")).exit_code == 0
    with pytest.raises(pytest.fail.Exception):
        run("judge", *CHART)
    section = str(RIVER / "book" / "river.yaml")
    assert "error" in run("check", section).output  # its concepts stand in the pack


def test_the_reader_and_what_it_hangs_on_are_in_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = []
    for path in (None, *rulebase._CODE):
        code = [tmp_path / name.name for name in rulebase._CODE]
        for copy, original in zip(code, rulebase._CODE, strict=True):
            copy.write_bytes(original.read_bytes() + b"\n" * (original == path))
        monkeypatch.setattr(rulebase, "_CODE", tuple(code))
        kept = rulebase._kept([], ROOT, [])
        assert kept is not None
        keys.append(kept.path)
        monkeypatch.undo()
    assert len(set(keys)) == len(rulebase._CODE) + 1


def test_damage_is_not_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("judge", *CHART).stdout
    times = parsed(monkeypatch)
    (largest,) = [path for path in folder.iterdir() if path.stat().st_size > 100_000]
    data = largest.read_bytes()
    middle = len(data) // 2
    for damaged in (data[:middle], b"", data[:middle] + b"?" + data[middle + 1 :], os.urandom(99)):
        largest.write_bytes(damaged)
        assert run("judge", *CHART).stdout == whole
    assert len(times) == 4
    assert largest.read_bytes() == data  # what was damaged is mended


def test_sources_are_given_and_never_written(folder: Path) -> None:
    load()
    (largest,) = [path for path in folder.iterdir() if path.stat().st_size > 100_000]
    assert str(ROOT / "concepts").encode() not in largest.read_bytes()
    assert rulebase._CODER.given is Source
