"""The view of packs that were refused: which, and what is wrong with them, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from engine.packs import Faults
from engine.views.streams import coloured
from rules.reader.render import render_text

SHOWN = 20
"""Findings shown of each pack."""


def show_refused(refused: Mapping[str, Faults]) -> None:
    """Say which packs were left out and why."""
    for name, faults in refused.items():
        click.echo(f"bingzhan: the pack {name} is left out for its errors:", err=True)
        click.echo(render_text(faults[:SHOWN], color=coloured(sys.stderr)), err=True)
        if len(faults) > SHOWN:
            more = len(faults) - SHOWN
            click.echo(f"and {more} more; `bingzhan check` lists them all", err=True)
