"""A replacement as it must be spelled in an Office file.

Comes in: the replacement's text, the context of its place, what stands before it, and the encoding of the
member. Goes out: source that reads back as that text and breaks neither the XML nor a field's instruction.
Never changes anything but the replacement.
"""

import re

from lexveil.formats.html import characters as chars
from lexveil.formats.html.escape import spell as spell_markup

# Contexts beside those of markup: text in an element that trims white space unless told not to, a word and a
# quoted string of a field's instruction, identifiers in attributes, and tags that stand for a character.
KEPT, FIELD, QUOTED, TAG = "kept", "field", "quoted", "tag"
INSTRUCTION = "instruction"  # of XML, where nothing can be escaped
NAME_IN = {'"': "name double", "'": "name single"}
SYMBOL = "symbol "  # begins the context of a tag that stands for a letter; then comes its prefix
HTML = "html "  # begins the contexts of a web page inside the document
ALONE = "*"  # ends the context of characters that only one reading of a paragraph has

_NOT_A_WORD = re.compile(r"[^\w.@-]+")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_BASE = {
    KEPT: chars.TEXT,
    FIELD: chars.DOUBLE,
    QUOTED: chars.TEXT,
    NAME_IN['"']: chars.DOUBLE,
    NAME_IN["'"]: chars.SINGLE,
}


def spell(text: str, context: str, left: str, *, encoding: str) -> str:
    """The source for `text` in that context after `left`.

    >>> spell("person A", "name double", "", encoding="utf-8"), spell("R&D", "kept*", "", encoding="utf-8")
    ('person_A', 'R&amp;D')
    """
    context = context.removesuffix(ALONE)
    text = _NOT_XML.sub("", text)
    if context == INSTRUCTION:
        return text.replace("?", "").replace(">", "")
    if context.startswith(HTML):
        return spell_markup(text, context.removeprefix(HTML), left, encoding=encoding)
    if context.startswith(SYMBOL):
        prefix = context.removeprefix(SYMBOL)
        name = f"{prefix}:t" if prefix else "t"
        inside = spell_markup(text, chars.TEXT, "", encoding=encoding)
        return f'<{name} xml:space="preserve">{inside}</{name}>'
    if context == FIELD or context in NAME_IN.values():
        text = _NOT_A_WORD.sub("_", text)
    elif context == QUOTED:
        text = text.replace('"', "'").replace("\\", "/")
    return spell_markup(text, _BASE.get(context, context), left, encoding=encoding)
