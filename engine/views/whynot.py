"""The view of ``bingzhan why-not``."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from engine.rulebase import RuleBase
from engine.space import Extent
from engine.views.console import padded, text
from engine.views.evidence import evidence_line
from engine.views.judgement import needs_words, quotes
from engine.views.words import verdict_words
from engine.whynot import Check, WhyNot
from facts.kinds import words_of
from facts.notation import write
from facts.settle import complete

_SIGNS = {"holds": ("✓", "green"), "fails": ("✗", "red"), "unknown": ("?", "yellow")}
_STATES = {
    "holds": "It does fire on this chart: all its conditions hold.",
    "fails": "It does not fire: {} of {} conditions hold.",
    "unknown": "It is undetermined: {} of {} conditions hold, and nothing refutes it.",
}


def show_why_not(out: Console, base: RuleBase, found: WhyNot) -> None:
    """Print why a rule is silent, what it would have said, and where it speaks."""
    rule = found.rule
    out.print(text((f"{rule.id}  {rule.title}", "bold")))
    out.print(padded(quotes(rule), 2))
    out.print(_STATES[found.truth].format(found.holding, len(found.checks)))
    for check in found.checks:
        tree = Tree(_label(check), guide_style="dim")
        _grow(tree, check)
        out.print(padded(tree, 2))
    if found.needs:
        out.print(f"To be decided it needs {needs_words(base, found.needs)}.")
    if rule.verdict is not None:
        said = verdict_words(base, rule.verdict)
        says = "It says" if found.truth == "holds" else "It would have said"
        out.print(f"{says}: {said.en}  〔{said.zh}〕")
    if rule.dead:
        out.print(f"Declared a dead letter: {rule.dead}")
    out.print(extent_line(found.extent))
    if found.nearest is not None:
        changed = ", ".join(input_words(name) for name in found.changed)
        out.print(f"Nearest chart on which it fires: {found.nearest.notation} (changed: {changed})")


def input_words(name: str) -> str:
    """An input, or an axis of the charts, in words."""
    return words_of("offset" if name == "plate" else name)


def extent_line(where: Extent | None) -> str:
    """On how many charts a rule fires, over the inputs that it reads."""
    if where is None:
        return "On how many charts it fires is not decided: it reads too many inputs."
    *head, last = map(input_words, where.axes)
    over = f"{', '.join(head)} and {last}"
    return f"It fires on {where.fires:,} of {where.of:,} charts (over {over})."


def witness_lines(where: Extent) -> list[str]:
    """Charts on which a rule fires, in the notation."""
    return [write(complete(given)[0]) for given in where.witnesses]


def _label(check: Check) -> Text:
    sign, style = _SIGNS[check.truth]
    return text((f"{sign} ", style), f"{check.en}  〔{check.zh}〕")


def _grow(tree: Tree, check: Check) -> None:
    for part in check.parts:
        _grow(tree.add(_label(part)), part)
    for item in check.evidence:
        tree.add(evidence_line(item))
