"""What the elements and attributes of OpenDocument mean for reading.

Comes in: names as they are written (the prefixes are the usual ones: `decoded` in `sources` sees to it).
Goes out: what starts a block, what stands apart from the running text, and of each attribute whether it is
text, an address, the name of something, or nothing a reader could use. Taken from the types of the
attributes in the schema of OpenDocument 1.3 (OASIS, 2021): whatever may be any string is read, numbers and
words from a fixed list are not. Never looks at the value.
"""

# Where a block begins. All other elements in a paragraph are part of its running text, but for these:
PARAGRAPHS = frozenset({"text:p", "text:h"})
APART = frozenset(
    "text:note text:ruby-text text:number text:script text:tracked-changes office:annotation "
    "office:binary-data office:event-listeners office:scripts".split()
)
APART_PREFIXES = frozenset(
    "draw dr3d svg form table math presentation anim dc meta xforms script config chart".split()
)
# Paragraph content that may hold `text:s`, `text:tab` and `text:line-break`; a field holds characters only.
RICH = frozenset(
    "text:p text:h text:span text:a text:meta text:meta-field text:ruby-base loext:content-control".split()
)
# The zone of everything inside; other text outside paragraphs is `hidden`.
ZONES = {
    "office:annotation": "hidden", "text:tracked-changes": "hidden", "text:script": "code",
    "office:scripts": "code", "meta:generator": "code", "dc:language": "code",
    "style": "code", "script": "code",
}  # fmt: skip
# What is something of its own on the page.
SHAPES = {
    **dict.fromkeys(("text:list-item", "text:list-header"), "item"),
    "table:table-row": "row",
    **dict.fromkeys(("table:table-cell", "table:covered-table-cell"), "cell"),
    **dict.fromkeys(("text:note", "office:annotation"), "note"),
    **{f"style:{at}{page}": "note" for at in ("header", "footer") for page in ("", "-left", "-first")},
}
# Styles of paragraphs that are headings and do not say so otherwise.
TITLES = {
    "Title": "heading 1",
    "Subtitle": "heading 2",
    **{f"Heading_20_{level}": f"heading {level}" for level in range(1, 7)},
}
SHOWN = frozenset("text:note-citation text:ruby-text text:index-title-template mtext svg:text text".split())
# Who wrote a comment or a change, and when.
SIGNED = frozenset(("office:annotation", "office:change-info"))
SIGNATURES = frozenset(
    ("dc:creator", "dc:date", "meta:creator-initials", "loext:sender-initials", "meta:date-string")
)

TEXT, ADDRESS, NAME, SHOWN_NAME, STYLE, NOTHING = "text", "address", "name", "shown", "style", ""

_TEXTS = """
office:string-value office:title office:value office:date-value office:time-value
text:string-value text:string-value-if-true text:string-value-if-false text:string-value-phonetic
text:key1 text:key1-phonetic text:key2 text:key2-phonetic text:description text:label text:value text:prefix
text:suffix text:help text:hint text:date-value text:time-value
text:address text:annote text:author text:booktitle text:chapter text:custom1 text:custom2 text:custom3
text:custom4 text:custom5 text:edition text:editor text:howpublished text:identifier text:institution
text:isbn text:issn text:journal text:month text:note text:number text:organizations text:pages text:publisher
text:report-type text:school text:series text:title text:volume text:year
table:title table:comment table:user-name table:member-name table:value table:selected-page table:date-value
form:label form:title form:value form:current-value form:max-value form:min-value
style:num-prefix style:num-suffix style:num-list-format
style:leader-text style:text-line-through-text style:char
draw:value meta:name xlink:title xhtml:content loext:alias loext:tag loext:display-text loext:value
loext:current-date loext:date
"""
_ADDRESSES = "xlink:href form:image-data form:datasource text:url grddl:transformation draw:archive"
_NAMES = """
chart:regression-name chart:label-cell-address chart:values-cell-range-address chart:error-lower-range
chart:error-upper-range
draw:display-name draw:frame-name draw:chain-next-name draw:layer draw:code draw:object draw:caption-id
draw:control draw:id draw:shape-id draw:start-shape draw:end-shape draw:copy-of draw:nav-order
draw:notify-on-update-of-ranges draw:class-names
form:name form:id form:for form:command form:data-field form:detail-fields form:filter form:linked-cell
form:list-source form:master-fields form:order form:source-cell-range form:xforms-list-source
form:xforms-submission form:bound-column
office:dde-application office:dde-item office:dde-topic office:target-frame office:target-frame-name
script:macro-name style:display-name style:condition style:paper-tray-name
table:name table:id table:application-data table:database-name table:database-table-name table:query-name
table:sql-statement table:source-name table:table-name table:object-name table:field-name
table:source-field-name table:data-field table:formula table:condition table:expression
table:content-validation-name table:filter-name table:filter-options table:base-cell-address
table:cell-address table:cell-range table:cell-range-address table:condition-source-range-address
table:data-cell-range-address table:end-cell-address table:label-cell-range-address table:print-ranges
table:scenario-ranges table:source-cell-range-addresses table:target-cell-address table:target-range-address
table:buttons
text:name text:ref-name text:section-name text:index-name text:caption-sequence-name text:column-name
text:connection-name text:database-name text:table-name text:formula text:condition text:id text:change-id
text:continue-list text:list-id text:class-names
xml:id xhtml:about xhtml:property xhtml:datatype
"""
_STYLES = """
style:name style:leader-text-style style:text-line-through-text-style style:page-layout-name
style:master-page-name draw:master-page-name text:master-page-name text:style-override table:template-name
draw:fill-gradient-name draw:fill-hatch-name draw:fill-image-name draw:marker-end draw:marker-start
draw:opacity-name draw:stroke-dash
"""
_KINDS = (
    dict.fromkeys(_TEXTS.split(), TEXT)
    | dict.fromkeys(_ADDRESSES.split(), ADDRESS)
    | dict.fromkeys(_NAMES.split(), NAME)
    | dict.fromkeys(_STYLES.split(), STYLE)
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
# Prefixes of the standard whose other attributes are numbers, measures, or words from a list.
KNOWN = {
    "anim": "animation:1.0", "chart": "chart:1.0", "config": "config:1.0", "db": "database:1.0",
    "dr3d": "dr3d:1.0", "draw": "drawing:1.0", "fo": "xsl-fo-compatible:1.0", "form": "form:1.0",
    "manifest": "manifest:1.0", "meta": "meta:1.0", "number": "datastyle:1.0", "office": "office:1.0",
    "presentation": "presentation:1.0", "script": "script:1.0", "smil": "smil-compatible:1.0",
    "style": "style:1.0", "svg": "svg-compatible:1.0", "table": "table:1.0", "text": "text:1.0",
}  # fmt: skip
STANDARD = "urn:oasis:names:tc:opendocument:xmlns:"
FURTHER = {"http://www.w3.org/1999/xlink": "xlink", "http://purl.org/dc/elements/1.1/": "dc"}
_SILENT = frozenset({*KNOWN, "xlink", "xml", "dc", "math", "xhtml", "css3t"})

# Drawings in SVG: of its own attributes only these are not numbers or words from a list.
_DRAWING = {
    "id": NAME, "class": NAME, "href": ADDRESS, "xlink:href": ADDRESS, "title": TEXT, "aria-label": TEXT,
    "alttext": TEXT, "style": NAME, "xlink:title": TEXT,
}  # fmt: skip


def attribute_kind(vocabulary: str, element: str, name: str) -> str:
    """`vocabulary`: "odf", "svg" (and MathML) or "xml", any other.

    >>> attribute_kind("odf", "text:a", "xlink:href"), attribute_kind("odf", "text:p", "text:outline-level")
    ('address', '')
    """
    prefix, colon, local = name.partition(":")
    if prefix == "xmlns":
        return NOTHING
    if vocabulary == "odf" and (colon or ":" in element):
        return _odf(element, name, prefix, local)
    if vocabulary == "xml" or prefix.startswith("on"):
        return NOTHING if prefix == "xml" and local != "id" else NAME
    if colon and prefix not in ("xml", "xlink"):
        return TEXT  # what an editor notes down, such as the name of the file
    return TEXT if name.startswith("data-") else _DRAWING.get(name, NOTHING)


def _odf(element: str, name: str, prefix: str, local: str) -> str:
    found = _OTHERS.get((element, name), _KINDS.get(name))
    if found is None:
        styled = local.endswith("style-name") and not local.startswith("font-")
        found = STYLE if styled else NOTHING if prefix in _SILENT else NAME
    return found
