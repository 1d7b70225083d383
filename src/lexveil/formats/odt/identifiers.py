"""The names of things in a document: styles, bookmarks, variables, tables, frames.

Each is read once, as a line of a list that counts as a member of its own; when a line changes, that name
changes in all sources, and no two things get one name.
"""

import html
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from lexveil.formats.markup import Block, Cut, with_cuts
from lexveil.formats.markup.characters import XmlCharacters
from lexveil.formats.markup.escaping import escaped
from lexveil.formats.markup.tokens import Attribute, tokens, value
from lexveil.formats.odt.vocabulary import NAME, SHOWN_NAME, STYLE, USUAL_NAMES, attribute_kind

KINDS = (NAME, SHOWN_NAME, STYLE)
# Numbers after a word that means nothing: P12, T3, Table1.A2, Image4, _Toc123, __RefHeading___12_34, ct94321.
_MACHINE = re.compile(
    r"(?i)(?:p|t|l|r|m?fr|m?gr|m?dp|mp|mt|ml|mpm|pm|co|ro|ta|ce|ch|n|h|sect|section|table|tabelle|tableau|"
    r"tabla|page|image|graphic|picture|frame|object|shape|text ?frame|form|control|line|rectangle|ellipse|"
    r"text ?box|illustration|figure|drawing|bild|rahmen|list|list ?label|list ?format|numbering|wwnum|"
    r"ww8num|ww_charlfo|heading|contents|index|user index|_?toc|_ref|_hlk|_goback|id|ct|ftn|edn|note|"
    r"gradient|dash|hatch|marker|arrow|refheading)?[ _-]?\d*+(?:[._-]\d++)*+(?:[._]?[a-z]{1,2}\d*+)?+"
    r"|__?(?:refheading|annotation|refnumpara|ddelink|unomark|fieldmark)[_\d]*+(?:toc[_\d]*+)?|[\d\W_]*"
)
_MEASURE = re.compile(r"(?i)[-+]?[\d.,]++(?:cm|mm|in|pt|pc|px|em|%|deg)?|#[0-9a-f]{3,8}")
_SCHEMAS = ("http://docs.oasis-open.org/", "http://www.w3.org/")
_CODED = re.compile(r"_([0-9a-f]{1,5})_")


def collect(source: str, vocabulary: str, internal: Container[str], names: dict[str, str]) -> None:
    """Add the names in a source: name → the zone it is read in; `internal` are paths of members."""
    for attribute, kind, name in _names(source, vocabulary):
        if not _usual(name) and name not in internal:
            words = " " in name and kind == NAME and attribute.name != "style:display-name"
            hidden = words or kind == SHOWN_NAME
            names[name] = "hidden" if hidden else names.get(name, "code")


def _names(source: str, vocabulary: str) -> Iterator[tuple[Attribute, str, str]]:
    """Attributes that name a thing, their kind, and what it is called: `Text_20_body` is "Text body"."""
    for token in tokens(source):
        for attribute in token.attributes:
            kind = attribute_kind(vocabulary, token.name, attribute.name)
            if kind in KINDS:
                name = value(source, attribute)
                if kind == STYLE:  # an XML name
                    name = _CODED.sub(lambda found: chr(int(found[1], 16)), name)
                yield attribute, kind, name


def listing(names: Iterable[str]) -> str:
    """A line for each name, as in XML."""
    return "".join(f"{escaped(name)}\n" for name in names)


def blocks(listed: str, names: Mapping[str, str]) -> list[Block]:
    characters = XmlCharacters(listed, {})
    found: list[Block] = []
    start = 0
    for line, zone in zip(_lines(listed), names.values(), strict=True):
        block = Block(zone, region="name")
        characters.identifier(block, start, start + len(line))
        found.append(block)
        start += len(line) + 1
    return [block for block in found if block.visible()]


def changed(names: Iterable[str], listed: str) -> dict[str, str]:
    """Old name → new one, from the list as it was written back; a new name that is taken gets a number."""
    before = list(names)
    after = [html.unescape(line) for line in _lines(listed)]
    taken = {old for old, new in zip(before, after, strict=True) if old == new}
    numbers: Counter[str] = Counter(taken)
    found: dict[str, str] = {}
    for old, new in zip(before, after, strict=True):
        if old != new:
            free = new
            while free in taken:
                numbers[new] += 1
                free = f"{new}_{numbers[new]}"
            taken.add(free)
            numbers[free] += 1
            found[old] = free
    return found


def rewritten(source: str, vocabulary: str, new: Mapping[str, str]) -> str:
    cuts: list[Cut] = []
    for attribute, kind, old in _names(source, vocabulary):
        name = new.get(old)
        if name is not None:
            spelled = escaped(_coded(name) if kind == STYLE else name)
            cuts.append(Cut(attribute.start, attribute.end, spelled))
    return with_cuts(source, cuts)


def _lines(listed: str) -> list[str]:
    return listed.split("\n")[:-1]


def _usual(name: str) -> bool:
    if _MACHINE.fullmatch(name) or all(_MEASURE.fullmatch(word) for word in name.split()):
        return True
    bare = name.lower().removesuffix(" char").rstrip(" 0123456789")
    return bare in USUAL_NAMES or name.startswith(_SCHEMAS)


def _coded(name: str) -> str:
    plain = (
        char.isalpha() or char == "_" or (at > 0 and (char.isalnum() or char in ".-"))
        for at, char in enumerate(name)
    )
    return "".join(char if ok else f"_{ord(char):x}_" for char, ok in zip(name, plain, strict=True))
