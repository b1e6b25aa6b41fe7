"""The view of ``bingzhan cast``: board, transmissions, spirits, steps and disputes."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from engine.rulebase import RuleBase
from engine.spirits import spirits_of, spoken_of
from engine.views.board import draw, transmissions
from engine.views.console import bullet, text
from facts.charts import Chart
from facts.compare import partings
from facts.schools import DEFAULT, switch_of
from facts.symbols import BRANCHES


def show_cast(out: Console, base: RuleBase, chart: Chart, *, verbose: bool = False) -> None:
    """Print a chart; of its spirits those that rules speak of, or (verbose) all with sources."""
    spirits = spirits_of(base, chart)
    spoken = spoken_of(base)
    out.print(text((chart.notation, "bold")))
    for line in draw(chart):
        out.print(line, no_wrap=True, overflow="ignore", crop=False)
    for line in transmissions(chart):
        out.print(line)
    out.print(f"空亡  {''.join(chart.void)}")
    known = [f"{name}{value}" for name, value in spirits.items() if value and name in spoken]
    open_ = [name for name, value in spirits.items() if not value and name in spoken]
    out.print(bullet("神煞", " " + "  ".join(known), 0))
    if open_:
        out.print(bullet("未定", f" {'  '.join(open_)}  (for want of inputs)", 0))
    if chart.generals is None:
        out.print("The generals are not laid: say 晝 or 夜, or give the hour.")
    show_disputes(out, chart)
    if chart.school != DEFAULT:
        default = DEFAULT.as_dict()
        changed = [f"{k}={v}" for k, v in chart.school.as_dict().items() if v != default[k]]
        out.print(f"School: {', '.join(changed)}")
    if verbose:
        _show_steps(out, chart)
        _show_spirits(out, base, spirits)


def _show_steps(out: Console, chart: Chart) -> None:
    """The steps of the cast, and the school that decided them, each with its passages."""
    out.print(text(("\nHow it was cast", "bold")))
    for step in chart.casting_steps:
        out.print(bullet("-", f"{step.what_en}  〔{step.what_zh}〕 {step.passage}"))
    out.print(text(("\nBy which school", "bold")))
    for switch, option in chart.school.describe():
        says = f"{option.says_en}  〔{option.says_zh}〕 {', '.join(option.passages)}"
        out.print(bullet("-", f"{switch.name}={option.value}: {says}"))


def _show_spirits(out: Console, base: RuleBase, spirits: Mapping[str, str | None]) -> None:
    """All spirits on the board by where they stand, each with its passage."""
    terms = base.edition.vocabulary.terms
    places: dict[str, list[str]] = {}
    for name, value in spirits.items():
        about = terms[name]
        places.setdefault(value or "", []).append(f"{name} {about.speech.en} {about.source}")
    out.print(text(("\nSpirits by where they stand", "bold")))
    for value in [*BRANCHES, *(v for v in places if v and v not in BRANCHES)]:
        if value in places:
            out.print(bullet(value, "; ".join(places[value])))
    if "" in places:
        out.print(bullet("?", f"for want of inputs: {len(places[''])} spirits"))


def show_partings(out: Console, chart: Chart) -> None:
    """Say where every other value of a school switch would change this chart."""
    out.print(text(("\nWhere the casting schools part", "bold")))
    found = partings(chart)
    for item in found:
        name = f"{item.switch.title_en} {item.switch.title_zh}"
        setting = f"{item.switch.name}={item.option.value}"
        passages = ", ".join(item.option.passages)
        out.print(
            bullet(
                "-", f"{name}, {setting}: {item.what} {item.there}, here {item.here}; {passages}"
            )
        )
    if not found:
        out.print("  They agree on this chart.")


def show_note(out: Console, chart: Chart) -> None:
    """Say that a chart is one of several that were meant, and why."""
    if chart.note is not None:
        out.print(bullet(("!", "yellow"), f"{chart.note.what_en}  〔{chart.note.what_zh}〕", 0))


def show_disputes(out: Console, chart: Chart) -> None:
    """Say where another school gives other transmissions on this board."""
    for dispute in chart.disputes:
        other = "".join(BRANCHES[b] for b in dispute.transmissions)
        title = switch_of(dispute.switch).title_en
        out.print(
            text(
                ("Disputed board: ", "yellow"),
                f"{title} ({dispute.switch}={dispute.value}) gives the transmissions {other}; "
                f"{', '.join(dispute.passages)}",
            )
        )
