"""The views, on a made-up section that has everything they can show, compared with snapshots."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from engine.explain import explained
from engine.judgement import judge
from engine.rulebase import RuleBase
from engine.spans import stretches, uses_of
from engine.spirits import spirits_of
from engine.views.board import draw
from engine.views.cast import show_cast, show_note, show_partings
from engine.views.console import console
from engine.views.judgement import show_judgement
from engine.views.passage import show_passage
from engine.views.rule import sentence, show_rule
from engine.views.whynot import show_why_not
from engine.whynot import why_not
from facts.charts import read_chart, read_charts
from facts.schools import School
from rules.reader.render import display_width
from tests.cli.sample import sample
from tests.engine.conftest import Laboratory

CHART = "丙辰日 亥將 丑時 春"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RuleBase:
    return sample(tmp_path_factory.mktemp("edition"))


def shown(view: Callable[[Console], None]) -> str:
    out = io.StringIO()
    view(console(out))
    return out.getvalue()


@pytest.mark.parametrize(
    "notation", [CHART, "甲子日 戌加子", "壬戌日 伏吟 晝", "戊辰日 返吟 夜 夏"]
)
def test_cast(base: RuleBase, notation: str, snapshot: SnapshotAssertion) -> None:
    assert shown(lambda out: show_cast(out, base, read_chart(notation))) == snapshot


SPIRITS = "\nSpirits by where they stand\n"


def test_cast_with_its_steps_and_another_school(
    base: RuleBase, snapshot: SnapshotAssertion
) -> None:
    chart = read_chart(CHART, School.parse(["noble=羊牛"]))
    text = shown(lambda out: show_cast(out, base, chart, verbose=True))
    assert text.partition(SPIRITS)[0] == snapshot


def test_every_spirit_stands_with_its_passage_or_is_counted_as_open(base: RuleBase) -> None:
    chart = read_chart("丙辰日 伏吟")
    spirits = spirits_of(base, chart)
    text = shown(lambda out: show_cast(out, base, chart, verbose=True)).partition(SPIRITS)[2]
    plain = "".join(text.split())
    known = {name for name, value in spirits.items() if value}
    for name in known:
        about = base.edition.vocabulary.terms[name]
        assert f"{name} {about.speech.en} {about.source}".replace(" ", "") in plain
    assert f"for want of inputs: {len(spirits) - len(known)} spirits" in " ".join(text.split())


def test_a_spirit_that_rules_speak_of_is_told_as_open(lab: Laboratory) -> None:
    made = lab("- {id: DQ-9001.a, title: t, quote: 甲, when: {void: 天馬}, then: {answer: comes}}")
    bare = shown(lambda out: show_cast(out, made, read_chart("丙辰日 伏吟")))
    assert "未定  天馬  (for want of inputs)" in bare
    told = shown(lambda out: show_cast(out, made, read_chart("丙辰日 伏吟 寅月")))
    assert "神煞  天馬午" in told
    assert "未定" not in told


def test_where_the_schools_part() -> None:
    text = " ".join(shown(lambda out: show_partings(out, read_chart("丁卯日 伏吟"))).split())
    assert "fuyin_mao=卯子卯: transmissions 卯子卯, here 卯子午; DQ-0017, DQ-0109" in text
    agreed = shown(lambda out: show_partings(out, read_chart("甲子日 子加子")))
    assert "noble=羊牛: generals on the earth plate" in " ".join(agreed.split())


def test_a_note_is_shown_where_several_charts_are_meant() -> None:
    first, second = read_charts("甲子年 丙寅月 戊申日 壬子時")
    for chart in (first, second):
        assert chart.note is not None
        text = shown(partial(show_note, chart=chart))
        assert text.startswith("! the four pillars fall on")
        assert "".join(chart.note.what_zh.split()) in "".join(text.split())
    assert shown(partial(show_note, chart=read_chart(CHART))) == ""


@pytest.mark.parametrize("notation", [CHART, "甲子日 戌加子", "壬戌日 伏吟 晝"])
def test_the_board_is_a_rectangle_in_a_terminal(notation: str) -> None:
    assert {display_width(line) for line in draw(read_chart(notation))} == {53}


def test_the_lessons_run_from_right_to_left() -> None:
    lines = draw(read_chart(CHART))
    upper = next(line for line in lines if "寅   丑   卯" in line)
    assert [word for word in upper if word in "卯丑寅子"][-4:][::-1] == ["卯", "丑", "寅", "子"]


@pytest.mark.parametrize(
    "notation",
    [CHART, "丙辰日 亥加子", "丁巳日 未將 辰時 夜"],
    ids=["answers", "wanting inputs", "silent"],
)
def test_judgement(base: RuleBase, notation: str, snapshot: SnapshotAssertion) -> None:
    judgement = judge(base, read_chart(notation))
    assert shown(lambda out: show_judgement(out, base, judgement)) == snapshot


def test_explanation(base: RuleBase, snapshot: SnapshotAssertion) -> None:
    judgement, prover = explained(base, read_chart(CHART))
    text = shown(lambda out: show_judgement(out, base, judgement, prover=prover))
    assert text == snapshot


def test_an_overridden_verdict_stands_last_and_is_marked(base: RuleBase) -> None:
    chart = read_chart("甲子日 丑加子 晝")
    judgement = judge(base, chart)
    fired = {finding.rule.id: finding for finding in judgement.findings}
    assert not fired["XX-0001.a"].standing.counts
    text = shown(lambda out: show_judgement(out, base, judgement))
    assert "overridden by XX-0001.c: not an answer here" in text
    assert "○ the enemy comes" in text
    assert text.index("● the report is false") < text.index("○ the enemy comes")


@pytest.mark.parametrize(
    ("rule", "notation"),
    [("a", CHART), ("c", CHART), ("c", "丙辰日 亥加子"), ("d", "甲子日 戌加子"), ("f[子]", CHART)],
    ids=["fires", "fails", "undetermined", "season wanting", "a row"],
)
def test_why_not(base: RuleBase, rule: str, notation: str, snapshot: SnapshotAssertion) -> None:
    found = why_not(base, base.edition.rules[f"XX-0001.{rule}"], read_chart(notation))
    assert shown(lambda out: show_why_not(out, base, found)) == snapshot


@pytest.mark.parametrize("rule", ["a", "b", "c", "d", "e", "f[辰]"], ids="abcdef")
def test_rule_page(base: RuleBase, rule: str, snapshot: SnapshotAssertion) -> None:
    assert (
        shown(lambda out: show_rule(out, base, base.edition.rules[f"XX-0001.{rule}"])) == snapshot
    )


def test_passage(base: RuleBase, snapshot: SnapshotAssertion) -> None:
    passage = base.edition.passages["XX-0001"]
    assert shown(lambda out: show_passage(out, base, passage)) == snapshot


def test_every_character_of_a_passage_is_in_one_stretch(base: RuleBase) -> None:
    passage = base.edition.passages["XX-0001"]
    spans = [(s.text, s.kind) for s in stretches(passage.text, uses_of(base.edition)[passage.id])]
    assert "".join(words for words, _ in spans) == passage.text
    assert ("此古法也", "not encoded") in spans
    kinds = {kind for _, kind in spans}
    assert kinds == {"rule", "encoded", "not encoded", "untouched", "punctuation"}


def test_a_sentence_has_the_values_of_its_verdict(base: RuleBase) -> None:
    said = sentence(base, base.edition.rules["XX-0001.a"])
    for words in ("certainly", "in 2 days", "at the enemy's palace", "by night", "avoid him"):
        assert words in said.en
    for words in ("必", "2日後", "在位", "避之"):
        assert words in said.zh


@pytest.mark.parametrize("width", [40, 60, 80, 140])
def test_no_line_is_wider_than_the_terminal_and_nothing_is_cut(base: RuleBase, width: int) -> None:
    judgement, prover = explained(base, read_chart(CHART))
    out = io.StringIO()
    screen = Console(file=out, width=width, markup=False, highlight=False)
    show_judgement(screen, base, judgement, prover=prover)
    text = out.getvalue()
    assert max(map(display_width, text.splitlines())) <= width
    assert "…" not in text
    everything = "".join(text.replace("│", "").split())
    assert "「游都臨日賊必來，二日到，自其方」XX-0001" in everything


def test_piped_output_is_plain_and_ends_its_lines_clean(base: RuleBase) -> None:
    judgement, prover = explained(base, read_chart(CHART))
    text = shown(lambda out: show_judgement(out, base, judgement, prover=prover))
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_terminal_is_coloured(base: RuleBase) -> None:
    judgement = judge(base, read_chart(CHART))
    out = io.StringIO()
    show_judgement(Console(file=out, force_terminal=True, color_system="standard"), base, judgement)
    assert "\x1b[32m●" in out.getvalue()
