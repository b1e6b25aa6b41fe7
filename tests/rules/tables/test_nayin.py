"""The sounds 納音 of the sixty pillars, against the count that makes them."""

from __future__ import annotations

import re

import pytest

from engine.rulebase import read
from facts.symbols import BRANCHES, PILLARS, STEMS
from rules.reader.diagnostics import Report

SOUNDS = read(Report()).tables["納音"].rows
DAYS = """
甲子、甲午金日 乙丑、乙未金日 丙寅、丙申火日 丁卯、丁酉火日 戊辰、戊戌木日 己巳、己亥木日
庚午、庚子土日 辛丑、辛未土日 壬寅、壬申金日 癸酉、癸卯金日 甲戌、甲辰火日 乙亥、乙巳火日
丙子、丙午水日 丁未、丁丑水日 戊寅、戊申土日 己卯、己酉土日 庚辰、庚戌金日 辛巳、辛亥金日
壬午、壬子木日 癸未、癸丑木日 甲申、甲寅水日 乙酉、乙卯水日 丙戌、丙辰土日 丁亥、丁巳土日
戊子、戊午火日 己丑、己未火日 庚寅、庚申木日 辛卯、辛酉木日 壬辰、壬戌水日 癸巳、癸亥水日
"""
"""The days of HQ-0019 to HQ-0028; 丙辰 is printed 丁亥, which stands beside 丁巳 already."""


def test_the_days_of_the_book_of_war():
    said = {day: pair[-1] for pair in re.findall(r"(..)、(..)(.)日", DAYS) for day in pair[:2]}
    assert sorted(said) == sorted(PILLARS)
    assert said == SOUNDS


@pytest.mark.parametrize("pillar", PILLARS)
def test_the_sound_is_counted_from_stem_and_branch(pillar):
    """Stems by twos from one, branches by twos and threes from one: 木金水火土 by the sum."""
    stem, branch = STEMS.index(pillar[0]), BRANCHES.index(pillar[1])
    assert SOUNDS[pillar] == "土木金水火"[(stem // 2 + 1 + branch % 6 // 2 + 1) % 5]
