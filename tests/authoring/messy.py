"""Section files in every layout that an author may come up with."""

from __future__ import annotations

from random import Random
from typing import Any

SCALARS = [
    "游都加日今將到",
    "comes",
    "3",
    "true",
    "DQ-0891",
    "a: b # no comment",
    'it\'s \\ "so"',
    "two\nlines\n",
    "two\n  lines, indented\n\nand a last",
    "",
    "- no item",
]


def a_rule(random: Random, letter: str) -> dict[str, Any]:
    names = ["id", "title", "quote", "status", "when", "then", "examples", "zzz", "overrides"]
    rule: dict[str, Any] = {name: value(random, 2) for name in names if random.random() < 0.8}
    return rule | {"id": f"DQ-0891.{letter}"}


def a_section(random: Random) -> dict[str, Any]:
    passages = [
        {
            "passage": f"DQ-000{number}",
            "text": random.choice(SCALARS),
            "rules": [a_rule(random, letter) for letter in "abc"[: random.randint(1, 3)]],
            "not_encoded": value(random, 2),
        }
        for number in range(random.randint(1, 3))
    ]
    return {"section": "游都", "en": "x", "roles": value(random, 2), "passages": passages}


def value(random: Random, depth: int) -> Any:
    kind = random.choice(["scalar", "scalar", "list", "mapping"]) if depth else "scalar"
    if kind == "scalar":
        return random.choice(SCALARS)
    size = random.randint(1, 3)
    if kind == "list":
        return [value(random, depth - 1) for _ in range(size)]
    return {f"k{number}": value(random, depth - 1) for number in range(size)}


class Writer:
    """Writes data as YAML, every choice of layout left to chance; notes the comments written."""

    def __init__(self, random: Random, brackets: float = 0.3) -> None:
        self.random, self.brackets = random, brackets
        self.comments: list[str] = []

    def text(self, tree: dict[str, Any]) -> str:
        lines = self.block(tree, 0)
        head = ["---"] if self.random.random() < 0.1 else []
        return "\n".join([*self.between(0), *head, *lines, *self.between(0)]) + "\n"

    def comment(self) -> str:
        self.comments.append(f"# c{len(self.comments)}: - [it")
        return self.comments[-1]

    def between(self, column: int) -> list[str]:
        """Blank lines and comments, most at the column, some elsewhere."""
        lines = []
        while self.random.random() < 0.25:
            column = column if self.random.random() < 0.7 else self.random.randint(0, 12)
            lines.append(" " * column + self.comment() if self.random.random() < 0.6 else "  ")
        return lines

    def end(self) -> str:
        """What may stand at the end of a line."""
        return (
            f" {self.comment()}" if self.random.random() < 0.2 else self.random.choice(["", "  "])
        )

    def block(self, tree: Any, column: int) -> list[str]:
        """A block collection, its first line from the column on, without indentation."""
        lines: list[str] = []
        entries = [*tree.items()] if isinstance(tree, dict) else [("", item) for item in tree]
        if isinstance(tree, dict):
            self.random.shuffle(entries)
        for number, (key, item) in enumerate(entries):
            if number:
                lines += self.between(column)
            lines += self.entry(key, item, column) if key else self.item(item, column)
        return lines

    def entry(self, key: str, item: Any, column: int) -> list[str]:
        pad = " " * column
        if isinstance(item, str) or self.random.random() < self.brackets:
            first, *rest = self.leaf(item, column)
            return [f"{pad}{key}:{' ' * self.random.randint(1, 2)}{first}", *rest]
        least = 0 if isinstance(item, list) else 1
        inner = column + self.random.randint(least, 4)
        return [f"{pad}{key}:{self.end()}", *self.between(inner), *self.block(item, inner)]

    def item(self, item: Any, column: int) -> list[str]:
        pad = " " * column
        gap = self.random.randint(1, 3)
        if isinstance(item, str) or self.random.random() < self.brackets:
            first, *rest = self.leaf(item, column)
            return [f"{pad}-{' ' * gap}{first}", *rest]
        inner = column + 1 + gap
        if self.random.random() < 0.2:
            return [f"{pad}-{self.end()}", *self.between(inner), *self.block(item, inner)]
        first, *rest = self.block(item, inner)
        return [f"{pad}-{' ' * gap}{first[inner:]}", *rest]

    def leaf(self, item: Any, column: int) -> list[str]:
        """A value that is no block; what has several lines is indented deeper than the column."""
        deeper = " " * (column + self.random.randint(1, 4))
        if not isinstance(item, str):
            return self.flow(item, deeper)
        if item.endswith("\n") and self.random.random() < 0.7:
            return [f"|{self.end()}", *(deeper + line for line in item.splitlines())]
        if item and self.random.random() < 0.2:  # broken over two lines, a blank at the end
            cut = self.random.randrange(len(item))
            return [f'"{escaped(item[:cut])}\\', f'{deeper}{escaped(item[cut:], first=True)}"  ']
        plain = not item.isascii() or item in ("comes", "3", "true")
        return [(item if plain else self.quoted(item)) + self.end()]

    def quoted(self, item: str) -> str:
        if "\n" in item or self.random.random() < 0.5:
            return f'"{escaped(item)}"'
        return "'" + item.replace("'", "''") + "'"

    def flow(self, item: Any, pad: str) -> list[str]:
        """A collection in brackets, on one line or on several that need not be indented."""
        if isinstance(item, str):
            return [self.quoted(item)]
        parts: list[str] = []
        for key, inner in item.items() if isinstance(item, dict) else (("", i) for i in item):
            first, *rest = self.flow(inner, pad)
            parts += [f"{key}: {first}" if key else first, *rest]
            parts[-1] += ","
        opens, closes = "{}" if isinstance(item, dict) else "[]"
        if self.random.random() < 0.5:
            return [f"{opens}{' '.join(parts)}{closes}"]
        left = pad if self.random.random() < 0.7 else pad[:1]
        return [opens, *(left + part.strip() for part in parts), left + closes]


def escaped(text: str, *, first: bool = False) -> str:
    """The text within double quotes; a blank that comes first on a line is escaped as well."""
    shown = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f"\\{shown}" if first and shown.startswith(" ") else shown
