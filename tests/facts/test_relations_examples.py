"""The worked examples of virtue, combination and ghost (DQ-0072 to DQ-0094, DQ-0132 to DQ-0134).

Each case is the book's own words, the chart that they name and what they say holds there, written
in the language of the rules. Where the words count the days, all boards are searched.
"""

from __future__ import annotations

from functools import cache

import pytest

from facts.charts import read_chart
from facts.evaluate import Evaluator
from facts.pillars import pillar_name
from facts.predicates import TRUE
from facts.schools import DEFAULT, School
from facts.symbols import BRANCHES
from tests.facts.worked import EDITION, condition, holds

DAYS = [pillar_name(day) for day in range(60)]
EARTH = "{same: [{element_of: {general_on: %s}}, 土]}"
NOBLE_HOOK_CONSTANCY = "{in: [{general_on: %s}, [貴人, 勾陳, 太常]]}"
ALL_THREE = ", ".join(NOBLE_HOOK_CONSTANCY % term for term in ("initial", "middle", "final"))
CROSSED = "{combines: [day_branch, 干上]}, {combines: [day_stem, 支上]}"
GHOST = "{controls: [initial, day_stem]}"


def passed_on(*branches: str) -> str:
    names = ("initial", "middle", "final")
    pairs = zip(names, branches, strict=True)
    return ", ".join(f"{{same: [{name}, {branch}]}}" for name, branch in pairs)


# Passage, its words, the chart, what holds on it.
CASES = [
    (
        "DQ-0072",
        "乙未日申加午發用，申為乙徳，受制於午",
        "乙未日 申加午",
        "{same: [initial, 申]}, {same: [日德, 申]}, {lands_on: [申, 午]}, {controls: [午, 申]}",
    ),
    *(
        (
            "DQ-0072",
            "但陰陽貴神屬土，脫午生申",
            f"乙未日 申加午 {part}",
            f"{EARTH % '申'}, {{generates: [午, 土]}}, {{generates: [{{general_on: 申}}, 申]}}",
        )
        for part in "晝夜"
    ),
    (
        "DQ-0073",
        "丁酉日陽貴干上亥",
        "丁酉日 亥加未 晝",
        f"{{same: [干上, 亥]}}, {{same: [日德, 亥]}}, {{carries: [貴人, 亥]}}, {GHOST}",
    ),
    (
        "DQ-0073",
        "乙酉日遙克，申加酉發用，申為酉挾，化徳為鬼",
        "乙酉日 申加酉",
        "{same: [method, 蒿矢]}, {same: [initial, 日德]}, {lands_on: [initial, 酉]}, "
        f"{{controls: [酉, day_stem]}}, {GHOST}",
    ),
    (
        "DQ-0073",
        "己巳日寅加己發用作官星，順貴朱臨寅",  # 己 is read 巳: over 己 the noble leads backward
        "己巳日 寅加巳 晝",
        f"{{same: [initial, 寅]}}, {{same: [日德, 寅]}}, {{carries: [朱雀, 寅]}}, {GHOST}",
    ),
    (
        "DQ-0082",
        "甲子日干上戌，支上申，干支三合",
        "甲子日 戌加寅",
        "{same: [干上, 戌]}, {same: [支上, 申]}, {trines: [干上, day_stem]}, {trines: "
        "[支上, day_branch]}, {controls: [干上, day_branch]}, {controls: [支上, day_stem]}",
    ),
    (
        "DQ-0083",
        "甲申日亥加干，上神與支干合",
        "甲申日 亥加寅",
        "{combines: [干上, day_stem]}, {combines: [支上, day_branch]}",
    ),
    ("DQ-0083", "乙亥日卯加干，上神自相合", "乙亥日 卯加辰", "{combines: [干上, 支上]}"),
    ("DQ-0083", "壬午日未加干，干上神與支合，支上神與干合", "壬午日 未加亥", CROSSED),
    *(
        (
            "DQ-0084",
            "支加干，上神相合；或干加支，上神相合；亦可共謀成事惟丙寅、丙戌、戊戌三日有之",
            chart,
            "{lands_on: [day_branch, day_stem]}, {combines: [干上, 支上]}",
        )
        for chart in ("丙寅日 寅加巳", "丙戌日 戌加巳", "戊戌日 戌加巳")
    ),
    (
        "DQ-0086",
        "甲申日干上巳為支長生與支合，支上亥為干長生與干合",
        "甲申日 巳加寅",
        f"{CROSSED}, {{same: [支上, 五行長生]}}, "
        "{same: [干上, {lookup: {table: 五行長生, key: {element_of: day_branch}}}]}",
    ),
    (
        "DQ-0086",
        "辛丑日干上子為支財與支合，支上卯為干財與干合",
        "辛丑日 子加戌",
        f"{CROSSED}, {{controls: [day_branch, 子]}}, {{controls: [day_stem, 卯]}}, "
        "{same: [干上, 子]}, {same: [支上, 卯]}",
    ),
    (
        "DQ-0086",
        "戊辰日干上酉脫支與支合，支上申脫干與干合",
        "戊辰日 酉加巳",
        f"{CROSSED}, {{generates: [day_branch, 酉]}}, {{generates: [day_stem, 申]}}, "
        "{same: [干上, 酉]}, {same: [支上, 申]}",
    ),
    (
        "DQ-0086",
        "丁丑日干上午害干與支合，支上午害支與干合",  # 干上午 is read 干上子
        "丁丑日 子加未",
        f"{CROSSED}, {{harms: [子, day_stem]}}, {{harms: [午, day_branch]}}, "
        "{same: [干上, 子]}, {same: [支上, 午]}",
    ),
    (
        "DQ-0086",
        "辛亥日干上寅空與支合，支上卯空與干合",
        "辛亥日 寅加戌",
        f"{CROSSED}, {{void: 寅}}, {{void: 卯}}, {{same: [干上, 寅]}}, {{same: [支上, 卯]}}",
    ),
    (
        "DQ-0087",
        "癸卯日干上戌刑干",  # DQ-0110 has it the other way round: 丑 punishes 戌
        "癸卯日 戌加丑",
        f"{CROSSED}, {{punishes: [day_stem, 戌]}}, {{not: {{punishes: [戌, day_stem]}}}}",
    ),
    (
        "DQ-0087",
        "支上子刑支與干合",
        "癸卯日 戌加丑",
        f"{CROSSED}, {{same: [支上, 子]}}, {{punishes: [子, day_branch]}}",
    ),
    (
        "DQ-0087",
        "甲申日干上巳與支合支上亥與干合己亥寅申又相沖",
        "甲申日 巳加寅",
        f"{CROSSED}, {{clashes: [干上, 支上]}}, {{clashes: [day_stem, day_branch]}}",
    ),
    (
        "DQ-0087",
        "庚子日干上丑克支與支合，支上巳克干與干合",
        "庚子日 丑加申",
        f"{CROSSED}, {{controls: [丑, day_branch]}}, {{controls: [巳, day_stem]}}, "
        "{same: [干上, 丑]}, {same: [支上, 巳]}",
    ),
    *(
        (
            "DQ-0087",
            "三交者，孟仲季各臨孟仲季也。惟己酉日辰加干，丁卯日戌加干二課",  # and 丁酉日辰加干
            chart,
            f"{CROSSED}, {{class_of: [{{seat_of: 子}}, 仲]}}, {{class_of: [day_branch, 仲]}}, "
            "{every: {t: transmissions, that: {class_of: [t, 仲]}}}",
        )
        for chart in ("己酉日 辰加未", "丁卯日 戌加未")
    ),
    (
        "DQ-0087",
        "乙丑日干上子與支合，支上酉與干合，三傳巳丑酉又三合",
        "乙丑日 子加辰",
        f"{CROSSED}, {passed_on('巳', '丑', '酉')}, {{trines: [initial, final]}}",
    ),
    (
        "DQ-0091",
        "凡鬼發用又臨剋日之鄉，名攅眉格，占事主有兩重不美。即遇救神，惟解其一如庚辰日午加巳發用",
        "庚辰日 午加巳",
        f"{{same: [initial, 午]}}, {GHOST}, {{controls: [{{seat_of: initial}}, day_stem]}}",
    ),
    (
        "DQ-0091",
        "壬辰日遙克，戌加未發用，三傳戌丑辰，上下六鬼，午上寅木制之",  # 午上 is read 干上
        "壬辰日 戌加未",
        f"{{same: [method, 蒿矢]}}, {passed_on('戌', '丑', '辰')}, "
        "{every: {t: transmissions, that: [{controls: [t, day_stem]}, "
        "{controls: [{seat_of: t}, day_stem]}, {controls: [干上, t]}]}}, {same: [干上, 寅]}",
    ),
    (
        "DQ-0092",
        "己丑日支上寅發用作鬼，三傳寅卯辰皆歸木鄉之例。此課干上申制鬼",
        "己丑日 寅加丑",
        f"{passed_on('寅', '卯', '辰')}, {{same: [支上, 寅]}}, {GHOST}, {{same: [干上, 申]}}, "
        "{controls: [申, 寅]}, {every: {t: transmissions, that: {same: [{quarter_of: t}, 東]}}}",
    ),
    (
        "DQ-0092",
        "癸亥日，辰加干發用為鬼，支上寅制之",
        "癸亥日 辰加丑",
        f"{{same: [initial, 辰]}}, {GHOST}, {{same: [支上, 寅]}}, {{controls: [寅, 辰]}}",
    ),
    (
        "DQ-0092",
        "丙子日，干上子發用為鬼，生末傳寅",
        "丙子日 子加巳",
        f"{{same: [initial, 子]}}, {GHOST}, {{same: [final, 寅]}}, {{same: [final, 五行長生]}}, "
        "{generates: [initial, final]}",
    ),
    *(
        (
            "DQ-0093",
            "乙丑、乙巳二日，酉加巳發用，三傳酉丑巳，金局為鬼，申加干為徳、為貴，初傳螣蛇火制破其局",
            f"{day}日 酉加巳 夜",
            f"{passed_on('酉', '丑', '巳')}, {GHOST}, {{same: [干上, 日德]}}, "
            "{carries: [貴人, 干上]}, {carries: [螣蛇, initial]}, {controls: [螣蛇, initial]}",
        )
        for day in ("乙丑", "乙巳")
    ),
    *(
        (
            "DQ-0094",
            "辛巳日，午加辛發用，三傳火局，順逆貴皆貴、勾、常",
            f"辛巳日 午加戌 {part}",
            f"{passed_on('午', '寅', '戌')}, {GHOST}, {ALL_THREE}",
        )
        for part in "晝夜"
    ),
    (
        "DQ-0094",
        "壬子日，未加卯發用，三傳木局脫干，夜貴貴、勾、常為鬼，木反制",
        "壬子日 未加卯 夜",
        f"{passed_on('未', '亥', '卯')}, {ALL_THREE}, {{generates: [day_stem, 木]}}, "
        "{every: {t: transmissions, that: [{controls: [{general_on: t}, day_stem]}, "
        "{controls: [木, {general_on: t}]}]}}",
    ),
]


@pytest.mark.parametrize(("passage", "quote", "chart", "words"), CASES)
def test_worked_example(passage: str, quote: str, chart: str, words: str) -> None:
    assert quote in EDITION.passages[passage].text
    assert holds(chart, words)


@pytest.mark.parametrize(("day", "school"), [("庚寅", "孟"), ("庚午", "孟"), ("乙巳", "")])
def test_a_trine_of_ghosts_feeds_the_god_over_the_stem(day: str, school: str) -> None:
    """如庚午日干上辰，三傳戌午寅火局為鬼，生起辰土以生干 (DQ-0093).

    庚寅 and 庚午 need the school that decides harm by the class of the seat; on 庚戌, named with
    them, no school gives fire, and on 己巳 no board does what the passage says.
    """
    cast_by = School(harm="meng_zhong_ji") if school else DEFAULT
    ghost, over = ("火", "土") if day[0] == "庚" else ("金", "水")
    words = ", ".join(
        (
            "{trines: [initial, middle]}, {trines: [middle, final]}, {trines: [initial, final]}",
            f"{{listed: {{of: initial, table: 三合局, key: {ghost}}}}}",
            f"{{controls: [{ghost}, day_stem]}}, {{generates: [{ghost}, 干上]}}",
            f"{{same: [{{element_of: 干上}}, {over}]}}, {{generates: [干上, day_stem]}}",
        )
    )
    assert "庚寅午戌、乙巳酉丑、己巳七日同" in EDITION.passages["DQ-0093"].text
    assert holds(f"{day}日 申加子", words, cast_by)


# ---- what the book counts over all the days


@cache
def boards() -> tuple[tuple[str, str, Evaluator], ...]:
    """The 720 boards: day, branch over 子, evaluator."""
    return tuple(
        (day, over, Evaluator(EDITION, read_chart(f"{day}日 {over}加子").columns))
        for day in DAYS
        for over in BRANCHES
    )


def days_of(words: str) -> list[str]:
    """The day of every board on which it holds."""
    wanted = condition(words)
    return [day for day, _, evaluator in boards() if evaluator.truth(wanted) == TRUE]


UPPERS_COMBINE = "{combines: [干上, 支上]}"
COUNTED = [
    (
        "DQ-0083",
        "乙酉、丙申、戊申、辛卯、壬寅五日返吟，干支相合，上神亦相合",
        f"{{lands_on: [子, 午]}}, {{combines: [day_stem, day_branch]}}, {UPPERS_COMBINE}",
        ["乙酉", "丙申", "戊申", "辛卯", "壬寅"],
    ),
    (
        "DQ-0084",
        "凡支加干上神鄰近相合，主彼此變換，共相謀事，皆有成就惟壬子、戊午、丙午三日有之",
        "{lands_on: [day_branch, day_stem]}, {steps: {from: 干上, to: 支上, count: [1, 11]}}, "
        + UPPERS_COMBINE,
        ["壬子", "戊午", "丙午"],
    ),
    (
        "DQ-0084",
        "上神相合又相破，而支干自相害者，主謀事外面假意相成，中心百方暗毒惟壬申、戊寅、丙寅日六課",
        f"{{harms: [day_stem, day_branch]}}, {UPPERS_COMBINE}, {{breaks: [干上, 支上]}}",
        ["壬申", "戊寅", "丙寅"] * 2,
    ),
    (
        "DQ-0084",
        "干支相害，上神相合，無刑破者，主外合中離，凡相成皆是假意；若逢空，仍主暗害乙卯、辛酉二日四課",
        f"{{harms: [day_stem, day_branch]}}, {UPPERS_COMBINE}, "
        "{none: [{breaks: [干上, 支上]}, {punishes: [干上, 支上]}, {punishes: [支上, 干上]}]}",
        ["乙卯", "辛酉"] * 2,
    ),
]


@pytest.mark.parametrize(("passage", "quote", "words", "days"), COUNTED)
def test_the_days_that_the_book_counts(
    passage: str, quote: str, words: str, days: list[str]
) -> None:
    assert quote in EDITION.passages[passage].text
    assert sorted(days_of(words)) == sorted(days)


def test_the_crossing_combination_comes_once_a_day() -> None:
    """除甲寅、庚申、丁未、己未、癸丑五日，支干同處；餘則一日一課 (DQ-0085)."""
    apart = days_of(f"{CROSSED}, {{not: {{same: [{{lodging_of: day_stem}}, day_branch]}}}}")
    together = set(DAYS) - set(apart)
    assert len(apart) == len(set(apart))
    assert together == {"甲寅", "庚申", "丁未", "己未", "癸丑"}


def test_the_virtue_that_is_a_ghost_of_its_stem() -> None:
    """惟寅己、申乙、巳辛、亥丁四課 (DQ-0072)."""
    virtue = EDITION.tables["日德"].rows
    words = "{same: [干上, 日德]}, {controls: [日德, day_stem]}"
    found = {f"{virtue[day[0]]}{day[0]}" for day in days_of(words)}
    assert found == {"寅己", "申乙", "巳辛", "亥丁"}


@pytest.mark.parametrize("day", ["庚", "辛"])
def test_the_hidden_ding_comes_to_the_house(day: str) -> None:
    """凡六庚日，巳加申，皆丁神臨宅；凡六辛日，午加辛，亦丁神臨宅 (DQ-0133)."""
    over = {"庚": "巳", "辛": "午"}[day]
    lands = f"{{same: [day_stem, {day}]}}, {{same: [干上, {over}]}}"
    comes = days_of(f"{lands}, {{same: [{{stem_at: 支上}}, 丁]}}")
    assert comes == days_of(lands) == [name for name in DAYS if name[0] == day]


def test_the_days_whose_stem_and_branch_harm_each_other() -> None:
    """凡干支相害，犯外好裡槎枒者，止五日：丙寅、壬申、乙夘、辛酉、戊寅 (DQ-0132)."""
    harmed = days_of("{harms: [day_stem, day_branch]}")
    assert set(harmed) == {"丙寅", "壬申", "乙卯", "辛酉", "戊寅"}


MOURNING = {
    # 干上乘弔客，支上乘喪門
    ("弔客", "喪門"): {"甲午", "丁亥", "己亥", "庚子", "癸巳"},
    # 干上喪門，支上吊客
    ("喪門", "弔客"): {"甲戌", "丁卯", "己卯", "庚辰", "癸酉"},
}


@pytest.mark.parametrize(("over_stem", "over_branch"), MOURNING)
def test_the_days_on_which_both_spirits_of_mourning_come(over_stem: str, over_branch: str) -> None:
    """凡喪吊全逢，惟十日 (DQ-0134): on no other day, in whatever year."""
    first, second = EDITION.tables[over_stem].rows, EDITION.tables[over_branch].rows
    found = {
        (year, day)
        for year in BRANCHES
        for day in days_of(f"{{same: [干上, {first[year]}]}}, {{same: [支上, {second[year]}]}}")
    }
    days = MOURNING[over_stem, over_branch]
    assert found == {(year, day) for year in BRANCHES for day in days}


def test_the_boards_cut_off_at_the_source() -> None:
    """凡源消根斷課，止四日四課：癸未、癸巳、癸夘、辛夘 (DQ-0133).

    The book names four boards and not the condition: that all four lessons and the transmissions
    drain, each generating the next (盜氣迤邐脫去, DQ-2017), gives these and no other.
    """
    pairs = ("day_stem, 干上", "day_branch, 支上")
    pairs += ("干上, {upper_of: 干上}", "支上, {upper_of: 支上}")
    pairs += ("initial, middle", "middle, final")
    drained = days_of(", ".join(f"{{generates: [{pair}]}}" for pair in pairs))
    assert sorted(drained) == sorted(["癸未", "癸巳", "癸卯", "辛卯"])
