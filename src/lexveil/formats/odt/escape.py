"""A replacement as it must be spelled in OpenDocument.

Comes in: the replacement's text, the context of its place, what stands before it. Goes out: source that
reads back as that text. In a paragraph runs of spaces show as one and spaces at its ends not at all
(OpenDocument 1.3, part 3, 6.1.2), so those that count are elements. Never changes anything but the
replacement.
"""

import re

from lexveil.errors import OutputError
from lexveil.formats.odt.sources import escaped
from lexveil.formats.xml.characters import CDATA, TEXT
from lexveil.formats.xml.escape import Encoding
from lexveil.formats.xml.escape import spell as spell_xml

UTF8 = Encoding("utf-8", "utf-8")
_SPECIAL = re.compile(r"\n|\t|\A +| +\Z| {2,}")
_NO_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def spell(text: str, context: str, left: str) -> str:
    """The source for `text` in that context after `left`.

    >>> spell("R&D  person A ", TEXT, "")
    'R&amp;D <text:s/>person A<text:s/>'
    """
    wrong = _NO_CHARACTER.search(text)
    if wrong:
        raise OutputError(
            f"a pseudonym has the character U+{ord(wrong[0]):04X}, which XML does not allow: choose others"
        )
    if context == CDATA:
        return f"]]>{escaped(text)}<![CDATA["
    return _flowing(text) if context == TEXT else spell_xml(text, context, left, encoding=UTF8)


def _flowing(text: str) -> str:
    parts: list[str] = []
    last = 0
    for found in _SPECIAL.finditer(text):
        parts += (escaped(text[last : found.start()]), _element(found, len(text)))
        last = found.end()
    return "".join([*parts, escaped(text[last:])])


def _element(found: re.Match[str], length: int) -> str:
    if found[0] in "\n\t":
        return "<text:line-break/>" if found[0] == "\n" else "<text:tab/>"
    inside = found.start() > 0 and found.end() < length  # there one space may stand as it is
    count = len(found[0]) - inside
    return " " * inside + ("<text:s/>" if count == 1 else f'<text:s text:c="{count}"/>')
