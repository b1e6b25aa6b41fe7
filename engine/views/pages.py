"""Pages and pictures from the templates of this folder; they need nothing else."""

from __future__ import annotations

from typing import Any


def rendered(name: str, /, **words: Any) -> str:
    """The template of that name, filled with words and with functions that it calls."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("engine.views", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(words)
    return environment.get_template(name).render()
