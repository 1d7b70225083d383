"""Published documents as an attacker sees them: the text, and where the pseudonym of each person stands."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from lexveil.evaluate.gold import TOGETHER, Gold, Mention
from lexveil.languages import codes, own
from lexveil.model import NO_PERSON, ROLES, Replacement
from lexveil.text.patterns import any_of

Place = tuple[int, int]
SOUGHT = ("PARTY", "WITNESS", "CHILD", "RELATIVE", "OTHER", "UNKNOWN")  # whom a publication is to protect


@dataclass(frozen=True, slots=True)
class Pseudonym:
    document: str
    text: str  # the pseudonym
    places: tuple[Place, ...]  # in the published text
    person: str = ""  # who it is, where that is known
    name: str = field(default="", repr=False)  # the original, in its fullest form, where it is known
    left: int = 0  # mentions that were not replaced


@dataclass(frozen=True, slots=True)
class Published:
    id: str
    text: str = field(repr=False)
    language: str
    pseudonyms: tuple[Pseudonym, ...]
    case: str = ""
    replaced: tuple[Place, ...] = field(default=(), repr=False)  # where nothing of the original stands
    names: tuple[Place, ...] = field(default=(), repr=False)  # where people are named, or were


class Moved:
    """Places of an original in the text that was published of it."""

    def __init__(self, text: str, replacements: Sequence[Replacement]) -> None:
        parts: list[str] = []
        self.replacements = replacements
        self.places: list[Place] = []
        last = length = 0
        for each in replacements:
            parts += (text[last : each.start], each.text)
            length += each.start - last + len(each.text)
            self.places.append((length - len(each.text), length))
            last = each.end
        self.text = "".join([*parts, text[last:]])
        self._starts = [each.start for each in replacements]

    def place(self, start: int, end: int) -> tuple[Place, list[str]]:
        """Where start..end of the original is now, and the replacements in it."""
        first, last, texts, shift = start, end, [], 0
        before = after = 0
        for each, place in zip(self.replacements, self.places, strict=True):
            if each.end <= start:
                shift = place[1] - each.end
                before = after = shift
            elif each.start < end:
                texts.append(each.text)
                if each.start <= start:
                    first, before = place[0], 0
                last, after = (place[1], 0) if each.end >= end else (end, place[1] - each.end)
            else:
                break
        return (first + before, last + after), texts


def of_gold(gold: Gold, replacements: Sequence[Replacement]) -> Published:
    """What was published of a document whose truth is known."""
    moved = Moved(gold.text, replacements)
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for each in gold.mentions:
        if each.type == "PERSON" and each.cluster and TOGETHER not in each.cluster and each.role in SOUGHT:
            mentions[each.cluster].append(each)
    pseudonyms = []
    for person, named in mentions.items():
        places, texts, left = [], Counter[str](), 0
        for each in named:
            place, found = moved.place(each.start, each.end)
            places.append(place)
            texts.update(found)
            left += not found
        name = max((gold.text[each.start : each.end] for each in named), key=len)
        pseudonym = texts.most_common(1)[0][0] if texts else ""
        pseudonyms.append(Pseudonym(gold.id, pseudonym, tuple(places), person, name, left))
    named_at = (each for each in gold.mentions if each.type == "PERSON")
    names = tuple(moved.place(each.start, each.end)[0] for each in named_at)
    return Published(
        gold.id, moved.text, gold.language, tuple(pseudonyms), gold.case, tuple(moved.places), names
    )


def without_names(gold: Gold) -> tuple[Replacement, ...]:
    """Only names go, as when somebody searches for them and replaces them: everything else stays."""
    numbers: dict[str, int] = {}
    return tuple(
        Replacement(
            each.start,
            each.end,
            f"[{numbers.setdefault(each.cluster, len(numbers) + 1)}]",
            each.cluster,
            "PERSON",
        )
        for each in gold.mentions
        if each.type == "PERSON"
    )


def unchanged(gold: Gold) -> Published:
    return of_gold(gold, ())


def of_text(name: str, text: str, *, language: str, names: Iterable[Place] = ()) -> Published:
    """A file of which nothing else is known: pseudonyms by their shape, and `names`, which may be
    surrogates."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    covered: list[Place] = []
    for found in _shapes().finditer(text):
        if not found[0].startswith("[") or _of_person(found[0]):
            places[found[0]].append(found.span())
        covered.append(found.span())
    taken = {at for start, end in covered for at in range(start, end)}
    for start, end in names:
        if not taken.intersection(range(start, end)):
            places[text[start:end]].append((start, end))
            covered.append((start, end))
    pseudonyms = (Pseudonym(name, each, tuple(found)) for each, found in places.items())
    return Published(name, text, language, tuple(pseudonyms), replaced=tuple(sorted(covered)))


@cache
def _words_of_people() -> frozenset[str]:
    """What labels call people, in every language."""
    keys = {"PERSON", *ROLES} - set(NO_PERSON)
    return frozenset(word.lower() for key in keys for word in _labels(key))


def _labels(key: str) -> Iterator[str]:

    for code in codes():
        word = own(code, "replace").get("words", {}).get(key)
        if word:
            yield word


def _of_person(label: str) -> bool:
    word = label.strip("[] 0123456789")
    return word.lower() in _words_of_people() or (len(word) <= 2 and word.isupper())


@cache
def _shapes() -> re.Pattern[str]:
    """`person A`, `WITNESS_1`, `[person 1]`, `A.________`, `A.`* and other labels of the policies."""
    words = any_of(sorted(_words_of_people()))
    return re.compile(
        rf"\[[^\W\d_][^\[\]\n]{{0,40}}\d\]|\[[A-Z]{{1,2}}\]|\b[A-Z]{{1,2}}\._{{3,}}|\b[A-Z]+_\d+\b"
        rf"|\b(?i:{words}) [A-Z]{{1,2}}\b|\b[A-Z]\*"
    )
