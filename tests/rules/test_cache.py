"""The cache: what is kept comes back whole or not at all, and nothing that goes wrong is seen."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.reader import cache
from rules.reader.cache import Kept, folder
from rules.reader.diagnostics import Report
from rules.reader.documents import read_document
from rules.reader.nodes import Mapping, Scalar, Source, Span
from rules.reader.plain import Coder


@dataclass
class Note:
    text: str
    span: Span


CODER = Coder(Note, Source)
TEXT = "章: 游都\n"


@pytest.fixture(autouse=True)
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the test's own."""
    monkeypatch.setenv("BINGZHAN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file to be read."""
    path = tmp_path / "a.yaml"
    path.write_text(TEXT, "utf-8")
    return path


def note(path: Path, text: str = "游都") -> Note:
    return Note(text, Span(Source(str(path), path.read_text("utf-8")), 0, 3, 0, 5))


def kept(*paths: Path, wanted: str = "", code: tuple[Path, ...] = ()) -> Kept:
    return Kept(CODER, paths, wanted, code)


# ---- what is kept


def test_what_is_kept_comes_back_with_its_places(file: Path) -> None:
    assert kept(file).get() is None
    kept(file).put(note(file))
    found = kept(file).get()
    assert found == note(file)
    assert found.span.source.line(0) == "章: 游都"


def test_a_byte_order_mark_is_no_part_of_the_text(file: Path) -> None:
    whole = note(file)
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    kept(file).put(whole)
    assert kept(file).get() == whole


def test_all_that_it_was_made_of_is_in_the_key(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, code = tmp_path / "b.yaml", tmp_path / "code.py"
    other.write_text(TEXT, "utf-8")
    code.write_text("1", "utf-8")
    keys = [kept(), kept(file), kept(other), kept(file, other), kept(other, file)]
    keys += [kept(file, wanted="x"), kept(file, code=(code,))]
    code.write_text("2", "utf-8")
    keys.append(kept(file, code=(code,)))
    file.write_text(TEXT + "\n", "utf-8")
    keys.append(kept(file))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 99))
        keys.append(kept(file))
    for path in Path(cache.__file__).parent.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "links.py").open("a") as source:
        source.write("\n")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    cache._reader.cache_clear()
    keys.append(kept(file))
    cache._reader.cache_clear()
    assert len({key.path for key in keys}) == len(keys)


def test_names_and_texts_do_not_run_into_each_other(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "ab", "b")]
    for path, text in zip(paths, ("bc", "c", ""), strict=True):
        path.write_text(text, "utf-8")
    assert kept(paths[0], wanted="x").path != kept(paths[1], wanted="x").path
    assert cache.digest([b"a", b"bc"]) != cache.digest([b"ab", b"c"])


def test_what_was_read_of_another_text_is_not_kept(file: Path) -> None:
    early = kept(file)
    file.write_text("章: 魯都\n", "utf-8")
    early.put(note(file))
    assert early.get() is None
    early.put(Note("", Span(Source(str(file), TEXT), 0, 0, 0, 0)))  # nothing of it shows
    file.write_text(TEXT, "utf-8")
    assert kept(file).get() is None


def test_what_is_not_plain_is_not_kept(file: Path, kept_in: Path) -> None:
    kept(file).put(object())
    kept(file).put(Note(0.5, note(file).span))  # type: ignore[arg-type]
    kept(file).put(Note("\ud800", note(file).span))
    assert not kept_in.exists()


# ---- what is damaged


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A file that was read, and the bytes that are kept of it."""
    path = tmp_path_factory.mktemp("sample") / "a.yaml"
    path.write_text(TEXT, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BINGZHAN_CACHE", str(path.parent / "cache"))
        place = kept(path)
        place.put(note(path))
        assert place.path is not None
        return path, place.path.read_bytes()


@given(data=st.data())
def test_no_damaged_file_is_read(data: st.DataObject, sample: tuple[Path, bytes]) -> None:
    path, whole = sample
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(0, 3))):
        damaged[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    start, end = (data.draw(st.integers(0, len(whole))) for _ in range(2))
    cut = data.draw(st.sampled_from([damaged, damaged[:end], damaged[start:], damaged + whole]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BINGZHAN_CACHE", str(path.parent / "cache"))
        place = kept(path)
        assert place.path is not None
        place.path.write_bytes(cut)
        assert place.get() == (note(path) if bytes(cut) == whole else None)


def test_a_file_of_another_key_is_not_read(file: Path) -> None:
    one, other = kept(file, wanted="one"), kept(file, wanted="other")
    assert one.path is not None
    assert other.path is not None
    one.put(note(file))
    one.path.rename(other.path)
    assert other.get() is None


def test_a_body_that_another_class_wrote_is_not_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with the key and the checksum right."""
    monkeypatch.setattr(
        CODER, "encode", lambda value, given: Coder(Span, Source).encode(value, given)
    )
    kept(file).put(note(file).span)
    assert kept(file).path is not None
    assert kept(file).path.is_file()  # type: ignore[union-attr]
    assert kept(file).get() is None


def test_what_is_no_file_is_not_read(file: Path, kept_in: Path) -> None:
    path = kept(file).path
    assert path is not None
    path.mkdir(parents=True)
    assert kept(file).get() is None
    kept(file).put(note(file))  # it cannot be put there either
    assert [p.name for p in kept_in.iterdir()] == [path.name]
    path.rmdir()
    path.symlink_to(path)
    assert kept(file).get() is None
    path.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        assert kept(file).get() is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners of files")
def test_a_file_of_another_user_is_not_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(file).put(note(file))
    path = kept(file).path
    assert path is not None
    owner = path.stat().st_uid
    if owner == 0:  # what belongs to the system may be read by all
        os.chown(path, 12345, -1)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert kept(file).get() is None


# ---- what cannot be written


@pytest.mark.parametrize("call", ["mkdir", "write_bytes", "replace"])
@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_where_nothing_can_be_written_nothing_is_kept(
    call: str, number: int, file: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path, *_: object, **__: object) -> None:
        if call == "write_bytes":  # some of it could be written
            path.touch()
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, call, fails)
    kept(file).put(note(file))
    monkeypatch.undo()
    monkeypatch.setenv("BINGZHAN_CACHE", str(kept_in))
    assert kept(file).get() is None
    assert not kept_in.exists() or list(kept_in.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_that_may_not_be_written(file: Path, kept_in: Path) -> None:
    kept(file).put(note(file))
    kept_in.chmod(0o500)
    kept(file, wanted="more").put(note(file))
    assert kept(file).get() == note(file)
    assert kept(file, wanted="more").get() is None
    kept_in.chmod(0o700)


def test_a_folder_that_is_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (str(file), f"{file}/below"):
        monkeypatch.setenv("BINGZHAN_CACHE", name)
        kept(file).put(note(file))
        assert kept(file).get() is None
    assert file.read_text("utf-8") == TEXT


@pytest.mark.parametrize("kind", ["gone", "folder", "bytes", "name"])
def test_files_that_cannot_be_read(kind: str, tmp_path: Path, kept_in: Path) -> None:
    bad = tmp_path / "bad.yaml"
    if kind == "name":
        bad = tmp_path / "a\0b"
    elif kind == "folder":
        bad.mkdir()
    elif kind == "bytes":
        bad.write_bytes(b"\xff")
    place = kept(bad)
    place.put(Note("", Span(Source(str(bad), ""), 0, 0, 0, 0)))
    assert place.get() is None
    assert not kept_in.exists()


# ---- what stays


def test_few_are_kept_and_nothing_else_is_touched(
    file: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    kept_in.mkdir()
    others = ["notes.plain", "a.part", "ab" * 32, f"{'ab' * 32}.plain.txt"]
    for name in others:
        (kept_in / name).touch()
        os.utime(kept_in / name, (0, 0))
    half, old_half = kept_in / f".{'0' * 16}.part", kept_in / f".{'1' * 16}.part"
    for path in (half, old_half):
        path.touch()
    os.utime(old_half, (0, 0))
    places = [kept(file, wanted=str(number)) for number in range(5)]
    for number, place in enumerate(places):
        place.put(note(file))
        assert place.path is not None
        os.utime(place.path, (1000 + number,) * 2)
        if number == 3:
            assert places[1].get() is not None  # and with that it is the last to go
    assert [place.get() is not None for place in places] == [False, True, False, True, True]
    assert {*others, half.name} <= {path.name for path in kept_in.iterdir()}
    assert not old_half.exists()


def test_the_bytes_of_all_are_bounded(
    file: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(file, wanted="a").put(note(file))
    (first,) = kept_in.iterdir()
    monkeypatch.setattr(cache, "MAX_BYTES", 2 * first.stat().st_size + 10)
    for wanted in "bcd":
        kept(file, wanted=wanted).put(note(file))
    assert len(list(kept_in.iterdir())) == 2
    kept(file, wanted="long").put(note(file, "長" * 1000))
    assert kept(file, wanted="long").get() is None


def test_many_at_once_read_all_or_nothing(file: Path, kept_in: Path) -> None:
    texts = [str(number) * 5000 for number in range(4)]
    allowed = [None, *(note(file, text) for text in texts)]
    wrong: list[object] = []
    end = time.monotonic() + 1

    def work(text: str) -> None:
        while time.monotonic() < end:
            kept(file).put(note(file, text))
            found = kept(file).get()
            if found not in allowed:
                wrong.append(found)

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert kept(file).get() in allowed[1:]
    assert [path.suffix for path in kept_in.iterdir()] == [".plain"]


# ---- where


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the variables that say where caches are, and unset the others."""

    def choose(platform: str, **values: str) -> None:
        for name in ("BINGZHAN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", platform)

    return choose


@pytest.mark.skipif(os.name == "nt", reason="POSIX paths")
@pytest.mark.parametrize(
    ("platform", "values", "found"),
    [
        ("linux", {}, "/h/.cache/bingzhan"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/bingzhan"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/h/.cache/bingzhan"),
        ("darwin", {}, "/h/Library/Caches/bingzhan"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/bingzhan/cache"),
        ("linux", {"XDG_CACHE_HOME": "/x", "BINGZHAN_CACHE": "/c"}, "/c"),
        ("linux", {"BINGZHAN_CACHE": "here"}, "here"),
        ("linux", {"BINGZHAN_CACHE": "off"}, None),
        ("linux", {"BINGZHAN_CACHE": "OFF", "XDG_CACHE_HOME": "/x"}, None),
        ("linux", {"BINGZHAN_CACHE": "", "XDG_CACHE_HOME": "/x"}, "/x/bingzhan"),
        ("linux", {"HOME": "h"}, None),
    ],
)
def test_where_the_cache_is(
    platform: str, values: dict[str, str], found: str | None, environment: Callable[..., None]
) -> None:
    environment(platform, **{"HOME": "/h", **values})
    assert folder() == (Path(found) if found else None)


def test_off_reads_and_writes_nothing(file: Path, environment: Callable[..., None]) -> None:
    kept(file).put(note(file))
    environment(sys.platform, BINGZHAN_CACHE="off")
    place = kept(file)
    assert place.path is None
    place.put(note(file))
    assert place.get() is None


# ---- documents


def test_a_document_is_read_once(
    file: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = Report()
    first = read_document(file, report)
    monkeypatch.setattr("rules.reader.marks.load", lambda *_: pytest.fail("it is read again"))
    again = read_document(file, report)
    for tree in (first, again):
        assert isinstance(tree, Mapping)
        value = tree.get("章")
        assert isinstance(value, Scalar)
        assert (value.value, value.span.column, value.span.source.path) == ("游都", 3, str(file))
    assert len(report) == 0


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "a: [", "- a\n", ""])
def test_a_document_with_findings_is_not_kept(text: str, file: Path, kept_in: Path) -> None:
    file.write_text(text, "utf-8")
    reports = [Report(), Report()]
    for report in reports:
        read_document(file, report)
    assert reports[0].items == reports[1].items
    assert not kept_in.exists()
