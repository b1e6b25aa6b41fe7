"""The command ``coverage``: what it is asked for, what it answers, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import bingzhan
from rules import ROOT
from tests.cli.sample import SECTION


def run(*words: str) -> Result:
    result = CliRunner().invoke(bingzhan, ["coverage", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def passages(*words: str) -> list[str]:
    result = run(*words, "--format", "jsonl")
    assert result.exit_code == 0, result.output
    return [json.loads(line)["passage"] for line in result.stdout.splitlines()]


def draft(folder: Path, text: str = "甲乙。丙丁，戊己。", more: str = "") -> str:
    file = folder / "draft.yaml"
    file.write_text(
        f"section: 試\nen: a draft\npassages:\n  - passage: XX-9000\n    text: {text}\n"
        f"    not_encoded:\n      - {{quote: 甲乙, reason: moral}}\n{more}",
        encoding="utf-8",
    )
    return str(file)


def test_sections_and_passages_are_named_in_many_ways():
    capital = [f"DQ-{number:04d}" for number in range(891, 898)]
    assert passages("游都察賊第十五") == capital
    assert passages("遊都察贼") == capital
    assert passages("05-15") == capital
    assert passages("wandering capital watches") == capital
    assert passages("dq-0891-0897") == passages("DQ-0891–DQ-0897") == capital
    assert passages(str(ROOT / "daquan" / "05-15-wandering-capital.yaml")) == capital
    assert passages("DQ-0897", "DQ-0895") == ["DQ-0895", "DQ-0897"]


def test_without_a_name_all_of_the_edition_is_shown():
    shown = json.loads(run("--format", "json").stdout)
    ids = [passage["passage"] for section in shown["sections"] for passage in section["passages"]]
    assert {"DQ-0009", "DQ-0891", "HQ-0019"} <= set(ids)
    assert ids == passages()
    text = run().stdout
    assert "DQ-0891–0897 游都察賊第十五" in text
    assert f"{len(ids)} passages" in text


def test_the_table_of_a_section_has_its_passages():
    text = run("05-15").stdout
    assert [line.split()[0] for line in text.splitlines() if line.startswith("  DQ-")] == [
        f"DQ-{number:04d}" for number in range(891, 898)
    ]
    assert "untouched" in text


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("DQ-9891", "did you mean DQ-"),
        ("游都察賤第十五", "did you mean 游都察賊第十五"),
        ("", "neither a section nor a passage"),
        (" ", "neither a section nor a passage"),
        ("DQ-0897-0891", "neither a section nor a passage"),
        ("\udcff", "neither a section nor a passage"),
    ],
)
def test_an_unknown_name_is_wrong_usage(word, hint):
    result = run(word)
    assert result.exit_code == 2
    assert hint in " ".join(result.stderr.split())


def test_a_draft_is_shown_before_it_is_in_the_edition(tmp_path):
    assert passages(draft(tmp_path)) == ["XX-9000"]
    result = run(draft(tmp_path), "--missing")
    assert (result.exit_code, result.stdout) == (1, "XX-9000 「丙丁，戊己」\n")
    result = run(draft(tmp_path), "--missing", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {"passage": "XX-9000", "section": "試", "text": "丙丁，戊己"}
    ]


def test_nothing_missing_is_exit_code_0(tmp_path):
    result = run(draft(tmp_path, "甲乙。"), "--missing")
    assert (result.exit_code, result.output) == (0, "")
    assert json.loads(run(draft(tmp_path, "甲乙。"), "--missing", "--format", "json").stdout) == []


def test_a_draft_with_an_error_is_shown_with_it(tmp_path):
    result = run(draft(tmp_path, more="      - {quote: 庚, reason: moral}\n"))
    assert result.exit_code == 1
    assert result.stderr.startswith("error[E220]")
    assert "draft.yaml:8" in result.stderr
    assert run(str(tmp_path / "nothing.yaml")).stderr.startswith("error[E001]")


def test_the_page_is_written_in_utf8(tmp_path):
    target = tmp_path / "page.html"
    result = run(str(SECTION), "--html", str(target))
    assert result.exit_code == 1  # the made-up section needs tables of its own
    assert not target.exists()
    assert run("05-15", "--html", str(target)).exit_code == 0
    written = target.read_text(encoding="utf-8")
    assert written.startswith("<!DOCTYPE html>")
    assert 'id="DQ-0891"' in written
    assert run("05-15", "--html", "-").stdout.strip() == written.strip()


def test_a_page_that_cannot_be_written_is_told(tmp_path):
    result = run("05-15", "--html", str(tmp_path / "no" / "page.html"))
    assert result.exit_code == 1
    assert "No such file or directory" in result.stderr


def test_the_page_and_the_untouched_spans_are_not_asked_for_at_once(tmp_path):
    assert run("--missing", "--html", str(tmp_path / "page.html")).exit_code == 2


def test_the_example_of_the_help_runs():
    shown = run("--help").output
    line = next(line for line in shown.splitlines() if line.startswith("Example: "))
    _, command, *words = line.removeprefix("Example: ").split()
    assert command == "coverage"
    assert run(*words).exit_code == 0
