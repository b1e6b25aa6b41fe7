"""Packs: read with the edition, checked with it, unable to change it, to run code or to exhaust."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine import packs
from engine.authoring.schema import schema_of
from engine.examples import outcomes
from engine.judgement import judge
from engine.packs import Pack, from_folder, in_use, read_schools, using
from engine.rulebase import RuleBase, load, read
from facts.charts import read_chart
from facts.profiles import read_school
from rules.reader.diagnostics import InputError, Report
from tests.authoring.plain import read_file
from tests.cli.sample import sample_root
from tests.engine.pack_bombs import BOMBS
from tests.test_cli import run

RIVER = Path(__file__).parent / "packs" / "river"
CHART = ["甲子日", "子加寅"]

MakePack = Callable[..., Pack]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small edition."""
    return sample_root(tmp_path_factory.mktemp("edition"))


@pytest.fixture
def pack(tmp_path: Path) -> MakePack:
    """Make a pack of files, given by their paths."""

    def make(files: dict[str, str], name: str = "pack") -> Pack:
        write(tmp_path / name, files)
        return from_folder(str(tmp_path / name))

    return make


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def codes(base: RuleBase, name: str) -> set[str]:
    return {fault.code for fault in base.refused[name]}


# ---- what a pack adds


@pytest.fixture(scope="module")
def river() -> RuleBase:
    """The edition with the pack."""
    base = load(packs=[from_folder(str(RIVER))])
    assert base.refused == {}
    return base


def test_a_pack_adds_sections_concepts_tables_and_words(river: RuleBase) -> None:
    judged = judge(river, read_chart(" ".join(CHART)), ("enemy_coming",))
    found = {finding.rule.id: finding for finding in judged.findings}["ZZ-0001.a"]
    assert (found.question, found.answer) == ("enemy_coming", "comes_by_water")
    answers = river.edition.vocabulary.questions["enemy_coming"].answers
    assert "does_not_come" in answers["comes_by_water"].opposes
    assert "comes_by_water" in answers["does_not_come"].opposes
    assert "玄武" in river.edition.vocabulary.lists["吉將"]
    assert {"河口", "河伯"} <= river.edition.definitions.keys()


def test_the_examples_of_a_pack_are_run(river: RuleBase) -> None:
    found = list(outcomes(river, {name for name in river.edition.rules if name.startswith("ZZ-")}))
    assert [o.fault for o in found] == ["", "", ""]


def test_the_schemas_accept_a_pack(river: RuleBase) -> None:
    for kind, path in (
        ("vocabulary", "vocabulary/words.yaml"),
        ("tables", "tables/river.yaml"),
        ("concepts", "concepts/river.yaml"),
        ("section", "book/river.yaml"),
    ):
        validator = Draft202012Validator(schema_of(kind, river.edition))
        assert [*validator.iter_errors(read_file(RIVER / path))] == []


def test_the_edition_alone_has_nothing_of_it(base: RuleBase) -> None:
    assert "ZZ-0001" not in base.edition.passages
    assert "玄武" not in base.edition.vocabulary.lists["吉將"]
    assert in_use().found == ()


def test_a_pack_adds_schools() -> None:
    with using([str(RIVER)], with_installed=False) as used:
        assert read_school(["river"], used.schools).harm == "meng_zhong_ji"
    with pytest.raises(ValueError, match="'river' is not a school"):
        read_school(["river"], in_use().schools)


def test_commands_take_packs() -> None:
    words = ["--rules", str(RIVER), "--school", "river", "--format", "json"]
    shown = json.loads(run("judge", *CHART, *words).stdout)
    assert "ZZ-0001.a" in {verdict["rule"] for verdict in shown["verdicts"]}
    page = json.loads(run("rule", "ZZ-0001.b", "--rules", str(RIVER), "--format", "json").stdout)
    assert page["quotes"] == [{"passage": "ZZ-0001", "quote": "河口在水支，渡安，當焚舟"}]
    assert run("rule", "ZZ-0001.a").exit_code == 2


# ---- what is wrong with a pack


def test_a_pack_that_is_not_sound_hides_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    write(bad, {"book.yaml": "section: ["})
    alone = run("judge", *CHART, "--rules", str(RIVER))
    result = run("judge", *CHART, "--rules", str(bad), "--rules", str(RIVER))
    assert alone.exit_code == 0
    assert "ZZ-0001.a" in alone.stdout
    assert (result.exit_code, result.stdout) == (1, alone.stdout)
    assert f"the pack {bad} is left out" in result.stderr
    assert f"{bad}/book.yaml:2:1" in result.stderr
    named = run("rule", "ZZ-0001.a", "--rules", str(bad))
    assert named.exit_code == 1  # it may be the pack that has the rule
    assert "there is no rule" in named.stderr


def test_check_finds_what_is_wrong_with_edition_and_packs(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    write(bad, {"book.yaml": "section: [", "concepts/a.yaml": "concepts: {a: {en: x, zh: x}}"})
    gone = str(tmp_path / "gone")
    result = run("check", "--rules", str(bad), "--rules", gone, "--format", "json")
    assert result.exit_code == 1
    places = {(item["code"], Path(item["file"]).name) for item in json.loads(result.stdout)}
    assert places == {("E004", "book.yaml"), ("E203", "a.yaml"), ("E401", "gone")}


def test_many_findings_are_not_all_shown(tmp_path: Path) -> None:
    lines = "".join(f"  a{n}: {{en: x, zh: x}}\n" for n in range(100))
    write(tmp_path / "bad", {"concepts/a.yaml": "concepts:\n" + lines})
    shown = run("passage", "DQ-0891", "--rules", str(tmp_path / "bad")).stderr
    assert shown.count("error[E203]") == 20
    assert "and 80 more" in shown


def test_the_errors_of_the_edition_are_those_of_the_edition(tmp_path: Path) -> None:
    edition = tmp_path / "edition"
    write(edition, {"book.yaml": "section: ["})
    with pytest.raises(InputError) as raised:
        load(root=edition, packs=[from_folder(str(tmp_path / "gone"))])
    assert [item.code for item in raised.value.diagnostics] == ["E004"]


def test_of_two_packs_that_do_not_agree_the_first_is_taken(root: Path, pack: MakePack) -> None:
    text = "concepts: {a: {define: {void: initial}, en: x, zh: x}}"
    one, two = pack({"concepts/a.yaml": text}, "one"), pack({"concepts/a.yaml": text}, "two")
    base = load(root=root, packs=[one, two])
    assert "a" in base.edition.concepts
    assert {name: [f.code for f in faults] for name, faults in base.refused.items()} == {
        two.name: ["E230"]
    }


_SECTION = (
    "section: 試\nen: x\nquestion: enemy_coming\npassages:\n  - passage: {0}\n    text: 甲\n"
    "    rules: [{{id: {0}.a, title: t, quote: 甲, when: always, then: {{answer: comes}}}}]\n"
)
REDEFINED = {
    "a passage and a rule": ({"book.yaml": _SECTION.format("XX-0001")}, "E230"),
    "a table": (
        {
            "tables/a.yaml": "tables: {試數: {en: x, by: branch, gives: number, "
            "from: ZZ-0001, rows: {子: 1}}}"
        },
        "E230",
    ),
    "a concept": (
        {"concepts/a.yaml": "concepts: {on_day: {define: {void: 子}, en: x, zh: x}}"},
        "E230",
    ),
    "a concept named as a predicate": (
        {"concepts/a.yaml": "concepts: {void: {define: {controls: [子, 午]}, en: x, zh: x}}"},
        "E217",
    ),
    "a term": ({"vocabulary/a.yaml": "terms: {游都: {means: 子, en: x, zh: x}}"}, "E230"),
    "a name of a term": (
        {"vocabulary/a.yaml": "terms: {新: {means: 子, en: x, zh: x, aliases: [遊都]}}"},
        "E217",
    ),
    "a name of a table": (
        {
            "tables/a.yaml": "tables: {新: {en: x, by: stem, gives: branch, key: day_stem, "
            "from: ZZ-0001, aliases: [遊都], rows: {甲: 子}}}"
        },
        "E217",
    ),
    "a spirit": (
        {
            "tables/a.yaml": "tables: {初傳: {en: x, by: stem, gives: branch, key: day_stem, "
            "from: ZZ-0001, rows: {甲: 子}}, initial: {en: x, by: stem, gives: branch, "
            "key: day_stem, from: ZZ-0001, rows: {甲: 子}}}"
        },
        "E217",
    ),
    "a parameter of a concept": (
        {"vocabulary/a.yaml": "terms: {x: {means: 子, en: x, zh: x}}"},
        "E217",
    ),
    "a question": (
        {"vocabulary/a.yaml": "questions: {battle: {en: x, zh: x, answers: {a: {en: x, zh: x}}}}"},
        "E230",
    ),
    "an answer": (
        {"vocabulary/a.yaml": "extend: {questions: {enemy_coming: {comes: {en: x, zh: x}}}}"},
        "E230",
    ),
    "advice": ({"vocabulary/a.yaml": "advice: {avoid: {en: x, zh: x}}"}, "E230"),
    "a list": (
        {"vocabulary/a.yaml": "lists: {吉將: {members: [白虎], en: x, from: ZZ-0001}}"},
        "E230",
    ),
    "a member of a list": ({"vocabulary/a.yaml": "extend: {lists: {吉將: [青龍]}}"}, "E230"),
    "a school": (
        {"schools/a.yaml": "profiles: {printed: {en: x, switches: {harm: seat_counted}}}"},
        "E230",
    ),
}


@pytest.mark.parametrize("name", REDEFINED)
def test_a_pack_cannot_redefine_what_there_is(name: str, root: Path, pack: MakePack) -> None:
    files, code = REDEFINED[name]
    made = pack(files)
    base = load(root=root, packs=[made])
    alone = load(root=root)
    faults = base.refused[made.name]
    assert {fault.code for fault in faults} == {code}
    for fault in faults:  # both places, one of them in the pack
        spans = [fault.span, *(label.span for label in fault.also)]
        inside = [span is not None and "/pack/" in span.source.path for span in spans]
        assert sorted(inside) == [False, True]
    assert base.edition.rules == alone.edition.rules
    assert base.edition.definitions == alone.edition.definitions
    assert base.edition.vocabulary.questions == alone.edition.vocabulary.questions


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("extend: {lists: {吉降: [白虎]}}", "E215"),
        ("extend: {questions: {enemy_comming: {a: {en: x, zh: x}}}}", "E232"),
        ("extend: {questions: {battle: {a: {en: x, zh: x, opposes: [b]}}}}", "E233"),
        ("extend: {lists: {吉將: [白狗]}}", "E216"),
        ("extend: {lists: [吉將]}", "E201"),
        ("extend: {lists: {吉將: []}}", "E203"),
        ("extend: {tables: {游都: {甲: 寅}}}", "E202"),
    ],
)
def test_only_what_there_is_can_be_extended(
    words: str, code: str, root: Path, pack: MakePack
) -> None:
    made = pack({"vocabulary/a.yaml": words})
    assert codes(load(root=root, packs=[made]), made.name) == {code}


PREDICATE = """
predicates:
  likes:
    fact: Liking
    slots: {a: palace, b: palace}
    zh: 喜
    reads: {en: "{a} likes {b}", zh: "{a}喜{b}"}
    fails: {en: "{a} does not like {b}", zh: "{a}不喜{b}"}
    evidence: elements
"""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (PREDICATE, "E402"),
        ("inputs: {weather: {en: the weather, zh: 天氣, give: 雨}}", "E402"),
        ("terms: {near: {slots: {of: palace}, type: branch, en: x, zh: x}}", "E402"),
        ("terms: {rain: {column: rain, type: branch, en: x, zh: x}}", "E402"),
        ("symbols: {stem: [子]}", "E202"),
        ("advice: {a: {en: '{0.__class__}', zh: x}}", "E224"),
        ("advice: {a: !!python/object/apply:os.system ['true']}", "E013"),
    ],
)
def test_a_pack_can_bring_no_code(words: str, code: str, root: Path, pack: MakePack) -> None:
    made = pack({"vocabulary/symbols.yaml": words})
    assert code in codes(load(root=root, packs=[made]), made.name)


# ---- bounds


@pytest.mark.parametrize("name", BOMBS)
def test_no_pack_exhausts_the_machine(name: str, root: Path, pack: MakePack) -> None:
    code, files = BOMBS[name]
    made = pack(files)
    assert made.faults == ()
    report = Report()
    read(report, root=root, packs=[made])
    assert code in {item.code for item in report.items}
    assert len(report) < 1_100


def test_a_pack_is_small(pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def why(files: dict[str, str], name: str) -> str:
        made = pack(files, name)
        assert made.files == packs.NO_FILES
        (fault,) = made.faults
        assert fault.code == "E401"
        return fault.message

    some = {f"{n}.yaml": "a: b" for n in range(packs.MAX_FILES + 1)}
    assert "at most 200 files" in why(some, "many")
    assert "more than 1,000,000 bytes" in why({"a.yaml": "#" * 1_000_001}, "large")
    large = {f"{n}.yaml": "#" * 900_000 for n in range(5)}
    assert "more than 4,000,000 bytes together" in why(large, "all")
    assert "no YAML file" in why({"a.txt": ""}, "empty")
    assert "end in .yaml" in why({"a.yml": "a: b"}, "yml")
    monkeypatch.setattr(packs, "MAX_ENTRIES", 10)
    assert "more than 10 things" in why({f"{n}/a.txt": "" for n in range(11)}, "things")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pack_holds_files_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (fault,) = from_folder(str(tmp_path)).faults
    assert "this is no file" in fault.message
    (tmp_path / "pipe.yaml").unlink()
    (tmp_path / "a.yaml").symlink_to(tmp_path / "gone")
    (fault,) = from_folder(str(tmp_path)).faults
    assert "cannot be read" in fault.message
    (tmp_path / "a.yaml").unlink()
    (tmp_path / "circle").symlink_to(tmp_path)
    (fault,) = from_folder(str(tmp_path)).faults
    assert "no YAML file" in fault.message


def test_schools_of_packs_that_cannot_be_taken(pack: MakePack) -> None:
    made = pack({"schools/a.yaml": "profiles: {x: {en: x, switches: {harm: never}}}"})
    report = Report()
    read_schools([made], report)
    assert [item.code for item in report.items] == ["E204"]
