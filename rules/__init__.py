"""The edition: the text of the books with its rules, tables, concepts and vocabulary as YAML."""

from pathlib import Path

ROOT = Path(__file__).parent
"""The folder that holds the edition's YAML files."""
