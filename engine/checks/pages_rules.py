"""Pages of the codes of rule files, concepts, tables and vocabulary: E2 and W2."""

from __future__ import annotations

from engine.checks.page import Page

_NAMES = "A name that means nothing would make a rule that means nothing."

PAGES = {
    "E201": Page(
        "A text stands where a list or a mapping is wanted, or the other way round.",
        "",
        "Look at a rule beside it: `quotes` is a list, `then` a mapping, `title` a text.",
        "quotes: {a: b}",
    ),
    "E202": Page(
        "A field of that name is not known here.",
        "A misspelt field would be passed over, and its content lost.",
        "Take the name that is suggested; the message lists the fields that there are.",
        "tilte: The capital stands on the day",
    ),
    "E203": Page(
        "A field is missing, or it is there and empty.",
        "",
        "Write it. A rule has an `id`, a `title`, a quote, `when` and `then`; one that is not "
        "stable also its `reading`.",
        "status: tentative   # and no reading",
    ),
    "E204": Page(
        "The value is none of those that the field takes.",
        "",
        "Take one of those that the message names.",
        "status: certain",
    ),
    "E205": Page(
        "A condition, a term or a number has not the shape of one: a condition and a term have "
        "one key, several conditions are a list.",
        "",
        "Write `{predicate: [...]}`, `{concept: [...]}`, `{is: concept}`, `{not: ...}`, "
        "`{any: [...]}`; a term is a name or `{operation: ...}`.",
        "when: {void: 子, controls: [子, 午]}",
    ),
    "E206": Page(
        "Bound names have too many choices: those of `exists`, `every` and `for_each` multiply.",
        "Each choice is written out; the file would grow without measure.",
        "Bind fewer names at a time, or over shorter lists.",
        "exists: {a: 十二支, b: 十二支, c: 十二支, d: 十二支, that: ...}",
    ),
    "E207": Page(
        "A condition, term or text grows too large when concepts and names in it are written out.",
        "A small file must not take up the machine.",
        "Part it, or say it with a table.",
        "define: {all: [{is: a}, {is: a}, {is: a}]}   # and a is made so of b, b of c ...",
    ),
    "E210": Page(
        "No predicate and no concept has the name that heads the condition.",
        _NAMES,
        "Take the name that is suggested, or define a concept in rules/concepts.",
        "when: {contrls: [游都, day_stem]}",
    ),
    "E211": Page(
        "No term, role, bound name or symbol has this name.",
        _NAMES,
        "Take the name that is suggested; variants (遊都, 逰都) are known. What only this section "
        "calls so is a role at the head of the file.",
        "when: {void: 由都}",
    ),
    "E212": Page(
        "The term is of another kind than is wanted here: a general where a branch is wanted, or "
        "two things compared that can never be equal.",
        "The condition could never hold.",
        "Say which you mean: 白虎 is a general, `{god_under: 白虎}` the branch that it rides, "
        "`{own_branch_of: 白虎}` its own.",
        "when: {same: [initial, 東]}",
    ),
    "E213": Page(
        "There are too few or too many arguments, or one of a name that is not known.",
        "",
        "The message gives the slots in order.",
        "when: {lands_on: [游都]}",
    ),
    "E214": Page(
        "No concept has this name.",
        _NAMES,
        "Take the name that is suggested, or define it in rules/concepts.",
        "when: {is: capital_viod}",
    ),
    "E215": Page(
        "No table, group, list, role or input has this name.",
        _NAMES,
        "Take the name that is suggested, or define it.",
        "{lookup: {table: 遊都表, key: day_stem}}",
    ),
    "E216": Page(
        "This is no symbol of the alphabet, or one of another kind than is wanted.",
        "",
        "Take the symbol that is suggested: stems, branches, generals and states are different "
        "things.",
        "season_state: [游都, [旺, 像]]",
    ),
    "E217": Page(
        "A name is given to something new, and it means something already.",
        "Whoever reads the rules would take one for the other.",
        "Choose another name.",
        "roles: {子: {is: initial, en: the first}}",
    ),
    "E218": Page(
        "Concepts, or terms, are defined by each other in a circle.",
        "None of them would mean anything.",
        "Say one of them without the others.",
        "a: {define: {is: b}}\nb: {define: {is: a}}",
    ),
    "E219": Page(
        "No kind of things has this name.",
        "",
        "Take the name that is suggested: branch, stem, palace, general, direction ...",
        "params: {x: brunch}",
    ),
    "E220": Page(
        "The quote is not, character for character, in the passage as printed.",
        "Every verdict shows the words that justify it.",
        "Copy the span from the `text` of the passage; an emended reading goes under `emend`, and "
        "the quote keeps what is printed.",
        "quote: 遊都臨日賊必來   # the text has 游都",
    ),
    "W221": Page(
        "The quote stands in its passage more than once.",
        "It is not clear which place is meant, and the coverage counts the first.",
        "Quote a longer span.",
        "quote: 賊來",
    ),
    "E222": Page(
        "A rule quotes a passage that is in no section file.",
        "",
        "Look at its id, or enter the passage first: `bingzhan new DQ-0905`.",
        "quotes: [{passage: DQ-9999, quote: 賊來}]",
    ),
    "E223": Page(
        "This is not the id of a passage.",
        "",
        "Ids are two capital letters, a hyphen and four digits.",
        "from: DQ-891",
    ),
    "E224": Page(
        "A sentence has a brace without its partner, or one around a name that stands for "
        "nothing here.",
        "",
        "Only the parameters, slots or rows of the thing may stand in braces.",
        'title: "The capital stands {n} ahead"   # for_each: {k: [1, 2]}',
    ),
    "E230": Page(
        "Something is given twice: a rule, a passage, a table, a row, a quote.",
        "Only one of them can hold.",
        "Take one out, or give it a name of its own. The other place is shown.",
        "- id: DQ-0891.a   # and again further down",
    ),
    "E231": Page(
        "The id of the rule does not begin with its passage, or does not end in a small letter "
        "(with letters, digits, `_`).",
        "",
        "In passage DQ-0891 the rules are DQ-0891.a, DQ-0891.b ...",
        "id: DQ-0891.1",
    ),
    "E232": Page(
        "No question has this name.",
        _NAMES,
        "Take the name that is suggested, or enter the question in "
        "rules/vocabulary/questions.yaml.",
        "question: enemy_comming",
    ),
    "E233": Page(
        "This is not an answer to the question, or no advice of that name is known.",
        _NAMES,
        "Take one of those that the message lists, or enter it in rules/vocabulary.",
        "then: {answer: come}",
    ),
    "E234": Page(
        "A relation names a rule that is nowhere.",
        "The relation would do nothing.",
        "Take the id that is suggested.",
        "overrides: [DQ-0891.z]",
    ),
    "E235": Page(
        "Rules override each other in a circle.",
        "None of them would be left.",
        "If both stand, `contradicts`; else let one of them go.",
        "a overrides b, b overrides a",
    ),
    "E236": Page(
        "A rule declares a relation to itself.",
        "",
        "Name the other rule.",
        "- id: DQ-0891.b\n  overrides: [DQ-0891.b]",
    ),
    "E237": Page(
        "The example asks for what its rule has not: a row, a reason, or a dead letter to fire.",
        "",
        "Name a row of the `for_each`, and for `because` a predicate or concept.",
        "{chart: 甲午日 寅將 丑時, fires: false, because: on_days}",
    ),
    "E250": Page(
        "The rules are sound one by one, and the engine cannot take them together.",
        "",
        "This is a fault of the program and not of the file: please report it with the file.",
        "",
    ),
}
