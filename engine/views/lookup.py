"""Finds what a user names in the edition: rules, passages, questions; with a did-you-mean."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulebase import RuleBase
from rules.reader.model import Passage, Rule
from rules.reader.names import suggest


class Unknown(ValueError):
    """A name that is not in the edition; the message says what may have been meant."""


def rules_of(base: RuleBase, name: str) -> list[Rule]:
    """The rule of that id, or all its rows."""
    passage, dot, rest = name.partition(".")
    rows = base.edition.rows_of(passage.upper() + dot + rest)
    if rows:
        return rows
    found = base.edition.passages.get(passage.upper())
    if found is not None:
        hint = f"; the rules of {found.id} are {', '.join(found.rules) or 'none'}"
    else:
        hint = _meant(name, (rule.parent for rule in base.edition.rules.values()))
    raise Unknown(f"there is no rule {name!r}{hint}")


def passage_of(base: RuleBase, name: str) -> Passage:
    """The passage of that id, in letters of any case."""
    found = base.edition.passages.get(name.upper())
    if found is None:
        hint = _meant(name.upper(), base.edition.passages)
        raise Unknown(f"{name!r} is not a passage of the edition{hint}")
    return found


def questions_of(base: RuleBase, names: Iterable[str]) -> tuple[str, ...]:
    """The questions of those names; all are listed where nothing like the name is known."""
    known = base.edition.vocabulary.questions
    names = tuple(names)
    for name in names:
        if name not in known:
            hint = _meant(name, known) or f"; there are {', '.join(known)}"
            raise Unknown(f"there is no question {name!r}{hint}")
    return names


def _meant(name: str, known: Iterable[str]) -> str:
    near = suggest(name, dict.fromkeys(known))
    return f"; did you mean {' or '.join(near)}?" if near else ""
