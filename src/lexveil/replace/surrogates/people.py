"""Surrogates of people: another name of the same gender, origin and structure.

Each way of writing a name becomes the same way of writing the surrogate: `Michael S. Blatter`, `Mr Blatter`,
`M.S.B.` become `Peter J. Lang`, `Mr Lang`, `P.J.L.`. Titles, particles and suffixes stay. A word that matches
none gets its own name.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rapidfuzz.distance import OSA

from lexveil.languages import load
from lexveil.languages.people import particles
from lexveil.model import Document, Entity
from lexveil.names import given
from lexveil.replace.keyed_random import candidates, choice
from lexveil.replace.styles import letters
from lexveil.replace.surrogates import name_lists
from lexveil.replace.surrogates.assignments import TRIES, Assignments, Surrogate, surfaces, unaccented
from lexveil.replace.surrogates.gender import family_surrogate, gender, is_feminine
from lexveil.replace.surrogates.name_parts import CONTENT, Part, fit, parts
from lexveil.text.fold import fold

TOGETHER = ("CJK", "HANGUL")  # scripts in which given and family name are one word
ORDER = {"given": 0, "patronymic": 1, "family": 2}
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
# Genitive -s, and Finnish case ends with or without their link vowel.
_ENDS = re.compile(r"s|i?n|i?lle|i?lla|i?llä|i?lta|i?ltä|i?ssa|i?ssä|i?sta|i?stä|ia|iä|a|ä|iin|een")


@dataclass(slots=True, eq=False)
class Slot:
    """One part of a name and what stands for it; a slot may be known by its initial alone."""

    real: str = field(repr=False)  # folded
    name: str
    kind: str  # given, patronymic, family
    written: str = field(default="", repr=False)


@dataclass(slots=True, eq=False)
class Person:
    gender: str
    origin: str
    script: str
    turn: str = ""  # changes all that is drawn for this person alone
    slots: list[Slot] = field(default_factory=list)

    @property
    def family(self) -> str:
        return next((slot.real for slot in self.slots if slot.kind == "family"), "")

    def add(self, slot: Slot) -> Slot:
        self.slots.append(slot)
        self.slots.sort(key=lambda each: ORDER[each.kind])
        return slot


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    starts = sorted(span.start for entity in entities for span in entity.spans)
    for entity in entities:
        ordered = sorted(surfaces(document, entity), key=_fullness)
        read = {surface: parts(surface, language=assigned.language) for surface in ordered}
        person = _person(document, entity, read.values(), starts, assigned.language)
        yield _cast(assigned, person, read, known.get(entity.id, ""))
        assigned.people.append(_account(person))


def _person(
    document: Document,
    entity: Entity,
    read: Collection[tuple[Part, ...]],
    starts: Sequence[int],
    language: str,
) -> Person:
    every = [part for listed in read for part in listed]
    script, origin = _origin(every, language)
    firsts = [next((part.key for part in listed if part.kind == "given"), "") for listed in read]
    known = filter(None, firsts)
    told = gender(document.text, entity.spans, known, starts, language=language, origin=origin)
    return Person(told or ("f" if any(map(is_feminine, _keys(every, "family"))) else ""), origin, script)


def _account(person: Person) -> tuple[str, str, str, str]:
    """Given and family name, real and surrogate, as addresses write them."""
    given_name, family = (
        next((slot for slot in person.slots if slot.kind == kind), Slot("", "", kind))
        for kind in ("given", "family")
    )
    names = given_name.real, family.real, given_name.name, family.name
    return tuple("".join(filter(str.isalnum, fold(name))) for name in names)  # type: ignore[return-value]


def _origin(every: Sequence[Part], language: str) -> tuple[str, str]:
    script = name_lists.script("".join(part.text for part in every if part.kind in CONTENT))
    family = [half for key in _keys(every, "family") for half in key.split("-")]
    if script in TOGETHER:
        family += [word[0] for word in family]
    small = {*_keys(every, "particle"), *(half for half in family if half in particles(load(language)))}
    return script, name_lists.origin(
        family, _keys(every, "given"), sorted(small), language=language, script=script
    )


def _fullness(surface: str) -> tuple[int, int, str]:
    """Sorts the fullest way to write a name first: most words, then most letters."""
    words = re.findall(r"[^\W\d_]{2,}", surface)
    return -len(words), -len(surface), surface


def _keys(listed: Iterable[Part], *kinds: str) -> list[str]:
    return list(dict.fromkeys(part.key for part in listed if part.kind in kinds))


def _cast(
    assigned: Assignments, person: Person, read: Mapping[str, tuple[Part, ...]], known: str
) -> Surrogate:
    """The full surrogate and that of each surface; drawn anew until the full one is free."""
    fullest = next(iter(read.values()))
    if not any(part.kind in CONTENT for part in fullest):  # no letters, or a title alone
        full = assigned.coin("person", *read)
        return full, dict.fromkeys(read, full)
    for turn in count():
        person.turn, person.slots = str(turn or ""), []
        if known:
            _remember(assigned, person, fullest, known)
        written = {surface: _write(assigned, person, listed) for surface, listed in read.items()}
        full = known or _full(assigned, person, fullest)
        if turn > TRIES:  # initials alone run out
            written = {surface: f"{letters(turn)}.{form}" for surface, form in written.items()}
            full = f"{letters(turn)}.{full}"
        if known or (assigned.reals.isdisjoint(map(fold, written.values())) and assigned.claim(full)):
            return full, written
    raise AssertionError  # counting never ends


def _full(assigned: Assignments, person: Person, fullest: tuple[Part, ...]) -> str:
    """The fullest form with the given name first; a family name alone gets a given name."""
    if person.script in TOGETHER:
        return "".join(slot.name for slot in person.slots)
    turned = any(part.text.startswith(",") for part in fullest)
    kinds = {part.kind for part in fullest}
    if kinds.isdisjoint({"given", "initial"}) and not any(slot.kind == "given" for slot in person.slots):
        person.add(Slot("", _given(assigned, person, ""), "given"))
        turned = True
    if turned:
        return " ".join(slot.name if len(slot.name) > 1 else f"{slot.name}." for slot in person.slots)
    plain = tuple(part for part in fullest if part.kind != "title")
    written = _write(assigned, person, plain).strip(" .,;:'\"“”’")
    return written + ("." if plain[-1].text == "." else "")


def _remember(assigned: Assignments, person: Person, fullest: tuple[Part, ...], known: str) -> None:
    """Take up the surrogate that the person already has in this case, part by part."""
    old = parts(known, language=assigned.language)
    for kind in ("given", "patronymic", "family"):
        kinds = ("given", "initial") if kind == "given" else (kind,)
        names = [part for part in old if part.kind in kinds]
        reals = [part for part in fullest if part.kind in kinds]
        for real, name in zip(reals, names, strict=False):
            person.add(Slot(real.key, name.text, kind, real.text))
            if kind == "family":
                assigned.words.setdefault(("family", real.key), name.text)
                assigned.used.add(name.key)


def _write(assigned: Assignments, person: Person, listed: tuple[Part, ...]) -> str:
    """One surface in the surrogate's words."""
    found: list[str] = []
    # Family names first: what is drawn for the given ones depends on them.
    slots = {at: _word(assigned, person, part) for at, part in enumerate(listed) if part.kind == "family"}
    used = [slot for slot, _ in slots.values()]
    for at, part in enumerate(listed):
        if part.kind in ("given", "patronymic"):
            slots[at] = _word(assigned, person, part)
            used.append(slots[at][0])
        elif part.kind == "initial":
            slot = _by_initial(assigned, person, part, used)
            used.append(slot)
            slots[at] = slot, slot.name[0].upper()
    for at, part in enumerate(listed):
        found.append(fit(slots[at][1], part.text) if at in slots else part.text)
    return "".join(found)


def _by_initial(assigned: Assignments, person: Person, part: Part, used: Sequence[Slot]) -> Slot:
    """The slot that an initial stands for: the first with that letter that the form does not show yet."""
    for slot in person.slots:
        if slot.real[:1] == part.key and not any(slot is each for each in used):
            return slot
    return person.add(Slot(part.key, _given(assigned, person, part.key), "given", part.text))


def _word(assigned: Assignments, person: Person, part: Part) -> tuple[Slot, str]:
    """The slot of a word, new where the person has none for it, and how the surrogate writes it there."""
    slots = sorted(person.slots, key=lambda slot: slot.kind != part.kind)
    for slot in slots:
        if slot.real == part.key:
            return slot, _accented(slot, part)
    for slot in slots:
        if found := _variant(assigned, slot, part):
            return slot, found
    if found := _letters(person, part):
        return person.slots[0], found
    if part.kind == "given":
        name = "-".join(_given(assigned, person, half) for half in part.key.split("-"))
    elif part.kind == "patronymic":
        name = _patronymic(assigned, person, part)
    else:
        name = family_surrogate(
            assigned, part.text, origin=person.origin, gender=person.gender, script=person.script
        )
        if person.script in TOGETHER and len(part.text) > 1:
            name += _given(assigned, person, part.key[1:])
    return person.add(Slot(part.key, name, part.kind, part.text)), name


def _accented(slot: Slot, part: Part) -> str:
    """`Muller` for Müller: the surrogate without its accents too."""
    return unaccented(slot.name) if part.text.isascii() and not slot.written.isascii() else slot.name


def _variant(assigned: Assignments, slot: Slot, part: Part) -> str:
    """The word as another form of a slot: of an initial, a short form, a half, inflected, misprinted."""
    real, key = slot.real, part.key
    both_given = slot.kind == part.kind == "given"
    if not both_given and real[:1] != key[0] and "-" not in real:
        return ""
    if len(real) == 1 and real == key[0] and slot.kind == part.kind and not slot.written[1:]:
        slot.real, slot.written = key, part.text
        return slot.name
    if both_given and len(real) > 1 and given.same_given(real, key):
        shorts = sorted(short for short in given.short_forms(fold(slot.name)) if len(short) > 2)
        fitting = [short.title() for short in shorts if short not in assigned.avoid]
        return choice(assigned.key, fitting, "short", real, key) if fitting else slot.name
    halves, names = real.split("-"), slot.name.split("-")
    if key in halves and len(halves) > 1:
        return names[halves.index(key)] if len(names) == len(halves) else slot.name
    if part.text.lower().translate(_UMLAUTS) == slot.written.lower().translate(_UMLAUTS):
        return slot.name
    if len(real) > 2 and key.startswith(real) and _ENDS.fullmatch(part.text[len(real) :].lower()):
        return _inflected(slot.name, part.text[len(real) :])
    if min(len(real), len(key)) > 4 and real[0] == key[0] and OSA.distance(real, key, score_cutoff=1) <= 1:
        return slot.name
    return ""


def _inflected(name: str, end: str) -> str:
    """
    >>> _inflected("Lang", "s"), _inflected("Holms", "s"), _inflected("Virta", "ille")
    ('Langs', "Holms'", 'Virtalle')
    """
    if end == "s":
        return name + ("'" if name[-1] in "sxz" else "s")
    vowel = fold(name)[-1] in "aeiouy"
    if vowel and end[0] == "i" and len(end) > 1:
        return name + end[1:]
    return name + (end if vowel or end[0] in "iaä" else f"i{end}")


def _letters(person: Person, part: Part) -> str:
    """`MSB` for Michael S. Blatter."""
    initials = "".join(slot.real[:1] for slot in person.slots)
    if part.text.isupper() and 1 < len(part.text) < 5 and initials == part.key:
        return "".join(slot.name[0] for slot in person.slots).upper()
    return ""


def _given(assigned: Assignments, person: Person, real: str) -> str:
    """A given name for one, or for its initial."""
    listed = name_lists.names(person.origin, person.script)
    language = person.origin[:2] if person.script == "LATIN" else ""
    either = name_lists.neutral({"no": "nb"}.get(language, language)) if language else listed.any
    pool = {"m": listed.male, "f": listed.female}.get(person.gender) or either
    taken = {slot.name for slot in person.slots}
    tries = candidates(assigned.key, pool, "given", real, person.family, person.turn, most=TRIES)
    for name in map(assigned.written, tries):
        folded = fold(name)
        if folded not in assigned.avoid and folded[0] != real[:1] and name not in taken:
            if len(person.turn) < 2 or len(real) == 1:
                return name
            break  # too many share this family name: two given names
    parts_of = ("given", real, person.family, person.turn)
    return assigned.double(pool, *parts_of, joint="-") or assigned.coin(*parts_of)


def _patronymic(assigned: Assignments, person: Person, part: Part) -> str:
    """Another father's name with the same end: -ovich, -ovna."""
    cut = max(part.key.rfind("ov"), part.key.rfind("ev"), part.key.rfind("ов"), part.key.rfind("ев"))
    if person.script != "LATIN" or cut < 1:
        return _given(assigned, person, part.key) + (part.text[cut:].lower() if cut > 0 else "")
    fathers = candidates(assigned.key, name_lists.listed_names("fathers"), "father", part.key, person.family)
    father = next(name for name in fathers if fold(name)[0] != part.key[0])
    return father + "ov" + part.text[cut + 2 :].lower()
