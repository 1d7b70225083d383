"""How the members of an Office container hang together: relationships and content types.

Comes in: the source of `*.rels` and of `[Content_Types].xml`. Goes out: relationships with the places of
what may have to change, and the type of each member. The rules are those of the Open Packaging Conventions
(ECMA-376 part 2). Never follows an address out of the container.
"""

import html
import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from lexveil.formats.docx.attributes import Fix
from lexveil.formats.docx.names import Scope
from lexveil.formats.xml.tokens import Attribute, Token, tokens

TYPES = "[Content_Types].xml"


class Relation(NamedTuple):
    kind: str  # the last step of its type, in small letters without hyphens: `officedocument`
    target: str
    external: bool
    start: int  # of the element
    end: int
    target_at: Attribute
    id_at: Attribute | None
    type_at: Attribute | None


class Typed(NamedTuple):
    """A line of the list of content types."""

    key: str  # a suffix with its dot, or the name of a member, in small letters
    type: str
    override: bool
    start: int
    end: int
    key_at: Attribute


def relations(source: str) -> list[Relation]:
    found = []
    for token, end in _elements(source, "rel:Relationship"):
        values = _values(source, token)
        if "Target" in values:
            found.append(
                Relation(
                    _kind(values.get("Type", ("", None))[0]),
                    values["Target"][0],
                    values.get("TargetMode", ("", None))[0].lower() == "external",
                    token.start,
                    end,
                    values["Target"][1],
                    values["Id"][1] if "Id" in values else None,
                    values["Type"][1] if "Type" in values else None,
                )
            )
    return found


def content_types(source: str) -> list[Typed]:
    found = []
    for wanted, name in (("ct:Default", "Extension"), ("ct:Override", "PartName")):
        for token, end in _elements(source, wanted):
            values = _values(source, token)
            if name in values:
                key, place = values[name]
                type_ = values.get("ContentType", ("", None))[0].lower()
                override = name == "PartName"
                key = unquote(key).lstrip("/").lower() if override else f".{key.lower()}"
                found.append(Typed(key, type_, override, token.start, end, place))
    return found


def type_of(name: str, types: Mapping[str, str]) -> str:
    """By `types`, name or suffix (with its dot) → type."""
    lower = name.lower()
    return types.get(lower) or types.get("." + lower.rpartition(".")[2], "")


def owner(name: str) -> str:
    """The member whose relationships a `.rels` member lists, "" for the container itself.

    >>> owner("word/_rels/document.xml.rels"), owner("_rels/.rels")
    ('word/document.xml', '')
    """
    folder, _, file = name.rpartition("/")
    return posixpath.join(posixpath.dirname(folder), file[: -len(".rels")])


def rels_of(name: str) -> str:
    folder, file = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def resolved(source: str, target: str) -> str:
    """The member that a relationship of `source` leads to, in small letters.

    >>> resolved("word/document.xml", "../customXml/item1.xml")
    'customxml/item1.xml'
    """
    path = unquote(target.partition("#")[0]).replace("\\", "/")
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(source), path)).lstrip("/").lower()


def spelled(text: str, at: Attribute) -> Fix:
    """A new value for an attribute."""
    return Fix(at.start, at.end, html.escape(text, quote=True))


def _elements(source: str, wanted: str) -> Iterator[tuple[Token, int]]:
    """Start tags of that name, and where their element ends."""
    scope = Scope()
    depth = 0
    begun: Token | None = None
    for token in tokens(source):
        if token.kind == "start":
            scope.enter(source, token, depth)
            if depth == 1 and scope.element(token.name) == wanted:
                begun = token
                if token.empty:
                    yield token, token.end
            if token.empty:
                scope.leave(depth)
            depth += not token.empty
        elif token.kind == "end":
            depth -= 1
            if depth == 1 and begun and scope.element(token.name) == wanted:
                yield begun, token.end
            scope.leave(depth)


def _values(source: str, token: Token) -> dict[str, tuple[str, Attribute]]:
    return {
        attribute.name: (html.unescape(source[attribute.start : attribute.end]), attribute)
        for attribute in token.attributes
    }


def _kind(type_: str) -> str:
    return type_.rstrip("/").rpartition("/")[2].replace("-", "").lower()
