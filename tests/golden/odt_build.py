"""Builds the OpenDocument files in `tests/golden/odt` from the XML in `odt/parts`, always the same.

`canary.odt` has a name of its own in every place that can hold one, `uncovered.odt` in parts that are not
read, `canary.fodt` is a flat file. Run it as a script to write the files anew: python
tests/golden/odt_build.py

In the parts `[[place]]` stands for the name that is in that place only; `[[place|_]]` has something else
than a space in it, `[[place|given]]`, `family`, `half` and `rest` are parts of it. A line end between tags
is nothing.
"""

import io
import re
import zipfile
import zlib
from pathlib import Path

FOLDER = Path(__file__).parent / "odt"
TEXT = "application/vnd.oasis.opendocument.text"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "office": _OASIS + "office:1.0", "style": _OASIS + "style:1.0", "text": _OASIS + "text:1.0",
        "table": _OASIS + "table:1.0", "draw": _OASIS + "drawing:1.0", "chart": _OASIS + "chart:1.0",
        "fo": _OASIS + "xsl-fo-compatible:1.0", "svg": _OASIS + "svg-compatible:1.0",
        "number": _OASIS + "datastyle:1.0", "form": _OASIS + "form:1.0", "script": _OASIS + "script:1.0",
        "meta": _OASIS + "meta:1.0", "config": _OASIS + "config:1.0",
        "dc": "http://purl.org/dc/elements/1.1/", "xlink": "http://www.w3.org/1999/xlink",
        "ooow": "http://openoffice.org/2004/writer", "officeooo": "http://openoffice.org/2009/office",
        "dom": "http://www.w3.org/2001/xml-events", "xhtml": "http://www.w3.org/1999/xhtml",
        "own": "http://example.org/own",
    }.items()
)  # fmt: skip

CANARIES: dict[str, str] = {}  # where it stands → who stands there
# What does not go out at all, in whatever form.
CLEANED = (
    "object folder", "object author", "change author", "comment author", "comment initials", "picture file",
    "property initial creator", "property creator", "property printed by", "property title", "property value",
    "property subject", "property keyword", "property description", "property name", "template address",
    "template title", "printer", "data source", "object preview", "formula preview", "thumbnail",
    "layout cache", "earlier version", "version list", "signature",
)  # fmt: skip
UNCOVERED = ("macro", "python script", "macro dialog", "ole object", "unknown member", "image")

_GIVEN = "Bre Cal Dor Fen Gav Hel Ild Jor Kes Lom Mer Nol Ost Pev Qui Ras Sol Tam Ulv Wem".split()
_ENDS = "lisande mondrik rikanor tharven vinalou bertold gustave helmina noravel dwinett".split()
_FAMILY = (
    "Torv Quell Brask Dremm Fjold Gruvs Hask Jarn Klovv Lysk Mosk Nurk Orsk Plov Rusk Skov Trusk Uvsk".split()
)
_FAMILY_ENDS = "undgar marksen eldahl ingvoll orfeld attgren ubbsen endrop issvik oldtun".split()
_PLACE = re.compile(r"\[\[([^\]|\[]+)(?:\|([^\]]+))?\]\]")


def who(place: str) -> str:
    """The name that stands in that place only: two invented words that occur nowhere else."""
    number = len(CANARIES)
    given = _GIVEN[number % 20] + _ENDS[number // 20 % 10]
    return CANARIES.setdefault(place, f"{given} {_FAMILY[number % 18]}{_FAMILY_ENDS[number // 18 % 10]}")


def part(file: str) -> str:
    """A part with the names in it, on one line."""
    whole = (FOLDER / "parts" / file).read_text("utf-8").strip()
    lines = [f"{line} " if line.endswith(",") or _in_tag(line) else line for line in whole.splitlines()]
    return _PLACE.sub(lambda found: _shown(who(found[1]), found[2] or ""), "".join(lines))


def _in_tag(line: str) -> bool:
    return line.rfind("<") > line.rfind(">") or ('"' in line and not line.endswith(">") and "<" not in line)


def _shown(name: str, how: str) -> str:
    given, family = name.split()
    ways = {
        "": name, "given": given, "family": family, "half": family[:4], "rest": family[4:],
        "1st": family[:3], "2nd": family[3:5], "3rd": family[5:],
    }  # fmt: skip
    return ways.get(how, f"{given}{how}{family}")


def root(kind: str, content: str, more: str = "") -> str:
    return f'{XML}<office:{kind} {NAMESPACES} office:version="1.3"{more}>{content}</office:{kind}>'


def p(content: str) -> str:
    return f"<text:p>{content}</text:p>"


def body_of(body: str, before: str = "") -> str:
    """The content.xml of a document with that in its body."""
    return root("document-content", f"{before}<office:body><office:text>{body}</office:text></office:body>")


def region(number: int, *kinds: str, content: str = "") -> str:
    """An entry in the list of tracked changes."""
    info = (
        f"<office:change-info><dc:creator>{who('change author')}</dc:creator>"
        "<dc:date>2021-03-04T05:06:07</dc:date></office:change-info>"
    )
    inside = "".join(
        f"<text:{kind}>{info}{content if kind == 'deletion' else ''}</text:{kind}>" for kind in kinds
    )
    return f'<text:changed-region xml:id="ct{number}" text:id="ct{number}">{inside}</text:changed-region>'


def changes() -> str:
    def rest(place: str) -> str:
        return _shown(who(place), "rest")

    listed = (
        region(1, "deletion", content=p(f"not {who('deleted')} ")),
        region(2, "deletion", content=p(rest("half deleted"))),
        region(3, "insertion"),
        region(4, "insertion"),
        region(5, "deletion", content=p(rest("over two paragraphs")) + p(f"{who('deleted paragraph')} and")),
        region(6, "insertion"),
        region(7, "format-change"),
        region(8, "deletion", content=p(f"lost {who('dangling deletion')}")),
        region(9, "insertion"),
        region(10, "deletion", "insertion", content=p(rest("deleted after insertion"))),
    )
    return f'<text:tracked-changes text:track-changes="false">{"".join(listed)}</text:tracked-changes>'


def content() -> str:
    listener = (
        '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" '
        f'script:event-name="dom:load" xlink:href="vnd.sun.star.script:{_shown(who("document event"), "_")}'
        '?language=Python"/></office:event-listeners></office:scripts>'
    )
    styled = f'<text:p text:style-name="{_shown(who("style name"), "_20_")}">Styled.</text:p>'
    texts = ("running.xml", "frames.xml", "fields.xml", "links.xml", "changed.xml")
    text = part("forms.xml") + changes() + part("declarations.xml") + "".join(map(part, texts)) + styled
    return body_of(text, listener + part("automatic.xml"))


def flat() -> str:
    """A document as one XML."""
    texts = part("running.xml") + part("changed.xml")
    styles = part("styles.xml") + part("automatic.xml")
    text = f"<office:text>{changes()}{part('declarations.xml')}{texts}</office:text>"
    whole = f"{part('meta.xml')}{part('settings.xml')}{styles}<office:body>{text}</office:body>"
    return root("document", whole, f' office:mimetype="{TEXT}"')


def png(note: str = "") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    text = chunk(b"tEXt", b"Author\0" + note.encode()) if note else b""
    header = chunk(b"IHDR", bytes.fromhex("00000001000000010802000000"))
    pixels = chunk(b"IDAT", bytes.fromhex("789c63f8ffff3f0005fe02fe"))
    return b"\x89PNG\r\n\x1a\n" + header + text + pixels + chunk(b"IEND", b"")


def packed(
    members: dict[str, str | bytes], mimetype: str = TEXT, objects: dict[str, str] | None = None
) -> bytes:
    """A container with its manifest, always the same bytes; `objects`: folders of embedded documents."""
    kinds = {".xml": "text/xml", ".png": "image/png", ".svg": "image/svg+xml", ".rdf": "application/rdf+xml"}
    listed = {"/": mimetype, **{f"{folder}/": kind for folder, kind in (objects or {}).items()}}
    listed |= {name: kinds.get(Path(name).suffix, "") for name in members if "META-INF" not in name}
    entries = "".join(
        f'\n <manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>'
        for name, kind in listed.items()
    )
    manifest = f'<manifest:manifest xmlns:manifest="{_OASIS}manifest:1.0" manifest:version="1.3">{entries}'
    last = {"META-INF/manifest.xml": f"{XML}{manifest}\n</manifest:manifest>"}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in {"mimetype": mimetype, **members, **last}.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return made.getvalue()


def small(body: str, **more: str | bytes) -> bytes:
    """A document with that in its body, for tests; `more`: further members, by the names of their files."""
    return packed({"content.xml": body_of(body), **{f"{name}.xml": data for name, data in more.items()}})


def canary() -> bytes:
    """The document with a name in every place."""
    folder = who("object folder")
    creator = (
        f"<office:meta><meta:initial-creator>{who('object author')}</meta:initial-creator></office:meta>"
    )
    members: dict[str, str | bytes] = {
        "content.xml": content(),
        "styles.xml": root("document-styles", part("styles.xml") + part("pages.xml")),
        "meta.xml": root("document-meta", part("meta.xml")),
        "settings.xml": root("document-settings", part("settings.xml")),
        "manifest.rdf": XML + part("manifest.rdf"),
        "Configurations2/accelerator/current.xml": "",
        "Configurations2/toolbar/custom_toolbar_1.xml": XML + part("toolbar.xml"),
        "Object 1/content.xml": root("document-content", part("chart.xml")),
        "Object 1/meta.xml": root("document-meta", creator),
        "ObjectReplacements/Object 1": b"VCLMTF " + who("object preview").encode("utf-16-le"),
        f"{folder}/content.xml": XML + part("formula.xml"),
        f"ObjectReplacements/{folder}": png(who("formula preview")),
        f"Pictures/{_shown(who('picture file'), '_')}.png": png(),
        "Pictures/10000000000000AB.svg": XML + part("drawing.svg"),
        "Thumbnails/thumbnail.png": png(who("thumbnail")),
        "layout-cache": who("layout cache").encode(),
        "Versions/Version1": who("earlier version").encode(),
        "VersionList.xml": f"<v>{who('version list')}</v>",
        "META-INF/documentsignatures.xml": f"<document-signatures>{who('signature')}</document-signatures>",
    }
    kind = "application/vnd.oasis.opendocument."
    return packed(members, objects={"Object 1": f"{kind}chart", folder: f"{kind}formula"})


def uncovered() -> bytes:
    return packed(
        {
            "content.xml": body_of(p("Nothing here.")),
            "Basic/Standard/Module1.xml": f"<m>{who('macro')}</m>",
            "Basic/script-lc.xml": "<l/>",
            "Scripts/python/a.py": f"# {who('python script')}",
            "Dialogs/Standard/a.xml": f"<d>{who('macro dialog')}</d>",
            "Object 7": bytes.fromhex("d0cf11e0a1b11ae1") + who("ole object").encode(),
            "Pictures/10000000000000AC.png": png(who("image")),
            "notes.dat": who("unknown member").encode(),
        }
    )


DOCUMENT, NOT_READ, FLAT = canary(), uncovered(), flat()

if __name__ == "__main__":
    (FOLDER / "canary.odt").write_bytes(DOCUMENT)
    (FOLDER / "uncovered.odt").write_bytes(NOT_READ)
    (FOLDER / "canary.fodt").write_text(FLAT, "utf-8")
