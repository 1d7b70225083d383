"""The XML of a member: checked, decoded, and changed in places.

Comes in: the bytes of a member, or its source and a list of cuts. Goes out: source that is well-formed, in
UTF-8 and written with the prefixes everybody uses; the source with the cuts made. Never resolves or fetches
anything: a document type with declarations of its own is refused.
"""

import re
from collections.abc import Container, Iterable
from typing import NamedTuple
from urllib.parse import unquote

from lexveil.errors import InputError
from lexveil.formats.odt.vocabulary import FURTHER, KNOWN, STANDARD
from lexveil.formats.xml.tokens import Attribute, Token, check, tokens

BOM = b"\xef\xbb\xbf"
_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)")
_OTHER_REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);|#)")
_VALUE = re.compile(r"&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(amp|lt|gt|quot|apos));|[ \t\r\n]+")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_FINAL = {prefix: STANDARD + uri for prefix, uri in KNOWN.items()}
_PREFIXES = {uri: prefix for prefix, uri in _FINAL.items()} | FURTHER


class Cut(NamedTuple):
    """Instead of start..end of the source there stands `text`."""

    start: int
    end: int
    text: str = ""


def decoded(data: bytes, name: str, *, max_bytes: int, odf: bool = True) -> str:
    """The source of a member without its byte order mark; `odf`: it must use the usual prefixes."""
    if len(data) > max_bytes:
        raise InputError(f"{name}: larger than the limit of {max_bytes // 2**20} MiB: split the document")
    declared = _ENCODING.match(data.removeprefix(BOM)[:200])
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or (
        declared and declared[1].lower() not in (b"utf-8", b"us-ascii")
    ):
        raise InputError(f"{name}: not in UTF-8: open the document in an office suite and save it again")
    try:
        check(data)
        source = data.removeprefix(BOM).decode("utf-8")
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (UnicodeDecodeError, ValueError):
        raise InputError(f"{name}: not well-formed XML in UTF-8: repair it") from None
    if "<!DOCTYPE" in source:
        _plain_doctype(source, name)
    if odf:
        _usual_prefixes(source, name)
    return source


def _plain_doctype(source: str, name: str) -> None:
    """Old files have one without declarations; anything in it could change what the rest means."""
    for token in tokens(source):
        if token.kind == "declaration" and token.name == "doctype" and "[" in source[token.start : token.end]:
            raise InputError(f"{name}: a document type with declarations of its own: remove it")
        if token.kind == "start":
            break
    if _OTHER_REFERENCE.search(source):
        raise InputError(
            f"{name}: a reference to an entity that is declared elsewhere: replace it by its text"
        )


def _usual_prefixes(source: str, name: str) -> None:
    last = source.rfind("xmlns")  # in most files the root has them all
    for token in tokens(source):
        if token.start > last:
            break
        for attribute in token.attributes:
            prefix, _, bound = attribute.name.partition(":")
            uri = source[attribute.start : attribute.end]
            if prefix == "xmlns" and _PREFIXES.get(uri, bound) != bound:
                raise InputError(
                    f"{name}: its XML uses prefixes of its own: open it in an office suite and save it again"
                )


def value(source: str, attribute: Attribute) -> str:
    """The value of an attribute as it is meant, runs of white space as one space."""
    return _VALUE.sub(_meant, source[attribute.start : attribute.end])


def _meant(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name:
        return _NAMED[name]
    if not hexadecimal and not decimal:
        return " "
    char = chr(int(hexadecimal, 16) if hexadecimal else int(decimal))
    return " " if char in " \t\r\n" else char


def escaped(text: str) -> str:
    """For an attribute in either quotes, or for text."""
    return "".join(_ESCAPED.get(char, char) for char in text)


def given(source: str, token: Token, name: str) -> str:
    """The value of the attribute of that name, "" if there is none."""
    return next((value(source, each) for each in token.attributes if each.name == name), "")


def referred(address: str, folder: str, paths: Container[str]) -> str:
    """The path that an address within the container means, as it is written there; "" if it is none."""
    plain = address.removeprefix("./").rstrip("/")
    for path in (plain, unquote(plain)):
        if path and (path in paths or folder + path in paths):
            return path
    return ""


def made(source: str, cuts: Iterable[Cut]) -> str:
    """The source with the cuts; of two that overlap, the one that begins first counts."""
    parts: list[str] = []
    last = 0
    for cut in sorted(cuts):
        if cut.start >= last:
            parts += (source[last : cut.start], cut.text)
            last = cut.end
    return "".join([*parts, source[last:]])
