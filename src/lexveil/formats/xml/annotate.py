"""Replacements marked with elements, for who works on with the file.

Comes in: a replacement as spelled for element text, its entity's category and certainty. Goes out: the same
in an element. `danish` is the markup of Povlsen, Jongejan, Hansen and Simonsen, "Anonymization of Court
Orders", section II: `anonym` with `cat`, of whose eighteen words the paper shows pers, case, div and finance,
and `certain` from 1 (high) to 3. `akoma-ntoso` takes the elements of that vocabulary (OASIS LegalDocML 3.0),
which want an `eId` of their own and `refersTo`. Only element text is marked: attributes, comments and CDATA
sections get the bare pseudonym.
"""

import re
from collections.abc import Callable

from lexveil.formats.xml.elements import ANNOTATED, ANNOTATION, Elements
from lexveil.formats.xml.vocabularies import AKOMA_NTOSO
from lexveil.model import CATEGORIES, Replacement

STYLES = ("danish", "akoma-ntoso")
_DANISH = {"PERSON": "pers", "CASE_NUMBER": "case", "MISC": "div", "": "div"}  # others: our own word
_AKOMA_NTOSO = {"PERSON": "person", "ORG": "organization", "LOC": "location", "QUANTITY": "quantity"}
# Where nothing more is marked: what is marked already, and the data about the document.
_MARKED = frozenset({*_AKOMA_NTOSO.values(), "entity", "judge", "lawyer", "party", "date", "time", "meta"})
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")

Mark = Callable[[str, Replacement, int], str]  # the spelled text, its replacement, its number


def closed(style: str, elements: Elements, name: str, namespace: str) -> bool:
    """Whether text in that element stays without a mark."""
    prefix, _, local = name.rpartition(":")
    if style != "akoma-ntoso":
        return local == ANNOTATION
    own = AKOMA_NTOSO is elements.vocabulary
    return own and (local in _MARKED or namespace != elements.namespace or prefix != elements.prefix)


def marker(style: str, source: str, elements: Elements) -> Mark:
    if style == "danish":
        return _danish
    own = AKOMA_NTOSO is elements.vocabulary
    prefix = f"{elements.prefix}:" if own and elements.prefix else ""
    declared = "" if own else f' xmlns="{ANNOTATED}"'
    unique = "lexveil"
    while f"{unique}_" in source:  # a file that was marked before
        unique += "x"

    def mark(spelled: str, replacement: Replacement, number: int) -> str:
        kind = CATEGORIES.get(replacement.category, "MISC")
        element = prefix + _AKOMA_NTOSO.get(kind, "entity")
        name = "" if kind in _AKOMA_NTOSO else f' name="{_word(replacement.category)}"'
        refers = _NO_NAME.sub("_", replacement.entity) or "_"
        opening = f'<{element}{declared} eId="{unique}_{number}"{name} refersTo="#{refers}">'
        return f"{opening}{spelled}</{element}>"

    return mark


def _danish(spelled: str, replacement: Replacement, number: int) -> str:
    category = _DANISH.get(replacement.category) or _word(replacement.category)
    certain = f' certain="{replacement.certainty}"' if replacement.certainty else ""
    return f'<{ANNOTATION} cat="{category}"{certain}>{spelled}</{ANNOTATION}>'


def _word(category: str) -> str:
    return _NO_NAME.sub("_", category.lower()) or "misc"
