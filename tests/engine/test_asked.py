"""Who tells of a thing seen is told what it bodes; other background questions wait to be asked."""

import numpy as np
import pytest

from engine.asked import questions_of_sight
from engine.columns import Plan
from engine.judgement import judge
from engine.rulebase import RuleBase, load
from facts.charts import Chart, read_chart
from tests.cli.runner import run
from tests.engine.test_columns import columns_of

PLAIN = "甲子日 亥將 卯時"
CHARTS = (
    PLAIN,
    f"{PLAIN} 見蛇入營 傷人",
    f"{PLAIN} 無所見",
    f"{PLAIN} 見敵疲勞",
    f"{PLAIN} 傷人 從寅",
)


@pytest.fixture(scope="module")
def base() -> RuleBase:
    return load()


def told(base: RuleBase, notation: str, *questions: str) -> set[str]:
    judgement = judge(base, read_chart(notation), questions)
    return {finding.rule.id for finding in judgement.findings}


def waiting(base: RuleBase, notation: str) -> set[str]:
    return {item.rule.id for item in judge(base, read_chart(notation)).undetermined}


def test_a_thing_seen_asks_what_it_bodes(base: RuleBase) -> None:
    assert "DQ-1007.d" not in told(base, PLAIN)
    assert "DQ-1007.d" in told(base, f"{PLAIN} 見蛇入營 傷人")
    assert "DQ-1007.d" in waiting(base, f"{PLAIN} 見蛇入營")
    assert "DQ-0955.c" in told(base, f"{PLAIN} 見敵疲勞")


def test_what_was_not_told_is_not_waited_for_unless_it_is_asked(base: RuleBase) -> None:
    assert not any(name.startswith("DQ-1007") for name in waiting(base, PLAIN))
    asked = judge(base, read_chart(PLAIN), ["foreboding"]).undetermined
    assert any(item.rule.id.startswith("DQ-1007") for item in asked)


def test_other_background_questions_wait_to_be_asked(base: RuleBase) -> None:
    camp = {r.id for r in base.edition.rules.values() if r.verdict and r.verdict.question == "camp"}
    for notation in CHARTS:
        assert not told(base, notation) & camp
        assert told(base, notation, "camp") <= camp
    assert questions_of_sight(base) == {"foreboding", "tactics", "refuge", "stranger"}


def test_columns_ask_as_sessions_do(base: RuleBase) -> None:
    """Together and each alone: each chart is looked at for what it tells of."""
    charts: list[Chart] = [read_chart(notation) for notation in CHARTS]
    plan = Plan(base)
    for some in (charts, *([chart] for chart in charts)):
        verdicts = plan.judge(columns_of(some), len(some))
        fired, opened = verdicts.fired(), verdicts.open()
        counting = verdicts.counting()
        for place, chart in enumerate(some):
            judgement = judge(base, chart)
            rules = [item.rule.id for item in judgement.findings]
            assert [plan.rules[r].id for r in fired[1][fired[0] == place]] == rules
            waits = [item.rule.id for item in judgement.undetermined]
            assert [plan.rules[r].id for r in opened[1][opened[0] == place]] == waits
            standing = sum(f.standing.counts and bool(f.question) for f in judgement.findings)
            assert int(np.bitwise_count(counting[:, place]).sum()) == standing


def test_the_command_tells_what_was_seen() -> None:
    shown = run("judge", PLAIN, "--saw", "snake enters the camp, hurting men", "--brief").stdout
    assert "〔夜有賊劫營，於夜〕   DQ-1007.d" in shown
    assert "〔行軍見異〕" not in run("judge", PLAIN, "--brief").stdout
