"""Where the values in a condition come from: input, step of the cast, table cell, text.

Each value is explained once in a proof, from the inside out, with the passage that it rests on,
so that every leaf can be checked against the book from the printout alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.speech import Said, Speaker
from facts.charts import Chart
from facts.columns import OPTIONAL
from facts.evaluate import Evaluator
from facts.predicates import TRUE, Comparison, unfold
from facts.symbols import ALPHABET, NONE, UNKNOWN, name_of
from facts.terms import IMPLICIT
from rules.reader.edition import Edition
from rules.reader.model import Arg, Literal, Select, Term

DERIVED = ("initial", "middle", "final", "method")


class Evidence(NamedTuple):
    """One reason for a value. ``kind``: input, cast, table, text, nature or choice."""

    kind: str
    en: str
    zh: str
    passage: str = ""
    quote: str = ""

    def as_dict(self) -> dict[str, str]:
        """The evidence for JSON, without empty fields."""
        shown = {"kind": self.kind, "en": self.en, "zh": self.zh}
        shown |= {"passage": self.passage} if self.passage else {}
        return shown | ({"quote": self.quote} if self.quote else {})


class Witness:
    """Explains the values of terms on one chart."""

    def __init__(self, edition: Edition, chart: Chart, evaluator: Evaluator) -> None:
        self.edition = edition
        self.chart = chart
        self.evaluator = evaluator
        self.speaker = Speaker(edition, evaluator)
        self._literals: dict[Literal, list[Evidence]] = {}
        self._terms: dict[Term | Select, tuple[Evidence, ...]] = {}

    def of_literal(self, literal: Literal) -> list[Evidence]:
        """The evidence of everything that a literal compares, each once."""
        found = self._literals.get(literal)
        if found is None:
            found = self._literals[literal] = self._of_literal(literal)
        return found

    def _of_literal(self, literal: Literal) -> list[Evidence]:
        comparison = unfold(literal)
        found: dict[Evidence, None] = {}
        for term in (comparison.left, comparison.right):
            if term is not None:
                found.update(dict.fromkeys(self.of_term(term)))
        if comparison.relation == "void":
            a, b = self.chart.void
            decade = self._name(Term("decade"))
            found[
                Evidence(
                    "cast", f"in {decade} the void are {a} and {b}", f"{decade}{a}{b}空", "DQ-0716"
                )
            ] = None
        if comparison.relation in _ELEMENTAL and comparison.right is not None:
            found.update(dict.fromkeys(self._of_elements(comparison)))
        return list(found)

    def _of_elements(self, comparison: Comparison) -> Iterator[Evidence]:
        """The relation of the elements themselves, where it holds: wood controls earth."""
        assert comparison.right is not None
        first, second = self._element(comparison.left), self._element(comparison.right)
        if first and second and first != second and self._related(comparison):
            en, zh = _ELEMENTAL[comparison.relation]
            english = ALPHABET.by_name
            yield Evidence(
                "nature",
                f"{english[first].english} {en} {english[second].english}",
                f"{first}{zh}{second}",
            )

    def _related(self, comparison: Comparison) -> bool:
        assert comparison.right is not None
        literal = Literal(comparison.relation, (comparison.left, comparison.right))
        return bool(self.evaluator.literal(literal) == TRUE)

    def of_term(self, term: Term | Select) -> tuple[Evidence, ...]:
        """The evidence of a term's value, from the inside out."""
        found = self._terms.get(term)
        if found is None:
            found = self._terms[term] = tuple(self._of_term(term))
        return found

    def _of_term(self, term: Term | Select) -> Iterator[Evidence]:
        if isinstance(term, Select):
            yield from self._of_select(term)
            return
        definition = self.edition.definitions.get(term.op)
        if definition is not None:
            yield from self._of_definition(term, definition)
        elif term.op == "const":
            return
        elif term.op == "role":
            inner = term.args[2]
            assert isinstance(inner, Term | Select)
            yield from self.of_term(inner)
        elif term.op == "lookup":
            yield from self._of_lookup(term)
        else:
            for arg in (*term.args, *_implicit(term)):
                if isinstance(arg, Term | Select) and arg.key not in _UNSAID:
                    yield from self.of_term(arg)
            yield from self._of_operation(term)

    def _name(self, term: Term | Select) -> str:
        code = self.evaluator.term(term)
        return name_of(code) or {NONE: "none", UNKNOWN: "not given"}[code]

    def _of_select(self, select: Select) -> Iterator[Evidence]:
        for condition, option in select.options:
            if condition is None or self.evaluator.truth(condition) == TRUE:
                said = self.speaker.term(option)
                reason = (
                    self.speaker.condition(condition)
                    if condition is not None
                    else Said("nothing before it applies", "前皆不然")
                )
                yield Evidence(
                    "choice", f"{said.en} is taken: {reason.en}", f"取{said.zh}：{reason.zh}"
                )
                yield from self.of_term(option)
                return
            said = self.speaker.condition(condition, holds=False)
            yield Evidence("choice", said.en, said.zh)

    def _of_definition(self, term: Term, definition: Term | Select) -> Iterator[Evidence]:
        about = self.edition.vocabulary.terms[term.op]
        if isinstance(definition, Term) and definition.op == "const":
            value = str(definition.args[0])
            yield Evidence("text", f"{term.op} is {value}", f"{term.op}即{value}", about.source)
            return
        yield from self.of_term(definition)

    def _of_lookup(self, term: Term) -> Iterator[Evidence]:
        table, key = self.edition.tables[str(term.args[0])], term.args[1]
        assert isinstance(key, Term | Select)
        yield from self.of_term(key)
        name, value = self._name(key), self._name(term)
        yield Evidence(
            "table",
            f"{table.english} {table.name} of {name} is {value}",
            f"{name}之{table.name}為{value}",
            table.cells.get(name, table.source),
            table.quote_for(name),
        )

    def _of_operation(self, term: Term) -> Iterator[Evidence]:
        about = self.edition.vocabulary.terms[term.op]
        value = self._name(term)
        if about.column:
            yield from self._of_column(term.op, value)
            return
        if about.because is None:
            return
        code = self.evaluator.term(term)
        if code == NONE:
            said = self.speaker.term(term)
            yield Evidence("cast", f"{said.en}: there is none", f"{said.zh}", about.source)
            return
        words = {
            slot.name: self._name(arg) if isinstance(arg, Term | Select) else str(arg)
            for slot, arg in zip(about.slots, term.args, strict=True)
        }
        if term.op in IMPLICIT:
            words[IMPLICIT[term.op]] = self._name(Term(IMPLICIT[term.op]))
        words["value"] = value
        for name, word in list(words.items()):
            symbol = ALPHABET.by_name.get(word)
            words[f"{name}_en"] = symbol.english if symbol else word
        words["element"] = self._element(term.args[0]) if term.args else ""
        kind = "nature" if term.op in _NATURES else "cast"
        source = self._own_source(term, about.source) if kind == "nature" else about.source
        yield Evidence(kind, _fill(about.because.en, words), _fill(about.because.zh, words), source)

    def _own_source(self, term: Term, otherwise: str) -> str:
        """The passage of the value or of an argument, where it has its own, else the term's."""
        symbols = ALPHABET.by_name
        for part in (term, *(arg for arg in term.args if isinstance(arg, Term | Select))):
            symbol = symbols.get(self._name(part))
            if symbol is not None and "from" in symbol.attributes:
                return symbol.attributes["from"]
        return otherwise

    def _element(self, arg: Arg) -> str:
        if not isinstance(arg, Term | Select):
            return ""
        code = self.evaluator.term(arg)
        if code in (NONE, UNKNOWN):
            return ""
        symbol = ALPHABET.by_code[code]
        return symbol.name if symbol.type == "element" else symbol.attributes.get("element", "")

    def _of_column(self, column: str, value: str) -> Iterator[Evidence]:
        about = self.edition.vocabulary.terms[column]
        if column in ("day_stem", "day_branch", "day_pillar", "decade"):
            day = self._name(Term("day_pillar"))
            yield Evidence("input", f"the day is {day}", f"{day}日")
        elif column in DERIVED:
            for step in self.chart.derivation.steps:
                yield Evidence("cast", step.what_en, step.what_zh, step.passage)
        elif column in OPTIONAL or column == "plate":
            for step in self.chart.casting_steps:
                if column in step.gives.split():
                    yield Evidence("cast", step.what_en, step.what_zh, step.passage)
                    return
            yield Evidence("input", f"{about.speech.en}: {value}", f"{about.speech.zh}{value}")


_ELEMENTAL = {"controls": ("controls", "剋"), "generates": ("generates", "生")}

_UNSAID = frozenset({"decade", "earth_arrangement"})
"""Columns that the sentence of the operation names itself."""

_NATURES = frozenset(
    {"state_of", "own_branch_of", "element_of", "opposite_of", "lodging_of", "ahead_of"}
)


def _implicit(term: Term) -> tuple[Term, ...]:
    return (Term(IMPLICIT[term.op]),) if term.op in IMPLICIT else ()


def _fill(text: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text
