"""Values and truths: strong Kleene logic, one implementation for one chart and for many."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.charts import Chart, read_chart
from facts.columns import OPTIONAL, TYPES
from facts.evaluate import Evaluator
from facts.predicates import FALSE, TRUE, UNDETERMINED
from facts.symbols import ALPHABET, NONE, UNKNOWN, code, name_of
from rules.reader.model import All, Any, AtLeast, Condition, Literal, Not, Select, Term, Use
from tests.facts.strategies import EDITION, SmallEdition, charts, conditions, terms

ANY_TERM = terms(
    ("branch", "stem", "general", "plate", "element", "state", "direction", "arrangement")
)


def _on(line: str) -> Evaluator:
    return Evaluator(EDITION, read_chart(line).columns)


def _const(name: str) -> Term:
    return Term("const", (name,))


# ---- terms on one chart


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (Term("day_stem"), "丙"),
        (_const("天后"), "天后"),
        (Term("游都"), "寅"),
        (Term("upper_of", (Term("day_stem"), Term("plate"))), "卯"),
        (Term("seat_of", (Term("游都"), Term("plate"))), "辰"),
        (Term("general_on", (Term("游都"), Term("arrangement"))), "青龍"),
        (Term("god_under", (_const("青龍"), Term("arrangement"))), "寅"),
        (Term("stem_at", (Term("游都"),)), "甲"),
        (Term("stem_at", (_const("子"),)), None),
        (Term("opposite_of", (Term("游都"),)), "申"),
        (Term("ahead_of", (Term("day_branch"), 2)), "午"),
        (Term("state_of", (Term("游都"),)), "旺"),
        (Term("lookup", ("游都", _const("戊"))), None),
        (Term("role", ("位", "his palace", Term("seat_of", (Term("游都"), Term("plate"))))), "辰"),
        # the year's plate with 丑 laid on 卯: 辰 stands over 午
        (
            Term("upper_of", (_const("午"), Term("turn", (_const("丑"), _const("卯"))))),
            "辰",
        ),
        (Term("state_of", (_const("貴人"),)), "死"),
    ],
)
def test_terms(term: Term, value: str | None) -> None:
    assert name_of(_on("丙辰日 亥將 丑時 春").term(term)) == value


def test_no_value_is_not_unknown() -> None:
    evaluator = _on("丙辰日 戌加子")
    assert evaluator.term(Term("stem_at", (_const("子"),))) == NONE
    assert evaluator.term(Term("general_on", (_const("子"), Term("arrangement")))) == UNKNOWN
    assert evaluator.term(Term("nowhere")) == UNKNOWN
    assert evaluator.truth(Literal("defined", (Term("stem_at", (_const("子"),)),))) == FALSE
    assert evaluator.truth(Literal("defined", (Term("hour"),))) == UNDETERMINED


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        # 見寅為游都，加臨日辰；寅屬木正旺，又克辰土 (DQ-0894)
        (Use("on_day", (Term("游都"),)), TRUE),
        (Literal("season_state", (Term("游都"), ("旺", "相"))), TRUE),
        (Literal("controls", (Term("游都"), Term("day_branch"))), TRUE),
        (Use("mild", (Term("游都"), Term("day_branch"))), FALSE),
        (Use("safe"), FALSE),
        (Literal("carries", (_const("青龍"), Term("游都"))), TRUE),
        (Literal("void", (_const("丑"),)), TRUE),
        (Literal("void", (Term("initial"),)), TRUE),
        (Literal("steps", (Term("day_branch"), Term("游都"), (10,))), TRUE),
        (All(()), TRUE),
        (Any(()), FALSE),
        (AtLeast(0, ()), TRUE),
        (AtLeast(1, ()), FALSE),
        (Literal("same", (Term("first_mover"), _const("我"))), UNDETERMINED),
    ],
)
def test_conditions(condition: Condition, truth: int) -> None:
    assert _on("丙辰日 亥將 丑時 春").truth(condition) == truth


# ---- Kleene logic against brute force: every completion of every unknown occurrence

TRUTHS = (FALSE, TRUE, UNDETERMINED)
GIVEN = {FALSE: code("丑"), TRUE: code("子"), UNDETERMINED: UNKNOWN}
ATOMS = {truth: Literal("in", (Term(f"input{truth}"), ("子",))) for truth in TRUTHS}
COLUMNS = {f"input{truth}": value for truth, value in GIVEN.items()}


def _trees(depth: int) -> st.SearchStrategy[Condition]:
    atoms: st.SearchStrategy[Condition] = st.sampled_from(list(ATOMS.values()))
    if not depth:
        return atoms
    part = _trees(depth - 1)
    parts = st.lists(part, max_size=3).map(tuple)
    return st.one_of(
        atoms,
        part.map(Not),
        parts.map(All),
        parts.map(Any),
        st.tuples(st.integers(0, 4), parts).map(lambda p: AtLeast(*p)),
    )


def _holds(condition: Condition, draw: Callable[[Literal], bool]) -> bool:
    """Classical truth, each occurrence of an atom asked for in turn."""
    match condition:
        case Literal():
            return draw(condition)
        case Not(part):
            return not _holds(part, draw)
        case All(parts) | Any(parts) | AtLeast(_, parts):
            found = [_holds(part, draw) for part in parts]  # all are asked for, none is skipped
            if isinstance(condition, AtLeast):
                return sum(found) >= condition.n
            return all(found) if isinstance(condition, All) else any(found)
    raise AssertionError(condition)


def _occurrences(condition: Condition) -> int:
    seen: list[Literal] = []

    def draw(atom: Literal) -> bool:
        seen.append(atom)
        return False

    _holds(condition, draw)
    return sum(atom == ATOMS[UNDETERMINED] for atom in seen)


def _completions(condition: Condition) -> Iterator[bool]:
    for choice in itertools.product([False, True], repeat=_occurrences(condition)):
        rest = iter(choice)

        def draw(atom: Literal, rest: Iterator[bool] = rest) -> bool:
            return next(rest) if atom == ATOMS[UNDETERMINED] else atom == ATOMS[TRUE]

        yield _holds(condition, draw)


@given(_trees(3).filter(lambda tree: _occurrences(tree) <= 9))
def test_a_truth_is_what_all_completions_agree_on(condition: Condition) -> None:
    found = set(_completions(condition))
    expected = UNDETERMINED if len(found) == 2 else TRUE if True in found else FALSE
    assert Evaluator(EDITION, COLUMNS).truth(condition) == expected


@pytest.mark.parametrize("a", TRUTHS)
@pytest.mark.parametrize("b", TRUTHS)
def test_connectives_of_two(a: int, b: int) -> None:
    """FALSE < UNDETERMINED < TRUE: conjunction is the lesser, disjunction the greater."""
    rank = [FALSE, UNDETERMINED, TRUE]
    evaluator = Evaluator(EDITION, COLUMNS)
    pair = (ATOMS[a], ATOMS[b])
    lesser, greater = sorted((a, b), key=rank.index)
    assert evaluator.truth(All(pair)) == evaluator.truth(AtLeast(2, pair)) == lesser
    assert evaluator.truth(Any(pair)) == evaluator.truth(AtLeast(1, pair)) == greater
    assert evaluator.truth(Not(ATOMS[a])) == rank[2 - rank.index(a)]


@given(
    st.lists(st.tuples(_trees(1), st.sampled_from("子丑")), max_size=3),
    st.sampled_from("子丑"),
)
def test_a_selection_is_what_all_completions_agree_on(
    tested: list[tuple[Condition, str]], last: str
) -> None:
    select = Select((*((c, _const(v)) for c, v in tested), (None, _const(last))))
    found = set()
    for holds in itertools.product(*(set(_completions(c)) for c, _ in tested)):
        taken = [v for (_, v), yes in zip(tested, holds, strict=True) if yes]
        found.add(taken[0] if taken else last)
    value = Evaluator(EDITION, COLUMNS).term(select)
    assert value == (code(found.pop()) if len(found) == 1 else UNKNOWN)


# ---- one chart and many


def _arrays(batch: list[Chart]) -> Evaluator:
    names = batch[0].columns
    arrays = {n: np.array([c.columns[n] for c in batch], dtype=np.uint16) for n in names}
    return Evaluator(EDITION, arrays, size=len(batch))


BATCHES = st.lists(charts(), min_size=1, max_size=6)


@settings(max_examples=300)
@given(BATCHES, ANY_TERM)
def test_terms_of_arrays_are_those_of_each_chart(batch: list[Chart], term: Term | Select) -> None:
    values = _arrays(batch).term(term)
    assert values.dtype == np.uint16
    assert values.tolist() == [Evaluator(EDITION, c.columns).term(term) for c in batch]


@settings(max_examples=300)
@given(BATCHES, conditions())
def test_truths_of_arrays_are_those_of_each_chart(batch: list[Chart], condition: Condition) -> None:
    truths = _arrays(batch).truth(condition)
    assert truths.dtype == np.uint8
    assert truths.tolist() == [Evaluator(EDITION, c.columns).truth(condition) for c in batch]


@given(charts(), ANY_TERM)
def test_a_column_that_is_missing_is_unknown(chart: Chart, term: Term | Select) -> None:
    known = {name: value for name, value in chart.columns.items() if value != UNKNOWN}
    arrays = {name: np.full(2, value, dtype=np.uint16) for name, value in known.items()}
    value = Evaluator(EDITION, chart.columns).term(term)
    assert Evaluator(EDITION, known).term(term) == value
    assert Evaluator(EDITION, arrays, size=2).term(term).tolist() == [value, value]


# ---- what was decided stays decided


@st.composite
def _learned(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, int]]:
    """Columns, and the same with some of the unknown ones known."""
    columns = draw(charts()).columns
    unknown = [name for name, value in columns.items() if value == UNKNOWN]
    more = dict(columns)
    for name in unknown:
        if draw(st.booleans()):
            more[name] = draw(st.sampled_from(ALPHABET.members[TYPES[name]])).code
    return columns, more


@settings(max_examples=300)
@given(_learned(), conditions())
def test_learning_an_input_never_turns_a_decided_truth(
    columns: tuple[dict[str, int], dict[str, int]], condition: Condition
) -> None:
    before, after = (Evaluator(EDITION, c).truth(condition) for c in columns)
    assert before in (UNDETERMINED, after)


@settings(max_examples=300)
@given(_learned(), ANY_TERM)
def test_learning_an_input_never_changes_a_known_value(
    columns: tuple[dict[str, int], dict[str, int]], term: Term | Select
) -> None:
    before, after = (Evaluator(EDITION, c).term(term) for c in columns)
    assert before in (UNKNOWN, after)


@given(charts(), conditions())
def test_with_everything_known_every_truth_is_decided(chart: Chart, condition: Condition) -> None:
    columns = dict(chart.columns)
    for name in OPTIONAL:
        if columns[name] == UNKNOWN:
            columns[name] = ALPHABET.members[TYPES[name]][0].code
    assert Evaluator(EDITION, columns).truth(condition) in (TRUE, FALSE)


def test_another_table_of_the_same_name_is_another_table() -> None:
    other = SmallEdition()
    other.tables["游都"].rows["丙"] = "卯"
    columns = read_chart("丙辰日 伏吟").columns
    assert name_of(Evaluator(EDITION, columns).term(Term("游都"))) == "寅"
    assert name_of(Evaluator(other, columns).term(Term("游都"))) == "卯"
