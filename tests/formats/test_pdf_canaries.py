"""A name in every place where a PDF can hold one: each is read or removed, and none is left once replaced."""

import io
import re

import pikepdf
import pypdfium2
import pytest
from pdfminer.high_level import extract_text

from golden.pdf_build import CANARIES, FOLDER, REMOVED
from lexveil.formats import pdf
from lexveil.formats.source import Options
from lexveil.model import Document, Replacement

DATA = (FOLDER / "canaries.pdf").read_bytes()
READ = sorted(set(CANARIES) - REMOVED)


def everything(data: bytes) -> str:
    """Whatever an outsider can get out of the bytes: strings, names, streams, as Latin-1 and as UTF-16."""
    found = [data]
    with pikepdf.open(io.BytesIO(data)) as file:
        for each in file.objects:
            found += _told(each)
    joined = b"\n".join(found)
    return "\n".join((joined.decode("latin-1"), joined.replace(b"\0", b"").decode("latin-1")))


def _told(each: object) -> list[bytes]:
    if isinstance(each, pikepdf.Stream) and each.get("/Subtype") != "/Image":
        content = each.read_bytes()
        shown = re.sub(rb"\) ?-?[\d.]* ?\(|\) Tj [\d. -]+ Td \(|[<>]", b"", content)
        return [content, shown, each.unparse(), *_told(pikepdf.Dictionary(dict(each.items())))]
    if isinstance(each, pikepdf.Dictionary | pikepdf.Array):
        values = list(each.values()) if isinstance(each, pikepdf.Dictionary) else list(each)
        below = [
            told for value in values if not getattr(value, "is_indirect", False) for told in _told(value)
        ]
        return [each.unparse(), *below]
    return [bytes(each), str(each).encode()] if isinstance(each, pikepdf.String) else []


def pdfium_text(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    text = "\n".join(document[number].get_textpage().get_text_range() for number in range(len(document)))
    document.close()
    return text


def replacements(document: Document) -> tuple[Replacement, ...]:
    names = sorted({*CANARIES.values()}, key=len, reverse=True)
    pattern = re.compile("|".join(names))
    return tuple(
        Replacement(found.start(), found.end(), "WITNESS_1", "e1")
        for found in pattern.finditer(document.text)
    )


@pytest.fixture(scope="module")
def document() -> Document:
    return pdf.read(DATA)


@pytest.fixture(scope="module")
def written(document: Document) -> bytes:
    return pdf.write(document, replacements(document))


@pytest.mark.parametrize("place", READ)
def test_every_name_that_stays_is_read(document, place):
    assert CANARIES[place] in document.text


@pytest.mark.parametrize("place", sorted(REMOVED))
def test_every_place_that_does_not_go_out_is_cleaned(document, place):
    name = CANARIES[place]
    assert name not in document.text
    assert name not in everything(pdf.write(document, ()))


@pytest.mark.parametrize("place", sorted(CANARIES))
def test_no_name_is_left_after_replacement(written, place):
    name = CANARIES[place]
    assert name not in everything(written)
    assert name not in pdfium_text(written)
    assert name not in extract_text(io.BytesIO(written))
    assert name not in pdf.read(written).text


def test_the_golden_file_holds_every_name_before():
    # Otherwise the tests above prove nothing. These are spelled so that only a reader of fonts finds them.
    spelled = """hyphen page_end letters kerning identity type3 ligature accents split_token marked_glyphs
    marked_inline link_escaped""".split()
    found = everything(DATA)
    missing = [place for place, name in CANARIES.items() if name not in found and place not in spelled]
    assert missing == []


def test_pseudonyms_stand_where_the_names_stood(document, written):
    again = pdf.read(written)
    comb = 1  # a field whose letters stand apart is set anew
    assert again.text.count("WITNESS_1") == len(replacements(document)) + comb
    assert "The witness Mr WITNESS_1 was heard in the morning." in again.text


def test_nothing_is_uncovered(document):
    assert [part.name for part in document.parts if part.state == "uncovered"] == []


def test_what_was_cleaned_is_listed(document):
    cleaned = {part.name for part in document.parts if part.state == "cleaned"}
    assert {
        "document properties", "metadata", "scripts", "attachments", "signatures", "thumbnails", "XFA form",
        "names of places", "article threads", "hidden pages", "links to files", "comment authors and dates",
    } <= cleaned  # fmt: skip
    assert any("signatures" in str(note) for note in document.notes)


def test_no_name_shows_in_parts_notes_and_reprs(document):
    shown = repr(document) + repr(document.source)
    assert not [name for name in CANARIES.values() if name in shown]


def test_kept_metadata_is_read_and_replaced():
    document = pdf.read(DATA, Options(keep_metadata=True))
    for place in ("title", "author", "keywords", "comment_author"):
        assert CANARIES[place] in document.text
    written = pdf.write(document, replacements(document))
    found = everything(written)
    assert not [name for name in CANARIES.values() if name in found]
    with pikepdf.open(io.BytesIO(written)) as file:
        assert str(file.docinfo["/Author"]) == "WITNESS_1"
        assert "/Metadata" not in file.Root


def test_boxes_in_place_of_pseudonyms():
    document = pdf.read(DATA, Options(boxes=True))
    written = pdf.write(document, replacements(document))
    found = everything(written)
    assert not [name for name in CANARIES.values() if name in found]
    assert "The witness Mr \u2588 was heard" in pdf.read(written).text
    assert "Mr WITNESS_1" not in pdfium_text(written)
