"""Damaged rows: each is told with its number and its own message, and no good row is lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.batch.chunks import LONGEST, Piece, chunks_of
from engine.batch.csvrows import csv_pieces, split
from engine.batch.faults import Bad
from tests.batch.runs import batch, draw, lines_of, rejects_of, table_of

GOOD = '{"id": %d, "chart": "%s"}'

LINES: dict[str, tuple[bytes, str, str]] = {
    "not UTF-8": (b'{"id": 1, "chart": "\xe4\xb8"}', "E002", "0xe4 is not UTF-8"),
    "a lone byte": (b"\xff\xfe\xfd", "E002", "0xff is not UTF-8"),
    "NUL": ('{"chart": "丙辰日\0 伏吟"}'.encode(), "E003", "NUL"),
    "NUL as escape": (b'{"chart": "\\u0000"}', "E003", "NUL"),
    "half a character": (b'{"id": "\\ud800", "chart": "x"}', "E003", "U+D800"),
    "cut JSON": (b'{"id": 1, "chart": "', "E501", "unterminated string"),
    "more after JSON": (b'{"id": 1} {"id": 2}', "E501", "extra data"),
    "an array": (b"[1, 2]", "E501", "no JSON object"),
    "NaN": (b'{"id": NaN, "chart": "x"}', "E501", "NaN is no number"),
    "a key twice": (b'{"chart": "a", "chart": "b"}', "E501", "`chart` is given twice"),
    "nested too deep": (b"[" * 100_000, "E501", "nested too deep"),
    "a number for a text": (b'{"chart": 12}', "E502", "`chart` is a number"),
    "a list for a text": ('{"day": ["丙辰"], "plate": "伏吟"}'.encode(), "E502", "`day` is a list"),
    "too long": (b'"' + b"x" * (LONGEST + 10) + b'"', "E503", "more than 1,000,000 bytes"),
    "a misspelt column": ('{"chrt": "丙辰日 伏吟"}'.encode(), "E505", "did you mean `chart`"),
    "an unknown column": (b'{"mood": 3, "chart": "x"}', "E505", "not carried through"),
    "nothing of a chart": (b'{"id": 4}', "E507", "nothing of a chart"),
    "an unknown token": ("丙辰日 旾".encode(), "E300", "is not part of a chart"),
    "a wrong pillar": ('{"day": "甲丑", "plate": "伏吟"}'.encode(), "E301", "甲丑 is not one of"),
    "no board": ("丙辰日".encode(), "E302", "the board is not given"),
    "a contradiction": ('{"chart": "丙辰日 亥將 丑時 夏"}'.encode(), "E303", "belongs to 春"),
    "another kind": ('{"day": "丙辰", "hour": "午將"}'.encode(), "E301", "'午將' is not a pillar"),
    "a long chart": ("丙辰日 ".encode() * 200, "E304", "at most 500 characters"),
    "no such moment": (b'{"at": "2026-02-30T10:00"}', "E305", "does not exist"),
    "no moment": (b'{"at": "yesterday"}', "E305", "is not a moment"),
}  # fmt: skip


@pytest.mark.parametrize("kind", LINES)
def test_each_kind_of_damage_has_its_message(kind: str, tmp_path: Path) -> None:
    raw, code, words = LINES[kind]
    good = (GOOD % (7, "丙辰日 伏吟")).encode()
    (tmp_path / "in.jsonl").write_bytes((good + b"\n") * 1000 + raw + b"\n" + good)
    asked = ("--shape", "wide", "--question", "danger")
    result = batch(tmp_path / "in.jsonl", "--out", tmp_path / "o.jsonl", *asked, code=1)
    told = [row["row"] for row in lines_of(tmp_path / "o.jsonl")]
    assert told == [*range(1, 1001), 1002]
    (entry,) = rejects_of(tmp_path / "o.jsonl")
    assert (entry["row"], entry["line"]) == (1001, 1001)
    assert entry["error"][0]["code"] == code
    assert words in entry["error"][0]["message"]
    assert ("cut" in entry) == (kind == "too long")
    assert "1 row was rejected" in result.stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_many_rows_with_many_damaged_none_is_lost(jobs: int, tmp_path: Path) -> None:
    dice = random.Random(5)
    good = draw(9_500, seed=2)
    rows: list[tuple[int, bytes]] = [
        (i, (GOOD % (i, chart)).encode()) for i, chart in enumerate(good)
    ]
    kinds = [name for name in LINES if name not in ("too long", "nested too deep")]
    damaged = [(-1, LINES[kinds[i % len(kinds)]][0]) for i in range(500)]
    assert len(kinds) >= 20
    mixed = rows[1000:] + damaged
    dice.shuffle(mixed)
    mixed = rows[:1000] + mixed
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(raw for _, raw in mixed))
    out = tmp_path / "out.jsonl"
    words = ("--shape", "wide", "--question", "enemy_coming", "--jobs", str(jobs))
    batch(tmp_path / "in.jsonl", "--out", out, *words, code=1)
    told = lines_of(out)
    assert [row["id"] for row in told] == [number for number, _ in mixed if number >= 0]
    assert [row["row"] for row in told] == [i for i, (n, _) in enumerate(mixed, 1) if n >= 0]
    assert [row["row"] for row in rejects_of(out)] == [
        i for i, (n, _) in enumerate(mixed, 1) if n < 0
    ]


HEADER = "id,day,plate,note"
ROWS: dict[str, tuple[str, str, str]] = {
    "too few": ("1,丙辰", "E504", "2 values for 4 columns"),
    "too many": ("1,丙辰,伏吟,,5", "E504", "5 values for 4 columns"),
    "a quote that stays open": ('1,丙辰,伏吟,"never closed', "E506", "opened and not closed"),
    "a quote within": ('1,丙辰,伏吟,"a" b', "E506", "no CSV"),
    "NUL": ("1,丙辰,伏吟,\0", "E003", "NUL"),
    "blank": (",,,", "E507", "nothing of a chart"),
    "wrong": ("1,丙丑,伏吟,", "E301", "丙丑"),
}


@pytest.mark.parametrize("kind", ROWS)
def test_damaged_rows_of_csv(kind: str, tmp_path: Path) -> None:
    raw, code, words = ROWS[kind]
    good = [
        '8,丙辰,伏吟,"a ""note"", over\n\r\nthree lines"',
        "9,丙辰日,伏吟,",
        '10,丁巳,"伏吟","x"',
    ]
    text = "\n".join((HEADER, good[0], raw, *good[1:])) + "\n"
    (tmp_path / "in.csv").write_text(text, "utf-8")
    batch(tmp_path / "in.csv", "--out", tmp_path / "o.csv", "--shape", "wide", code=1)
    table = table_of(tmp_path / "o.csv")
    assert [(row["id"], row["note"]) for row in table] == [
        ("8", 'a "note", over\n\r\nthree lines'),
        ("9", ""),
        ("10", "x"),
    ]
    assert [row["row"] for row in table] == ["1", "3", "4"]
    (entry,) = rejects_of(tmp_path / "o.csv")
    assert (entry["row"], entry["line"], entry["raw"]) == (2, 5, raw)
    assert entry["error"][0]["code"] == code
    assert words in entry["error"][0]["message"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the input is empty"),
        ("day;plate\n丙辰;伏吟".encode(), "parted by semicolons"),
        (b"day,day\n", "two columns have the name `day`"),
        (b"day,\n", "a column has no name"),
        (b"id,mood\n", "none of the columns"),
        (b"day,plaet\n", "did you mean `plate`"),
        (b"day,\xff\n", "is not UTF-8"),
        ("day,plate\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_a_first_line_that_names_no_columns_is_refused(
    text: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / "in.csv").write_bytes(text)
    result = batch(tmp_path / "in.csv", "--out", tmp_path / "o.csv", code=2)
    assert words in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_parquet_with_wrong_types_and_carried_ones(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    columns: dict[str, Any] = {
        "id": [1, 2, 3],
        "weight": [0.5, None, 2.5],
        "row": ["a", "b", "c"],
        "chart": ["丙辰日 伏吟", None, "丁巳日 伏吟 晝"],
        "month": [None, 2, 3],
        "hour": [None, None, None],
    }
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    out = tmp_path / "o.parquet"
    batch(tmp_path / "in.parquet", "--out", out, "--shape", "wide", code=1)
    table = pq.read_table(out)
    assert table.schema.field("id").type == pa.int64()
    assert table.select(["row", "id", "weight", "in_row"]).to_pylist() == [
        {"row": 1, "id": 1, "weight": 0.5, "in_row": "a"},
        {"row": 3, "id": 3, "weight": 2.5, "in_row": "c"},
    ]
    assert "辰月" in table["chart"][1].as_py()
    assert rejects_of(out)[0]["row"] == 2
    (tmp_path / "bad.parquet").write_bytes((tmp_path / "in.parquet").read_bytes()[:200])
    result = batch(tmp_path / "bad.parquet", "--out", tmp_path / "x.csv", code=1)
    assert "cannot be read as Parquet" in result.stderr


def pieces(text: bytes) -> list[Piece]:
    return [Piece(i, raw) for i, raw in enumerate(text.split(b"\n"), 1)]


CELLS = st.text(alphabet='ab,"\n 日', max_size=6)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=12))
def test_any_csv_that_is_sound_is_read_as_it_is(rows: list[tuple[str, str]]) -> None:
    text = "\n".join(",".join('"' + c.replace('"', '""') + '"' for c in row) for row in rows)
    found = list(csv_pieces(iter(pieces(text.encode())), 2))
    assert [tuple(split(p.raw.decode())) for p in found] == rows


@given(st.lists(st.binary(max_size=30), max_size=30), st.integers(0, 30))
def test_whatever_stands_between_good_rows_of_csv_is_not_lost(raws: list[bytes], at: int) -> None:
    """Each physical line is in exactly one row, and a row that is sound alone is read alone."""
    lines = [raw.replace(b"\n", b"").replace(b"\r", b"") for raw in raws]
    text = b"\n".join(lines)
    found = list(csv_pieces(iter(pieces(text)), 2))
    held = b"\n".join(p.raw for p in found).split(b"\n")
    assert [line for line in held if line.strip()] == [line for line in lines if line.strip()]


@given(st.lists(st.integers(1, 900_000), max_size=40))
@settings(max_examples=30)
def test_chunks_hold_every_row_once(sizes: list[int]) -> None:
    given_ = [Piece(i, b"x" * size) for i, size in enumerate(sizes, 1)]
    chunks = list(chunks_of(given_))
    assert [piece for chunk in chunks for piece in chunk.payload] == given_
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    first = 1
    for chunk in chunks:
        assert (chunk.first, chunk.rows) == (first, len(chunk.payload))
        first += chunk.rows


@given(st.text(max_size=40))
def test_a_row_of_csv_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(split(text.replace("\n", "").replace("\r", "")), list)
    except Bad:
        assert '"' in text


@given(st.binary(max_size=300))
@settings(max_examples=40)
def test_random_bytes_end_in_rejects_and_never_in_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    (folder / "in.txt").write_bytes(data)
    out = folder / "o.jsonl"
    expected = sum(1 for raw in data.removeprefix(b"\xef\xbb\xbf").split(b"\n") if raw.strip())
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    batch(
        folder / "in.txt", "--out", out, "--shape", "wide", code=2 if utf16 else int(expected > 0)
    )
    if not utf16:
        assert len(rejects_of(out)) == expected
        json.dumps(rejects_of(out))
