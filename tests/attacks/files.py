"""Files of every format that say the same of two witnesses, and have room for more."""

import io
import json
import zipfile
from collections.abc import Callable

import pikepdf

from golden.pdf_build import simple, text

SAID = (
    "The Panel heard Ms Dagny Welhaven, witness. Ms Welhaven left in March. "
    "Mr Torgrim Prohaska, witness, agreed with Ms Welhaven."
)
NAME = "Welhaven"
CODES = [ord(letter) for letter in NAME]
TAGS = "".join(chr(0xE0000 + code) for code in CODES)
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def docx(body: str, styles: str = "") -> bytes:
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{WORD}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{WORD}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{R}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{R}"><Relationship Id="r1" '
        f'Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "word/styles.xml": f'<w:styles xmlns:w="{W}">{styles}</w:styles>',
        "word/document.xml": f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>{SAID}</w:t></w:r></w:p>'
        f"{body}</w:body></w:document>",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{content}')
    return made.getvalue()


PREFIXES = ("office", "text", "table")
ODF = " ".join(f'xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"' for each in PREFIXES)
ODT = "application/vnd.oasis.opendocument.text"
MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"


def odt(body: str) -> bytes:
    entries = "".join(
        f'<m:file-entry m:full-path="{path}" m:media-type="{kind}"/>'
        for path, kind in (("/", ODT), ("content.xml", "text/xml"))
    )
    text = f"<office:body><office:text><text:p>{SAID}</text:p>{body}</office:text></office:body>"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("mimetype", ODT)
        archive.writestr(
            "content.xml",
            f'<office:document-content {ODF} office:version="1.2">{text}</office:document-content>',
        )
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{MANIFEST}">{entries}</m:manifest>')
    return made.getvalue()


def odt_cells(*shown: str) -> str:
    cells = "".join(f"<table:table-cell><text:p>{each}</text:p></table:table-cell>" for each in shown)
    return f"<table:table><table:table-row>{cells}</table:table-row></table:table>"


def field(code: str) -> str:
    sign = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    asked = f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
    return (
        f"{sign.format('begin')}{asked}{sign.format('separate')}<w:r><w:t>x</w:t></w:r>{sign.format('end')}"
    )


def simple_field(code: str) -> str:
    return f'<w:fldSimple w:instr="{code}"><w:r><w:t>x</w:t></w:r></w:fldSimple>'


def bookmark(name: str) -> str:
    return f'<w:p><w:bookmarkStart w:id="1" w:name="{name}"/><w:bookmarkEnd w:id="1"/></w:p>'


def cell(shown: str) -> str:
    return f"<w:tc><w:p><w:r><w:t>{shown}</w:t></w:r></w:p></w:tc>"


def run(shown: str, how: str = "") -> str:
    return f"<w:r>{how}<w:t>{shown}</w:t></w:r>"


def paragraph(shown: str) -> str:
    return f"<w:p><w:r><w:t>{shown}</w:t></w:r></w:p>"


def style(identity: str, name: str) -> str:
    return f'<w:style w:type="paragraph" w:styleId="{identity}"><w:name w:val="{name}"/></w:style>'


def page(head: str = "", body: str = "") -> bytes:
    start = f"<!DOCTYPE html><html><head><title>Award</title>{head}</head><body>"
    return f"{start}<p>{SAID}</p>{body}</body></html>".encode()


def xml(body: str = "", before: str = "", root: str = "doc") -> bytes:
    return f'<?xml version="1.0"?>{before}<{root}><p>{SAID}</p>{body}</{root.split()[0]}>'.encode()


def table(*cells: str) -> bytes:
    names = ",".join(f"c{number}" for number in range(len(cells)))
    return f'text,{names}\n"{SAID}",{",".join(cells)}\n'.encode()


def row(**more: object) -> bytes:
    return json.dumps({"text": SAID, **more}).encode() + b"\n"


def with_spot_colour(name: str) -> bytes:
    with pikepdf.open(io.BytesIO(simple(text(SAID[:60], 40, 500) + " /C0 cs 1 scn 0 0 9 9 re f"))) as file:
        tint = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
        colour = pikepdf.Array(
            [pikepdf.Name.Separation, pikepdf.Name(f"/{name}"), pikepdf.Name.DeviceGray, tint]
        )
        file.pages[0].Resources.ColorSpace = pikepdf.Dictionary(C0=colour)
        made = io.BytesIO()
        file.save(made)
        return made.getvalue()


def with_profile(words: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(simple(text(SAID[:60], 40, 500) + " /C0 cs 1 scn 0 0 9 9 re f"))) as file:
        profile = file.make_stream(bytes(128) + b"desc\0\0\0\0\0\0\0\x0f" + words + bytes(64), N=1)
        file.pages[0].Resources.ColorSpace = pikepdf.Dictionary(
            C0=pikepdf.Array([pikepdf.Name.ICCBased, profile])
        )
        made = io.BytesIO()
        file.save(made)
        return made.getvalue()


def fields(*codes: str, make: Callable[[str], str] = field) -> bytes:
    return docx(f"<w:p>{''.join(map(make, codes))}</w:p>")


def css(rules: str) -> bytes:
    return page(f"<style>{rules}</style>")


def linked(data: str) -> bytes:
    return page(f'<script type="application/ld+json">{data}</script>')


def framed(address: str) -> bytes:
    return page(body=f'<iframe src="data:text/html{address}"></iframe>')
