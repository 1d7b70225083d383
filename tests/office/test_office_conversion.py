"""RTF and old DOC through LibreOffice itself: the same format out, nobody in it, nothing left behind."""

import re
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from formats.pages import replacing
from lexveil import formats
from lexveil.errors import InputError, OutputError
from lexveil.formats import office
from lexveil.formats.package import Member, pack, unpack

RTF = r"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}
{\info{\title Case of Torvund}{\author Ann Torvund}{\operator Bo Quellmark}{\company Quellmark Ltd}
{\creatim\yr2019\mo3\dy5\hr10\min11}}
{\header Header Torvund\par}{\footer Footer Torvund\par}
\pard Ms {\b Ann} T\'f6rvund said \u8222?no\u8220?.\par
{\v Hidden Torvund}\par
A note{\footnote Footnote Torvund}.\par
{\field{\*\fldinst HYPERLINK "http://example.org/torvund"}{\fldrslt her page}}\par
{\*\bkmkstart torvund}x{\*\bkmkend torvund}
{\*\atnid AT}{\*\atnauthor Ann Torvund}\chatn{\*\annotation Comment Torvund}\par
\trowd\cellx2000\cellx4000\intbl Cell Torvund\cell Quellmark\cell\row
}""".encode("cp1252")
WORDS = {"Törvund": "W1", "Torvund": "W1", "torvund": "w1", "Ann": "A", "Quellmark": "Q"}
PLANTED = (
    "Ms Ann Törvund said „no“.",
    "Header Torvund",
    "Footer Torvund",
    "Hidden Torvund",
    "Footnote Torvund",
    "Comment Torvund",
    "Cell Torvund",
    "http://example.org/torvund",
)
LINK = '<Relationship Id="rI" Type="{0}/image" Target="http://127.0.0.1:{1}/p.png" TargetMode="External"/>'
PICTURE = """<w:p><w:r><w:drawing><wp:inline><wp:extent cx="990000" cy="990000"/><wp:docPr id="1" name="p"/>
<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>
<pic:cNvPr id="0" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rI"/></pic:blipFill>
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="990000" cy="990000"/></a:xfrm><a:prstGeom prst="rect"/>
</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"""


@pytest.fixture(scope="module")
def doc() -> bytes:
    return office.convert(RTF, "rtf", "doc", error=InputError)


@pytest.fixture(autouse=True)
def no_trace(tmp_path, monkeypatch):
    """Whatever happens: no file and no process of ours is left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert not list(tmp_path.glob("lexveil-*"))
    ended = time.monotonic() + 20  # what was killed may take a moment to go on a busy machine
    while str(tmp_path).encode() in b"".join(_commands()) and time.monotonic() < ended:
        time.sleep(0.1)
    assert str(tmp_path).encode() not in b"".join(_commands())


def _commands() -> Iterator[bytes]:
    """How every running process was called."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it ended meanwhile
            yield path.read_bytes()


def plain(data: bytes, kind: str) -> str:
    """Everything that another reader finds in the file, properties included."""
    words = office.convert(data, kind, "fodt", error=InputError).decode()
    return re.sub(r"<office:binary-data>.*?</office:binary-data>", "", words, flags=re.DOTALL)


@pytest.mark.parametrize("kind", ["rtf", "doc"])
def test_a_name_goes_wherever_it_stands(kind, doc):
    data = RTF if kind == "rtf" else doc
    document = office.read(data)
    for text in PLANTED:
        assert text in document.text
    assert document.notes[-1] == office.NOTE
    new = office.write(document, replacing(document, WORDS))
    assert new.startswith(b"{\\rtf" if kind == "rtf" else b"\xd0\xcf\x11\xe0")
    for name in ("orvund", "örvund", "Quellmark"):
        assert name.encode("cp1252") not in new
        assert name.encode("utf-16-le") not in new
        assert name not in plain(new, kind)
    assert "W1" in plain(new, kind)
    again = office.read(new)
    assert "Ms A W1 said „no“." in again.text
    assert not re.search("[Tt][oö]rvund|Quellmark", again.text)


@pytest.mark.parametrize("kind", ["rtf", "doc"])
def test_the_file_tells_nothing_of_who_made_it_and_is_the_same_each_time(kind, doc, monkeypatch):
    data = RTF if kind == "rtf" else doc
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "canaryperson")
    first = office.write(office.read(data), ())
    time.sleep(2)  # a time of making would differ
    second = office.write(office.read(data), ())
    assert first == second
    for canary in ("canaryperson", socket.gethostname(), "2019"):
        assert canary.encode() not in first
        assert canary.encode("utf-16-le") not in first


def test_files_are_read_and_written_by_their_suffix(tmp_path, doc):
    path = tmp_path / "case.doc"
    for data in (doc, RTF):  # Word saves RTF under this name too
        path.write_bytes(data)
        document = formats.read_file(path)
        new = formats.write(document, replacing(document, WORDS))
        assert new[:5] == (b"{\\rtf" if data is RTF else doc[:5])


def test_nothing_is_fetched(doc):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        packed = linked(office.convert(doc, "doc", "docx", error=InputError), server.getsockname()[1])
        old = office.convert(packed, "docx", "doc", error=InputError)
        assert b"127.0.0.1" in old
        for kind, data in (("docx", packed), ("doc", old)):
            for new in ("rtf", "docx"):
                office.convert(data, kind, new, error=InputError)
        with pytest.raises(BlockingIOError):  # nobody called
            server.accept()


def linked(data: bytes, port: int) -> bytes:
    """The DOCX with a picture that lies on a server."""
    schemas = "http://schemas.openxmlformats.org"
    spaces = {
        "wp": "drawingml/2006/wordprocessingDrawing",
        "a": "drawingml/2006/main",
        "pic": "drawingml/2006/picture",
        "r": "officeDocument/2006/relationships",
    }
    declared = "".join(f' xmlns:{prefix}="{schemas}/{name}"' for prefix, name in spaces.items())
    picture = PICTURE.replace("<w:p>", f"<w:p{declared}>", 1)
    members: tuple[Member, ...] = unpack(data, max_bytes=2**24)
    text = {
        member.name: member.data.decode()
        for member in members
        if member.name.endswith(("document.xml", ".rels"))
    }
    body = text["word/document.xml"].replace("<w:body>", f"<w:body>{picture}", 1)
    relations = text["word/_rels/document.xml.rels"].replace(
        "</Relationships>",
        LINK.format(f"{schemas}/officeDocument/2006/relationships", port) + "</Relationships>",
    )
    changed = {"word/document.xml": body.encode(), "word/_rels/document.xml.rels": relations.encode()}
    return pack(members, changed=changed)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Torvund", "neither RTF nor"),
        (b"PK\x03\x04", "neither RTF nor"),
        (b"<html>Torvund</html>", "neither RTF nor"),
        (RTF[:-300], "cut off"),
        (rb"{\rtf1 {\bin999999999 Torvund}}", "cut off"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 5000, "no Word document"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504 + b"\xec\xa5" + b"\xff" * 3000, "password"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 504 + b"\xec\xa5" + b"\0" * 3000, "cannot convert"),
    ],
)
def test_bad_files_are_an_input_error(data, message):
    with pytest.raises(InputError, match=message) as caught:
        office.read(data)
    assert not re.search("Torvund|\n", str(caught.value))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_doc_that_was_cut_off_is_refused(doc, share):
    with pytest.raises(InputError, match=r"cut off|damaged"):
        office.read(doc[: int(len(doc) * share)])


def test_a_doc_with_a_password_is_refused(doc):
    at = doc.index(b"\xec\xa5", 512)
    assert at % 512 == 0
    locked = doc[: at + 11] + bytes([doc[at + 11] | 1]) + doc[at + 12 :]
    with pytest.raises(InputError, match="password"):
        office.read(locked)


def test_a_conversion_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(office, "TIMEOUT", 0.2)
    with pytest.raises(InputError, match="took more than"):
        office.read(RTF)


def test_without_libreoffice_the_error_says_what_to_install(monkeypatch, doc):
    document = office.read(doc)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(
        InputError, match=r"needs LibreOffice: install it \(apt-get install libreoffice-writer\)"
    ):
        office.read(RTF)
    with pytest.raises(OutputError, match="needs LibreOffice"):
        office.write(document, ())


def test_a_program_that_does_not_start_is_an_error(monkeypatch, tmp_path):
    broken: Path = tmp_path / "soffice"
    broken.write_text("not a program")
    broken.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(broken))
    with pytest.raises(InputError, match="cannot be started"):
        office.read(RTF)
