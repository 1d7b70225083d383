"""What stands on a page beside its content: comments, links, form fields, signatures.

Comes in: an annotation or a form field. Goes out: the same without what tells of its author or carries
another file. What remains is text that `strings` and `content` read. Signatures do not survive a change of
the file: their value is removed, what they show on the page stays.
"""

import re
from collections import Counter

import pikepdf

from lexveil.formats.pdf import faces
from lexveil.formats.pdf.walk import name_of, remove

# They carry sound, film or a file.
MEDIA = {
    "/FileAttachment": "attachments",
    "/Sound": "media",
    "/Movie": "media",
    "/Screen": "media",
    "/RichMedia": "media",
    "/3D": "media",
}
COMB = 1 << 24  # a field that sets each character in a box of its own
PLAIN_STATES = frozenset("/Off /On /Yes /No".split())
_NUMBERED = re.compile("/(?:State)?[0-9]+")


def tidy_annotations(page: pikepdf.Object, removed: Counter[str]) -> None:
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


def tidy_annotation(annotation: pikepdf.Object, removed: Counter[str], *, keep_metadata: bool) -> None:
    if not keep_metadata and annotation.get("/Subtype") != "/Widget":
        for key in ("/T", "/M", "/CreationDate", "/NM"):
            if key in annotation:
                removed["comment authors and dates"] += 1
                del annotation[key]
    look = annotation.get("/MK")
    if isinstance(look, pikepdf.Dictionary):
        for key in ("/I", "/RI", "/IX"):  # icons of a button, which its appearance shows already
            remove(look, key)


def tidy_field(field: pikepdf.Object, removed: Counter[str]) -> None:
    if field.get("/FT") == "/Sig":
        for key in ("/V", "/Lock", "/SV"):
            removed["signatures"] += key == "/V" and key in field
            remove(field, key)


def tidy_form(form: pikepdf.Object) -> None:
    """The form as a whole: its fields stay, its resources are reduced to fonts."""
    for key in ("/SigFlags", "/CO"):
        remove(form, key)
    resources = form.get("/DR")
    if isinstance(resources, pikepdf.Dictionary):
        for key in list(resources.keys()):
            if key not in ("/Font", "/Encoding"):
                remove(resources, key)


def number_states(pdf: pikepdf.Pdf, removed: Counter[str]) -> None:
    """The states of check boxes and radio buttons, which a form can call after people, become numbers."""
    numbers: dict[str, str] = {}
    form = pdf.Root.get("/AcroForm")
    fields = [form.get("/Fields")] if isinstance(form, pikepdf.Dictionary) else []
    for field in _below(fields + [page.obj.get("/Annots") for page in pdf.pages]):
        looks = field.get("/AP")
        if isinstance(looks, pikepdf.Dictionary):
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
    size = min(0.7 * height, width / (faces.ems_of("Helvetica", text) or 1))
    shown = faces.encoded(text).hex()
    made = pdf.make_stream(f"BT /Lx {size:.2f} Tf 0 {height / 4:.2f} Td <{shown}> Tj ET".encode())
    made["/Type"], made["/Subtype"] = pikepdf.Name.XObject, pikepdf.Name.Form
    made["/BBox"] = pikepdf.Array([0, 0, round(width, 2), round(height, 2)])
    made["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(Lx=faces.made(pdf, "Helvetica")))
    return made


def empty(dictionary: pikepdf.Object) -> None:
    for key in list(dictionary.keys()):
        if key != "/Type":
            remove(dictionary, key)


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
