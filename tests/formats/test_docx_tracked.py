"""Tracked changes: both readings found and replaced, or all changes accepted or rejected in the source."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.pages import applied, replacing, zones
from golden.docx_build import HERE
from golden.docx_pieces import NAMESPACES, change, p, r, small, zipped
from lexveil.errors import InputError
from lexveil.formats import Options, docx
from lexveil.formats.docx.changes import settle
from lexveil.model import Document, Replacement

CLERK = change(1, "Aldo Quellmark")


def ins(*content: str) -> str:
    return f"<w:ins {CLERK}>{''.join(content)}</w:ins>"


def dele(text: str) -> str:
    return f'<w:del {CLERK}><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def marked(kind: str) -> str:
    return f"<w:rPr><w:{kind} {CLERK}/></w:rPr>"


def document(*content: str, tracked: str = "keep") -> Document:
    return docx.read(zipped(small("".join(content))), Options(tracked=tracked))


def settled(content: str, *, accept: bool) -> str:
    source = f"<w:body {NAMESPACES}>{content}</w:body>"
    return settle(source, accept=accept)[len(f"<w:body {NAMESPACES}>") : -len("</w:body>")]


def rewritten(found: Document, names: dict[str, str]) -> Document:
    return docx.read(docx.write(found, replacing(found, names)))


# Readings -----------------------------------------------------------------------------------------

HALF = p(r("Jo"), dele("hn S"), ins(r("hann Sch")), r("mith spoke."))


def test_a_name_half_inserted_half_deleted_is_found_in_both_readings():
    found = document(HALF)
    assert found.text == "Johann Schmith spoke.\n\nJohn Smith spoke."
    assert zones(found, "hidden") == ["John Smith spoke."]


@pytest.mark.parametrize(
    "names",
    [
        {"Johann Schmith": "A", "John Smith": "A"},
        {"Johann Schmith": "A"},
        {"John Smith": "A"},
        {"Schmith": "A", "John Smith": "A"},
        {"Johann": "A", "Schmith": "B", "John": "A", "Smith": "B"},
    ],
)
def test_a_name_half_inserted_half_deleted_goes_from_both_readings(names):
    after = rewritten(document(HALF), names).text
    assert not re.search("Joh|mith|hann|Sch|Sm", after)
    assert "A" in after.split("\n\n")[0]


def test_what_one_reading_replaces_stands_in_the_other():
    output = docx.write(document(HALF), replacing(document(HALF), {"Johann Schmith": "A", "John Smith": "A"}))
    assert [docx.read(output, Options(tracked=each)).text for each in ("accept", "reject")] == [
        "A spoke."
    ] * 2


def test_names_that_only_one_reading_has_are_replaced_in_it():
    content = p(r("Here "), dele("Odd Brask"), ins(r("Ylva Torvund")), r(" spoke."))
    after = rewritten(document(content), {"Odd Brask": "B", "Ylva Torvund": "A"})
    assert after.text == "Here A spoke.\n\nHere B spoke."


def test_a_name_that_both_readings_share_is_replaced_once():
    content = p(r("Here Ylva Torvund "), dele("sat"), ins(r("stood")), r("."))
    assert rewritten(document(content), {"Ylva Torvund": "A"}).text == "Here A stood.\n\nHere A sat."


def test_a_title_put_in_before_a_name_does_not_take_it_away_from_the_other_reading():
    content = p(r("Here "), ins(r("Mr ")), r("Odd Brask spoke."))
    assert rewritten(document(content), {"Mr Odd Brask": "B"}).text == "Here B spoke."


def test_a_name_over_a_deleted_paragraph_mark_is_one():
    content = p(r("Ylva Tor"), properties=marked("del")) + p(r("vund spoke."))
    assert document(content).text == "Ylva Torvund spoke.\n\nYlva Tor\n\nvund spoke."
    assert not re.search("Tor|vund", rewritten(document(content), {"Ylva Torvund": "A"}).text)


def test_a_name_over_an_inserted_paragraph_mark_was_one():
    content = p(r("Ylva Tor"), properties=marked("ins")) + p(r("vund spoke."))
    assert document(content).text == "Ylva Tor\n\nvund spoke.\n\nYlva Torvund spoke."


def test_a_deleted_mark_before_a_table_or_at_the_end_joins_nothing():
    table = f"<w:tbl><w:tr><w:tc>{p(r('cell'), properties=marked('del'))}</w:tc></w:tr></w:tbl>"
    content = p(r("one"), properties=marked("del")) + table + p(r("two"))
    assert document(content).text.split("\n\n") == ["one", "one", "cell", "cell", "two"]


def test_text_put_in_and_taken_out_again_is_read():
    assert "never Torvund" in document(p(r("a "), ins(dele("never ")), r("Torvund"))).text


def test_authors_are_called_author_and_times_go():
    data = docx.write(document(HALF), ())
    found = docx.read(data, Options(keep_metadata=True))
    assert "Author" in zones(found, "hidden")
    assert "Quellmark" not in found.text
    assert b"2024" not in data


# Settled ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "accepted", "rejected"),
    [
        (p(ins(r("a")), r("b")), p(r("a"), r("b")), p(r("b"))),
        (p(dele("a"), r("b")), p(r("b")), p(r("a"), r("b"))),
        (p(ins(dele("a")), r("b")), p(r("b")), p(r("b"))),
        (
            p(ins(r("a"), '<w:bookmarkStart w:id="1" w:name="x"/>')),
            p(r("a"), '<w:bookmarkStart w:id="1" w:name="x"/>'),
            p('<w:bookmarkStart w:id="1" w:name="x"/>'),
        ),
        (
            p(f"<w:moveFrom {CLERK}>{r('a')}</w:moveFrom>", f"<w:moveTo {CLERK}>{r('b')}</w:moveTo>"),
            p(r("b")),
            p(r("a")),
        ),
        (p(f"<w:moveToRangeStart {CLERK}/>", r("a"), '<w:moveToRangeEnd w:id="1"/>'), p(r("a")), p(r("a"))),
        (
            p(r("a", f"<w:b/><w:rPrChange {CLERK}><w:rPr><w:i/></w:rPr></w:rPrChange>")),
            p(r("a", "<w:b/>")),
            p(r("a", "<w:i/>")),
        ),
        (
            p(
                r("a"),
                properties=f'<w:jc w:val="left"/><w:rPr><w:b/></w:rPr><w:pPrChange {CLERK}>'
                '<w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange>',
            ),
            p(r("a"), properties='<w:jc w:val="left"/><w:rPr><w:b/></w:rPr>'),
            p(r("a"), properties='<w:jc w:val="right"/><w:rPr><w:b/></w:rPr>'),
        ),
        (
            p(r("a"), properties=f'<w:numPr><w:numId w:val="1"/><w:ins {CLERK}/></w:numPr>'),
            p(r("a"), properties='<w:numPr><w:numId w:val="1"/></w:numPr>'),
            "<w:p><w:pPr></w:pPr>" + r("a") + "</w:p>",
        ),
    ],
)
def test_changes_inside_a_paragraph(content, accepted, rejected):
    assert settled(content, accept=True) == accepted
    assert settled(content, accept=False) == rejected


def test_paragraphs_are_joined_where_the_mark_goes_and_the_last_gives_the_properties():
    one = p(r("a"), properties=f'<w:jc w:val="left"/>{marked("del")}')
    two = p(r("b"), properties=f'<w:jc w:val="right"/>{marked("del")}')
    anchor = '<w:bookmarkStart w:id="1" w:name="x"/>'
    three = p(r("c"), properties='<w:jc w:val="center"/>')
    assert settled(one + anchor + two + three, accept=True) == p(
        r("a"), anchor, r("b"), r("c"), properties='<w:jc w:val="center"/>'
    )
    assert (
        settled(one + three, accept=False)
        == p(r("a"), properties='<w:jc w:val="left"/><w:rPr></w:rPr>') + three
    )


def test_an_empty_paragraph_takes_what_comes_before():
    assert (
        settled(p(r("a"), properties=marked("del")) + '<w:p w:x="1"/>', accept=True)
        == '<w:p w:x="1">' + r("a") + "</w:p>"
    )


def test_a_line_that_went_before_a_table_goes_whole():
    table = "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"
    assert settled(p(dele("a"), properties=marked("del")) + table, accept=True) == table


@pytest.mark.parametrize(("kind", "accept"), [("del", True), ("ins", False)])
def test_rows_go_and_a_table_without_rows(kind, accept):
    row = f"<w:tr><w:trPr><w:{kind} {CLERK}/></w:trPr><w:tc>{p(r('a'))}</w:tc></w:tr>"
    other = f"<w:tr><w:tc>{p(r('b'))}</w:tc></w:tr>"
    assert settled(f"<w:tbl>{row}{other}</w:tbl>", accept=accept) == f"<w:tbl>{other}</w:tbl>"
    assert settled(f"<w:tbl>{row}</w:tbl>{p(r('c'))}", accept=accept) == p(r("c"))


def test_cells_go_and_a_row_without_cells():
    gone = f"<w:tc><w:tcPr><w:cellDel {CLERK}/></w:tcPr>{p(r('a'))}</w:tc>"
    stays = f"<w:tc>{p(r('b'))}</w:tc>"
    assert (
        settled(f"<w:tbl><w:tr>{gone}{stays}</w:tr></w:tbl>", accept=True)
        == f"<w:tbl><w:tr>{stays}</w:tr></w:tbl>"
    )
    assert settled(f"<w:tbl><w:tr>{gone}</w:tr><w:tr>{stays}</w:tr></w:tbl>", accept=True) == (
        f"<w:tbl><w:tr>{stays}</w:tr></w:tbl>"
    )


def test_headers_of_a_section_stay_when_its_old_properties_come_back():
    reference = '<w:headerReference w:type="default" r:id="rId1"/>'
    old = f'<w:sectPrChange {CLERK}><w:sectPr><w:pgSz w:w="1"/></w:sectPr></w:sectPrChange>'
    content = f'<w:sectPr>{reference}<w:pgSz w:w="2"/>{old}</w:sectPr>'
    assert settled(content, accept=False) == f'<w:sectPr>{reference}<w:pgSz w:w="1"/></w:sectPr>'
    assert settled(content, accept=True) == f'<w:sectPr>{reference}<w:pgSz w:w="2"/></w:sectPr>'


def test_deleted_text_is_gone_from_the_file_when_changes_are_accepted():
    found = document(p(r("a "), dele("Odd Brask"), ins(r("b"))), tracked="accept")
    assert found.text == "a b"
    assert "Brask" not in docx.read(docx.write(found, ())).text


@pytest.mark.parametrize(
    ("tracked", "blocks"),
    [
        (
            "accept",
            [
                "First came Ylva Torvund.",
                "Johann Schmith spoke.",
                "This line ends in the next, by Mr Tor",
                "vund.",
                "kept moved here",
                "Bold, once italic.",
                "Row that stays",
                "Row put in",
                "The end.",
            ],
        ),
        (
            "reject",
            [
                "First came Torvund and Odd Brask.",
                "John Smith spoke.",
                "This line ends",
                " in the next, by Mr Torvund.",
                " moved away",
                "Bold, once italic.",
                "A line before the table.",
                "Row that stays",
                "Row taken out",
                "The end.",
            ],
        ),
    ],
)
def test_the_golden_changes_are_settled(tracked, blocks):
    found = docx.read((HERE / "tracked.docx").read_bytes(), Options(tracked=tracked))
    assert [block.strip() for block in found.text.split("\n\n")][: len(blocks)] == [
        block.strip() for block in blocks
    ]


def test_changes_nested_beyond_reason_are_refused():
    with pytest.raises(InputError, match="nested beyond reason"):
        document(
            p("<w:sdt><w:sdtContent>" * 100 + ins(r("a")) + "</w:sdtContent></w:sdt>" * 100), tracked="accept"
        )


# Laws ---------------------------------------------------------------------------------------------

WORDS = ("Jo", "hn", "hann", " ", "Sm", "Sch", "mith", "Odd ", "Brask", "vund", ", ", "a ")
pieces = st.lists(st.tuples(st.sampled_from("pppidb"), st.sampled_from(WORDS)), min_size=1, max_size=8)
paragraphs = st.lists(st.tuples(pieces, st.sampled_from(("", "", "ins", "del"))), min_size=1, max_size=4)
MAKE = {"p": r, "i": lambda text: ins(r(text)), "d": dele, "b": lambda text: ins(dele(text))}


def made(found: list[tuple[list[tuple[str, str]], str]]) -> str:
    return "".join(
        p(*(MAKE[kind](text) for kind, text in line), properties=marked(mark) if mark else "")
        for line, mark in found
    )


def blocks_of(found: Document, *, hidden: bool) -> list[str]:
    zone = {(each.start, each.end) for each in found.zones if each.kind == "hidden"}
    at, blocks = 0, []
    for block in found.text.split("\n\n"):
        if ((at, at + len(block)) in zone) == hidden:
            blocks.append(block)
        at += len(block) + 2
    return blocks


@settings(max_examples=100, deadline=None)
@given(found=paragraphs)
def test_the_visible_reading_is_that_of_accepted_changes(found):
    content = p(r("start")) + made(found) + p(r("end"))
    accepted = [block.rstrip() for block in document(content, tracked="accept").text.split("\n\n")]
    assert [block.rstrip() for block in blocks_of(document(content), hidden=False)] == accepted


@settings(max_examples=100, deadline=None)
@given(found=paragraphs)
def test_each_paragraph_of_rejected_changes_is_read_too(found):
    content = p(r("start")) + made(found) + p(r("end"))
    kept = {block.rstrip() for block in document(content).text.split("\n\n")}
    assert {block.rstrip() for block in document(content, tracked="reject").text.split("\n\n")} <= kept


NAME = re.compile(r"\b(?:John|Johann|Smith|Schmith|Odd|Brask)\b")


@settings(max_examples=200, deadline=None)
@given(
    found=paragraphs, chosen=st.sets(st.sampled_from(("John", "Johann", "Smith", "Schmith", "Odd", "Brask")))
)
def test_a_replaced_name_is_gone_from_every_reading(found, chosen):
    original = document(p(r("start")) + made(found) + p(r("end")))
    replacements = tuple(
        Replacement(*mention.span(), "X", "e1")
        for mention in NAME.finditer(original.text)
        if mention[0] in chosen
    )
    output = docx.write(original, replacements)
    for tracked in ("keep", "accept", "reject"):
        after = docx.read(output, Options(tracked=tracked)).text
        assert not chosen & set(NAME.findall(after))
    if not any(mark or kind != "p" for line, mark in found for kind, _ in line):
        assert docx.read(output).text == applied(original.text, replacements)
