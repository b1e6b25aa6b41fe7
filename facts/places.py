"""Places by name: where they lie and what their clocks show."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from facts.instants import MomentError
from facts.moment import Place
from rules.reader.diagnostics import InputError, Report
from rules.reader.fields import Fields
from rules.reader.marks import load, read_source
from rules.reader.names import fold, suggest


class NamedPlace(NamedTuple):
    """A place with its name in English and the zone of its clocks."""

    english: str
    place: Place
    zone: str


@cache
def places() -> dict[str, NamedPlace]:
    """The known places by their Chinese name (``facts/places.yaml``)."""
    report = Report()
    source = read_source(str(Path(__file__).with_name("places.yaml")), report)
    top = Fields.of(load(source, report), report, "the places") if source else None
    found = {}
    for key, body in top.entries("places") if top else []:
        fields = Fields.of(body, report, f"place `{key.value}`")
        if fields is not None:
            degrees = [float(fields.text(name)) for name in ("longitude", "latitude")]
            place = Place(degrees[0], degrees[1])
            found[key.value] = NamedPlace(fields.text("en"), place, fields.text("zone"))
            fields.done()
    if report.failed:
        raise InputError(report.items)
    return found


def place_of(name: str) -> NamedPlace:
    """The place of a name, Chinese or English, or of ``longitude,latitude``; MomentError."""
    numbers = name.split(",")
    if len(numbers) == 2:
        try:
            degrees = [float(number) for number in numbers]
        except ValueError:
            pass
        else:
            return NamedPlace(name, Place(degrees[0], degrees[1]), "")
    for chinese, known in places().items():
        if fold(name) == fold(chinese) or name.casefold() == known.english.casefold():
            return known
    names = [*places(), *(known.english for known in places().values())]
    near = suggest(name, names)
    hint = f" (did you mean {', '.join(near)}?)" if near else ""
    raise MomentError(
        f"{name!r} is not a known place{hint}: any place is written as longitude,latitude, "
        "for example 116.4,39.9"
    )
