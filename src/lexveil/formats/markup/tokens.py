"""XML source as a sequence of tokens with their exact places; HTML makes tokens of the same type.

First `check` lets expat say that the source is well-formed, with no entity expanded or fetched on the way.
"""

import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from lexveil.errors import InputError
from lexveil.formats.markup.escaping import NAMED_REFERENCES

MAX_DEPTH = 1000  # of elements within elements; a document of people has fewer than a hundred


class Attribute(NamedTuple):
    name: str  # as written, with its prefix
    start: int  # of the value, without its quotes
    end: int
    quote: str  # " or ' or, in HTML, nothing


class Token(NamedTuple):
    """`text`, `start`, `end`, `cdata`, `comment`, `instruction`, `declaration`; in HTML no `declaration` but
    `raw`, all of an element that holds no markup.

    start..end is all of a text, a tag or a declaration (DOCTYPE, `<?xml …?>`); of `cdata`, `comment` and
    `instruction` it is what they enclose. An empty element `<a/>` is one token `start` with `empty` set: no
    `end` follows.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    empty: bool = False


_TAG = re.compile(r"<(/?)([^\s/>!?]+)")
_ATTRIBUTE = re.compile(r"\s+([^\s=/>]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ENCLOSED = (("<!--", "-->", "comment"), ("<![CDATA[", "]]>", "cdata"), ("<?", "?>", "instruction"))
_CLOSE = re.compile(r"\s*(/?)>")
_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(\[)?")
# In the internal subset: what a `]` may stand inside of.
_SUBSET = re.compile(r"\"[^\"]*\"|'[^']*'|<!--.*?-->|<\?.*?\?>|\]", re.DOTALL)
_VALUE = re.compile(r"&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(amp|lt|gt|quot|apos));|[ \t\r\n]+")


def tokens(source: str) -> Iterator[Token]:
    """Of well-formed source only: see `check`."""
    at = 0
    while (start := source.find("<", at)) >= 0:
        if start > at:
            yield Token("text", at, start)
        token, at = _token(source, start)
        yield token
    if at < len(source):
        yield Token("text", at, len(source))


def _token(source: str, start: int) -> tuple[Token, int]:
    for opening, closing, kind in _ENCLOSED:
        if source.startswith(opening, start):
            end = source.index(closing, start + len(opening))
            after = end + len(closing)
            if kind == "instruction" and re.match(r"<\?xml\s", source[start : start + 6]):
                return Token("declaration", start, after, "xml"), after
            return Token(kind, start + len(opening), end), after
    if source.startswith("<!", start):
        end = _doctype_end(source, start)
        return Token("declaration", start, end, "doctype"), end
    return _tag(source, start)


def _tag(source: str, start: int) -> tuple[Token, int]:
    found = _TAG.match(source, start)
    assert found
    at = found.end()
    attributes = []
    while value := _ATTRIBUTE.match(source, at):
        group = 2 if value[2] is not None else 3
        attributes.append(Attribute(value[1], *value.span(group), "\"'"[group - 2]))
        at = value.end()
    close = _CLOSE.match(source, at)
    assert close
    kind = "end" if found[1] else "start"
    return Token(kind, start, close.end(), found[2], tuple(attributes), bool(close[1])), close.end()


def _doctype_end(source: str, start: int) -> int:
    found = _DOCTYPE.match(source, start)
    assert found
    at = found.end()
    if found[1]:
        while mark := _SUBSET.search(source, at):
            at = mark.end()
            if mark[0] == "]":
                break
    return source.index(">", at) + 1


def value(source: str, attribute: Attribute) -> str:
    """The value of an attribute as it is meant, runs of white space as one space."""
    return _VALUE.sub(_meant, source[attribute.start : attribute.end])


def _meant(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name:
        return NAMED_REFERENCES[name]
    if not hexadecimal and not decimal:
        return " "
    char = chr(int(hexadecimal, 16) if hexadecimal else int(decimal))
    return " " if char in " \t\r\n" else char


def value_of(source: str, token: Token, name: str) -> str:
    """The value of the attribute of that name, "" if there is none."""
    return next((value(source, each) for each in token.attributes if each.name == name), "")


def written(source: str, token: Token, *names: str) -> str:
    """The same of the first that has one of these names, as it is written."""
    return next((source[each.start : each.end] for each in token.attributes if each.name in names), "")


def has_class(source: str, token: Token, classes: frozenset[str]) -> bool:
    """Whether the element has one of these classes, in any case."""
    found = (source[each.start : each.end] for each in token.attributes if each.name == "class")
    return any(not classes.isdisjoint(value.lower().split()) for value in found)


def check(data: bytes, *, encoding: str | None = None, entities: dict[str, str] | None = None) -> None:
    """Well-formed, without entities of its own and with nothing nested beyond reason; else an InputError.

    `encoding` overrules what the data say about themselves. Where `entities` is given, entities that stand
    for one character are taken into it, and only others are refused.
    """
    parser = expat.ParserCreate(encoding)
    depth = 0

    def start(name: str, attributes: object) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise InputError("xml.nested", depth=MAX_DEPTH)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(name: str, parameter: bool, value: str | None, *_: object) -> None:
        # One for a single character cannot grow, nest or hide a name; the five of XML may be declared again.
        known = name in NAMED_REFERENCES or (value is not None and len(value) == 1 and value not in "<&")
        if entities is None or parameter or value is None or not known:
            raise InputError("xml.entities")
        entities.setdefault(name, NAMED_REFERENCES.get(name, value))

    def declared(written: str) -> None:
        if written.startswith("%"):  # what follows such a reference in the DOCTYPE is passed over
            raise InputError("xml.entities")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = lambda *_: setattr(parser, "DefaultHandler", declared)
    parser.EndDoctypeDeclHandler = lambda: setattr(parser, "DefaultHandler", None)
    parser.EntityDeclHandler = entity
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # of a codec that the declaration names
            parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise InputError("xml.malformed", reason=reason, line=error.lineno, column=error.offset) from None
    except (ValueError, LookupError, DeprecationWarning):
        raise InputError("xml.encoding") from None
