"""The members of a container: what each one is, its XML, and under which name it goes out.

A member is what its place and its first bytes say, never what it claims. What somebody named gets a neutral
name, what is not known is uncovered. In the manifest producers differ in prefixes: compared without.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from lexveil.errors import InputError
from lexveil.formats.markup import Cut
from lexveil.formats.markup.escaping import escaped
from lexveil.formats.markup.tokens import Token, check, tokens, value
from lexveil.formats.odt.vocabulary import FURTHER, KNOWN, STANDARD
from lexveil.formats.package import Member
from lexveil.model import Part, because

BOM = b"\xef\xbb\xbf"
_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)")
_OTHER_REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);|#)")
_FINAL = {prefix: STANDARD + uri for prefix, uri in KNOWN.items()}
_PREFIXES = {uri: prefix for prefix, uri in _FINAL.items()} | FURTHER


def decoded(data: bytes, name: str, *, max_bytes: int, odf: bool = True) -> str:
    """The source of a member without its byte order mark; `odf`: it must use the usual prefixes."""
    if len(data) > max_bytes:
        raise InputError("odt.too-large", size=f"{max_bytes // 2**20} MiB").within(name)
    found = _ENCODING.match(data.removeprefix(BOM)[:200])
    declared = found[1].lower() if found else b"utf-8"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or declared not in (b"utf-8", b"us-ascii"):
        raise InputError("odt.encoding").within(name)
    try:
        check(data)
        source = data.removeprefix(BOM).decode("utf-8")
    except InputError as error:
        raise error.within(name) from None
    except (UnicodeDecodeError, ValueError):
        raise InputError("odt.malformed").within(name) from None
    if "<!DOCTYPE" in source:
        _plain_doctype(source, name)
    if odf:
        _usual_prefixes(source, name)
    return source


def _plain_doctype(source: str, name: str) -> None:
    """Old files have one without declarations; anything in it could change what the rest means."""
    for token in tokens(source):
        if token.kind == "declaration" and token.name == "doctype" and "[" in source[token.start : token.end]:
            raise InputError("odt.doctype").within(name)
        if token.kind == "start":
            break
    if _OTHER_REFERENCE.search(source):
        raise InputError("odt.entity").within(name)


def _usual_prefixes(source: str, name: str) -> None:
    last = source.rfind("xmlns")  # in most files the root has them all
    for token in tokens(source):
        if token.start > last:
            break
        for attribute in token.attributes:
            prefix, _, bound = attribute.name.partition(":")
            uri = source[attribute.start : attribute.end]
            if prefix == "xmlns" and _PREFIXES.get(uri, bound) != bound:
                raise InputError("odt.prefixes").within(name)


def referred(address: str, folder: str, paths: Container[str]) -> str:
    """The path that an address within the container means, as it is written there; "" if it is none."""
    plain = address.removeprefix("./").rstrip("/")
    for path in (plain, unquote(plain)):
        if path and (path in paths or folder + path in paths):
            return path
    return ""


ODF, XML, SVG, PICTURE, FONT, MACRO, GONE, KEPT, OBJECT, OTHER = (
    "odf", "xml", "svg", "picture", "font", "macro", "gone", "kept", "object", "other",
)  # fmt: skip
DOCUMENTS = ("content.xml", "styles.xml", "meta.xml", "settings.xml")
MANIFEST = "META-INF/manifest.xml"
_GONE = {
    "Thumbnails/": because("part.first-page"),
    "Versions/": because("part.versions"),
    "VersionList.xml": because("part.versions"),
    "layout-cache": because("part.layout"),
    **{f"META-INF/{of}signatures.xml": because("part.signature") for of in ("document", "macro", "package")},
}
_MACROS = ("Basic/", "Scripts/", "Dialogs/")
_UNREAD = {
    FONT: ("kept", because("part.font")),
    KEPT: ("kept", because("part.no-text")),
    OBJECT: ("uncovered", because("part.ole")),
    OTHER: ("uncovered", because("part.unknown")),
}
_FONTS = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf", b"wOFF", b"wOF2")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"RIFF", b"VCLMTF")
_PICTURE_SUFFIXES = tuple(".png .jpg .jpeg .gif .bmp .tif .tiff .webp .svm .emf .wmf .eps .pdf".split())
_SUFFIXES = (*_PICTURE_SUFFIXES, *".xml .rdf .svg .ttf .otf .bin .ole .odt .ods .mp3 .mp4 .ogg .wav".split())
# The folders and files that office suites make, which nobody gave a name.
_USUAL = frozenset(
    "mimetype content.xml styles.xml meta.xml settings.xml manifest.xml manifest.rdf current.xml META-INF "
    "Pictures media Media Fonts ObjectReplacements Configurations2 accelerator events floater images "
    "Bitmaps menubar popupmenu progressbar statusbar toolbar toolpanel".split()
)
_NUMBERED = re.compile(
    r"Object \d{1,5}|"
    r"(?i:Obj\d{1,6}|(?:image|picture|img|pic|font|member)?_?\d+|[0-9A-F]{16,64})(?:\.\w{2,5})?"
)


class Plan(NamedTuple):
    roles: Mapping[str, str]  # by the old names
    words: Mapping[str, str]  # for parts of a path that somebody named
    removed: frozenset[str]
    emptied: frozenset[str]  # folders of which nothing is left, with their slashes
    paths: frozenset[str]  # of members and of the folders of embedded documents
    parts: tuple[Part, ...]  # of members that are not looked into: gone, kept, uncovered

    def renamed(self, path: str) -> str:
        if path.startswith(_MACROS):
            return path  # they call each other by their names
        return "/".join(self.words.get(word, word) for word in path.split("/"))


def plan(members: Iterable[Member], paths: Iterable[str] = ()) -> Plan:
    """`paths`: what the manifest lists, there or not."""
    listed = tuple(members)
    names = [member.name for member in listed]
    folders = frozenset(name.removesuffix("content.xml") for name in names if name.endswith("/content.xml"))
    roles = {member.name: _role(member, folders) for member in listed}
    every = [*roles, *(path for path in paths if path not in roles)]
    words = _words([name for name in every if not _gone(name) and not name.startswith(_MACROS)], folders)
    removed = frozenset(name for name, role in roles.items() if role == GONE)
    paths = frozenset(roles) | {folder.rstrip("/") for folder in folders}
    emptied = _folders(removed) - _folders(name for name in roles if name not in removed)
    found = Plan(roles, words, removed, emptied, paths, ())
    return found._replace(parts=tuple(dict.fromkeys(_parts(found))))


def _folders(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name[: name.find("/") + 1] for name in names)


def _role(member: Member, folders: frozenset[str]) -> str:
    name, data = member.name, member.data
    if _gone(name):
        return GONE
    if name.startswith(_MACROS):
        return MACRO
    folder, _, last = name.rpartition("/")
    if last in DOCUMENTS and (not folder or f"{folder}/" in folders):
        return ODF
    if last == "mimetype" or name == MANIFEST or not data:
        return KEPT
    if "ObjectReplacements/" in name and f"{name.replace('ObjectReplacements/', '')}/" in folders:
        return GONE
    return _kind(name.lower(), data)


def _gone(name: str) -> str:
    """Of what goes: the entry of the table above, "" for all else."""
    found = (key for key in _GONE if name == key or (key.endswith("/") and name.startswith(key)))
    return next(found, "")


def _kind(name: str, data: bytes) -> str:
    begin = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if name.endswith(".svg") or (begin.startswith(b"<") and b"<svg" in begin):
        return SVG
    if name.endswith((".xml", ".rdf", ".xsl")) or begin.startswith(b"<?xml"):
        return XML
    if data.startswith(_FONTS) and name.startswith("fonts/"):
        return FONT
    if data.startswith(_PICTURES) or name.endswith(_PICTURE_SUFFIXES) or "objectreplacements/" in name:
        return PICTURE
    return OBJECT if data.startswith(bytes.fromhex("d0cf11e0")) else OTHER


def _words(names: Sequence[str], folders: frozenset[str]) -> dict[str, str]:
    """Parts of paths that are no usual ones, and neutral ones in their place."""
    taken = {word for name in names for word in name.split("/")}
    objects = {folder.rstrip("/").rpartition("/")[2] for folder in folders}
    found: dict[str, str] = {}
    number = 0
    for name in names:
        for word in name.split("/"):
            if not word or word in _USUAL or word in found or _NUMBERED.fullmatch(word):
                continue
            new = ""
            while not new or new in taken:
                number += 1
                suffix = next((each for each in _SUFFIXES if word.lower().endswith(each)), "")
                new = f"Object {number}" if word in objects else f"member{number}{suffix}"
            found[word] = new
    return found


def _parts(found: Plan) -> Iterable[Part]:
    for name, role in found.roles.items():
        if role == GONE:
            key = _gone(name)
            why = _GONE.get(key, because("part.preview"))
            yield Part(key.rstrip("/") or found.renamed(name), "cleaned", why)
        elif role == MACRO:
            yield Part(name.partition("/")[0], "uncovered", because("part.macros-dialogs"))
        elif role in _UNREAD:
            yield Part(found.renamed(name), *_UNREAD[role])


def paths(source: str) -> list[str]:
    """What the manifest lists. An encrypted document has members too, but none that can be read."""
    every = list(tokens(source))
    if any(_local(token.name) == "encryption-data" for token in every):
        raise InputError("file.encrypted")
    listed = (each for token in every if _local(token.name) == "file-entry" for each in token.attributes)
    return [value(source, each) for each in listed if _local(each.name) == "full-path"]


def cuts(source: str, plan: Plan) -> list[Cut]:
    found: list[Cut] = []
    entry: Token | None = None
    for token in tokens(source):
        if _local(token.name) != "file-entry":
            continue
        if token.kind == "start":
            entry = token
        if entry and (token.kind == "end" or token.empty):
            found += _entry(source, entry, token.end, plan)
    return found


def _entry(source: str, entry: Token, end: int, plan: Plan) -> list[Cut]:
    path = next((each for each in entry.attributes if _local(each.name) == "full-path"), None)
    if path is None:
        return []
    name = value(source, path)
    if name in plan.removed or name in plan.emptied:  # with the white space before: no empty line is left
        start = entry.start
        while start and source[start - 1] in " \t\r\n":
            start -= 1
        return [Cut(start, end)]
    new = plan.renamed(name)
    return [Cut(path.start, path.end, escaped(new))] if new != name else []


def _local(name: str) -> str:
    return name.rpartition(":")[2]
