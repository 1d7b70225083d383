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

from lexveil.languages import ALIASES, all_words, load
from lexveil.languages.people import particles
from lexveil.model import Document, Entity
from lexveil.names import given
from lexveil.names.spelled import respelled, unspelled
from lexveil.replace.keyed_random import candidates, choice
from lexveil.replace.styles import letters
from lexveil.replace.surrogates import name_lists
from lexveil.replace.surrogates.assignments import TRIES, Assignments, Surrogate, surfaces, unaccented
from lexveil.replace.surrogates.gender import family_surrogate, gender, is_feminine
from lexveil.replace.surrogates.name_parts import CONTENT, Part, fit, parts
from lexveil.text.fold import fold

TOGETHER = ("CJK", "HANGUL")  # scripts in which given and family name are one word
ORDER = {"given": 0, "patronymic": 1, "family": 2}
Parts = tuple[Part, ...]
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    starts = sorted(span.start for entity in entities for span in entity.spans)
    for entity in entities:
        language = assigned.language
        written = {each: unspelled(each, language) or each for each in surfaces(document, entity)}
        ordered = sorted(set(written.values()), key=_fullness)
        read = {name: parts(name, language=language) for name in ordered}
        person = _person(document, entity, read.values(), starts, assigned)
        full, forms = _cast(person, read, known.get(entity.id, ""))
        yield (
            full,
            {
                surface: forms[name] if name == surface else respelled(surface, forms[name])
                for surface, name in written.items()
            },
        )
        assigned.people.append(_account(person))


def _fullness(surface: str) -> tuple[int, int, str]:
    """Sorts the fullest way to write a name first: most words, then most letters."""
    words = re.findall(r"[^\W\d_]{2,}", surface)
    return -len(words), -len(surface), surface


def _person(
    document: Document, entity: Entity, read: Collection[Parts], starts: list[int], assigned: Assignments
) -> "Person":
    every = [part for listed in read for part in listed]
    language = assigned.language
    script, origin = _origin(every, language)
    firsts = (next((part.key for part in listed if part.kind == "given"), "") for listed in read)
    names = filter(None, firsts)
    told = gender(document.text, entity.spans, names, starts, language=language, origin=origin)
    told = told or ("f" if any(map(is_feminine, _keys(every, "family"))) else "")
    return Person(assigned, told, origin, script)


def _origin(every: Sequence[Part], language: str) -> tuple[str, str]:
    script = name_lists.script("".join(part.text for part in every if part.kind in CONTENT))
    family = [half for key in _keys(every, "family") for half in key.split("-")]
    if script in TOGETHER:
        family += [word[0] for word in family]
    small = {*_keys(every, "particle"), *(half for half in family if half in particles(load(language)))}
    given_names = _keys(every, "given")
    return script, name_lists.origin(family, given_names, sorted(small), language=language, script=script)


def _keys(listed: Iterable[Part], kind: str) -> list[str]:
    return list(dict.fromkeys(part.key for part in listed if part.kind == kind))


def _cast(person: "Person", read: Mapping[str, tuple[Part, ...]], known: str) -> Surrogate:
    """The full surrogate and that of each surface; drawn anew until the full one is free."""
    assigned, fullest = person.assigned, next(iter(read.values()))
    if not any(part.kind in CONTENT for part in fullest):  # no letters, or a title alone
        full = assigned.coin("person", *read)
        return full, dict.fromkeys(read, full)
    for turn in count():
        person.turn, person.slots = str(turn or ""), []
        if known:
            person.remember(fullest, known)
        written = {surface: person.write(listed) for surface, listed in read.items()}
        full = known or person.full(fullest)
        if turn > TRIES:  # initials alone run out
            written = {surface: f"{letters(turn)}.{form}" for surface, form in written.items()}
            full = f"{letters(turn)}.{full}"
        if known or (assigned.reals.isdisjoint(map(fold, written.values())) and assigned.claim(full)):
            return full, written
    raise AssertionError  # counting never ends


def _account(person: "Person") -> tuple[str, str, str, str]:
    """Given and family name, real and surrogate, as addresses write them."""
    slots = {slot.kind: slot for slot in reversed(person.slots)}
    first, last = (slots.get(kind, Slot("", "", kind)) for kind in ("given", "family"))
    names = first.real, last.real, first.name, last.name
    return tuple("".join(filter(str.isalnum, fold(name))) for name in names)  # type: ignore[return-value]


@dataclass(slots=True, eq=False)
class Slot:
    """One part of a name and what stands for it; a slot may be known by its initial alone."""

    real: str = field(repr=False)  # folded
    name: str
    kind: str  # given, patronymic, family
    written: str = field(default="", repr=False)


@dataclass(slots=True, eq=False)
class Person:
    """Who gets a surrogate, and the parts of it so far."""

    assigned: Assignments
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

    def remember(self, fullest: tuple[Part, ...], known: str) -> None:
        """Take up the surrogate that the person already has in this case, part by part."""
        old = parts(known, language=self.assigned.language)
        for kind in ORDER:
            kinds = ("given", "initial") if kind == "given" else (kind,)
            names, reals = ([part for part in each if part.kind in kinds] for each in (old, fullest))
            for real, name in zip(reals, names, strict=False):
                self.add(Slot(real.key, name.text, kind, real.text))
                if kind == "family":
                    self.assigned.words.setdefault(("family", real.key), name.text)
                    self.assigned.used.add(name.key)

    def full(self, fullest: tuple[Part, ...]) -> str:
        """The fullest form with the given name first; a family name alone gets a given name."""
        if self.script in TOGETHER:
            return "".join(slot.name for slot in self.slots)
        turned = any(part.text.startswith(",") for part in fullest)
        kinds = {part.kind for part in fullest}.union(slot.kind for slot in self.slots)
        if kinds.isdisjoint({"given", "initial"}):
            self.add(Slot("", self.given_name(""), "given"))
            turned = True
        if turned:
            return " ".join(slot.name if len(slot.name) > 1 else f"{slot.name}." for slot in self.slots)
        plain = tuple(part for part in fullest if part.kind != "title")
        written = self.write(plain).strip(" .,;:'\"“”’")
        return written + ("." if plain[-1].text == "." else "")

    def write(self, listed: tuple[Part, ...]) -> str:
        """One surface in the surrogate's words."""
        # Family names first: what is drawn for the given ones depends on them.
        slots = {at: self.word(part) for at, part in enumerate(listed) if part.kind == "family"}
        used = [slot for slot, _ in slots.values()]
        for at, part in enumerate(listed):
            if part.kind in ("given", "patronymic"):
                slots[at] = self.word(part)
            elif part.kind == "initial":
                slot = self.of_initial(part, used)
                slots[at] = slot, slot.name[0].upper()
            else:
                continue
            used.append(slots[at][0])
        words = {at: fit(word, listed[at].text) for at, (_, word) in slots.items()}
        return "".join(words.get(at, part.text) for at, part in enumerate(listed))

    def of_initial(self, part: Part, used: Sequence[Slot]) -> Slot:
        """The slot that an initial stands for: the first with that letter that the form does not show yet."""
        for slot in self.slots:
            if slot.real[:1] == part.key and not any(slot is each for each in used):
                return slot
        return self.add(Slot(part.key, self.given_name(part.key), "given", part.text))

    def word(self, part: Part) -> tuple[Slot, str]:
        """The slot of a word, new where the person has none for it, and how the surrogate writes it there."""
        slots = sorted(self.slots, key=lambda slot: slot.kind != part.kind)
        for slot in slots:
            if slot.real == part.key:  # `Muller` for Müller: the surrogate without its accents too
                bare = part.text.isascii() and not slot.written.isascii()
                return slot, unaccented(slot.name) if bare else slot.name
        for slot in slots:
            if found := _variant(self.assigned, slot, part):
                return slot, found
        if found := self.acronym(part):
            return self.slots[0], found
        name = self.new_name(part)
        return self.add(Slot(part.key, name, part.kind, part.text)), name

    def acronym(self, part: Part) -> str:
        """`MSB` for Michael S. Blatter."""
        initials = "".join(slot.real[:1] for slot in self.slots)
        if part.text.isupper() and 1 < len(part.text) < 5 and initials == part.key:
            return "".join(slot.name[0] for slot in self.slots).upper()
        return ""

    def new_name(self, part: Part) -> str:
        if part.kind == "given":
            return "-".join(self.given_name(half) for half in part.key.split("-"))
        if part.kind == "patronymic":
            return self.patronymic(part)
        kind = {"origin": self.origin, "gender": self.gender, "script": self.script}
        name = family_surrogate(self.assigned, part.text, **kind)
        together = self.script in TOGETHER and len(part.text) > 1
        return name + self.given_name(part.key[1:]) if together else name

    def given_name(self, real: str) -> str:
        """A given name for one, or for its initial."""
        listed = name_lists.names(self.origin, self.script)
        language = self.origin[:2] if self.script == "LATIN" else ""
        either = name_lists.neutral(ALIASES.get(language, language)) if language else listed.any
        pool = {"m": listed.male, "f": listed.female}.get(self.gender) or either
        taken = {slot.name for slot in self.slots}
        purpose = ("given", real, self.family, self.turn)
        tries = candidates(self.assigned.key, pool, *purpose, most=TRIES)
        for name in map(self.assigned.written, tries):
            folded = fold(name)
            if folded not in self.assigned.avoid and folded[0] != real[:1] and name not in taken:
                if len(self.turn) < 2 or len(real) == 1:
                    return name
                break  # too many share this family name: two given names
        return self.assigned.double(pool, *purpose) or self.assigned.coin(*purpose)

    def patronymic(self, part: Part) -> str:
        """Another father's name with the same end: -ovich, -ovna."""
        cut = max(part.key.rfind(end) for end in ("ov", "ev", "ов", "ев"))
        if self.script != "LATIN" or cut < 1:
            return self.given_name(part.key) + (part.text[cut:].lower() if cut > 0 else "")
        names = name_lists.listed_names("fathers")
        fathers = candidates(self.assigned.key, names, "father", part.key, self.family)
        father = next(name for name in fathers if fold(name)[0] != part.key[0])
        return father + "ov" + part.text[cut + 2 :].lower()


def _variant(assigned: Assignments, slot: Slot, part: Part) -> str:
    """The word as another form of a slot; "" if it is none."""
    real, key = slot.real, part.key
    both_given = slot.kind == part.kind == "given"
    if not both_given and real[:1] != key[0] and "-" not in real:
        return ""
    if len(real) == 1 and real == key[0] and slot.kind == part.kind and not slot.written[1:]:
        slot.real, slot.written = key, part.text  # of which only the initial was known
        return slot.name
    if both_given and len(real) > 1 and given.same_given(real, key):
        return _short(assigned, slot, key)
    halves = real.split("-")
    if key in halves and len(halves) > 1:
        names = slot.name.split("-")
        return names[halves.index(key)] if len(names) == len(halves) else slot.name
    if part.text.lower().translate(_UMLAUTS) == slot.written.lower().translate(_UMLAUTS):
        return slot.name
    ending = part.text[len(real) :]
    if (
        len(real) > 2
        and key.startswith(real)
        and ending.lower() in all_words("replace", "inflection", "endings")
    ):
        return _inflected(slot.name, ending)
    misprinted = min(len(real), len(key)) > 4 and real[0] == key[0] and OSA.distance(real, key) <= 1
    return slot.name if misprinted else ""


def _short(assigned: Assignments, slot: Slot, key: str) -> str:
    """Bill of William: a short form of the surrogate."""
    shorts = sorted(short for short in given.short_forms(fold(slot.name)) if len(short) > 2)
    fitting = [short.title() for short in shorts if short not in assigned.avoid]
    return choice(assigned.key, fitting, "short", slot.real, key) if fitting else slot.name


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
