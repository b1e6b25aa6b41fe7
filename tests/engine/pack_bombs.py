"""Packs that try to exhaust the machine: each a few files, most of them short."""

from __future__ import annotations

_HEAD = """\
section: 試
en: a test
question: enemy_coming
{roles}
passages:
  - passage: ZZ-0001
    text: 甲
    rules:
"""
_RULE = """\
      - {{id: ZZ-0001.{id}, title: t, quote: 甲, when: {when}, then: {{answer: comes}}{more}}}
"""
_BRANCHES = "[子, 丑, 寅, 卯, 辰, 巳, 午, 未, 申, 酉, 戌, 亥]"


def section(*when: str, roles: str = "", more: str = "") -> dict[str, str]:
    """A pack of one section with a rule for each condition."""
    rules = [
        _RULE.format(id=f"a{number}", when=condition, more=more)
        for number, condition in enumerate(when)
    ]
    return {"book.yaml": _HEAD.format(roles=roles) + "".join(rules)}


def _laughs() -> str:
    lines = ["x0: &x0 [甲, 甲]"]
    lines += [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]" for n in range(1, 9)]
    return "\n".join(lines) + "\n"


def _aliased_files() -> dict[str, str]:
    """Each file stands for some 100,000 nodes, all together for more than may be read."""
    lines = "x0: &x0 [甲]\n" + "".join(
        f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 6)
    )
    return {f"tables/t{n}.yaml": lines for n in range(40)}


def _chain(kind: str, first: str, following: str, count: int) -> str:
    """Definitions, each naming the one before it."""
    lines = [f"{kind}:", f"  n0: {first}"]
    lines += [f"  n{n}: {following.format(before=f'n{n - 1}')}" for n in range(1, count)]
    return "\n".join(lines) + "\n"


_TERM = "{{means: {0}, en: x, zh: x}}"
_PLATES = "plates:\n  p0: {lay: 丑, on: day_branch}\n" + "".join(
    f"  p{n}: {{lay: {{upper_of: {{of: 子, plate: p{n - 1}}}}},"
    f" on: {{upper_of: {{of: 丑, plate: p{n - 1}}}}}}}\n"
    for n in range(1, 40)
)
_ROLES = "roles:\n  r0: {is: initial, en: x}\n" + "".join(
    f"  r{n}: {{is: {{first_of: [{{if: {{same: [r{n - 1}, r{n - 1}]}}, take: r{n - 1}}},"
    f" {{take: r{n - 1}}}]}}, en: x}}\n"
    for n in range(1, 40)
)
_DEEP_ROLES = "roles:\n  r0: {is: initial, en: x}\n" + "".join(
    f"  r{n}: {{is: {{upper_of: r{n - 1}}}, en: x}}\n" for n in range(1, 1500)
)
_TWICE = (
    "{{params: {{x: branch}}, define: {{all: [{{{before}: [{{ahead_of: {{of: x, by: 1}}}}]}},"
    " {{{before}: [{{ahead_of: {{of: x, by: 2}}}}]}}]}}, en: '{{x}}', zh: '{{x}}'}}"
)
_MANY_NAMES = "{" + ", ".join(f"x{n}: {_BRANCHES}" for n in range(3))

BOMBS: dict[str, tuple[str, dict[str, str]]] = {
    "aliases": ("E008", {"tables/a.yaml": _laughs()}),
    "aliases in many files": ("E008", _aliased_files()),
    "depth": ("E007", {"a.yaml": "[" * 5_000}),
    "a long list": ("E008", section(f"{{in: [initial, [{', '.join(['子'] * 2_001)}]]}}")),
    "a long text": ("E008", {"a.yaml": "section: " + "甲" * 20_001}),
    "bound names": ("E206", section(f"{{exists: {_MANY_NAMES}, y: {_BRANCHES}, that: always}}}}")),
    "bound names within rows": (
        "E206",
        section(
            f"{{exists: {_MANY_NAMES}, that: always}}}}", more=f", for_each: {{y: {_BRANCHES}}}"
        ),
    ),
    "many of them": (
        "E207",
        section(*[f"{{exists: {_MANY_NAMES}, that: {{void: x0}}}}}}"] * 150),
    ),
    "many rows": (
        "E207",
        section(
            *["{void: a}"] * 15,
            more=f", for_each: {{a: {_BRANCHES}, b: {_BRANCHES}, c: {_BRANCHES}}}",
        ),
    ),
    "counting": (
        "E207",
        section(f"{{at_least: {{n: 1000, of: [{', '.join(['{void: initial}'] * 2_000)}]}}}}"),
    ),
    "roles that double": ("E207", section("{void: r39}", roles=_ROLES)),
    "plates that double": (
        "E207",
        section("{void: {upper_of: {of: 子, plate: p39}}}", roles=_PLATES),
    ),
    "deep roles": ("E207", section("{void: r1499}", roles=_DEEP_ROLES)),
    "deep terms": (
        "E207",
        {
            "vocabulary/a.yaml": _chain(
                "terms",
                _TERM.format("initial"),
                "{{means: {{opposite_of: {before}}}, en: x, zh: x}}",
                1500,
            )
        },
    ),
    "deep concepts": (
        "E207",
        {
            "concepts/a.yaml": _chain(
                "concepts",
                "{define: {void: initial}, en: x, zh: x}",
                "{{define: {{not: {{is: {before}}}}}, en: x, zh: x}}",
                1500,
            )
        },
    ),
    "concepts that double": (
        "E207",
        section("{n24: initial}")
        | {
            "concepts/a.yaml": _chain(
                "concepts",
                "{params: {x: branch}, define: {void: x}, en: '{x}', zh: '{x}'}",
                _TWICE,
                25,
            )
        },
    ),
    "a long sentence": (
        "E207",
        {
            "concepts/a.yaml": "concepts:\n  a: {params: {x: branch}, define: {void: x}, "
            f"en: '{'{x}' * 1_000}', zh: x}}\n"
        },
    ),
    "endless findings": (
        "E207",
        section(*[f"{{all: [{', '.join(['{viod: initial}'] * 400)}]}}"] * 40),
    ),
    "circles": (
        "E218",
        {
            "vocabulary/a.yaml": "terms:\n"
            + "".join(
                f"  n{n}: {{means: {{first_of: [{{if: {{same: [n{(n + 1) % 300}, "
                f"n{(n + 7) % 300}]}}, take: n{(n + 2) % 300}}}, {{take: n{(n + 3) % 300}}}]}},"
                " en: x, zh: x}\n"
                for n in range(300)
            )
        },
    ),
}
"""What is tried, the code of the finding that stops it, and the files of the pack."""
