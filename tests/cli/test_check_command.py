"""``bingzhan check``: its forms, what fails it, its pages, and files of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

import engine.check
from engine.checks.pages import PAGES
from engine.views.findings import SHOWN
from rules.reader.codes import CODES
from tests.cli import runner
from tests.engine.checks.editions import section

OWN = section("""
- id: DQ-9001.a
  title: He comes
  quote: 甲
  when: {void: 游都}
  then: {question: surrender, answer: enemy_surrenders}
- id: DQ-9001.b
  title: The same
  quote: 乙
  when: {void: 逰都}
  then: {question: surrender, answer: enemy_surrenders}
""")
NEVER = section("""
- id: DQ-9001.a
  title: Never, 100%
  quote: 甲
  when: [{void: 游都}, {not: {void: 游都}}]
  then: {answer: comes}
""")


def run(*words: str) -> Result:
    return runner.run("check", *words)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A section file with one warning."""
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


@pytest.fixture
def never(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A section file with one error, in the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("never.yaml").write_text(NEVER, encoding="utf-8")
    return "never.yaml"


def test_with_a_file_the_rest_is_only_counted(own, tmp_path):
    lists = tmp_path / "pack" / "vocabulary" / "lists.yaml"
    lists.parent.mkdir(parents=True)
    lists.write_text("lists: {無人用之: {members: [子, 午], en: unused}}", encoding="utf-8")
    result = run(own, "--rules", str(tmp_path / "pack"))
    assert result.exit_code == 0, result.output
    assert result.output.count("warning[") == 1
    assert "W311" in result.output
    assert "1 warning (and 1 elsewhere)" in result.output.splitlines()[-1]


def test_strict_fails_for_a_warning(own):
    assert run(own, "--strict").exit_code == 1


def test_an_error_fails(never):
    result = run(never)
    assert result.exit_code == 1
    assert "error[E260]" in result.output


def test_a_file_of_the_edition_is_not_read_twice():
    path = next(Path(engine.check.ROOT).glob("daquan/05-15*.yaml"))
    found = json.loads(run(str(path), "--format", "json").stdout)
    assert all(item["code"] != "E230" for item in found)
    places = [{item["file"], *(also["file"] for also in item["also"])} for item in found]
    assert all(str(path) in files for files in places)


def test_of_many_warnings_the_first_are_drawn(monkeypatch, tmp_path):
    """Four rules of one condition and one answer: six pairs that say the same."""
    monkeypatch.setattr("engine.views.findings.SHOWN", 2)
    assert SHOWN > 2
    one = "- {id: DQ-9001.NAME, title: He comes, quote: 甲, when: {void: 游都}, then: THEN}\n"
    then = "{question: surrender, answer: enemy_surrenders}"
    path = tmp_path / "many.yaml"
    rules = "".join(one.replace("NAME", name).replace("THEN", then) for name in "abcd")
    path.write_text(section(rules), encoding="utf-8")
    few, all_ = run(str(path)).output, run(str(path), "--all").output
    count = all_.count("warning[W311]")
    assert count > 2
    assert few.count("warning[W311]") == 2
    assert f"W311: {count - 2} more; `--all`" in few


def test_jsonl_has_a_finding_a_line(own):
    lines = run(own, "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line)["code"] for line in lines] == ["W311"]
    assert json.loads(run(own, "--format", "json").stdout) == [json.loads(lines[0])]


def test_sarif(never):
    log = json.loads(run(never, "--format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    (ran,) = log["runs"]
    (result,) = ran["results"]
    rule = ran["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (rule["id"], result["ruleId"], result["level"]) == ("E260", "E260", "error")
    assert result["message"]["text"].startswith("DQ-9001.a can never fire")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "never.yaml"
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (8, 9)


def test_github_escapes_what_would_end_the_command(never):
    (line,) = run(never, "--format", "github").stdout.splitlines()
    assert line.startswith("::error file=never.yaml,line=8,col=9,")
    assert "title=E260 a rule that can never fire::DQ-9001.a can never fire" in line
    assert "%0Ano chart meets these together:%0A" in line


def test_github_without_a_place():
    from engine.views.findings import annotation
    from rules.reader.diagnostics import Diagnostic

    item = Diagnostic("N340", "note", "a: 100%", None)
    assert annotation(item) == "::notice title=N340 not decided::a: 100%25"


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code):
    result = run("--explain", code.lower())
    assert result.exit_code == 0
    assert CODES[code] in result.output
    assert PAGES[code].wrong.split()[0] in result.output


def test_pages_are_of_codes():
    assert PAGES.keys() == CODES.keys()


def test_an_unknown_code_is_wrong_usage():
    result = run("--explain", "W31")
    assert result.exit_code == 2
    assert "there is no code W31; did you mean" in result.stderr


@pytest.mark.parametrize("path", ["no-such-file.yaml", "/"])
def test_a_file_that_cannot_be_read_is_an_error(path):
    result = run(path)
    assert result.exit_code == 1
    assert "E001" in result.output


def test_watch_checks_again_when_a_file_changes(own, monkeypatch):
    """Each round the file is written anew; the third time Ctrl-C is pressed."""
    texts = iter([NEVER, OWN])

    def pause(seconds: float) -> None:
        text = next(texts, None)
        if text is None:
            raise KeyboardInterrupt
        Path(own).write_text(text, encoding="utf-8")

    monkeypatch.setattr("time.sleep", pause)
    result = run(own, "--watch")
    codes = [line for line in result.output.splitlines() if line.startswith(("error", "warning"))]
    assert [code.partition("[")[2][:4] for code in codes] == ["W311", "E260", "W311"]
