"""One rule base for all runs within the tests' process."""

from __future__ import annotations

import pytest

import engine.rulebase
from engine.rulebase import RuleBase, load


@pytest.fixture(scope="session")
def base() -> RuleBase:
    return load()


@pytest.fixture(autouse=True)
def loaded(base: RuleBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.rulebase, "load", lambda: base)
