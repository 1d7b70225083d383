"""Input that cannot be read: each time one line that says why, and nothing else."""

import io
import zipfile

import pytest

from golden.odt_build import DOCUMENT, NAMESPACES, TEXT, XML, body_of, p, packed, small
from lexveil import formats
from lexveil.errors import InputError
from lexveil.formats import Options, odt

ENTITY = '<!DOCTYPE x [<!ENTITY a "Torvund">]>'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
ENCRYPTED = (
    '<a:b xmlns:a="a"><a:file-entry a:full-path="content.xml"><a:encryption-data/></a:file-entry></a:b>'
)


def zipped(members: dict[str, str | bytes]) -> bytes:
    """Without a manifest, and with any names."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name) if not data else name, data)
    return made.getvalue()


def content(source: str) -> bytes:
    return packed({"content.xml": source})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html><body>Torvund</body></html>", "HTML or XML"),
        (f"{XML}<office:document {NAMESPACES}/>".encode(), r"suffix \.fodt"),
        (b"PK\x03\x04 Torvund", "damaged or cut off"),
        (DOCUMENT[: len(DOCUMENT) // 2], "damaged or cut off"),
        (bytes.fromhex("d0cf11e0a1b11ae1"), "old binary"),
        (zipped({"content.xml": body_of(p("Torvund"))}), "no mimetype"),
        (packed({"styles.xml": "<a/>"}), "no content.xml"),
        (packed({}, TEXT.replace("text", "spreadsheet")), "an OpenDocument spreadsheet"),
        (packed({}, TEXT.replace("text", "presentation-template")), "an OpenDocument presentation"),
        (packed({}, "application/epub+zip"), "not an OpenDocument text"),
        (zipped({"mimetype": TEXT, "content.xml": "x", "META-INF/manifest.xml": ENCRYPTED}), "encrypted"),
        (zipped({"mimetype": TEXT, "../content.xml": "x"}), "leads out of the container"),
        (zipped({"mimetype": TEXT, "content.xml": b"\0" * 20_000_000}), "200 times"),
        (content("<a><b></a>"), r"content\.xml: not well-formed"),
        (content("\0"), "not well-formed"),
        (content(""), "not well-formed"),
        (content(f"{ENTITY}<x>&a;</x>"), "entities of its own"),
        (content(f"{BOMB}<x>&b;</x>"), "entities of its own"),
        (content("<!DOCTYPE x [<!ATTLIST x a CDATA 'Torvund'>]><x/>"), "declarations of its own"),
        (content("<!DOCTYPE x SYSTEM 'http://example.org/x.dtd'><x>&a;</x>"), "declared elsewhere"),
        (content("<a>" * 2000 + "</a>" * 2000), "nested more than"),
        (content(body_of("").replace("xmlns:text=", "xmlns:t=")), "prefixes of its own"),
        (content("<?xml version='1.0' encoding='ISO-8859-1'?><x/>"), "not in UTF-8"),
        (packed({"content.xml": "<x>Torvund</x>".encode("utf-16")}), "not in UTF-8"),
        (small(""), "no text"),
    ],
)
def test_bad_input_is_refused_in_one_line(data, message, tmp_path):
    path = tmp_path / "letter.odt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message) as caught:
        formats.read_file(path)
    assert "\n" not in str(caught.value)
    assert "Torvund" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (DOCUMENT, r"suffix \.odt"),
        (b"<html>Torvund</html>", "not an OpenDocument text"),
        (f"{XML}<office:document {NAMESPACES} office:mimetype='x'/>".encode(), "not an OpenDocument text"),
        (b"Torvund", "not well-formed"),
    ],
)
def test_bad_flat_files_are_refused(data, message):
    with pytest.raises(InputError, match=message):
        odt.read_flat(data)


def test_a_member_above_the_limit_is_refused():
    with pytest.raises(InputError, match="larger than the limit"):
        odt.read(small(p("x y")), Options(max_bytes=1000))


def test_a_plain_document_type_is_read():
    source = body_of(p("Torvund")).replace(
        XML, f'{XML}<!DOCTYPE office:document-content PUBLIC "-//A//B" "office.dtd">'
    )
    assert odt.read(content(source)).text == "Torvund"
