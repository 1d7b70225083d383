"""The XML vocabularies that are known by name: which elements run in a line of text and which stand apart.

Comes in: namespaces and element names. Goes out: a `Vocabulary`, or None for one that is not known; then
`survey` tells from the document itself. An element of a known vocabulary that is not listed as inline is a
block. Names are facts of the public schemas: Akoma Ntoso 3.0 (OASIS LegalDocML), TEI P5, Formex 4
(Publications Office of the EU), the XML of Finlex (Ministry of Justice of Finland), DocBook 5, JATS 1.3,
XHTML. Nothing here looks at a document.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from lexveil.errors import InputError

NOTHING: frozenset[str] = frozenset()
NUMBER = "number"  # the shape of what is a heading in some elements: `Vocabulary.titled`


class Vocabulary(NamedTuple):
    name: str  # for the report
    namespaces: re.Pattern[str]  # its own
    roots: frozenset[str]  # what its documents begin with, where they have no namespace
    inline: frozenset[str]
    sign: str = ""  # what the beginning of a document says, for roots that others have too
    notes: frozenset[str] = NOTHING  # text that interrupts the line it stands in
    parted: frozenset[str] = NOTHING  # elements whose children never run together, inline or not
    choices: frozenset[str] = NOTHING  # elements whose children are versions of the same words
    lines: frozenset[str] = NOTHING  # a line end
    spaces: frozenset[str] = NOTHING  # a line or page end of the original that the text runs across
    kept: frozenset[str] = NOTHING  # white space shows as it is
    code: frozenset[str] = NOTHING  # no text for readers
    things: frozenset[str] = NOTHING  # elements that name kinds of things, and never somebody
    kinds: frozenset[str] = NOTHING  # attributes that do
    also: str = ""  # further namespaces that its table holds for, in its own documents
    shapes: Mapping[str, str] = MappingProxyType({})  # what blocks and notes are on the page
    titled: frozenset[str] = NOTHING  # elements whose number stands above their text


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _shapes(**names: str) -> dict[str, str]:
    """Element → what it is on the page; the level of a `heading` depends on where it stands."""
    return {name: shape for shape, listed in names.items() for name in listed.split()}


_PAGE_SHAPES = {f"h{level}": f"heading {level}" for level in range(1, 7)} | _shapes(
    item="li", row="tr", cell="td th", note="aside"
)

_XHTML_INLINE = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark map math q rb "
    "rp rt ruby s samp small span strike strong sub sup svg time tt u var wbr"
)
XHTML = Vocabulary(
    "XHTML",
    re.compile(r"http://www\.w3\.org/1999/xhtml\Z"),
    _words("html"),
    _words(_XHTML_INLINE + " br"),
    lines=_words("br"),
    kept=_words("pre listing textarea script style"),
    code=_words("script style"),
    shapes=_PAGE_SHAPES,
)
AKOMA_NTOSO = Vocabulary(
    "Akoma Ntoso",
    re.compile(r"http://(?:docs\.oasis-open\.org/legaldocml|www\.akomantoso\.org)/|http://.*LegalDocML\.de/"),
    _words("akomaNtoso"),
    _words(
        "ref mref rref mod mmod rmod remark recordedTime vote outcome ins del omissis embeddedText "
        "quotedText opinion placeholder fillIn decoration courtType neutralCitation party judge lawyer "
        "signature argument docType docTitle docNumber docProponent docDate legislature session shortTitle "
        "docAuthority docPurpose docCommittee docIntroducer docStage docStatus docJurisdiction docketNumber "
        "date time person organization concept object event location process role term quantity def entity "
        "affectedDocument relatedDocument change inline b i a u sub sup abbr span img noteRef eol eop "
        "marker"
    ),
    notes=_words("authorialNote subFlow popup"),
    lines=_words("eol br"),
    spaces=_words("eop"),
    things=_words("TLCConcept TLCProcess TLCRole TLCTerm keyword original"),
    kinds=_words("name"),
    shapes=_shapes(
        heading="heading subheading",
        number="num",
        item="item li point indent",
        row="tr",
        cell="td th",
        note="authorialNote",
    ),
    titled=_words(
        "book tome part subpart title subtitle chapter subchapter division subdivision section article rule"
    ),
)
TEI = Vocabulary(
    "TEI",
    re.compile(r"http://www\.tei-c\.org/ns/"),
    _words("TEI teiCorpus TEI.2 teiHeader"),
    _words(
        "abbr add addName addSpan am anchor app att author biblScope bibl bloc c choice cl code corr "
        "country damage date del delSpan depth dim distinct district editor email emph ex expan foreign "
        "forename formula g gap genName geogFeat geogName gi gloss height hi ident idno index lang lem link "
        "locus measure measureGrp mentioned mod name nameLink num objectType offset orgName orig origDate "
        "origPlace pc persName phr placeName ptr pubPlace publisher q quote rb rdg redo ref reg region resp "
        "restore retrace roleName rs rt ruby s said secl seg settlement sic soCalled space specDesc stamp "
        "state street subst supplied surname surplus tag term time title unclear undo unit val w width lb "
        "pb cb gb milestone handShift metamark figure graphic"
    ),
    notes=_words("note noteGrp"),
    parted=_words(
        "titleStmt editionStmt publicationStmt seriesStmt notesStmt sourceDesc fileDesc respStmt biblStruct "
        "monogr analytic imprint listPerson listOrg listPlace listBibl listEvent person org place "
        "correspAction address profileDesc langUsage particDesc settingDesc textClass keywords change"
    ),
    choices=_words("choice subst app"),
    spaces=_words("lb pb cb gb milestone"),
    shapes=_shapes(heading="head titlePart", item="item", row="row", cell="cell", note="note"),
)
FORMEX = Vocabulary(
    "Formex",
    re.compile(r"http://formex\.publications\.europa\.eu/"),
    _words(
        "ACT AGR ANNEX CASE CJT COMPL CONS.ACT CONS.ANNEX CONS.DOC CORR DECISION DOC ECR.GENERAL GENERAL "
        "JUDGMENT JUDGMENT.NP JUDGEMENT LETTER OPINION ORDER ORDER.NP ORDER.PI PROC PUBLICATION "
        "REPORT.HEARING RULING SE SUM.ECR SUMMARY"
    ),
    _words(
        "HT FT IE DATE QUOT.START QUOT.END REF.DOC REF.DOC.OJ REF.DOC.SE REF.DOC.ECR REF.NP REF.NP.ECR "
        "REF.ECR REF.ECR.DOC REF.CASE NAME.CASE FMT.VALUE NO.DOC.TXT ADDR.S UNIT INCL.ELEMENT FRACTION"
    ),
    sign=r"(?i:formex)|<BIB\.|<(?:[A-Z]+\.)*INSTANCE\b",
    notes=_words("NOTE"),
    shapes=_shapes(heading="TITLE TI.ART STI.ART", item="ITEM", row="ROW", cell="CELL", note="NOTE"),
)
FINLEX = Vocabulary(
    "Finlex",
    re.compile(r"http://www\.finlex\.fi/"),
    NOTHING,
    # A span is a keyword there, and never part of a sentence.
    _words(_XHTML_INLINE + " br y viite") - {"span"},
    parted=_words("tableOfContents sysluok"),
    lines=_words("br"),
    also=r"http://(?:dublincore|purl)\.org/",
    shapes=_PAGE_SHAPES | _shapes(heading="title"),
)
DOCBOOK = Vocabulary(
    "DocBook",
    re.compile(r"http://docbook\.org/ns/docbook"),
    _words("article book chapter section part set appendix preface reference refentry"),
    _words(
        "abbrev accel acronym alt anchor application biblioref citation citerefentry citetitle classname "
        "cmdsynopsis code command computeroutput constant coref database date editor email emphasis "
        "envar filename firstname firstterm footnoteref foreignphrase function givenname glossterm guibutton "
        "guiicon guilabel guimenu guimenuitem guisubmenu hardware honorific indexterm inlineequation "
        "inlinemediaobject jobtitle keycap keycode keycombo keysym lineage link literal markup menuchoice "
        "modifiers mousebutton option optional olink orgname othername package parameter personname phrase "
        "productname productnumber prompt property quote releaseinfo replaceable returnvalue "
        "shortcut subscript superscript surname symbol systemitem tag termdef token trademark type ulink uri "
        "userinput varname volumenum wordasword xref year"
    ),
    sign=r"(?i:docbook)",
    notes=_words("footnote annotation"),
    parted=_words(
        "info articleinfo bookinfo author editor authorgroup address copyright revhistory revision"
    ),
    kept=_words("programlisting screen literallayout synopsis address"),
    shapes=_shapes(
        heading="title subtitle bridgehead",
        item="listitem",
        row="row tr",
        cell="entry td th",
        note="footnote",
    ),
)
JATS = Vocabulary(
    "JATS",
    re.compile(r"http://jats\.nlm\.nih\.gov"),
    _words("article book standard sub-article response"),
    _words(
        "abbrev bold break chem-struct collab date-in-citation day degrees edition elocation-id email etal "
        "ext-link fpage given-names hr inline-formula inline-graphic inline-supplementary-material "
        "institution issue italic label lpage milestone-end milestone-start monospace month name "
        "named-content overline person-group prefix private-char pub-id publisher-loc publisher-name "
        "related-article related-object roman sans-serif sc season sig source strike string-name "
        "styled-content sub suffix sup surname trans-title underline uri volume x xref year"
    ),
    sign=r"(?i:JATS|NLM//DTD|dtd-version)|<front\b|<article-meta\b",
    notes=_words("fn"),
    parted=_words("contrib article-meta journal-meta title-group aff kwd-group history pub-date"),
    lines=_words("break"),
    kept=_words("preformat code"),
    shapes=_shapes(heading="title article-title", item="list-item", row="tr", cell="td th", note="fn"),
)
KNOWN = (AKOMA_NTOSO, TEI, FINLEX, FORMEX, DOCBOOK, JATS, XHTML)

# In any other vocabulary, before `survey` is asked: names that mean one thing wherever they are used.
USUAL_INLINE = _words(
    "a abbr acronym b bold cite em emph emphasis font hi i ital italic italics link mark q ref s sc small "
    "smallcaps span strike strong sub subscript sup superscript tt u ul underline xref anonym forename "
    "firstname given-names givenname surname lastname familyname"
)
USUAL_BLOCKS = _words(
    "p para paragraph div li item td th tr row cell entry h1 h2 h3 h4 h5 h6 head heading section chapter "
    "body table blockquote dt dd caption"
)
USUAL_SHAPES = _PAGE_SHAPES | _shapes(
    heading="heading title subtitle head",
    item="item listitem list-item",
    row="row",
    cell="cell entry",
    note="note footnote endnote fn",
)
USUAL_LINES = _words("br lb eol linebreak line-break newline break cr")
# Parts of a name: words of their own even where no space is written between them.
NAME_PARTS = _words(
    "forename surname firstname lastname givenname familyname given-names given family first last middle "
    "first-name last-name given-name family-name middlename addname rolename namelink genname honorific "
    "lineage othername prefix suffix etunimi sukunimi vorname nachname prenom nom nombre apellido apellidos "
    "förnamn efternamn fornavn etternavn efternavn"
)
# What an office program wrote belongs to the reader of that program's format: here its runs would fall apart.
_OFFICE = (
    (re.compile(r".*/office/2006/xmlPackage|.*wordprocessingml|.*/office/word/2003/"), "DOCX"),
    (re.compile(r"urn:oasis:names:tc:opendocument:"), "ODT"),
)  # fmt: skip


def recognise(namespace: str, root: str, beginning: str) -> Vocabulary | None:
    """The vocabulary of a document, from its root element and its first characters.

    >>> recognise("", "JUDGMENT", "<JUDGMENT><BIB.JUDGMENT/>").name
    'Formex'
    """
    for pattern, suffix in _OFFICE:
        if pattern.match(namespace):
            raise InputError("xml.office", suffix=suffix)
    for vocabulary in KNOWN:
        if namespace and vocabulary.namespaces.match(namespace):
            return vocabulary
    for vocabulary in KNOWN:
        if root in vocabulary.roots and (not vocabulary.sign or re.search(vocabulary.sign, beginning)):
            return vocabulary
    return None


def by_namespace(namespace: str) -> Vocabulary | None:
    """The vocabulary of an element that stands in a document of another one."""
    return next((each for each in KNOWN if namespace and each.namespaces.match(namespace)), None)
