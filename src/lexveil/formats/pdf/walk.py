"""Every dictionary, stream and array of a PDF, each once, and how it is reached.

Comes in: an open PDF. Goes out: one `Node` per object that the catalog or the document properties lead to, in
an order that depends on nothing but the file. A dictionary whose keys are free names (the fonts of a page,
the states of a button) is told from one whose keys mean something. Never changes anything; whoever does may
change a node when it gets it: what is removed then is not gone into.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pikepdf

# The keys of a dictionary below one of these are free names.
NAMED = frozenset(
    "/XObject /Font /Pattern /Shading /ColorSpace /Properties /ExtGState /CharProcs /RoleMap /RoleMapNS "
    "/ClassMap /Colorants /Dests".split()
)
STATES = frozenset("/N /D /R".split())  # of an appearance: a stream, or streams by free names
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
HOLDERS = (pikepdf.Dictionary, pikepdf.Array, pikepdf.Stream)


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
        below = [
            Node(entry.value, entry.meaning, _opens_names(node, entry))
            for entry in entries(node)
            if isinstance(entry.value, HOLDERS)
        ]
        pending += reversed(below)


def name_of(value: object) -> str:
    """A name as pikepdf spells the keys of a dictionary; names of old files are not always UTF-8."""
    try:
        return str(value)
    except UnicodeDecodeError:
        written = value.unparse() if isinstance(value, pikepdf.Name) else b""
        raw = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), written)
        return raw.decode("utf-8", "surrogateescape")


def named(listed: object, name: str) -> pikepdf.Object | None:
    """What a dictionary of free names holds under a name."""
    return listed[name] if isinstance(listed, pikepdf.Dictionary) and name in listed else None


def remove(dictionary: pikepdf.Object, key: str) -> None:
    """Take an entry away; one that leads nowhere is none to pikepdf."""
    if key in dictionary:
        del dictionary[key]


def entries(node: Node) -> list[Entry]:
    """What a node holds, with the key that says what it means."""
    if isinstance(node.object, pikepdf.Array):
        values = list(node.object)
        return [Entry(index, value, node.meaning) for index, value in enumerate(values)]
    return [Entry(key, value, node.meaning if node.named else key) for key, value in node.object.items()]


def _opens_names(node: Node, entry: Entry) -> bool:
    if node.named or isinstance(entry.key, int) or isinstance(entry.value, pikepdf.Stream):
        return False
    return entry.key in NAMED or (entry.key in STATES and node.meaning == "/AP")
