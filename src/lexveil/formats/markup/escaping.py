"""A replacement as it must be spelled where it goes.

What comes out reads back as the replacement's text and cannot end an attribute, a comment, a section or a
script. `left` is the source just before it. An identifier stays one: spaces become low lines and, in XML, the
first letter a capital, so that it and the references to it still agree.
"""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from lexveil.errors import OutputError
from lexveil.formats.markup import characters as chars

# Contexts of Office files beside those of markup: text in an element that trims white space unless told not
# to, a word and a quoted string of a field's instruction, identifiers in attributes, and tags that stand for
# a character.
KEPT, FIELD, QUOTED, TAG = "kept", "field", "quoted", "tag"
NAME_IN = {'"': "name double", "'": "name single"}
SYMBOL = "symbol "  # begins the context of a tag that stands for a letter; then comes its prefix
HTML = "html "  # begins the contexts of a web page inside the document
ALONE = "*"  # ends the context of characters that only one reading of a paragraph has

NAMED_REFERENCES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

_ESCAPED = {char: f"&{name};" for name, char in NAMED_REFERENCES.items()}
_NOTHING = "\u200b"  # an empty replacement where emptiness would join what it stood between
_NO_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_UNSAFE_HTML = {
    chars.TEXT: re.compile("[&<>]"),
    chars.DOUBLE: re.compile('[&<>"]'),
    chars.SINGLE: re.compile("[&<>']"),
    chars.BARE: re.compile(r"[^\w.:-]|[^\x00-\x7f]"),
    chars.COMMENT: re.compile(r"[&<>]|\A-|-\Z|-(?=-)|(?<=-)-"),
    chars.CDATA: re.compile(r"[\]>]"),
    chars.SCRIPT: re.compile(r"[\\\"'`<\x00-\x1f\u2028\u2029]"),
    chars.STYLE: re.compile(r"[\\\"'<\x00-\x1f]"),
    chars.RAW: re.compile("<"),
}
_UNSAFE_XML = {
    chars.TEXT: re.compile(r"[&<>\r]"),
    chars.DOUBLE: re.compile(r'[&<>"\t\r\n]'),
    chars.SINGLE: re.compile(r"[&<>'\t\r\n]"),
    chars.COMMENT: re.compile(r"&|\A-|-\Z|-(?=-)|(?<=-)-"),
    chars.INSTRUCTION: re.compile(r"[&?>]"),
    chars.CDATA: re.compile(r"[\]>\r]"),
    chars.IDENTIFIER: re.compile(r"(?!)"),
}
# After these the first letter of a replacement would become part of a reference, a tag or an escape.
_OPEN_MARKUP = re.compile(r"(?:&#?[0-9A-Za-z]*|<[/!?A-Za-z-]*)\Z")
_OPEN_SCRIPT = re.compile(r"(?:<[/!A-Za-z-]*|\\[uxUX][0-9A-Fa-f]*)\Z")
_OPEN_ADDRESS = re.compile(r"(?:%[0-9A-Fa-f]?|&#?[0-9A-Za-z]*)\Z")
_OPEN_ESCAPE = re.compile(r"%[0-9A-Fa-f]?\Z")

_NO_IDENTIFIER = re.compile(r"[^\w.-]+")
_BEGINS_IDENTIFIER = re.compile(r"(?:\A|[\"'#\s])\Z")
_NOT_A_WORD = re.compile(r"[^\w.@-]+")
_SPECIAL_SPACE = re.compile(r"\n|\t|\A +| +\Z| {2,}")

Code = Callable[[str], str]


class Encoding(NamedTuple):
    """How a file was read, and how a program that takes it at its word would read it."""

    read: str
    declared: str

    def has(self, char: str) -> bool:
        """Whether the character can be written as it is, and everybody will read it so."""
        try:
            return char.isascii() or char.encode(self.read) == char.encode(self.declared)
        except UnicodeEncodeError:
            return False


UTF8 = Encoding("utf-8", "utf-8")


def escaped(text: str) -> str:
    """For an attribute in either quotes, or for text."""
    return "".join(_ESCAPED.get(char, char) for char in text)


def spell_html(text: str, context: str, left: str, *, encoding: str) -> str:
    """
    >>> spell_html('R&D "A"', "double", "", encoding="utf-8")
    'R&amp;D &quot;A&quot;'
    """
    if context == chars.ADDRESS:
        return _address(text, _OPEN_ADDRESS.search(left))
    code = _CODES.get(context, _reference)
    raw = context in (chars.SCRIPT, chars.STYLE, chars.RAW)
    opened = (_OPEN_SCRIPT if raw else _OPEN_MARKUP).search(left)
    if not text and (opened or context in (chars.BARE, chars.COMMENT, chars.CDATA)):
        return code(_NOTHING)
    first = code(text[0]) if text and opened and context != chars.CDATA else ""
    rest = text[1:] if first else text
    unsafe = _UNSAFE_HTML.get(context, _UNSAFE_HTML[chars.TEXT])
    return first + _coded(rest, unsafe, code, Encoding(encoding, encoding))


def spell_xml(text: str, context: str, left: str, *, encoding: Encoding) -> str:
    """
    >>> spell_xml("person A", "identifier", "#", encoding=UTF8)
    'Person_A'
    """
    if context == chars.ADDRESS:
        return _address(text, _OPEN_ESCAPE.search(left))
    if context == chars.IDENTIFIER:
        text = _identifier(text, left)
    code = _CODES[chars.CDATA] if context == chars.CDATA else _reference
    if not text:
        return code(_NOTHING) if context in (chars.COMMENT, chars.INSTRUCTION, chars.CDATA) else ""
    return _coded(text, _UNSAFE_XML.get(context, _UNSAFE_XML[chars.TEXT]), code, encoding)


def spell_docx(text: str, context: str, left: str, *, encoding: str) -> str:
    """
    >>> spell_docx("person A", "name double", "", encoding="utf-8")
    'person_A'
    """
    context = context.removesuffix(ALONE)
    text = _NO_CHARACTER.sub("", text)
    if context == chars.INSTRUCTION:  # where nothing can be escaped
        return text.replace("?", "").replace(">", "")
    if context.startswith(HTML):
        return spell_html(text, context.removeprefix(HTML), left, encoding=encoding)
    if context.startswith(SYMBOL):
        prefix = context.removeprefix(SYMBOL)
        name = f"{prefix}:t" if prefix else "t"
        inside = spell_html(text, chars.TEXT, "", encoding=encoding)
        return f'<{name} xml:space="preserve">{inside}</{name}>'
    if context == FIELD or context in NAME_IN.values():
        text = _NOT_A_WORD.sub("_", text)
    elif context == QUOTED:
        text = text.replace('"', "'").replace("\\", "/")
    return spell_html(text, _DOCX_BASE.get(context, context), left, encoding=encoding)


def spell_odt(text: str, context: str, left: str) -> str:
    """
    >>> spell_odt("R&D  person A ", "text", "")
    'R&amp;D <text:s/>person A<text:s/>'
    """
    wrong = _NO_CHARACTER.search(text)
    if wrong:
        raise OutputError("xml.character", character=f"{ord(wrong[0]):04X}")
    if context == chars.CDATA:
        return f"]]>{escaped(text)}<![CDATA["
    if context == chars.TEXT:
        return _SPECIAL_SPACE.sub(_odt_space, escaped(text))
    return spell_xml(text, context, left, encoding=UTF8)


def _coded(text: str, unsafe: re.Pattern[str], code: Code, encoding: Encoding) -> str:
    """The text with codes, which are ASCII, for what is not safe in its place or cannot be encoded."""
    safe = unsafe.sub(lambda found: code(found[0]), text)
    return "".join(char if encoding.has(char) else code(char) for char in safe)


def _reference(char: str) -> str:
    return f"&#{ord(char)};" if char == "'" else _ESCAPED.get(char, f"&#{ord(char)};")


def _script(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _refused(char: str) -> str:
    raise OutputError("html.raw-character", character=f"{ord(char):04X}")


def _identifier(text: str, left: str) -> str:
    text = _NO_IDENTIFIER.sub("_", text) or "_"
    text = text[0].upper() + text[1:]
    begins = _BEGINS_IDENTIFIER.search(left) and not (text[0].isalpha() or text[0] == "_")
    return f"_{text}" if begins else text


def _address(text: str, opened: object) -> str:
    """`opened`: what stands before would take up the first letters."""
    first = "".join(f"%{byte:02X}" for byte in text[:1].encode()) if opened else ""
    return (first + quote(text[1:] if first else text, safe="@")) or "%E2%80%8B"


def _odt_space(found: re.Match[str]) -> str:
    """In a paragraph of OpenDocument runs of spaces show as one and spaces at its ends not at all
    (OpenDocument 1.3, part 3, 6.1.2), so those that count are elements."""
    if found[0] in "\n\t":
        return "<text:line-break/>" if found[0] == "\n" else "<text:tab/>"
    inside = found.start() > 0 and found.end() < found.endpos  # there one space may stand as it is
    count = len(found[0]) - inside
    return " " * inside + ("<text:s/>" if count == 1 else f'<text:s text:c="{count}"/>')


_CODES: dict[str, Code] = {
    chars.CDATA: lambda char: f"]]>&#{ord(char)};<![CDATA[",
    chars.SCRIPT: _script,
    chars.STYLE: lambda char: f"\\{ord(char):X} ",
    chars.RAW: _refused,
}
_DOCX_BASE = {KEPT: chars.TEXT, FIELD: chars.DOUBLE, QUOTED: chars.TEXT}
_DOCX_BASE |= {NAME_IN['"']: chars.DOUBLE, NAME_IN["'"]: chars.SINGLE}
