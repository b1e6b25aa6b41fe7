"""What the rules find on many charts: which verdict stands on which chart, each verdict once.

A verdict with its values and its standing is one `Form`, however many charts give it, so that
whatever is written of it is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.relations import Standing
from engine.values import Valued
from rules.reader.model import Rule

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True)
class Form:
    """A verdict as some charts give it: its values (None for an unknown one) and how it stands.

    ``needs`` are the inputs that unknown values lack; ``by`` the rules that override or cancel it,
    ``modifiers`` the effects upon it, ``may_change`` the undetermined rules that could act on it.
    """

    rule: Rule
    values: dict[str, Any]
    needs: tuple[str, ...]
    standing: str
    by: tuple[str, ...]
    modifiers: tuple[str, ...]
    may_change: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether the verdict is among the answers."""
        return self.standing == "stands" and self.rule.verdict is not None


@dataclass(frozen=True)
class Found:
    """The verdicts on some charts: pairs of a chart and a form, by chart and then by rule.

    ``undetermined`` is how many of the rules asked for are undetermined, chart by chart.
    """

    size: int
    charts: Array
    forms: Array
    table: Sequence[Form]
    undetermined: Array


def form_of(rule: Rule, valued: Valued, standing: Standing) -> Form:
    """The form of a verdict with its values and its standing."""
    word = "cancelled" if standing.cancelled_by else "stands"
    return Form(
        rule,
        valued.values,
        valued.needs,
        "overridden" if standing.overridden_by else word,
        tuple(sorted({*standing.overridden_by, *standing.cancelled_by})),
        tuple(sorted({effect for _, effect in standing.modifiers})),
        tuple(sorted(standing.may_change)),
    )


def joined(parts: Sequence[Found]) -> Found:
    """Several judgements of the same charts as one, each chart with all of its verdicts.

    The i-th chart by the j-th judgement of n is chart ``i * n + j``.
    """
    if len(parts) == 1:
        return parts[0]
    count = len(parts)
    starts = np.cumsum([0, *(len(part.table) for part in parts)])
    charts = np.concatenate([part.charts * count + i for i, part in enumerate(parts)])
    forms = np.concatenate([part.forms + starts[i] for i, part in enumerate(parts)])
    order = np.argsort(charts, kind="stable")
    undetermined = np.stack([part.undetermined for part in parts], axis=1).reshape(-1)
    table = [form for part in parts for form in part.table]
    return Found(parts[0].size * count, charts[order], forms[order], table, undetermined)
