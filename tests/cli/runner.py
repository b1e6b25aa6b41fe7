"""Runs the command within the test's own process.

The edition is read once for all commands without packs: that each start reads it right is a test of
its own (tests/engine/test_start.py), and here it would be most of the time.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner, Result

from cli import bingzhan
from engine import rulebase
from engine.packs import in_use

_load = rulebase.load


@cache
def _edition() -> rulebase.RuleBase:
    return _load()


def _loaded(*args: Any, **options: Any) -> rulebase.RuleBase:
    return _load(*args, **options) if args or options or in_use().found else _edition()


def run(*words: str, stdin: str | bytes = "") -> Result:
    """What the command prints and its exit code; an exception is the test's own."""
    with patch.object(rulebase, "load", _loaded):
        return run_fresh(*words, stdin=stdin)


def run_fresh(*words: str, stdin: str | bytes = "") -> Result:
    """The same, and the edition is read as it is at every start."""
    result = CliRunner().invoke(bingzhan, words, input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def answer(*words: str, stdin: str | bytes = "") -> Any:
    """The JSON document that the command answers with."""
    result = run(*words, "--format", "json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
