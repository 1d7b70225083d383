"""What is wrong with a file that was uploaded, with one that was written, and with a part that was not read.

A reader of the page needs to know what to do, not which of forty ways a container can be broken: sentences
that call for the same share a key.
"""

from collections.abc import Mapping

_DAMAGED = (
    "not a whole zip container: the file is damaged or cut off, so get another copy",
    "a member is not as long as the container says: the file is damaged",
    "not a whole PDF: the file is damaged or cut off",
    "its main part is no XML: the file is damaged, so get another copy",
    "it has no content.xml: the document is damaged, or no OpenDocument text",
    "there is no Word document in it: it is damaged, or of another program",
    "the RTF is cut off: a group is not closed",
    "it has no main document: this is not a Word document, or it is damaged",
    "not well-formed XML in UTF-8: repair it",
)
_OTHER_KIND = (
    "this is {kind}, whatever its name says: {advice}",
    "this is a single XML file, not a zip container: save it again in an office suite",
    "this is an old binary Office document: save it in the newer format",
    "this is an office document saved as XML: save it as {suffix}",
    "this is a packed document: give it the suffix .odt",
    "neither RTF nor a Word document of the old kind: give it the suffix of what it is",
    "it is {kind}, by its mimetype: export it as a text document",
    "it has no list of content types: this is not an Office document",
    "it has no mimetype, so it is no OpenDocument file: save it again in an office suite",
    "its main part is no Word document: save it as .docx in an office suite",
    "not a PDF, whatever its name says: choose another file",
    "not an e-mail: it does not begin with header fields such as From and Subject",
    "this is {kind}",
)
_NO_TEXT = (
    "there is no text in it: choose another file",
    "there is no text in the page: choose another file",
    "there is no text in the mail: choose another file",
    "there is no text in the document: choose another file",
    "there are no pages in it: choose another file",
)
_ENCODING = (
    "its encoding cannot be told: convert the file to UTF-8",
    "its {encoding} text cannot be written back unchanged: convert the file to UTF-8",
    "byte {byte} is not valid {encoding}: convert the file to UTF-8",
    "there is a control character at {place}, as in a binary file: export it as text in UTF-8",
    "the encoding it declares is none that can be read: convert the file to UTF-8",
    "not in UTF-8: open the document in an office suite and save it again",
)
_BEYOND = (
    "unpacked it is far larger than a document (a zip bomb?): do not trust this file",
    "unpacked it is far too large (a bomb?): raise LEXVEIL_MAX_BYTES if you trust it",
    "a stream unpacks to far more than a document holds: {advice}",
    "there is more XML in it than in any document: split it, or raise LEXVEIL_MAX_BYTES",
    "the container has more than {count} members: this is no document",
    "more than {count} parts, or parts nested more than {depth} deep: this is no letter",
    "elements are nested more than {depth} deep: this is no document",
    "the elements are nested deeper than {depth} in line {line} (character {place}): close them where they "
    "end",
    "its drawings stand within each other far too often: the file is no document",
    "a page with more than {count} pictures: this is no document",
    "a picture has more than {count} million pixels: make it smaller",
)
_LIMIT = (
    "a file is larger than the limit of {size}: split it",
    "the file is larger than the limit of {size}: split it",
    "larger than the limit of {size}: split the file, or raise the limit with LEXVEIL_MAX_BYTES",
    "larger than the limit of {size}: split the document",
    "a member is larger than the limit of {size} once unpacked: split the document, or raise the limit "
    "with LEXVEIL_MAX_BYTES",
)
_UNUSUAL = (
    "the container has two members of one name, and readers differ on which counts: save it again",
    "a member's name leads out of the container: the file was not made by an office suite",
    "a member is packed in a way that no office suite uses: save it again",
    "its objects are packed in an outdated way (LZW): save it anew with another program",
    "it declares a document type, which Office files never do: save it again in an office suite",
    "its XML uses prefixes of its own: open it in an office suite and save it again",
)
_ENTITIES = (
    "the DOCTYPE declares entities of its own, which could hide text or grow without bound: resolve them "
    "first, for example with xmllint --noent",
    "its document type defines entities of its own: save it without them",
    "a reference to an entity that is declared elsewhere: replace it by its text",
    "a document type with declarations of its own: remove it",
)
_TRACKED = (
    "tracked changes are nested beyond reason: settle them in an office suite first",
    "tracked changes lie in each other: {advice}",
    "a tracked insertion has no end: accept or reject it in an office suite",
)
_CHARACTER = (
    "a pseudonym has the character U+{code}, which {encoding} does not have: convert the file to UTF-8, or "
    "choose other pseudonyms",
    "a pseudonym has the character U+{code}, which XML does not allow: choose others",
    "a pseudonym has the character U+{code}, which the standard fonts of PDF do not have: choose pseudonyms "
    "in Latin letters, or boxes",
    "a pseudonym needs the character U+{code} in a part of the page that cannot spell it (xmp, iframe, "
    "noembed, noframes or plaintext): remove that element, or choose other pseudonyms",
)
_PSEUDONYMS = (
    "a pseudonym cannot be written in {encoding}: choose others",
    "the pseudonyms cannot be written ({reason}): choose others",
    "the pseudonyms cannot be written into this XML without breaking it: choose others",
    "a member would not be well-formed with the replacements: choose other pseudonyms",
)
_SEARCHED = (
    "the file to be checked cannot be read ({reason}): check the path",
    "the file cannot be searched whole: {reason}",
    "the file cannot be opened to be searched ({part}): it is damaged, encrypted, or needs a package that is "
    "not installed",
)
_DISK = (
    "cannot be read ({reason}): check the path and its permissions",
    "cannot be written ({reason}): check that the folder exists and is writable",
    "cannot write into '{folder}' ({reason}): choose another --out",
    "there is no such file: check the path",
    "this is a folder: name the files in it",
    "this is not a regular file: copy its content into one",
    "this is the input file itself: choose another name or folder",
    "document {document} was not read from a file: read it with formats.read",
    "tracked changes are one of {choices}: say which",
)

LINES: Mapping[str, str] = {
    "it is encrypted with a password: save it without": "said.file.encrypted",
    "it is a portfolio, a folder of files in one: give the files one by one": "said.file.portfolio",
    "it is a dynamic form (XFA), whose pages are not in the file: print it to a PDF": "said.file.form",
    "not a format that can be read: use a file in {formats}, or with `lexveil run` a table in {tables}": (
        "said.file.format"
    ),
    "not a format that can be read: use a file in {formats}": "said.file.format",
    "this is a table, which only `lexveil run` reads": "said.upload.table",
    "not a format that can be read: use {formats}": "said.file.format",
    "a file is empty: choose another": "upload.nothing",
    "the file is empty: choose another": "upload.nothing",
    "the file is empty: choose another file": "upload.nothing",
    "needs LibreOffice: install it (apt-get install libreoffice-writer) or save the file as DOCX": (
        "said.file.no-office"
    ),
    "LibreOffice cannot be started ({reason}): install it again": "said.file.no-office",
    "LibreOffice cannot convert it: it is damaged or protected; save it as DOCX": "said.file.convert",
    "LibreOffice took more than {seconds} seconds: save the file as DOCX": "said.file.convert",
    "not well-formed XML ({reason}, line {line}, column {column}): repair it": "said.file.xml",
    "the {what} that begins in line {line} (character {place}) never ends: close it": "said.file.unclosed",
    "a picture with text cannot be changed: take it out of the document, or save the page anew": (
        "said.export.picture"
    ),
    **dict.fromkeys(_DISK, "said.server"),
    **dict.fromkeys(_DAMAGED, "said.file.damaged"),
    **dict.fromkeys(_NO_TEXT, "said.file.no-text"),
    **dict.fromkeys(_ENCODING, "said.file.encoding"),
    **dict.fromkeys(_BEYOND, "said.file.beyond"),
    **dict.fromkeys(_LIMIT, "said.file.limit"),
    **dict.fromkeys(_UNUSUAL, "said.file.unusual"),
    **dict.fromkeys(_ENTITIES, "said.file.entities"),
    **dict.fromkeys(_TRACKED, "said.file.tracked"),
    **dict.fromkeys(_CHARACTER, "said.export.character"),
    **dict.fromkeys(_PSEUDONYMS, "said.export.pseudonyms"),
    **dict.fromkeys(_SEARCHED, "said.export.searched"),
    **dict.fromkeys(_OTHER_KIND, "said.file.kind"),  # last, for "this is …"
}

# Why a part of the file is not covered ------------------------------------------------------------

_EMBEDDED = (
    "an embedded object that may hold text",
    "an embedded file that may hold text",
    "an embedded document that may hold text",
    "a control that may hold text",
    "an embedded object (OLE) that was not read",
    "an embedded file that was not read",
    "an embedded web page that cannot be read",
    "a file that is not read as part of a mail",
)
_UNKNOWN = ("data of an unknown kind that may hold text", "a part of an unknown kind")
_MACROS = ("macros", "macros, which were not read", "macros and their dialogs, which were not read")
_PACKED = (
    "it holds a file in base64 that was not read",
    "a file in base64 inside the page, which was not looked into",
    "a file in base64 inside the page that cannot be decoded",
    "a file in base64 inside the XML, which was not looked into",
)
_XML = ("its XML is damaged or declares a type of its own", "XML that could not be read")
_DRAWING = (
    "a drawing (EMF or WMF) that may hold text",
    "a drawing that may hold text",
    "drawings that may show text",
)
_NO_OCR = (
    "an image that may show text: install tesseract-ocr, or allow it",
    "text in pictures cannot be read without tesseract: install it ({how})",
    "tesseract failed on a picture (exit status {status}): try a newer one",
    "tesseract did not read a picture within {seconds} seconds",
    "tesseract cannot be run ({reason}): install it anew ({how})",
)
_UNSURE = (
    "it looks like text that could not be read",
    "text in it could not be read surely",
    "a picture inside the page that shows text",
)
_PICTURE = (
    "a picture of several frames, which were not looked at",
    "a picture with text in an encoding that cannot be changed",
    "a picture of more than {count} million pixels",
    "a picture that is too large for the memory",
    "a picture on a page that cannot be drawn",
    "a picture is damaged or cut off",
    "it cannot be opened as a picture (PNG, JPEG, GIF, TIFF, BMP or WebP)",
)
_MAIL = (
    "it has encoded words that cannot be decoded",
    "it holds a part outside of its boundaries",
    "its transfer encoding is not known",
    "its {encoding} text cannot be read, or not be written back unchanged",
    "it holds a file or a part that its header does not declare",
    "it embeds a picture, a file or encoded text",
    "its base64 is damaged",
    "it declares its type twice",
    "its declared type cannot be understood",
    "the boundary of its parts does not occur",
    "a mail inside of it is encoded, which no standard allows",
)
_PAGE = (
    "damaged drawing instructions",
    "drawing instructions that cannot be followed",
    "drawing instructions that are not known",
    "more drawing instructions than a page can hold",
    "marked content nested too deep",
    "forms nested too deep",
    "a form that borrows its fonts from several pages",
    "text in a font that is missing or set elsewhere",
    "text in a font that is set in an unusual way",
    "text within the letters of a font",
    "text without character codes",
    "text written downwards",
    "text written from right to left",
)

PARTS: Mapping[str, str] = {
    "sound or film in which names may be spoken or shown": "said.part.media",
    "handwriting": "said.part.marks",
    "it has marks that were not read as text: handwriting, a stamp or a drawing": "said.part.marks",
    **dict.fromkeys(_EMBEDDED, "said.part.embedded"),
    **dict.fromkeys(_UNKNOWN, "said.part.unknown"),
    **dict.fromkeys(_MACROS, "said.part.macros"),
    **dict.fromkeys(_PACKED, "said.part.packed"),
    **dict.fromkeys(_XML, "said.part.xml"),
    **dict.fromkeys(_DRAWING, "said.part.drawing"),
    **dict.fromkeys(_NO_OCR, "said.part.no-ocr"),
    **dict.fromkeys(_UNSURE, "said.part.unsure"),
    **dict.fromkeys(_PICTURE, "said.part.picture"),
    **dict.fromkeys(_MAIL, "said.part.mail"),
    **dict.fromkeys(_PAGE, "said.part.page"),
}
