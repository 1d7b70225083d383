import pytest

from lexveil.check import leaks, leaks_in_rows
from lexveil.check.leaks import counts
from lexveil.text.search import Form


@pytest.fixture
def left(tmp_path):
    def look(text, *forms):
        path = tmp_path / "file.txt"
        path.write_text(text, "utf8")
        return [
            leak.offset
            for leak in leaks(path.read_bytes(), [Form(form, "name", "e1") for form in forms]).leaks
        ]

    return look


def test_a_full_name_left_is_found_where_it_stands(left):
    assert left("W1 came. ANN  RÖE left", "ann roe") == [9]


def test_a_name_in_pieces_is_found(left):
    assert left("W1. Ann Tor-\nvund, An\u00adn Torvund", "ann torvund") == [4, 19]


def test_nothing_is_found_when_nothing_is_left(left):
    assert left("W1 came. Joann Roe-like words", "ann roe") == []


def test_an_identifier_is_found(left):
    assert left("write to ann@example.org", "ann@example.org") == [9]


def test_nothing_to_hide_is_no_leak(left):
    assert left("anything") == []


def test_the_check_tells_how_much_it_searched(tmp_path):
    (tmp_path / "page.html").write_text("<p>nobody</p>", "utf8")
    checked = leaks((tmp_path / "page.html").read_bytes(), [Form("ann roe", "name", "e1")])
    assert checked.texts >= 3
    assert checked.characters >= 3 * len("nobody")
    assert checked.forms == 1


@pytest.mark.parametrize(
    ("form", "kind", "wanted"),
    [
        # In a text everything counts.
        (Form("lang", "part", "e"), "text", True),
        (Form("2 500", "detail", "e"), "text", True),
        # In the source of a file, words of programs and bare numbers do not.
        (Form("lang", "part", "e"), "code", False),
        (Form("torv", "part", "e"), "code", True),
        (Form("2 500", "detail", "e"), "code", False),
        (Form("3 may 2019", "detail", "e"), "code", True),
        # Fonts bear the names of their makers.
        (Form("baskerville", "part", "e"), "font", False),
        (Form("ann torvund", "name", "e"), "font", True),
        # In packed data a few letters come together by chance.
        (Form("holt", "part", "e"), "bytes", False),
        (Form("torvund", "part", "e"), "bytes", True),
        (Form("010203-4567", "identifier", "e"), "bytes", True),
    ],
)
def test_what_counts_where(form, kind, wanted):
    assert counts(form, kind) is wanted


TABLES = {
    "lines.jsonl": '{"text": "Torvund came"}\n\n{"text": "Torv\\u0075nd sat"}\n',
    "sheet.csv": 'id,text\n1,"Torvund ""came"""\n\n2,Torvund sat\n',
    "sheet.tsv": "id\ttext\n1\tTorvund, came\n\n2\tTorvund sat\n",
    "single.csv": "text\nTorvund came\n\nTorvund sat\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_row_is_searched_for_what_it_hides(tmp_path, name):
    (tmp_path / name).write_text(TABLES[name], "utf8")
    hides = (Form("torvund", "part", "e1"),)
    for hidden in ({1: hides}, {3: hides}):
        found = leaks_in_rows((tmp_path / name).read_bytes(), hidden).leaks
        assert {leak.part.split(",")[0] for leak in found} == {f"row {next(iter(hidden))}"}
    assert leaks_in_rows((tmp_path / name).read_bytes(), {2: hides}).leaks == ()


def test_the_header_of_a_table_is_searched_for_every_name(tmp_path):
    (tmp_path / "sheet.csv").write_text("ann torvund,text\n1,x\n", "utf8")
    found = leaks_in_rows(
        (tmp_path / "sheet.csv").read_bytes(), {1: (Form("ann torvund", "name", "e1"),)}
    ).leaks
    assert [leak.part for leak in found] == ["row 0, source"]


@pytest.mark.parametrize(("part", "places"), [("torvund", ["row 0, source"]), ("oslo", []), ("office", [])])
def test_a_column_called_by_a_long_part_of_a_name_is_a_leak(tmp_path, part, places):
    (tmp_path / "sheet.csv").write_text("torvund,oslo,office\n1,x,y\n", "utf8")
    found = leaks_in_rows((tmp_path / "sheet.csv").read_bytes(), {1: (Form(part, "part", "e1"),)}).leaks
    assert [leak.part for leak in found] == places
