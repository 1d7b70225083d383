"""A name in the plumbing of a file: it is replaced there, or nothing goes out."""

import base64
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from attacks.files import (
    CODES,
    NAME,
    SAID,
    TAGS,
    bookmark,
    cell,
    css,
    docx,
    fields,
    framed,
    linked,
    odt,
    odt_cells,
    page,
    paragraph,
    row,
    run,
    simple_field,
    style,
    table,
    with_profile,
    with_spot_colour,
    xml,
)
from lexveil.cli import app

REPLACED, STOPPED, EITHER = "replaced", "stopped", "either"
TURNED = NAME[::-1]
SYMBOLS = [f"SYMBOL {code}" for code in CODES]
PACKED = base64.b64encode(f"<p>Ms {NAME}</p>".encode()).decode()
SHORT_PACKED = base64.b64encode(NAME.encode()).decode()
QUOTED = " ".join(f'"{letter}"' for letter in NAME)
PAID = "paid"
TABLE = ("<table>", "</table>")
UNSEEN = "\u200b\u200c" * 8
LETTERS = ",".join(NAME)
WORD_CASES = {
    "QUOTE field of codes": (STOPPED, fields("QUOTE " + " ".join(map(str, CODES)))),
    "QUOTE field of hexadecimal codes": (STOPPED, fields("QUOTE " + " ".join(map(hex, CODES)))),
    "SYMBOL fields": (STOPPED, fields(*SYMBOLS)),
    "simple SYMBOL fields": (STOPPED, fields(*SYMBOLS, make=simple_field)),
    "EQ field of letters": (EITHER, fields(f"EQ \\o({LETTERS})")),
    "IF field": (REPLACED, fields(f"IF 1 = 1 &quot;{NAME}&quot;")),
    "tag characters": (STOPPED, docx(f"<w:p><w:r><w:t>a{TAGS}b</w:t></w:r></w:p>")),
    "bookmark": (REPLACED, docx(bookmark(NAME))),
    "bookmark with signs between": (EITHER, docx(bookmark("_".join(NAME)))),
    "a letter to a paragraph": (EITHER, docx("".join(map(paragraph, NAME)))),
    "a letter to a cell": (
        EITHER,
        docx(f"<w:tbl><w:tr>{''.join(map(cell, NAME))}</w:tr></w:tbl>"),
    ),
    "a letter to a row": (
        EITHER,
        docx(f"<w:tbl>{''.join(f'<w:tr>{cell(x)}</w:tr>' for x in NAME)}</w:tbl>"),
    ),
    "a letter to a row, beside others": (
        STOPPED,
        docx("".join(f"<w:tr>{cell(x)}{cell(PAID)}</w:tr>" for x in NAME).join(("<w:tbl>", "</w:tbl>"))),
    ),
    "QUOTE fields of a code each": (STOPPED, fields(*[f"QUOTE {code}" for code in CODES])),
    "two cells": (EITHER, docx(f"<w:tbl><w:tr>{cell('Wel')}{cell('haven')}</w:tr></w:tbl>")),
    "two rows": (EITHER, docx(f"<w:tbl><w:tr>{cell('Wel')}</w:tr><w:tr>{cell('haven')}</w:tr></w:tbl>")),
    "two paragraphs": (EITHER, docx("".join(map(paragraph, ("It was Wel", "haven who came."))))),
    "hidden runs between the letters": (
        STOPPED,
        docx(f"<w:p>{''.join(run(x) + run('q', '<w:rPr><w:vanish/></w:rPr>') for x in NAME)}</w:p>"),
    ),
    "bookmark of tag characters": (STOPPED, docx(bookmark(TAGS))),
    "name of a style": (REPLACED, docx("", style("s1", f"Dagny {NAME}"))),
    "id of a style": (REPLACED, docx("", style(f"Dagny{NAME}1", "Body"))),
}
STYLED = "<style>b.y, .z{color:red;display:none}</style>"
PAGE_CASES = {
    "JSON-LD": (REPLACED, linked(json.dumps({"familyName": NAME}))),
    "JSON-LD with escapes": (REPLACED, linked('{"name": "\\u0057elhaven"}')),
    "JSON-LD in pieces": (STOPPED, linked('{"name": ["Wel", "haven"]}')),
    "somebody who is only in JSON-LD": (REPLACED, linked('{"@type": "Person", "name": "Sunniva Vike"}')),
    "parts of a name that is only in JSON-LD": (
        REPLACED,
        linked('{"author": {"@type": "Person", "givenName": "Sunniva", "familyName": "Vike"}}'),
    ),
    "a sentence that is only in JSON-LD": (REPLACED, linked('{"abstract": "Mr Vike sued Sunniva Vike."}')),
    "somebody in a list of JSON-LD": (REPLACED, linked('{"about": ["Oslo", "Sunniva Vike"]}')),
    "somebody who is only in the state of a program": (
        REPLACED,
        page('<script type="application/json">{"a": [{"title": "Letter of Sunniva Vike"}]}</script>'),
    ),
    "somebody who is only in an attribute of a program": (
        REPLACED,
        page(body='<p data-who="Sunniva Vike">x</p>'),
    ),
    "codes in a script": (STOPPED, page(f"<script>f({','.join(map(str, CODES))})</script>")),
    "strings added in a script": (STOPPED, page("<script>a = 'Wel' + 'haven'</script>")),
    "document in an address": (REPLACED, framed(f",<p>Ms {NAME}</p>")),
    "escaped document in an address": (REPLACED, framed(",%3Cp%3EW%65lhaven%3C/p%3E")),
    "packed document in an address": (STOPPED, framed(f";base64,{PACKED}")),
    "document in an attribute": (REPLACED, page(body=f'<iframe srcdoc="&lt;p&gt;{NAME}"></iframe>')),
    "strings of two variables in a script": (STOPPED, page("<script>a='Wel';b='haven';f(a+b)</script>")),
    "strings around a value in a script": (STOPPED, page("<script>f(`Wel${x}haven`)</script>")),
    "short name, packed": (STOPPED, page(f'<script>f(atob("{SHORT_PACKED}"))</script>')),
    "bytes in hexadecimal digits": (STOPPED, page(f"<script>f('{NAME.encode().hex(' ')}')</script>")),
    "pieces of a name in attributes": (STOPPED, page(body='<p a="Wel" b=haven>x')),
    "two blocks": (EITHER, page(body="<div>Wel</div><div>haven</div>")),
    "two comments": (EITHER, page(body="<!-- Wel --><!-- haven -->")),
    "content in pieces": (STOPPED, css('p::after{content:"Wel" "haven"}')),
    "content around an attribute": (STOPPED, css('p::after{content:"Wel" attr(x) "haven"}')),
    "content with escapes": (STOPPED, css('p::after{content:"\\57 el" "haven"}')),
    "content of two rules": (STOPPED, css('a{content:"Wel"} b{content:"haven"}')),
    "content by variables": (STOPPED, css('p{--a:"Wel";--b:"haven"}')),
    "signs of a counter": (EITHER, css(f"@counter-style x{{symbols:{QUOTED}}}")),
    "comment in a style sheet": (REPLACED, css(f"/* {NAME} */")),
    **{
        f"letters parted by what is {how}": (STOPPED, page(STYLED, f"<p>{f'<i {how}>q</i>'.join(NAME)}</p>"))
        for how in ("hidden", 'class="a z"', "style='color:red;display: none'", 'style="font-size:0px"')
    },
    "letters of other alphabets": (
        REPLACED,
        page(body="<p>\u13b3elhaven \ua4eaelhaven Wel\u0570aven W\u20aclhaven</p>"),
    ),
    "two words of a class": (STOPPED, page(body='<p class="Pro haska">x')),
    "class, where the whole name stands in that of a foundation": (
        STOPPED,
        page(body=f'<p>The Dagny {NAME} Foundation paid.</p><p class="{NAME}">x</p>'),
    ),
    "own element": (STOPPED, page(body="<ms-welhaven>x</ms-welhaven>")),
    "own element of a given name": (STOPPED, page(body="<dagny-w>x</dagny-w>")),
    "override of the direction": (EITHER, page(body=f"<p>\u202e{TURNED}\u202c</p>")),
    "element that turns the direction": (EITHER, page(body=f"<p><bdo dir=rtl>{TURNED}</bdo>")),
    "style that turns the direction": (EITHER, page(body=f'<p style="unicode-bidi:bidi-override">{TURNED}')),
    "a letter to a row, beside others": (
        STOPPED,
        page(body="".join(f"<tr><td>{n}<td>{x}<td>paid</tr>" for n, x in enumerate(NAME)).join(TABLE)),
    ),
    "tag characters": (STOPPED, page(body=f"<p>a{TAGS}b")),
    "DOCTYPE": (STOPPED, b'<!DOCTYPE html SYSTEM "Dagny Welhaven">' + page()[15:]),
    "comment before the DOCTYPE": (EITHER, b"<!-- Welhaven -->" + page()),
}
XML_CASES = {
    "parts of a name": (REPLACED, xml(f"<n><first>Sunniva</first><last>{NAME}</last></n>")),
    "parts of a name in attributes": (REPLACED, xml(f'<n first="Sunniva" last="{NAME}"/>')),
    "somebody in small letters, in an attribute": (REPLACED, xml('<n name="sunniva vike" x="1"/>')),
    "somebody in small letters, in an element": (REPLACED, xml("<n><name>sunniva vike</name></n>")),
    "strings of a formula in an attribute": (STOPPED, xml("<n f='&quot;Wel&quot;&amp;&quot;haven&quot;'/>")),
    "pieces of a name in attributes": (STOPPED, xml('<n a="Wel" b="haven"/>')),
    "comment in the DOCTYPE": (REPLACED, xml(before=f"<!DOCTYPE doc [<!-- {NAME} -->]>")),
    "element in the DOCTYPE": (STOPPED, xml(before=f"<!DOCTYPE doc [<!ELEMENT {NAME} ANY>]>")),
    "default in the DOCTYPE": (REPLACED, xml(before=f'<!DOCTYPE doc [<!ATTLIST doc x CDATA "{NAME}">]>')),
    "a code to an attribute": (STOPPED, xml("".join(f'<n v="{code}"/>' for code in CODES))),
    "a code to an element": (STOPPED, xml("".join(f"<n>{code}</n>" for code in CODES))),
    "two instructions": (EITHER, xml("<?a Wel?><?b haven?>")),
    "two elements": (EITHER, xml("<p><first>Wel</first><last>haven</last></p>")),
    "instruction": (REPLACED, xml(before=f"<?author Dagny {NAME}?>")),
    "element": (STOPPED, xml(f"<{NAME.lower()}/>")),
    "prefix": (STOPPED, xml(root='doc xmlns:welhaven="urn:x"')),
    "tag characters": (STOPPED, xml(f"<p>a{TAGS}b</p>")),
}
FORMULA = "ooow:&quot;Wel&quot;&amp;&quot;haven&quot;"
ODT_CASES = {
    "a letter to a paragraph": (EITHER, odt("".join(f"<text:p>{each}</text:p>" for each in NAME))),
    "a letter to a cell": (EITHER, odt(odt_cells(*NAME))),
    "letters with spaces of the format": (EITHER, odt(f"<text:p>{'<text:s/>'.join(NAME)}</text:p>")),
    "a page that ends within": (REPLACED, odt("<text:p>Wel<text:soft-page-break/>haven</text:p>")),
    "bookmark": (EITHER, odt(f'<text:p><text:bookmark text:name="{NAME}"/>x</text:p>')),
    "hidden text between the letters": (
        STOPPED,
        odt(f"<text:p>{'<text:hidden-text>q</text:hidden-text>'.join(NAME)}</text:p>"),
    ),
    "reading aid": (
        REPLACED,
        odt(
            f"<text:p><text:ruby><text:ruby-base>x</text:ruby-base><text:ruby-text>{NAME}</text:ruby-text>"
            "</text:ruby></text:p>"
        ),
    ),
    "hidden text": (
        REPLACED,
        odt(
            f'<text:p><text:hidden-text text:condition="1" text:string-value="{NAME}">x</text:hidden-text>'
            "</text:p>"
        ),
    ),
    "index mark": (
        REPLACED,
        odt(
            f'<text:p><text:alphabetical-index-mark text:string-value="{NAME}" text:key1="{NAME}"/>x</text:p>'
        ),
    ),
    "a letter to a row, beside others": (STOPPED, odt("".join(odt_cells(x, "paid") for x in NAME))),
    "formula": (
        STOPPED,
        odt(odt_cells("x").replace("<table:table-cell>", f'<table:table-cell table:formula="{FORMULA}">')),
    ),
    "element of another format": (EITHER, odt(f'<x:y xmlns:x="urn:x">{NAME}</x:y>')),
    "attribute of another format": (STOPPED, odt(f'<text:p xmlns:x="urn:x" x:{NAME}="1">x</text:p>')),
    "comment": (REPLACED, odt(f"<!-- {NAME} --><text:p/>")),
}
COLUMN_CASES = {
    "another column": (EITHER, table(NAME)),
    "two columns": (STOPPED, table("Wel", "haven")),
    "two columns beside others": (STOPPED, table("oslo", "wel", "haven", "paid")),
    "titles of two columns": (STOPPED, f'text,wel,haven\n"{SAID}",1,2\n'.encode()),
    "two lines of a cell": (STOPPED, table('"Wel\nhaven"')),
    "a column for each letter": (EITHER, table(*NAME)),
    "a table in a cell": (STOPPED, table('"' + "\n".join(f"{n} | {x}" for n, x in enumerate(NAME)) + '"')),
}
ROW_CASES = {
    "two fields": (STOPPED, row(first="Wel", last="haven")),
    "two fields, deep inside": (STOPPED, row(a={"x": 1, "first": "Wel", "b": [{"last": "haven"}]})),
    "short name, packed": (STOPPED, row(w=SHORT_PACKED)),
    "a list": (STOPPED, row(w=["Wel", "haven"])),
    "codes with a fraction": (STOPPED, row(w=[float(code) for code in CODES])),
    "a code to a field": (STOPPED, row(**{f"k{n}": code for n, code in enumerate(CODES)})),
    "a list of letters": (EITHER, row(w=list(NAME))),
    "a table in a cell": (STOPPED, row(w="\n".join(f"{n} | {x}" for n, x in enumerate(NAME)))),
}
TEXT_CASES = {
    "tag characters": (STOPPED, f"{SAID}\n\na{TAGS}b".encode()),
    "selectors of variants": (STOPPED, f"{SAID}\n\na\U000e0147\U000e0155\U000e015cb".encode()),
    "a list of letters": (
        STOPPED,
        "\n".join([SAID, "", *(f"{mark}) {x}" for mark, x in zip("abcdefgh", NAME, strict=True))]).encode(),
    ),
    "rows of unseen spaces": (STOPPED, f"{SAID}\n\na{UNSEEN}b".encode()),
}
PDF_CASES = {
    "spot colour": (EITHER, with_spot_colour("Dagny Welhaven")),
    "colour profile": (STOPPED, with_profile(b"Dagny Welhaven")),
    "colour profile, two bytes a letter": (STOPPED, with_profile("Dagny Welhaven".encode("utf-16-be"))),
}
KINDS = {
    ".docx": WORD_CASES, ".odt": ODT_CASES, ".html": PAGE_CASES, ".xml": XML_CASES, ".csv": COLUMN_CASES,
    ".jsonl": ROW_CASES,
    ".txt": TEXT_CASES, ".pdf": PDF_CASES,
}  # fmt: skip
CASES = [(suffix, case) for suffix, cases in KINDS.items() for case in cases]
SPREAD = r"w\W{1,5}e\W{1,5}l\W{1,5}h\W{1,5}a\W{1,5}v"
LEFT = re.compile(
    r"(?i)welhaven|nevahlew|dagny|sunniva|vike|wel\W{1,9}haven|wel</\w+>\s*<\w+>haven|w\W{1,5}e\W{1,5}l\W{1,5}h\W{1,5}a\W{1,5}v"
)


def texts(data: bytes) -> str:
    """What a file holds; of one of Word also less its tags, where letters stand together."""
    if not data.startswith(b"PK"):
        return data.decode("utf8", "replace")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [f"{name} {archive.read(name).decode('utf8', 'replace')}" for name in archive.namelist()]
        return "\n".join([*parts, *(re.sub(r"<[^>]*>", "", part) for part in parts)])


@pytest.mark.parametrize(("suffix", "case"), CASES)
def test_a_name_in_the_plumbing(suffix: str, case: str, tmp_path: Path) -> None:
    outcome, data = KINDS[suffix][case]
    file = tmp_path / f"file{suffix}"
    file.write_bytes(data)
    done = CliRunner().invoke(app, ["run", str(file), "--policy", "court-eu", "--out", str(tmp_path / "out")])
    assert NAME not in done.output
    if done.exit_code in (1, 3):
        assert outcome != REPLACED, done.output
        assert not (tmp_path / "out").exists()
        assert len(done.output.strip().splitlines()) == 1
    else:
        assert (done.exit_code, outcome == STOPPED) == (0, False), done.output
        assert not LEFT.search(texts((tmp_path / "out" / file.name).read_bytes()))


FLAG = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
PLAIN = {
    "a flag": (".txt", f"{SAID}\n\nIn {FLAG} it rains.".encode()),
    "numbers in a row": (".txt", f"{SAID}\n\n100 200 300 87 101 108 12".encode()),
    "ages in a row": (".jsonl", row(w=[66, 67, 68, 70, 80, 90, 97, 99, 101, 105])),
    "a hidden menu": (
        ".html",
        page("<style>.m{display:none}</style>", '<p class="m">Menu</p><p hidden>Oslo</p>'),
    ),
    "a hidden run": (
        ".docx",
        docx(f"<w:p>{run('It was ')}{run('q', '<w:rPr><w:vanish/></w:rPr>')}{run('late')}</w:p>"),
    ),
    "a list of letters": (".txt", f"{SAID}\n\na) X\nb) Y\nc) Z\nd) X\ne) Y".encode()),
    "signs with a variant": (".txt", f"{SAID}\n\nIt is \u2764\ufe0f and \u26a0\ufe0f.".encode()),
    "bullets by field": (".docx", fields(*["SYMBOL 183 \\f Symbol"] * 4)),
    "lists": (".jsonl", row(w=["Oslo", "Bergen"], n=[1, 2, 3])),
    "a style sheet": (".html", css('q::before{content:"«"} body{font-family:"Times New Roman", "Arial"}')),
    "cells": (".csv", table("Oslo", "heard", "2021")),
    "linked data": (
        ".html",
        linked('{"@context": "https://schema.org", "@type": "Court", "name": "Oslo District Court"}'),
    ),
    "a page in Arabic": (".html", page(body='<p dir="rtl">\u0645\u0631\u062d\u0628\u0627</p>')),
}  # fmt: skip


@pytest.mark.parametrize("case", PLAIN)
def test_what_is_plain_goes_through(case: str, tmp_path: Path) -> None:
    suffix, data = PLAIN[case]
    file = tmp_path / f"file{suffix}"
    file.write_bytes(data)
    done = CliRunner().invoke(app, ["run", str(file), "--policy", "court-eu", "--out", str(tmp_path / "out")])
    warned = case == "a page in Arabic"  # letters that no model reads
    assert done.exit_code == (4 if warned else 0), done.output
