"""The XML of a member: checked, decoded, and changed in places.

Comes in: the bytes of a member, or its source and a list of cuts. Goes out: source that is well-formed, in
UTF-8 and written with the prefixes everybody uses; the source with the cuts made. Never resolves or fetches
anything: a document type with declarations of its own is refused.
"""

import re
from collections.abc import Container
from urllib.parse import unquote

from lexveil.errors import InputError
from lexveil.formats.markup.tokens import check, tokens
from lexveil.formats.odt.vocabulary import FURTHER, KNOWN, STANDARD

BOM = b"\xef\xbb\xbf"
_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)")
_OTHER_REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);|#)")
_FINAL = {prefix: STANDARD + uri for prefix, uri in KNOWN.items()}
_PREFIXES = {uri: prefix for prefix, uri in _FINAL.items()} | FURTHER


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


def referred(address: str, folder: str, paths: Container[str]) -> str:
    """The path that an address within the container means, as it is written there; "" if it is none."""
    plain = address.removeprefix("./").rstrip("/")
    for path in (plain, unquote(plain)):
        if path and (path in paths or folder + path in paths):
            return path
    return ""
