"""The view of ``judge --brief``: what is answered, a line an answer, and what speaks against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.console import Console

from engine.judgement import Finding, Judgement
from engine.rulebase import RuleBase
from engine.views.console import bullet, padded, text
from engine.views.fold import Fold, folded, merged_values
from engine.views.judgement import answer_line, heading, needs_words, show_further, show_head
from engine.views.runs import runs


def show_brief(out: Console, base: RuleBase, judgement: Judgement) -> None:
    """Print the answers, question by question: each once, with all the rules that give it.

    Opposed answers bear the same mark; what is overridden or cancelled is counted only.
    """
    show_head(out, judgement)
    opposed = _opposed(judgement)
    for question, findings in judgement.by_question().items():
        out.print(heading(base, question))
        standing = [finding for finding in findings if finding.standing.counts]
        for fold in _gathered(folded(standing)):
            against = not opposed.isdisjoint(finding.rule.id for finding in fold)
            _show_answer(out, base, fold, against=against)
        if silenced := len(findings) - len(standing):
            said = f"({silenced} more, overridden or cancelled)"
            out.print(padded(text((said, "dim")), 4))
    if not judgement.findings:
        out.print("\nNo rule speaks on this chart.")
    if opposed:
        out.print(text(("\n≠", "yellow"), " opposed to another answer; both stand"))
    _show_open(out, base, judgement)
    show_further(out, base, judgement)


def _opposed(judgement: Judgement) -> set[str]:
    """The rules that some other rule opposes on this chart."""
    return {rule for item in judgement.disagreements for _, rules in item.sides for rule in rules}


def _gathered(folds: Iterable[Fold]) -> list[list[Finding]]:
    """Findings of one answer with the same values, of however many passages."""
    found: list[tuple[str, dict[str, Any], list[Finding]]] = []
    for fold in folds:
        answer, values = fold.first.answer, fold.values
        for other, its, findings in found:
            if other == answer and its == values:
                findings += fold.findings
                break
        else:
            found.append((answer, values, list(fold.findings)))
    return [findings for *_, findings in found]


def _show_answer(out: Console, base: RuleBase, findings: list[Finding], *, against: bool) -> None:
    said = answer_line(base, findings[0], merged_values(findings))
    firm = any(finding.rule.status == "stable" for finding in findings)
    rules = ", ".join(runs(dict.fromkeys(finding.rule.parent for finding in findings)))
    out.print(
        bullet(
            ("≠", "yellow") if against else ("●", "green"),
            text(
                said,
                ("" if firm else " (reading in doubt)", "yellow"),
                (f"   {rules}", "cyan"),
            ),
        )
    )


def _show_open(out: Console, base: RuleBase, judgement: Judgement) -> None:
    """How much waits for which inputs."""
    waiting = Counter(need for item in judgement.undetermined for need in item.needs)
    if waiting:
        out.print(f"\n{len(judgement.undetermined)} more rules wait for inputs:")
        for need, count in sorted(waiting.items(), key=lambda item: (-item[1], item[0])):
            out.print(bullet("?", f"{needs_words(base, (need,))}: {count}"))
