"""Names hidden in plain sight: a mention that nobody found looks like all the surrogates around it.

One person gets many surrogates, and one surrogate may stand for several, so that frequency does not give a
missed name away: the Markov replacement of Simancek and Vydiswaran 2024 ("Handling Name Errors of a BERT-
Based De-Identification System", CALD-pseudo, section 3.2), after Osborne et al. 2022. For k name words k
surrogates are drawn: with probability REUSE the one before once more, at most MOST times, else a new one;
then they go to the k places in random order. Nothing is the same in another document. Who is who can no
longer be read from the result: that is the price, and why it is an option.
"""

import hashlib
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain as joined
from itertools import count
from typing import TypeVar

from lexveil.languages import load
from lexveil.languages.people import particles
from lexveil.model import Document, Entity
from lexveil.replace.keyed_random import below, candidates, draw
from lexveil.replace.surrogates import name_lists
from lexveil.replace.surrogates.gender import gender
from lexveil.replace.surrogates.name_lists import coined
from lexveil.replace.surrogates.name_parts import CONTENT, Part, fit, parts
from lexveil.text.fold import fold

REUSE = 0.5  # how likely the surrogate before is used again
MOST = 4  # uses of one surrogate in a document: how often a name mostly stands in one (section 3.2)
SINGLE = 2000  # coined words before they are joined in twos

Item = TypeVar("Item", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Kind:
    """Words that are drawn from one list."""

    part: str  # given, family
    gender: str  # m, f, or nothing; of a family name only where it tells
    origin: str
    script: str


def markov(
    key: bytes, length: int, fresh: Iterator[Item], *purpose: str, reuse: float = REUSE, most: int = MOST
) -> list[Item]:
    """So many surrogates, each equal to the one before or new. `fresh` never ends and never repeats.

    >>> found = markov(b"k" * 32, 1000, count(), "doctest")
    >>> max(map(found.count, found)), found == sorted(found), len(set(found)) > 400
    (4, True, True)
    """
    found: list[Item] = []
    uses = 0
    for at in range(length):
        again = found and uses < most and draw(key, *purpose, "again", str(at)) < reuse * 2**256
        found.append(found[-1] if again else next(fresh))
        uses = uses + 1 if again else 1
    return found


def shuffled(key: bytes, items: Sequence[Item], *purpose: str) -> list[Item]:
    found = list(items)
    for at in range(len(found) - 1, 0, -1):
        other = below(key, at + 1, *purpose, "place", str(at))
        found[at], found[other] = found[other], found[at]
    return found


def apply(
    document: Document,
    entities: Iterable[Entity],
    *,
    language: str,
    key: bytes,
    avoid: Set[str] = frozenset(),
) -> dict[int, str]:
    """Start offset of a mention → its replacement, for every mention of the people given.

    `avoid` are folded words that no surrogate may be; the words of these people's names are never used.
    """
    people = [entity for entity in entities if entity.category == "PERSON"]
    starts = ((span.start, span.end) for entity in people for span in entity.spans)
    read = {start: parts(document.text[start:end], language=language) for start, end in starts}
    spoken = {part.key for listed in read.values() for part in listed if part.kind}
    salt = hashlib.sha256(document.text.encode("utf8", "surrogatepass")).hexdigest()
    words = _Words(key, salt, avoid | spoken)
    kinds = _kinds(document, people, read, language)
    wanted = [
        (start, at, kinds[start, part.kind])
        for start, listed in sorted(read.items())
        for at, part in enumerate(listed)
        if part.kind in ("given", "family")
    ]
    drawn = words.places(wanted)

    def write(start: int, at: int, part: Part) -> str:
        if (start, at) in drawn:
            return fit(drawn[start, at], part.text)
        if part.kind not in ("initial", "patronymic"):
            return part.text
        letter = words.letter(kinds[start, "given"], part, f"{start}:{at}")
        # A father's name cannot be drawn apart from its bearer's.
        return letter + "." if part.kind == "patronymic" else letter

    return {
        start: "".join(write(start, at, part) for at, part in enumerate(listed))
        for start, listed in read.items()
    }


def _kinds(
    document: Document, people: Sequence[Entity], read: dict[int, tuple[Part, ...]], language: str
) -> dict[tuple[int, str], Kind]:
    """From which list each mention's given and family names come: those of the person's origin and gender."""
    starts = sorted(read)
    found: dict[tuple[int, str], Kind] = {}
    for entity in people:
        every = list(joined.from_iterable(read[span.start] for span in entity.spans))
        names = [part for part in every if part.kind in CONTENT]
        script = name_lists.script("".join(part.text for part in names)) if names else "LATIN"
        first = sorted({part.key for part in names if part.kind == "given"})
        last = sorted({half for part in names if part.kind == "family" for half in part.key.split("-")})
        small = sorted({part.key for part in every if part.key in particles(load(language))})
        origin = name_lists.origin(last, first, small, language=language, script=script)
        told = gender(document.text, entity.spans, first, starts, language=language, origin=origin)
        gendered = bool(name_lists.names(origin, script).family_female)  # Novák, Nováková
        for span in entity.spans:
            found[span.start, "given"] = Kind("given", told, origin, script)
            found[span.start, "family"] = Kind("family", told if gendered else "", origin, script)
    return found


class _Words:
    """Draws of one document. State: which words it has used, so that no two lists give the same one."""

    def __init__(self, key: bytes, salt: str, avoid: Set[str]) -> None:
        self.key, self.salt = key, salt
        self.used = set(avoid)

    def places(self, wanted: Sequence[tuple[int, int, Kind]]) -> dict[tuple[int, int], str]:
        """A surrogate for each place: a chain for each kind, and then at random over its places."""
        by_kind: defaultdict[Kind, list[tuple[int, int]]] = defaultdict(list)
        for start, at, kind in wanted:
            by_kind[kind].append((start, at))
        found: dict[tuple[int, int], str] = {}
        for kind, where in by_kind.items():
            purpose = ("hips", self.salt, kind.part, kind.gender, kind.origin, kind.script)
            names = markov(self.key, len(where), self.fresh(kind, purpose), *purpose)
            found.update(zip(where, shuffled(self.key, names, *purpose), strict=True))
        return found

    def fresh(self, kind: Kind, purpose: tuple[str, ...]) -> Iterator[str]:
        """Names of the kind in a drawn order, then coined ones; never one that the document has seen."""
        more = (self._coined(kind.origin[:2], turn, purpose) for turn in count())
        for name in joined(candidates(self.key, pool(kind), *purpose), more):
            if fold(name) not in self.used:
                self.used.add(fold(name))
                yield name

    def _coined(self, language: str, turn: int, purpose: tuple[str, ...]) -> str:
        """A word, then two joined by a hyphen: there are more of those than any document has names."""
        number = draw(self.key, *purpose, "coined", str(turn))
        first = coined(number, language=language, long=True)
        return f"{first}-{coined(number >> 128, language=language, long=True)}" if turn > SINGLE else first

    def letter(self, kind: Kind, part: Part, place: str) -> str:
        """The first letter of a name of the kind, another than the real one."""
        names = candidates(self.key, pool(kind), "hips", self.salt, "letter", place)
        return next((name[0].upper() for name in names if fold(name)[0] != part.key[0]), "X")


def pool(kind: Kind) -> Sequence[str]:
    """The list that a kind is drawn from."""
    listed = name_lists.names(kind.origin, kind.script)
    if kind.part == "family":
        return {"m": listed.family_male, "f": listed.family_female}.get(kind.gender) or listed.family
    either = name_lists.neutral(kind.origin[:2]) if kind.script == "LATIN" else listed.any
    return {"m": listed.male, "f": listed.female}.get(kind.gender) or either
