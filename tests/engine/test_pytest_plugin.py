"""The plugin: examples are items with file and line, and a fault is drawn with what fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules import ROOT
from tests.engine.checks.editions import section

OWN = section("""
- id: DQ-9001.a
  title: Void and on the day
  quote: 甲
  when: [{void: 游都}, {on_day: 游都}]
  then: {answer: comes}
  examples:
    - {chart: 丙子日 伏吟, fires: false, because: void}
    - {chart: 甲子日 伏吟, fires: true}
""")


def run(*words: str, cwd: Path = ROOT.parent) -> subprocess.CompletedProcess[str]:
    plugin = ("-p", "engine.pytest_plugin", "-p", "no:bingzhan", "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, "-o", "addopts=", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_examples_of_the_edition_are_collected_with_their_files() -> None:
    name = "rules/daquan/05-15-wandering-capital.yaml"
    shown = run("--collect-only", "-q", name)
    assert f"{name}::DQ-0891.d[1]" in shown.stdout.splitlines()
    assert run(f"{name}::DQ-0891.d[1]", "-q").stdout.startswith(".")


def test_what_is_no_section_is_passed_over() -> None:
    assert "no tests collected" in run("--collect-only", "rules/vocabulary").stdout


def test_a_fault_is_drawn_in_its_file_with_the_conditions_that_fail(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    shown = run("own.yaml", cwd=tmp_path)
    assert shown.returncode == 1
    assert "1 failed, 1 passed" in shown.stdout
    assert "error[E240]: example DQ-9001.a[2] does not hold: expected fires" in shown.stdout
    line = 1 + next(n for n, text in enumerate(OWN.splitlines()) if "甲子日" in text)
    assert f"own.yaml:{line}:" in shown.stdout
    assert "it fails: the wandering capital (丑) is not void" in shown.stdout
    assert "Traceback" not in shown.stdout


@pytest.mark.parametrize("text", [OWN.replace("void: 游都", "viod: 游都"), "a: ["])
def test_a_file_with_errors_is_an_error_of_the_collection(tmp_path: Path, text: str) -> None:
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    shown = run("own.yaml", cwd=tmp_path)
    assert "1 error" in shown.stdout
    assert "error[E" in shown.stdout
    assert "Traceback" not in shown.stdout
