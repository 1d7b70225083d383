"""Tables: a document per row, and everything that is not its text comes back as it was."""

import csv
import io
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.pages import applied, replacing, zones
from lexveil.errors import InputError, OutputError
from lexveil.formats import Options
from lexveil.formats.tables import TABLES, Table, read_rows, write_rows
from lexveil.model import Document, Replacement

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

WORDS = {"Torvund": "W1"}


def table(data: str | bytes, suffix: str = ".jsonl", **options: object) -> Table:
    return read_rows(data.encode() if isinstance(data, str) else data, Options(**options), suffix)


def replaced(found: Table, words: dict[str, str]) -> bytes:
    return write_rows(found, [replacing(document, words) for document in found.documents])


def unchanged(found: Table) -> bytes:
    return write_rows(found, [()] * len(found.documents))


def texts(found: Table) -> list[str]:
    return [document.text for document in found.documents]


# JSON lines --------------------------------------------------------------------------------------


def test_a_line_is_a_document_and_its_other_strings_are_code():
    found = table('{"id": "1-torvund", "n": 1.50, "text": "Ann Torvund", "tags": ["x", "y"]}\n')
    assert texts(found) == ["Ann Torvund\n\n1-torvund\n\nx\n\ny"]
    assert zones(found.documents[0], "code") == ["1-torvund", "x", "y"]


def test_only_the_string_changes():
    line = '{"n":1.50 , "text" : "T\\u00f6rvund\\n \\"said\\" \\/ \\ud83d\\ude00 no" ,"k":{"a":[null,true]}}'
    found = table(line + "\r\n\n  \n" + line)
    assert texts(found)[0].startswith('Törvund\n "said" / 😀 no')
    assert unchanged(found).decode() == line + "\r\n\n  \n" + line
    new = replaced(found, {"Törvund": 'A "ö"'})
    assert new.decode() == (line + "\r\n\n  \n" + line).replace("T\\u00f6rvund", 'A \\"\\u00f6\\"')


def test_a_pseudonym_is_escaped_only_where_it_must_be():
    assert replaced(table('{"text": "Törvund"}'), {"Törvund": "ö\\\n"}).decode() == '{"text": "ö\\\\\\n"}'
    latin = '{"text": "Törvund came, Törvund säger Åke"}'.encode("latin-1")
    assert json.loads(replaced(table(latin), {"Törvund": "Ж"}).decode("latin-1"))["text"].startswith("Ж came")


def test_text_may_lie_deeper_and_in_lists():
    line = '{"a": {"b": "Torvund", "c": "Torvund x"}, "paras": ["Torvund 1", {"t": "Torvund 2"}]'
    line += ', "a.d": "Torvund 3"}'
    found = table(line, text_columns=("paras", "a.b", "a.d"))
    document = found.documents[0]
    assert document.text.startswith("Torvund 1\n\nTorvund 2\n\nTorvund\n\nTorvund 3\n\n")
    assert zones(document, "code") == ["c", "Torvund x", "t"]
    assert replaced(found, WORDS).decode() == line.replace("Torvund", "W1")


def test_keys_inside_of_columns_are_swept_and_columns_are_not():
    line = '{"Torvund": 1, "text": "Torvund", "counts": {"Torvund": 3}}'
    new = replaced(table(line), WORDS).decode()
    assert new == '{"Torvund": 1, "text": "W1", "counts": {"W1": 3}}'


def test_two_keys_that_would_become_one_are_an_output_error():
    found = table('{"text": "Ann Torvund", "counts": {"Ann": 3, "Torvund": 4}}')
    with pytest.raises(OutputError, match="two keys"):
        replaced(found, {"Ann": "W1", "Torvund": "W1"})


def test_columns_that_are_not_read_are_told():
    told = list(map(str, table('{"text": "Torvund", "judge": "Ann Roe"}\n').notes))
    assert len(told) == 1
    assert "--text-column" in told[0]
    assert "Roe" not in told[0]
    assert tuple(map(str, table('{"text": "Torvund"}\n').notes)) == ()


def test_rows_without_text_stay_and_are_counted():
    data = '{"text": null, "id": "a"}\n{"id": "b"}\n{"text": " "}\n{"text": "Torvund"}\n'
    found = table(data)
    assert texts(found) == ["Torvund"]
    assert tuple(map(str, found.notes)) == ("3 of 4 rows have no text and stay as they are",)
    assert replaced(found, WORDS).decode() == data.replace("Torvund", "W1")


def test_half_characters_and_controls_are_not_read_but_stay():
    line = '{"text": "a\\ud800b \\u0000 \\udc00c Torvund"}'
    found = table(line)
    assert texts(found) == ["a\ufffdb \ufffd \ufffdc Torvund"]
    assert replaced(found, WORDS).decode() == line.replace("Torvund", "W1")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"text": "x"}\nTorvund\n', "line 2 is not JSON"),
        ('{"text": "x"}\n\n["Torvund"]\n', "line 3 is not a JSON object"),
        ('{"text": "Torvund"\n', "line 1 is not JSON"),
        ('{"text": "Torvund", "text": "y"}', "line 1 has a key twice"),
        ('{"text": "x", "k": {"Torvund": 1, "Torvund": 2}}', "line 1 has a key twice"),
        ('{"body": "Torvund", "k": {"Quellmark": "x"}}', "the columns are body, k;"),
        ('{"text": 5}', "no text column 'text'"),
        ('{"text": ""}', "no text in the text columns"),
        ('{"text": ' + "[" * 100_000, "nested more than 500 deep"),
        ("", "no text column"),
    ],
)
def test_bad_lines_are_an_input_error_without_text(data, message):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        table(data)
    assert not re.search("Torvund|Quellmark|\n", str(caught.value))


# CSV ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_the_dialect_is_found_and_kept(delimiter, quote):
    rows = [
        [f"{quote}id{quote}", "title", "text"],
        [
            "1",
            "Torvund; a, b" if delimiter == "|" else "Torvund",
            f"{quote}Ann Torvund,\r\n said {quote * 2}no{quote * 2} ; | {quote}",
        ],
        ["2", "", "plain Torvund"],
    ]
    data = "\r\n".join(delimiter.join(row) for row in rows)
    found = table(data, ".csv")
    assert texts(found)[0] == f"Ann Torvund,\r\n said {quote}no{quote} ; | \n\n1\n\n{rows[1][1]}"
    assert zones(found.documents[1], "code") == ["2"]
    assert unchanged(found).decode() == data
    assert replaced(found, WORDS).decode() == data.replace("Torvund", "W1")


def test_a_cell_is_quoted_only_when_its_pseudonym_needs_it():
    data = 'id,text,title\n7,Torvund said "no",Torvund\n8,"Torvund",x\n'
    assert replaced(table(data, ".csv"), WORDS).decode() == data.replace("Torvund", "W1")
    new = replaced(table(data, ".csv"), {"Torvund": 'A, "B"'}).decode()
    assert new == 'id,text,title\n7,"A, ""B"" said ""no""","A, ""B"""\n8,"A, ""B""",x\n'


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_table_keeps_its_encoding(encoding):
    data = "id;text\r\n1;Törvund säger nej på mötet\r\n".encode(encoding)
    found = table(data, ".csv")
    assert unchanged(found) == data
    assert replaced(found, {"Törvund": "Åke"}) == "id;text\r\n1;Åke säger nej på mötet\r\n".encode(encoding)


def test_a_pseudonym_that_the_encoding_lacks_is_an_output_error():
    found = table("text\nTörvund säger nej på mötet\n".encode("cp1252"), ".csv")
    with pytest.raises(OutputError, match=r"U\+0416"):
        replaced(found, {"Törvund": "Ж"})


def test_one_column_with_commas_and_the_hint_of_a_spreadsheet():
    data = "text\nTorvund, Ann\n\nQuellmark; Bo\n"
    assert texts(table(data, ".csv")) == ["Torvund, Ann", "Quellmark; Bo"]
    data = "sep=#\nid#text\n1#Torvund, x\n"
    assert replaced(table(data, ".csv"), WORDS).decode() == data.replace("Torvund", "W1")


def test_several_text_columns_are_one_document():
    found = table("id\tfacts\truling\n1\tTorvund\tAnn\n2\t\tAnn\n", ".tsv", text_columns=("ruling", "facts"))
    assert texts(found) == ["Ann\n\nTorvund\n\n1", "Ann\n\n2"]
    assert [re.sub("doc-[0-9a-f]{12}-", "", document.id) for document in found.documents] == ["1", "2"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("id,body\n1,Torvund\n", "the columns are id, body;"),
        ("id,text\n1,Torvund, Ann\n2,x\n", "row 1 has 3 cells and the header 2"),
        ("id,text\n1,Torvund\nAnn\n", "row 2 has 1 cells and the header 2"),
        ('id,text\n1,"Torvund\n2,x\n', "row 1 opens a quote"),
        ('id,text\n1,"Torvund \\"x\\" y"\n', "row 1 has text after a closing quote"),
        ("text,text\nTorvund,x\n", "stands twice"),
        ("id,text\n1,\n", "no text in the text columns"),
        ("id,text\n", "no text in the text columns"),
        ("\n\n", "no header"),
    ],
)
def test_bad_csv_is_an_input_error_without_text(data, message):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        table(data, ".csv")
    assert not re.search("Torvund|\n", str(caught.value))


def test_files_of_other_kinds_are_named():
    for suffix in TABLES:
        with pytest.raises(InputError, match=r"PDF|Parquet"):
            table(b"%PDF-1.7\n1 0 obj", suffix)
    with pytest.raises(InputError, match="unknown"):
        table("x", ".xlsx")
    with pytest.raises(InputError, match="--text-column"):
        table("x", ".csv", text_columns=())


# Parquet -----------------------------------------------------------------------------------------


def stored(columns: dict[str, object], metadata: dict[str, str] | None = None, **options: object) -> bytes:
    made = io.BytesIO()
    parquet.write_table(pyarrow.table(columns).replace_schema_metadata(metadata), made, **options)
    return made.getvalue()


def loaded(data: bytes) -> object:
    return parquet.read_table(io.BytesIO(data))


COLUMNS = {
    "id": pyarrow.array(["torvund-1", None, "3"], pyarrow.large_string()),
    "text": pyarrow.array(["Ann Torvund\0 came", None, "Torvund"]),
    "tags": pyarrow.array([["x", "Torvund"], [], None]),
    "who": pyarrow.array([{"name": "Torvund", "age": 3}, None, {"name": None, "age": 1}]),
    "kind": pyarrow.array(["Torvund", "b", "Torvund"]).dictionary_encode(),
    "map": pyarrow.array([[("Torvund", "v")], None, []], pyarrow.map_(pyarrow.string(), pyarrow.string())),
    "score": pyarrow.array([0.5, None, float("inf")], pyarrow.float32()),
    "when": pyarrow.array([1, 2, None], pyarrow.timestamp("ns")),
}


def test_a_parquet_row_is_a_document():
    found = table(stored(COLUMNS), ".parquet")
    assert texts(found) == [
        "Ann Torvund\ufffd came\n\ntorvund-1\n\nx\n\nTorvund\n\nTorvund\n\nTorvund\n\nTorvund\n\nv",
        "Torvund\n\n3\n\nTorvund",
    ]
    assert found.parts == ()
    assert str(found.notes[0]) == "1 of 3 rows have no text and stay as they are"


def test_a_written_parquet_differs_only_in_strings():
    data = stored(
        COLUMNS, {"pandas": "{}", "origin": "x"}, row_group_size=2, compression={"id": "zstd", "text": "gzip"}
    )
    found = table(data, ".parquet")
    assert unchanged(found) == data
    assert "the file's key-value metadata was kept and not looked into" in map(str, found.notes)
    new = replaced(found, {"Torvund": "W1", "torvund": "w1"})
    before, after = loaded(data), loaded(new)
    assert after.schema.equals(before.schema, check_metadata=True)
    assert after["when"].equals(before["when"])
    before, after = (str(each.drop_columns("when").to_pydict()) for each in (before, after))
    assert after == before.replace("Torvund", "W1").replace("torvund", "w1")
    assert "Ann W1\\x00 came" in after
    old_file, new_file = (parquet.ParquetFile(io.BytesIO(each)).metadata for each in (data, new))
    for group in range(2):
        for at in range(old_file.num_columns):
            old, now = old_file.row_group(group).column(at), new_file.row_group(group).column(at)
            assert (old.compression, old.encodings, old.num_values) == (
                now.compression,
                now.encodings,
                now.num_values,
            )
    assert new_file.num_row_groups == old_file.num_row_groups == 2
    assert b"orvund" not in new


def test_columns_that_cannot_be_read_are_uncovered():
    mixed = pyarrow.struct([("name", pyarrow.string()), ("at", pyarrow.timestamp("ns"))])
    columns = {
        "text": pyarrow.array(["Torvund"]),
        "scan": pyarrow.array([b"Torvund"]),
        "mixed": pyarrow.array([{"name": "Torvund", "at": None}], mixed),
        "hash": pyarrow.array([b"1234"], pyarrow.binary(4)),
    }
    found = table(stored(columns), ".parquet")
    assert [(part.name, part.state) for part in found.parts] == [
        ("column scan", "uncovered"),
        ("column mixed", "uncovered"),
        ("column hash", "uncovered"),
    ]


def test_text_in_a_struct_is_named_by_its_path():
    column = pyarrow.array([{"body": "Torvund", "title": "Torvund"}])
    found = table(stored({"case": column}), ".parquet", text_columns=("case.body",))
    assert texts(found) == ["Torvund\n\nTorvund"]
    assert len(zones(found.documents[0], "code")) == 1


def test_a_replacement_over_two_strings_goes_into_the_first():
    found = table(stored({"text": pyarrow.array([["Ann", "Torvund", "came"]])}), ".parquet")
    new = write_rows(found, [[Replacement(0, 12, "W1", "e1")]])
    assert loaded(new)["text"].to_pylist() == [["W1", "", "came"]]


def bomb(*, in_list: bool) -> bytes:
    indices = pyarrow.array([0] * 100_000, pyarrow.int32())
    text = pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(["A" * 100_000]))
    if in_list:
        text = pyarrow.ListArray.from_arrays(pyarrow.array([0, 100_000], pyarrow.int32()), text)
    return stored({"text": text}, store_schema=False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PAR1", "not a Parquet file"),
        (stored(COLUMNS)[:-30], "not a Parquet file"),
        (stored(COLUMNS)[:60] + b"\xff" * 40 + stored(COLUMNS)[100:], "not a Parquet file"),
        (stored({"body": ["Torvund"], "n": [1], "b": [b"x"]}), "the columns are body;"),
        (stored({"text": [1]}), "no text column 'text'"),
        (stored({"text": [None, ""]}), "no text"),
        (bomb(in_list=False), "far too large"),
        (bomb(in_list=True), "far too large"),
    ],
    ids=["short", "cut", "damaged", "no column", "number", "empty", "bomb", "bomb in a list"],
)
def test_bad_parquet_is_an_input_error(data, message):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        table(data, ".parquet")
    assert not re.search("Torvund|\n", str(caught.value))


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr("lexveil.formats.tables.parquet.import_module", _missing)
    with pytest.raises(InputError, match=r"lexveil\[parquet\]"):
        table(stored(COLUMNS), ".parquet")


def _missing(name: str) -> None:
    raise ImportError(name)


# Laws --------------------------------------------------------------------------------------------

ALPHABET = (*"abT,;|\t\"'\\/ {}[]:\n\u00f6\u2028😀", "\r\n")
strings = st.lists(st.sampled_from(ALPHABET), max_size=8).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strings, inner, max_size=3),
    max_leaves=6,
)
json_rows = st.lists(
    st.tuples(
        st.dictionaries(strings, values, max_size=3),
        strings,
        st.booleans(),
        st.sampled_from(("\n", "\r\n", "\n\n")),
    ),
    min_size=1,
    max_size=4,
)
sheets = st.tuples(
    st.lists(st.tuples(strings, strings, strings), min_size=1, max_size=4),
    st.sampled_from(",;\t|"),
    st.sampled_from(("\n", "\r\n")),
    st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
)


def json_lines(rows: list[tuple[dict[str, object], str, bool, str]]) -> bytes:
    lines = ['{"text": "Torvund"}\n']
    lines += [
        json.dumps({**more, "text": text}, ensure_ascii=escaped) + end for more, text, escaped, end in rows
    ]
    return "".join(lines).encode()


def sheet(rows: list[tuple[str, str, str]], delimiter: str, end: str, quoting: int) -> bytes:
    made = io.StringIO()
    writer = csv.writer(made, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerows([("id", "text", "title"), ("0", "Torvund", "x"), *rows])
    return made.getvalue().encode()


files = st.one_of(
    json_rows.map(lambda rows: (json_lines(rows), ".jsonl")),
    sheets.map(lambda parts: (sheet(*parts), ".csv")),
)


@st.composite
def changes(draw: st.DrawFn, document: Document) -> list[Replacement]:
    """Replacements of stretches within one cell or string."""
    found, last = [], 0
    for cell in re.finditer(r"[^\n]+", document.text):
        start = draw(st.integers(max(last, cell.start()), cell.end()))
        end = draw(st.integers(start, cell.end()))
        if start < end:
            found.append(Replacement(start, end, draw(strings.filter(str.strip)), "e1"))
            last = end
    return found


@settings(max_examples=300, deadline=None)
@given(file=files)
def test_a_table_without_replacements_is_the_same_bytes(file):
    assert unchanged(table(*file)) == file[0]


@settings(max_examples=300, deadline=None)
@given(file=files, data=st.data())
def test_a_written_table_reads_as_the_rows_with_the_replacements(file, data):
    found = table(*file)
    replacements = [data.draw(changes(document)) for document in found.documents]
    new = write_rows(found, replacements)
    again = table(new, file[1])
    assert texts(again) == [
        applied(text, tuple(rows)) for text, rows in zip(texts(found), replacements, strict=True)
    ]


@settings(max_examples=200, deadline=None)
@given(rows=sheets.filter(lambda parts: all(text.strip() for _, text, _ in parts[0])))
def test_another_reader_sees_the_other_cells_as_they_were(rows):
    data = sheet(*rows)
    new = replaced(table(data, ".csv"), {"T": 'X,;|\t"'})
    before, after = (
        list(csv.reader(io.StringIO(each.decode(), newline=""), delimiter=rows[1])) for each in (data, new)
    )
    assert after == [
        [cell.replace("T", 'X,;|\t"') if at else cell for cell in row] for at, row in enumerate(before)
    ]


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=100) | files.map(lambda file: file[0]), cut=st.integers(0, 200))
@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".tsv"])
def test_any_bytes_give_a_table_or_an_input_error(suffix, data, cut):
    message = ""
    try:
        found = table(data[:cut], suffix)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert message or unchanged(found) == data[:cut]


def test_no_text_shows_in_a_repr():
    assert "Torvund" not in repr(table('{"text": "Torvund"}'))
