"""The compiled clauses say what the model says: Kleene logic, both signs, inputs unknown."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.experta_port import Machine
from engine.ground import compile_program
from engine.horn import validate
from engine.rulebase import RuleBase
from engine.session import run
from facts.charts import cast
from facts.given import Given
from facts.predicates import FALSE, TRUE, UNDETERMINED
from rules.reader.edition import Edition
from rules.reader.model import All, Any, AtLeast, Concept, Literal, Not, Rule, Term, Use

# They read the board alone, an input, a term without a value, a choice that an input decides.
PLAIN = """
    - {id: DQ-9001.a, title: t, quote: 甲, then: {answer: comes}, when: [
        {void: initial}, {controls: [initial, day_stem]}, {punishes: [day_branch, final]},
        {carries: [青龍, initial]}, {season_state: [day_stem, [旺, 相]]}, {is_yang: natal},
        {same: [first_mover, 我]}, {controls: [{stem_at: middle}, day_stem]},
        {defined: {stem_at: middle}}, {combines: [natal, hour]}, {class_of: [月建, 孟]},
        {clashes: [{first_of: [{if: {is_yang: natal}, take: hour}, {take: initial}]}, day_branch]}]}
"""
OVER_X = """
    over_x: {params: {x: branch}, en: "{x}", zh: "{x}", define: [
        {void: x}, {controls: [x, day_stem]}, {carries: [白虎, x]}, {season_state: [x, 旺]},
        {lands_on: [x, natal]}]}
"""
NAMES = ("one(x)", "two", "three(x)")
TERMS = [Term("initial"), Term("natal"), Term("游都"), Term("const", ("酉",))]


@pytest.fixture(scope="module")
def words(lab):
    """The laboratory's edition, its plain literals and its literals over a parameter."""
    edition = lab(PLAIN, OVER_X).edition
    return edition, edition.rules["DQ-9001.a"].when.parts, edition.concepts["over_x"].body.parts


def conditions(leaves):
    def deeper(inner):
        parts = st.lists(inner, min_size=1, max_size=4).map(tuple)
        return st.one_of(
            inner.map(Not),
            parts.map(All),
            parts.map(Any),
            parts.flatmap(lambda ps: st.integers(1, len(ps)).map(lambda n: AtLeast(n, ps))),
            # exactly n, as the reader makes it
            st.lists(inner, min_size=2, max_size=4).map(
                lambda ps: All((AtLeast(1, tuple(ps)), Not(AtLeast(2, tuple(ps)))))
            ),
        )

    return st.recursive(leaves, deeper, max_leaves=10)


@st.composite
def models(draw, words):
    """Random concepts, each over those before it, and random rules, each with both signs."""
    original, plain, over_x = words
    concepts, uses = {}, []
    for name in NAMES:
        has_x = name.endswith("(x)")
        leaves = [*plain, *(over_x if has_x else ()), *uses]
        body = draw(conditions(st.sampled_from(leaves)))
        concepts[name] = Concept(name, ("x",) if has_x else (), body, name, name)
        uses += [Use(name, (term,)) for term in TERMS] if has_x else [Use(name)]
    found = draw(st.lists(conditions(st.sampled_from([*plain, *uses])), min_size=1, max_size=3))
    rules = {}
    for number, condition in enumerate(found):
        for sign, when in (("holds", condition), ("fails", Not(condition))):
            rule_id = f"{number}.{sign}"
            rules[rule_id] = Rule(rule_id, rule_id, "", "", "", (), "", when, None)
    edition = Edition(
        original.vocabulary, original.tables, original.definitions, concepts, rules=rules
    )
    return RuleBase(edition, compile_program(edition))


@settings(deadline=None, max_examples=60)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_the_clauses_derive_exactly_what_is_true(data, seed, words, draw):
    made = data.draw(models(words))
    for chart in draw(6, seed):
        done = run(made, chart)
        for rule in made.edition.rules.values():
            truth = done.evaluator.truth(rule.when)
            assert done.fired(rule.id) == (truth == TRUE), rule
        for number in {rule_id.split(".")[0] for rule_id in made.edition.rules}:
            holds, fails = (made.edition.rules[f"{number}.{sign}"] for sign in ("holds", "fails"))
            pair = done.evaluator.truth(holds.when), done.evaluator.truth(fails.when)
            assert pair in {(TRUE, FALSE), (FALSE, TRUE), (UNDETERMINED, UNDETERMINED)}


def test_counts_are_kleene_whatever_is_unknown(condition):
    """All patterns of four independent literals, each true, false or unknown."""
    literals = "{same: [natal, 子]}, {same: [annual, 子]}, {same: [first_mover, 我]}"
    literals += ", {same: [enemy, 北]}"
    for n in range(1, 5):
        made, rule = condition(f"{{at_least: {{n: {n}, of: [{literals}]}}}}")
        _, opposite = condition(f"{{not: {{at_least: {{n: {n}, of: [{literals}]}}}}}}")
        edition = made.edition
        edition.rules["opposite"] = Rule(
            "opposite", "opposite", "", "", "", (), "", opposite.when, None
        )
        both = RuleBase(edition, compile_program(edition))
        for pattern in itertools.product((0, 1, None), repeat=4):
            chart = cast(Given(0, 0, **dict(zip(INPUTS, pattern, strict=True))))
            done = run(both, chart)
            sure, possible = pattern.count(0), pattern.count(0) + pattern.count(None)
            assert done.fired(rule.id) == (sure >= n)
            assert done.fired("opposite") == (possible < n)


INPUTS = ("natal", "annual", "first_mover", "enemy")


def test_absence_is_asked_only_of_what_no_input_leaves_open(base):
    validate(base.program.clauses)
    for clause in base.program.clauses:
        for fact in clause.negatives:
            assert not base.reads.is_optional(base.program.by_atom[fact])


def test_equal_parts_are_compiled_once(lab):
    part = "{any: [{void: initial}, {void: final}]}"
    two = "\n".join(
        f"- {{id: DQ-9001.{name}, title: t, quote: 甲, then: {{answer: comes}}, "
        f"when: [{part}, {{is_yang: {of}}}]}}"
        for name, of in (("a", "initial"), ("b", "final"))
    )
    heads = [c.head for c in lab(two).program.clauses if c.head.kind == "Helper"]
    assert len(heads) == 2  # the two branches
    assert len(set(heads)) == 1


def test_one_term_under_two_english_names_is_one_fact(lab):
    """Two sections may name a role alike and describe it differently."""
    made = lab(
        "- {id: DQ-9001.a, title: t, quote: 甲, when: always, then: {answer: comes}}", OVER_X
    )
    edition = made.edition
    for number, english in enumerate(("the palace", "the seat")):
        role = Term("role", ("位", english, Term("initial")))
        edition.rules[str(number)] = Rule(
            *(str(number), str(number), "", "", "", (), ""), Use("over_x", (role,)), None
        )
    program = compile_program(edition)
    Machine(program.clauses)  # refuses two clauses of one name
    assert len({c.head for c in program.clauses if c.head.kind == "Concept"}) == 1


def test_a_body_that_contradicts_itself_is_no_clause(condition, draw):
    made, rule = condition("[{void: initial}, {not: {void: initial}}]")
    assert made.program.clauses == []
    assert not any(run(made, chart).fired(rule.id) for chart in draw(20, 1))


def test_a_void_palace_makes_a_literal_false_and_its_negation_true(condition):
    """甲子旬 hides no stem on 戌 and 亥: a term without a value is not an unknown one."""
    literal = "{controls: [{stem_at: 戌}, day_stem]}"
    made, rule = condition(literal)
    opposite_base, opposite = condition(f"{{not: {literal}}}")
    chart = cast(Given(0, 0))
    assert isinstance(rule.when, Literal)
    assert run(made, chart).evaluator.truth(rule.when) == FALSE
    assert run(opposite_base, chart).fired(opposite.id)
