"""What a PDF carries beside its pages, removed before anything is read.

Of the catalog and of each page only known entries stay; a stream in a place that is not known goes too.
Annotations lose what tells of their author or carries another file. Links and bookmarks lead to a place in
the document itself or to an address on the web; named places become plain ones, for the names can tell of
people. Never looks at what the pages say: that is for `content` and `strings`.
"""

import re
import zlib
from collections import Counter
from collections.abc import Mapping

import pikepdf

from lexveil.errors import InputError
from lexveil.formats.images.metadata import strip_jpeg
from lexveil.formats.pdf import file, typesetting
from lexveil.formats.pdf.file import Node, array, entries, inner, listed, name_of, named, parts_by_key, remove
from lexveil.formats.pdf.pages import Key, instructions
from lexveil.model import Part, because

ANYWHERE, OTHER, MEDIA, ACTIONS = map(parts_by_key, ("anywhere", "other", "annotations", "actions"))
MAX_TOTAL = 20  # all streams that are no images, decoded, in multiples of the limit for a file

COMB = 1 << 24  # a field that sets each character in a box of its own
PLAIN_STATES = frozenset("/Off /On /Yes /No".split())
_NUMBERED = re.compile("/(?:State)?[0-9]+")

MAX_DEPTH = 50

Places = Mapping[bytes, pikepdf.Object]
Removed = Counter[str]  # how often something went, by the part of the file it was


def clean(pdf: pikepdf.Pdf, *, keep_metadata: bool, max_bytes: int) -> tuple[Part, ...]:
    if "/Collection" in pdf.Root:
        raise InputError("pdf.portfolio")
    form = pdf.Root.get("/AcroForm")
    if pdf.Root.get_bool("/NeedsRendering", False) and named(form, "/XFA") is not None:
        raise InputError("pdf.dynamic-form")
    removed: Removed = Counter()
    places = named_places(pdf.Root)
    _keep(pdf.Root, listed("catalog"), removed)
    remove(pdf.trailer, *(set(pdf.trailer.keys()) - listed("trailer")))
    if "/Info" in pdf.trailer and not keep_metadata:
        removed["document properties"] += 1
        del pdf.trailer["/Info"]
    for page in pdf.pages:
        _keep(page.obj, listed("page"), removed)
        tidy_annotations(page.obj, removed)
    number_states(pdf, removed)
    shown = {page.obj.objgen for page in pdf.pages}
    room = MAX_TOTAL * max_bytes
    for node in file.walk(pdf):
        if isinstance(node.object, pikepdf.Stream):
            room -= _recode(node.object, max_bytes)
            if room < 0:
                raise InputError("pdf.too-large")
        if not isinstance(node.object, pikepdf.Array):
            _tidy(node, places, shown, removed, keep_metadata=keep_metadata)
        elif node.meaning not in listed("streams"):
            for entry in entries(node):
                if isinstance(entry.value, pikepdf.Stream):
                    removed["other entries"] += 1
                    node.object[entry.key] = None
    for scope in pdf.content_scopes():
        if b"%" in file.content_bytes(scope.content):
            pdf.get_warnings()
            found, whole = instructions(scope.content)
            if whole and not pdf.get_warnings():  # a damaged stream stays as it is, and is found so later
                file.write_content(pdf, scope.content, found)
                removed["remarks in drawing instructions"] += 1
    return tuple(Part(name, "cleaned", because("part.removed")) for name in sorted(removed) if removed[name])


def _keep(dictionary: pikepdf.Object, known: frozenset[str], removed: Removed) -> None:
    for key in sorted(set(dictionary.keys()) - known):
        value = named(dictionary, key)
        if key == "/Names" and isinstance(value, pikepdf.Dictionary):
            removed.update(OTHER.get(name, "other entries") for name in value.keys())  # noqa: SIM118
        else:
            removed[ANYWHERE.get(key) or OTHER.get(key, "other entries")] += value is not None
        remove(dictionary, key)


def _tidy(node: Node, places: Places, shown: set[Key], removed: Removed, *, keep_metadata: bool) -> None:
    holder = node.object
    if node.named:
        return
    if holder.get("/Type") == "/Page" and holder.objgen not in shown:
        removed["hidden pages"] += 1
        empty(holder)
        return
    for entry in entries(node):
        key, value = str(entry.key), entry.value
        if key in ANYWHERE:
            removed[ANYWHERE[key]] += 1
            remove(holder, key)
        elif isinstance(value, pikepdf.Stream) and key not in listed("streams"):
            removed["other entries"] += 1
            del holder[key]
        elif key in ("/A", "/PA", "/OpenAction"):
            tidy_action(holder, key, places, removed)
        elif key == "/Dest":
            tidy_place(holder, key, places)
    if node.meaning == "/AcroForm":  # its fields stay, its resources are reduced to fonts
        resources = inner(holder, "/DR")
        remove(holder, "/SigFlags", "/CO")
        remove(resources, *(set(resources.keys()) - {"/Font", "/Encoding"}))
    if "/Subtype" in holder and "/Rect" in holder:
        tidy_annotation(holder, removed, keep_metadata=keep_metadata)
    if holder.get("/FT") == "/Sig":
        removed["signatures"] += "/V" in holder
        remove(holder, "/V", "/Lock", "/SV")
    if isinstance(holder, pikepdf.Stream):
        # One whose data stand in another file, or that shows a page of another file, stands for itself.
        removed["links to files"] += sum(key in holder for key in ("/F", "/Ref"))
        remove(holder, "/F", "/FFilter", "/FDecodeParms", "/Ref")
        if holder.get("/Subtype") == "/PS":
            removed["PostScript"] += 1
            holder.write(b"")


def _recode(stream: pikepdf.Object, max_bytes: int) -> int:
    """Pack a stream anew, so that nothing hides behind its end; returns its decoded size."""
    if stream.get("/Subtype") == "/Image":
        if stream.get("/Filter") == "/DCTDecode":
            parameters = stream.get("/DecodeParms")
            stream.write(strip_jpeg(stream.read_raw_bytes()), filter=pikepdf.Name.DCTDecode)
            if parameters is not None:
                stream["/DecodeParms"] = parameters
        return 0
    data = file.unpacked(stream, max_bytes=max_bytes)
    if len(data) > file.MAX_STREAM * max_bytes:
        raise InputError("pdf.large-stream")
    stream.write(zlib.compress(data), filter=pikepdf.Name.FlateDecode)
    return len(data)


def tidy_annotations(page: pikepdf.Object, removed: Removed) -> None:
    """Take annotations that carry a file off the page, and empty them: other objects may refer to them."""
    listed = page.get("/Annots")
    if not isinstance(listed, pikepdf.Array):
        return
    kept = []
    for annotation in list(listed):
        if not isinstance(annotation, pikepdf.Dictionary):
            continue
        part = MEDIA.get(name_of(annotation.get("/Subtype")))
        if part:
            removed[part] += 1
            empty(annotation)
        else:
            kept.append(annotation)
    page["/Annots"] = pikepdf.Array(kept)


def tidy_annotation(annotation: pikepdf.Object, removed: Removed, *, keep_metadata: bool) -> None:
    if not keep_metadata and annotation.get("/Subtype") != "/Widget":
        told = [key for key in ("/T", "/M", "/CreationDate", "/NM") if key in annotation]
        removed["comment authors and dates"] += len(told)
        remove(annotation, *told)
    # Icons of a button, which its appearance shows already.
    remove(inner(annotation, "/MK"), "/I", "/RI", "/IX")


def number_states(pdf: pikepdf.Pdf, removed: Removed) -> None:
    """The states of check boxes and radio buttons, which a form can call after people, become numbers."""
    numbers: dict[str, str] = {}
    fields = inner(pdf.Root, "/AcroForm").get("/Fields")
    for field in _below([fields, *(page.obj.get("/Annots") for page in pdf.pages)]):
        looks = inner(field, "/AP")
        for kind, look in list(looks.items()):
            if isinstance(look, pikepdf.Dictionary):
                states = {_numbered(state, numbers): look[state] for state in sorted(look.keys())}
                looks[kind] = pikepdf.Dictionary(states)
        for key in ("/AS", "/V", "/DV"):
            value = field.get(key)
            if isinstance(value, pikepdf.Name):
                field[key] = pikepdf.Name(_numbered(name_of(value), numbers))
    removed["names of button states"] += len(numbers)


def set_anew(pdf: pikepdf.Pdf, field: pikepdf.Object, text: str) -> None:
    """Show the replaced value of a field whose letters stand in boxes of their own.

    They stand too far apart to be read, and replaced, as words.
    """
    if not field.get_int("/Ff", 0) & COMB:
        return
    for widget in _below([field]):
        if "/AP" in widget:
            try:
                left, bottom, right, top = (float(each) for each in widget["/Rect"])
            except (LookupError, TypeError, ValueError):  # it has no place
                remove(widget, "/AP")
            else:
                widget["/AP"] = pikepdf.Dictionary(N=_look(pdf, text, abs(right - left), abs(top - bottom)))


def _look(pdf: pikepdf.Pdf, text: str, width: float, height: float) -> pikepdf.Object:
    size = min(0.7 * height, width / (typesetting.ems_of("Helvetica", text) or 1))
    shown = typesetting.encoded(text).hex()
    made = pdf.make_stream(f"BT /Lx {size:.2f} Tf 0 {height / 4:.2f} Td <{shown}> Tj ET".encode())
    made["/Type"], made["/Subtype"] = pikepdf.Name.XObject, pikepdf.Name.Form
    made["/BBox"] = pikepdf.Array([0, 0, round(width, 2), round(height, 2)])
    made["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(Lx=typesetting.made(pdf, "Helvetica")))
    return made


def empty(dictionary: pikepdf.Object) -> None:
    remove(dictionary, *(set(dictionary.keys()) - {"/Type"}))


def _numbered(state: str, numbers: dict[str, str]) -> str:
    if state in PLAIN_STATES or _NUMBERED.fullmatch(state):
        return state
    return numbers.setdefault(state, f"/State{len(numbers) + 1001}")  # clear of those a form has already


def _below(pending: list[pikepdf.Object | None]) -> list[pikepdf.Object]:
    """All fields and widgets in these lists, each once."""
    seen = pikepdf.ObjectSet()
    found: list[pikepdf.Object] = []
    while pending:
        value = pending.pop()
        if isinstance(value, pikepdf.Array):
            pending += reversed(list(value))
        elif isinstance(value, pikepdf.Dictionary) and seen.add(value):
            found.append(value)
            pending.append(value.get("/Kids"))
    return found


def named_places(root: pikepdf.Object) -> Places:
    """Every named place of the document: by strings in a tree, and in old files by names."""
    old = inner(root, "/Dests").items()
    found = {key[1:].encode("utf-8", "surrogateescape"): value for key, value in old}
    seen = pikepdf.ObjectSet()
    pending = [named(root.get("/Names"), "/Dests")]
    while pending:
        node = pending.pop()
        if not isinstance(node, pikepdf.Dictionary) or not seen.add(node):
            continue
        pairs = array(node, "/Names")
        named_here = zip(pairs[::2], pairs[1::2], strict=False)
        found |= {bytes(name): place for name, place in named_here if isinstance(name, pikepdf.String)}
        pending += array(node, "/Kids")
    return found


def tidy_place(holder: pikepdf.Object, key: str, places: Places) -> None:
    """Make a named place a plain one; one that does not exist is removed."""
    value = holder.get(key)
    if isinstance(value, pikepdf.Array) or value is None:
        return
    del holder[key]
    for _ in range(MAX_DEPTH):
        if isinstance(value, pikepdf.Array):
            holder[key] = value
            return
        if isinstance(value, pikepdf.Dictionary):
            value = value.get("/D")
        elif isinstance(value, pikepdf.String):
            value = places.get(bytes(value))
        elif isinstance(value, pikepdf.Name):
            value = places.get(name_of(value)[1:].encode("utf-8", "surrogateescape"))


def tidy_action(holder: pikepdf.Object, key: str, places: Places, removed: Removed) -> None:
    """Keep an action that shows a page or an address; remove any other, and what would follow it."""
    action = holder.get(key)
    if not isinstance(action, pikepdf.Dictionary) or not isinstance(action.get("/S"), pikepdf.Name):
        return  # a place, or the attributes of a structure element
    kind = name_of(action.S)
    if kind not in listed("actions"):
        removed[ACTIONS.get(kind, "actions")] += 1
        del holder[key]
        return
    if "/Next" in action:
        removed["actions"] += 1
        del action["/Next"]
    if kind == "/GoTo":
        tidy_place(action, "/D", places)
