"""Commands for authors, each loaded when it is first asked for."""
