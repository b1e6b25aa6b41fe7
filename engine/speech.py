"""Says terms and conditions in sentences, English and Chinese, with the values on a chart.

All words come from the vocabulary: a new predicate or term speaks as soon as it is declared.
"""

from __future__ import annotations

from typing import NamedTuple

from facts.evaluate import Evaluator
from facts.symbols import ALPHABET, NONE, UNKNOWN, name_of
from rules.reader.edition import Edition
from rules.reader.model import (
    All,
    Any,
    Arg,
    AtLeast,
    Condition,
    Literal,
    Not,
    Select,
    Term,
    Use,
)


class Said(NamedTuple):
    """One thing said in two languages."""

    en: str
    zh: str


class Speaker:
    """Says the terms and conditions of an edition; with an evaluator, with their values."""

    def __init__(self, edition: Edition, evaluator: Evaluator | None = None) -> None:
        self.edition = edition
        self.evaluator = evaluator
        self._terms: dict[tuple[Arg, str, bool], Said] = {}
        self._literals: dict[tuple[Literal, bool], Said] = {}

    # ---- symbols and values

    def symbol(self, name: str) -> Said:
        """A symbol: 寅 in both languages, a general, state or season with its English name."""
        symbol = ALPHABET.by_name[name]
        if symbol.type in ("stem", "branch", "pillar", "decade"):
            return Said(name, name)
        return Said(f"{symbol.english} {name}", name)

    def value(self, term: Term | Select, wanted: str = "any") -> Said | None:
        """The value of a term on the chart; with its element, or its lodging, if that counts."""
        if self.evaluator is None:
            return None
        code = self.evaluator.term(term)
        if code == UNKNOWN:
            return Said("not given", "未知")
        if code == NONE:
            return Said("none", "無")
        name = name_of(code)
        assert name is not None
        said = self.symbol(name)
        return self._detailed(name, said, wanted)

    def _detailed(self, name: str, said: Said, wanted: str) -> Said:
        """A symbol with what the slot looks at: its element, or a stem's lodging palace."""
        attributes = ALPHABET.by_name[name].attributes
        if wanted == "elemental" and "element" in attributes:
            element = attributes["element"]
            english = ALPHABET.by_name[element].english
            return Said(f"{said.en}, {english}", f"{said.zh}{element}")
        if wanted == "palace" and "lodging" in attributes:
            lodging = attributes["lodging"]
            return Said(f"{said.en}, lodged in {lodging}", f"{said.zh}寄{lodging}")
        return said

    # ---- terms

    def term(self, arg: Arg, wanted: str = "any", *, inner: bool = False) -> Said:
        """A term with its value; within another term its value follows without brackets."""
        key = arg, wanted, inner
        said = self._terms.get(key)
        if said is None:
            said = self._terms[key] = self._term(arg, wanted, inner=inner)
        return said

    def _term(self, arg: Arg, wanted: str, *, inner: bool) -> Said:
        if not isinstance(arg, Term | Select):
            return self._plain(arg)
        if isinstance(arg, Select):
            said = self._choice(arg)
        elif arg.op == "const":
            name = str(arg.args[0])
            plain = self.symbol(name)
            return plain if self.evaluator is None else self._detailed(name, plain, wanted)
        elif arg.op == "role":
            said = Said(str(arg.args[1]), str(arg.args[0]))
        elif arg.op == "param":
            return Said(str(arg.args[0]), str(arg.args[0]))
        else:
            said = self._operation(arg)
        value = self.value(arg, wanted)
        if value is None:
            return said
        if inner:
            simple = isinstance(arg, Term) and (not arg.args or arg.op == "role")
            return Said(f"{said.en} {value.en}", said.zh + value.zh) if simple else said
        return Said(f"{said.en} ({value.en})", f"{said.zh}（{value.zh}）")

    def _operation(self, term: Term) -> Said:
        definition = self.edition.vocabulary.terms[term.op]
        en, zh = definition.speech.en, definition.speech.zh
        words = [
            (slot.name, self.term(arg, inner=True))
            for slot, arg in zip(definition.slots, term.args, strict=True)
        ]
        own = [
            (slot.type, arg)
            for slot, arg in zip(definition.slots, term.args, strict=True)
            if slot.type in _UNSAID and slot.default and arg != Term(slot.default)
        ]
        for name, said in words:
            en, zh = en.replace(f"{{{name}}}", said.en), zh.replace(f"{{{name}}}", said.zh)
        for kind, arg in own:
            said = self.term(arg, inner=True)
            en, zh = f"{en} {_UNSAID[kind]} {said.en}", f"{said.zh}{zh}"
        return Said(en, zh)

    def _choice(self, select: Select) -> Said:
        """Options in their order, each with what opens it."""
        en, zh = [], []
        for condition, option in select.options:
            said = self.term(option, inner=True)
            when = self.condition(condition) if condition is not None else None
            en.append(f"{said.en} if {when.en}" if when else said.en)
            zh.append(f"若{when.zh}則{said.zh}" if when else said.zh)
        return Said(", otherwise ".join(en), "，否則".join(zh))

    def _plain(self, arg: Arg) -> Said:
        if isinstance(arg, tuple):
            items = [self._plain(item) for item in arg]
            return Said(" or ".join(i.en for i in items), "".join(i.zh for i in items))
        if isinstance(arg, int):
            return Said(str(arg), str(arg))
        text = str(arg)
        if text in ALPHABET.by_name:
            return self.symbol(text)
        table = self.edition.tables.get(text)
        return Said(table.english, text) if table else Said(text, text)

    # ---- conditions

    def literal(self, literal: Literal, *, holds: bool = True) -> Said:
        """The sentence of a literal: how it reads when it holds, or when it fails."""
        said = self._literals.get((literal, holds))
        if said is None:
            said = self._literals[literal, holds] = self._literal(literal, holds=holds)
        return said

    def _literal(self, literal: Literal, *, holds: bool) -> Said:
        predicate = self.edition.vocabulary.predicates[literal.predicate]
        speech = predicate.reads if holds else predicate.fails
        en, zh = speech.en, speech.zh
        for slot, arg in zip(predicate.slots, literal.args, strict=True):
            said = self.term(arg, slot.type)
            en, zh = (
                en.replace(f"{{{slot.name}}}", said.en),
                zh.replace(f"{{{slot.name}}}", said.zh),
            )
        return Said(en, zh)

    def concept(self, use: Use, *, holds: bool = True) -> Said:
        """The sentence of a concept in use."""
        concept = self.edition.concepts[use.concept]
        en, zh = concept.english, concept.chinese
        for name, arg in zip(concept.params, use.args, strict=True):
            said = self.term(arg)
            en, zh = en.replace(f"{{{name}}}", said.en), zh.replace(f"{{{name}}}", said.zh)
        return Said(en, zh) if holds else Said(f"it is not so that {en}", f"非{zh}")

    def condition(self, condition: Condition, *, holds: bool = True) -> Said:
        """A whole condition as one sentence (negated where ``holds`` is False)."""
        match condition:
            case Literal():
                return self.literal(condition, holds=holds)
            case Use():
                return self.concept(condition, holds=holds)
            case Not(part):
                return self.condition(part, holds=not holds)
            case All(parts):
                if not parts:
                    return Said("always", "常") if holds else Said("never", "不然")
                return self._joined(parts, holds, "and" if holds else "or")
            case Any(parts):
                return self._joined(parts, holds, "or" if holds else "and")
            case AtLeast(n, parts):
                inner = [self.condition(part) for part in parts]
                amount = (
                    Said(f"at least {n} of", f"至少{n}")
                    if holds
                    else Said(f"fewer than {n} of", f"不足{n}")
                )
                return Said(
                    f"{amount.en}: {'; '.join(i.en for i in inner)}",
                    f"{amount.zh}：{'；'.join(i.zh for i in inner)}",
                )

    def _joined(self, parts: tuple[Condition, ...], holds: bool, word: str) -> Said:
        said = [self._bracketed(part, holds, len(parts)) for part in parts]
        joint = {"and": "，且", "or": "，或"}[word]
        return Said(f", {word} ".join(s.en for s in said), joint.join(s.zh for s in said))

    def _bracketed(self, part: Condition, holds: bool, siblings: int) -> Said:
        said = self.condition(part, holds=holds)
        while isinstance(part, Not):
            part = part.part
        if siblings > 1 and isinstance(part, All | Any) and len(part.parts) > 1:
            return Said(f"({said.en})", f"（{said.zh}）")
        return said


_UNSAID = {"plate": "on", "arrangement": "by"}
"""The chart's own plate and arrangement of the generals go without saying; others are named."""
