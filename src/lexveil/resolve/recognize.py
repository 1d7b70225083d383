"""Who of a document is known from earlier documents of the case.

There is no context to go by: full names must agree, a surname alone must have one bearer on either side.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from lexveil.languages.common import is_common
from lexveil.model import Document, Entity
from lexveil.names.agreement import SAME, agree
from lexveil.names.parse import Name, is_title, parse
from lexveil.resolve.features import veto
from lexveil.resolve.mention_names import name_of
from lexveil.resolve.organizations import BODIES, core, written
from lexveil.resolve.people import NameForm, Person
from lexveil.text.fold import squeeze, unbroken

SURE = 0.65  # agreement of full names: an initial for a name is enough, another letter in it is not
ALONE = 0.5  # a surname or short name that somebody is known by: counts if nobody else is
MARGIN = 0.02  # by which the best must be ahead of the next
NAMES = ("PERSON", "ORG", "COURT", "LOC", "MISC")  # which detectors take for each other


class Bearer(Protocol):
    """An entity with the forms of its name: of the document, or as the vault knows it."""

    @property
    def entity(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def forms(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Named:
    entity: str
    category: str
    forms: tuple[str, ...] = field(repr=False)  # the fullest first; of people also with their titles


def named(document: Document, entities: Iterable[Entity]) -> tuple[Named, ...]:
    """The entities with their forms, in the order in which they appear."""
    return tuple(Named(entity.id, entity.category, forms_of(document, entity)) for entity in entities)


def forms_of(document: Document, entity: Entity) -> tuple[str, ...]:
    forms: Counter[str] = Counter()
    titled: dict[str, None] = {}
    for span in entity.spans:
        surface = " ".join(unbroken(document.text[span.start : span.end]).split())
        if not surface:  # nothing but invisible characters
            continue
        forms[surface] += 1
        title = name_of(document, span).title if entity.category == "PERSON" else ""
        first = surface.split()[0].lower().rstrip(".")
        if title and not is_title(first, language=document.language_at(span.start)):
            titled[f"{title.capitalize()} {surface}"] = None
    return tuple(dict.fromkeys([*sorted(forms, key=_fullest), *titled]))


def _fullest(form: str) -> tuple[int, bool, int]:
    """More words, then not shouted, then longer; the sort keeps the order of appearance."""
    words = [word for word in form.split() if len(word.strip(".")) > 1]
    return -len(words), form.isupper(), -len(form)


def match(here: Iterable[Bearer], known: Iterable[Bearer]) -> dict[str, str]:
    """Entity of the document → entity of the vault, for those who are known."""
    mine = [_Compared(each) for each in here]
    theirs = [_Compared(each) for each in _joined(known)]
    filed: dict[str, list[_Compared]] = {}
    for one in theirs:
        for key in one.keys:
            filed.setdefault(key, []).append(one)
    scores: dict[str, dict[str, float]] = {}
    for one in mine:
        near = {id(other): other for key in one.keys for other in filed.get(key, ())}
        found = {other.entity: _score(one, other) for other in near.values()}
        scores[one.entity] = {entity: score for entity, score in found.items() if score}
    return _settled(scores)


def _settled(scores: dict[str, dict[str, float]]) -> dict[str, str]:
    """Who is whom: each must be the other's clear best; by a surname alone, the only one there is."""
    back: dict[str, dict[str, float]] = {}
    for entity, found in scores.items():
        for other, score in found.items():
            back.setdefault(other, {})[entity] = score
    best = {entity: other for entity, found in scores.items() if (other := _best(found))}
    return {entity: other for entity, other in best.items() if _best(back[other]) == entity}


def _best(found: dict[str, float]) -> str:
    ranked = sorted(found, key=lambda entity: -found[entity])
    if not ranked or (len(ranked) > 1 and found[ranked[0]] < max(SURE, found[ranked[1]] + MARGIN)):
        return ""
    return ranked[0]


def _joined(known: Iterable[Bearer]) -> list[Named]:
    """One for each entity, whatever the number of styles it was shown in."""
    found: dict[str, Named] = {}
    for each in known:
        forms = found[each.entity].forms if each.entity in found else ()
        found[each.entity] = Named(each.entity, each.category, tuple(dict.fromkeys((*forms, *each.forms))))
    return list(found.values())


class _Compared:
    def __init__(self, bearer: Bearer) -> None:
        self.entity, self.category = bearer.entity, bearer.category
        self.kind = "body" if bearer.category in BODIES else bearer.category
        self.whole = squeeze(bearer.forms[0]).text if bearer.forms else ""
        self.names = [parse(form) for form in bearer.forms] if self.kind == "PERSON" else []
        forms = () if self.kind == "PERSON" else bearer.forms
        self.words = [core(form) if self.kind == "body" else written(form, self.kind) for form in forms]
        self.full = self.words[0] if self.words else ""
        self.keys = {f"{self.kind} {word}" for word in self.words}
        for name in self.names:
            self.keys |= {f"name {word}" for word in (*name.tokens[1:], name.family)}
            self.keys.add(f"name {' '.join(sorted(name.tokens))}")
        if self.category in NAMES and " " in self.whole:
            self.keys.add(f"as written {self.whole}")


def _score(one: _Compared, other: _Compared) -> float:
    """0: not the same, or nothing speaks for it."""
    if one.kind != other.kind:
        # Written exactly alike, and a detector took one of them for something else.
        return SAME if {one.category, other.category} <= set(NAMES) and one.whole == other.whole else 0.0
    if one.kind == "PERSON":
        return 0.0 if _opposed(one.names, other.names) else _person(one.names, other.names)
    if one.full == other.full:
        return SAME
    # "the Club" is many clubs: only the name under which one of them is mainly known counts.
    short = [full for full, words in ((one.full, other.words), (other.full, one.words)) if full in words]
    return ALONE if any(" " in each or not is_common(each) for each in short) else 0.0


def _person(mine: Sequence[Name], theirs: Sequence[Name]) -> float:
    full = [[name for name in names if not name.bare] for names in (mine, theirs)]
    if all(full):
        best = max(agree(name, other) for name in full[0] for other in full[1])
        return best if best >= SURE else 0.0
    alone = [{name.family for name in names if name.bare} for names in (mine, theirs)]
    families = [{name.family for name in names} for names in full]
    shared = (alone[0] & (alone[1] | families[1])) | (alone[1] & families[0])
    return ALONE if shared else 0.0


def _opposed(mine: Sequence[Name], theirs: Sequence[Name]) -> bool:
    """Mr and Mrs, Jr and Sr, two given names of one family. Another full name may be an alias."""
    return any(
        veto(NameForm(name), Person([NameForm(other)]))
        for name in mine
        for other in theirs
        if name.bare or other.bare or name.family == other.family
    )
