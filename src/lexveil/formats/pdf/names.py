"""Names that a PDF gives to its own things: styles, spot colours, embedded fonts, resources.

Comes in: the PDF and the words of what was replaced. Goes out: the PDF, in which every such name that holds
one of the words is a number instead, wherever it stands, also in drawing instructions. A reader never sees
these names, so no pseudonym is needed; names that the format itself defines are never touched.
"""

import re
from collections.abc import Iterable, Iterator

import pikepdf

from lexveil.formats.pdf.pages import instructions
from lexveil.formats.pdf.walk import Node, entries, name_of, walk
from lexveil.text.fold import fold

SHORTEST = 4  # letters of a word that is looked for; shorter ones occur by chance
# Operators whose operands are names of resources or of marked content.
USING = frozenset("Tf Do gs cs CS scn SCN sh BDC BMC DP MP".split())
# Fonts and colours that viewers know, and the types of structure (ISO 32000-2, 14.8.4).
STANDARD = re.compile(
    "/(?:Helvetica|Times|Courier|Symbol|ZapfDingbats|Device|Cal).*"
    "|/(?:Black|Cyan|Magenta|Yellow|Green|Blue|None|Document|DocumentFragment|Part|Sect|BlockQuote|Caption|TOCI"
    "|Index|NonStruct|Private|LBody|Table|THead|TBody|TFoot|Span|Quote|Note|FENote|Reference|BibEntry|Code|Link"
    "|Annot|Ruby|Warichu|Figure|Formula|Form|Artifact|Title|Strong|Aside)"
)
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")
_NAME = re.compile(rb"/[^\s<>\[\](){}/%]+")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")


def words(texts: Iterable[str]) -> frozenset[str]:
    """
    >>> sorted(words(["Ann Torvund", "O. Quellmark-Li"]))
    ['quellmark', 'torvund']
    """
    return frozenset(word for text in texts for word in _WORD.findall(fold(text)))


def number_names(pdf: pikepdf.Pdf, hidden: frozenset[str]) -> None:
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


def _places(node: Node) -> Iterator[tuple[pikepdf.Object, str | int, str]]:
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


def _listed(node: Node) -> Iterator[tuple[pikepdf.Object, str | int, str]]:
    """Spot colours, alone or several at once, and the classes of a structure element."""
    values = [entry.value for entry in entries(node)]
    first = name_of(values[0]) if values and isinstance(values[0], pikepdf.Name) else ""
    if first == "/Separation" and len(values) > 1 and isinstance(values[1], pikepdf.Name):
        yield node.object, 1, name_of(values[1])
    elif first == "/DeviceN" and len(values) > 1 and isinstance(values[1], pikepdf.Array):
        for index, each in enumerate(values[1]):
            if isinstance(each, pikepdf.Name):
                yield values[1], index, name_of(each)
    elif node.meaning == "/C":
        for index, each in enumerate(values):
            if isinstance(each, pikepdf.Name):
                yield node.object, index, name_of(each)


def _rewrite(
    pdf: pikepdf.Pdf, content: pikepdf.Object, pattern: re.Pattern[str], numbers: dict[str, str]
) -> None:
    parts = content if isinstance(content, pikepdf.Stream) else content.get("/Contents")
    streams = list(parts) if isinstance(parts, pikepdf.Array) else [parts]
    data = b"\n".join(each.read_bytes() for each in streams if isinstance(each, pikepdf.Stream))
    if not any(_tells(_plain(name), pattern) for name in set(_NAME.findall(data))):
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
    new = pikepdf.unparse_content_stream(made)
    if isinstance(content, pikepdf.Stream):
        content.write(new)
    else:
        content["/Contents"] = pdf.make_stream(new)


def _plain(name: bytes) -> str:
    return _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), name).decode(
        "utf-8", "surrogateescape"
    )


def _tells(name: str, pattern: re.Pattern[str]) -> bool:
    """Whether a name holds one of the words and is not the format's own."""
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return bool(pattern.search(fold(readable))) and not STANDARD.fullmatch(name)
