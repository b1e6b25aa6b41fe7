"""The vocabulary as data: inputs, terms, predicates, groups and questions, read from YAML.

The reader knows no Liu Ren: which names exist, what type they have and how they are spoken is
all in ``rules/vocabulary/``. The symbols come from whoever owns the alphabet, as a mapping
``name -> type`` with aliases and unions.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field

from rules.reader.diagnostics import Report
from rules.reader.fields import Fields
from rules.reader.marks import Mapping, Node, Scalar
from rules.reader.names import fold


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument: ``kind`` is term, set, int, ints or table; ``type`` a type or union name."""

    name: str
    kind: str
    type: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """A sentence template in English and Chinese; ``{slot}`` stands for the argument."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class TermDef:
    """A term: read from a chart column, computed from slots, or a name for another term."""

    name: str
    type: str
    speech: Speech
    slots: tuple[Slot, ...] = ()
    column: str = ""
    input: str = ""
    means: Node | None = field(default=None, compare=False)
    spirit: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class PredicateDef:
    """A predicate: its slots, the noun of its fact and its two sentences."""

    name: str
    fact: str
    slots: tuple[Slot, ...]
    chinese: str
    reads: Speech
    fails: Speech
    evidence: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class GroupDef:
    """A named list of terms (the three transmissions, the four lessons)."""

    name: str
    terms: tuple[Node, ...]
    speech: Speech


@dataclass(frozen=True, slots=True)
class InputDef:
    """Something that a chart can be told: how it is called and how it is written."""

    name: str
    speech: Speech
    give: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One enumerated answer of a question and the answers that it opposes."""

    name: str
    speech: Speech
    opposes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that users ask, with its answers in order."""

    name: str
    speech: Speech
    answers: dict[str, Answer]


@dataclass(slots=True)
class Vocabulary:
    """Everything that a rule file may name. ``resolve`` follows aliases and variant characters."""

    symbols: MappingABC[str, str]
    unions: MappingABC[str, tuple[str, ...]]
    terms: dict[str, TermDef] = field(default_factory=dict)
    predicates: dict[str, PredicateDef] = field(default_factory=dict)
    groups: dict[str, GroupDef] = field(default_factory=dict)
    inputs: dict[str, InputDef] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    advice: dict[str, Speech] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: dict[str, dict[str, str]] = field(default_factory=dict)

    def resolve(self, kind: str, name: str) -> str:
        """The standard name for a name or alias of that kind (the name itself if unknown)."""
        table = self.aliases.get(kind, {})
        return table.get(name) or table.get(fold(name)) or name

    def add_alias(self, kind: str, alias: str, name: str) -> None:
        """Let ``alias`` (and its folded form) mean ``name``."""
        table = self.aliases.setdefault(kind, {})
        table.setdefault(alias, name)
        table.setdefault(fold(alias), name)

    def types_of(self, type_name: str) -> tuple[str, ...]:
        """The plain types that a type or union stands for."""
        return self.unions.get(type_name, (type_name,))

    def accepts(self, wanted: str, given: str) -> bool:
        """Whether a term of type ``given`` may stand where ``wanted`` is expected."""
        if "any" in (wanted, given):
            return True
        return bool(set(self.types_of(wanted)) & set(self.types_of(given)))


def new_vocabulary(
    symbols: MappingABC[str, str],
    symbol_aliases: MappingABC[str, str],
    unions: MappingABC[str, tuple[str, ...]],
) -> Vocabulary:
    """An empty vocabulary over an alphabet."""
    vocabulary = Vocabulary(symbols=symbols, unions=unions)
    for name in symbols:
        vocabulary.add_alias("symbol", name, name)
    for alias, name in symbol_aliases.items():
        vocabulary.add_alias("symbol", alias, name)
    return vocabulary


def read_vocabulary(document: Node | None, vocabulary: Vocabulary, report: Report) -> None:
    """Add what one vocabulary file says (any of inputs, terms, predicates, groups, questions...)."""
    top = Fields.of(document, report, "a vocabulary file")
    if top is None:
        return
    readers = {
        "inputs": _read_input,
        "terms": _read_term,
        "predicates": _read_predicate,
        "groups": _read_group,
        "questions": _read_question,
        "advice": _read_advice,
    }
    for section, reader in readers.items():
        node = top.take(section)
        if node is None:
            continue
        if not isinstance(node, Mapping):
            report.error("E201", f"`{section}` must be a mapping of names", node.span)
            continue
        for key, body in node.entries:
            fields = Fields.of(body, report, f"{section[:-1]} `{key.value}`")
            if fields is not None:
                reader(key.value, fields, vocabulary)
                fields.done()
    lists = top.take("lists")
    if isinstance(lists, Mapping):
        for key, body in lists.entries:
            fields = Fields.of(body, report, f"list `{key.value}`")
            if fields is not None:
                _read_list(key.value, fields, vocabulary)
                fields.done()
    top.done()


def _speech(fields: Fields) -> Speech:
    return Speech(fields.text("en"), fields.text("zh"))


def _aliases(kind: str, name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    vocabulary.add_alias(kind, name, name)
    for alias in fields.texts("aliases", required=False):
        vocabulary.add_alias(kind, alias, name)


def _slots(fields: Fields) -> tuple[Slot, ...]:
    node = fields.take("slots")
    defaults = fields.take("defaults")
    given: dict[str, str] = {}
    if isinstance(defaults, Mapping):
        given = {k.value: v.value for k, v in defaults.entries if isinstance(v, Scalar)}
    slots = []
    if isinstance(node, Mapping):
        for key, value in node.entries:
            text = value.value if isinstance(value, Scalar) else ""
            kind, _, type_name = text.partition(":")
            if kind not in ("set", "int", "ints", "table"):
                kind, type_name = "term", text
            slots.append(Slot(key.value, kind, type_name or "any", given.get(key.value, "")))
    return tuple(slots)


def _read_input(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    vocabulary.inputs[name] = InputDef(name, _speech(fields), fields.text("give"))


def _read_term(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    slots = _slots(fields)
    means = fields.take("means")
    vocabulary.terms[name] = TermDef(
        name=name,
        type=fields.text("type", required=means is None),
        speech=_speech(fields),
        slots=slots,
        column=fields.text("column", required=False),
        input=fields.text("input", required=False),
        means=means,
        spirit=fields.flag("spirit"),
        source=fields.text("from", required=False),
    )
    _aliases("term", name, fields, vocabulary)


def _read_predicate(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    reads, fails = fields.inner("reads"), fields.inner("fails")
    vocabulary.predicates[name] = PredicateDef(
        name=name,
        fact=fields.text("fact"),
        slots=_slots(fields),
        chinese=fields.text("zh"),
        reads=_speech(reads) if reads else Speech("", ""),
        fails=_speech(fails) if fails else Speech("", ""),
        evidence=fields.text("evidence"),
        source=fields.text("from", required=False),
    )
    _aliases("predicate", name, fields, vocabulary)


def _read_group(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    terms = tuple(fields.items("terms"))
    vocabulary.groups[name] = GroupDef(name, terms, _speech(fields))
    _aliases("group", name, fields, vocabulary)


def _read_question(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    speech = _speech(fields)
    answers: dict[str, Answer] = {}
    node = fields.take("answers")
    if isinstance(node, Mapping):
        for key, body in node.entries:
            inner = Fields.of(body, fields.report, f"answer `{key.value}`")
            if inner is None:
                continue
            opposes = tuple(inner.texts("opposes", required=False))
            answers[key.value] = Answer(key.value, _speech(inner), opposes)
            inner.done()
    # Opposition is mutual: whichever side declares it, both have it.
    for answer in list(answers.values()):
        for other in answer.opposes:
            known = answers.get(other)
            if known is None:
                fields.error(f"answer `{answer.name}` opposes unknown answer `{other}`")
            elif answer.name not in known.opposes:
                answers[other] = Answer(other, known.speech, (*known.opposes, answer.name))
    vocabulary.questions[name] = Question(name, speech, answers)


def _read_advice(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    vocabulary.advice[name] = _speech(fields)


def _read_list(name: str, fields: Fields, vocabulary: Vocabulary) -> None:
    members = []
    for item in fields.items("members"):
        if isinstance(item, Scalar):
            symbol = vocabulary.resolve("symbol", item.value)
            if symbol not in vocabulary.symbols:
                fields.report.error("E216", f"unknown symbol `{item.value}`", item.span)
            members.append(symbol)
    fields.text("from", required=False)
    fields.text("quote", required=False)
    fields.text("en")
    vocabulary.lists[name] = tuple(members)
    _aliases("list", name, fields, vocabulary)
