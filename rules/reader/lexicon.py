"""Reads the vocabulary files into a ``Vocabulary``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path

from rules.reader.diagnostics import Label, Report
from rules.reader.fields import Fields
from rules.reader.names import suggest
from rules.reader.nodes import Node, Scalar
from rules.reader.scope import KEYWORDS
from rules.reader.vocabulary import (
    Answer,
    GroupDef,
    InputDef,
    PredicateDef,
    Question,
    Slot,
    Speech,
    TermDef,
    Vocabulary,
)

KEYS = ("place", "direction")
"""Values of verdicts by which a question may be keyed."""

_KINDS = ("set", "int", "ints", "table")


def read_vocabulary(documents: list[Node], vocabulary: Vocabulary, report: Report) -> None:
    """Add what the files say (any of inputs, terms, predicates, groups, questions, lists, advice).

    A file may name what another defines, so names are looked up when all have been read. What
    ``extend`` adds to lists and questions is added last.
    """
    lexicon = _Lexicon(vocabulary, report)
    for document in documents:
        top = Fields.of(document, report, "a vocabulary file")
        if top is not None:
            lexicon.read(top)
            top.done()
    lexicon.check_mentions()
    for extension in lexicon.extensions:
        lexicon.extend(extension)


def check_pack_words(paths: Collection[Path], vocabulary: Vocabulary, report: Report) -> None:
    """Report what the vocabulary files of a pack define that would need code of its own."""
    names = set(map(str, paths))
    for (kind, name), span in vocabulary.places.items():
        if span.source.path not in names:
            continue
        if kind in ("predicate", "input"):
            report.error("E402", f"a pack cannot define the {kind} `{name}`", span, help=_DATA)
        elif kind == "term" and vocabulary.terms[name].means is None:
            mend = f"{_DATA}; a term of a pack has `means`"
            report.error("E402", f"a pack cannot define the operation `{name}`", span, help=mend)


_DATA = "a pack is data: only the engine can compute something new"


class _Lexicon:
    """Fills one vocabulary."""

    def __init__(self, vocabulary: Vocabulary, report: Report) -> None:
        self.vocabulary, self.report = vocabulary, report
        self.mentions: list[tuple[str, Scalar]] = []  # kind and name of what must be defined
        self.facts: dict[str, str] = {}  # the predicate that has the noun
        self.extensions: list[Fields] = []

    def read(self, top: Fields) -> None:
        readers: dict[str, Callable[[Scalar, Fields], None]] = {
            "input": self._read_input,
            "term": self._read_term,
            "predicate": self._read_predicate,
            "group": self._read_group,
            "question": self._read_question,
            "advice": self._read_advice,
            "list": self._read_list,
        }
        for kind, reader in readers.items():
            for key, body in top.entries("advice" if kind == "advice" else f"{kind}s"):
                fields = Fields.of(body, self.report, f"{kind} `{key.value}`")
                if fields is not None and self._is_new(kind, key):
                    reader(key, fields)
                    fields.done()
        extension = top.inner("extend", required=False)
        if extension is not None:
            self.extensions.append(extension)

    def extend(self, fields: Fields) -> None:
        """Add members to lists and answers to questions: ``{lists: ..., questions: ...}``."""
        vocabulary = self.vocabulary
        lists = fields.inner("lists", required=False)
        for key, _ in lists.node.entries if lists else []:
            name = vocabulary.resolve("list", key.value)
            if lists and name in vocabulary.lists:
                members = dict.fromkeys(vocabulary.lists[name])
                self._members(name, lists.scalars(key.value), members)
                vocabulary.lists[name] = tuple(members)
            else:
                self._unknown("E215", "list", key, vocabulary.lists)
        questions = fields.inner("questions", required=False)
        for key, _ in questions.node.entries if questions else []:
            question = vocabulary.questions.get(key.value)
            if questions and question is not None:
                answers = dict(question.answers)
                self._answers(key.value, questions.entries(key.value), answers)
                vocabulary.questions[key.value] = replace(question, answers=answers)
            else:
                self._unknown("E232", "question", key, vocabulary.questions)
        fields.done()

    def _unknown(self, code: str, kind: str, key: Scalar, known: Iterable[str]) -> None:
        near = ", ".join(suggest(key.value, known))
        self.report.error(code, f"unknown {kind} `{key.value}`", key.span, suggestion=near)

    def _is_new(self, kind: str, key: Scalar, within: str = "") -> bool:
        name = f"{within}.{key.value}" if within else key.value
        first = self.vocabulary.places.setdefault((kind, name), key.span)
        if first is key.span:
            return True
        also = [Label(first, "first defined here")]
        self.report.error("E230", f"{kind} `{key.value}` is defined twice", key.span, also=also)
        return False

    def check_mentions(self) -> None:
        for kind, node in self.mentions:
            known = list(self.vocabulary.inputs if kind == "input" else self.vocabulary.terms)
            if node.value not in known:
                self.report.error(
                    "E215" if kind == "input" else "E211",
                    f"unknown {kind} `{node.value}`",
                    node.span,
                    suggestion=", ".join(suggest(node.value, known)),
                )

    def _names(self, kind: str, key: Scalar, fields: Fields) -> None:
        """Make the name and its aliases known; each may mean one thing only."""
        for node in [key, *fields.scalars("aliases", required=False)]:
            meant = self.vocabulary.add_alias(kind, node.value, key.value)
            symbol = self.vocabulary.resolve("symbol", node.value)
            twin = {"group": "list", "list": "group"}.get(kind, "")
            first = None
            if meant != key.value:
                other, first = f"the {kind} `{meant}`", self.vocabulary.places.get((kind, meant))
            elif kind in ("term", "list") and symbol in self.vocabulary.symbols:
                other = f"the symbol `{symbol}`"
            elif node.value in self.vocabulary.aliases.get(twin, {}):
                named = self.vocabulary.aliases[twin][node.value]
                other = f"the {twin} of that name"
                first = self.vocabulary.places.get((twin, named))
            elif kind == "predicate" and node.value in KEYWORDS:
                other = "the word of the language"
            else:
                continue
            also = [Label(first, "which is defined here")] if first else []
            self.report.error("E217", f"`{node.value}` hides {other}", node.span, also=also)

    def _type(self, node: Scalar, type_name: str) -> str:
        if type_name and not self.vocabulary.has_type(type_name):
            known = [*self.vocabulary.unions, *dict.fromkeys(self.vocabulary.symbols.values())]
            self.report.error(
                "E219",
                f"unknown type `{type_name}`",
                node.span,
                suggestion=", ".join(suggest(type_name, known)),
            )
            return "any"
        return type_name or "any"

    def _slots(self, fields: Fields, *, required: bool = False) -> tuple[Slot, ...]:
        defaults = {}
        for key, node in fields.entries("defaults"):
            if isinstance(node, Scalar):
                self.mentions.append(("term", node))
                defaults[key.value] = (key, node.value)
            else:
                fields.error("a default is the name of a term", "E201", node)
        slots = []
        for key, node in fields.entries("slots", required=required):
            if not isinstance(node, Scalar):
                fields.error("a slot has a type", "E201", node)
                continue
            if not (key.value.isascii() and key.value.isidentifier()):
                fields.error(f"the slot `{key.value}` is no ASCII name", "E204", key)
            kind, _, type_name = node.value.partition(":")
            if kind not in _KINDS:
                kind, type_name = "term", node.value
            _, default = defaults.pop(key.value, (key, ""))
            slots.append(Slot(key.value, kind, self._type(node, type_name), default))
        for key, _ in defaults.values():
            fields.error(f"a default for `{key.value}`, which is no slot", "E204", key)
        return tuple(slots)

    def _read_input(self, key: Scalar, fields: Fields) -> None:
        give = fields.text("give")
        self.vocabulary.inputs[key.value] = InputDef(key.value, _speech(fields), give)

    def _read_term(self, key: Scalar, fields: Fields) -> None:
        slots = self._slots(fields)
        means, column = fields.take("means"), fields.text("column", required=False)
        if [means is not None, bool(column), bool(slots)].count(True) != 1:
            fields.error(
                f"{fields.what} has one of `column` (read from the chart), `slots` (computed) "
                "and `means` (a name for another term)",
                "E203",
                key,
            )
        type_name = fields.text("type", required=means is None)
        type_node, input_node = fields.take("type"), fields.take("input")
        if isinstance(type_node, Scalar):
            type_name = self._type(type_node, type_name)
        if isinstance(input_node, Scalar):
            self.mentions.append(("input", input_node))
        because = fields.inner("because", required=False)
        self.vocabulary.terms[key.value] = TermDef(
            name=key.value,
            type=type_name,
            speech=_speech(fields, [slot.name for slot in slots]),
            slots=slots,
            column=column,
            input=fields.text("input", required=False),
            means=means,
            spirit=fields.flag("spirit"),
            source=fields.passage("from"),
            because=Speech(because.text("en"), because.text("zh")) if because else None,
        )
        if because:
            because.done()
        self._names("term", key, fields)

    def _read_predicate(self, key: Scalar, fields: Fields) -> None:
        slots = self._slots(fields, required=True)
        names = [slot.name for slot in slots]
        spoken = []
        for form in ("reads", "fails"):
            inner = fields.inner(form)
            spoken.append(_speech(inner, names) if inner else Speech("", ""))
            if inner:
                inner.done()
        fact = fields.text("fact")
        if fact and not (fact.isascii() and fact.isidentifier()):
            fields.error(f"`{fact}` is no ASCII noun", "E204", fields.take("fact"))
        if (other := self.facts.setdefault(fact, key.value)) != key.value:
            what = f"`{fact}` is the fact of `{other}` already"
            fields.error(what, "E230", fields.take("fact"))
        self.vocabulary.predicates[key.value] = PredicateDef(
            name=key.value,
            fact=fact,
            slots=slots,
            chinese=fields.text("zh"),
            reads=spoken[0],
            fails=spoken[1],
            evidence=fields.text("evidence"),
            source=fields.passage("from"),
        )
        self._names("predicate", key, fields)

    def _read_group(self, key: Scalar, fields: Fields) -> None:
        terms = tuple(fields.items("terms"))
        self.vocabulary.groups[key.value] = GroupDef(key.value, terms, _speech(fields))
        self._names("group", key, fields)

    def _answers(
        self, question: str, entries: list[tuple[Scalar, Node]], answers: dict[str, Answer]
    ) -> None:
        """Add answers to those that a question has."""
        opposed: list[tuple[str, Scalar]] = []
        for name, body in entries:
            inner = Fields.of(body, self.report, f"answer `{name.value}`")
            if inner is None or not self._is_new("answer", name, question):
                continue
            opposed += [(name.value, node) for node in inner.scalars("opposes", required=False)]
            answers[name.value] = Answer(name.value, _speech(inner))
            inner.done()
        for mine, node in opposed:
            other = node.value
            if other == mine:
                self.report.error("E233", f"answer `{mine}` opposes itself", node.span)
            elif other not in answers:
                near = ", ".join(suggest(other, answers))
                message = f"answer `{mine}` opposes unknown answer `{other}`"
                self.report.error("E233", message, node.span, suggestion=near)
            else:  # opposition is mutual: whichever side declares it, both have it
                for one, two in ((mine, other), (other, mine)):
                    opposes = dict.fromkeys([*answers[one].opposes, two])
                    answers[one] = replace(answers[one], opposes=tuple(opposes))

    def _read_question(self, key: Scalar, fields: Fields) -> None:
        answers: dict[str, Answer] = {}
        self._answers(key.value, fields.entries("answers", required=True), answers)
        background = fields.flag("background")
        keyed = fields.text("keyed_by", required=False)
        if keyed.strip() and keyed not in KEYS:
            what = f"`keyed_by` is one of {', '.join(KEYS)}"
            fields.error(what, "E204", fields.take("keyed_by"))
        question = Question(key.value, _speech(fields), answers, background, keyed)
        self.vocabulary.questions[key.value] = question

    def _read_advice(self, key: Scalar, fields: Fields) -> None:
        self.vocabulary.advice[key.value] = _speech(fields)

    def _read_list(self, key: Scalar, fields: Fields) -> None:
        members: dict[str, None] = {}
        self._members(key.value, fields.scalars("members"), members)
        fields.passage("from")
        fields.text("quote", required=False)
        fields.text("en")
        self.vocabulary.lists[key.value] = tuple(members)
        self._names("list", key, fields)

    def _members(self, name: str, nodes: list[Scalar], members: dict[str, None]) -> None:
        """Add symbols to the members of a list."""
        for node in nodes:
            symbol = self.vocabulary.resolve("symbol", node.value)
            if symbol not in self.vocabulary.symbols:
                near = ", ".join(suggest(node.value, self.vocabulary.symbols))
                message = f"unknown symbol `{node.value}`"
                self.report.error("E216", message, node.span, suggestion=near)
                continue
            first = self.vocabulary.places.setdefault(("member", f"{name}.{symbol}"), node.span)
            if first is node.span:
                members[symbol] = None
            else:
                also = [Label(first, "first here")]
                what = f"`{node.value}` stands here twice"
                self.report.error("E230", what, node.span, also=also)


def _speech(fields: Fields, names: list[str] | None = None) -> Speech:
    return Speech(fields.sentence("en", names or []), fields.sentence("zh", names or []))
