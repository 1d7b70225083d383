"""Where something that had to go still stands in a text: one search for sweeping and for checking.

A form is met whatever its case, accents, line breaks, invisible or joining signs and letters that look the
same; names also before a digit or a capital (`Torvund85`), identifiers with other separators or none.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from ahocorasick_rs import AhoCorasick, Implementation

from lexveil.languages import people
from lexveil.text.fold import DROPPED, KEPT, VIEWED, fold, is_plain, parted, squeeze, whole_word
from lexveil.text.readings import Reading, readings
from lexveil.text.spelling import DIGRAPHS, LOOKALIKE

Value = TypeVar("Value")

KINDS = ("name", "part", "identifier", "detail")
SHORTEST_NUMBER = 6  # letters and digits of an identifier that may stand with other separators
GLUED = 9  # an identifier this long is met right after a word too: "CPR0102034567"
LEAST_GLUED = 5  # letters of a name that is met beside a digit or a capital
LEAST_MIRRORED = 6  # letters of a name that is met written backwards
LEAST_HEXADECIMAL = 8  # letters of one that could be a number in hexadecimal digits

_JOINTS = LOOKALIKE | str.maketrans("-_.+/%", "      ")
_GAP = re.compile(r"(?<=\d)[ ():]{1,3}(?=[^\W_])|(?<=[^\W\d_])[ ():]{1,3}(?=\d)")
_BEYOND = re.compile(r"[^\x00-\x7f]+")
# What `squeeze` takes out, one after the other: three quick passes instead of one slow.
_HYPHEN = re.compile(r"[-\u2010]\r?\n[ \t]*(?=[^\W\d_])")
_BLANK = re.compile(r"\s{2,}")
_DROPPED = re.compile(f"[{DROPPED}]")
_SPACES = LOOKALIKE | str.maketrans("\t\n\v\f\r\x1c\x1d\x1e\x1f-_.+/%\x00`", " " * 15 + "\n'")
_ASCII_SPACES = {code: char for code, char in _SPACES.items() if code < 128}
_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_HEXADECIMAL = re.compile("[a-f]+")
_LETTER_FIRST = re.compile(r"([^\W\d_])([.,;]*\s+)([^\W\d_])")
_LETTER_LAST = re.compile(r"\b([^\W\d_])[^\W\d_]*([.,;]*\s+)([^\W\d_])$")
_WORDS_OF_ONE_LETTER = frozenset("aeiouy")
_CHUNK = re.compile(r"[^\W\d_][^\W\d_A-Z]*$")


@dataclass(frozen=True, slots=True)
class Form:
    """`name`: a full name. `part`: one word of a name, or a name that is one word. `identifier`: a number, an
    address of a person. `detail`: anything else that was replaced, such as a date."""

    text: str = field(repr=False)  # squeezed
    kind: str
    entity: str


class Found(NamedTuple):
    start: int  # in the text as it was given
    end: int
    form: Form


class Search:
    def __init__(self, forms: Iterable[Form]) -> None:
        words: dict[str, Form] = {}
        numbers: dict[str, Form] = {}
        for form in forms:
            word = form.text.translate(_JOINTS).strip()  # `ranta-` is `ranta`
            words.setdefault(word, form)
            if form.kind in ("name", "part") and len(word) >= LEAST_MIRRORED and word.isascii():
                words.setdefault(word[::-1], form)
            if form.kind == "identifier":
                for number in _without_separators(form.text):
                    numbers.setdefault(number, form)
        self._words, self._numbers = Automaton(words), Automaton(numbers)
        self._spelled = any(pair in text for text in words for pair in DIGRAPHS.values())

    def find(self, text: str) -> Iterator[Found]:
        """
        >>> search = Search([Form("ann roe", "name", "e1"), Form("010203-4567", "identifier", "e2")])
        >>> [found[:2] for found in search.find("ANN  RÖE, ann_roe, 010203 4567, Joann Roe")]
        [(0, 8), (10, 17), (19, 30)]
        """
        places = [*self._find_as_it_is(text)]
        for reading in readings(text, spelled=self._spelled):
            for start, end, form in self._find_as_it_is(reading.text, reading):
                places.append(Found(reading.start_of(start), reading.end_of(end - 1), form))
        yield from sorted(dict.fromkeys(places), key=lambda place: place[:2])  # no set: its order varies

    def _find_as_it_is(self, text: str, reading: Reading | None = None) -> Iterator[Found]:
        if not self._may_stand_in(plain(text)):
            return
        squeezed = squeeze(text)
        joined = squeezed.text.translate(_JOINTS)
        for start, end, form in self._find_words(joined):
            place = Found(squeezed.original(start), squeezed.original(end - 1) + 1, form)
            apart = reading is not None and _drawn_apart(reading, place)
            if _is_name(text, place) and (apart or whole_word(joined, start, end) or _edged(text, place)):
                yield place
        for start, end, form in self._find_numbers(joined):
            yield Found(squeezed.original(start), squeezed.original(end - 1) + 1, form)

    def _may_stand_in(self, joined: str) -> bool:
        """Most texts are clean, and that can be told without knowing where each character stood."""
        if next(self._find_words(joined), None):
            return True
        if not self._numbers.words:
            return False
        if not all(map(str.isascii, self._numbers.words)):
            return True
        signs = joined.encode("ascii", "ignore").translate(None, _SIGNS).decode("ascii")
        return next(self._numbers.find(signs), None) is not None

    def _find_words(self, text: str) -> Iterator[tuple[int, int, Form]]:
        """Whole words, and names that may be glued to a digit or to another word."""
        for form, start, end in self._words.find(text):
            if whole_word(text, start, end) or _may_be_glued(form):
                yield start, end, form

    def _find_numbers(self, text: str) -> Iterator[tuple[int, int, Form]]:
        """Identifiers in the text less what separates digits; whether they stand apart, the text tells."""
        if not self._numbers.words:
            return
        closed, original = _without_gaps(text)
        for form, first, after in self._numbers.find(closed):
            start, end = original(first), original(after - 1) + 1
            if _apart(text, start, end, glued=after - first >= GLUED):
                yield start, end, form


class Automaton(Generic[Value]):
    """Finds all of some words in one pass, and says what each stands for."""

    def __init__(self, forms: Mapping[str, Value]) -> None:
        self.words, self._values = list(forms), list(forms.values())
        kind = Implementation.ContiguousNFA  # the quickest takes more than linear time to build
        self._automaton = AhoCorasick(self.words, implementation=kind) if forms else None

    def find(self, text: str) -> Iterator[tuple[Value, int, int]]:
        if self._automaton is not None:
            for at, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
                yield self._values[at], start, end


def _without_gaps(text: str) -> tuple[str, Callable[[int], int]]:
    """The text less what separates digits, and where each character of it stood."""
    parts: list[str] = []
    starts, shifts = [0], [0]
    last = length = 0
    for gap in _GAP.finditer(text):
        parts.append(text[last : gap.start()])
        length += gap.start() - last
        last = gap.end()
        starts.append(length)
        shifts.append(last - length)
    parts.append(text[last:])
    return "".join(parts), lambda offset: offset + shifts[bisect_right(starts, offset) - 1]


def plain(text: str) -> str:
    """The text squeezed, and what joins words made a space: quickly, and without a way back.

    >>> plain("Ann  Smi-\\nth, Jörg_Roe") == squeeze("Ann  Smi-\\nth, Jörg_Roe").text.translate(_JOINTS)
    True
    """
    if is_plain(text):
        return text.lower().translate(_ASCII_SPACES)
    return _plain(text) if len(text) < VIEWED else _kept_plain(text)


def _plain(text: str) -> str:
    cut = _HYPHEN.sub(lambda sign: "" if text[sign.start() - 1 : sign.start()].isalpha() else sign[0], text)
    cut = _BLANK.sub(lambda blank: "\x00" if blank[0].count("\n") > 1 else " ", cut)
    if not cut.isascii():
        cut = _BEYOND.sub(lambda found: fold(parted(found[0])), _DROPPED.sub("", cut))
        return cut.lower().translate(_SPACES)
    return cut.lower().translate(_ASCII_SPACES)


_kept_plain = lru_cache(maxsize=KEPT)(_plain)


def _may_be_glued(form: Form) -> bool:
    if form.kind not in ("name", "part") or len(form.text) < LEAST_GLUED or not form.text.isalpha():
        return False
    return len(form.text) >= LEAST_HEXADECIMAL or not _HEXADECIMAL.fullmatch(form.text)


def _edged(text: str, place: Found) -> bool:
    """Do digits or capitals set the name apart? `Torvund85`, `annaTorvund`; not McTorvund."""
    surface = text[place.start : place.end]
    if not (surface.islower() or surface.isupper() or surface[1:].islower()):
        return False
    before, after = text[max(0, place.start - 1) : place.start], text[place.end : place.end + 1]
    if before.isalpha():
        chunk = _CHUNK.search(text, max(0, place.start - 8), place.start)
        particle = chunk and fold(chunk[0]) in people.particles_of_all()
        if particle or not before.islower() or not surface[0].isupper():
            return False
    return not after.isalpha() or (after.isupper() and surface[-1].islower())


def _drawn_apart(reading: Reading, place: Found) -> bool:
    """Letters one by one: where the word begins or ends, nothing tells."""
    return reading.end_of(place.end - 1) - reading.start_of(place.start) >= 2 * (place.end - place.start) - 1


def _is_name(text: str, place: Found) -> bool:
    """A roe is no A. Roe, and Roe v. Doe no V. Roe: an initial is a capital where the name has one, and both
    are where the letter is a word and a mere space stands between."""
    if place.form.kind != "name":
        return True
    surface = text[place.start : place.end]
    first, last = _LETTER_FIRST.match(surface), _LETTER_LAST.search(surface)
    if last and text[place.end : place.end + 1] in ("'", "\u2019"):  # Roe l'avait dit
        return False
    pairs = [first.group(1, 2, 3)] if first else []
    pairs += [last.group(3, 2, 1)] if last else []
    for initial, gap, letter in pairs:
        bare = gap.isspace() and fold(initial) in _WORDS_OF_ONE_LETTER
        if initial.isupper() != letter.isupper() or (bare and not initial.isupper()):
            return False
    return True


def _without_separators(form: str) -> set[str]:
    """An identifier less its separators: all of them, and only those beside a digit."""
    joined = form.translate(_JOINTS).strip()
    found = {_GAP.sub("", joined), "".join(char for char in joined if char.isalnum())}
    return {bare for bare in found if len(bare) >= SHORTEST_NUMBER and any(map(str.isdigit, bare))}


def _apart(text: str, start: int, end: int, *, glued: bool) -> bool:
    edges = ((text[start - 1 : start], text[start]), (text[end : end + 1], text[end - 1]))
    return all(
        not outside.isalnum() or (glued and outside.isdigit() != inside.isdigit())
        for outside, inside in edges
    )
