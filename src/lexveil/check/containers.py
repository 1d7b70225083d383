"""Containers: zip (DOCX, ODT, XLSX and plain archives), gzip, the chunks of a PNG, e-mail, tables.

Gives the text of each member, and of the container itself: names, comments, what lies between the members. A
member whose name is not one that an office suite gives is called by its number, for a name can tell a name. A
member that cannot be opened is searched as it is and named as unread; without pyarrow a Parquet file is. Of a
table whose rows are documents each row comes under its number, so that a name that one row hides and another
shows is no leak.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes, policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from itertools import chain, islice

from lexveil.check.texts import Budget, Text, Walk, binary, loose, place, program_words, unread
from lexveil.errors import CoverageError

WHOLE = "container"  # all its bytes, as a part
CHUNK = 2**20  # bytes unpacked at once
PIECE = 2**16  # bytes given to be unpacked

_EXTENSION = re.compile(r"\.(?:xml|rels|bin|vml|png|jpe?g|gif|[ew]mf|svg|tiff?|odttf|ttf|rdf|docx|xlsx)$")

_HEADERS = re.compile(rb"(?:[!-9;-~]{1,80}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*+){1,400}+", re.IGNORECASE)
_TELLTALE = re.compile(
    rb"^(?:from|to|date|subject|received|return-path|mime-version|message-id|content-type)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)

BATCH = 1000  # rows
DELIMITERS = ",;\t|"
SAMPLE = 100  # records that tell the delimiter

_HINT = re.compile(r"sep=([^\r\n\"'])\r?\n", re.IGNORECASE)


def is_zip(data: bytes) -> bool:
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06") or zipfile.is_zipfile(io.BytesIO(data))


def members(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield loose(data, place(name, WHOLE))
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        yield unread(name, WHOLE, depth)
        return
    with archive:
        infos = archive.infolist()
        names = [info.filename for info in infos] + [_loose(info.comment + info.extra) for info in infos]
        yield Text(place(name, "member names"), "\n\n".join([*names, _loose(archive.comment)]), "code")
        for number, info in enumerate(infos, 1):
            where = place(name, called(info.filename, number))
            inner = _unpacked(archive, info, budget)
            if inner is None:
                yield unread(where, "packed", depth + 1)
            elif inner:
                yield from walk(inner, where, depth + 1)


def called(member: str, number: int) -> str:
    """The name of a member if it is one that says nothing, else its number.

    >>> called("word/footnotes.xml", 3), called("word/media/ann-roe.png", 4)
    ('word/footnotes.xml', 'member 4')
    """
    stems = [_EXTENSION.sub("", _EXTENSION.sub("", step)) for step in member.split("/")]
    plain = all(re.sub(r"[\d_\[\]. ]+", "", stem) in program_words("office") | {""} for stem in stems)
    return member if plain and member.isascii() and len(member) < 80 else f"member {number}"


def unzipped(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield from binary(data[:CHUNK], name)  # the header may hold a file name
    inner = inflated(data, budget, window=31)
    if inner is None:
        yield unread(name, "packed data", depth)
    else:
        yield from walk(inner, place(name, "unpacked"), depth + 1)


def chunks(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    """A PNG: its bytes, and the texts in it that are packed."""
    yield from binary(data, name)
    at = 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind not in (b"IDAT", b"PLTE"):
            yield from binary(body, place(name, "chunk"))
        if kind in (b"zTXt", b"iTXt", b"iCCP"):
            for start in (found.end() for found in re.finditer(b"\x00", body[:400])):
                inner = inflated(body[start + (body[start : start + 1] == b"\x00") :], budget)
                if inner:
                    yield from binary(inner, place(name, "packed text"))
        at += 12 + size


def inflated(data: bytes | memoryview, budget: Budget, *, window: int = 15) -> bytes | None:
    """What deflated data unpack to, as far as they go; nothing when they are none."""
    worker = zlib.decompressobj(window)
    made: list[bytes] = []
    view = memoryview(data)
    size = 0
    try:
        for at in range(0, len(view), PIECE):
            piece: bytes | memoryview = view[at : at + PIECE]
            while piece and not worker.eof:
                made.append(worker.decompress(piece, CHUNK))
                size += len(made[-1])
                budget.spend(len(made[-1]), part=size)
                piece = worker.unconsumed_tail
            if worker.eof:
                break
    except zlib.error:
        return b"".join(made) if any(made) else None
    return b"".join(made)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> bytes | None:
    made: list[bytes] = []
    size = 0
    try:
        with archive.open(info) as file:
            while chunk := file.read(CHUNK):
                size += len(chunk)
                budget.spend(len(chunk), part=size)
                made.append(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        return None
    return b"".join(made)


def _loose(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\x00", "")


def is_mail(data: bytes) -> bool:
    head = _HEADERS.match(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    return bool(head and len(_TELLTALE.findall(head[0])) >= 2)


def mail_texts(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    message = message_from_bytes(data.lstrip(b"\r\n"), policy=policy.compat32)
    for number, each in enumerate(message.walk(), 1):
        where = place(name, f"message part {number}" if number > 1 else "message")
        yield Text(place(where, "headers"), "\n\n".join(_header(str(value)) for value in each.values()))
        if each.preamble or each.epilogue:
            yield Text(place(where, "around the parts"), f"{each.preamble}\n\n{each.epilogue}")
        if not each.is_multipart():
            body = each.get_payload(decode=True)
            if isinstance(body, bytes) and body:
                yield from walk(body, where, depth + 1)
                with suppress(LookupError, UnicodeError):
                    yield Text(place(where, "text"), body.decode(each.get_content_charset(""), "replace"))


def _header(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, MessageError, LookupError, UnicodeError, ValueError):
        return value


def rows(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The rows of a table: line, record or row by number, from 1; 0 is a header."""
    if is_parquet(data):
        import pyarrow.parquet

        batches = pyarrow.parquet.ParquetFile(io.BytesIO(data)).iter_batches(batch_size=BATCH)
        listed = (zip(*(column.to_pylist() for column in batch.columns), strict=True) for batch in batches)
        for number, values in enumerate(chain.from_iterable(listed), 1):
            yield number, "\n\n".join(_plain(value) for value in values if value is not None).encode()
        return
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    text = _decoded(data)
    if start == b"{" or text.lstrip("\ufeff \t\r\n").startswith("{"):
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            yield number, line.encode()
    else:
        try:
            for number, cells in enumerate(_records(text.removeprefix("\ufeff"))):
                yield number, "\n\n".join(cells).encode()
        except csv.Error:
            raise CoverageError("check.table-cells") from None


def _decoded(data: bytes) -> str:
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8", "cp1252", "latin-1")
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise CoverageError("check.table-encoding")


def _records(text: str) -> Iterator[list[str]]:
    csv.field_size_limit(2**31 - 1)  # a cell may be a book
    hint = _HINT.match(text)
    body = text[hint.end() :] if hint else text
    quote = "'" if body.startswith("'") else '"'
    for delimiter in hint[1] if hint else DELIMITERS:
        widths = {len(cells) for cells in islice(_cells(body, delimiter, quote), SAMPLE)}
        if len(widths - {0}) == 1 and widths != {1}:
            break
    else:
        delimiter = DELIMITERS[0]  # one column
    yield from _cells(body, delimiter, quote)


def _cells(text: str, delimiter: str, quote: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quotechar=quote)


def is_parquet(data: bytes) -> bool:
    return data.startswith(b"PAR1") and data.endswith(b"PAR1")


def parquet(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield from binary(data, name)
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        yield unread(name, "packed pages", depth)
        return
    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        schema = file.schema_arrow
        about = [str(key) for key in schema.names]
        for pairs in (schema.metadata, *(schema.field(at).metadata for at in range(len(schema)))):
            about += [_plain(part) for pair in (pairs or {}).items() for part in pair]
        yield Text(place(name, "schema"), "\n\n".join(about), "code")
        for number, batch in enumerate(file.iter_batches(batch_size=BATCH)):
            budget.spend(batch.nbytes)
            first = number * BATCH + 1
            for at, column in enumerate(batch.columns, 1):
                texts = [_plain(value) for value in column.to_pylist() if value is not None]
                where = f"rows {first} to {first + batch.num_rows - 1}, column {at}"
                yield Text(place(name, where), "\n\n".join(texts))
    except (pyarrow.ArrowException, OSError, ValueError):
        yield unread(name, "packed pages", depth)


def _plain(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
