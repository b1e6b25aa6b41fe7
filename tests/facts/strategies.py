"""Random charts, terms and conditions, and a small edition for them to speak of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from facts.charts import Chart, cast
from facts.given import POINT_OF, Contradiction, Given
from facts.kinds import KINDS
from facts.pillars import hour_stem, month_stem
from facts.schools import SWITCHES, School
from facts.seasons import generals_of
from facts.settle import complete
from facts.symbols import ALPHABET
from rules.reader.model import (
    All,
    AtLeast,
    Concept,
    Condition,
    Literal,
    Not,
    Select,
    Term,
    Use,
)
from rules.reader.model import Any as AnyOf
from rules.reader.tables import Cell, Table


def _capital() -> Table:
    rows: dict[str, Cell] = {}
    for stems, branch in (("甲己", "丑"), ("乙庚", "子"), ("丙辛", "寅"), ("丁壬", "巳")):
        rows |= dict.fromkeys(stems, branch)  # 戊 and 癸 are left out: they have no value
    return Table("游都", "stem", "branch", rows, "the wandering capital", "DQ-0722")


def _taboos() -> Table:
    rows: dict[str, Cell] = {"子": ("甲", "乙"), "丑": ("丙",), "寅": "丁"}
    return Table("忌", "branch", "set:stem", rows, "stems to avoid", "DQ-0722")


@dataclass
class SmallEdition:
    """Two tables, one named term, three concepts: what an evaluator needs of an edition."""

    tables: dict[str, Table] = field(default_factory=lambda: {"游都": _capital(), "忌": _taboos()})
    definitions: dict[str, Term | Select] = field(
        default_factory=lambda: {"游都": Term("lookup", ("游都", Term("day_stem")))}
    )
    concepts: dict[str, Concept] = field(default_factory=dict)

    def __post_init__(self) -> None:
        x, y = Term("param", ("x",)), Term("param", ("y",))
        on = [Literal("lands_on", (x, Term(name))) for name in ("day_stem", "day_branch")]
        self._define("on_day", ("x",), AnyOf(tuple(on)))
        self._define(
            "mild", ("x", "y"), Not(AnyOf((_pair("controls", x, y), _pair("harms", x, y))))
        )
        self._define("safe", (), Use("mild", (Term("游都"), Term("day_branch"))))

    def _define(self, name: str, params: tuple[str, ...], body: Condition) -> None:
        self.concepts[name] = Concept(name, params, body, name, name)


def _pair(predicate: str, a: Term, b: Term) -> Literal:
    return Literal(predicate, (a, b))


EDITION = SmallEdition()


# ---- charts


def maybe(values: SearchStrategy[int]) -> SearchStrategy[int | None]:
    return st.none() | values


def _fits(**inputs: int | None) -> bool:
    try:
        complete(Given(**inputs))
    except Contradiction:
        return False
    return True


@st.composite
def givens(draw: DrawFn) -> Given:
    """Inputs that agree with one another: the board, and any part of the rest."""
    day, offset = draw(st.integers(0, 59)), draw(st.integers(0, 11))
    branch = st.integers(0, 11)
    hour = draw(maybe(branch))
    general = None if hour is None else (hour + offset) % 12
    months = [m for m in range(12) if general is None or general in generals_of(m)]
    month = draw(maybe(st.sampled_from(months)))
    season = draw(maybe(st.integers(0, 4)))
    if not _fits(month=month, month_general=general, season=season):
        season = None
    part = draw(maybe(st.integers(0, 1)))
    if not _fits(hour=hour, day_part=part):
        part = None
    quarter = draw(maybe(st.integers(0, 3)))
    if not _fits(month=month, month_general=general, season=season, calendar_season=quarter):
        quarter = None
    year = draw(maybe(st.integers(0, 59)))
    birth, sex = draw(maybe(branch)), draw(maybe(st.integers(0, 1)))
    stem_of_year = None if year is None or draw(st.booleans()) else year % 10
    stem_of_month = None
    if month is not None and draw(st.booleans()):
        yang_or_yin = draw(st.integers(0, 4)) * 2 + month % 2
        stem_of_month = yang_or_yin if stem_of_year is None else month_stem(stem_of_year, month)
    return Given(
        day=day,
        offset=offset,
        hour=hour,
        hour_stem=None if hour is None or draw(st.booleans()) else hour_stem(day % 10, hour),
        season=season,
        month=month,
        month_stem=stem_of_month,
        year=None if year is None else year % 12,
        year_stem=stem_of_year,
        day_part=part,
        calendar_season=quarter,
        lunar_month=draw(maybe(branch)),
        lunar_day=draw(maybe(st.integers(0, 29))),
        birth=birth,
        sex=sex,
        natal=draw(maybe(branch)) if birth is None else None,
        annual=draw(maybe(branch)) if None in (birth, sex, year) else None,
        city=draw(maybe(st.integers(0, 7))),
        first_mover=draw(maybe(st.integers(0, 1))),
        **draw(circumstances()),
    )


SEEN = ("term_day", "moon", "venus", "army", "omen", "omen_manner", "omen_from", "omen_at")


@st.composite
def circumstances(draw: DrawFn) -> dict[str, int]:
    """Who is where, who was sent, when the alarm was heard: any of it may be unsaid."""
    found: dict[str, int | None] = {}
    for point, palace in (("enemy", "enemy_palace"), ("march", "march_palace")):
        place = draw(maybe(st.integers(0, 11)))
        if place is not None and draw(st.booleans()):
            found |= {point: POINT_OF[place], palace: place}
        else:
            found[point] = draw(maybe(st.integers(0, 7)))
    for event in ("alarm", "arrival"):
        pillar = draw(maybe(st.integers(0, 59)))
        if pillar is not None:
            found |= {f"{event}_stem": pillar % 10, f"{event}_branch": pillar % 12}
    for name in ("gate", "ground", "situation", "envoy_natal", "envoy_annual", *SEEN):
        found[name] = draw(maybe(st.integers(0, KINDS[name].size - 1)))
    if found["moon"] is None:
        found["moon_palace"] = draw(maybe(st.integers(0, 11)))
    return {name: value for name, value in found.items() if value is not None}


def schools() -> SearchStrategy[School]:
    values = {s.name: st.sampled_from([o.value for o in s.options]) for s in SWITCHES}
    return st.fixed_dictionaries(values).map(lambda chosen: School(**chosen))


def charts() -> SearchStrategy[Chart]:
    return st.builds(cast, givens(), schools())


# ---- terms and conditions

_COLUMNS = {
    "branch": (
        *("day_branch", "initial", "middle", "final", "hour", "month_general", "month"),
        *("year_branch", "natal", "annual", "enemy_palace", "march_palace", "gate"),
        *("alarm_branch", "arrival_branch", "envoy_natal", "envoy_annual"),
        *("moon_palace", "omen_from", "omen_at"),
    ),
    "stem": ("day_stem", "year_stem", "alarm_stem", "arrival_stem"),
    "plate": ("plate",),
    "arrangement": ("arrangement", "earth_arrangement"),
    "direction": ("enemy", "city", "march", "venus"),
    "season": ("season", "calendar_season"),
    "lunar_month": ("lunar_month",),
    "lunar_day": ("lunar_day",),
    "party": ("first_mover", "ground"),
    "situation": ("situation",),
    "term_day": ("term_day",),
    "mansion": ("moon",),
    "army": ("army",),
    "omen": ("omen",),
    "manner": ("omen_manner",),
    "pillar": ("day_pillar",),
    "method": ("method",),
}
_PALACE, _ELEMENTAL = ("stem", "branch"), ("stem", "branch", "general", "element")
_OPERATIONS: dict[str, list[tuple[str, tuple[tuple[str, ...], ...]]]] = {
    "branch": [
        ("upper_of", (_PALACE, ("plate",))),
        ("seat_of", (_PALACE, ("plate",))),
        ("god_under", (("general",), ("arrangement",))),
        ("lodging_of", (_PALACE,)),
        ("opposite_of", (_PALACE,)),
        ("own_branch_of", (("general",),)),
    ],
    "stem": [("stem_at", (("branch",),))],
    "general": [
        ("general_on", (("branch",), ("arrangement",))),
        ("general_at", (_PALACE,)),
    ],
    "plate": [("turn", (_PALACE, _PALACE))],
    "element": [("element_of", (_ELEMENTAL,))],
    "state": [("state_of", (_ELEMENTAL,))],
    "direction": [("quarter_of", (_PALACE,)), ("direction_of", (_PALACE,))],
}


def constants(type_name: str) -> SearchStrategy[Term]:
    names = [s.name for s in ALPHABET.members[type_name]]
    return st.sampled_from(names).map(lambda name: Term("const", (name,)))


@cache
def plain_terms(type_name: str, depth: int) -> SearchStrategy[Term]:
    """Terms of a type whose operations are nested at most so deep."""
    options: list[SearchStrategy[Term]] = [constants(type_name)]
    options += [st.just(Term(name)) for name in _COLUMNS.get(type_name, ())]
    if type_name == "branch":
        options.append(st.just(Term("游都")))
    if depth:
        for op, slots in _OPERATIONS.get(type_name, []):
            args = [terms(types, depth - 1) for types in slots]
            options.append(st.builds(Term, st.just(op), st.tuples(*args)))
        inner = terms((type_name,), depth - 1)
        options.append(inner.map(lambda t: Term("role", ("名", "a name", t))))
    if depth and type_name == "branch":
        stem = terms(("stem",), depth - 1)
        options.append(stem.map(lambda t: Term("lookup", ("游都", t))))
        steps = st.tuples(terms(_PALACE, depth - 1), st.integers(-3, 14))
        options.append(steps.map(lambda pair: Term("ahead_of", pair)))
    return st.one_of(options)


@cache
def terms(types: tuple[str, ...], depth: int = 2) -> SearchStrategy[Any]:
    """Terms of one of some types, selections among them."""
    plain = st.one_of([plain_terms(name, depth) for name in types])
    if not depth:
        return plain
    tested = st.lists(st.tuples(conditions(depth - 1), plain), min_size=1, max_size=2)
    chosen = st.tuples(tested, plain).map(lambda p: Select((*p[0], (None, p[1]))))
    return st.one_of(plain, plain, chosen)


def _subset(type_name: str) -> SearchStrategy[tuple[str, ...]]:
    names = [s.name for s in ALPHABET.members[type_name]]
    return st.lists(st.sampled_from(names), min_size=1, unique=True).map(tuple)


@cache
def literals(depth: int) -> SearchStrategy[Literal]:
    """Literals of every predicate."""
    palace, branch = terms(_PALACE, depth), terms(("branch",), depth)
    elemental, general = terms(_ELEMENTAL, depth), terms(("general",), depth)
    shapes: dict[str, tuple[SearchStrategy[Any], ...]] = {
        "lands_on": (branch, palace),
        "carries": (general, branch),
        "void": (branch,),
        "entombed": (elemental, palace),
        "season_state": (elemental, _subset("state")),
        "class_of": (palace, _subset("class")),
        "is_yang": (palace,),
        "listed": (terms(("stem",), depth), st.just("忌"), branch),
        "steps": (palace, palace, st.lists(st.integers(-2, 13), max_size=3).map(tuple)),
        "defined": (terms(("stem", "branch", "state"), depth),),
    }
    shapes |= dict.fromkeys(("controls", "generates", "same_element"), (elemental, elemental))
    by_palace = ("clashes", "combines", "trines", "punishes", "harms", "breaks")
    shapes |= dict.fromkeys(by_palace, (palace, palace))
    typed = [
        st.tuples(terms((name,), depth), terms((name,), depth)).map(lambda a: Literal("same", a))
        for name in _COLUMNS
    ]
    member = [
        st.tuples(terms((name,), depth), _subset(name)).map(lambda a: Literal("in", a))
        for name in ("branch", "direction", "method", "party")
    ]
    others = [
        st.builds(Literal, st.just(name), st.tuples(*slots)) for name, slots in shapes.items()
    ]
    return st.one_of(*typed, *member, *others)


@cache
def conditions(depth: int = 2) -> SearchStrategy[Condition]:
    """Conditions whose connectives are nested at most so deep."""
    if not depth:
        return literals(0)
    part = conditions(depth - 1)
    parts = st.lists(part, max_size=4).map(tuple)
    branch = terms(("branch",), depth - 1)
    return st.one_of(
        literals(depth),
        part.map(Not),
        parts.map(All),
        parts.map(AnyOf),
        st.tuples(st.integers(0, 5), parts).map(lambda p: AtLeast(*p)),
        branch.map(lambda t: Use("on_day", (t,))),
        st.tuples(branch, branch).map(lambda p: Use("mild", p)),
        st.just(Use("safe")),
    )
