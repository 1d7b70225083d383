"""A PDF opened within bounds, walked object by object, and saved anew.

What is saved is written from the open objects alone: objects that nothing refers to, earlier revisions and
damaged stretches never go out. Encrypted files open when no password is needed to read them; what is written
is never encrypted.
"""

import io
import re
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import pikepdf
from pikepdf import settings

from lexveil.errors import InputError

HEADER = 1024  # bytes in which the mark of a PDF must stand
MAX_STREAM = 4  # decoded size of one stream, in multiples of the limit for a file
MAX_CONTENT = 16 * 2**20  # bytes of drawing instructions on one page
MAX_LZW = 2000  # how much one byte of LZW can unpack to, at the most
DAMAGED = "pdf.damaged"
# What the library raises for an object that is not what it should be.
TROUBLE = (pikepdf.PdfError, RuntimeError, ValueError, TypeError, OverflowError, LookupError, AttributeError)
_BOMB = "pdf.bomb"
_PACKED_OBJECTS = re.compile(rb"/ObjStm.{0,400}?/LZW|/LZW.{0,400}?/ObjStm", re.DOTALL)

STATES = frozenset("/N /D /R".split())  # of an appearance: a stream, or streams by free names
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_TABLES = tomllib.loads((files(__package__) / "keys.toml").read_text("utf8"))
HOLDERS = (pikepdf.Dictionary, pikepdf.Array, pikepdf.Stream)


@contextmanager
def opened(data: bytes, *, max_bytes: int) -> Iterator[pikepdf.Pdf]:
    """The PDF in `data`; errors of the library inside the `with` become an InputError too."""
    if b"%PDF-" not in data[:HEADER]:
        raise InputError("pdf.other-kind")
    if _PACKED_OBJECTS.search(data):
        raise InputError("pdf.outdated-packing")
    limits = (f"{name}_max_memory" for name in ("flate", "png", "tiff", "run_length", "dct"))
    most: Any = dict.fromkeys(limits, min(MAX_STREAM * max_bytes, 2**32 - 1))
    before: dict[str, Any] = settings.set_qpdf_limits(**most)
    try:
        with warnings.catch_warnings(), pikepdf.open(io.BytesIO(data)) as pdf:
            warnings.simplefilter("ignore")  # damage is found by `pages`, and said in a part
            if not len(pdf.pages):
                raise InputError("pdf.no-pages")
            yield pdf
    except pikepdf.PasswordError:
        raise InputError("pdf.encrypted") from None
    except TROUBLE:
        raise InputError(DAMAGED) from None
    finally:
        settings.set_qpdf_limits(**before)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of the whole file, the same for the same objects."""
    remove(pdf.trailer, "/ID")  # it is made of the first author's time, path and properties
    made = io.BytesIO()
    pdf.save(
        made,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        preserve_pdfa=False,
        fix_metadata_version=False,
        encryption=False,
    )
    return made.getvalue()


def unpacked(stream: pikepdf.Object, *, max_bytes: int) -> bytes:
    """The decoded bytes of a stream that is no image."""
    filters = stream.get("/Filter")
    if filters is not None and "LZW" in str(filters.unparse()):
        packed = len(stream.read_raw_bytes())
        if packed * MAX_LZW > MAX_STREAM * max_bytes * 10:
            raise InputError(_BOMB)
    try:
        return stream.read_bytes()
    except pikepdf.PdfError as error:
        raise InputError(_BOMB if "limit" in str(error) else DAMAGED) from None


class Node(NamedTuple):
    object: pikepdf.Object
    meaning: str  # the nearest key above that is no free name and no number: "/Contents", "/XObject"
    named: bool  # whether its own keys are free names


class Entry(NamedTuple):
    key: str | int
    value: pikepdf.Object
    meaning: str


def walk(pdf: pikepdf.Pdf) -> Iterator[Node]:
    """All nodes, each before those it leads to."""
    seen = pikepdf.ObjectSet()
    pending = [Node(pdf.trailer[key], key, False) for key in ("/Info", "/Root") if key in pdf.trailer]
    while pending:
        node = pending.pop()
        if not isinstance(node.object, HOLDERS) or not seen.add(node.object):
            continue
        yield node
        held = [each for each in entries(node) if isinstance(each.value, HOLDERS)]
        pending += [Node(each.value, each.meaning, _opens_names(node, each)) for each in reversed(held)]


def name_of(value: object) -> str:
    """A name as pikepdf spells the keys of a dictionary; names of old files are not always UTF-8."""
    try:
        return str(value)
    except UnicodeDecodeError:
        return unescaped(value.unparse() if isinstance(value, pikepdf.Name) else b"")


def unescaped(name: bytes) -> str:
    """A name as it is written in a file, read as pikepdf spells it."""
    raw = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), name)
    return raw.decode("utf-8", "surrogateescape")


def named(listed: object, name: str) -> pikepdf.Object | None:
    """What a dictionary of free names holds under a name."""
    return listed[name] if isinstance(listed, pikepdf.Dictionary) and name in listed else None


def inner(holder: pikepdf.Object, key: str) -> pikepdf.Object:
    """The dictionary under a key, an empty one where there is none."""
    found = holder.get(key)
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def array(holder: pikepdf.Object, key: str) -> list[Any]:
    """What the array under a key holds, nothing where there is none."""
    found = holder.get(key)
    return list(found) if isinstance(found, pikepdf.Array) else []


def remove(dictionary: pikepdf.Object, *keys: str) -> None:
    """Take entries away; one that leads nowhere is none to pikepdf."""
    for key in keys:
        if key in dictionary:
            del dictionary[key]


def entries(node: Node) -> list[Entry]:
    """What a node holds, with the key that says what it means."""
    if isinstance(node.object, pikepdf.Array):
        return [Entry(index, value, node.meaning) for index, value in enumerate(list(node.object))]
    return [Entry(key, value, node.meaning if node.named else key) for key, value in node.object.items()]


def _opens_names(node: Node, entry: Entry) -> bool:
    if node.named or isinstance(entry.key, int) or isinstance(entry.value, pikepdf.Stream):
        return False
    return entry.key in listed("free", table="names") or (entry.key in STATES and node.meaning == "/AP")


@cache
def listed(name: str, *, table: str = "kept") -> frozenset[str]:
    """A list of keys in `keys.toml`."""
    return frozenset(_TABLES[table][name].split())


def parts_by_key(table: str) -> dict[str, str]:
    """The part of the file that each key of a table in `keys.toml` belongs to."""
    return {key: part for part, keys in _TABLES[table].items() for key in keys.split()}


def content_bytes(content: pikepdf.Object) -> bytes:
    """The drawing instructions of a page or a stream as they are written."""
    parts = content if isinstance(content, pikepdf.Stream) else content.get("/Contents")
    streams = list(parts) if isinstance(parts, pikepdf.Array) else [parts]
    return b"\n".join(each.read_bytes() for each in streams if isinstance(each, pikepdf.Stream))


def write_content(pdf: pikepdf.Pdf, content: pikepdf.Object, instructions: Sequence[Any]) -> None:
    data = pikepdf.unparse_content_stream(instructions)
    if isinstance(content, pikepdf.Stream):
        content.write(data)
    else:
        content["/Contents"] = pdf.make_stream(data)
