"""Each token of the notation alone: what it gives, and what is said of a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.given import DIRECTIONS, SEASONS
from facts.kinds import KINDS, names_of
from facts.symbols import BRANCHES, PILLARS, STEMS
from facts.tokens import EXAMPLES, MONTHS, BadToken, read_token, tokens
from rules.reader.names import fold
from rules.reader.nodes import Source


@pytest.mark.parametrize("branch", BRANCHES)
def test_tokens_of_a_branch(branch: str) -> None:
    index = BRANCHES.index(branch)
    for token, name in (
        (f"{branch}將", "month_general"),
        (f"月將{branch}", "month_general"),
        (f"月將{branch}將", "month_general"),
        (f"{branch}時", "hour"),
        (f"{branch}月", "month"),
        (f"{branch}年", "year"),
        (f"本命{branch}", "natal"),
        (f"命{branch}", "natal"),
        (f"行年{branch}", "annual"),
        (f"{branch}加子", "offset"),
        (f"干上{branch}", "over_stem"),
        (f"支上{branch}", "over_branch"),
    ):
        assert read_token(token) == ((name, index),)


@pytest.mark.parametrize("pillar", PILLARS)
def test_tokens_of_a_pillar(pillar: str) -> None:
    stem, branch = STEMS.index(pillar[0]), BRANCHES.index(pillar[1])
    day = PILLARS.index(pillar)
    assert read_token(f"{pillar}日") == read_token(f"{pillar}日占") == (("day", day),)
    for unit, name in (("時", "hour"), ("月", "month"), ("年", "year")):
        assert read_token(pillar + unit) == ((name, branch), (f"{name}_stem", stem))


def test_the_first_month_is_yin() -> None:
    order = "寅卯辰巳午未申酉戌亥子丑"
    for number, (month, branch) in enumerate(zip(MONTHS, order, strict=True), 1):
        expected = (("month", BRANCHES.index(branch)),)
        assert read_token(f"{month}月") == read_token(f"{number}月") == expected
    assert read_token("一月") == read_token("正月")


_PALACES = {"北": 0, "東": 3, "南": 6, "西": 9}


@pytest.mark.parametrize(
    ("token", "point"),
    [
        *((d, d) for d in DIRECTIONS),
        *(
            ("子", "北"),
            ("丑", "東北"),
            ("寅", "東北"),
            ("卯", "東"),
            ("辰", "東南"),
            ("巳", "東南"),
        ),
        *(
            ("午", "南"),
            ("未", "西南"),
            ("申", "西南"),
            ("酉", "西"),
            ("戌", "西北"),
            ("亥", "西北"),
        ),
        ("正西", "西"),
        ("西方", "西"),
        ("北東", "東北"),
        ("南西", "西南"),
        ("正北方", "北"),
    ],
)
def test_directions(token: str, point: str) -> None:
    index = DIRECTIONS.index(point)
    enemy = dict(read_token(f"敵在{token}"))
    assert enemy == dict(read_token(f"賊在{token}"))
    assert enemy.pop("enemy") == index
    palace = BRANCHES.index(token) if token in BRANCHES else _PALACES.get(point)
    assert enemy == ({} if palace is None else {"enemy_palace": palace})
    went = {f"march{'_palace' * n}": v for n, v in enumerate((index, palace)) if v is not None}
    assert dict(read_token(f"往{token}")) == dict(read_token(f"向{token}")) == went
    assert read_token(f"城在{token}") == (("city", index),)


@pytest.mark.parametrize(
    ("token", "setting"),
    [
        ("伏吟", ("offset", 0)),
        ("返吟", ("offset", 6)),
        ("反吟", ("offset", 6)),
        ("戌加子", ("offset", 10)),
        ("亥加乙", ("offset", 7)),  # 乙 lodges in 辰
        ("晝", ("day_part", 0)),
        ("夜占", ("day_part", 1)),
        ("立春日", ("term_day", 0)),
        ("冬至前一日", ("term_day", 15)),
        ("常日", ("term_day", 16)),
        ("月在酉", ("moon_palace", 9)),
        ("月在畢", ("moon", 18)),
        ("月在畢宿", ("moon", 18)),
        ("太白在西", ("venus", 6)),
        ("兵千人", ("army", 1)),
        ("無所見", ("omen", 0)),
        ("見蛇入營", ("omen", names_of("omen").index("蛇入營"))),
        ("傷人", ("omen_manner", 0)),
        ("從申", ("omen_from", 8)),
        ("自申方", ("omen_from", 8)),
        ("於午方", ("omen_at", 6)),
        ("在我境", ("ground", 0)),
        ("在敵境", ("ground", 1)),
        ("征討", ("situation", 0)),
        ("對壘", ("situation", 1)),
        ("內爭", ("situation", 2)),
        ("征夷", ("situation", 3)),
        ("出南門", ("gate", 6)),
        ("出申門", ("gate", 8)),
        ("聞甲日", ("alarm_stem", 0)),
        ("使行年午", ("envoy_annual", 6)),
        ("去人行年午", ("envoy_annual", 6)),
        ("使本命子", ("envoy_natal", 0)),
        ("我先動", ("first_mover", 0)),
        ("敵先動", ("first_mover", 1)),
        ("賊先動", ("first_mover", 1)),
        ("彼先動", ("first_mover", 1)),
        *((f"{s}{w}", ("season", i)) for i, s in enumerate("春夏秋冬") for w in ("", "月", "占")),
        ("四季", ("season", 4)),
        ("春季", ("calendar_season", 0)),
        ("冬季", ("calendar_season", 3)),
        ("初六", ("lunar_day", 5)),
        ("三十日", ("lunar_day", 29)),
        ("農曆正月", ("lunar_month", 0)),
        ("庚午年生", ("birth", 6)),
        ("子年生", ("birth", 0)),
        ("男", ("sex", 0)),
        ("女命", ("sex", 1)),
        ("土旺", ("season", 4)),
        ("土用", ("season", 4)),
    ],
)
def test_other_tokens(token: str, setting: tuple[str, int]) -> None:
    assert read_token(token) == (setting,)


def test_every_example_reads() -> None:
    for token, what in EXAMPLES:
        assert read_token(token)
        assert what


@pytest.mark.parametrize(
    ("token", "meant"),
    [
        ("已亥日", "己亥日"),
        ("巳亥日", "己亥日"),
        ("己己日", "己巳日"),
        ("已已日", "己巳日"),
        ("戌戌日", "戊戌日"),
        ("戊戍日", "戊戌日"),
        ("戍戊日", "戊戌日"),
        ("戊戍時", "戊戌時"),
        ("己將", "巳將"),
        ("已將", "巳將"),
        ("戊將", "戌將"),
        ("戍加子", "戌加子"),
        ("子加戍", "子加戌"),
        ("末時", "未時"),
        ("本命戍", "本命戌"),
        ("敵在戍", "敵在戌"),
        ("已月", "巳月"),
        ("干上己", "干上巳"),
        ("本命甲子", "本命子"),
        ("甲丑日", ""),  # either could be wrong
        ("天地日", ""),
        ("甲將", ""),
        ("敵在中", ""),
        ("十三月", ""),
        ("0月", ""),
        ("13月", ""),
        ("99999999999999999999月", ""),
        ("閏三月", ""),
        ("行年不知", ""),
    ],
)
def test_wrong_value_of_a_known_kind(token: str, meant: str) -> None:
    with pytest.raises(BadToken) as caught:
        read_token(token)
    assert caught.value.known
    assert caught.value.meant == meant
    assert not meant or read_token(meant)


@pytest.mark.parametrize(
    ("token", "meant"),
    [
        ("丙辰曰", "丙辰日"),
        ("丙辰", "丙辰日"),
        ("亥", "亥將"),
        ("敵先", "敵先動"),
        ("我先", "我先動"),
        ("伏呤", "伏吟"),
    ],
)
def test_token_of_no_kind_gets_a_suggestion(token: str, meant: str) -> None:
    with pytest.raises(BadToken, match="is not part of a chart") as caught:
        read_token(token)
    assert not caught.value.known
    assert meant in caught.value.meant.split(", ")


@pytest.mark.parametrize(
    "token", ["xyz", "2026-11-30T14:50", "💥", "日", "加", "甲子日甲子日", "x" * 500]
)
def test_nonsense(token: str) -> None:
    with pytest.raises(BadToken):
        read_token(token)


@pytest.mark.parametrize(("token", "sign"), [("甲子日\0", "U+0000"), ("\u200b晝", "U+200B")])
def test_a_character_that_is_not_seen_is_named(token: str, sign: str) -> None:
    with pytest.raises(BadToken, match=f"not seen, {sign.replace('+', '[+]')}"):
        read_token(token)


@given(st.text(max_size=8))
def test_any_text_reads_or_is_refused(text: str) -> None:
    try:
        settings = read_token(fold(text))
    except BadToken:
        return
    assert settings


def _texts(line: str) -> list[str]:
    return [token.text for token in tokens(Source("<chart>", line))]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("春丙辰日亥將丑時", "春 丙辰日 亥將 丑時"),
        ("正月己卯日返吟夜", "正月 己卯日 返吟 夜"),
        ("春月將亥甲子日", "春 月將亥 甲子日"),
        ("寅月將亥甲子日", "寅月將亥甲子日"),  # 寅月 亥將, or 寅 and 月將亥: not split
        ("十一月甲子年乙丑月", "十一月 甲子年 乙丑月"),
        ("10月戌加子", "10月 戌加子"),
        ("戌加甲子時", "戌加甲 子時"),
        ("敵在西北城在北", "敵在西北 城在北"),
        ("敵在北東城在正南方我先動", "敵在北東 城在正南方 我先動"),
        ("乙酉日占干上亥夜占", "乙酉日占 干上亥 夜占"),
        ("本命子行年午四季", "本命子 行年午 四季"),
        ("春已亥日亥將丑時", "春 已亥日 亥將 丑時"),  # the wrong pillar stands alone
        ("戊戍日己將末時", "戊戍日 己將 末時"),
        ("甲子日 xyz", "甲子日 xyz"),
        ("甲子日xyz伏吟", "甲子日xyz伏吟"),
        ("甲子日，伏吟、晝；春。夜　冬", "甲子日 伏吟 晝 春 夜 冬"),
        (" \t 甲子日\u3000\u00a0伏吟 ,, ", "甲子日 伏吟"),
        ("甲子日１０月", "甲子日 10月"),
        ("敌在东 贼先动 丑时 亥将 反吟", "敵在東 賊先動 丑時 亥將 反吟"),
        ("㋀甲子日", "1月甲子日"),  # a character that folds to two: nothing is split
        ("", ""),
        ("。，", ""),
    ],
)
def test_splitting(line: str, parts: str) -> None:
    assert _texts(line) == parts.split()


@given(st.text(max_size=40))
def test_tokens_stand_where_they_say(line: str) -> None:
    end = 0
    for token in tokens(Source("<chart>", line)):
        assert token.span.column >= end
        end = token.span.end_column
        assert fold(line[token.span.column : end]) == token.text


def test_seasons_are_the_season_symbols() -> None:
    assert SEASONS == ("春", "夏", "秋", "冬", "四季")


def test_the_day_of_an_event_is_a_pillar_or_a_stem() -> None:
    assert read_token("聞驚甲子日") == read_token("聞甲子日")
    assert read_token("聞甲子日") == (("alarm_stem", 0), ("alarm_branch", 0))
    assert read_token("到丙午日") == (("arrival_stem", 2), ("arrival_branch", 6))


@pytest.mark.parametrize(
    "token",
    [
        "出東北門",
        "出中門",
        "往中",
        "聞甲丑日",
        "在他境",
        "使行年甲",
        "見蛇入水宮",
        "月在中",
        "兵億人",
    ],
)
def test_circumstances_that_cannot_be(token: str) -> None:
    with pytest.raises(BadToken):
        read_token(token)


def _tokens() -> list[str]:
    """Tokens of every kind, the first and the last of each kind and some between."""
    found = {
        *("甲子日", "丑時", "己丑時", "卯月", "甲寅月", "正月", "十二月", "正月初六", "農曆十二月"),
        *("初六", "廿一", "三十", "甲子年", "子年", "庚午年生", "午年生", "伏吟", "返吟", "戌加子"),
        *(
            "戌加甲",
            "干上亥",
            "支上亥",
            "出南門",
            "聞甲日",
            "聞甲子日",
            "到丙日",
            "月在畢",
            "無所見",
        ),
        *("四季", "男", "女", "往西南", "敵在東北"),
    }
    for kind in KINDS.values():
        for index in (0, 1, kind.size // 2, kind.size - 1):
            try:
                read_token(token := kind.token(index))
            except BadToken:
                continue  # an input that no token gives by itself
            found.add(token)
    return sorted(found)


def test_any_two_tokens_may_be_glued() -> None:
    """Written without a blank they are read as the two; a month and a day make a lunar date."""
    tokens_ = _tokens()
    assert len(tokens_) > 150
    for one in tokens_:
        for two in tokens_:
            if one in ("正月", "十二月") and read_token(two)[0][0] == "lunar_day":
                continue
            pieces = [token.text for token in tokens(Source("<chart>", one + two))]
            settings = {setting for piece in pieces for setting in read_token(piece)}
            assert settings == {*read_token(one), *read_token(two)}, (one, two, pieces)
