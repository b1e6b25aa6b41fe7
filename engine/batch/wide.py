"""The wide shape: one row a chart, a cell a question with the answers that stand on it.

It is read off the planes of the verdicts, many rules at once; of their values only the places and
directions are looked at by which a question is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.batch.found import Array
from engine.columns import Verdicts
from engine.columns.words import any_of, bits_of, count_of, mask_of
from engine.leaves import grouped
from rules.reader.vocabulary import Question


@dataclass(frozen=True, slots=True)
class Cells:
    """A column of lists: the lists that occur, and which of them each chart has."""

    lists: Sequence[tuple[str, ...]]
    codes: Array


@dataclass(frozen=True, slots=True)
class Wide:
    """The answers that stand on some charts, by question; the questions that are in dispute.

    ``verdicts`` and ``undetermined`` are how many of the rules asked for give an answer and are
    undetermined, chart by chart; ``given`` is how many verdicts there are in all, with those that
    are overridden.
    """

    answers: dict[str, Cells]
    disagreements: Cells
    verdicts: Array
    undetermined: Array
    given: int


def widened(verdicts: Verdicts, questions: Sequence[str]) -> Wide:
    """The standing answers to each question, in the order of the vocabulary.

    Two answers of which one opposes the other put their question among the disagreements.
    """
    plan, planes = verdicts.plan, verdicts.told
    counting = verdicts.counting()
    known = plan.base.edition.vocabulary.questions
    answers: dict[str, Cells] = {}
    disputed = []
    for name in questions:
        question, rules = known[name], _rules(verdicts, name)
        given = np.array([any_of(counting, mask_of(own, len(plan.rules))) for own in rules])
        answers[name] = _cells(given, tuple(question.answers))
        spoken = (
            _at_places(verdicts, counting, rules) if question.keyed_by else given[:, np.newaxis]
        )
        disputed.append(_disputed(question, spoken))
    return Wide(
        answers,
        _cells(np.array(disputed), questions),
        count_of(counting, plan.mask),
        count_of(planes.may & ~planes.must, plan.mask),
        int(count_of(planes.must, plan.mask).sum()),
    )


def joined_wide(parts: Sequence[Wide]) -> Wide:
    """Several judgements of the same charts as one, each chart with its answers by each of them.

    The i-th chart by the j-th judgement of n is chart ``i * n + j``.
    """
    if len(parts) == 1:
        return parts[0]
    return Wide(
        {name: _joined([part.answers[name] for part in parts]) for name in parts[0].answers},
        _joined([part.disagreements for part in parts]),
        _each([part.verdicts for part in parts]),
        _each([part.undetermined for part in parts]),
        sum(part.given for part in parts),
    )


def _joined(parts: Sequence[Cells]) -> Cells:
    starts = np.cumsum([0, *(len(part.lists) for part in parts)])
    codes = _each([part.codes + start for part, start in zip(parts, starts, strict=False)])
    return Cells([list_ for part in parts for list_ in part.lists], codes)


def _each(columns: Sequence[Array]) -> Array:
    return np.stack(columns, axis=1).reshape(-1)


def _rules(verdicts: Verdicts, question: str) -> list[list[int]]:
    """The asked rules that give each answer to a question."""
    plan = verdicts.plan
    known = plan.base.edition.vocabulary.questions[question]
    found: dict[str, list[int]] = {answer: [] for answer in known.answers}
    for rule in plan.asked:
        verdict = plan.rules[rule].verdict
        if verdict is not None and verdict.question == question:
            found[verdict.answer].append(rule)
    return [*found.values()]


def _at_places(verdicts: Verdicts, counting: Array, rules: Sequence[Sequence[int]]) -> Array:
    """Whether each answer is given, at each place or direction of which any of the rules speaks.

    What a verdict says of no place in particular holds at all of them.
    """
    told = {rule: verdicts.keys(rule) for own in rules for rule in own}
    numbers: dict[str | None, int] = {None: 0}
    for _, keys in told.values():
        for key in keys:
            numbers.setdefault(key, len(numbers))
    spoken = np.zeros((len(rules), len(numbers), verdicts.size), dtype=bool)
    for answer, own in enumerate(rules):
        for rule in own:
            codes, keys = told[rule]
            charts = np.flatnonzero(bits_of(counting, rule))
            places = np.array([numbers[key] for key in keys], dtype=np.intp)
            spoken[answer, places[codes[charts]], charts] = True
    return spoken | spoken[:, :1]


def _disputed(question: Question, spoken: Array) -> Array:
    """Where answers to a question oppose each other, of arrays of answers, places and charts."""
    numbers = {answer: number for number, answer in enumerate(question.answers)}
    disputed = np.zeros(spoken.shape[-1], dtype=bool)
    for answer, about in question.answers.items():
        for other in about.opposes:
            both = spoken[numbers[answer]] & spoken[numbers[other]]
            disputed |= both.any(axis=0)
    return disputed


def _cells(given: Array, names: Sequence[str]) -> Cells:
    """Truth values by name and chart, as lists of the names that are true."""
    some = [number for number, where in enumerate(given) if where.any()]
    size = given.shape[-1]
    codes, firsts = grouped((given[number] for number in some), size)
    lists = [tuple(names[i] for i in some if given[i, first]) for first in firsts.tolist()]
    return Cells(lists, codes)
