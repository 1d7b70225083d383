"""Markup as its reader and as its writer see it: HTML, XML, RTF, and text that is neither.

The source itself and the same with character references, percent signs and backslashes decoded; the text less
its tags, so that a name in two colours is one word, and once more with a space for each tag, so that two
fields are two words; and for well-formed XML the text of each paragraph and every attribute, as expat reads
them. Entities that a file declares are never expanded. Of RTF (Microsoft's specification 1.9.1) the text of
all groups, hidden ones too, and the objects inside: `\\'e9` is a byte, `\\u233?` a character with a
stand-in for old readers.
"""

import html
import re
import warnings
from collections.abc import Iterator
from functools import cache, partial
from urllib.parse import unquote
from xml.parsers import expat

from lexveil import languages
from lexveil.check import unseen
from lexveil.check.pieces import pieces
from lexveil.check.texts import Text, Walk, place, program_words

MAX_NESTED = 2000  # elements; deeper is no document, and the source was searched already

# Elements that stand for themselves, in HTML and in the vocabularies of office files and legal documents.
BLOCKS = frozenset(
    "address article aside block blockquote body caption cell center c col dd div dl dt fieldset "
    "figcaption figure footer form h h1 h2 h3 h4 h5 h6 head header heading hr html item li line list "
    "list-item main nav num ol option p para paragraph point pre row section select si subject summary "
    "table table-cell table-row tbody tc td textarea text-box tfoot th thead title tr txbxcontent ul".split()
)
PROGRAMS = ("script", "style")  # their text is no text; the source is searched
NAMES = "names in the markup"  # what elements and attributes are called, as a part
SYMBOLS = ("sym", "symex")  # Word's way to set a character by its number
SPACES = frozenset("br cr eol lb line-break pb s soft-page-break tab wbr".split())

_ELEMENT = re.compile(r"<(/?)([A-Za-z][^\s/<>]*)[^<>]*>|<[!?][^<>]*>")
_TAG = re.compile(r"<[A-Za-z!?/]")
_CALLED = re.compile(r"</?[A-Za-z][\w:.-]*|\s[A-Za-z_][\w:.-]*(?=\s*=\s*[\"'])")
# Names without a prefix and of some length: the writer of a page or a data file may have made them up.
_CHOSEN = re.compile(r"(?:</?|\s)(?:xmlns:)?([^\s:/]{6,})$")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_BACKSLASH = re.compile(
    r"\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\([nrtbf\"'/\\])"
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}

_TOKEN = re.compile(
    r"\\u(-?\d{1,6}) ?(?:\\'[0-9A-Fa-f]{2}|[^\\{}\r\n])?|\\'([0-9A-Fa-f]{2})"
    r"|\\([a-z]+)(-?\d+)? ?|\\([^a-z'])|[{}\r\n]+"
)
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}[\r\n ]*){32,}")
_BREAKS = dict.fromkeys(("par", "cell", "row", "sect", "page"), "\n\n") | {"line": "\n", "tab": " "}
_SIGNS = {"~": " ", "-": "", "_": "-", "\\": "\\", "{": "{", "}": "}"}


def sources(source: str, name: str) -> Iterator[Text]:
    """The source, and with each kind of escape decoded on top of those before.

    What elements and attributes are called is looked at apart: `lang` is no Mr Lang.
    """
    kind = "code" if _TAG.search(source) else "text"
    yield from (Text(place(name, part), text, "code") for part, text in pieces(source))
    if kind == "code":
        called = _CALLED.findall(source)
        yield Text(place(name, NAMES), " ".join(called), "font")
        chosen = " ".join(made[1] for each in called if (made := _CHOSEN.match(each)) and _made_up(made[1]))
        if chosen:
            yield Text(place(name, NAMES), chosen, "code")
        source = _CALLED.sub(lambda found: "<" if found[0][0] == "<" else " ", source)
    yield Text(place(name, "source"), source, kind)
    for mark, decode, done in (
        ("&", html.unescape, "character references decoded"),
        ("%", lambda text: unquote(text) if _PERCENT.search(text) else text, "percent signs decoded"),
        ("\\", lambda text: _whole(_BACKSLASH.sub(_sign, text)), "backslashes decoded"),
        ('""', lambda text: text.replace('""', '"'), "quotation marks decoded"),
    ):
        if mark in source:
            decoded = decode(source)
            if decoded != source:
                yield Text(place(name, done), decoded, "code")
                if mark == "&":  # strings of a formula, in an attribute
                    yield from (Text(place(name, part), text, "code") for part, text in pieces(decoded))
                source = decoded


def _made_up(called: str) -> bool:
    """
    >>> _made_up("button"), _made_up("Legend"), _made_up("Torvund"), _made_up("kendelse")
    (False, False, True, False)
    """
    return called.lower() not in program_words("html") and called.lower() not in _ordinary()


@cache
def _ordinary() -> frozenset[str]:
    """Ordinary words of every language: an element is called by what it holds."""
    codes = languages.codes()
    listed = (word for code in codes for word in languages.lower_words(code))
    return frozenset(listed).union(
        *(words for code in codes for words in languages.load(code).words.values())
    )


def texts(source: str, name: str) -> Iterator[Text]:
    """The text between the tags, the tags taken out and then with a space for each."""
    bare = _programs_out(source)
    for gap, part in (("", "text"), (" ", "text, tags apart")):
        yield Text(place(name, part), html.unescape(_ELEMENT.sub(partial(_parted, gap=gap), bare)))


def shown(source: str, name: str) -> Iterator[Text]:
    """The text less what its reader is not shown."""
    bare = _programs_out(source)
    seen = unseen.without(bare, source)
    if seen != bare:
        yield Text(place(name, "text that is shown"), html.unescape(_ELEMENT.sub(_parted, seen)))


def _programs_out(source: str) -> str:
    return _between(_between(_unwrapped(source), "<script", "</script"), "<style", "</style")


def _parted(tag: re.Match[str], gap: str = "") -> str:
    local = (tag[2] or "").rpartition(":")[2].lower()
    return "\n\n" if local in BLOCKS else " " if local in SPACES else gap


def elements(data: bytes, name: str) -> list[Text]:
    """The paragraphs, fields and attributes of well-formed XML; nothing of other data."""
    reader = _Reader()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a codec that the declaration names
            reader.parser.Parse(data, True)
    except (expat.ExpatError, _StopError, ValueError, LookupError):
        return []
    return [
        Text(place(name, "paragraphs"), "\n\n".join([*reader.done, *map("".join, reader.open)])),
        Text(place(name, "fields"), " ".join(reader.fields)),
        Text(place(name, "attributes"), "\n\n".join(reader.attributes), "code"),
        Text(place(name, "comments"), "\n\n".join(reader.comments), "code"),
    ]


class _StopError(Exception):
    """Raised by our own handlers to stop expat."""


class _Reader:
    """Collects what expat tells. A paragraph inside a paragraph, as in a text box, does not cut the outer."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.open: list[list[str]] = [[]]
        self.depth = self.program = 0
        self.fields: list[str] = []
        self.attributes: list[str] = []
        self.comments: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.CommentHandler = self.comments.append
        self.parser.ProcessingInstructionHandler = lambda target, text: self.comments.append(text)
        self.parser.EntityDeclHandler = self._stop

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_NESTED:
            self._stop()
        self.attributes += attributes.values()
        local = tag.rpartition(":")[2].lower()
        self.program += local in PROGRAMS
        if local in BLOCKS:
            self.open.append([])
        elif local in SPACES:
            self.open[-1].append(" ")
        elif local in SYMBOLS:
            self._text(_letter(attributes))

    def _text(self, text: str) -> None:
        if not self.program:
            self.open[-1].append(text)
            self.fields.append(text)

    def _end(self, tag: str) -> None:
        self.depth -= 1
        local = tag.rpartition(":")[2].lower()
        self.program -= local in PROGRAMS
        if local in BLOCKS:
            self.done.append("".join(self.open.pop()))

    def _stop(self, *_: object) -> None:
        raise _StopError


def _letter(attributes: dict[str, str]) -> str:
    """
    >>> _letter({"w:font": "Arial", "w:char": "F054"}), _letter({"w:char": "x"})
    ('T', '')
    """
    for name, value in attributes.items():
        if name.rpartition(":")[2] == "char" and re.fullmatch("[0-9A-Fa-f]{1,5}", value):
            code = int(value, 16)
            return chr(code - 0xF000 if 0xF020 <= code <= 0xF0FF else code)
    return ""


def _unwrapped(source: str) -> str:
    """Less comments; what a CDATA section holds is text, whatever it looks like."""
    source = _between(source, "<!--", "-->")
    if "<![CDATA[" not in source:
        return source
    first, *rest = source.split("<![CDATA[")
    cut = (section.partition("]]>") for section in rest)
    return first + "".join(html.escape(inside) + after for inside, _, after in cut)


def _between(source: str, opening: str, closing: str) -> str:
    """Less what stands between two marks. Where the second is missing nothing is taken out."""
    lower = source.lower() if opening.isascii() and opening[1].isalpha() else source
    if len(lower) != len(source):  # İ has a lower case of two characters
        lower = source
    kept: list[str] = []
    at = 0
    while (start := lower.find(opening, at)) >= 0:
        end = lower.find(closing, start + len(opening))
        if end < 0:
            break
        kept.append(source[at:start])
        at = end + len(closing)
    return "".join([*kept, source[at:]])


def _whole(text: str) -> str:
    """Halves of a character that stand together joined, others replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sign(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is None:
        return _ESCAPES.get(found[4], found[4])
    return chr(int(code, 16)) if int(code, 16) < 0x110000 else ""


def is_rtf(data: bytes) -> bool:
    return data.lstrip().startswith(b"{\\rtf")


def rtf_texts(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    source = data.decode("latin-1")
    for page in ("cp1252", "cp1250", "cp1251"):
        plain = _TOKEN.sub(partial(_rtf_sign, page=page), source)
        yield Text(place(name, "text"), _whole(plain), "code")  # with the names of its fonts
    for number, found in enumerate(_HEX.finditer(data), 1):
        digits = re.sub(rb"\s", b"", found[0])
        yield from walk(bytes.fromhex(digits.decode()), place(name, f"object {number}"), depth + 1)


def _rtf_sign(found: re.Match[str], page: str) -> str:
    if found[1]:
        return chr(int(found[1]) % 0x10000)
    if found[2]:
        return bytes.fromhex(found[2]).decode(page, "replace")
    if found[3]:
        return _BREAKS.get(found[3], "")
    return _SIGNS.get(found[5], "") if found[5] else ""
