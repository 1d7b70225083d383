"""One XML member: its characters, and what can be told of it before it is walked.

Comes in: the bytes of a member. Goes out: its source, proven well-formed and free of entities of its own,
and where elements begin that have both text and elements in them. Never changes a byte.
"""

import re
from dataclasses import dataclass, field

from lexveil.errors import InputError
from lexveil.formats.docx.attributes import Fix
from lexveil.formats.docx.names import prefix_of
from lexveil.formats.encoding import decode
from lexveil.formats.html import declared as declared_in
from lexveil.formats.xml.tokens import check, tokens

_STARTS = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<\x00", b"\xfe\xff\x00<")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+(?!svg\s+PUBLIC\s+\"-//W3C//DTD SVG [^\"]*\"\s+\"[^\"]*\"\s*>)")
_BOUND = re.compile(r"\sxmlns(?::[^\s=]+)?\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@dataclass(slots=True)
class Xml:
    text: str = field(repr=False)
    encoding: str
    bom: bytes
    fixes: list[Fix] = field(default_factory=list, repr=False)
    changed: bool = False  # before any fix: its tracked changes were settled
    page: bool = False  # HTML, which need not be well-formed


def is_markup(data: bytes) -> bool:
    return data[:200].lstrip(b" \t\r\n").startswith(_STARTS)


def open_xml(data: bytes, *, declared: str | None = None) -> Xml:
    """The source of a member; of a web page when `declared` tells its encoding, which need not be XML."""
    if declared is None:
        check(data)
    decoded = decode(data, declared=declared_in(data) if declared is None else declared)
    if declared is None and _DOCTYPE.search(decoded.text, 0, 4096):
        raise InputError(
            "it declares a document type, which Office files never do: save it again in an office suite"
        )
    return Xml(decoded.text, decoded.encoding, decoded.bom, page=declared is not None)


def mixed_elements(source: str) -> frozenset[int]:
    """Where elements begin that hold both text and elements, in vocabularies of somebody's own.

    >>> sorted(mixed_elements("<a><b>by <i>x</i></b><c><d>y</d></c></a>"))
    [3]
    """
    if all(prefix_of(first or second) for first, second in _BOUND.findall(source)) and _BOUND.search(source):
        return frozenset()
    found: set[int] = set()
    open_: list[list[int]] = []  # start, has text, has elements
    for token in tokens(source):
        if token.kind == "start":
            if open_:
                open_[-1][2] = 1
            if not token.empty:
                open_.append([token.start, 0, 0])
        elif token.kind == "end":
            start, has_text, has_elements = open_.pop()
            if has_text and has_elements:
                found.add(start)
        elif token.kind in ("text", "cdata") and open_ and not source[token.start : token.end].isspace():
            open_[-1][1] = 1
    return frozenset(found)
