"""What a PDF carries beside its pages, removed before anything is read.

Comes in: an open PDF. Goes out: the same PDF changed in place, and a list of the parts that were cleaned. Of
the catalog and of each page only known entries stay; a stream in a place that is not known goes too. Never
looks at what the pages say: that is for `content` and `strings`.
"""

import zlib
from collections import Counter

import pikepdf

from lexveil.errors import InputError
from lexveil.formats.pdf import annotations, jpeg
from lexveil.formats.pdf.actions import Places, named_places, tidy_action, tidy_place
from lexveil.formats.pdf.opening import MAX_STREAM, unpacked
from lexveil.formats.pdf.pages import instructions
from lexveil.formats.pdf.walk import Node, entries, named, remove, walk
from lexveil.model import Part

CATALOG = frozenset(
    "/Type /Version /Pages /PageLabels /PageLayout /PageMode /Outlines /OpenAction /ViewerPreferences "
    "/AcroForm /StructTreeRoot /MarkInfo /Lang /OCProperties /OutputIntents /Extensions".split()
)
TRAILER = frozenset(
    "/Root /Info /Size /ID /Encrypt /Prev /Type /W /Index /Length /Filter /DecodeParms".split()
)
PAGE = frozenset(
    "/Type /Parent /MediaBox /CropBox /BleedBox /TrimBox /ArtBox /Rotate /Resources /Contents /Annots /Group "
    "/Tabs /StructParents /UserUnit /OutputIntents /Kids /Count".split()
)
# Entries that go wherever they stand, and the part of the file they are.
ANYWHERE = {
    "/Metadata": "metadata",
    "/PieceInfo": "data of the program that made it",
    "/LastModified": "data of the program that made it",
    "/Thumb": "thumbnails",
    "/AA": "actions",
    "/AF": "attachments",
    "/EF": "attachments",
    "/OPI": "links to files",
    "/RC": "formatted copies of comments",
    "/RV": "formatted copies of fields",
    "/JS": "scripts",
    "/XFA": "XFA form",
}
OTHER = {
    "/Names": "",  # its entries are counted one by one
    "/Dests": "names of places",
    "/JavaScript": "scripts",
    "/EmbeddedFiles": "attachments",
    "/Pages": "hidden pages",
    "/Templates": "hidden pages",
    "/Threads": "article threads",
    "/B": "article threads",
    "/Perms": "signatures",
    "/DSS": "signatures",
    "/Legal": "signatures",
    "/SpiderInfo": "web addresses it was taken from",
    "/IDS": "web addresses it was taken from",
    "/URLS": "web addresses it was taken from",
}
# What a stream may be there for. Anything else is data that no page shows.
STREAMS = frozenset(
    "/Contents /XObject /Pattern /FontFile /FontFile2 /FontFile3 /ToUnicode /Encoding /CIDToGIDMap /CIDSet "
    "/UseCMap /SMask /Mask /G /N /D /R /RO /Function /Functions /Shading /ColorSpace /CS /TR /TR2 /BG /BG2 "
    "/UCR /UCR2 /HT /Default /DestOutputProfile /CharProcs /Alternates /Image /JBIG2Globals /Colorants /Obj "
    "/Stm /Font /ExtGState".split()
)
MAX_TOTAL = 20  # all streams that are no images, decoded, in multiples of the limit for a file


def clean(pdf: pikepdf.Pdf, *, keep_metadata: bool, max_bytes: int) -> tuple[Part, ...]:
    _refuse(pdf.Root)
    removed: Counter[str] = Counter()
    places = named_places(pdf.Root)
    _keep(pdf.Root, CATALOG, removed)
    for key in set(pdf.trailer.keys()) - TRAILER:
        remove(pdf.trailer, key)
    if "/Info" in pdf.trailer and not keep_metadata:
        removed["document properties"] += 1
        del pdf.trailer["/Info"]
    for page in pdf.pages:
        _keep(page.obj, PAGE, removed)
        annotations.tidy_annotations(page.obj, removed)
    annotations.number_states(pdf, removed)
    shown = {page.obj.objgen for page in pdf.pages}
    room = MAX_TOTAL * max_bytes
    for node in walk(pdf):
        if isinstance(node.object, pikepdf.Stream):
            room -= _recode(node.object, max_bytes)
            if room < 0:
                raise InputError(
                    "unpacked it is far too large (a bomb?): raise LEXVEIL_MAX_BYTES if you trust it"
                )
        if isinstance(node.object, pikepdf.Array):
            _tidy_array(node, removed)
        else:
            _tidy(node, places, shown, removed, keep_metadata=keep_metadata)
    for scope in pdf.content_scopes():
        removed["remarks in drawing instructions"] += _uncomment(pdf, scope.content)
    return tuple(Part(name, "cleaned", "removed") for name in sorted(removed) if removed[name])


def _uncomment(pdf: pikepdf.Pdf, content: pikepdf.Object) -> bool:
    """Write drawing instructions without remarks; a damaged stream stays as it is, and is found so later."""
    parts = content if isinstance(content, pikepdf.Stream) else content.get("/Contents")
    streams = list(parts) if isinstance(parts, pikepdf.Array) else [parts]
    if not any(b"%" in each.read_bytes() for each in streams if isinstance(each, pikepdf.Stream)):
        return False
    pdf.get_warnings()
    listed, whole = instructions(content)
    if pdf.get_warnings() or not whole:
        return False
    data = pikepdf.unparse_content_stream(listed)
    if isinstance(content, pikepdf.Stream):
        content.write(data)
    else:
        content["/Contents"] = pdf.make_stream(data)
    return True


def _refuse(root: pikepdf.Object) -> None:
    if "/Collection" in root:
        raise InputError("it is a portfolio, a folder of files in one: give the files one by one")
    form = root.get("/AcroForm")
    if root.get_bool("/NeedsRendering", False) and isinstance(form, pikepdf.Dictionary) and "/XFA" in form:
        raise InputError("it is a dynamic form (XFA), whose pages are not in the file: print it to a PDF")


def _keep(dictionary: pikepdf.Object, known: frozenset[str], removed: Counter[str]) -> None:
    for key in sorted(set(dictionary.keys()) - known):
        value = named(dictionary, key)
        if key == "/Names" and isinstance(value, pikepdf.Dictionary):
            removed.update(OTHER.get(name, "other entries") for name in value.keys())  # noqa: SIM118
        else:
            removed[ANYWHERE.get(key) or OTHER.get(key, "other entries")] += value is not None
        remove(dictionary, key)


def _tidy(
    node: Node, places: Places, shown: set[tuple[int, int]], removed: Counter[str], *, keep_metadata: bool
) -> None:
    holder = node.object
    if node.named:
        return
    if holder.get("/Type") == "/Page" and holder.objgen not in shown:
        removed["hidden pages"] += 1
        annotations.empty(holder)
        return
    for entry in entries(node):
        key, value = str(entry.key), entry.value
        if key in ANYWHERE:
            removed[ANYWHERE[key]] += 1
            remove(holder, key)
        elif isinstance(value, pikepdf.Stream) and key not in STREAMS:
            removed["other entries"] += 1
            del holder[key]
        elif key in ("/A", "/PA", "/OpenAction"):
            tidy_action(holder, key, places, removed)
        elif key == "/Dest":
            tidy_place(holder, key, places)
    if node.meaning == "/AcroForm":
        annotations.tidy_form(holder)
    if "/Subtype" in holder and "/Rect" in holder:
        annotations.tidy_annotation(holder, removed, keep_metadata=keep_metadata)
    if "/FT" in holder or "/Ff" in holder:
        annotations.tidy_field(holder, removed)
    if isinstance(holder, pikepdf.Stream):
        _tidy_stream(holder, removed)


def _tidy_array(node: Node, removed: Counter[str]) -> None:
    if node.meaning not in STREAMS:
        for entry in entries(node):
            if isinstance(entry.value, pikepdf.Stream):
                removed["other entries"] += 1
                node.object[entry.key] = None


def _tidy_stream(stream: pikepdf.Object, removed: Counter[str]) -> None:
    """A stream whose data stand in another file, or that shows a page of another file, stands for itself."""
    for key in ("/F", "/FFilter", "/FDecodeParms", "/Ref"):
        if key in stream:
            removed["links to files"] += key in ("/F", "/Ref")
            del stream[key]
    if stream.get("/Subtype") == "/PS":
        removed["PostScript"] += 1
        stream.write(b"")


def _recode(stream: pikepdf.Object, max_bytes: int) -> int:
    """Pack a stream anew, so that nothing hides behind its end; returns its decoded size."""
    if stream.get("/Subtype") == "/Image":
        if stream.get("/Filter") == "/DCTDecode":
            parameters = stream.get("/DecodeParms")
            stream.write(jpeg.stripped(stream.read_raw_bytes()), filter=pikepdf.Name.DCTDecode)
            if parameters is not None:
                stream["/DecodeParms"] = parameters
        return 0
    data = unpacked(stream, max_bytes=max_bytes)
    if len(data) > MAX_STREAM * max_bytes:
        raise InputError("a stream unpacks to far more than a document holds: the file is no document")
    stream.write(zlib.compress(data), filter=pikepdf.Name.FlateDecode)
    return len(data)
