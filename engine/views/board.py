"""The board as the books draw it: twelve palaces around, four lessons within, transmissions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facts.charts import Chart
from facts.describe import relative_of
from facts.generals import general_on
from facts.pillars import decade_of, hidden_stem
from facts.plates import heaven_over
from facts.symbols import BRANCHES, GENERALS, STEMS
from rules.reader.render import display_width

CELL = 12
_RING = (
    *((5, 0, 0), (6, 0, 1), (7, 0, 2), (8, 0, 3)),
    *((4, 1, 0), (9, 1, 3), (3, 2, 0), (10, 2, 3)),
    *((2, 3, 0), (1, 3, 1), (0, 3, 2), (11, 3, 3)),
)
"""Earth branch, row and column of each palace: 巳午未申 above, 寅丑子亥 below."""


def centre(words: str, width: int) -> str:
    """Words in the middle of a cell, by display width."""
    room = max(0, width - display_width(words))
    return " " * (room // 2) + words + " " * (room - room // 2)


def draw(chart: Chart) -> list[str]:
    """The board as lines: general, hidden stem and heaven branch over each earth palace."""
    cells = {(row, column): _palace(chart, earth) for earth, row, column in _RING}
    middle = _lessons(chart)
    lines = [_border("┌", "┬", "┐")]
    for row in range(4):
        for line in range(3):
            parts = []
            for column in range(4):
                if (row, column) in cells:
                    parts.append(centre(cells[row, column][line], CELL))
                elif column == 1:
                    parts.append(centre(middle[(row - 1) * 4 + line], 2 * CELL + 1))
            lines.append("│" + "│".join(parts) + "│")
        if row == 0:
            lines.append(_joined("┴"))
        elif row == 1:
            between = centre(middle[3], 2 * CELL + 1)
            lines.append(f"├{'─' * CELL}┤{between}├{'─' * CELL}┤")
        elif row == 2:
            lines.append(_joined("┬"))
    lines.append(_border("└", "┴", "┘"))
    return lines


def _border(left: str, joint: str, right: str) -> str:
    return left + joint.join(["─" * CELL] * 4) + right


def _joined(middle: str) -> str:
    """The border between an outer row of palaces and the middle."""
    side = "─" * CELL
    return f"├{side}┼{side}{middle}{side}┼{side}┤"


def _palace(chart: Chart, earth: int) -> tuple[str, str, str]:
    heaven = heaven_over(earth, chart.offset)
    stem = hidden_stem(heaven, decade_of(chart.day))
    return (
        _general(chart, heaven),
        ("○" if stem is None else STEMS[stem]) + BRANCHES[heaven],
        f"({BRANCHES[earth]})",
    )


def _general(chart: Chart, heaven: int) -> str:
    arranged = chart.arrangement
    return "－" if arranged is None else GENERALS[general_on(heaven, arranged)]


def _lessons(chart: Chart) -> list[str]:
    """Seven lines for the middle: the lessons from right to left, as they are written."""
    lessons = list(reversed(chart.lessons))
    return [
        _row(_general(chart, lesson.upper) for lesson in lessons),
        _row(BRANCHES[lesson.upper] for lesson in lessons),
        _row(lesson.lower_name for lesson in lessons),
        _row(("四課", "三課", "二課", "一課")),
        "",
        chart.derivation.method,
        "",
    ]


def _row(words: Iterable[str]) -> str:
    return " ".join(centre(word, 4) for word in words)


def transmissions(chart: Chart) -> Iterator[str]:
    """The three transmissions: relative, hidden stem and branch, general."""
    for name, branch in zip(("初傳", "中傳", "末傳"), chart.derivation.transmissions, strict=True):
        stem = hidden_stem(branch, decade_of(chart.day))
        shown = ("○" if stem is None else STEMS[stem]) + BRANCHES[branch]
        relative = relative_of(chart.day % 10, branch)
        yield f"{name}  {relative}  {shown}  {_general(chart, branch)}"
