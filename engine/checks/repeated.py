"""What W311 and W312 share: rules with the same verdict of which one fires where the other does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.base import Ground
from engine.checks.declared import AT_ODDS, is_declared
from engine.checks.meetings import Meeting


def repeated(ground: Ground) -> Iterator[Meeting]:
    """One undeclared meeting for each pair of whole rules, the rule that says no more second."""
    seen: set[tuple[str, str]] = set()
    for meeting in ground.meetings.alike:
        pair = meeting.first.parent, meeting.second.parent
        if pair in seen or is_declared(meeting.first, meeting.second, ("parallel", *AT_ODDS)):
            continue
        seen.add(pair)
        yield meeting if meeting.both == meeting.of_second else meeting.turned()
