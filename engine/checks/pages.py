"""The page of every code."""

from __future__ import annotations

from engine.checks import CHECKS, pages_charts, pages_rows, pages_rules, pages_yaml
from engine.checks.acceptance import UnusedAcceptance
from engine.checks.page import Page

PAGES: dict[str, Page] = {
    **pages_yaml.PAGES,
    **pages_rules.PAGES,
    **pages_charts.PAGES,
    **pages_rows.PAGES,
    **{check.code: check.page for check in CHECKS},
    UnusedAcceptance.code: UnusedAcceptance.page,
}


def page_of(code: str) -> Page:
    """The page of a code; KeyError for what is no code."""
    return PAGES[code]
