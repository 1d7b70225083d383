"""Pseudonyms that a reviewer types.

Comes in: what was typed. Goes out: the same without the white space around it. Refused is what could be taken
for somebody else, and what shows a name that the document hides. No message quotes it.
"""

import re
import unicodedata

from lexveil.languages import DEFAULT, common, load, people
from lexveil.model import Entity
from lexveil.review.draft import Draft
from lexveil.review.errors import CommandError
from lexveil.review.settle import Settler, clashes
from lexveil.text.fold import fold, squeeze
from lexveil.text.search import Form, Search

LONGEST = 200

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = load(DEFAULT)
_TITLES = people.titles(_ENGLISH) | people.suffixes(_ENGLISH) | people.particles(_ENGLISH)


def checked(draft: Draft, settler: Settler, entity: Entity, pseudonym: str | None) -> str:
    decision = draft.decision(entity.id)
    if decision.action != "replace":
        raise CommandError("review.not-replaced")
    name = (pseudonym or "").strip()
    if not name or len(name) > LONGEST:
        raise CommandError("review.pseudonym-length", most=LONGEST)
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name):
        raise CommandError("review.pseudonym-lines")
    if clashes(draft, entity.id, name, decision.style):
        raise CommandError("review.taken")
    if _shows(draft, settler, name):
        raise CommandError("review.shows")
    return name


def _shows(draft: Draft, settler: Settler, name: str) -> bool:
    """Whether it holds a mention that goes, or a telling part of a person's name."""
    words = {word for word in _WORD.findall(fold(name)) if not common.is_common(word) and word not in _TITLES}
    text = settler.document.text
    forms: set[str] = set()
    for entity in draft.entities():
        decision = draft.decided(entity.id)
        if decision is None or decision.action != "replace":
            continue
        if not words.isdisjoint(settler.parts(entity)):
            return True
        kept = set(decision.kept)
        forms.update(text[span.start : span.end] for span in entity.spans if span not in kept)
    found = squeeze(name).text
    near = {squeezed for form in forms if len(form) > 2 and (squeezed := squeeze(form).text) in found}
    return bool(near) and any(True for _ in Search([Form(each, "name", "") for each in near]).find(name))
