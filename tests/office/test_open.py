"""What we write, opened by the programs of others: it opens, has as many pages, and no name is left in it."""

import re
from pathlib import Path

import pytest

import lexveil
from golden import docx_build, odt_build
from lexveil import formats
from lexveil.model import Document, Replacement
from office.outside import convert, pages, raw, run

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"
ODT_NAMES = [name for place, name in odt_build.CANARIES.items() if place not in odt_build.UNCOVERED]
GOLDEN = [
    ("docx/canaries.docx", list(docx_build.CANARIES.values())),
    *((f"docx/{name}.docx", ["Ylva Torvund", "Odd Brask"]) for name in ("runs", "strict", "tracked")),
    ("odt/canary.odt", ODT_NAMES),
    ("odt/canary.fodt", ODT_NAMES),
]
WITNESSES = ("Torvund", "Castellane")  # of the example award; replaced by its policy


def replaced(document: Document, names: list[str]) -> bytes:
    words = sorted({word for name in names for word in name.split()}, key=len, reverse=True)
    found = re.finditer("|".join(map(re.escape, words)), document.text, re.IGNORECASE)
    return formats.write(document, [Replacement(*each.span(), "Ann B", "e1") for each in found])


def left(text: str, names: list[str]) -> list[str]:
    folded = text.casefold()
    return [word for name in names for word in name.split() if word.casefold() in folded]


@pytest.mark.parametrize(("file", "names"), GOLDEN, ids=lambda value: value if isinstance(value, str) else "")
def test_libreoffice_opens_a_document_and_sees_no_name(file, names, tmp_path):
    path = TESTS / "golden" / file
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    written = after / path.name
    written.write_bytes(replaced(formats.read_file(path), names))
    whole, shown = convert(path, "pdf", before), convert(written, "pdf", after)
    assert pages(shown) == pages(whole)
    assert left(run("pdftotext", "-layout", whole, "-"), names)  # the reader would see them
    assert left(run("pdftotext", "-layout", shown, "-"), names) == []
    assert left(convert(written, "txt:Text (encoded):UTF8", after).read_text("utf8"), names) == []


@pytest.mark.parametrize("path", sorted((TESTS / "golden" / "pdf").glob("*.pdf")), ids=lambda path: path.stem)
def test_a_pdf_is_sound_and_shows_no_name_to_any_reader(path, tmp_path):
    from golden import pdf_build

    names = [*pdf_build.CANARIES.values(), *WITNESSES]
    written = tmp_path / "written.pdf"
    written.write_bytes(replaced(formats.read_file(path), names))
    run("qpdf", "--check", written)
    assert pages(written) == pages(path)
    assert left(run("pdftotext", "-layout", path, "-"), names)
    assert left(run("pdftotext", "-layout", written, "-"), names) == []
    assert left(run("mutool", "draw", "-F", "txt", written), names) == []
    unpacked = raw(written, tmp_path)
    for text in (unpacked.decode("latin-1"), unpacked.replace(b"\0", b"").decode("latin-1")):
        assert left(text, names) == []


@pytest.mark.parametrize("kind", ["docx", "odt", "pdf"])
def test_the_award_keeps_its_pages_and_loses_its_witnesses(kind, tmp_path):
    source = convert(EXAMPLES / "award.html", "odt", tmp_path)  # a page opens as one, not as a document
    source = convert(source, kind, tmp_path) if kind != "odt" else source
    result = lexveil.pseudonymize(
        source, policy="arbitration", metadata=EXAMPLES / "award.metadata.json", out=tmp_path / "out"
    )
    hidden = {
        result.document.text[each.start : each.end].strip() for each in result.replacements if each.text
    }
    written = tmp_path / "out" / source.name
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    if kind == "pdf":
        whole, shown = source, written
    else:
        whole, shown = convert(source, "pdf", tmp_path / "one"), convert(written, "pdf", tmp_path / "two")
    assert pages(shown) == pages(whole)
    text = " ".join(run("pdftotext", shown, "-").split())
    assert "WITNESS_1" in text
    assert [name for name in hidden if len(name) > 5 and " ".join(name.split()) in text] == []
