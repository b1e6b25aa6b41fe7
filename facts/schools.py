"""Casting schools: named switches where the sources cast differently, each with its passages.

A `School` is one choice for every switch; the defaults are the casting verses of 六壬大全.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal

from rules.reader.names import suggest


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a switch: what it does, in English and Chinese, and where it stands."""

    value: str
    says_en: str
    says_zh: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A point on which schools differ; the first option is the default."""

    name: str
    title_en: str
    title_zh: str
    decides: Literal["transmissions", "generals"]
    options: tuple[Option, ...]

    def option(self, value: str) -> Option:
        """Return the option with that value; ValueError names the values there are."""
        for option in self.options:
            if option.value == value:
                return option
        values = [option.value for option in self.options]
        raise ValueError(
            f"{value!r} is not a value of school switch {self.name!r}: "
            f"one of {', '.join(values)}{_did_you_mean(value, values)}"
        )


SWITCHES = (
    Switch(
        "noble",
        "table of the nobles",
        "貴人",
        "generals",
        (
            Option(
                "牛羊",
                "甲, 戊 and 庚 have their day noble on 丑 and their night noble on 未",
                "甲戊庚牛羊",
                ("DQ-0690", "DQ-2325", "DQ-2333"),
            ),
            Option(
                "羊牛",
                "甲 has its day noble on 未 and its night noble on 丑; 戊 and 庚 as in 牛羊",
                "甲羊戊庚牛",
                ("DQ-2322", "DQ-0007"),
            ),
            Option(
                "先天",
                "the noble of a stem stands where its combining stem falls on the prior-heaven "
                "round, by day from 子 forward, by night from 申 backward",
                "先天貴人：晝自子順，夜自申逆，各取其合",
                ("DQ-0137", "DQ-0135", "DQ-0136", "DQ-0007"),
            ),
        ),
    ),
    Switch(
        "harm",
        "depth of harm",
        "涉害",
        "transmissions",
        (
            Option(
                "place_after_seat",
                "count the harms from the place after the seat to the place before home",
                "自所臨之次位歷歸本家，計受剋之數",
                ("DQ-0012", "DQ-1196", "DQ-1209", "DQ-1216"),
            ),
            Option(
                "seat_counted",
                "count the harms with the seat itself among the places passed",
                "並所臨之位計受剋之數",
                ("DQ-1215",),
            ),
            Option(
                "meng_zhong_ji",
                "no count: the class of the seat decides, 孟 before 仲 before 季",
                "不論重數，止論孟仲季",
                ("DQ-0093", "DQ-1198", "DQ-1201", "DQ-1218", "DQ-1696"),
            ),
        ),
    ),
    Switch(
        "accord",
        "gods at odds with the day stem",
        "比用格",
        "transmissions",
        (
            Option(
                "depth_alone",
                "the relation to the day stem does not count: the depth of harm decides",
                "止論涉害",
                ("DQ-0012",),
            ),
            Option(
                "generates_stem",
                "before the depth of harm: where one god generates the day stem and the others "
                "control it or are controlled by it, that one is used",
                "用神畏日干所勝，以比和者為用",
                ("DQ-1207", "DQ-1208"),
            ),
        ),
    ),
    Switch(
        "fuyin_mao",
        "伏吟 of the 卯 days without control",
        "伏吟卯日",
        "transmissions",
        (
            Option(
                "卯子午",
                "卯 and 子 punish each other: the last transmission is the clash of 子",
                "子卯兩刑，不復再傳，以子沖午",
                ("DQ-1291", "DQ-0017"),
            ),
            Option(
                "卯子卯",
                "the punishment is followed through: 卯 punishes 子 and 子 punishes 卯",
                "子復刑卯",
                ("DQ-0017", "DQ-0109"),
            ),
        ),
    ),
    Switch(
        "fanyin_wu",
        "返吟 of 戊辰 and 戊戌",
        "返吟戊日",
        "transmissions",
        (
            Option(
                "亥巳亥",
                "as the count of harms gives it: 亥 under control of 戊 is the first",
                "依涉害之數，亥為用",
                ("DQ-0018", "DQ-0012"),
            ),
            Option(
                "巳亥巳",
                "as the tables print it: 巳 on 亥 is the first",
                "依刊本課式，巳為用",
                ("DQ-0060",),
            ),
        ),
    ),
    Switch(
        "earth_nobles",
        "direction of the nobles laid on the earth plate",
        "地盤起貴人",
        "generals",
        (
            Option(
                "by_seat",
                "forward for a noble on 亥 to 辰, backward on 巳 to 戌, as on the heaven plate",
                "亥至辰順，巳至戌逆",
                ("DQ-0831", "DQ-0638"),
            ),
            Option(
                "always_forward",
                "always forward",
                "一例順布",
                ("DQ-0831",),
            ),
        ),
    ),
)


_BY_NAME = {switch.name: switch for switch in SWITCHES}


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    near = suggest(name, known, limit=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def switch_of(name: str) -> Switch:
    """Return the switch of that name; ValueError names the switches there are."""
    if name not in _BY_NAME:
        raise ValueError(
            f"{name!r} is not a school switch: "
            f"one of {', '.join(_BY_NAME)}{_did_you_mean(name, _BY_NAME)}"
        )
    return _BY_NAME[name]


@dataclass(frozen=True, slots=True)
class School:
    """One value for every switch of `SWITCHES`; ValueError for a value outside its set."""

    noble: str = "牛羊"
    harm: str = "place_after_seat"
    accord: str = "depth_alone"
    fuyin_mao: str = "卯子午"
    fanyin_wu: str = "亥巳亥"
    earth_nobles: str = "by_seat"

    def __post_init__(self) -> None:
        for name, value in self.as_dict().items():
            switch_of(name).option(value)

    @classmethod
    def parse(cls, settings: Iterable[str]) -> School:
        """Return a school from settings such as ``harm=meng_zhong_ji``, the rest by default.

        ValueError for a setting without ``=``, an unknown switch or value (with the nearest
        name), and for a switch that is set twice.
        """
        chosen: dict[str, str] = {}
        for setting in settings:
            name, equals, value = (part.strip() for part in setting.partition("="))
            if not equals:
                raise ValueError(f"{setting!r} is not a school setting: write switch=value")
            switch_of(name)
            if name in chosen:
                raise ValueError(f"school switch {name!r} is set twice")
            chosen[name] = value
        return cls(**chosen)

    def as_dict(self) -> dict[str, str]:
        """Return every switch with the value chosen, in the order of `SWITCHES`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def describe(self) -> tuple[tuple[Switch, Option], ...]:
        """Return each switch with the option chosen: its sentences and passages."""
        return tuple((switch, switch.option(getattr(self, switch.name))) for switch in SWITCHES)


DEFAULT = School()
