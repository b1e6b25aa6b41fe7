"""Pages of the codes of rows, of which ``bingzhan batch`` reads many: E5."""

from __future__ import annotations

from engine.checks.page import Page

_REST = "The rest goes on; the row stands in the rejects file, with its number and the reason."

PAGES = {
    "E501": Page(
        "A row begins as JSON does and is no JSON object.",
        _REST,
        'Write one JSON object a line, or a chart as it is: {"chart": "丙辰日 亥將 丑時"}.',
        '{"chart": "丙辰日 亥將',
    ),
    "E502": Page(
        "A value of a row is a number, a list or an object where a text is wanted.",
        _REST,
        "Write the value as text; the month, and the month and day of the moon, may be numbers.",
        '{"day": 53, "plate": "伏吟"}',
    ),
    "E503": Page(
        "A row has more than a million bytes.",
        "A file that is no text has no line ends, and is read as one row.",
        "Write one chart a line.",
        '{"chart": "丙辰日 丙辰日 丙辰日 ...',
    ),
    "E504": Page(
        "A row of CSV has more values than columns, or fewer; or the columns are not named.",
        "Which value belongs to which column is then not known.",
        "Put a value with a comma in quotes; name each column once in the first line.",
        "day,plate\n丙辰,伏吟,春",
    ),
    "E505": Page(
        "A column is no input, and nothing says that it is to be carried through.",
        "A misspelt column would be an input that is silently not given.",
        "Write the input as it is suggested, or name the column with --carry.",
        '{"chrt": "丙辰日 伏吟"}',
    ),
    "E506": Page(
        "A row of CSV opens a quote and does not close it, or has one where none can be.",
        "An open quote would swallow the rows after it; they are read as rows of their own.",
        'Put the whole value in quotes, and write a quote within it as "".',
        '丙辰,"伏吟',
    ),
    "E507": Page(
        "No column of a row that is an input has a value.",
        _REST,
        "Give the chart in one column, or a column an input: day, month_general, hour ...",
        '{"id": 12}',
    ),
}
