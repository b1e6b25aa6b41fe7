"""Each file of tests/broken/checks has one fault; what is said of it is the ``.txt`` beside it.

After a change of words: ``pytest tests/engine/checks --snapshot-update``, and read the diff.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.checks import CHECKS
from engine.checks.acceptance import UnusedAcceptance
from rules import ROOT
from rules.reader.render import render_text
from tests.engine.checks.editions import BROKEN, KINDS, findings

CASES = sorted(path for kind in KINDS for path in (BROKEN / kind).glob("*.yaml"))


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=_name)
def test_one_fault_is_what_is_found(path, tmp_path, monkeypatch, pytestconfig):
    monkeypatch.chdir(tmp_path)  # so that paths are shown as the edition has them
    text = path.read_text(encoding="utf-8")
    found = findings(Path(), path.parent.name, text)
    expected = text.partition("\n")[0].removeprefix("# expect: ").split()
    assert path.name.partition("-")[0] in expected
    assert [item.code for item in found] == expected
    shown, snapshot = f"{render_text(found)}\n", path.with_suffix(".txt")
    shown = re.sub(re.escape(str(ROOT)), "rules", shown)
    if pytestconfig.getoption("update_snapshots"):
        snapshot.write_text(shown, encoding="utf-8")
    assert shown == snapshot.read_text(encoding="utf-8")


def test_every_check_has_its_broken_file():
    codes = {check.code for check in CHECKS} | {UnusedAcceptance.code}
    assert {path.name[:4] for path in CASES} == codes


def test_no_snapshot_is_left_over():
    shown = {path.with_suffix("") for kind in KINDS for path in (BROKEN / kind).glob("*.txt")}
    assert shown == {path.with_suffix("") for path in CASES}
