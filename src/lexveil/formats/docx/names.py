"""One name for each element and attribute, whatever prefix and edition of the standard a file uses.

Comes in: names as written, and the namespaces they are bound to. Goes out: names such as `w:p` with the
prefixes that the standard itself uses (ECMA-376, ISO/IEC 29500), the same for the transitional namespaces
(schemas.openxmlformats.org) and the strict ones (purl.oclc.org). A name of a vocabulary that no office
suite defines begins with a colon. Never looks at text.
"""

import re

from lexveil.formats.xml.tokens import Token

_KNOWN = {
    "wordprocessingml/main": "w",
    "officedocument/relationships": "r",
    "officedocument/math": "m",
    "officedocument/extendedproperties": "ep",
    "officedocument/customproperties": "op",
    "officedocument/docpropsvtypes": "vt",
    "officedocument/bibliography": "b",
    "package/metadata/coreproperties": "cp",
    "package/relationships": "rel",
    "package/contenttypes": "ct",
    "drawingml/main": "a",
    "drawingml/wordprocessingdrawing": "wp",
    "drawingml/picture": "pic",
    "drawingml/chart": "c",
    "drawingml/diagram": "dgm",
    "spreadsheetml/main": "x",
    "markupcompatibility": "mc",
    "word/2010/wordml": "w14",
    "word/2012/wordml": "w15",
    "word/2023/wordml/word16du": "w16du",
    "word/2018/wordml/cex": "w16cex",
    "word/2015/wordml/symex": "w16se",
    "word/2010/wordprocessingshape": "wps",
    "drawing/2008/diagram": "dsp",
    "spreadsheetml/2010/11/ac": "x15ac",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.w3.org/2001/xmlschema-instance": "xsi",
    "http://www.w3.org/xml/1998/namespace": "xml",
    "http://www.w3.org/2000/svg": "svg",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/2003/inkml": "inkml",
    "http://purl.org/dc/dcmitype/": "dcmitype",
    "http://www.w3.org/2001/xmlschema": "xsd",
}
_SUITE = re.compile(
    r"http://schemas\.openxmlformats\.org/|http://purl\.oclc\.org/ooxml/|http://schemas\.microsoft\.com/office/"
    r"|urn:schemas-microsoft-com:|http://schemas\.microsoft\.com/ink/"
)
OTHER_SUITE = "ms"  # an extension that an office suite defines and nothing here needs to know by name


def prefix_of(namespace: str) -> str:
    """The usual prefix of a namespace, "" for that of somebody's own vocabulary.

    >>> prefix_of("http://purl.oclc.org/ooxml/wordprocessingml/main"), prefix_of("urn:mine")
    ('w', '')
    """
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
        self.attributes: dict[
            tuple[str, str], object
        ] = {}  # for those who look names up: gone with the scope
        self._outer: list[tuple[dict[str, str], dict[str, str], dict[tuple[str, str], object]]] = []
        self._depths: list[int] = []

    def enter(self, source: str, token: Token, depth: int) -> None:
        """Bind what a start tag binds. `depth` tells `leave` when it ends."""
        own = {
            attribute.name.partition(":")[2]: prefix_of(source[attribute.start : attribute.end])
            for attribute in token.attributes
            if attribute.name.startswith("xmlns") and (attribute.name == "xmlns" or attribute.name[5] == ":")
        }
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
