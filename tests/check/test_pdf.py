"""Every place where a PDF can keep a name, in files made here and not by our own writer."""

import contextlib
import io
import zlib

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check.test_parts import DOCUMENT, found, zipped
from lexveil.check.leaks import walked
from lexveil.errors import CoverageError, LexveilError


def pdf(change=lambda file: None, content=b"", **options):
    file = pikepdf.new()
    file.add_blank_page(page_size=(300, 300))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name("/Helvetica")
    )
    file.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    file.pages[0].Contents = file.make_stream(b"BT /F1 12 Tf 20 200 Td " + content + b" ET")
    change(file)
    made = io.BytesIO()
    file.save(made, **options)
    return made.getvalue()


def attach(file):
    data = zipped({"word/document.xml": DOCUMENT.format("Torvund")})
    file.attachments["a.docx"] = pikepdf.AttachedFileSpec(file, data, filename="a.docx")


def unused(file):
    file.Root.Lost = file.make_indirect(file.make_stream(b"BT (Tor) Tj (vund) Tj ET"))


def metadata(file):
    with file.open_metadata() as xmp:
        xmp["dc:title"] = "The Torvund case"


PDFS = {
    "text": {"content": b"(by Torvund) Tj"},
    "kerned": {"content": b"[(by) -300 (T) 80 (orv) -20 (und)] TJ"},
    "hexadecimal": {"content": b"<" + b"Torvund".hex().encode() + b"> Tj"},
    "escaped": {"content": rb"(T\157r\166und) Tj"},
    "invisible": {"content": b"3 Tr (Torvund) Tj"},
    "off the page": {"content": b"2000 2000 Td (Torvund) Tj"},
    "information": {"change": lambda file: file.docinfo.update({"/Author": "Jørgen Torvund"})},
    "information in two bytes": {"change": lambda file: file.docinfo.update({"/Author": "Жук Torvund"})},
    "metadata": {"change": metadata},
    "bookmark": {"change": lambda file: file.Root.update({"/Outlines": pikepdf.Dictionary(Title="Torvund")})},
    "script": {"change": lambda file: file.Root.update({"/JS": file.make_stream(b"app.alert('Torvund')")})},
    "name": {"change": lambda file: file.Root.update({"/Torvund": 1})},
    "attachment": {"change": attach},
    "unused object": {"change": unused},
}


@pytest.mark.parametrize("streams", list(pikepdf.ObjectStreamMode))
@pytest.mark.parametrize("name", PDFS)
def test_a_name_is_seen_in_a_pdf(tmp_path, name, streams):
    assert found(tmp_path, pdf(**PDFS[name], object_stream_mode=streams))


def test_a_pdf_without_the_name_is_clean(tmp_path):
    assert found(tmp_path, pdf(content=b"(by WITNESS) Tj 50 0 Td (and others) Tj")) == ()


def test_an_earlier_state_of_a_pdf_is_seen(tmp_path):
    secret = zlib.compress(b"BT (Tor) Tj (vund) Tj ET")
    clean = pdf(content=b"(nobody) Tj")
    old = b"\n99 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream\nendobj\n"
    cut = clean.index(b"\n", 12)
    assert found(tmp_path, clean[:cut] + old % (len(secret), secret) + clean[cut:])
    assert found(tmp_path, clean) == ()


def test_an_encrypted_pdf_is_not_called_clean(tmp_path):
    locked = pdf(encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(CoverageError, match="cannot be opened"):
        found(tmp_path, locked)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2000), st.binary(max_size=30))
def test_a_damaged_pdf_is_searched_or_refused(at, noise):
    whole = pdf(**PDFS["text"])
    at %= len(whole)
    with contextlib.suppress(LexveilError):
        assert list(walked(whole[:at] + noise + whole[at + len(noise) :]))
