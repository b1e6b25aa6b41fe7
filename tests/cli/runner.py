"""Runs the command within the test's own process."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from cli import bingzhan


def run(*words: str, stdin: str | bytes = "") -> Result:
    """What the command prints and its exit code; an exception is the test's own."""
    result = CliRunner().invoke(bingzhan, words, input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def answer(*words: str, stdin: str | bytes = "") -> Any:
    """The JSON document that the command answers with."""
    result = run(*words, "--format", "json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
