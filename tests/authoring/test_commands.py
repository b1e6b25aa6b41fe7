"""``bingzhan new``, ``fmt`` and ``schema`` as they are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import bingzhan

MESSY = "passages:\n- text: 甲\n  passage: DQ-9000\nsection: 游都   \n"
TIDY = "section: 游都\npassages:\n  - passage: DQ-9000\n    text: 甲\n"


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(bingzhan, words, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(MESSY, encoding="utf-8")
    Path("b.yaml").write_text(TIDY, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_fmt_writes_what_is_not_in_order() -> None:
    result = run("fmt", "a.yaml", "b.yaml")
    assert result.output == "put in order: a.yaml\n2 files, 1 put in order\n"
    assert result.exit_code == 0
    assert Path("a.yaml").read_text(encoding="utf-8") == TIDY
    assert run("fmt", ".").output == "2 files, 0 put in order\n"


@pytest.mark.usefixtures("folder")
def test_fmt_check_writes_nothing() -> None:
    result = run("fmt", "--check", "a.yaml", "b.yaml")
    assert result.output == "not in order: a.yaml\n2 files, 1 to put in order\n"
    assert result.exit_code == 1
    assert Path("a.yaml").read_text(encoding="utf-8") == MESSY
    assert run("fmt", "--check", "b.yaml").exit_code == 0


@pytest.mark.usefixtures("folder")
def test_fmt_diff() -> None:
    result = run("fmt", "--diff", "a.yaml", "b.yaml")
    assert result.output.startswith("--- a.yaml\n+++ a.yaml\n@@")
    assert "-section: 游都   \n" in result.output
    assert "+section: 游都\n" in result.output
    assert "b.yaml" not in result.output
    assert result.exit_code == 1
    assert Path("a.yaml").read_text(encoding="utf-8") == MESSY
    assert run("fmt", "--diff", "b.yaml").output == ""


def test_fmt_as_a_filter() -> None:
    result = run("fmt", "-", stdin=MESSY)
    assert (result.output, result.exit_code) == (TIDY, 0)
    assert run("fmt", "-", stdin=b"a: \xff").output == "Error: standard input is not UTF-8\n"


@pytest.mark.usefixtures("folder")
def test_fmt_leaves_what_it_cannot_read_and_goes_on() -> None:
    Path("0.yaml").write_text("a: [\n", encoding="utf-8")
    Path("1.yaml").write_text("en: &x a\nsection: *x\n", encoding="utf-8")
    result = run("fmt", ".")
    assert "error[E004]" in result.output
    assert "1.yaml: laid out anew, the file would say something else; it is left" in result.output
    assert result.output.endswith("put in order: a.yaml\n4 files, 1 put in order, 2 with errors\n")
    assert result.exit_code == 1
    assert Path("0.yaml").read_text(encoding="utf-8") == "a: [\n"
    assert Path("1.yaml").read_text(encoding="utf-8") == "en: &x a\nsection: *x\n"


def test_fmt_of_no_file() -> None:
    assert run("fmt", "nowhere.yaml").exit_code == 2


@pytest.mark.usefixtures("folder")
def test_new_in_a_new_file_and_in_an_old_one() -> None:
    Path("text.txt").write_text("甲子。\n", encoding="utf-8")
    result = run("new", "dq-9905", "--text", "text.txt", "--section", "mine.yaml")
    assert result.exit_code == 0
    assert result.output.endswith("Then: bingzhan check mine.yaml\n")
    result = run("new", "DQ-9904", "--section", "mine.yaml", stdin="乙丑。")
    assert result.exit_code == 0
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text.index("passage: DQ-9904") < text.index("passage: DQ-9905")
    assert run("fmt", "--check", "mine.yaml").exit_code == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        (("DQ-0891", "--section", "c.yaml"), "甲", "DQ-0891 is in the edition already: "),
        (("DQ-9000", "--section", "b.yaml"), "甲", "DQ-9000 is in b.yaml already"),
        (("DQ-91", "--section", "c.yaml"), "甲", "'DQ-91' is not the id of a passage"),
        (("DQ-9905", "--section", "c.yaml"), "", "the text of DQ-9905 is empty"),
        (("DQ-9905", "--section", "c.yaml"), b"\xff", "the text is not UTF-8"),
        (("DQ-9905",), "甲", "say --section FILE"),
    ],
)
def test_new_refuses(words: tuple[str, ...], stdin: str | bytes, said: str) -> None:
    result = run("new", *words, stdin=stdin)
    assert result.exit_code == 1
    assert said in result.output
    assert not Path("c.yaml").exists()
    assert Path("b.yaml").read_text(encoding="utf-8") == TIDY


def test_new_into_a_file_with_faults_shows_them(folder: Path) -> None:
    Path("c.yaml").write_text("a: [\n", encoding="utf-8")
    result = run("new", "DQ-9905", "--section", "c.yaml", stdin="甲。")
    assert result.exit_code == 1
    assert "error[E004]" in result.output
    assert "c.yaml:" in result.output


def test_the_schema_of_each_kind() -> None:
    for kind in ("section", "concepts", "tables", "vocabulary", "schools"):
        found = json.loads(run("schema", "--kind", kind).output)
        assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert found["type"] == "object"
    assert run("schema").output == run("schema", "--kind", "section").output
    assert run("schema", "--kind", "verse").exit_code == 2
