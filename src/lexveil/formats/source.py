"""What the formats share: the file they read, as they keep it, and what a format is."""

import hmac
import secrets
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.model import Document, Piece, Replacement

Pieces = Sequence[Piece]
Replacements = Sequence[Replacement]


@dataclass(frozen=True, slots=True)
class Source:
    content: Any = field(repr=False)  # the format's own: for text and HTML the `Decoded` file
    suffix: str = ""  # the entry of `FORMATS` that read the file and will write it
    path: Path | None = field(default=None, repr=False)  # never to be overwritten


@dataclass(frozen=True, slots=True)
class Options:
    """What a user can say about how a file is read and written; a format looks at what concerns it."""

    language: str = "en"
    max_bytes: int = 25 * 2**20  # of the file, and of each part of a container once unpacked
    citation_classes: tuple[str, ...] = ("citation",)  # HTML classes that mark a citation
    block_tags: tuple[str, ...] = ()  # XML elements that stand for themselves; empty: known by vocabulary
    text_attributes: tuple[str, ...] = ()  # further XML attributes that hold text
    annotate: str = ""  # XML: mark replacements with elements, "danish" or "akoma-ntoso"
    tracked: str = "keep"  # changes in DOCX and ODT: keep, accept, reject
    keep_metadata: bool = False  # author, company, dates of a file: cleaned unless kept
    text_columns: tuple[str, ...] = ("text",)  # of a table
    allow_image: tuple[str, ...] = ()  # the marks of pictures that may go out as they are
    boxes: bool = False  # PDF: a box of constant width in place of each pseudonym


DEFAULT = Options()
_DRAWN = secrets.token_bytes(32)


def identity(data: bytes, key: bytes = _DRAWN) -> str:
    """The id of a document: with the same key the same, without it nobody can try which file it is of. The
    key is drawn for the process unless a vault has one."""
    return "doc-" + hmac.digest(key, data, "sha256").hex()[:12]


class Place(NamedTuple):
    """Where characters of the text stand in the source."""

    start: int
    end: int
    context: str = ""  # how a replacement must be spelled there: the format's own word
    more: tuple[tuple[int, int], ...] = ()  # further ranges that stand for the same character


class Format(NamedTuple):
    """One entry of `FORMATS`.

    `read(data, options)` makes the document, without its id and metadata; `write(document, replacements)`
    makes the bytes of its twin.
    """

    read: Callable[[bytes, Options], Document]
    write: Callable[[Document, Replacements], bytes]


def schema(package: str, name: str = "schema") -> Mapping[str, Any]:
    """What a format knows of its elements and attributes: `schema.toml` in its folder."""
    return tomllib.loads((files(package) / f"{name}.toml").read_text("utf8"))
