"""The wide shape: one row a chart, a cell a question with the answers that stand on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.batch.found import Array, Form, Found
from engine.disagreement import key_of
from rules.reader.vocabulary import Question


@dataclass(frozen=True, slots=True)
class Cells:
    """A column of lists: the lists that occur, each once, and which of them each chart has."""

    lists: Sequence[tuple[str, ...]]
    codes: Array


@dataclass(frozen=True, slots=True)
class Wide:
    """The answers that stand on some charts, by question; the questions that are in dispute."""

    answers: dict[str, Cells]
    disagreements: Cells
    verdicts: Array
    undetermined: Array


def widened(found: Found, known: Mapping[str, Question], questions: Sequence[str]) -> Wide:
    """The standing answers to each question, in the order of the vocabulary.

    Two answers of which one opposes the other put their question among the disagreements.
    """
    places = {name: i for i, name in enumerate(_answers(known, questions))}
    of_form = np.array([_place(form, places) for form in found.table], dtype=np.int64)
    given = np.zeros((found.size, len(places)), dtype=bool)
    place = of_form[found.forms] if len(found.table) else found.forms
    given[found.charts[place >= 0], place[place >= 0]] = True
    disputed = np.zeros((found.size, len(questions)), dtype=bool)
    answers: dict[str, Cells] = {}
    start = 0
    for i, name in enumerate(questions):
        question = known[name]
        names = tuple(question.answers)
        cells = _cells(given[:, start : start + len(names)], names)
        disputed[:, i] = _disputed(found, question, of_form - start, cells)
        answers[name] = cells
        start += len(names)
    counts = np.array([form.counts for form in found.table], dtype=bool)
    standing = counts[found.forms] if len(counts) else found.forms.astype(bool)
    return Wide(
        answers,
        _cells(disputed, tuple(questions)),
        np.bincount(found.charts[standing], minlength=found.size),
        found.undetermined,
    )


def _answers(known: Mapping[str, Question], questions: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, answer) for name in questions for answer in known[name].answers]


def _place(form: Form, places: Mapping[tuple[str, str], int]) -> int:
    """The place of the answer that a form gives; -1 if it does not count or was not asked."""
    verdict = form.rule.verdict
    if verdict is None or not form.counts:
        return -1
    return places.get((verdict.question, verdict.answer), -1)


def _disputed(found: Found, question: Question, of_form: Array, cells: Cells) -> Array:
    """Where answers to a question oppose each other; of a keyed one, at one place.

    What a verdict says of no place in particular holds at all of them.
    """
    names = tuple(question.answers)
    own = (of_form >= 0) & (of_form < len(names))
    keys = [
        key_of(question, form.values) if mine else None
        for form, mine in zip(found.table, own.tolist(), strict=True)
    ]
    disputed = np.zeros(found.size, dtype=bool)
    for key in dict.fromkeys(keys):
        if question.keyed_by:
            here = own & np.array([other in (None, key) for other in keys], dtype=bool)
            taken = here[found.forms]
            given = np.zeros((found.size, len(names)), dtype=bool)
            given[found.charts[taken], of_form[found.forms[taken]]] = True
            cells = _cells(given, names)
        opposed = np.array([_opposed(question, answers) for answers in cells.lists], dtype=bool)
        disputed |= opposed[cells.codes]
    return disputed


def _opposed(question: Question, answers: Sequence[str]) -> bool:
    return any(other in question.answers[a].opposes for a in answers for other in answers)


def _cells(given: Array, names: Sequence[str]) -> Cells:
    """Rows of truth values as lists of the names that are true."""
    if not len(given) or not names:
        return Cells(((),), np.zeros(len(given), dtype=np.int64))
    packed = np.ascontiguousarray(np.packbits(given, axis=1))
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).reshape(-1)
    _, first, codes = np.unique(whole, return_index=True, return_inverse=True)
    lists = [tuple(names[i] for i in np.flatnonzero(given[row]).tolist()) for row in first]
    return Cells(lists, codes.reshape(-1))
