"""What the elements and attributes of an Office file are called, and what each may hold.

Names come out as `w:p`, with the prefixes that the standard itself uses (ECMA-376, ISO/IEC 29500),
whatever prefix and edition a file uses: the transitional namespaces (schemas.openxmlformats.org) or the
strict ones (purl.oclc.org). A name of a vocabulary that no office suite defines begins with a colon.

What is not listed is not trusted: an attribute of an office suite is left out only when its value looks
like a number or a word from a fixed list, one of somebody's own vocabulary is read. The lists follow
ECMA-376 part 1 (annex A) and the published extensions of Word ([MS-DOCX]).
"""

import re

from lexveil.formats.markup.tokens import Token

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

_BY_RULE: dict[str, str] = {
    TEXT: (
        "op:property@name w:alias@w:val w:tag@w:val w:listItem@w:displayText w:listItem@w:value "
        "w:helpText@w:val w:statusText@w:val w:default@w:val w:listEntry@w:val w:docVar@w:val "
        "w:tblCaption@w:val w:tblDescription@w:val w:description@w:val w:caption@w:name "
        "w:attr@w:val w:numberingChange@w:original w:connectString@w:val w:query@w:val "
        "w:udl@w:val w:mailSubject@w:val w:addressFieldName@w:val w:mappedName@w:val "
        "w:table@w:val w:frame@w:title w:format@w:val w15:person@w15:author "
        "w15:presenceInfo@w15:userId w15:repeatingSection@w15:sectionTitle w14:docPart@w14:val "
        "dgm:title@val dgm:desc@val dgm:prSet@phldrT v:textpath@string x:sheet@name "
        "x:tableColumn@name a:snd@name "
        "ms:property@value ms:ocxPr@ms:value x:s@v x:cacheField@name x:pivotField@name "
        "x:dataField@name x:sheetName@val x:customWorkbookView@name @label @screentip @supertip "
        "@description @ms:displayName x:hyperlink@display x:hyperlink@location "
        "x:fileSharing@userName @w:tooltip @w:docLocation @descr @title @tooltip @alt @o:title "
        "@o:suggestedsigner @o:suggestedsigner2 @o:suggestedsigneremail @o:signinginstructions "
        "@altText @altTextSummary"
    ),
    CODE: (
        "w:docVar@w:name w:entryMacro@w:val w:exitMacro@w:val w:attachedSchema@w:val "
        "w:attr@w:name w:smartTag@w:element w:customXml@w:element w:smartTag@w:uri "
        "w:customXml@w:uri w:attr@w:uri w:dataBinding@w:xpath "
        "w15:dataBinding@w:xpath a:theme@name a:clrScheme@name "
        "a:fontScheme@name a:fmtScheme@name a:tblStyle@styleName x:definedName@name x:table@name "
        "x:table@displayName x:cellStyle@name x:connection@name x:connection@sourceFile "
        "x:workbookPr@codeName x:sheetPr@codeName @xsi:schemaLocation"
    ),
    NAME: (
        "w:bookmarkStart@w:name w:hyperlink@w:anchor @w:prefixMappings @ms:uri w:docPart@w:val "
        "w:control@w:name w:frame@w:name w:hyperlink@w:tgtFrame"
    ),
    STYLE: (
        "w:style@w:styleId w:name@w:val w:aliases@w:val w:pStyle@w:val w:rStyle@w:val "
        "w:tblStyle@w:val w:basedOn@w:val w:next@w:val w:link@w:val w:numStyleLink@w:val "
        "w:styleLink@w:val w:clickAndTypeStyle@w:val w:defaultTableStyle@w:val "
        "w:lsdException@w:name w:activeWritingStyle@w:val"
    ),
    OPEN: "w:lvlText@w:val",
    LINK: "@href @src @o:href @xlink:href @url",
    FIELD: "w:fldSimple@w:instr",
    AUTHOR: "@w:author w:permStart@w:ed ms:person@displayName ms:person@userId",
    INITIALS: "@w:initials",
    DROP: "@w:date w:date@w:fullDate @w16du:dateUtc @w16cex:dateUtc @o:gfxdata",
    SKIP: (
        "@fillcolor @strokecolor @color @color2 @bgcolor @inset @origin @offset @matrix "
        "@wrapcoords @strokeweight @typeface @panose @pitchFamily @charset @script @style @path "
        "@fmla @eqn @adj @coordsize @coordorigin @points @mc:Ignorable @mc:Requires @Requires "
        "@mc:ProcessContent @mc:MustUnderstand @Ignorable @xsi:type @xml:space @xml:lang "
        "@formatCode @uri @w:hash @w:salt @w:hashValue @w:saltValue @gradientshapeok @w:ascii "
        "@w:hAnsi @w:eastAsia @w:cs @w:hint @w:asciiTheme @w:fontKey @o:spid @o:connectlocs "
        "@o:connectangles @limo @textboxrect @from @to @control1 @control2 @dashstyle @colors "
        "@w:usb0 @ProgID @ContentType @Extension w:font@w:name w:altName@w:val w:lang@w:val "
        "x:name@val x:rFont@val xml:base @svg:d @d @transform @viewBox w:compatSetting@w:name "
        "w:compatSetting@w:uri w14:font@w14:val @w14:font w14:checkedState@w14:font "
        "w14:uncheckedState@w14:font w:sym@w:font w16se:symEx@w16se:font m:mathFont@m:val"
    ),
}
_LISTED = {name: rule for rule, names in _BY_RULE.items() for name in names.split()}
_METADATA = frozenset({AUTHOR, INITIALS})
_DATES = frozenset({"@w:date", "@w16du:dateUtc", "@w16cex:dateUtc"})
_DRAWN = ("docPr", "cNvPr")  # whose `name` somebody may have typed in; elsewhere it is one of a list

# Elements whose text runs in a paragraph, or makes one.
RUN_TEXT = frozenset({"w:t", "w:delText", "m:t", "a:t", "x:t"})
INSTRUCTION = frozenset({"w:instrText", "w:delInstrText"})
GONE = frozenset({"w:delText", "w:delInstrText"})  # shown to nobody, even outside w:del
PARAGRAPHS = frozenset({"w:p", "a:p", "w:rt", "x:si", "x:is", "x:rPh"})
MIXED = frozenset({"svg:text", "svg:title", "svg:desc"})
STORIES = frozenset({"w:txbxContent"})  # whole texts that stand inside a paragraph
# Text in elements that is no prose.
CODE_TEXT = frozenset({"c:f", "x:f", "x:definedName", "ep:Application", "ms:f", "ms:sqref", "svg:style"})
SKIPPED_TEXT = frozenset(
    "wp:posOffset wp:align c:formatCode ms:pctWidth ms:pctHeight ms:pctPosHOffset "
    "ms:pctPosVOffset ms:formatCode ms:formatcode ep:Pages ep:Words ep:Characters ep:Lines "
    "ep:Paragraphs ep:CharactersWithSpaces ep:AppVersion ep:DocSecurity ep:ScaleCrop "
    "ep:LinksUpToDate ep:SharedDoc ep:HyperlinksChanged ep:TotalTime dcterms:created "
    "dcterms:modified cp:lastPrinted cp:revision inkml:trace x:v".split()
)
SHOWN_TEXT = frozenset({"c:v"})

# Elements that go, whatever they hold: data that nobody can read, and what names a machine.
DROPPED = frozenset({"w:fldData", "w:printerSettings", "x15ac:absPath"})
# Elements that go unless metadata is kept.
DROPPED_METADATA = frozenset("w:rsids w:rsid w:attachedTemplate w:mailMerge w14:docId w15:docId".split())
# Of docProps/app.xml: counts and the program.
KEPT_PROPERTIES = frozenset(
    "ep:Pages ep:Words ep:Characters ep:Lines ep:Paragraphs ep:CharactersWithSpaces "
    "ep:Application ep:AppVersion ep:DocSecurity ep:ScaleCrop ep:LinksUpToDate ep:SharedDoc "
    "ep:HyperlinksChanged".split()
)

# The words that the names of Word's own styles are made of.
STYLE_WORDS = frozenset(
    "normal heading toc index list bullet number continue table grid light shading accent medium "
    "dark colorful body text indent first title subtitle strong emphasis quote intense subtle "
    "reference book caption header footer footnote endnote page line annotation comment hyperlink "
    "followed followedhyperlink plain document map e mail email signature web html acronym "
    "address cite code definition keyboard preformatted sample typewriter variable no spacing "
    "default paragraph font envelope return macro toa of figures authorities salutation date "
    "message closing block note balloon outline simple classic columns d effects contemporary "
    "elegant professional theme revision placeholder bibliography mention unresolved smart link "
    "hashtag char top bottom z form subject article section a i ai to x".split()
)


def attribute_rule(element: str, attribute: str, *, keep_metadata: bool) -> str:
    """
    >>> attribute_rule("w:comment", "w:author", keep_metadata=False)
    'author'
    >>> attribute_rule(":mine", "b", keep_metadata=False)
    'open'
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
    return _unlisted(element, attribute)


def _unlisted(element: str, attribute: str) -> str:
    prefix = element.partition(":")[0]
    if attribute.startswith("r:"):
        return IDENTIFIER
    if attribute == "name" and element.endswith(_DRAWN):
        return TEXT
    if attribute == "id" and prefix == "v":
        return NAME
    return CLOSED if prefix and not attribute.startswith(":") else OPEN
