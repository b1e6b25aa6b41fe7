"""Pages of the codes of a file as YAML: E0."""

from __future__ import annotations

from engine.checks.page import Page

_DATA = "A rule file is data: nothing in it may stand for more than it shows, or run."

PAGES = {
    "E001": Page(
        "The file cannot be read: it is not there, is a folder, or may not be opened.",
        "",
        "Look at the path; it is taken from the folder in which the command runs.",
        "bingzhan check my-secton.yaml",
    ),
    "E002": Page(
        "The file holds a byte that is not UTF-8.",
        "The text of the book would be read as other characters.",
        "Save the file in the encoding UTF-8; editors offer it under “save with encoding”.",
        "a file saved as Big5 or GBK",
    ),
    "E003": Page(
        "The file holds a control character or half a character.",
        "It is not seen in an editor, and is no character of the text.",
        "Delete the character at the place shown, and type it anew.",
        'title: "In\\x07 season"',
    ),
    "E004": Page(
        "The file is not YAML: a bracket or a quote is not closed, a line stands too far to the "
        "left or right, a tab indents, or a full-width ： stands for a colon.",
        "Nothing after the fault can be read for certain.",
        "Look at the place shown and at the line before it. A text with `: ` or ` #` in it, or "
        "that begins with one of `[{*&!|>%@`, is put in quotes.",
        "title：The capital stands on the day",
    ),
    "E005": Page(
        "The file holds nothing but blanks and comments.",
        "",
        "Write the section, or take the file away.",
        "# to be written",
    ),
    "E006": Page(
        "The file holds several documents, parted by `---`.",
        "Only one could be read.",
        "Make a file of each.",
        "section: a\n---\nsection: b",
    ),
    "E007": Page(
        "Lists and mappings stand in each other too deep.",
        _DATA,
        "Give the inner condition a name, as a concept.",
        "when: [[[[[[[[ ... ]]]]]]]]",
    ),
    "E008": Page(
        "There is too much of it, in one file or in one place; what an alias stands for counts "
        "each time.",
        _DATA,
        "Part the file in sections; write fewer aliases.",
        "- &a6 [*a5, *a5, *a5, *a5, *a5, *a5]",
    ),
    "E009": Page(
        "An alias `*name` stands where no anchor `&name` came before it.",
        "",
        "Write the thing out; or quote the text, if it is one that begins with `*`.",
        "when: *as_above",
    ),
    "E010": Page(
        "An alias stands inside the very thing that it names.",
        _DATA,
        "Write the thing out.",
        "when: &a [*a]",
    ),
    "E011": Page(
        "An anchor is given to two things.",
        "Which of them an alias means would hang on the order of the lines.",
        "Give them two names.",
        "a: &x 1\nb: &x 2",
    ),
    "E012": Page(
        "A merge key `<<` is not read.",
        _DATA,
        "Write the keys out; what recurs in rules is a concept.",
        "when: {<<: *other}",
    ),
    "E013": Page(
        "A tag, a word that begins with `!`, is not read.",
        _DATA,
        "Take the tag out; a text that begins with `!` is put in quotes.",
        "days: !!int 0",
    ),
    "E014": Page(
        "A key is a list or a mapping.",
        "Every field has a word for its name.",
        "Write a word before the colon; a term that is no word stands in a list.",
        "when: {[x]: 游都}",
    ),
    "E015": Page(
        "A key is written twice in one mapping.",
        "YAML would forget one of the two without a word.",
        "Take one out; several conditions are a list: `- {void: 子}`, `- {void: 丑}`.",
        "when: {void: 子, void: 丑}",
    ),
}
