"""Ids of rules in runs."""

from __future__ import annotations

import pytest

from engine.views.runs import runs


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ([], []),
        (["DQ-0698.a"], ["DQ-0698.a"]),
        (["DQ-0698.a", "DQ-0698.b"], ["DQ-0698.a", "DQ-0698.b"]),
        (["DQ-0698.a", "DQ-0698.b", "DQ-0698.c"], ["DQ-0698.a-c"]),
        (["DQ-0698.a", "DQ-0699.b", "DQ-0699.c", "DQ-0699.d"], ["DQ-0698.a", "DQ-0699.b-d"]),
        (["DQ-0698.y", "DQ-0698.z", "DQ-0698.a2"], ["DQ-0698.y", "DQ-0698.z", "DQ-0698.a2"]),
        (["MY-1.a", "MY-1.c", "MY-1.d", "MY-1.e", "MY-1.g"], ["MY-1.a", "MY-1.c-e", "MY-1.g"]),
    ],
)
def test_rules_that_follow_each_other_are_one_run(rules: list[str], shown: list[str]) -> None:
    assert runs(rules) == shown
