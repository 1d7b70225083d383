"""Fonts: what the codes in a page stand for, and how far each moves on.

The tables of Adobe's names and metrics are pdfminer's. Never looks at the outlines of an embedded font: what
a glyph looks like is taken from what the file says about it (ISO 32000-2, 9.10.2).
"""

import re
import struct
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import NamedTuple

import pikepdf
from pdfminer.encodingdb import EncodingDB, name2unicode
from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.pdfexceptions import PDFException
from pdfminer.pdffont import CFFFont, Type1FontHeaderParser
from pdfminer.psexceptions import PSException

from lexveil.formats.pdf import character_maps
from lexveil.formats.pdf.file import array, inner, name_of, parts_by_key

FIXED, SERIF, SYMBOLIC, ITALIC, BOLD = 1, 2, 4, 64, 1 << 18  # flags of a font descriptor
DINGBATS = re.compile(r"symbol|dingbat|wingding|webding|marlett", re.IGNORECASE)
BULLET = "\u2022"  # for any sign of a font that has no letters
MAX_KNOWN = 20_000  # strings of a font that are remembered
MAX_WIDTHS = 1 << 17  # entries of a /W array, its ranges spelled out
_SUBSET = re.compile(r"\A[A-Z]{6}\+")
_UNKNOWN_WIDTH = 0.5
_STANDARD = "StandardEncoding"
_DAMAGED = (PDFException, PSException, struct.error, AssertionError, ValueError, LookupError, TypeError)


class Glyph(NamedTuple):
    code: bytes
    text: str | None
    width: float  # in multiples of the font size


class Font:
    def __init__(self, name: str, flags: int, cut: Callable[[bytes], Iterable[Glyph]]) -> None:
        self.name = name
        self.flags = flags
        self.vertical = False
        self.scale = 1.0  # how large its letters are in multiples of the font size; for Type 3 it varies
        self.mapped = False  # whether a map of the file's own says what its codes read
        self.called: dict[bytes, str] = {}  # code → what the name of its glyph says, where there is one
        self._cut = cut
        self._known: dict[bytes, tuple[Glyph, ...]] = {}

    def glyphs(self, data: bytes) -> tuple[Glyph, ...]:
        """The glyphs of a string of codes. Strings come again and again: a letter, a word, a running head."""
        found = self._known.get(data)
        if found is None:
            found = tuple(self._cut(data))
            if len(self._known) < MAX_KNOWN:
                self._known[data] = found
        return found

    def used(self) -> list[Glyph]:
        """Every glyph that was asked for, once."""
        return list({glyph.code: glyph for glyphs in self._known.values() for glyph in glyphs}.values())


def font(dictionary: pikepdf.Object) -> Font:
    """The font that a dictionary describes; what it does not tell stays unknown."""
    kind = name_of(dictionary.get("/Subtype"))
    if kind == "/Type0":
        return _composite(dictionary)
    descriptor = inner(dictionary, "/FontDescriptor")
    name = _name(dictionary)
    made = Font(name, descriptor.get_int("/Flags", 0), lambda data: [table[code] for code in data])
    unit = 0.001
    if kind == "/Type3":
        matrix = [float(each) for each in dictionary.get("/FontMatrix", ())] or [0.001, 0, 0, 0.001, 0, 0]
        unit, made.scale = matrix[0], _height(dictionary, matrix)
    mapped, encoded = _to_unicode(dictionary), _encoding(dictionary, descriptor, name)
    texts = [(mapped.text(code) if mapped else None) or encoded.get(code) for code in range(256)]
    widths = _widths(dictionary, descriptor, name, texts)
    shown = (_readable(text, name) for text in texts)
    table = [Glyph(bytes([code]), text, widths(code, unit)) for code, text in enumerate(shown)]
    made.mapped = mapped is not None
    if _names_its_glyphs(dictionary, descriptor):
        made.called = {bytes([code]): text for code, text in encoded.items() if 0 <= code < 256}
    return made


def _names_its_glyphs(dictionary: pikepdf.Object, descriptor: pikepdf.Object) -> bool:
    """Whether the encoding is the file's own word; an embedded symbolic font is shown by other tables."""
    symbolic = bool(descriptor.get_int("/Flags", 0) & SYMBOLIC)
    if "/FontFile2" in descriptor and symbolic:
        return False
    if "/Encoding" in dictionary or "/FontFile" in descriptor or "/FontFile3" in descriptor:
        return True
    # Of a font that is not in the file a viewer shows another one, by the standard encoding.
    return "/FontFile2" not in descriptor and not symbolic and dictionary.get("/Subtype") != "/Type3"


def _to_unicode(dictionary: pikepdf.Object) -> character_maps.CMap | None:
    given = dictionary.get("/ToUnicode")
    if isinstance(given, pikepdf.Stream):
        return character_maps.parsed(given.read_bytes())
    if isinstance(given, pikepdf.Name) and name_of(given).startswith("/Identity"):
        return character_maps.CMap([(0, 0xFFFF, b"\0\0")], [], vertical=False)
    return None


def _encoding(dictionary: pikepdf.Object, descriptor: pikepdf.Object, name: str) -> dict[int, str]:
    given = dictionary.get("/Encoding")
    if isinstance(given, pikepdf.Name):
        return dict(EncodingDB.get_encoding(name_of(given)[1:]))
    given = inner(dictionary, "/Encoding")
    base = given.get("/BaseEncoding")
    if isinstance(base, pikepdf.Name):
        found = dict(EncodingDB.get_encoding(name_of(base)[1:]))
    else:
        found = _own_encoding(dictionary, descriptor, name)
    code = 0
    for each in array(given, "/Differences"):
        if isinstance(each, pikepdf.Name):
            found.pop(code, None)
            if (character := _named(name_of(each)[1:])) is not None:
                found[code] = character
            code += 1
        elif isinstance(each, int):
            code = each
    return found


def _own_encoding(dictionary: pikepdf.Object, descriptor: pikepdf.Object, name: str) -> dict[int, str]:
    """The encoding inside the font; nothing where it would have to be guessed."""
    if DINGBATS.search(name):
        return {}
    if isinstance(descriptor.get("/FontFile"), pikepdf.Stream):
        return _type1_encoding(descriptor)
    if isinstance(descriptor.get("/FontFile3"), pikepdf.Stream):
        return _cff_encoding(descriptor)
    embedded = "/FontFile2" in descriptor
    if (embedded and descriptor.get_int("/Flags", 0) & SYMBOLIC) or dictionary.get("/Subtype") == "/Type3":
        return {}
    truetype = dictionary.get("/Subtype") == "/TrueType"
    return dict(EncodingDB.get_encoding("WinAnsiEncoding" if truetype else _STANDARD))


def _type1_encoding(descriptor: pikepdf.Object) -> dict[int, str]:
    file = descriptor["/FontFile"]
    header = file.read_bytes()[: int(file.get_int("/Length1", 0)) or 65536]
    try:
        found = Type1FontHeaderParser(BytesIO(header)).get_encoding()
    except _DAMAGED:
        return {}
    if not found and b"StandardEncoding def" in header:
        return dict(EncodingDB.get_encoding(_STANDARD))
    return dict(found)


def _cff_encoding(descriptor: pikepdf.Object) -> dict[int, str]:
    try:
        file = CFFFont("", BytesIO(descriptor["/FontFile3"].read_bytes()))
    except _DAMAGED:
        return {}
    found = {}
    for code, glyph in file.code2gid.items():
        name = file.gid2name.get(glyph, "")
        character = _named(name.decode("latin-1") if isinstance(name, bytes) else name)
        if character is not None:
            found[code] = character
    return found


def _named(name: str) -> str | None:
    try:
        return name2unicode(name)
    except (KeyError, ValueError):
        return None


def _widths(
    dictionary: pikepdf.Object, descriptor: pikepdf.Object, name: str, texts: Sequence[str | None]
) -> Callable[[int, float], float]:
    first = int(dictionary.get_int("/FirstChar", 0))
    given = [_number(each) for each in array(dictionary, "/Widths")]
    missing = descriptor.get_float("/MissingWidth", 0.0, coerce=True)
    standard = FONT_METRICS.get(_STANDARD_NAMES.get(name, name), ({}, {}))[1]

    def width(code: int, unit: float) -> float:
        if 0 <= code - first < len(given):
            return given[code - first] * unit
        if given or not standard:
            return float(missing) * unit if given or missing else _UNKNOWN_WIDTH
        return standard.get(texts[code] or "", 0) * unit

    return width


def _composite(dictionary: pikepdf.Object) -> Font:
    parts = array(dictionary, "/DescendantFonts")
    part = parts[0] if parts and isinstance(parts[0], pikepdf.Dictionary) else pikepdf.Dictionary()
    descriptor = inner(part, "/FontDescriptor")
    name = _name(dictionary)
    mapped = _to_unicode(dictionary)
    split, vertical = _splitter(dictionary.get("/Encoding"))
    system = inner(part, "/CIDSystemInfo")
    collection = f"{system.get_str('/Registry', '')}-{system.get_str('/Ordering', '')}"
    characters = character_maps.collection(collection) if mapped is None else {}
    widths, default = _glyph_widths(part), _number(part.get("/DW", 1000)) / 1000
    known: dict[bytes, Glyph] = {}

    def glyphs(data: bytes) -> Iterator[Glyph]:
        for code, glyph in split(data):
            found = known.get(code)
            if found is None:
                text = mapped.text(int.from_bytes(code)) if mapped else characters.get(glyph)
                found = Glyph(code, _readable(text, name), widths.get(glyph, default))
                known[code] = found
            yield found

    made = Font(name, descriptor.get_int("/Flags", 0), glyphs)
    made.vertical = vertical
    made.mapped = mapped is not None
    return made


def _splitter(encoding: pikepdf.Object | None) -> tuple[Callable[[bytes], Iterable[tuple[bytes, int]]], bool]:
    """How a string of a composite font is cut into codes and the glyphs they lead to."""
    if isinstance(encoding, pikepdf.Stream):
        data = encoding.read_bytes()
        map_ = character_maps.parsed(data)
        trie = character_maps.predefined(character_maps.used(data)) if character_maps.used(data) else None
        if trie is None:
            return map_.split_to_glyphs, map_.vertical
        return partial(character_maps.split_by_trie, trie), map_.vertical
    name = name_of(encoding)[1:]
    found = None if name.startswith("Identity") else character_maps.predefined(name)
    if found is not None:
        return partial(character_maps.split_by_trie, found), found.is_vertical()
    pairs = re.compile(b"..?", re.DOTALL)
    return (lambda data: [(code, int.from_bytes(code)) for code in pairs.findall(data)]), name.endswith("-V")


def _glyph_widths(part: pikepdf.Object) -> dict[int, float]:
    """The /W array: `first [width …]` and `first last width`, in any order."""
    values = array(part, "/W")
    found: dict[int, float] = {}
    at, room = 0, MAX_WIDTHS
    while at + 1 < len(values) and room > 0:
        first, second = int(_number(values[at])), values[at + 1]
        if isinstance(second, pikepdf.Array):
            found |= {first + index: _number(each) / 1000 for index, each in enumerate(second)}
            at += 2
        elif at + 2 < len(values):
            last = min(int(_number(second)), first + 65535)
            room -= last - first
            found |= dict.fromkeys(range(first, last + 1), _number(values[at + 2]) / 1000)
            at += 3
        else:
            break
    return found


def _readable(text: str | None, name: str) -> str | None:
    """Characters as one reads them; None for codes that stand for no character."""
    if text and "\ufb00" <= text[0] <= "\ufb06":
        text = unicodedata.normalize("NFKC", text[0]) + text[1:]
    if text:
        text = text.translate(_SMALL)
    odd = (unicodedata.category(each) in ("Co", "Cs", "Cn", "Cc") or each == "\ufffd" for each in text or "")
    unknown = not text or any(odd)
    if unknown and text and text.isspace():
        return " "
    return (BULLET if DINGBATS.search(name) else None) if unknown else text


def _height(dictionary: pikepdf.Object, matrix: list[float]) -> float:
    """How large the letters of a Type 3 font are: its box is a little higher than a line of text."""
    corners = [_number(each) for each in array(dictionary, "/FontBBox")]
    height = abs((corners[3] - corners[1]) * matrix[3]) if len(corners) == 4 and len(matrix) == 6 else 0
    return height / 1.2 or abs(matrix[3] if len(matrix) > 3 else 0.001) * 1000


def _name(dictionary: pikepdf.Object) -> str:
    """Its name without the six letters that mark a subset."""
    return _SUBSET.sub("", name_of(dictionary.get("/BaseFont", "/"))[1:])


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0


# Adobe's letter forms in the private area that have plain counterparts: old-style figures, small capitals.
_SMALL = {0xF730 + at: 0x30 + at for at in range(10)} | {0xF761 + at: 0x41 + at for at in range(26)}
_STANDARD_NAMES = parts_by_key("fonts")
