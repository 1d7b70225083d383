"""Plain text: the document is the file, character for character.

Comes in: bytes. Goes out: the decoded text unchanged, line ends included, and back again in the encoding
and with the byte order mark it came with. Never reflows, trims or normalises anything.
"""

from collections.abc import Sequence

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.markup import splice
from lexveil.formats.source import DEFAULT, Format, Options, Place, Source
from lexveil.model import Document, Piece, Replacement


def read(data: bytes, options: Options = DEFAULT) -> Document:
    decoded = decode(data)
    text = decoded.text
    if not text.strip("\ufeff \t\r\n\v\f"):
        raise InputError("there is no text in it: choose another file")
    return Document(
        id="",
        text=text,
        language=options.language,
        pieces=(Piece(0, len(text), Place(0, len(text))),),
        source=Source(decoded),
        notes=(decoded.note,) if decoded.note else (),
    )


def write(document: Document, replacements: Sequence[Replacement]) -> bytes:
    source: Decoded = document.source.content
    text = splice(source.text, document.pieces, replacements, lambda text, context, left: text)
    try:
        return source.bom + text.encode(source.encoding)
    except UnicodeEncodeError as error:
        raise OutputError(
            f"a pseudonym has the character U+{ord(text[error.start]):04X}, which {source.encoding} does not "
            "have: convert the file to UTF-8, or choose other pseudonyms"
        ) from None


TEXT = Format(read, write)
