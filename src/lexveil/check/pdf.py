"""PDF: the text of its pages, every string of every object, and what its streams unpack to.

Page by page what PDFium reads; object by object what pikepdf finds, used or not; and from the bytes alone
every packed stream, so that an earlier state of the file, to which nothing points any more, is seen too.
Files inside are opened in their turn. An encrypted file is unread.
"""

import io
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from lexveil.check.containers import inflated
from lexveil.check.texts import Budget, Text, Walk, binary, loose, place, unread

HEAD = 48  # bytes by which a stream is known again
FONT_KINDS = ("/Type1C", "/CIDFontType0C", "/OpenType")
SPACE = -150  # thousandths of the type size; a larger step back between two strings is a space

_STREAM = re.compile(rb"\bstream\r?\n")
_SHOWN = re.compile(
    rb"\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+)\)|<([0-9A-Fa-f\s]*+)>|(-?\d+(?:\.\d+)?)(?=[\s(<\]])"
    rb"|\b(T[dDmj*]|ET)\b|(\])",
    re.DOTALL,
)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r?\n|.)", re.DOTALL)
_SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"", b"f": b""}


def is_pdf(data: bytes) -> bool:
    return data.lstrip().startswith(b"%PDF-") or (b"%PDF-" in data[:1024] and b"%%EOF" in data[-2048:])


def pdf_texts(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield from binary(data, name)
    try:
        import pikepdf
        import pypdfium2
    except ImportError:
        yield unread(name, "a PDF, which needs pikepdf and pypdfium2", depth)
        return
    try:
        with pikepdf.open(io.BytesIO(data), suppress_warnings=True) as file:
            known: set[bytes] = set()
            yield from _objects(file, name, depth, walk, budget, known)
        yield from _pages(pypdfium2, data, name)
    except (pikepdf.PdfError, pikepdf.PasswordError, pypdfium2.PdfiumError, RuntimeError, ValueError):
        yield unread(name, "a PDF", depth)
        known = set()
    yield from _lost(data, name, known, budget)


def _pages(pypdfium2: Any, data: bytes, name: str) -> Iterator[Text]:
    with closing(pypdfium2.PdfDocument(data)) as document:
        for number in range(len(document)):
            with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
                # U+FFFE stands for the hyphen at a line end.
                found = re.sub("[\ufffe\x02](?:\r?\n)?", "", textpage.get_text_range())
                yield Text(place(name, f"page {number + 1}"), found)


def _objects(
    file: Any, name: str, depth: int, walk: Walk, budget: Budget, known: set[bytes]
) -> Iterator[Text]:
    import pikepdf

    for number, each in enumerate([*file.objects, file.trailer]):
        where = place(name, f"object {number + 1}")
        found = "\n\n".join(_strings(each))
        if found:
            yield Text(where, found, "code")
        if isinstance(each, pikepdf.Stream):
            raw = each.read_raw_bytes()
            known.add(raw[:HEAD])
            yield from _stream(each, raw, where, depth, walk, budget)


def _strings(each: Any) -> Iterator[str]:
    """Strings, names and keys of an object; what it points to is an object of its own."""
    import pikepdf

    if isinstance(each, pikepdf.String):
        yield str(each)
        yield bytes(each).decode("cp1252", "replace")
    elif isinstance(each, pikepdf.Name):
        yield str(each)
    elif isinstance(each, pikepdf.Dictionary | pikepdf.Stream | pikepdf.Array):
        for key, value in enumerate(each) if isinstance(each, pikepdf.Array) else each.items():
            if isinstance(key, str):
                yield key
            if isinstance(value, pikepdf.Object) and not value.is_indirect:
                yield from _strings(value)


def _stream(each: Any, raw: bytes, where: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    import pikepdf

    first = str(each.get("/Filter", "")) + str(each.get("/F", ""))
    if "FlateDecode" in first:
        inflated(raw, budget)  # counts, before a library unpacks it all at once
    try:
        data = each.read_bytes()
    except pikepdf.PdfError:  # a picture's own packing
        yield from binary(raw, where)
        return
    kind = str(each.get("/Subtype", ""))
    if "/Length1" in each or kind in FONT_KINDS:
        yield from binary(data, where, kind="font")
    elif str(each.get("/Type", "")) == "/EmbeddedFile" or data.lstrip()[:1] == b"<":
        yield from walk(data, where, depth + 1)
    elif b"BT" in data and kind != "/Image":  # words are cut in pieces there: they are joined first
        yield loose(data, where)
        yield from shown(data, where)
    else:
        yield from binary(data, where)


def shown(data: bytes, where: str) -> Iterator[Text]:
    """The strings that a content stream sets, joined as they stand side by side on the page."""
    if b"BT" not in data:
        return
    close: list[bytes] = []
    apart: list[bytes] = []
    for literal, digits, number, operator, end in _SHOWN.findall(data):
        if number:
            apart.append(b" " if float(number) <= SPACE else b"")
        elif operator:
            close.append(b"\n\n" if operator == b"ET" else b"")
            apart.append(b"\n\n" if operator == b"ET" else b" ")
        elif not end:
            plain = re.sub(rb"\s", b"", digits).decode()  # after an odd number of digits follows a 0
            string = bytes.fromhex(plain + "0" * (len(plain) % 2)) or _ESCAPE.sub(_unescaped, literal)
            close.append(string)
            apart.append(string)
    for joined in (b"".join(close), b"".join(apart)):
        yield Text(place(where, "strings shown"), joined.decode("cp1252", "replace"))
        if b"\x00" in joined:  # two bytes to a character
            narrow = joined.replace(b"\x00", b"")
            yield Text(place(where, "strings shown"), narrow.decode("cp1252", "replace"))


def _unescaped(found: re.Match[bytes]) -> bytes:
    sign = found[1]
    if sign[:1].isdigit():
        return bytes([int(sign, 8) % 256])
    return b"" if sign.endswith(b"\n") else _SIGNS.get(sign, sign)


def _lost(data: bytes, name: str, known: set[bytes], budget: Budget) -> Iterator[Text]:
    """Packed streams that no object of the present file holds."""
    short = {len(head) for head in known if len(head) < HEAD}
    view = memoryview(data)
    for number, found in enumerate(_STREAM.finditer(data), 1):
        head = data[found.end() : found.end() + HEAD]
        if head in known or any(head[:size] in known for size in short):
            continue
        inner = inflated(view[found.end() :], budget)
        if inner:
            where = place(name, f"stream {number}")
            yield from binary(inner, where)
            yield from shown(inner, where)
