"""The fields of everything that a rule file holds, in their order, each with its hover text.

The formatter follows the order and the schemas show the texts.
"""

from __future__ import annotations

SECTION = {
    "section": "The title of the section, as the book prints it.",
    "en": "The title in English.",
    "question": "The question that the rules of this file answer, unless a verdict names another.",
    "plates": "Other heaven plates of this section: "
    "`{name: {lay: branch, on: palace, en: what it is called}}`.",
    "roles": "What this section calls things: `{name: {is: term, en: ..., from: passage}}`. "
    "Each role may use those above it.",
    "signs": "What the questions are read from in this section: "
    "`{question: {why: ..., groups: {name: {en: ..., rules: [...]}}}}`.",
    "passages": "The passages of the section in the order of the book.",
}

PASSAGE = {
    "passage": "The id of the passage, for example DQ-0891.",
    "text": "The text as printed, whole. Emendations are declared, never made here.",
    "emend": "Emendations: what is printed, what is read, and why.",
    "rules": "The rules that say what the text says.",
    "encoded_by": "Spans that a table, concept, term, role, list or step of the cast holds.",
    "not_encoded": "Spans that are no rule, each with the reason.",
}

RULE = {
    "id": "The passage's id, a dot and a letter: DQ-0891.a",
    "title": "One short English sentence. `{k}` stands for the value of the row k of `for_each`.",
    "quote": "The verbatim span of the text, as printed, that the rule rests on.",
    "quotes": "Several spans, of this passage or others: `{passage: DQ-0833, quote: ...}`.",
    "school": "The doctrine that the text names for this and sets beside another.",
    "status": "How sure the reading is. What is not stable states its `reading`.",
    "reading": "What is read, and why.",
    "support": "Passages that support the reading.",
    "dead": "Why this letter can never fire.",
    "for_each": "One row for each value: `{k: [1, 2, 3]}`, or the name of a group or list.",
    "cases": "A decision table: `{over: term, rows: [{is: 子, then: ...}, {rest: true, ...}]}`.",
    "when": "The condition. A list means all of it; `always` for a rule whose content is a value.",
    "then": "The verdict: what the quote says, and no more.",
    "modifies": "What this does to the verdicts of other rules, or to answers.",
    "overrides": "Rules whose verdict gives way where this fires.",
    "qualifies": "Rules to whose verdict this one is attached.",
    "parallel": "Rules that say the same: shown as one line.",
    "contradicts": "Rules that say the opposite: both stand. `{rule: DQ-0891.d, why: ...}`",
    "accept": "Findings of the checker that are accepted, each with the reason.",
    "examples": "Charts on which it is known to fire, or not to: they are run as tests.",
}

CASES = {
    "over": "The term that tells the rows apart, or several.",
    "partial": "Why the rows do not cover every value: what the text leaves out.",
    "rows": "The rows: each says what differs from the whole rule.",
}

CASE = {
    "is": "The value for which the row holds: one, several, a list, a term; with several terms a "
    "cell for each (`any` where it does not matter).",
    "rest": "true: the row holds where none of the others does 餘.",
    "row": "The label of the row, if it is not its value.",
}
"""What a row has beside the fields of a rule."""

VERDICT = {
    "question": "The question answered, if it is not that of the file.",
    "answer": "The answer: one of those that the question has.",
    "strength": "Only where the text has it: 必 主 定 certain, 多 likely, 或 possible.",
    "polarity": "Whom it favours, where the text says so.",
    "side": "Of whom it speaks, in the text's own words.",
    "advice": "Pieces of advice by name.",
    "days": "After how many days; 0 is today.",
    "direction": "A term: the direction.",
    "place": "A term: the palace.",
    "hours": "A term: the hour; or a list of hours.",
    "part_of_day": "A term: by day or by night.",
    "day_branch": "A term: the branch of the day that is meant.",
    "within_days": "Within how many days.",
    "lunar_month": "A term: the lunar month.",
    "realm": "A term: the realm of the field allocations.",
    "general": "A term: the general of whom it speaks.",
    "number": "A number: as the text states it, or of a table, a product, a scaling by the season.",
    "li": "A distance in li, written as a number.",
    "paces": "A distance in paces, written as a number.",
    "formation": "The order of battle, in words.",
    "colour": "The colour, in words.",
    "epithet": "What the text calls it.",
    "if_first_mover": "This holds for the one of us or the enemy who moves first.",
    "parts": "Further values of the same kinds.",
}

EXAMPLE = {
    "chart": "The chart in the notation of the command line: 甲午日 亥將 子時, or 甲午日 丑加寅.",
    "fires": "true, false or undetermined (then `needs`).",
    "should_fire": "A known gap: the text has it fire here, and it does not yet.",
    "should_be_silent": "A known gap: the text has it silent here, and it is not yet.",
    "row": "The row of a rule with `for_each`.",
    "because": "The predicate or concept that fails.",
    "needs": "The inputs that are wanted before it can be said.",
    "gives": "Values of the verdict: `{days: 1}`.",
    "school": "The casting school under which it holds: `[harm=seat_counted]`.",
    "from": "The passage that has this example.",
}

EMENDATION = {
    "printed": "The span as printed.",
    "read": "What is read for it; nothing where it is printed too much.",
    "why": "Why.",
}

ENCODED = {
    "quote": "The span.",
    "table": "The table that holds it.",
    "concept": "The concept that says it.",
    "term": "The term that it defines.",
    "role": "The role of this section that it gives.",
    "list": "The list that it gives.",
    "cast": "The step of the cast that it describes, in words.",
}

NOT_ENCODED = {
    "quote": "The span.",
    "reason": "Why it is no rule.",
    "note": "More of it; for `repeats`, which rule.",
}

MODIFIES = {
    "effect": "What happens to the verdict: 尤凶 worse, 災淺 lighter, 有救 saved, cancels, surer.",
    "rules": "The rules whose verdicts are modified.",
    "answers": "The answers that are modified: `[{who_wins: we_win}]`.",
}

CONCEPT = {
    "params": "The parameters with their types: `{x: branch}`.",
    "define": "The condition that it stands for.",
    "en": "The sentence in English; `{x}` stands for the argument.",
    "zh": "The sentence in Chinese.",
    "from": "The passage that has it.",
}

TABLE = {
    "en": "What the table gives, in English.",
    "by": "The type of its keys.",
    "key": "A term: with it the table is a spirit, and its name a term.",
    "gives": "The type of its values, `number`, or `set:` and a type.",
    "from": "The passage.",
    "quote": "The span, or several, that give it.",
    "aliases": "Other names of the same.",
    "series": "The values in the order of the keys, as printed: `{from: 寅, values: 戌亥子}`.",
    "note": "What is to be said of it.",
    "rows": "Key to value; a row with its own source is `{is: value, from: passage}`.",
    "variants": "Other readings: the rows that differ, where they stand, why they are not taken.",
}

VARIANT = {
    "from": "The passage of the other reading.",
    "name": "Its name, if it is not that of its passage.",
    "quote": "The span.",
    "series": "The values in the order of the keys.",
    "rows": "The rows that differ.",
    "why": "Why it is not followed.",
}

PREDICATE = {
    "fact": "The noun of its fact, in ASCII.",
    "slots": "Its arguments with their types.",
    "defaults": "The terms that stand in slots left out.",
    "zh": "Its Chinese name.",
    "aliases": "Other names.",
    "from": "The passage that defines it.",
    "reads": "The sentence where it holds; `{slot}` stands for the argument.",
    "fails": "The sentence where it does not.",
    "evidence": "What kind of evidence it rests on.",
}

TERM = {
    "column": "The column of the chart that it is read from.",
    "slots": "Its arguments with their types: it is computed.",
    "defaults": "The terms that stand in slots left out.",
    "means": "The term that it is a name for.",
    "type": "The type of its value.",
    "spirit": "Whether it is a spirit.",
    "input": "The input that it needs.",
    "en": "Its name in English.",
    "zh": "Its name in Chinese.",
    "aliases": "Other names.",
    "from": "The passage that defines it.",
    "because": "The sentences that say where its value comes from.",
}

ORDERED = {
    "section": SECTION,
    "passage": PASSAGE,
    "rule": RULE,
    "cases": CASES,
    "case": CASE | RULE,
    "concept": CONCEPT,
    "table": TABLE,
    "variant": VARIANT,
    "predicate": PREDICATE,
}
"""The things whose fields the formatter puts in order."""
