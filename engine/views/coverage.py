"""The views of ``coverage``: a table with bars, the untouched spans, the page in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.coverage import SectionCoverage, Tally
from engine.spans import KINDS
from engine.views.console import bullet, padded, text
from engine.views.pages import rendered
from engine.views.passage import STYLES
from rules.reader.rules import STATUSES

_MARKS = {"rule": "█", "encoded": "▓", "not encoded": "░", "untouched": "·"}
_SHORT = {"rule": "rule", "encoded": "enc.", "not encoded": "not", "untouched": "open"}
_BAR = 14
_WIDE = 80  # columns from which there is room for everything


def show_coverage(out: Console, sections: Sequence[SectionCoverage], *, passages: bool) -> None:
    """Print the sections, or each with its passages, then the total."""
    if passages:
        for found in sections:
            out.print(text((f"{found.range}  {found.section.title}", "bold")))
            out.print(padded(found.section.english, 2))
            rows = [(covered.passage.id, "", covered.tally) for covered in found.passages]
            out.print(padded(_table(out, rows), 2))
            _show_summary(out, found.tally)
            out.print()
    else:
        rows = [(found.range, found.section.title, found.tally) for found in sections]
        out.print(_table(out, rows))
        out.print()
    if len(sections) != 1:
        out.print(text((size(sections), "bold")))
        _show_summary(out, total(sections))
        out.print()
    legend = [(f"{_MARKS[kind]} {kind}  ", STYLES[kind]) for kind in KINDS]
    out.print(text(*legend))


def total(sections: Iterable[SectionCoverage]) -> Tally:
    """The tally of several sections."""
    return sum((found.tally for found in sections), Tally())


def size(sections: Sequence[SectionCoverage]) -> str:
    """How many sections and passages there are, in words."""
    passages = sum(len(found.passages) for found in sections)
    return f"{_count(len(sections), 'section')}, {_count(passages, 'passage')}"


def show_missing(out: Console, sections: Iterable[SectionCoverage]) -> None:
    """Print the spans that nothing was made of, each under its passage."""
    for found in sections:
        for covered in found.passages:
            for span in covered.missing:
                out.print(bullet(covered.passage.id, text((f"「{span}」", STYLES["untouched"])), 0))


def _table(out: Console, rows: Iterable[tuple[str, str, Tally]]) -> Table:
    """A line for each part: its bar, its characters by kind, what else it has."""
    rows = list(rows)
    wide = out.width >= _WIDE
    named = any(title for _, title, _ in rows)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("passages" if named else "passage", no_wrap=True)
    if named:
        table.add_column("section", overflow="fold", ratio=1 if wide else None)
    if wide:
        table.add_column("", no_wrap=True)
    heads = [f"{_MARKS[kind]} {short}" if wide else _MARKS[kind] for kind, short in _SHORT.items()]
    for name in ("chars", *heads, *(("rules", "ex.", "tab.") if wide else ())):
        table.add_column(name, justify="right", no_wrap=True)
    for name, title, tally in rows:
        kinds = tally.by_kind()
        cells: list[str | Text] = [name]
        cells += [title] if named else []
        cells += [bar(tally)] if wide else []
        cells.append(str(sum(kinds.values())))
        cells += [Text(str(number or ""), STYLES[kind]) for kind, number in kinds.items()]
        others = (sum(tally.rules.values()), tally.examples, len(tally.tables))
        cells += [str(number or "") for number in others] if wide else []
        table.add_row(*cells)
    return table


def bar(tally: Tally) -> Text:
    """The kinds as parts of a bar; what there is at all can be seen."""
    return text(*((_MARKS[kind] * n, STYLES[kind]) for kind, n in shares(tally, _BAR).items()))


def shares(tally: Tally, width: int) -> dict[str, int]:
    """Whole cells of a bar for each kind, together ``width``; at least one for what there is."""
    kinds = {kind: number for kind, number in tally.by_kind().items() if number}
    if not kinds:
        return {}
    whole = sum(kinds.values())
    cells = {kind: max(1, number * width // whole) for kind, number in kinds.items()}
    exact = {kind: number * width / whole for kind, number in kinds.items()}
    while sum(cells.values()) != width:
        step = 1 if sum(cells.values()) < width else -1
        able = [kind for kind in cells if cells[kind] + step >= 1]
        cells[max(able, key=lambda kind: step * (exact[kind] - cells[kind]))] += step
    return cells


def _show_summary(out: Console, tally: Tally) -> None:
    for line in summary(tally):
        out.print(padded(line, 2))


def summary(tally: Tally) -> list[str]:
    """What a part of the edition has, in words."""
    numbers = tally.by_kind()
    whole = sum(numbers.values())
    kinds = {kind: number for kind, number in numbers.items() if number}
    lines = [": ".join(filter(None, (_count(whole, "character"), _listed(kinds, whole))))]
    for kind, words in (("encoded", "encoded by"), ("not encoded", "not encoded")):
        whats = tally.whats(kind)
        if whats:
            lines.append(f"{words}: {_listed(whats)}")
    if tally.rules:
        gaps = f" ({_count(tally.gaps, 'known gap')})" if tally.gaps else ""
        lines.append(
            f"{_count(sum(tally.rules.values()), 'rule')} ({_listed(tally.by_status())}), "
            f"{_count(tally.rows, 'row')}, {_count(tally.examples, 'example')}{gaps}"
        )
    others = {
        "table": len(tally.tables),
        "disputed reading": tally.disputed,
        "emendation": tally.emendations,
        "contradiction": len(tally.contradictions),
    }
    if any(others.values()):
        lines.append(", ".join(_count(number, name) for name, number in others.items() if number))
    return lines


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' * (number != 1)}"


def _listed(numbers: Mapping[str, int], whole: int = 0) -> str:
    """Names with their numbers and, where the whole is known, their shares."""
    found = []
    for name, number in numbers.items():
        share = f" ({_percent(number, whole)})" if whole else ""
        found.append(f"{name} {number:,}{share}")
    return ", ".join(found)


def _percent(number: int, whole: int) -> str:
    """A share; neither nothing nor everything is said of what is only nearly so."""
    return f"{100 if number == whole else min(99, max(1, round(100 * number / whole)))}%"


def page(sections: Sequence[SectionCoverage]) -> str:
    """The coverage as one page of HTML that needs nothing else."""
    return rendered(
        "coverage.html",
        sections=sections,
        total=total(sections),
        kinds=KINDS,
        size=size,
        summary=summary,
        css=_css,
        doubt=_doubt,
        marks=_marks,
    )


def _css(kind: str) -> str:
    """A kind as the name of a class."""
    return kind.replace(" ", "-")


def _doubt(statuses: Iterable[str]) -> str:
    """The gravest of the statuses, where not all are stable."""
    found = max(map(STATUSES.index, set(statuses) & set(STATUSES)), default=0)
    return STATUSES[found] if found else ""


def _marks(tally: Tally) -> str:
    """The classes by which the page is filtered."""
    marks = {
        "has-untouched": tally.by_kind()["untouched"],
        "has-doubtful": tally.rules["disputed"] + tally.rules["tentative"],
    }
    return " ".join(name for name, number in marks.items() if number)
