"""What the tests of the reader share."""

from __future__ import annotations

import pytest
import yaml

from rules.reader import marks
from rules.reader.diagnostics import Report
from rules.reader.scope import Scope
from tests.rules.editions import read_good, scope_of


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the test with each of PyYAML's parsers: their words differ, ours must not."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML without libyaml")
    monkeypatch.setattr(marks, "_LOADER", getattr(yaml, request.param))
    return str(request.param)


@pytest.fixture
def report() -> Report:
    """An empty report."""
    return Report()


@pytest.fixture
def scope(report: Report) -> Scope:
    """The scope of the good edition, reporting to ``report``."""
    return scope_of(read_good(), report)
