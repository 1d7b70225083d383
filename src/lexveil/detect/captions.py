"""People whom only their place on the first page shows: `MARCUS P. ROE, JR.,` left of a column of `)`.

PERSON spans; the source ends in the role of the place (`captions:party`).
"""

import re
from collections.abc import Iterator

from lexveil.detect.capitals import Words, at, name_end, name_span, name_words, stretches
from lexveil.detect.titles import looks_like_person
from lexveil.languages import Language
from lexveil.model import Document, Span
from lexveil.names.captions import Place, page, places
from lexveil.names.given import is_given

SURE, LIKELY = 0.8, 0.7
GIVEN = 2  # so many given names make a name of "Peter Robert House"

_INITIALS = re.compile(r"[^\W\d_a-z]{1,4}\d?(?:\.?[^\W\d_a-z]\.)*")
_PIECE = re.compile(r"[^,;&\n)]+")


def find(document: Document) -> Iterator[Span]:
    for stretch in stretches(document):
        if stretch.start == 0:
            for place in places(document.text[: stretch.end], stretch.language):
                if place.role in ("PARTY", "LAWYER"):
                    yield from _people(document.text, stretch.words, place)
                    yield from _by_initials(document.text, place, stretch.language)


def _people(text: str, listed: Words, place: Place) -> Iterator[Span]:
    """The names in a place: at its start, and after what joins names; a firm's address names nobody."""
    index, last = at(listed, place.start), at(listed, place.end)
    joined = index < last and not any(map(str.isdecimal, text[place.start : listed[index].start]))
    while index < last:
        end = min(name_end(listed, index), last)
        if end > index and (joined or place.role == "PARTY") and _is_person(listed, index, end, place):
            end = _with_suffix(listed, end, last)
            yield Span(*name_span(listed, index, end), "PERSON", LIKELY, (f"captions:{place.role.lower()}",))
        joined = end == index or listed[end - 1].gap.strip(" .,") not in ("", "-")
        index = max(end, index + 1)


def _is_person(listed: Words, first: int, end: int, place: Place) -> bool:
    """A single word counts where it is all that the place says."""
    words = listed[first:end]
    alone = end - first == 1
    if alone and (len(words[0].text) < 3 or not _is_whole(listed, first, place)):
        return False
    given = sum(is_given(word.key) for word in words[:-1])
    return looks_like_person(listed, first, end) or given >= GIVEN


def _is_whole(listed: Words, index: int, place: Place) -> bool:
    before = index == 0 or listed[index - 1].end <= place.start or listed[index - 1].title
    after = index + 1 == len(listed) or listed[index + 1].start >= place.end
    return before and (after or place.role == "LAWYER")


def _with_suffix(listed: Words, end: int, last: int) -> int:
    """ROE, JR."""
    suffix = end < last and listed[end - 1].gap == ", " and listed[end].key
    return end + 1 if suffix and suffix in name_words(listed[end].language).suffixes else end


def _by_initials(text: str, place: Place, language: Language) -> Iterator[Span]:
    """JH, M, F1: a party whom the court does not name."""
    never = page(language).crown | name_words(language).suffixes | name_words(language).titles
    if place.role != "PARTY":
        return
    for piece in _PIECE.finditer(text, place.start, place.end):
        for part in re.finditer(r"\S+", piece[0]) if len(piece[0].split()) <= 3 else ():
            if (
                _INITIALS.fullmatch(part[0])
                and never.isdisjoint((part[0], part[0].strip(".").lower()))
                and not _neighbours(piece[0], part)
            ):
                start = piece.start() + part.start()
                yield Span(start, start + len(part[0]), "PERSON", SURE, ("captions:initials",))


def _neighbours(piece: str, part: re.Match[str]) -> bool:
    """Whether other words stand there that are no initials: A MOTHER, JSC BANK."""
    others = (piece[: part.start()] + piece[part.end() :]).split()
    return any(not other.islower() and not _INITIALS.fullmatch(other) for other in others)
