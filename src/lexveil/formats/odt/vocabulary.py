"""What the elements and attributes of OpenDocument mean for reading; `schema.toml` lists them."""

from collections.abc import Mapping

from lexveil.formats.source import schema

SCHEMA = schema("lexveil.formats.odt")
_ELEMENTS = {name: frozenset(listed.split()) for name, listed in SCHEMA["elements"].items()}

PARAGRAPHS = frozenset({"text:p", "text:h"})
APART, APART_PREFIXES, RICH = _ELEMENTS["apart"], _ELEMENTS["apart_prefixes"], _ELEMENTS["rich"]
ZONES = {name: zone for zone, names in SCHEMA["zones"].items() for name in names.split()}
# What is something of its own on the page.
SHAPES = {
    **dict.fromkeys(("text:list-item", "text:list-header"), "item"),
    "table:table-row": "row",
    **dict.fromkeys(("table:table-cell", "table:covered-table-cell"), "cell"),
    **dict.fromkeys(("text:note", "office:annotation"), "note"),
    **{f"style:{at}{page}": "note" for at in ("header", "footer") for page in ("", "-left", "-first")},
}
# The part of the file that the text in an element stands in.
REGIONS = {
    **{f"style:header{page}": "header" for page in ("", "-left", "-first")},
    **{f"style:footer{page}": "footer" for page in ("", "-left", "-first")},
    "text:note": "footnote", "office:annotation": "comment", "office:meta": "properties",
    "svg:title": "alt-text", "svg:desc": "alt-text", "office:scripts": "script", "text:script": "script",
}  # fmt: skip
# Styles of paragraphs that are headings and do not say so otherwise.
TITLES = {f"Heading_20_{level}": f"heading {level}" for level in range(1, 7)}
TITLES |= {"Title": "heading 1", "Subtitle": "heading 2"}
SHOWN, SIGNED, SIGNATURES = _ELEMENTS["shown"], _ELEMENTS["signed"], _ELEMENTS["signatures"]

USUAL_NAMES = frozenset(" ".join(name.split()) for name in SCHEMA["names"]["usual"].split(","))

TEXT, ADDRESS, NAME, SHOWN_NAME, STYLE, NOTHING = "text", "address", "name", "shown", "style", ""

_KINDS: Mapping[str, str] = (
    {name: kind for kind, names in SCHEMA["attributes"].items() for name in names.split()}
    | dict.fromkeys(("draw:name", "office:name"), SHOWN_NAME)
    | dict.fromkeys(("officeooo:rsid", "officeooo:paragraph-rsid"), NOTHING)
)
# A font is called as its maker called it, and the program that opens the document must find it.
_OTHERS = {
    ("style:font-face", "style:name"): NOTHING,
    ("config:config-item-map-entry", "config:name"): NAME,  # of a sheet, in an embedded table
    **{(f"draw:{fill}", "draw:name"): STYLE for fill in "gradient hatch fill-image opacity".split()},
    **{(f"draw:{line}", "draw:name"): STYLE for line in "marker stroke-dash".split()},
}
KNOWN: Mapping[str, str] = SCHEMA["prefixes"]
STANDARD = "urn:oasis:names:tc:opendocument:xmlns:"
FURTHER = {"http://www.w3.org/1999/xlink": "xlink", "http://purl.org/dc/elements/1.1/": "dc"}
_SILENT = frozenset({*KNOWN, "xlink", "xml", "dc", "math", "xhtml", "css3t"})

# Drawings in SVG: of its own attributes only these are not numbers or words from a list.
_DRAWING = {
    "id": NAME, "class": NAME, "href": ADDRESS, "xlink:href": ADDRESS, "title": TEXT, "aria-label": TEXT,
    "alttext": TEXT, "style": NAME, "xlink:title": TEXT,
}  # fmt: skip


def attribute_kind(vocabulary: str, element: str, name: str) -> str:
    """`vocabulary`: "odf", "svg" (and MathML) or "xml", any other."""
    prefix, colon, local = name.partition(":")
    if prefix == "xmlns":
        return NOTHING
    if vocabulary == "odf" and (colon or ":" in element):
        styled = local.endswith("style-name") and not local.startswith("font-")
        other = STYLE if styled else NOTHING if prefix in _SILENT else NAME
        return _OTHERS.get((element, name), _KINDS.get(name, other))
    if vocabulary == "xml" or prefix.startswith("on"):
        return NOTHING if prefix == "xml" and local != "id" else NAME
    if colon and prefix not in ("xml", "xlink"):
        return TEXT  # what an editor notes down, such as the name of the file
    return TEXT if name.startswith("data-") else _DRAWING.get(name, NOTHING)
