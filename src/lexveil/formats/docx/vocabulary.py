"""What the elements and attributes of an Office file are called, and what each may hold (`schema.toml`).

Names come out as `w:p`, with the prefixes of the standard (ECMA-376, ISO/IEC 29500), whatever prefix and
edition a file uses; a name of a vocabulary that no office suite defines begins with a colon. What is not
listed is not trusted.
"""

import re
from collections.abc import Mapping

from lexveil.formats.markup.tokens import Token, tokens
from lexveil.formats.source import schema

SCHEMA = schema("lexveil.formats.docx")
_KNOWN: Mapping[str, str] = SCHEMA["namespaces"]
_SUITE = re.compile(
    r"http://schemas\.openxmlformats\.org/|http://purl\.oclc\.org/ooxml/|http://schemas\.microsoft\.com/office/"
    r"|urn:schemas-microsoft-com:|http://schemas\.microsoft\.com/ink/"
)
OTHER_SUITE = "ms"  # an extension that an office suite defines and nothing here needs to know by name

_BOUND = re.compile(r"\sxmlns(?::[^\s=]+)?\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def prefix_of(namespace: str) -> str:
    """The usual prefix of a namespace, "" for that of somebody's own vocabulary."""
    lower = namespace.strip().lower()
    suite = _SUITE.match(lower)
    if suite and not lower.startswith("urn:"):
        key = lower[suite.end() :].replace("-", "")
        if "microsoft" not in suite[0]:  # the year stands only in the transitional names
            key = key.replace("/2006", "")
        return _KNOWN.get(key, OTHER_SUITE)
    return _KNOWN.get(lower, OTHER_SUITE if suite else "")


class Scope:
    """The namespaces in force while tokens go by."""

    def __init__(self) -> None:
        self.bound = {"xml": "xml", "": ""}
        self.elements: dict[str, str] = {}  # as written → our name, while nothing is bound anew
        self.attributes: dict[tuple[str, str], str] = {}  # for those who look names up: gone with the scope
        self._outer: list[tuple[dict[str, str], dict[str, str], dict[tuple[str, str], str]]] = []
        self._depths: list[int] = []

    def enter(self, source: str, token: Token, depth: int) -> None:
        """Bind what a start tag binds. `depth` tells `leave` when it ends."""
        bound = (each for each in token.attributes if each.name.partition(":")[0] == "xmlns")
        own = {each.name.partition(":")[2]: prefix_of(source[each.start : each.end]) for each in bound}
        if own:
            self._outer.append((self.bound, self.elements, self.attributes))
            self._depths.append(depth)
            self.bound, self.elements, self.attributes = self.bound | own, {}, {}

    def leave(self, depth: int) -> None:
        if self._depths and self._depths[-1] == depth:
            self._depths.pop()
            self.bound, self.elements, self.attributes = self._outer.pop()

    def element(self, name: str) -> str:
        found = self.elements.get(name)
        if found is None:
            prefix, _, local = name.rpartition(":")
            found = self.elements[name] = f"{self.bound.get(prefix, '')}:{local}"
        return found

    def attribute(self, name: str) -> str:
        """An attribute without prefix has none here either: `name`."""
        prefix, colon, local = name.rpartition(":")
        return f"{self.bound.get(prefix, '')}:{local}" if colon else name

    def value(self, source: str, token: Token, wanted: str) -> str:
        """Of that attribute, as it is written; "" if there is none."""
        names = ((self.attribute(each.name), each) for each in token.attributes)
        return next((source[each.start : each.end] for name, each in names if name == wanted), "")


# Rules of attributes.
SKIP = "skip"  # values from a fixed list, fonts, geometry, check sums
TEXT = "text"  # read as hidden text
CODE = "code"  # read as code
NAME = "name"  # an identifier that others refer to: read as code, written without spaces
STYLE = "style"  # the same, unless it is one of the styles that come with Word
LINK = "link"  # an address
FIELD = "field"  # a field's instruction
AUTHOR, INITIALS = "author", "initials"  # whoever changed or commented
DROP = "drop"  # the attribute goes
CLOSED, OPEN = "closed", "open"  # not listed: of an office suite, of another vocabulary
IDENTIFIER = "identifier"  # of a relationship

NEUTRAL = {AUTHOR: "Author", INITIALS: "A"}

_RULES: Mapping[str, str] = SCHEMA["attributes"]
_LISTED = {name: rule for rule, names in _RULES.items() for name in names.split()}
_METADATA = frozenset({AUTHOR, INITIALS})
_DATES = frozenset({"@w:date", "@w16du:dateUtc", "@w16cex:dateUtc"})
_DRAWN = ("docPr", "cNvPr")  # whose `name` somebody may have typed in; elsewhere it is one of a list

_ELEMENTS = {name: frozenset(listed.split()) for name, listed in SCHEMA["elements"].items()}
RUN_TEXT, INSTRUCTION, GONE = _ELEMENTS["run_text"], _ELEMENTS["instruction"], _ELEMENTS["gone"]
PARAGRAPHS, MIXED, STORIES = _ELEMENTS["paragraphs"], _ELEMENTS["mixed"], _ELEMENTS["stories"]
CODE_TEXT, SKIPPED_TEXT = _ELEMENTS["code_text"], _ELEMENTS["skipped_text"]
SHOWN_TEXT, KEPT_PROPERTIES = _ELEMENTS["shown_text"], _ELEMENTS["kept_properties"]
DROPPED, DROPPED_METADATA = _ELEMENTS["dropped"], _ELEMENTS["dropped_metadata"]

STYLE_WORDS, MEMBER_WORDS, MEMBER_SUFFIXES, FIELD_WORDS = (
    frozenset(SCHEMA["words"][name].split()) for name in ("styles", "members", "suffixes", "fields")
)


def attribute_rule(element: str, attribute: str, *, keep_metadata: bool) -> str:
    """
    >>> attribute_rule("w:comment", "w:author", keep_metadata=False)
    'author'
    """
    listed = f"{element}@{attribute}"
    key = listed if listed in _LISTED else f"@{attribute}"
    rule = _LISTED.get(key)
    if attribute.startswith("w:rsid"):
        return SKIP if keep_metadata else DROP
    if keep_metadata and rule in _METADATA:
        return TEXT
    if keep_metadata and key in _DATES:
        return SKIP
    own = element.startswith(":") and ":" not in attribute
    if rule and not (own and rule in (SKIP, DROP)):
        return rule
    prefix = element.partition(":")[0]
    if attribute.startswith("r:"):
        return IDENTIFIER
    if attribute == "name" and element.endswith(_DRAWN):
        return TEXT
    if attribute == "id" and prefix == "v":
        return NAME
    return CLOSED if prefix and not attribute.startswith(":") else OPEN


def mixed_elements(source: str) -> frozenset[int]:
    """Where elements begin that hold both text and elements, in vocabularies of somebody's own."""
    if all(prefix_of(first or second) for first, second in _BOUND.findall(source)) and _BOUND.search(source):
        return frozenset()
    found: set[int] = set()
    open_: list[list[int]] = []  # start, has text, has elements
    for token in tokens(source):
        if token.kind == "start":
            if open_:
                open_[-1][2] = 1
            if not token.empty:
                open_.append([token.start, 0, 0])
        elif token.kind == "end":
            start, has_text, has_elements = open_.pop()
            if has_text and has_elements:
                found.add(start)
        elif token.kind in ("text", "cdata") and open_ and not source[token.start : token.end].isspace():
            open_[-1][1] = 1
    return frozenset(found)
