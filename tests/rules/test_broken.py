"""Each file of tests/broken has one fault; what is said of it is the ``.txt`` file beside it.

After a change of words: ``pytest tests/rules/test_broken.py --snapshot-update``, and read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.reader.codes import CODES
from rules.reader.render import render_text
from tests.rules.editions import BROKEN, FILES, read_good, read_with

CASES = sorted(path for kind in FILES for path in (BROKEN / kind).glob("*.yaml"))
NO_FILE = {"E001"}  # a file that cannot be read is none
BY_ENGINE = {"E240", "E250", "E260", "E261"}  # see tests/engine/checks


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_the_good_edition_is_good() -> None:
    edition = read_good()
    rows = ["DQ-0891.d[仲]", "DQ-0891.d[寅,夏+秋]", "DQ-0891.d[餘]"]
    assert [*edition.rules] == ["DQ-0891.a", "DQ-0891.b[1]", "DQ-0891.b[2]", "DQ-0891.c", *rows]


@pytest.mark.parametrize("path", CASES, ids=_name)
def test_one_fault_is_one_finding(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.chdir(tmp_path)  # so that paths are shown as the edition has them
    text = path.read_bytes()
    report = read_with(Path(), path.parent.name, text)
    expected = text.partition(b"\n")[0].decode().removeprefix("# expect: ").split()
    assert path.name.partition("-")[0] in expected
    assert [item.code for item in report.items] == expected
    assert all(item.span is not None for item in report.items)
    shown, snapshot = f"{render_text(report.items)}\n", path.with_suffix(".txt")
    if pytestconfig.getoption("update_snapshots"):
        snapshot.write_text(shown, encoding="utf-8")
    assert shown == snapshot.read_text(encoding="utf-8")


def test_every_code_of_files_has_its_broken_file() -> None:
    codes = {code for code in CODES if code[1] in "02"}
    assert {path.name[:4] for path in CASES} == codes - NO_FILE - BY_ENGINE


def test_no_snapshot_is_left_over() -> None:
    shown = {path.with_suffix("") for kind in FILES for path in (BROKEN / kind).glob("*.txt")}
    assert shown == {path.with_suffix("") for path in CASES}
