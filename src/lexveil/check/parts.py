"""Everything a written file can show, as plain text, without the help of our own readers and writers.

Comes in: the path of any file, or its bytes. Goes out: stretches of text, each with the part it stands in:
the text, attributes, comments and raw source of markup; every member of a container, nested ones too; strings
in binary data, in one byte and two per character. What a file is, its first bytes tell, not its name. No
entity is expanded, nothing is fetched, and what unpacks without bound is refused.
"""

import base64
import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lexveil.check import archives, mail, markup, pdf, rows, rtf, strings
from lexveil.check.texts import Budget, Text, place
from lexveil.errors import CoverageError, InputError

MAX_DEPTH = 6  # containers within containers
PAGES = (  # for text that is no UTF-8 and says nothing about itself: each is tried
    "cp1252", "cp1250", "mac_roman", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1257",
    "gb18030", "cp932", "cp949", "big5",
)  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"(?:encoding|charset)\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_BASE64 = re.compile(
    rb"(?:(?<=base64,)[A-Za-z0-9+/]{8,}+|[A-Za-z0-9+/]{60,}+)"
    rb"(?:[ \t]*+[\r\n]++[ \t]*+[A-Za-z0-9+/]++)*+={0,2}"
)
# Shorter ones, as in an address: what they say counts only if it is text.
_SHORT = re.compile(rb"(?<![\w+/%-])(?:[A-Za-z0-9+/]{12,}+|[A-Za-z0-9_-]{12,}+)(?![\w+/-])")
_HEXADECIMAL = re.compile(rb"(?<![\w])(?:[0-9A-Fa-f]{2}){5,}(?![\w])")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_TAG = re.compile(r"<[A-Za-z!?/]")

Walk = Callable[[bytes, str, int], Iterator[Text]]


def parts(path: str | Path) -> Iterator[Text]:
    """Every text in the file, from the disk."""
    yield from walked(load(path))


def load(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(
            f"the file to be checked cannot be read ({error.strerror}): check the path"
        ) from None


def walked(data: bytes) -> Iterator[Text]:
    budget = Budget()

    def walk(inner: bytes, name: str, depth: int) -> Iterator[Text]:
        budget.spend(len(inner))
        if depth > MAX_DEPTH:
            raise CoverageError(
                f"the file cannot be searched whole: containers lie more than {MAX_DEPTH} deep in one another"
            )
        yield from _walk(inner, name, depth, walk, budget)

    yield from walk(data, "", 0)


def _walk(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    for begins, reader in _CONTAINERS:
        if begins(data):
            yield from reader(data, name, depth, walk, budget)
            return
    if _is_text(data):
        yield from _text(data, name, depth, walk)
    else:
        yield from strings.binary(data, name)


_CONTAINERS: tuple[
    tuple[Callable[[bytes], bool], Callable[[bytes, str, int, Walk, Budget], Iterator[Text]]], ...
] = (
    (archives.is_zip, archives.members),
    (archives.is_gzip, archives.unzipped),
    (pdf.is_pdf, pdf.texts),
    (rows.is_parquet, rows.parquet),
    (archives.is_png, archives.chunks),
)


def _is_text(data: bytes) -> bool:
    return data.startswith(tuple(bom for bom, _ in _BOMS)) or not _CONTROL.search(data)


def _text(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    if rtf.is_rtf(data):
        yield from rtf.texts(data, name, depth, walk)
        yield Text(place(name, "source"), data.decode("cp1252", "replace"), "code")
        return
    elements = markup.elements(data, name) if data.lstrip()[:1] in (b"<", b"\xef", b"\xfe", b"\xff") else []
    yield from elements
    for source in _decoded(data):
        yield from markup.sources(source, name)
        if not elements and _TAG.search(source):
            yield from markup.texts(source, name)
    if mail.is_mail(data):
        yield from mail.texts(data, name, depth, walk)
    else:
        yield from _files_in(data, name, depth, walk)


def _files_in(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    """Files that stand in the text as base64, as in a `data:` address or a flat ODT."""
    for number, found in enumerate(_BASE64.finditer(data), 1):
        inner = _unpacked(re.sub(rb"\s", b"", found[0]).rstrip(b"="))
        yield from walk(inner, place(name, f"base64 {number}"), depth + 1)
    told = "\n\n".join(_told(data))
    if told:
        yield Text(place(name, "short strings in base64 or hexadecimal digits"), told, "code")


def _told(data: bytes) -> Iterator[str]:
    for found in _HEXADECIMAL.findall(data):
        yield from _printable(bytes.fromhex(found.decode()))
    for found in _SHORT.findall(data):
        yield from _printable(_unpacked(found.translate(_URL_SAFE)))


def _unpacked(packed: bytes) -> bytes:
    whole = packed[:-1] if len(packed) % 4 == 1 else packed  # one sign more says nothing
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _printable(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if text.isprintable():
        yield text


def _decoded(data: bytes) -> Iterator[str]:
    """The text by its mark, as UTF-8, by its own word; else in every usual encoding, for a guess may err."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            yield data.decode(encoding, "replace")
            return
    declared = {_codec(found) for found in _DECLARED.findall(data[:4096])} - {"", "utf-8", "ascii"}
    try:
        yield data.decode("utf-8")
        pages = declared
    except UnicodeDecodeError:
        yield data.decode("utf-8", "replace")
        pages = declared | set(PAGES[:1]) if declared else set(PAGES)
    for page in sorted(pages) if not data.isascii() else ():
        yield data.decode(page, "replace")


def _codec(label: bytes) -> str:
    try:
        found = codecs.lookup(label.decode("ascii", "replace"))
    except LookupError:
        return ""
    return found.name if found._is_text_encoding and not found.name.startswith("utf-16") else ""
