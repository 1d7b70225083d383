"""Which part of the file each stretch of a document stands in."""

import pytest

from formats.every_part import page, with_bookmark_and_note, word_file
from golden.pdf_build import simple, text
from lexveil import formats
from lexveil.model import REGIONS, Document
from lexveil.review import saved

PARTS = ("header", "footer", "footnote", "comment", "alt-text", "bookmark", "attribute", "properties")
TOLD = {part: f"Hollow {part.title()}" for part in PARTS}
BODY = ["FINAL AWARD", "The vessel left the port."]
MAIL = """From: Registry <registry@example.org>
Subject: Hollow Subject
Content-Type: text/plain

The vessel left the port.
"""
ODT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 office:mimetype="application/vnd.oasis.opendocument.text" office:version="1.3">
<office:master-styles><style:master-page style:name="Standard">
<style:header><text:p>Hollow Header</text:p></style:header>
<style:footer><text:p>Hollow Footer</text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text><text:p>The vessel left the port.<text:note text:note-class="footnote">
<text:note-citation>1</text:note-citation><text:note-body><text:p>Hollow Footnote</text:p></text:note-body>
</text:note><office:annotation><text:p>Hollow Comment</text:p></office:annotation>
<draw:frame><svg:desc>Hollow Alt-Text</svg:desc></draw:frame></text:p></office:text></office:body>
</office:document>
"""


def region_of(document: Document, words: str) -> str:
    at = document.text.index(words)
    return next((zone.kind for zone in document.regions if zone.start <= at < zone.end), "")


@pytest.mark.parametrize(
    ("name", "data", "parts"),
    [
        ("a.docx", word_file(BODY, TOLD), set(PARTS) - {"properties", "bookmark"}),
        ("a.html", page(BODY, TOLD), {"properties", "comment", "alt-text", "attribute"}),
        ("a.fodt", ODT.encode(), {"header", "footer", "footnote", "comment", "alt-text"}),
    ],
)
def test_every_part_is_told(name: str, data: bytes, parts: set[str]) -> None:
    document = formats.read(data, name)
    assert {part: region_of(document, f"Hollow {part.title()}") for part in parts} == {p: p for p in parts}
    assert region_of(document, "The vessel") == ""
    assert {zone.kind for zone in document.regions} <= set(REGIONS)


def test_bookmark_of_a_word_file_is_told() -> None:
    assert region_of(formats.read(word_file(BODY, TOLD), "a.docx"), "Hollow_Bookmark") == "bookmark"


def test_bookmark_and_comment_of_a_pdf_are_told() -> None:
    pdf = with_bookmark_and_note(simple(text("The vessel left the port.", 72, 700)), "Hollow", "To Turvund")
    document = formats.read(pdf, "a.pdf")
    found = {each: region_of(document, each) for each in ("Hollow", "To Turvund", "vessel")}
    assert found == {"Hollow": "bookmark", "To Turvund": "comment", "vessel": ""}


def test_head_of_a_mail_is_told() -> None:
    document = formats.read(MAIL.encode(), "a.eml")
    assert (region_of(document, "Hollow"), region_of(document, "vessel")) == ("mail-header", "")


def test_regions_are_kept_with_the_document() -> None:
    document = formats.read(page(BODY, TOLD), "a.html")
    again, _ = saved.document_from(saved.document_data(document))
    assert document.regions
    assert again.regions == document.regions
