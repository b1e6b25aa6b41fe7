"""Columns against sessions: every rule, its standing and its values, with inputs left unknown."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.columns import Plan
from engine.columns.frames import ROWS, Frame, frame_of
from engine.columns.program import MAY, MUST, planes_of
from engine.experta_port import Machine
from engine.judgement import judge
from engine.rulebase import RuleBase
from engine.session import facts_of
from facts.charts import cast
from facts.evaluate import Evaluator
from facts.given import Contradiction, Given
from facts.predicates import TRUE, UNDETERMINED
from facts.schools import School
from facts.symbols import UNKNOWN
from rules.reader.model import Relation
from tests.engine.test_session import slices

NAMED = ("overridden_by", "cancelled_by", "qualified_by", "parallel", "may_change")


def columns_of(charts):
    """The columns of charts as arrays."""
    return {
        name: np.array([chart.columns[name] for chart in charts], dtype=np.uint16)
        for name in charts[0].columns
    }


class Told:
    """What columns say, read off as `engine.judgement` would say it of one chart."""

    def __init__(self, plan, charts):
        self.plan = plan
        self.verdicts = plan.judge(columns_of(charts), len(charts))
        self._values, self._needs, self._standings = {}, {}, {}

    @cached_property
    def fired(self):
        return self._by_chart(self.verdicts.fired())

    @cached_property
    def open(self):
        return self._by_chart(self.verdicts.open())

    def _by_chart(self, pairs):
        found = [[] for _ in range(self.verdicts.size)]
        for chart, place in zip(*map(np.ndarray.tolist, pairs), strict=True):
            found[chart].append(place)
        return found

    def ids(self, places):
        return [self.plan.rules[place].id for place in places]

    def needs(self, place, chart):
        if place not in self._needs:
            self._needs[place] = self.verdicts.needs(place)
        return self._needs[place].at(chart)

    def valued(self, place, chart):
        """The values of a rule's verdict on one chart, and the inputs that they need."""
        if place not in self._values:
            self._values[place] = self.verdicts.values(place)
        found = self._values[place]
        needs = {need for column in found.values() for need in column.needs[column.codes[chart]]}
        for column in found.values():
            assert bool(column.unknown[chart]) == bool(column.needs[column.codes[chart]])
        return {name: column.at(chart) for name, column in found.items()}, tuple(sorted(needs))

    def standing(self, place, chart):
        """A rule's standing on one chart, as fields of `engine.relations.Standing`."""
        if place not in self._standings:
            found = self.verdicts.standing(place)
            acting = {name: getattr(found, name) for name in (*NAMED, "contradicts", "modifiers")}
            self._standings[place] = acting, self.verdicts.counts(place)
        found, counts = self._standings[place]
        rules = self.plan.rules
        shown = {name: self.ids(p for p, on in found[name] if on[chart]) for name in NAMED}
        shown["contradicts"] = {
            rules[p].id: why for p, why, on in found["contradicts"] if on[chart]
        }
        shown["modifiers"] = [
            (rules[p].id, effect) for p, effect, on in found["modifiers"] if on[chart]
        ]
        return shown | {"counts": bool(counts[chart])}


def assert_columns_agree(base, charts, plan=None):
    """Columns say of each chart what its session says, of all rules."""
    plan = plan or Plan(base, rules=base.edition.rules)
    told = Told(plan, charts)
    rules = list(base.edition.rules)
    for number, chart in enumerate(charts):
        expected = judge(base, chart, rules=rules)
        assert told.ids(told.fired[number]) == [item.rule.id for item in expected.findings]
        assert [(plan.rules[p].id, told.needs(p, number)) for p in told.open[number]] == [
            (item.rule.id, item.needs) for item in expected.undetermined
        ]
        for place, finding in zip(told.fired[number], expected.findings, strict=True):
            shown = told.standing(place, number)
            assert shown == {name: getattr(finding.standing, name) for name in shown}
            valued = finding.valued
            assert told.valued(place, number) == (valued.values, valued.needs), plan.rules[place].id


@pytest.fixture(scope="module")
def plan(base):
    return Plan(base, rules=base.edition.rules)


@pytest.mark.parametrize("given", [0.0, 0.3, 0.7, 1.0])
def test_columns_say_what_sessions_say(base, plan, draw, given):
    assert_columns_agree(base, draw(80, 81, given), plan)


def test_each_rule_may_be_read_alone(base, plan, draw):
    charts = draw(50, 82)
    verdicts = plan.judge(columns_of(charts), 50)
    fired = set(zip(*map(np.ndarray.tolist, verdicts.fired()), strict=True))
    for number, chart in enumerate(charts):
        evaluator = Evaluator(base.edition, chart.columns)
        for place, rule in enumerate(plan.rules):
            truth = evaluator.truth(rule.when)
            assert verdicts.must(place)[number] == (truth == TRUE) == ((number, place) in fired)
            assert verdicts.may(place)[number] == (truth in (TRUE, UNDETERMINED))
            assert verdicts.undetermined(place)[number] == (truth == UNDETERMINED)


def test_only_what_is_asked_is_told(base, draw):
    chart = draw(1, 83, 1.0)[0]
    for questions, rules in ((), ()), (["enemy_coming"], ()), ((), ["DQ-0891.d"]):
        told = Told(Plan(base, questions, rules), [chart])
        expected = judge(base, chart, questions, rules)
        assert told.ids(told.fired[0]) == [item.rule.id for item in expected.findings]
        assert told.ids(told.open[0]) == [item.rule.id for item in expected.undetermined]


OTHER = School(noble="羊牛")


def test_charts_of_another_school_are_judged_alike(base, plan, draw):
    """The tables of one school are not those of another: it is seen, and the truth evaluated."""
    charts = [cast(chart.given, OTHER) for chart in draw(40, 84, 1.0)]
    assert any(a.columns != cast(a.given).columns for a in charts)
    assert_columns_agree(base, charts, plan)
    assert_columns_agree(base, charts, Plan(base, rules=base.edition.rules, school=OTHER))
    mixed = [*charts, *draw(40, 85)]
    assert_columns_agree(base, mixed, plan)


def test_a_column_that_is_missing_is_unknown(base, plan, draw):
    charts = draw(30, 86, 0.0)
    columns = columns_of(charts)
    given = {name: codes for name, codes in columns.items() if (codes != UNKNOWN).any()}
    assert len(given) < len(columns)
    one, two = plan.judge(columns, 30), plan.judge(given, 30)
    assert (one.planes.must == two.planes.must).all()
    assert (one.planes.may == two.planes.may).all()
    none = plan.judge({}, 5)
    evaluator = Evaluator(base.edition, {})
    truths = [evaluator.truth(rule.when) for rule in plan.rules]
    assert [bool(none.must(p)[4]) for p in range(len(truths))] == [t == TRUE for t in truths]
    assert [bool(none.may(p)[4]) for p in range(len(truths))] == [t != 0 for t in truths]


def test_no_charts(plan):
    verdicts = plan.judge({}, 0)
    assert [len(each) for each in (*verdicts.fired(), *verdicts.open())] == [0] * 4
    for place in range(len(plan.rules)):
        assert all(len(column.unknown) == 0 for column in verdicts.values(place).values())
        assert len(verdicts.needs(place).codes) == len(verdicts.counts(place)) == 0
        assert all(len(each[-1]) == 0 for each in verdicts.standing(place).contradicts)


@pytest.mark.parametrize(("codes", "dtype"), [(3, "uint16"), (4, "int64")])
def test_columns_of_another_length_or_type_are_refused(plan, codes, dtype):
    with pytest.raises(ValueError, match=rf"'day_stem' has {codes} codes \({dtype}\) for 4 charts"):
        plan.judge({"day_stem": np.zeros(codes, dtype=dtype)}, 4)


def test_a_stream_is_the_whole_in_chunks(plan, draw):
    columns = columns_of(draw(50, 87))
    whole = plan.judge(columns, 50)
    parts = list(plan.stream(columns, 50, 16))
    assert [start for start, _ in parts] == [0, 16, 32, 48]
    must = np.concatenate([part.planes.must for _, part in parts], axis=1)
    assert (must == whole.planes.must).all()


# ---- conditions over so many inputs that no frame holds them

WIDE = """
    - {{id: DQ-9001.{id}, title: t, quote: 甲, when: {when},
       then: {{answer: comes, place: {{upper_of: natal}}}}}}
"""
FIVE = (
    "{is_yang: natal}, {is_yang: annual}, {is_yang: month}, "
    "{not: {same: [season, 春]}}, {not: {same: [enemy, 北]}}"
)
WHENS = [
    f"[{FIVE}, {{not: {{same: [city, 北]}}}}]",
    f"{{any: [{FIVE}, {{void: initial}}]}}",
    f"{{at_least: {{n: 4, of: [{FIVE}, {{same: [first_mover, 我]}}, {{void: day_branch}}]}}}}",
    f"{{not: {{any: [{FIVE}]}}}}",
    f"{{none: [{FIVE}, {{same: [city, 南]}}]}}",
    f"{{exactly: {{n: 1, of: [{FIVE}]}}}}",
    "{many: natal}",
    "[{not: {many: annual}}, {same: [city, 南]}]",
]
MANY = """
    many: {params: {x: branch}, en: "{x}", zh: "{x}",
           define: {any: [{clashes: [natal, x]}, [{is_yang: annual}, {same: [season, 夏]}],
                          {all: [{is_yang: month}, {controls: [year_branch, annual]}]}]}}
"""


@pytest.fixture(scope="module")
def wide(lab):
    rules = [WIDE.format(id=name, when=when) for name, when in zip("abcdefgh", WHENS, strict=True)]
    return lab("".join(rules), MANY)


def test_conditions_over_many_inputs_are_divided(wide, draw):
    plan = Plan(wide, rules=wide.edition.rules)
    assert all(frame_of(wide.reads.condition(rule.when)) is None for rule in plan.rules)
    charts = draw(600, 88, 0.8)
    assert_columns_agree(wide, charts, plan)
    verdicts = plan.judge(columns_of(charts), 600)
    for place in range(len(plan.rules)):
        seen = {
            (bool(a), bool(b))
            for a, b in zip(verdicts.must(place), verdicts.may(place), strict=True)
        }
        assert {(True, True), (False, True), (False, False)} <= seen, plan.rules[place].id


def test_a_frame_has_a_row_for_what_is_unknown():
    assert frame_of(["natal", "day_stem"]) == Frame(True, ("natal",))
    assert frame_of(["natal", "annual", "day_stem"]) == Frame(
        False, ("annual", "day_stem", "natal")
    )
    assert Frame(False, ("annual", "day_stem", "natal")).size == 13 * 11 * 13
    assert frame_of(["natal", "annual", "month", "season", "enemy"]) is None
    assert frame_of(["season", "calendar_season"]).size <= ROWS


def test_planes_are_kleene_logic():
    truths = np.array([0, 1, 2], dtype=np.uint8)
    planes = planes_of(truths)
    assert [(bool(p & MUST), bool(p & MAY)) for p in planes] == [
        (False, False),
        (True, True),
        (False, True),
    ]


# ---- relations, in circles too

QUESTIONS = ("natal", "annual", "month")
NAMES = [f"DQ-9001.{name}" for name in "abcdef"]
ANSWERS = ("comes", "does_not_come")


@pytest.fixture(scope="module")
def six(lab):
    """Six rules, two on each of three inputs, one for each of two answers."""
    return lab(
        "".join(
            f"- {{id: {name}, title: t, quote: 甲, when: {{same: [{QUESTIONS[n // 2]}, 子]}}, "
            f"then: {{answer: {ANSWERS[n % 2]}}}}}\n"
            for n, name in enumerate(NAMES)
        )
    )


def relations():
    """Relations of one rule at random: to rules, and to all that give an answer."""
    others = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True).map(tuple)
    kinds = st.sampled_from(["overrides", "qualifies", "contradicts", "parallel"])
    effects = st.sampled_from(["cancels", "worse", "saved"])
    answers = st.sampled_from(ANSWERS).map(lambda answer: (("enemy_coming", answer),))
    named = st.builds(lambda kind, rules: Relation(kind, rules, why=kind), kinds, others)
    acting = st.builds(
        lambda effect, rules, answers: Relation("modifies", rules, answers, effect),
        effects,
        st.just(()) | others,
        st.just(()) | answers,
    )
    return st.lists(named | acting, max_size=3).map(tuple)


@settings(deadline=None, max_examples=100)
@given(drawn=st.tuples(*[relations()] * 6), seed=st.integers(0, 99))
def test_standings_are_those_of_sessions(six, drawn, seed):
    rules = {
        rule.id: replace(rule, relations=found)
        for rule, found in zip(six.edition.rules.values(), drawn, strict=True)
    }
    made = RuleBase(replace(six.edition, rules=rules), six.program)
    charts = [cast(Given(day=0, offset=0, **i)) for i in _inputs(random.Random(seed), 27)]
    assert_columns_agree(made, charts)


def test_rules_that_take_each_other_out_in_a_circle_stand(six):
    """a cancels what says that he does not come, b what says that he comes: each the other."""
    ties = {"a": "does_not_come", "b": "comes"}
    rules = {
        rule.id: replace(
            rule,
            relations=(Relation("modifies", (), (("enemy_coming", ties[rule.id[-1]]),), "cancels"),)
            if rule.id[-1] in ties
            else (),
        )
        for rule in six.edition.rules.values()
    }
    made = RuleBase(replace(six.edition, rules=rules), six.program)
    charts = [cast(Given(day=0, offset=0, natal=0, annual=n)) for n in (0, 1)]
    verdicts = Plan(made).judge(columns_of(charts), 2)
    # a and b take each other out, so that neither acts, on the other or on c and d
    assert [verdicts.counts(place).tolist() for place in range(4)] == [
        [True, True],
        [True, True],
        [True, False],
        [True, False],
    ]
    assert_columns_agree(made, charts)


PLACES = """
    - {id: DQ-9001.a, title: a, quote: 甲, when: always, contradicts: [{rule: DQ-9001.b, why: w}],
       then: {question: march_direction, answer: ONE, place: {upper_of: natal}}}
    - {id: DQ-9001.b, title: b, quote: 甲, when: always, contradicts: [{rule: DQ-9001.c, why: v}],
       then: {question: march_direction, answer: TWO, place: day_stem}}
    - {id: DQ-9001.c, title: c, quote: 甲, when: {void: natal}, then: {answer: comes}}
"""


def test_verdicts_on_different_places_do_not_contradict(base, lab, draw):
    """Where a place is not known, or was not asked for, the contradiction stands."""
    answers = [*base.edition.vocabulary.questions["march_direction"].answers]
    made = lab(PLACES.replace("ONE", answers[0]).replace("TWO", answers[1]))
    charts = draw(200, 89)
    assert_columns_agree(made, charts)
    told = Told(Plan(made), charts)
    assert {len(told.standing(0, chart)["contradicts"]) for chart in range(200)} == {0, 1}
    for rules in (["DQ-9001.a", "DQ-9001.c"], ["DQ-9001.b"]):
        plan = Plan(made, rules=rules)
        told = Told(plan, charts)
        for number, chart in enumerate(charts):
            findings = judge(made, chart, rules=rules).findings
            assert [
                told.standing(place, number)["contradicts"] for place in told.fired[number]
            ] == [finding.standing.contradicts for finding in findings]


def _inputs(dice, count):
    for _ in range(count):
        drawn = {name: dice.choice([0, 1, None]) for name in QUESTIONS}
        yield {name: value for name, value in drawn.items() if value is not None}


# ---- every board


def boards(dice):
    """All 17,280 boards; of the further inputs each is given half of the time."""
    sizes = {"season": 5, "month": 12, "natal": 12, "annual": 12, "enemy": 8, "city": 8}
    sizes |= {"first_mover": 2}
    for day in range(60):
        for offset in range(12):
            for hour in range(12):
                for day_part in range(2):
                    further = {
                        n: dice.randrange(k) for n, k in sizes.items() if dice.random() < 0.5
                    }
                    board = {"day": day, "offset": offset}
                    yield _given(board, {"hour": hour, "day_part": day_part}, further)


def _given(board, hours, further):
    """As much of the inputs as do not contradict one another."""
    for inputs in (hours | further, hours, {"day_part": hours["day_part"]} | further, {}):
        try:
            return cast(Given(**board, **inputs))
        except Contradiction:
            continue
    raise AssertionError("a board contradicts itself")


@pytest.mark.exhaustive
def test_columns_say_what_sessions_say_on_every_board(base, plan):
    charts = list(boards(random.Random(1)))
    assert len(charts) == 17_280
    for start in range(0, len(charts), 1_440):
        assert_columns_agree(base, charts[start : start + 1_440], plan)


@pytest.mark.exhaustive
def test_columns_say_what_the_stock_rete_says_on_sampled_boards(base, plan):
    charts = random.Random(2).sample(list(boards(random.Random(1))), 60)
    told = Told(plan, charts)
    given_facts = [frozenset(facts_of(base, Evaluator(base.edition, c.columns))) for c in charts]
    fired = [set() for _ in charts]
    for clauses in slices(base.program, list(base.edition.rules)):
        machine = Machine(clauses, matcher="rete")
        for number, facts in enumerate(given_facts):
            fired[number].update(machine.run(facts).fired)
    for number, names in enumerate(fired):
        assert told.ids(told.fired[number]) == [
            rule for rule in base.edition.rules if rule in names
        ]
