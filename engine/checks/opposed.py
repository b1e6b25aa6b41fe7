"""W313: two rules that answer one question in opposed ways on one chart, and do not say so."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Check, Finding, Ground, charts
from engine.checks.declared import AT_ODDS, is_declared
from engine.checks.meetings import Meeting
from engine.checks.page import Page
from rules.reader.diagnostics import Label


class Opposed(Check):
    """Undeclared contradictions; the rows of a rule count as one with it."""

    code = "W313"
    page = Page(
        wrong="There are charts on which both rules fire, and their answers to the question "
        "oppose each other (`opposes` in rules/vocabulary/questions.yaml).",
        why="The reader is told one thing and its contrary. The text may well have it so, in one "
        "chapter and in another; then the edition says that it knows.",
        mend="Read both verses. If one takes the other back, declare `overrides`; if it narrows "
        "it, `qualifies`; if it makes it worse or better, `modifies`; if both stand, "
        "`contradicts` with the reason. It is enough that one of the two declares it. If one of "
        "them lacks a condition of its verse, add that.",
        example="contradicts: [{rule: DQ-0891.d, why: one place and two verdicts}]",
    )

    def find(self, ground: Ground) -> Iterator[Finding]:
        """A finding for each pair of whole rules, at the later of the two."""
        pairs: dict[tuple[str, str], list[Meeting]] = {}
        for meeting in ground.meetings.opposed:
            if not is_declared(meeting.first, meeting.second, AT_ODDS):
                pair = meeting.first.parent, meeting.second.parent
                pairs.setdefault(pair, []).append(meeting)
        answers = ground.base.edition.vocabulary.questions
        often = {pair: max(met, key=_share) for pair, met in pairs.items()}
        for pair, most in sorted(often.items(), key=lambda item: -_share(item[1])):
            met = pairs[pair]
            first, second = most.first, most.second
            assert first.verdict is not None
            assert second.verdict is not None
            known = answers[first.verdict.question].answers
            more = len(met) - 1
            rows = f" (and {more} more row{'s' * (more > 1)})" if more else ""
            also = Label(first.span, known[first.verdict.answer].speech.en) if first.span else None
            yield self.finding(
                f"{second.id} and {first.id} oppose each other on {charts(most.both)} of "
                f"{most.of:,}{rows}, and neither says so",
                second.span,
                first,
                second,
                label=known[second.verdict.answer].speech.en,
                also=(also,) if also else (),
                help=f"for example on {'; '.join(ground.meetings.witnesses(most))}\n"
                f"declare `contradicts: [{{rule: {first.parent}, why: ...}}]`, `overrides`, "
                "`qualifies` or `modifies`",
            )


def _share(meeting: Meeting) -> float:
    return meeting.both / meeting.of
