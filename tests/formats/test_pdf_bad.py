"""Bad input: one line that says what is wrong, in bounded time and memory."""

import io
import random
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from golden.pdf_build import FOLDER, saved, simple, text
from lexveil.errors import InputError
from lexveil.formats import pdf
from lexveil.formats.source import Options
from lexveil.model import Document

GOOD = simple(text("The witness Mr Torvund was heard.", 40, 500))
CANARIES = (FOLDER / "canaries.pdf").read_bytes()
SMALL = Options(max_bytes=2**20)


def refused(data: bytes, options: Options = SMALL) -> str:
    with pytest.raises(InputError) as caught:
        pdf.read(data, options)
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.__cause__ is None
    return message


def built(change) -> bytes:
    with pikepdf.open(io.BytesIO(GOOD)) as file:
        change(file)
        made = io.BytesIO()
        file.save(made, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
        return made.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"\0" * 2**20, b"PK\x03\x04", b"<html>", b"%PDF", b" " * 2000 + b"%PDF-1.4"],
    ids=["zeros", "zip", "html", "short", "late"],
)
def test_what_is_no_pdf(data):
    assert "not a PDF" in refused(data)


@pytest.mark.parametrize("cut", [9, 100, 300])
def test_a_file_cut_off_before_its_pages(cut):
    assert "damaged" in refused(GOOD[:cut])


def encrypted(*, user: str) -> bytes:
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(GOOD)) as file:
        file.save(made, encryption=pikepdf.Encryption(owner="owner", user=user, R=4))
    return made.getvalue()


def test_a_password_to_open_is_refused():
    assert "password" in refused(encrypted(user="secret"))


def test_a_file_protected_against_changes_is_read_and_written_without():
    document = pdf.read(encrypted(user=""))
    assert "Torvund" in document.text
    assert any("protected" in str(note) for note in document.notes)
    with pikepdf.open(io.BytesIO(pdf.write(document, ()))) as file:
        assert not file.is_encrypted


def test_a_broken_cross_reference_table_is_repaired():
    table = GOOD.rindex(b"startxref")
    document = pdf.read(GOOD[:table] + b"startxref\n7\n%%EOF\n")
    assert document.text == "The witness Mr Torvund was heard."
    assert any("repaired" in str(note) for note in document.notes)


def test_a_page_tree_that_is_a_loop():
    def loop(file: pikepdf.Pdf) -> None:
        file.Root.Pages.Kids.append(file.Root.Pages)

    _ends(built(loop))


def test_an_outline_that_is_a_loop():
    def loop(file: pikepdf.Pdf) -> None:
        item = file.make_indirect(Dictionary(Title=String("Torvund")))
        item.Next = item.First = item.Parent = item
        file.Root.Outlines = Dictionary(First=item, Last=item)

    assert pdf.read(built(loop)).text.count("Torvund") == 2


def test_forms_that_draw_each_other():
    def loop(file: pikepdf.Pdf) -> None:
        forms = [
            file.make_stream(f"/other Do BT /F1 9 Tf 0 {y} Td (Quellmark) Tj ET".encode()) for y in (100, 200)
        ]
        for form, other in zip(forms, forms[::-1], strict=True):
            form.update(Dictionary(Subtype=Name.Form, BBox=Array([0, 0, 9, 9])))
            form.Resources = Dictionary(Font=file.pages[0].Resources.Font, XObject=Dictionary(other=other))
        file.pages[0].Resources.XObject = Dictionary(other=forms[0])
        file.pages[0].Contents = file.make_stream(b"/other Do")

    assert pdf.read(built(loop)).text.count("Quellmark") == 2


def test_forms_that_would_be_drawn_millions_of_times():
    def many(file: pikepdf.Pdf) -> None:
        below = None
        for _ in range(20):
            form = file.make_stream(b"/x Do " * 10 if below else b"BT /F1 9 Tf (Quellmark) Tj ET")
            form.update(Dictionary(Subtype=Name.Form, BBox=Array([0, 0, 9, 9])))
            form.Resources = Dictionary(Font=file.pages[0].Resources.Font)
            if below is not None:
                form.Resources.XObject = Dictionary(x=below)
            below = form
        file.pages[0].Resources.XObject = Dictionary(x=below)
        file.pages[0].Contents = file.make_stream(b"/x Do")

    assert "too often" in refused(built(many))


def test_a_stream_that_unpacks_to_too_much():
    def bomb(file: pikepdf.Pdf) -> None:
        packed = zlib.compress(b" " * (20 * 2**20), 9)
        stream = pikepdf.Stream(file, packed)
        stream.Filter = Name.FlateDecode
        file.pages[0].Contents = stream

    assert "unpacks" in refused(built(bomb))


def test_many_streams_that_unpack_to_too_much():
    def bombs(file: pikepdf.Pdf) -> None:
        packed = zlib.compress(b" " * (3 * 2**20), 9)
        streams = []
        for _ in range(10):
            streams.append(pikepdf.Stream(file, packed))
            streams[-1].Filter = Name.FlateDecode
        file.pages[0].Contents = Array(streams)

    assert "unpacked" in refused(built(bombs))


def test_objects_packed_into_a_bomb():
    inner = b"1 0 " + b" " * (30 * 2**20)
    packed = zlib.compress(inner, 9)
    entries = f"<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length {len(packed)} >>"
    head = f"%PDF-1.5\n2 0 obj\n{entries}\nstream\n".encode()
    body = head + packed + b"\nendstream\nendobj\n"
    table = b"\x01\x00\x00\x00\x00\x02\x00\x00\x02\x00\x01\x00\x09\x00\x00"
    end = f"3 0 obj\n<< /Type /XRef /W [1 2 2] /Size 3 /Root 1 0 R /Length {len(table)} >>\nstream\n".encode()
    tail = f"\nendstream\nendobj\nstartxref\n{len(body)}\n%%EOF\n".encode()
    assert refused(body + end + table + tail)


def test_deep_nesting():
    deep = b"[" * 100_000 + b"]" * 100_000
    _ends(GOOD.replace(b"/Type /Catalog", b"/Deep " + deep + b" /Type /Catalog"))


def test_a_map_that_asks_for_millions_of_entries():
    def large(file: pikepdf.Pdf) -> None:
        font = file.pages[0].Resources.Font.F1
        font.ToUnicode = file.make_stream(b"1 beginbfrange <00> <FFFFFFFF> <0041> endbfrange " * 1000)

    assert pdf.read(built(large)).text


def test_a_portfolio_and_a_dynamic_form_are_refused():
    def portfolio(file: pikepdf.Pdf) -> None:
        file.Root.Collection = Dictionary()

    def dynamic(file: pikepdf.Pdf) -> None:
        file.Root.NeedsRendering = True
        file.Root.AcroForm = Dictionary(XFA=file.make_stream(b"<xdp/>"), Fields=Array())

    assert "portfolio" in refused(built(portfolio))
    assert "XFA" in refused(built(dynamic))


def test_no_text_at_all():
    assert "no text" in refused(simple("0 0 10 10 re f"))


def test_a_file_without_pages():
    made = pikepdf.new()
    assert "no pages" in refused(saved(made))


@pytest.mark.parametrize("seed", range(60))
def test_changed_bytes_give_a_document_or_an_input_error(seed):
    chance = random.Random(seed)
    data = bytearray(CANARIES)
    if seed % 3 == 0:
        del data[chance.randrange(len(data)) :]
    else:
        for _ in range(chance.choice((1, 5, 40))):
            data[chance.randrange(len(data))] = chance.randrange(256)
    _ends(bytes(data))


def _ends(data: bytes) -> None:
    """It is read and written again, or refused in one line."""
    message = ""
    try:
        document = pdf.read(data, SMALL)
    except InputError as error:
        message = str(error)
        document = Document("", "")
    assert "\n" not in message
    assert message or pdf.write(document, ())
