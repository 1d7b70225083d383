"""Where links and bookmarks lead.

Comes in: the entries of a link, a bookmark or the catalog. Goes out: the same, leading to a place in the
document itself or to an address on the web; scripts, links into other files and forms that are sent away are
removed. Named places become plain ones, so that the names, which can tell of people, need not stay.
"""

from collections import Counter
from collections.abc import Mapping

import pikepdf

from lexveil.formats.pdf.walk import name_of

KEPT = frozenset("/GoTo /URI /Named /SetOCGState".split())
PARTS = {
    "/JavaScript": "scripts",
    "/GoToR": "links to files",
    "/GoToE": "links to files",
    "/Launch": "links to files",
    "/SubmitForm": "actions",
    "/ImportData": "links to files",
}
MAX_DEPTH = 50

Places = Mapping[bytes, pikepdf.Object]


def named_places(root: pikepdf.Object) -> Places:
    """Every named place of the document: by strings in a tree, and in old files by names."""
    found: dict[bytes, pikepdf.Object] = {}
    old = root.get("/Dests")
    if isinstance(old, pikepdf.Dictionary):
        found |= {key[1:].encode("utf-8", "surrogateescape"): value for key, value in old.items()}
    names = root.get("/Names")
    if isinstance(names, pikepdf.Dictionary):
        _collect(names.get("/Dests"), found)
    return found


def tidy_place(holder: pikepdf.Object, key: str, places: Places) -> None:
    """Make a named place a plain one; one that does not exist is removed."""
    value = holder.get(key)
    if isinstance(value, pikepdf.Array) or value is None:
        return
    plain = _plain(value, places)
    if plain is None:
        del holder[key]
    else:
        holder[key] = plain


def tidy_action(holder: pikepdf.Object, key: str, places: Places, removed: Counter[str]) -> None:
    """Keep an action that shows a page or an address; remove any other, and what would follow it."""
    action = holder.get(key)
    if not isinstance(action, pikepdf.Dictionary) or not isinstance(action.get("/S"), pikepdf.Name):
        return  # a place, or the attributes of a structure element
    kind = name_of(action.S)
    if kind not in KEPT:
        removed[PARTS.get(kind, "actions")] += 1
        del holder[key]
        return
    if "/Next" in action:
        removed["actions"] += 1
        del action["/Next"]
    if kind == "/GoTo":
        tidy_place(action, "/D", places)


def _collect(tree: pikepdf.Object | None, found: dict[bytes, pikepdf.Object]) -> None:
    seen = pikepdf.ObjectSet()
    pending = [tree]
    while pending:
        node = pending.pop()
        if not isinstance(node, pikepdf.Dictionary) or not seen.add(node):
            continue
        pairs, kids = node.get("/Names"), node.get("/Kids")
        if isinstance(pairs, pikepdf.Array):
            listed = list(pairs)
            for name, place in zip(listed[::2], listed[1::2], strict=False):
                if isinstance(name, pikepdf.String):
                    found[bytes(name)] = place
        if isinstance(kids, pikepdf.Array):
            pending += list(kids)


def _plain(value: object, places: Places) -> pikepdf.Object | None:
    for _ in range(MAX_DEPTH):
        if isinstance(value, pikepdf.Array):
            return value
        if isinstance(value, pikepdf.Dictionary):
            value = value.get("/D")
        elif isinstance(value, pikepdf.String):
            value = places.get(bytes(value))
        elif isinstance(value, pikepdf.Name):
            value = places.get(name_of(value)[1:].encode("utf-8", "surrogateescape"))
        else:
            return None
    return None
