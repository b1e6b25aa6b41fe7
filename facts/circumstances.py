"""The tokens of stated circumstances 所占之事: who is where, who moves first, what was seen.

Their shapes, how each is read, how they are written without blanks, and those worth suggesting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from facts.given import DIRECTIONS, POINT_OF, SITUATIONS
from facts.kinds import names_of
from facts.readings import BadToken, Setting, branch, direction, pillar
from facts.symbols import BRANCHES, PILLARS, STEMS
from rules.reader.names import suggest

EXAMPLES = (
    ("敵在西", "the direction of the enemy: eight points or a branch"),
    ("城在北", "the direction of the city"),
    ("往南", "whither we march: eight points or a branch"),
    ("出南門", "the gate we go out by: 東南西北 or a branch"),
    ("我先動", "who moves first (我先動 敵先動)"),
    ("在敵境", "whose ground we stand on (在我境 在敵境)"),
    ("對壘", f"the situation of the war ({' '.join(SITUATIONS)})"),
    ("聞甲子日", "the day on which the alarm was heard, or its stem: 聞甲日"),
    ("到丙午日", "the day on which the envoy arrives"),
    ("使行年午", "the current-year branch of the man who is sent"),
    ("使本命子", "his natal branch"),
    ("立春日", "the solar term of the day, or of the next: 立春前一日; 常日 for none"),
    ("月在酉", "the palace or the mansion of the moon (月在畢)"),
    ("太白在西", "where Venus stands"),
    ("兵千人", "how many we are (萬 千 百 十)"),
    ("見蛇入營", "a thing seen; `bingzhan omens` lists them; 無所見 for nothing"),
    ("傷人", "how the thing seen went about (`bingzhan omens`)"),
    ("從申", "whence it came"),
    ("於午", "where it was"),
)
"""A token of each kind with what it gives."""


def _place(name: str, point: str, palace: str) -> list[Setting]:
    """A branch gives its point and itself; a point gives its palace if but one lies there."""
    plain = name.removeprefix("正").removesuffix("方")
    at = direction(name)
    if plain in BRANCHES:
        return [(point, at), (palace, branch(plain))]
    return [(point, at)] if POINT_OF.count(at) > 1 else [(point, at), (palace, POINT_OF.index(at))]


def _gate(name: str) -> list[Setting]:
    palace = POINT_OF.index(direction(name)) if name in DIRECTIONS else branch(name)
    if name in DIRECTIONS and POINT_OF.count(DIRECTIONS.index(name)) > 1:
        raise BadToken(f"{name} is no gate: a gate is one of 東南西北 or a branch", name)
    return [("gate", palace)]


def _day_of(name: str, event: str) -> list[Setting]:
    """The day of an event: its pillar, or its stem alone."""
    if name in STEMS:
        return [(f"{event}_stem", STEMS.index(name))]
    index = pillar(name)
    return [(f"{event}_stem", index % 10), (f"{event}_branch", index % 12)]


def _named(kind: str, name: str) -> int:
    names = names_of(kind)
    if name not in names:
        raise BadToken(f"{name} is not known", name, "".join(suggest(name, names, limit=1)))
    return names.index(name)


def _moon(name: str) -> list[Setting]:
    if name in BRANCHES:
        return [("moon_palace", branch(name))]
    return [("moon", _named("mansion", name if name.endswith("宿") else f"{name}宿"))]


def _any_of(kind: str) -> str:
    """A pattern of the names of a type, the longest first."""
    return "|".join(sorted(map(re.escape, names_of(kind)), key=len, reverse=True))


Reader = Callable[[re.Match[str]], list[Setting]]
_TERM_DAYS = _any_of("term_day")
MANSIONS = f"[{''.join(names_of('mansion'))}]".replace("宿", "")
"""A pattern of the first characters of the mansions 宿."""

READERS: tuple[tuple[str, Reader], ...] = (
    (r"(?:敵|賊)在(.+)", lambda m: _place(m[1], "enemy", "enemy_palace")),
    (r"[往向](.+)", lambda m: _place(m[1], "march", "march_palace")),
    (r"出(.+)門", lambda m: _gate(m[1])),
    (r"在(我|敵|賊|彼)境", lambda m: [("ground", int(m[1] != "我"))]),
    (rf"({'|'.join(SITUATIONS)})", lambda m: [("situation", SITUATIONS.index(m[1]))]),
    (r"聞驚?(..?)日", lambda m: _day_of(m[1], "alarm")),
    (r"到(..?)日", lambda m: _day_of(m[1], "arrival")),
    (r"[使去]人?行年(.+)", lambda m: [("envoy_annual", branch(m[1]))]),
    (r"[使去]人?本命(.+)", lambda m: [("envoy_natal", branch(m[1]))]),
    (r"城在(.+)", lambda m: [("city", direction(m[1]))]),
    (r"(我|敵|賊|彼)先動", lambda m: [("first_mover", int(m[1] != "我"))]),
    (rf"({_TERM_DAYS})", lambda m: [("term_day", _named("term_day", m[1]))]),
    (r"月在(.+)", lambda m: _moon(m[1])),
    (r"太白在(.+)", lambda m: [("venus", direction(m[1]))]),
    (r"兵(.)人", lambda m: [("army", _named("army", m[1]))]),
    (r"見(.+)", lambda m: [("omen", _named("omen", m[1]))]),
    (r"無所見", lambda _: [("omen", _named("omen", "無"))]),
    (rf"({_any_of('manner')})", lambda m: [("omen_manner", _named("manner", m[1]))]),
    (r"[從自](.)方?", lambda m: [("omen_from", branch(m[1]))]),
    (r"於(.)方?", lambda m: [("omen_at", branch(m[1]))]),
)
"""The shape of each token, and how it is read."""


def glued(stem: str, branch: str, point: str) -> str:
    """The shapes of those that may be written without blanks."""
    return (
        rf"(?:聞驚?|到){stem}{branch}?日|[使去]人?(?:行年|本命){branch}"
        rf"|[往向]{point}|出(?:[東西南北]|{branch})門|在[我敵賊彼]境|{'|'.join(SITUATIONS)}"
        rf"|[敵賊城]在{point}|[我敵賊彼]先動|{_TERM_DAYS}"
        rf"|月在(?:{branch}|{MANSIONS}宿?)|太白在{point}|兵(?:{_any_of('army')})人"
        rf"|見(?:{_any_of('omen')})|無所見|{_any_of('manner')}|[從自於]{branch}方?"
    )


def correct_tokens() -> Iterator[str]:
    """Every token worth suggesting."""
    yield from ("我先動", "敵先動", "在我境", "在敵境", *SITUATIONS, "無所見")
    yield from (f"{lead}{d}" for lead in ("敵在", "城在", "往", "太白在") for d in DIRECTIONS)
    yield from (f"出{place}門" for place in ("東", "南", "西", "北", *BRANCHES))
    yield from (f"使{lead}{b}" for lead in ("行年", "本命") for b in BRANCHES)
    yield from (f"{lead}{p}日" for lead in ("聞", "到") for p in PILLARS)
    yield from chain(names_of("term_day"), names_of("manner"))
    yield from (f"見{name}" for name in names_of("omen"))
    yield from (f"月在{name.removesuffix('宿')}" for name in (*BRANCHES, *names_of("mansion")))
    yield from (f"兵{name}人" for name in names_of("army"))
