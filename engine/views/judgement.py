"""The views of ``judge`` and ``explain``: answers by question, proofs beneath them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from engine.disagreement import Disagreement
from engine.judgement import Finding, Judgement
from engine.proof import Node, Prover
from engine.rulebase import RuleBase
from engine.views.cast import show_disputes
from engine.views.console import bullet, padded, text
from engine.views.evidence import evidence_line
from engine.views.fold import Fold, folded
from engine.views.runs import runs
from engine.views.words import answer_words
from facts.symbols import BRANCHES
from rules.reader.model import Rule

_MARKS = {"stable": "", "tentative": " (tentative reading)", "disputed": " (disputed reading)"}


def show_judgement(
    out: Console, base: RuleBase, judgement: Judgement, *, prover: Prover | None = None
) -> None:
    """Print the answers, question by question; with a prover, each with its proof."""
    show_head(out, judgement)
    disagreements: dict[str, list[Disagreement]] = {}
    for disagreement in judgement.disagreements:
        disagreements.setdefault(disagreement.question, []).append(disagreement)
    for question, findings in judgement.by_question().items():
        out.print(heading(base, question))
        _show_findings(out, base, findings, prover)
        for disagreement in disagreements.get(question, ()):
            _show_disagreement(out, base, disagreement)
    modifying = [f for f in judgement.findings if not f.question]
    if modifying:
        out.print(text(("\n", ""), ("What bears on these answers  〔附論〕", "bold underline")))
        _show_findings(out, base, modifying, prover)
    if not judgement.findings:
        out.print("\nNo rule speaks on this chart.")
    _show_open(out, base, judgement)
    shorter = "--brief tells each answer in a line; " if prover is None else ""
    show_further(out, base, judgement, shorter)


def show_further(out: Console, base: RuleBase, judgement: Judgement, shorter: str = "") -> None:
    """Print, after many questions, how to ask for less, and what else can be asked."""
    answered = judgement.by_question()
    if len(answered) <= _MANY:
        return
    said = (
        f"\n{len(answered)} questions are answered: {shorter}--question who_wins asks one of them."
    )
    known = base.edition.vocabulary.questions.values()
    waiting = [q.name for q in known if q.background and q.name not in answered]
    if waiting:
        said += f" Others wait to be asked: {', '.join(waiting)}."
    out.print(text((said, "dim")))


_MANY = 12
"""Questions beyond which a reader is told how to ask for less, and for more."""


def show_head(out: Console, judgement: Judgement) -> None:
    """Print the chart, its lesson and transmissions, and where the casting schools part on it."""
    chart = judgement.run.chart
    transmissions = "".join(BRANCHES[b] for b in chart.derivation.transmissions)
    out.print(
        text((chart.notation, "bold"), f"   {chart.derivation.method}課，三傳{transmissions}")
    )
    show_disputes(out, chart)


def heading(base: RuleBase, question: str) -> Text:
    """A question as the heading of its answers."""
    speech = base.edition.vocabulary.questions[question].speech
    return text(("\n", ""), (f"{speech.en}  〔{speech.zh}〕", "bold underline"))


def _show_fold(out: Console, base: RuleBase, fold: Fold) -> None:
    """Print findings that say one thing as one, with the verses of all."""
    first = fold.first
    counts = first.standing.counts
    statuses = dict.fromkeys(_MARKS[f.rule.status] for f in fold.findings)
    said = answer_line(base, first, fold.values)
    schools = dict.fromkeys(f" [{f.rule.school}]" for f in fold.findings if f.rule.school)
    parts: list[RenderableType] = [
        text(
            (said, "" if counts else "dim"),
            (f"   {fold.names}", "cyan"),
            ("".join(statuses), "yellow"),
            ("".join(schools), "dim"),
        ),
        Text(" ".join(f"「{quote.text}」{quote.passage}" for quote in fold.quotes)),
    ]
    within = {f.rule.id for f in fold.findings}
    lines = [line for f in fold.findings for line in standing_lines(base, f, within)]
    parts += [text((line, "dim")) for line in dict.fromkeys(lines)]
    parts += [text((f"reading: {reading}", "dim")) for reading in fold.readings]
    out.print(bullet(("●", "green") if counts else ("○", "dim"), Group(*parts)))


def _show_proved(out: Console, base: RuleBase, finding: Finding, prover: Prover) -> None:
    """Print a finding with its proof."""
    rule = finding.rule
    counts = finding.standing.counts
    tree = Tree(quotes(rule), guide_style="dim")
    for child in prover.proof(rule).children:
        _grow(tree, child)
    parts: list[RenderableType] = [
        text(
            (answer_line(base, finding), "" if counts else "dim"),
            (f"   {rule.id}", "cyan"),
            (_MARKS[rule.status], "yellow"),
            (f" [{rule.school}]" if rule.school else "", "dim"),
        ),
        tree,
    ]
    parts += [text((line, "dim")) for line in standing_lines(base, finding)]
    if rule.reading:
        support = f" ({', '.join(rule.support)})" if rule.support else ""
        parts.append(text((f"reading: {rule.reading}{support}", "dim")))
    out.print(bullet(("●", "green") if counts else ("○", "dim"), Group(*parts)))


def _show_findings(
    out: Console, base: RuleBase, findings: list[Finding], prover: Prover | None
) -> None:
    if prover is None:
        for fold in folded(findings):
            _show_fold(out, base, fold)
    else:
        for finding in sorted(findings, key=lambda f: not f.standing.counts):
            _show_proved(out, base, finding, prover)


def quotes(rule: Rule) -> Text:
    """The verses that a rule rests on."""
    return Text(" ".join(f"「{quote.text}」{quote.passage}" for quote in rule.quotes))


def answer_line(base: RuleBase, finding: Finding, values: dict[str, Any] | None = None) -> str:
    """The answer with its values: "the enemy comes, in 2 days  〔賊來，2日後〕"."""
    verdict = finding.rule.verdict
    if verdict is None:
        return finding.rule.title
    said = answer_words(base, verdict, finding.valued.values if values is None else values)
    return f"{said.en}  〔{said.zh}〕"


def standing_lines(base: RuleBase, finding: Finding, within: Collection[str] = ()) -> list[str]:
    """What other rules do to this verdict, a line each; parallels ``within`` go without saying."""
    standing = finding.standing
    lines = []
    if standing.overridden_by:
        lines.append(f"overridden by {', '.join(standing.overridden_by)}: not an answer here")
    if standing.cancelled_by:
        lines.append(f"cancelled by {', '.join(standing.cancelled_by)}: not an answer here")
    if standing.qualified_by:
        lines.append(f"qualified by {', '.join(standing.qualified_by)}")
    lines += [f"made {effect} by {rule}" for rule, effect in standing.modifiers]
    reasons: dict[str, list[str]] = {}
    for rule, why in standing.contradicts.items():
        if why != _of_signs(base, finding.question):  # said once, where the answers disagree
            reasons.setdefault(why, []).append(rule)
    lines += [
        f"contradicts {', '.join(rules)}{f': {why}' if why else ''}"
        for why, rules in reasons.items()
    ]
    if parallel := [rule for rule in standing.parallel if rule not in within]:
        lines.append(f"says the same as {', '.join(parallel)}")
    if standing.may_change:
        lines.append(f"may change: {', '.join(standing.may_change)} is not decided")
    if finding.valued.needs:
        lines.append(f"to be known it needs {needs_words(base, finding.valued.needs)}")
    return lines


def needs_words(base: RuleBase, needs: Iterable[str]) -> str:
    """Inputs that are wanted, each with how it is written."""
    inputs = base.edition.vocabulary.inputs
    return "; ".join(f"{inputs[n].speech.en} (give {inputs[n].give})" for n in needs)


def _show_disagreement(out: Console, base: RuleBase, found: Disagreement) -> None:
    """The answers that oppose each other, side by side: those opposed to the same in one column."""
    answers = base.edition.vocabulary.questions[found.question].answers
    given = [answer for answer, _ in found.sides]
    camps: dict[tuple[str, ...], list[str]] = {}
    for answer, rules in found.sides:
        against = tuple(
            other
            for other in given
            if other in answers[answer].opposes or answer in answers[other].opposes
        )
        speech = answers[answer].speech
        said = f"{speech.en} 〔{speech.zh}〕\n  {', '.join(rules)}"
        camps.setdefault(against, []).append(said)
    table = Table(box=box.MINIMAL, show_header=False, show_edge=False, pad_edge=False)
    for _ in camps:
        table.add_column(overflow="fold")
    table.add_row(*("\n".join(camp) for camp in camps.values()))
    at = f" of {found.at}" if found.at else ""
    out.print(padded(text((f"The passages disagree{at}, and both sides stand:", "yellow")), 2))
    out.print(padded(table, 4))
    reason = _of_signs(base, found.question)
    if not found.declared:
        out.print(padded(text(("no relation between them is declared", "dim")), 4))
    elif any(why == reason for *_, why in found.declared):
        out.print(padded(text((reason, "dim")), 4))


def _of_signs(base: RuleBase, question: str) -> str:
    """Why the signs of a question that oppose each other all stand; empty without signs."""
    signs = base.edition.signs.get(question)
    return signs.why if signs is not None else ""


def _grow(tree: Tree, node: Node) -> None:
    label = f"{node.en}  〔{node.zh}〕"
    if node.kind == "seen":
        tree.add(Text(f"{label}  (shown above)", style="dim"))
        return
    if node.source:
        label += f" {node.source}"
    branch = tree.add(Text(label))
    for item in node.evidence:
        branch.add(evidence_line(item))
    for child in node.children:
        _grow(branch, child)


def _show_open(out: Console, base: RuleBase, judgement: Judgement) -> None:
    """The undetermined rules, grouped by what they need; the rows of a rule as one."""
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for item in judgement.undetermined:
        groups.setdefault(item.needs, {})[item.rule.parent] = None
    if not groups:
        return
    out.print(text(("\n", ""), ("Not decided for want of inputs  〔所占未全〕", "bold underline")))
    for needs, rules in sorted(groups.items(), key=lambda group: (len(group[0]), group[0])):
        wanted = needs_words(base, needs)
        out.print(bullet("?", Group(text(wanted), text((", ".join(runs(rules)), "dim")))))
