"""``judge --brief``: each answer once, with all that gives it, and a mark on what is opposed."""

import io

import pytest

from engine.judgement import Judgement, judge
from engine.rulebase import RuleBase, load
from engine.views.brief import show_brief
from engine.views.console import console
from facts.charts import read_chart
from tests.cli.runner import run

TOLD = "丙辰日 亥將 丑時 春 本命子 行年午 敵在寅 往西 我先動 對壘"
CHARTS = (TOLD, "甲子日 返吟 晝", "丁巳日 戌將 辰時 卯月 庚寅年", "壬戌日 伏吟")


@pytest.fixture(scope="module")
def base() -> RuleBase:
    return load()


def brief(base: RuleBase, judgement: Judgement) -> str:
    out = io.StringIO()
    screen = console(out)
    show_brief(screen, base, judgement)
    screen.file.flush()
    return out.getvalue()


def lines(text: str) -> list[str]:
    """The answers, each with the lines that it was broken over."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith(("  ●", "  ≠")):
            found.append(line.strip())
        elif line.startswith("    ") and found and "more, overridden" not in line:
            found[-1] += " " + line.strip()
    return found


def spread(words: str) -> set[str]:
    """The rules of a line, runs written out: DQ-0698.a-c."""
    found = set()
    for word in words.replace(",", " ").split():
        if not word.startswith("DQ-"):
            continue
        first, _, last = word.partition(".")[2].partition("-")
        passage = word.partition(".")[0]
        if last:
            found |= {f"{passage}.{chr(c)}" for c in range(ord(first), ord(last) + 1)}
        else:
            found.add(word)
    return found


@pytest.mark.parametrize("notation", CHARTS)
def test_every_answer_that_stands_is_told_once(base: RuleBase, notation: str) -> None:
    judgement = judge(base, read_chart(notation))
    text = brief(base, judgement)
    told = lines(text)
    assert len(told) == len({line.partition("DQ-")[0][2:] for line in _within_questions(text)})
    standing = {f.rule.parent for f in judgement.findings if f.standing.counts and f.question}
    assert set().union(*map(spread, told)) == standing


def _within_questions(text: str) -> list[str]:
    """The answers, each after its question, so that two questions may share one."""
    return [
        f"xx{block.splitlines()[0]}{line[2:]}"
        for block in text.split("\n\n")[1:]
        for line in lines(block)
    ]


@pytest.mark.parametrize("notation", CHARTS)
def test_what_is_opposed_is_marked(base: RuleBase, notation: str) -> None:
    judgement = judge(base, read_chart(notation))
    rules = base.edition.rules
    opposed = {
        rules[name].parent
        for item in judgement.disagreements
        for _, side in item.sides
        for name in side
    }
    for line in lines(brief(base, judgement)):
        if line.startswith("≠"):
            assert spread(line) & opposed
        # a rule of rows may be opposed at one of its places only
        elif spread(line) & opposed:
            assert any(rules[name].row for name in rules if rules[name].parent in spread(line))


def test_inputs_that_are_wanted_are_counted(base: RuleBase) -> None:
    judgement = judge(base, read_chart(TOLD))
    wanting = sum("year" in item.needs for item in judgement.undetermined)
    text = brief(base, judgement)
    assert wanting
    assert f"the year (give 甲子年): {wanting}" in text
    assert f"{len(judgement.undetermined)} more rules wait" in text


def test_it_is_shorter_by_far_and_keeps_to_the_question(base: RuleBase) -> None:
    whole, short = run("judge", TOLD).stdout, run("judge", "--brief", TOLD).stdout
    assert short.count("\n") * 3 < whole.count("\n")
    one = run("judge", "--brief", "--question", "who_wins", TOLD).stdout
    assert one.count("〔勝負〕") == 1
    assert "〔賊來否〕" not in one
