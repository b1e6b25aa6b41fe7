"""Casting schools by name, from the edition and from a user's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.profiles import profiles, read_profiles, read_school
from facts.schools import DEFAULT, School
from rules.reader.diagnostics import InputError

ONE = "profiles:\n  mine: {en: mine, from: DQ-0012, switches: {harm: seat_counted}}\n"
TWO = ONE + "  other: {en: another, switches: {noble: 羊牛, harm: meng_zhong_ji}}\n"


def _file(folder: Path, text: str) -> str:
    path = folder / "schools.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_schools_of_the_edition() -> None:
    assert read_school(["daquan"]) == read_school([]) == DEFAULT
    printed = read_school(["printed"])
    assert (printed.harm, printed.fanyin_wu) == ("meng_zhong_ji", "巳亥巳")
    assert all(profile.english and profile.source for profile in profiles().values())


def test_a_switch_goes_before_a_profile_in_any_order() -> None:
    wanted = School(harm="seat_counted", fanyin_wu="巳亥巳")
    assert read_school(["printed", "harm=seat_counted"]) == wanted
    assert read_school([" harm = seat_counted", "printed"]) == wanted


def test_a_file_with_one_school(tmp_path: Path) -> None:
    path = _file(tmp_path, ONE)
    assert read_school([path]) == read_school([f"{path}:mine"]) == School(harm="seat_counted")


def test_of_a_file_with_several_one_is_named(tmp_path: Path) -> None:
    path = _file(tmp_path, TWO)
    assert read_school([f"{path}:other"]) == School(noble="羊牛", harm="meng_zhong_ji")
    with pytest.raises(ValueError, match=r"which school\? write .*schools.yaml:NAME.* mine, other"):
        read_school([path])
    with pytest.raises(ValueError, match=r"'othr' is not a school \(did you mean 'other'\?\)"):
        read_school([f"{path}:othr"])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["nothing"], "'nothing' is not a school: write switch=value, a file.yaml, or daquan"),
        (["prined"], "did you mean 'printed'"),
        ([""], "'' is not a school"),
        (["harm=x"], "is not a value of school switch 'harm'"),
        (["printed", "hram=x"], "did you mean 'harm'"),
        (["harm=seat_counted", "harm=seat_counted"], "set twice"),
    ],
)
def test_settings_that_are_none(settings: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        read_school(settings)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("- a\n", "E201", "a file of schools must be a mapping"),
        ("a: [\n", "E004", "malformed"),
        ("", "E005", "no document"),
        ("schools: {}\n", "E202", "unknown field `schools`"),
        ("profiles: {}\n", "E203", "is empty"),
        ("profiles: {a: 3}\n", "E201", "school `a` must be a mapping"),
        ("profiles: {a: {en: a}}\n", "E203", "school `a` has no `switches`"),
        ("profiles: {a: {switches: {}}}\n", "E203", "school `a` has no `en`"),
        ("profiles: {a: {en: a, from: 12, switches: {}}}\n", "E223", "not the id of a passage"),
        ("profiles: {a: {en: a, switches: [harm]}}\n", "E201", "must be a mapping"),
        ("profiles: {a: {en: a, switches: {hram: x}}}\n", "E204", "did you mean 'harm'"),
        ("profiles: {a: {en: a, switches: {' harm': x}}}\n", "E204", "' harm' is not a school"),
        ("profiles: {a: {en: a, switches: {harm: x}}}\n", "E204", "'x' is not a value"),
        ("profiles: {a: {en: a, switches: {harm: [x]}}}\n", "E201", "takes one value"),
        ("profiles: {a: {en: a, switches: {harm: ''}}}\n", "E204", "'' is not a value"),
    ],
)
def test_files_that_are_not_sound(tmp_path: Path, text: str, code: str, words: str) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_school([path])
    assert code in [item.code for item in caught.value.diagnostics]
    assert words in str(caught.value)


def test_every_fault_of_a_file_is_told_at_its_place(tmp_path: Path) -> None:
    text = "profiles:\n  a: {en: a, switches: {hram: x, harm: y}}\n  b: {switches: {}}\n"
    with pytest.raises(InputError) as caught:
        read_profiles(Path(_file(tmp_path, text)))
    places = [(i.span.line, i.span.column) for i in caught.value.diagnostics if i.span]
    assert places == [(1, 24), (1, 39), (2, 6)]


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(InputError, match="E001"):
            read_profiles(path)
