"""Casting schools by name: profiles of switches, the edition's own or a user's file."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from facts.schools import School
from rules import ROOT
from rules.reader.diagnostics import InputError, Report
from rules.reader.fields import Fields
from rules.reader.marks import load, read_source
from rules.reader.names import suggest
from rules.reader.nodes import Scalar


class Profile(NamedTuple):
    """A named school: what it is, its passage, and its switches that are not the default's."""

    name: str
    english: str
    source: str
    switches: dict[str, str]


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a file (``profiles: {name: {en, from, switches}}``); InputError."""
    report = Report()
    source = read_source(str(path), report)
    top = Fields.of(load(source, report), report, "a file of schools") if source else None
    found = {}
    for key, body in top.entries("profiles", required=True) if top else []:
        fields = Fields.of(body, report, f"school `{key.value}`")
        if fields is None:
            continue
        switches = {}
        for name, value in fields.entries("switches", required=True):
            if isinstance(value, Scalar):
                switches[name.value] = value.value
            try:
                School(**{name.value: switches.get(name.value, "")})
            except (TypeError, ValueError):
                _refuse(name, switches.get(name.value, ""), report)
        english = fields.text("en")
        found[key.value] = Profile(key.value, english, fields.passage("from"), switches)
        fields.done()
    if top is not None:
        top.done()
    if report.failed:
        raise InputError(report.items)
    return found


def _refuse(name: Scalar, value: str, report: Report) -> None:
    try:
        School.parse([f"{name.value}={value}"])
    except ValueError as error:
        report.error("E204", str(error), name.span)


@cache
def profiles() -> dict[str, Profile]:
    """The edition's own profiles."""
    return read_profiles(ROOT / "schools" / "profiles.yaml")


def read_school(settings: Iterable[str]) -> School:
    """A school from ``switch=value`` settings, profile names and profile files (``x.yaml``).

    A single switch goes before a profile. ValueError for what is unknown, with the nearest name;
    InputError for a file that is not sound.
    """
    settings = list(settings)
    switches: dict[str, str] = {}
    for name in (s for s in settings if "=" not in s):
        if name.endswith((".yaml", ".yml")):
            for profile in read_profiles(Path(name)).values():
                switches |= profile.switches
        elif name in profiles():
            switches |= profiles()[name].switches
        else:
            near = suggest(name, profiles())
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise ValueError(
                f"{name!r} is not a school: one of {', '.join(profiles())}{hint}, a file such as "
                "schools.yaml, or switch=value"
            )
    single = [setting for setting in settings if "=" in setting]
    School.parse(single)  # each setting is sound and stands once
    for setting in single:
        switch, _, value = setting.partition("=")
        switches[switch.strip()] = value.strip()
    return School(**switches)
