"""Surrogates of places: another place of the same kind and size, in the same country; or only its kind.

Of an address it is another street and number, in the town that stands for its town. A state becomes one of
its neighbours, and then its towns are replaced by towns of that neighbour. An unknown place gets a coined
name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count

from lexveil.languages import all_words
from lexveil.languages.common import is_common
from lexveil.model import Document, Entity
from lexveil.names.places import reach
from lexveil.replace.keyed_random import candidates
from lexveil.replace.styles import bracketed, own_words
from lexveil.replace.surrogates import nearby
from lexveil.replace.surrogates.assignments import TRIES, Assignments, Surrogate, surfaces
from lexveil.replace.surrogates.identifiers import scrambled
from lexveil.replace.surrogates.name_parts import fit, flat
from lexveil.text.fold import fold

_WORD = re.compile(r"(?<![^\W_])[^\W\d_]+(?:['’-][^\W\d_]+)*(?![^\W_])")
_OWNED = re.compile(r"['’]s?$")
_NUMBER = re.compile(r"(?<![^\W_])(?=[^\W_]*\d)[^\W_]+(?![^\W_])")

_POSTCODE = re.compile(r"(?<![\w-])(\d{3} \d{2}|\d{4,5})[ \u00a0]+\Z")


@cache
def _generic() -> frozenset[str]:
    """Words of addresses and of geography that name no place."""
    return frozenset(all_words("replace", "addresses", "generic"))


@cache
def _streets() -> re.Pattern[str]:
    return re.compile(rf"(.{{2,}})({'|'.join(all_words('replace', 'addresses', 'endings'))})", re.IGNORECASE)


def is_known(word: str) -> bool:
    return nearby.place(word) is not None


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    for entity in entities:
        listed = sorted(surfaces(document, entity), key=lambda surface: (-len(surface), surface))
        yield _cast(assigned, listed, known.get(entity.id, ""))


def states(document: Document, entities: Iterable[Entity], assigned: Assignments) -> None:
    """The states that are replaced themselves, before all else: their towns go with them."""
    places = (entity for entity in entities if entity.category == "LOC" and entity.id not in assigned.general)
    for span in (span for entity in places for span in entity.spans):
        found = nearby.place(_bare(document.text[span.start : span.end]))
        if found and found.kind == "country" and found.country not in assigned.countries:
            _state(assigned, found.country)


def _state(assigned: Assignments, code: str, turn: str = "") -> str:
    """The state for a state; on a later turn yet another."""
    slot = code + turn
    if slot not in assigned.countries:
        near = nearby.neighbours(code)
        listed = [*candidates(assigned.key, near, "state", slot), *nearby.around(code)]
        taken = set(assigned.countries.values())
        free = (other for other in listed if other != code and other not in taken)
        names = ((other, fold(nearby.states()[other].name).split()) for other in free)
        assigned.countries[slot] = next(other for other, name in names if assigned.avoid.isdisjoint(name))
    return assigned.countries[slot]


def _cast(assigned: Assignments, surfaces: Sequence[str], old: str) -> Surrogate:
    for turn in count():
        written = {surface: _write(assigned, surface, str(turn or "")) for surface in surfaces}
        if old:
            written[surfaces[0]] = old
        if turn > TRIES:  # no word of it can be replaced, so all of it is
            written = {surface: assigned.coin("place", fold(surface)) for surface in surfaces}
        full = written[surfaces[0]]
        if old or assigned.claim(full, place=_bare(surfaces[0])):
            return full, written
    raise AssertionError  # counting never ends


def _bare(surface: str) -> str:
    return fold(_OWNED.sub("", flat(surface))).rstrip(".")


def _write(assigned: Assignments, surface: str, turn: str) -> str:
    """One surface, from the longest known place in it outwards."""
    text = flat(surface)
    numbers = _NUMBER.sub(lambda found: scrambled(assigned, found[0], "address", text, turn), text)
    words = list(_WORD.finditer(numbers))
    found: list[str] = []
    at = last = 0
    while at < len(words):
        size = _known_size(words, at)
        end = words[at + size - 1].end() if size else words[at].end()
        real = numbers[words[at].start() : end]
        if size or not _stays(assigned, real):
            owned = _OWNED.search(real)
            plain = real[: owned.start()] if owned else real
            new = word(assigned, fold(plain), turn=turn, street=plain)
            before = _with_postcode(numbers[last : words[at].start()], fold(new))
            found += (before, fit(new, plain), real[len(plain) :])
            last = end
        at += size or 1
    return "".join([*found, numbers[last:]])


def _with_postcode(before: str, town: str) -> str:
    """What stands before a town, with the postcode of that town where there was one as long."""
    code, written = nearby.postcode(town), _POSTCODE.search(before)
    if not code or not written or len(code.replace(" ", "")) != len(written[1].replace(" ", "")):
        return before
    return before[: written.start(1)] + code + before[written.end(1) :]


def _stays(assigned: Assignments, real: str) -> bool:
    key = fold(real)
    return len(key) == 1 or key in _generic() or (is_common(key, assigned.spoken) and real[0].islower())


def _known_size(words: Sequence[re.Match[str]], at: int) -> int:
    """How many words from here are the longest known place."""
    most = min(reach(fold(words[at][0])) + 1, len(words) - at, 5)
    text = words[at].string
    for size in range(max(most, 1), 0, -1):
        name = fold(_OWNED.sub("", text[words[at].start() : words[at + size - 1].end()]))
        if is_known(name):
            return size
    return 0


def word(assigned: Assignments, key: str, *, turn: str = "", street: str = "") -> str:
    """The surrogate of a place's folded name, or of a word of an address: the same wherever it stands."""
    slot = ("place", key + turn)
    if slot not in assigned.words:
        assigned.words[slot] = _drawn(assigned, key, turn, street)
        assigned.used.add(fold(assigned.words[slot]))
    return assigned.words[slot]


def _drawn(assigned: Assignments, key: str, turn: str, street: str) -> str:
    found = nearby.place(key)
    if found and found.kind == "country":
        code = _state(assigned, found.country, turn) if found.country in nearby.states() else ""
        return nearby.states()[code].name if code else assigned.coin("place", key)
    near = nearby.near(key) if not found or found.country not in assigned.countries else ()
    drawn = candidates(assigned.key, near, "place", key, turn, most=TRIES)
    if new := assigned.first(drawn, lambda name: _apart(assigned, name)):
        return new
    if found and found.country != "XX":
        country = assigned.countries.get(found.country, found.country)
        for kind in (found.kind, "city", "town"):
            pool = nearby.like(country, kind)
            drawn = candidates(assigned.key, pool, "place", key, turn, most=TRIES)
            if new := assigned.first(drawn, lambda name: _apart(assigned, name)):
                return new
    if ending := _streets().fullmatch(street):
        return assigned.core(fold(ending[1])) + ending[2].lower()
    return assigned.coin("place", turn, key) if turn else assigned.core(key)


def _apart(assigned: Assignments, name: str) -> bool:
    return assigned.avoid.isdisjoint(fold(name).replace("-", " ").split())


def generalized(assigned: Assignments, surface: str) -> str:
    """Its kind, and where the language has words for it the country, unless that is replaced too.

    >>> generalized(Assignments(b"k" * 32, "en", frozenset(), True), "Coimbra")
    'a town in Portugal'
    """
    place = nearby.place(_bare(surface))
    words = assigned.spoken.replace["general"]
    kind = str(words.get(place.kind if place else "", words["place"]))
    state = nearby.states().get(place.country) if place and place.kind != "country" else None
    own = own_words(assigned.language, "general")
    if "in" in own and state and state.code not in assigned.countries:
        phrase = own["in_the" if state.code in own["with_article"] else "in"]
        return str(phrase.format(place=kind, state=state.name))
    return kind


def demonym(assigned: Assignments, surface: str) -> str:
    """`Danish` as the people of the state that stands for Denmark; kinship less exactly; else a word."""
    key = fold(surface)
    code = nearby.adjectives().get(key)
    if code is not None:
        return fit(nearby.states()[_state(assigned, code)].adjective, surface)
    relative = own_words(assigned.language, "general").get("relative", "")
    kin = assigned.spoken.people["kinship"]["relatives"]
    return relative if relative and key in kin else bracketed("detail", assigned.language)
