"""Casting schools by name: profiles of switches, the edition's own or a user's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from facts.schools import School, switch_of
from rules import ROOT
from rules.reader.diagnostics import InputError, Label, Report
from rules.reader.documents import read_document
from rules.reader.fields import Fields
from rules.reader.names import suggest
from rules.reader.nodes import Node, Scalar, Span


class Profile(NamedTuple):
    """A named school: what it is, its passage, and its switches that are not the default's."""

    name: str
    english: str
    source: str
    switches: dict[str, str]
    span: Span


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a file (``profiles: {name: {en, from, switches}}``); InputError."""
    report = Report()
    found: dict[str, Profile] = {}
    enter_profiles(path, found, report)
    if report.failed:
        raise InputError(report.items)
    return found


def enter_profiles(path: Path, known: dict[str, Profile], report: Report) -> None:
    """Add the profiles of a file to those known; one that is known already is reported."""
    from rules.reader.marks import load, read_source

    source = read_source(str(path), report)
    if source is not None:
        _enter(load(source, report), known, report)


def _enter(document: Node | None, known: dict[str, Profile], report: Report) -> None:
    """Add the profiles of a document to those known."""
    top = Fields.of(document, report, "a file of schools")
    for key, body in top.entries("profiles", required=True) if top else []:
        fields = Fields.of(body, report, f"school `{key.value}`")
        if fields is not None:
            fields.take("switches", required=True)
            switches = dict(_switch(*entry, report) for entry in fields.entries("switches"))
            english, passage = fields.text("en"), fields.passage("from")
            own = Profile(key.value, english, passage, switches, key.span)
            first = known.setdefault(key.value, own)
            if first is not own:
                also = [Label(first.span, "first defined here")]
                what = f"the school `{key.value}` is defined twice"
                report.error("E230", what, key.span, also=also)
            fields.done()
    if top is not None:
        top.done()


def _switch(name: Scalar, value: Node, report: Report) -> tuple[str, str]:
    """A switch and its value; reported where there is no such one."""
    if not isinstance(value, Scalar):
        report.error("E201", f"school switch `{name.value}` takes one value", value.span)
        return name.value, ""
    try:
        switch = switch_of(name.value)
    except ValueError as error:
        report.error("E204", str(error), name.span)
        return name.value, ""
    try:
        switch.option(value.value)
    except ValueError as error:
        report.error("E204", str(error), value.span)
    return name.value, value.value


@cache
def profiles() -> dict[str, Profile]:
    """The edition's own profiles."""
    report = Report()
    found: dict[str, Profile] = {}
    _enter(read_document(ROOT / "schools" / "profiles.yaml", report), found, report)
    if report.failed:
        raise InputError(report.items)
    return found


def read_school(settings: Iterable[str], known: Mapping[str, Profile] | None = None) -> School:
    """A school from ``switch=value`` settings, profile names and profile files (``x.yaml``).

    The names are those ``known``, by default the edition's own. Of a file with several schools
    one is named: ``x.yaml:name``. A single switch goes before a profile. ValueError for what is
    unknown, with the nearest name; InputError for a file that is not sound.
    """
    settings = list(settings)
    known = profiles() if known is None else known
    files = {s: match for s in settings if (match := _FILE.fullmatch(s))}
    single = [s for s in settings if "=" in s and s not in files]
    switches: dict[str, str] = {}
    for setting in settings:
        if setting in files:
            path, name = files[setting].groups()
            there = f"write {path}:NAME with one of"
            switches |= _chosen(read_profiles(Path(path)), name, there).switches
        elif setting not in single:
            switches |= _chosen(known, setting, "write switch=value, a file.yaml, or").switches
    School.parse(single)  # each setting is sound and stands once
    for setting in single:
        switch, _, value = setting.partition("=")
        switches[switch.strip()] = value.strip()
    return School(**switches)


_FILE = re.compile(r"(.+\.ya?ml)(?::(.+))?")


def _chosen(found: Mapping[str, Profile], name: str | None, there: str) -> Profile:
    """The profile of a name; without one, the only one. ValueError says which ``there`` are."""
    if name is not None and name in found:
        return found[name]
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    near = suggest(name or "", found, limit=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    what = "which school?" if name is None else f"{name!r} is not a school{hint}:"
    raise ValueError(f"{what} {there} {', '.join(found)}")
