"""Installed packs: found by what the metadata of distributions say, never imported."""

from __future__ import annotations

import shutil
import sys
from importlib import metadata
from pathlib import Path

import pytest

from engine.packs import installed
from engine.rulebase import load
from tests.engine.test_packs import CHART, RIVER
from tests.test_cli import run


def install(site: Path, name: str, folder: str, entry_points: str = "", files: str = "") -> Path:
    """Write what an installer leaves: the files, and a RECORD that lists them."""
    shutil.copytree(RIVER, site / folder)
    (site / folder / "__init__.py").write_text("raise SystemExit('imported')", "utf-8")
    info = site / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", "utf-8")
    if entry_points:
        (info / "entry_points.txt").write_text(entry_points, "utf-8")
    listed = [p.relative_to(site).as_posix() for p in sorted((site / folder).rglob("*.*"))]
    record = files or "".join(f"{path},,\n" for path in listed)
    (info / "RECORD").write_text(record, "utf-8")
    return info


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed distributions on the path."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def test_a_distribution_ships_a_pack_in_a_folder_of_that_name(site: Path) -> None:
    install(site, "river", "bingzhan_pack")
    (found,) = installed()
    assert (found.name, found.faults) == ("river 1.2", ())
    assert [path.name for path in found.files.sections] == ["river.yaml"]
    shown = run("judge", *CHART, "--question", "enemy_coming")
    assert shown.exit_code == 0
    assert "ZZ-0001.a" in shown.stdout
    assert "bingzhan_pack" not in sys.modules
    assert "ZZ-0001.a" not in load().edition.rules  # a library reads what it is given


@pytest.mark.parametrize("value", ["naval.lore", "naval:lore"])
def test_a_distribution_declares_a_pack_as_an_entry_point(site: Path, value: str) -> None:
    install(site, "Naval", "naval/lore", f"[bingzhan.packs]\nriver = {value}\n")
    (found,) = installed()
    assert (found.name, found.faults) == ("Naval 1.2 (river)", ())
    assert load(packs=[found]).refused == {}
    assert "naval" not in sys.modules


def test_the_first_of_two_distributions_of_a_name_is_the_one(site: Path, tmp_path: Path) -> None:
    install(site, "river", "bingzhan_pack")
    other = tmp_path / "other"
    other.mkdir()
    install(other, "river", "bingzhan_pack")
    sys.path.append(str(other))
    try:
        (found,) = installed()
    finally:
        sys.path.remove(str(other))
    assert found.files.sections[0].is_relative_to(site)


def test_a_pack_installed_in_place_is_told_of(site: Path) -> None:
    points = "[bingzhan.packs]\nriver = elsewhere\n"
    install(site, "river", "naval", points, files="__editable__.river.pth,,\n")
    result = run("judge", *CHART)
    assert result.exit_code == 1
    assert "the pack river 1.2 (river) is left out" in result.stderr
    assert "--rules" in result.stderr
    assert result.stdout != ""


@pytest.mark.parametrize(
    "files", ["bingzhan_pack/../../../outside.yaml,,\n", "bingzhan_pack/gone.yaml,,\n"]
)
def test_a_record_that_names_other_files_is_refused(site: Path, files: str) -> None:
    install(site, "river", "bingzhan_pack", files=files)
    assert not any(any(pack.files) for pack in installed())


def test_metadata_that_cannot_be_read_declare_nothing(site: Path) -> None:
    info = install(site, "river", "bingzhan_pack")
    (info / "RECORD").write_bytes(b"bingzhan_pack/\xff")
    assert list(installed()) == []


def test_metadata_are_parsed_only_where_a_pack_may_be(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(metadata, "distributions", lambda: asked.append(True) or [])
    monkeypatch.setattr(sys, "path", [str(site), str(site / "gone")])
    install(site, "plain", "plain", "[console_scripts]\nplain = plain:main\n")
    assert list(installed()) == []
    assert asked == []
    with monkeypatch.context() as patch:  # whoever finds distributions elsewhere is asked
        patch.setattr(sys, "meta_path", [*sys.meta_path, type("F", (), {"find_distributions": 1})])
        assert list(installed()) == []
    (site / "archive.zip").write_bytes(b"PK\5\6" + bytes(18))
    (site / "old.egg").mkdir()
    for place in (site / "archive.zip", site / "old.egg"):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "path", [str(place)])
            assert list(installed()) == []
    assert asked == [True, True, True]
    shutil.rmtree(site / "old.egg")
    install(site, "river", "naval", "[bingzhan.packs]\nriver = naval\n")
    assert list(installed()) == []
    assert len(asked) == 4
