"""What the golden Word documents are made of: names, pieces of WordprocessingML, lists, a picture, a zip.

`who` gives each place its own invented name and keeps it in `CANARIES`. Plain strings, no library.
"""

import io
import struct
import zipfile
import zlib

CANARIES: dict[str, str] = {}  # location → "Given Family"
CLEANED: set[str] = set()

FAMILY = (
    "Brand Corv Drev Fald Gorm Hald Jarn Kvel Lomb Murd Nyst Pelk Quar Rosk Skam Turv Ulv Varg Wemb Zond"
).split()
_FAMILY_END = "esund ikmoor uldahl abekkin ostrupp erwyn inghaug olmstad".split()
_GIVEN = (
    "Akso Berto Corro Dago Edvo Finno Gisso "
    "Helvo Ingvo Jorro Katto Leivo Malvo Norro Otto Pero Rago Sigo Tolvo Vilmo"
).split()
GIVEN_END = "rinus nalda munde vinette kushka libert demar swyna".split()

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:a="{A}" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" mc:Ignorable="w14 w15"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
MS = "http://schemas.microsoft.com/office/"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
DRAWING = "application/vnd.openxmlformats-officedocument.drawingml."


def who(location: str, *, cleaned: bool = False, joint: str = " ") -> str:
    """The name that stands there and nowhere else."""
    row, column = divmod(len(CANARIES), 20)
    given = _GIVEN[(column * 7 + row) % 20] + GIVEN_END[row]
    name = f"{given} {FAMILY[column]}{_FAMILY_END[row]}"
    assert location not in CANARIES
    CANARIES[location] = name
    if cleaned:
        CLEANED.add(location)
    return name.replace(" ", joint)


def t(text: str) -> str:
    return f'<w:t xml:space="preserve">{text}</w:t>'


def r(text: str, properties: str = "") -> str:
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{t(text)}</w:r>"


def p(*content: str, properties: str = "") -> str:
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{''.join(content)}</w:p>"


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f'{r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def change(number: int, author: str) -> str:
    return f'w:id="{number}" w:author="{author}" w:date="2024-03-05T10:00:00Z"'


def text_box(inside: str, fallback: str, name: str, description: str) -> str:
    shape = (
        '<w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" '
        'behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>'
        '<wp:positionH relativeFrom="column"><wp:posOffset>3000000</wp:posOffset></wp:positionH>'
        '<wp:positionV relativeFrom="paragraph"><wp:posOffset>200000</wp:posOffset></wp:positionV>'
        '<wp:extent cx="2400000" cy="600000"/><wp:wrapNone/>'
        f'<wp:docPr id="11" name="{name}" descr="{description}"/>'
        f'<a:graphic><a:graphicData uri="{MS}word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/>'
        '<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2400000" cy="600000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
        f"<wps:txbx><w:txbxContent>{p(r(inside))}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>"
        "</a:graphicData></a:graphic></wp:anchor></w:drawing>"
    )
    old = (
        '<w:pict><v:shape id="_x0000_s1026" type="#_x0000_t202" style="width:190pt;height:48pt">'
        f"<v:textbox><w:txbxContent>{p(r(fallback))}</w:txbxContent></v:textbox></v:shape></w:pict>"
    )
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{shape}</mc:Choice>'
        f"<mc:Fallback>{old}</mc:Fallback></mc:AlternateContent></w:r>"
    )


def picture(relation: str, name: str, description: str, title: str, file: str) -> str:
    return (
        '<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent '
        'cx="300000" cy="300000"/>'
        f'<wp:docPr id="12" name="{name}" descr="{description}" title="{title}"/>'
        '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>'
        f'<pic:nvPicPr><pic:cNvPr id="1" name="{file}"/><pic:cNvPicPr/></pic:nvPicPr>'
        f'<pic:blipFill><a:blip r:embed="{relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
        '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="300000" cy="300000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>'
        "</wp:inline></w:drawing></w:r>"
    )


def graphic(number: int, uri: str, content: str) -> str:
    return (
        '<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent '
        'cx="3000000" cy="1500000"/>'
        f'<wp:docPr id="{number}" name="Graphic {number}"/><a:graphic><a:graphicData uri="{uri}">{content}'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def rels(*entries: tuple[str, str, str, bool]) -> str:
    listed = "".join(
        f'<Relationship Id="{key}" Type="{type_}" '
        f'Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if outside else ""}/>'
        for key, type_, target, outside in entries
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}relationships">{listed}</Relationships>'


def types(defaults: dict[str, str], overrides: dict[str, str]) -> str:
    lines = [f'<Default Extension="{key}" ContentType="{value}"/>' for key, value in defaults.items()]
    lines += [f'<Override PartName="/{key}" ContentType="{value}"/>' for key, value in overrides.items()]
    return f'{HEAD}<Types xmlns="{PACKAGE}content-types">{"".join(lines)}</Types>'


def png(rgb: tuple[int, int, int] = (40, 90, 160), *, text: str = "") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\x00" + bytes(rgb) * 8 for _ in range(8))
    note = chunk(b"tEXt", b"Author\x00" + text.encode()) if text else b""
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + note
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


def zipped(members: dict[str, str | bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            info.create_system = 3
            archive.writestr(info, content.encode() if isinstance(content, str) else content)
    return made.getvalue()


def small(
    content: str,
    *,
    members: dict[str, str | bytes] | None = None,
    entries: tuple[tuple[str, str, str, bool], ...] = (),
) -> dict[str, str | bytes]:
    """A document with that body and further members."""
    return {
        "[Content_Types].xml": types(
            {
                "rels": "application/vnd.openxmlformats-package.relationships+xml",
                "xml": "application/xml",
                "png": "image/png",
                "emf": "image/x-emf",
                "bin": "application/octet-stream",
                "mht": "message/rfc822",
                "mp4": "video/mp4",
                "dat": "application/octet-stream",
            },
            {"word/document.xml": f"{WORD}document.main+xml"},
        ),
        "_rels/.rels": rels(("rId1", f"{REL}officeDocument", "word/document.xml", False)),
        "word/document.xml": f"{HEAD}<w:document {NAMESPACES}><w:body>{content}</w:body></w:document>",
        "word/_rels/document.xml.rels": rels(*entries),
        **(members or {}),
    }
