"""Places by name and by degrees."""

from __future__ import annotations

from datetime import datetime

import pytest

from facts.instants import MomentError, zone_of
from facts.moment import Place
from facts.places import place_of, places


def test_every_place_has_a_zone_whose_clock_fits_its_longitude() -> None:
    for name, known in places().items():
        assert known.place.latitude is not None
        offset = datetime(2026, 1, 15, tzinfo=zone_of(known.zone)).utcoffset()
        assert offset is not None
        assert abs(offset.total_seconds() - known.place.longitude * 240) < 2.5 * 3600, name


def test_names_are_unique_in_both_languages() -> None:
    english = [known.english.casefold() for known in places().values()]
    assert len(set(english)) == len(english)
    for name, known in places().items():
        assert place_of(name) is place_of(known.english) is place_of(known.english.upper()) is known


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("116.4,39.9", Place(116.4, 39.9)),
        (" -74 , 40.7", Place(-74.0, 40.7)),
        ("广州", Place(113.26, 23.13)),
        ("台北", Place(121.56, 25.04)),
        ("乌鲁木齐", Place(87.62, 43.83)),
        ("beijing", Place(116.40, 39.90)),
    ],
)
def test_places_as_they_are_written(written: str, place: Place) -> None:
    assert place_of(written).place == place


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Atlantis", "is not a known place: any place"),
        ("Bejing", "did you mean Beijing"),
        ("", "'' is not a known place"),
        ("1,2,3", "is not a known place"),
        ("116.4", "longitude,latitude"),
        ("a,b", "is not a known place"),
        ("500,0", "longitude 500.0 is not within"),
        ("0,91", "latitude 91.0 is not within"),
        ("nan,0", "longitude nan is not within"),
    ],
)
def test_places_that_cannot_be(written: str, words: str) -> None:
    with pytest.raises(MomentError, match=words):
        place_of(written)
