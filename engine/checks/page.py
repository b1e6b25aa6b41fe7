"""A page that explains a kind of finding."""

from __future__ import annotations

from typing import NamedTuple


class Page(NamedTuple):
    """What is wrong, why it matters, how to mend it, and an example of what is found."""

    wrong: str
    why: str
    mend: str
    example: str
