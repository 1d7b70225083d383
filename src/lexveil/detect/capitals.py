"""The capitalised words of a text, made once for all detectors, and how far a person's name reaches."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.jurisdictions.legalforms import is_head, is_legal_form, is_mark
from lexveil.languages import Language, common, each, people
from lexveil.model import Document
from lexveil.names.given import is_given
from lexveil.names.ordinary import is_respelt
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER

_LONGEST = 7  # words in a name
_SHOWN = 32  # characters of a gap that are kept: a longer one joins nothing

# Scripts with upper case end below the general punctuation; the rest come in by title only.
_CODES = range(0x41, 0x2000)
LETTER = "".join(chr(c) for c in _CODES if unicodedata.category(chr(c))[0] in "LM") + "\u00ad"
_WORD = re.compile(
    rf"(?<!\w)(?![{UPPER}]/[^\W\d_])[{UPPER}](?:h?:s?son|[{LETTER}]*+)"  # G:son
    rf"(?:['\u2010\u2011·-][{LETTER}]++)*+(?!\w)"
)
_SMALL = re.compile(r"(?<![\w.@/'-])[a-z]{2,}+(?![\w@/-]|\.\w)")
_MARKS = dict.fromkeys(range(0x300, 0x370)) | {0xAD: None}  # accents typed apart, soft hyphens


class NameWords:
    """What a language says of the words in and around a name, folded as `Word.key` is."""

    def __init__(self, language: Language) -> None:
        names = language.people["names"]
        self.titles = frozenset(map(fold, people.titles(language)))
        self.particles = people.particles(language)
        self.suffixes = people.suffixes(language)
        # Abbreviated given names and other words whose full stop does not end a sentence.
        self.stopped = frozenset(names["stopped"])
        # Letters after a name that are not part of it, as initials would be: Q.C., Ph.D.
        self.letters = frozenset(people.role_after(language)) | frozenset(names["degrees"])
        self.not_initials = self.titles | frozenset(names["not_initials"])
        # Titles that many people bear as a name end no name.
        self.end = self.titles - frozenset(names["also_names"])
        self.no_particles = frozenset(names["no_particles"])
        self.before_office = frozenset(names["before_office"])
        self.between_families = frozenset(names.get("between_families", ()))  # Mas i Casals, Ortega y Gasset
        # Small words that are written together with the name: d'Angelo, al-Masri.
        self.prefix = re.compile(rf"(?<!\w)(?:{'|'.join(names['prefixes'])})$")


name_words = cache(NameWords)


class Word(NamedTuple):
    start: int
    end: int
    text: str
    key: str  # folded, as the word lists have it
    gap: str  # what stands before the next capitalised word, cut short
    language: Language

    @property
    def initial(self) -> bool:
        """`J.`, `Yu.` or a lone `J`."""
        if len(self.text) == 1:
            return True
        stopped = len(self.text) == 2 and self.gap[:1] == "." and not self.text.isupper()
        return stopped and self.key not in name_words(self.language).not_initials

    @property
    def link(self) -> str:
        """How it is joined to the next word, see `joint`."""
        return joint(self.gap, self.language)

    @property
    def respelt(self) -> bool:
        """`Lê` in French, whose `le` is a word."""
        return common.is_function(self.key, self.language) and is_respelt(self.text, self.language)

    @property
    def common(self) -> bool:
        return common.is_common(self.key, self.language) and not self.respelt

    @property
    def also_name(self) -> bool:
        return common.is_also_name(self.key, self.language)

    @property
    def plain(self) -> bool:
        return common.is_plain(self.key, self.language) and not self.respelt

    @property
    def function(self) -> bool:
        return common.is_function(self.key, self.language) and not self.respelt

    @property
    def demonym(self) -> bool:
        return common.is_demonym(self.key, self.language)

    @property
    def title(self) -> bool:
        return self.key in name_words(self.language).titles


Words = Sequence[Word]


class Stretch(NamedTuple):
    """A part of a text in one language, with its capitalised words."""

    start: int
    end: int
    language: Language
    words: Words


def stretches(document: Document) -> Iterator[Stretch]:
    """
    >>> (only,) = stretches(Document("d", "Mr J. van der Roe's witness"))
    >>> [(word.key, word.gap) for word in only.words]
    [('mr', ' '), ('j', '. van der '), ('roe', "'s witness")]
    """
    languages = tuple(each(document))
    listed = _words(document.text, languages)
    if len(languages) == 1:
        yield Stretch(*languages[0], listed)
        return
    for start, end, language in languages:
        inside = listed[at(listed, start) : at(listed, end)]
        yield Stretch(start, end, language, inside)


def words(document: Document) -> Words:
    """Every capitalised word of a document. The possessive is not part of it, nor is a full stop."""
    return _words(document.text, tuple(each(document)))


@lru_cache(maxsize=1)  # the detectors of one document follow one another
def _words(text: str, languages: Sequence[tuple[int, int, Language]]) -> Words:
    found = [word for start, end, language in languages for word in _bounds(text, start, end, language)]
    follow = [*(start for start, _, _ in found[1:]), len(text)][: len(found)]
    return tuple(
        Word(
            start, end, text[start:end], _key(text[start:end]), text[end : min(after, end + _SHOWN)], language
        )
        for (start, end, language), after in zip(found, follow, strict=True)
    )


def _bounds(text: str, first: int, last: int, language: Language) -> Iterator[tuple[int, int, Language]]:
    prefixes = name_words(language).prefix
    for match in _WORD.finditer(text, first, last):
        start, end = match.span()
        if text[end - 2 : end] in ("'s", "'S") and end - start > 2:
            end -= 2
        if start and text[start - 1] in "'-":
            prefix = prefixes.search(text, max(first, start - 6), start)
            start = prefix.start() if prefix else start
        yield start, end, language


@lru_cache(maxsize=1)
def small_words(text: str) -> frozenset[str]:
    """Words that the text also has in small letters, not in addresses: a capitalised one is then no name."""
    return frozenset(_SMALL.findall(text))


def _key(word: str) -> str:
    return word.lower() if word.isascii() else fold(word).translate(_MARKS)


@lru_cache(maxsize=8192)
def joint(gap: str, language: Language) -> str:
    """How a gap joins its two words; "" if it does not.

    >>> from lexveil.languages import load
    >>> [joint(gap, load("en")) for gap in (" ", ". ", ". van der ", " of the ", "\\n")]
    ['space', '.', '.particle', 'of the', '']
    """
    if "\n" in gap or "   " in gap or len(gap) >= _SHOWN:  # the next column
        return ""
    core = gap.strip()
    stop, core = (".", core[1:].lstrip("ªº").strip()) if core.startswith(".") else ("", core)  # D.ª Ana
    if not core:
        return stop or ("space" if gap else "")
    known = name_words(language)
    if all(part in known.particles for part in core.split()) and core not in known.no_particles:
        return f"{stop}particle"
    return stop + core if len(core) < 12 else ""


def at(listed: Words, offset: int) -> int:
    """The index of the first word that starts at or after the offset."""
    return bisect_left(listed, offset, key=lambda word: word.start)


def name_runs(listed: Words) -> Iterator[tuple[int, int]]:
    first = 0
    while first < len(listed):
        last = name_end(listed, first)
        if last > first:
            yield first, last
        first = max(last, first + 1)


def name_end(listed: Words, first: int, *, trusted: bool = False) -> int:
    """The index after the name's last word. `trusted`: after a title the first word may be ordinary."""
    index = last = first
    while index < len(listed) and index - first < _LONGEST:
        word = listed[index]
        if index > first and _is_shouted_particle(listed, first, index):
            index += 1
            continue
        if not may_be_name(word) and not (trusted and _is_trusted(listed, first, index)):
            break
        if index == first and len(word.text) == 1 and word.title:  # D. Juan
            break
        index = last = index + 1
        if not _goes_on(word) and not _joins_families(listed, first, index):
            break
    return _without_letters(listed, first, last)


def _is_shouted_particle(listed: Words, first: int, index: int) -> bool:
    """DE and Y in a name all in capitals: MARÍA DE LA CRUZ, JUAN ROE Y DOE."""
    word, known = listed[index], name_words(listed[index].language)
    before = listed[index - 1]
    shouted = word.text.isupper() and len(before.text) > 1
    shouted = shouted and (before.text.isupper() or all(map(is_given, before.key.split("-"))))  # Ann DE ROE
    if not shouted or word.key not in known.particles or word.link != "space" or index + 1 == len(listed):
        return False
    if word.key in known.between_families:
        return _is_second_family(listed, first, index, index + 1)
    following = listed[index + 1]
    return following.text.isupper() and (not following.function or following.key in known.particles)


def _joins_families(listed: Words, first: int, index: int) -> bool:
    """Whether the next word is the second family name of one person: Joan Mas i Casals."""
    between = name_words(listed[index - 1].language).between_families
    return listed[index - 1].link in between and _is_second_family(listed, first, index, index)


def _is_second_family(listed: Words, first: int, last: int, after: int) -> bool:
    """After a given and a family name, `y` or `i` and a word that begins no other name."""
    if last - first < 2 or after == len(listed):
        return False
    following = listed[after]
    return not (following.plain or following.initial or is_given(following.key) or is_head(following.key))


def _is_trusted(listed: Words, first: int, index: int) -> bool:
    """After a title, and after a title and initials, an ordinary word is the family name: Mr A. J. Case."""
    word = listed[index]
    ends = word.function or word.key in name_words(word.language).end
    if ends and index == first and is_family_of(listed, index):
        return True
    return not ends and all(word.initial for word in listed[first:index])


def is_family_of(listed: Words, index: int) -> bool:
    """A word for an office in capitals that is somebody's family name: avv. JUDGES ANN MARY."""
    word, following = listed[index], listed[index + 1 : index + 2]
    named = bool(following) and word.link == "space" and is_given(following[0].key)
    return named and not word.function and word.text.isupper() and following[0].text.isupper()


def _without_letters(listed: Words, first: int, last: int) -> int:
    """Take Q.C. off the end of `Doe Q.C.`: written with full stops, letters look like initials."""
    known = name_words(listed[last - 1].language)
    if last - first > 1 and listed[last - 1].key in known.before_office and listed[last - 1].gap == " ":
        last -= 1  # Jane Roe Senior Counsel
    cut = last
    while cut > first and len(listed[cut - 1].text) <= 2 and listed[cut - 1].initial:
        cut -= 1
    if _is_pronoun(listed[last - 1]) and last - first > 1:  # the evidence of Mr Roe I prefer
        return last - 1
    letters = "".join(word.key for word in listed[cut:last])
    if listed[last - 1].gap.startswith("./"):  # DOE J./ROE R., authors of one work
        return last
    return cut if cut > first and letters in known.letters else last


def _is_pronoun(word: Word) -> bool:
    pronoun = word.language.labels["initials"]["pronoun"]
    return word.key == pronoun and len(word.text) == 1 and word.gap[:1] == " " and word.gap[1:2].islower()


def may_be_name(word: Word) -> bool:
    """Whether a word can be part of a person's name at all."""
    if word.initial:
        return True
    known = name_words(word.language)
    letters = word.key in known.letters and word.text.isupper()
    return not (letters or word.plain or word.key in known.end)


def _goes_on(word: Word) -> bool:
    link = word.link
    if link in ("space", "particle"):
        return True
    if link in (".", ".particle", ".-"):
        return word.initial or word.key in name_words(word.language).stopped
    return False


def name_span(listed: Words, first: int, last: int) -> tuple[int, int]:
    """Start and end of words first..last-1, with the full stop of a final initial or suffix."""
    word = listed[last - 1]
    stop = word.gap[:1] == "." and (word.initial or word.key in name_words(word.language).suffixes)
    return listed[first].start, word.end + stop


def opens_line(text: str, start: int) -> bool:
    """Whether nothing but white space stands before on the line."""
    before = text[max(0, start - 12) : start].rstrip(" ")
    return not before or before.endswith("\n")


def is_body_word(word: Word) -> bool:
    """A head word or mark of companies, courts and offices, and no person's name."""
    return (is_head(word.key) or is_mark(word.key)) and not word.also_name


def is_body(listed: Words, last: int) -> bool:
    """Whether the words before `last` go on as the name of a body: Adam Roe University, Roe Ltd."""
    if last == len(listed) or listed[last - 1].link not in ("space", "&", ","):
        return False
    if is_legal_form(listed[last].key) and len(listed[last].text) > 1:
        return True
    return listed[last - 1].gap == " " and is_body_word(listed[last])


def is_acronym(word: Word) -> bool:
    return word.text.isupper() and 1 < len(word.text) < 5
