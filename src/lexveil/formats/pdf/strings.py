"""The text of a PDF that stands in no page: bookmarks, comments, fields, alternative texts, layers, links.

`hidden` text is what a viewer shows or reads out, `code` are addresses, the names of fields and keys that are
not known. Strings that only programs read (the order of a character collection, dates, colours) are left out.

Names that a file gives to its own things (styles, spot colours, embedded fonts, resources) are never seen by
a reader: one that holds a replaced word becomes a number, wherever it stands. Names that the format itself
defines are never touched.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

import pikepdf
from pikepdf import Object, Pdf

from lexveil.formats.markup import Block
from lexveil.formats.markup.characters import INVISIBLE
from lexveil.formats.pdf import file
from lexveil.formats.pdf.file import Node, entries, listed, name_of, walk
from lexveil.formats.pdf.pages import instructions
from lexveil.text.fold import fold

STRING, ADDRESS, FIELD = "string", "address", "field"  # contexts: how a replacement is spelled there
_DATE = re.compile(r"(?:D:)?[0-9]{4}[0-9:' TZ+-]*")
# What strings under these keys look like when only programs read them; anything else is read.
TECHNICAL = {
    "/Registry": re.compile("Adobe"),
    "/Ordering": re.compile("Identity|UCS|Japan1|Korea1|KR|GB1|CNS1"),
    "/CharSet": re.compile(r"(?:/[A-Za-z0-9._]+)*"),
    **dict.fromkeys(("/CreationDate", "/ModDate", "/M"), _DATE),
    **dict.fromkeys(("/ColorSpace", "/CS"), re.compile(".*", re.DOTALL)),
    "/Lang": re.compile("[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*"),
}
_WORDS = {"hidden": re.compile(r"[^\W\d_]|\d{4}"), "code": re.compile(r"[^\W\d_]{2}|\d{4}|%")}
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_ESCAPE = "\x1b[^\x1b]*\x1b"  # the language of what follows (ISO 32000-2, 7.9.2.2)
_PARTS = re.compile(rf"(\r\n?|\n)|([\t\v\f \u00a0]+)|({_ESCAPE}|[{INVISIBLE}]|\x1b)|([^\s\x1b]|\S)")
_PERCENT = re.compile(
    r"(?i)((?:%[2-7][0-9a-f])|(?:%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f])"
    r"|(?:%e[0-9a-f](?:%[89ab][0-9a-f]){2})|(?:%f[0-4](?:%[89ab][0-9a-f]){3}))|([^%]+|%)"
)
_CONTACT = re.compile(r"\s*(?:mailto|tel|sms|callto|fax|sip):([^?]*)", re.IGNORECASE)

SHORTEST = 4  # letters of a word that is looked for; shorter ones occur by chance
# Operators whose operands are names of resources or of marked content.
USING = frozenset("Tf Do gs cs CS scn SCN sh BDC BMC DP MP".split())
# Fonts and colour spaces.
_STANDARD = re.compile("/(?:Helvetica|Times|Courier|Symbol|ZapfDingbats|Device|Cal).*")
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")
_NAME = re.compile(rb"/[^\s<>\[\](){}/%]+")


class Text(NamedTuple):
    holder: Object
    key: str | int
    text: str
    zone: str
    context: str


def texts(pdf: Pdf) -> Iterator[Text]:
    """Every string that may hold a name."""
    for node in walk(pdf):
        for entry in entries(node):
            if isinstance(entry.value, pikepdf.String):
                text = str(entry.value)
                zone, context = _kind(node.object, entry.meaning)
                if worth_reading(text, zone, entry.meaning):
                    yield Text(node.object, entry.key, text, zone, context)


# The part of the file by the name that the report calls it.
REGIONS = {
    "bookmarks and titles": "bookmark", "comments": "comment", "links": "link", "form fields": "field",
    "alternative texts": "alt-text",
}  # fmt: skip


def blocks(text: str, zone: str, context: str, base: int, region: str) -> list[Block]:
    """The blocks of a string whose first character has the number `base`."""
    if context != ADDRESS:
        block = Block(zone, region=region)
        _flow(block, text, base, context)
        return [block]
    found = []
    start = 0
    contact = _CONTACT.match(text)
    if contact:  # whom a link writes to is told to the reader
        found.append(Block("hidden", region=region))
        _address(found[0], text, contact.start(1), contact.end(1), base)
        start = min(contact.end() + 1, len(text))
    found.append(Block("code", region=region))
    _address(found[-1], text, start, len(text), base)
    return found


def spelled(text: str, context: str) -> str:
    """A replacement as it must be written in that place."""
    if context == ADDRESS:
        return quote(text, safe="@")
    return text.replace(".", "_") if context == FIELD else text  # a point would part the names of two fields


def spliced(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """The string with each range replaced; ranges are sorted and do not overlap."""
    parts: list[str] = []
    last = 0
    for start, end, new in edits:
        parts += (text[last : max(start, last)], new)
        last = max(end, last)
    return "".join([*parts, text[last:]])


def worth_reading(text: str, zone: str, meaning: str) -> bool:
    """Whether a string under that key can hold a name."""
    technical = TECHNICAL.get(meaning)
    plain = bool(_WORDS[zone].search(text)) and not _BINARY.search(text)
    return plain and not (technical and technical.fullmatch(text))


def _kind(holder: Object, meaning: str) -> tuple[str, str]:
    """The zone and the context of a string under that key."""
    if meaning in ("/URI", "/URL"):
        return "code", ADDRESS
    if meaning in ("/T", "/TM") and (
        any(key in holder for key in ("/FT", "/Kids", "/Parent")) or holder.get("/Subtype") == "/Widget"
    ):
        return "code", FIELD
    return ("hidden" if meaning in listed("shown", table="names") else "code"), STRING


def _flow(block: Block, text: str, base: int, context: str) -> None:
    run = ""
    start = 0
    for found in _PARTS.finditer(text):
        at, end = base + found.start(), base + found.end()
        if found.lastindex == 4:
            start, run = (start if run else at), run + found[0]
            continue
        if run:
            block.add(run, start, at, context)
            run = ""
        if found.lastindex == 1:
            block.line([(at, end)], context)
        elif found.lastindex == 2:
            block.space(at, end, context)
        else:
            block.hide(at, end, context)
    if run:
        block.add(run, start, start + len(run), context)


def _address(block: Block, text: str, start: int, end: int, base: int) -> None:
    for found in _PERCENT.finditer(text, start, end):
        shown = found[0]
        if found[1]:
            decoded = bytes.fromhex(found[1].replace("%", "")).decode("utf-8", "replace")
            shown = decoded if decoded.isprintable() and decoded != "\ufffd" else shown
        block.add(shown, base + found.start(), base + found.end(), ADDRESS)


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """
    >>> sorted(words_of(["Ann Torvund", "O. Quellmark-Li"]))
    ['quellmark', 'torvund']
    """
    return frozenset(word for text in texts for word in _WORD.findall(fold(text)))


def number_names(pdf: Pdf, hidden: frozenset[str]) -> None:
    if not hidden:
        return
    pattern = re.compile("|".join(sorted(map(re.escape, hidden))))
    numbers: dict[str, str] = {}
    for node in walk(pdf):
        for holder, key, name in list(_places(node)):
            if _tells(name, pattern):
                new = numbers.setdefault(name, f"/Name{len(numbers) + 1}")
                if key == name:
                    holder[new] = holder[key]
                    del holder[key]
                else:
                    holder[key] = pikepdf.Name(new)
    for scope in pdf.content_scopes():
        _rewrite(pdf, scope.content, pattern, numbers)


def _places(node: Node) -> Iterator[tuple[Object, str | int, str]]:
    """Where a node has names of things: the holder, the key, and the name; free keys stand for themselves."""
    held = node.object
    if isinstance(held, pikepdf.Array):
        yield from _listed(node)
        return
    structure = held.get("/Type") == "/StructElem" or ("/S" in held and "/P" in held)
    embedded = any(f"/FontFile{kind}" in held for kind in ("", "2", "3"))
    for entry in entries(node):
        key = str(entry.key)
        if node.named and node.meaning != "/CharProcs":
            yield held, key, key
            if isinstance(entry.value, pikepdf.Name):
                yield held, key, name_of(entry.value)
        elif isinstance(entry.value, pikepdf.Name) and (
            (structure and key in ("/S", "/C")) or key == "/BaseFont" or (embedded and key == "/FontName")
        ):
            yield held, key, name_of(entry.value)


def _listed(node: Node) -> Iterator[tuple[Object, str | int, str]]:
    """Spot colours, alone or several at once, and the classes of a structure element."""
    values = [entry.value for entry in entries(node)]
    first = name_of(values[0]) if values and isinstance(values[0], pikepdf.Name) else ""
    if first == "/Separation" and len(values) > 1 and isinstance(values[1], pikepdf.Name):
        yield node.object, 1, name_of(values[1])
        return
    several = first == "/DeviceN" and len(values) > 1 and isinstance(values[1], pikepdf.Array)
    holder = values[1] if several else node.object
    for index, each in enumerate(holder) if several or node.meaning == "/C" else ():
        if isinstance(each, pikepdf.Name):
            yield holder, index, name_of(each)


def _rewrite(pdf: Pdf, content: Object, pattern: re.Pattern[str], numbers: dict[str, str]) -> None:
    written = {file.unescaped(name) for name in _NAME.findall(file.content_bytes(content))}
    if not any(_tells(name, pattern) for name in written):
        return
    made = []
    for each in instructions(content)[0]:
        operands = list(each.operands)
        for at, operand in enumerate(operands):
            name = name_of(operand) if isinstance(operand, pikepdf.Name) else ""
            if name and name_of(each.operator) in USING and _tells(name, pattern):
                operands[at] = pikepdf.Name(numbers.setdefault(name, f"/Name{len(numbers) + 1}"))
                each = pikepdf.ContentStreamInstruction(operands, each.operator)
        made.append(each)
    file.write_content(pdf, content, made)


def _tells(name: str, pattern: re.Pattern[str]) -> bool:
    """Whether a name holds one of the words and is not the format's own."""
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    own = _STANDARD.fullmatch(name) or name in listed("standard", table="names")
    return bool(pattern.search(fold(readable))) and not own
