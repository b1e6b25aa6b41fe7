"""Things seen, told by name in Chinese or English."""

from __future__ import annotations

import pytest

from facts.charts import read_chart
from facts.omens import found, named, tokens_of
from facts.readings import BadToken
from facts.symbols import ALPHABET


@pytest.mark.parametrize(
    ("words", "tokens"),
    [
        ("snake enters the camp", "見蛇入營"),
        ("A SNAKE ENTERS THE CAMP", "見蛇入營"),
        ("蛇入營", "見蛇入營"),
        ("見蛇入營", "見蛇入營"),
        ("snake enters camp, hurting men, from 寅", "見蛇入營 傷人 從寅"),
        ("蛇入營，不傷人，自申方，於午", "見蛇入營 不傷人 從申 於午"),
        ("nothing", "無所見"),
        ("無所見", "無所見"),
    ],
)
def test_what_was_seen_as_tokens(words: str, tokens: str) -> None:
    assert tokens_of(words) == tokens
    read_chart(f"甲子日 伏吟 {tokens}")


@pytest.mark.parametrize("words", ["a unicorn", "snake enters the camp, from 中", "", "蛇入營，飛"])
def test_what_the_book_does_not_know_is_refused(words: str) -> None:
    with pytest.raises(BadToken):
        tokens_of(words)


def test_what_may_be_several_names_them() -> None:
    with pytest.raises(BadToken, match=r"傷人.*不傷人"):
        named("hurting", "manner")


def test_every_thing_seen_is_found_by_its_names() -> None:
    for kind in ("omen", "manner"):
        for symbol in ALPHABET.members[kind]:
            assert symbol in found(symbol.name, kind)
            assert symbol in found(symbol.english, kind)
            assert named(symbol.english, kind) == symbol
            assert named(symbol.name, kind) == symbol
    assert found("") == list(ALPHABET.members["omen"])
