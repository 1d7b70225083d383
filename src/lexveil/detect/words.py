"""The capitalised words of a text and what stands between them.

Comes in: the text of a document's view. Goes out: `Word`s in order, each with the gap to the next one; and
how far a person's name reaches from a given word. Every detector of names works on this one list, made once
per text. Nothing here says that something is a name.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from lexveil.jurisdictions.legalforms import is_head, is_legal_form, is_mark
from lexveil.languages.common import is_also_name, is_function, is_plain
from lexveil.languages.titles import COURTESY, PARTICLES, ROLE_AFTER, ROLE_BEFORE, SUFFIXES
from lexveil.text.fold import fold

_LONGEST = 7  # words in a name
_SHOWN = 32  # characters of a gap that are kept: a longer one joins nothing

# Scripts with upper case end below the general punctuation; the rest come in by title only.
_CODES = range(0x41, 0x2000)
UPPER = "".join(chr(c) for c in _CODES if unicodedata.category(chr(c)) in ("Lu", "Lt"))
LETTER = "".join(chr(c) for c in _CODES if unicodedata.category(chr(c))[0] in "LM") + "\u00ad"
_WORD = re.compile(rf"(?<!\w)[{UPPER}][{LETTER}]*+(?:['\u2010\u2011-][{LETTER}]++)*+(?!\w)")
# Small words that are written together with the name: d'Angelo, al-Masri.
_PREFIX = re.compile(r"(?<!\w)(?:d'|l'|dell'|dall'|'t |(?:al|el|ul|ad|an|ar|as|ash|at|az|ibn|bin|abu)-)$")
_SMALL = re.compile(r"(?<![\w.@/'-])[a-z]{2,}+(?![\w@/-]|\.\w)")
_MARKS = dict.fromkeys(range(0x300, 0x370)) | {0xAD: None}  # accents typed apart, soft hyphens

# Abbreviated given names and other words whose full stop does not end a sentence.
_STOPPED = frozenset("st ste mohd md mohammd abd wm chas geo jos thos jr sr".split())
TITLES = frozenset(map(fold, COURTESY)) | frozenset(map(fold, ROLE_BEFORE))
# Letters after a name that are not part of it, as initials would be: Q.C., Ph.D.
_LETTERS = frozenset(ROLE_AFTER) | frozenset("phd lld llm llb mba cbe obe ll mp ma ba".split())
# Titles that many people bear as a name: they end no name.
_ALSO_NAMES = frozenset("king prince duke baron major general justice judge dame count".split())
_NOT_INITIALS = TITLES | frozenset("st no co jr sr vs al cf op md pp eg ie pt ex re tr".split())
_END = TITLES - _ALSO_NAMES


class Word(NamedTuple):
    start: int
    end: int
    text: str
    key: str  # folded, as the word lists have it
    gap: str  # what stands before the next capitalised word, cut short

    @property
    def initial(self) -> bool:
        """`J.`, `Yu.` or a lone `J`."""
        if len(self.text) == 1:
            return True
        stopped = len(self.text) == 2 and self.gap[:1] == "." and not self.text.isupper()
        return stopped and self.key not in _NOT_INITIALS


@lru_cache(maxsize=1)  # the detectors of one document follow one another
def words(text: str) -> Sequence[Word]:
    """Every capitalised word. The possessive is not part of it, nor is a full stop.

    >>> [(word.key, word.gap) for word in words("Mr J. van der Roe's witness")]
    [('mr', ' '), ('j', '. van der '), ('roe', "'s witness")]
    """
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        if text[end - 2 : end] in ("'s", "'S") and end - start > 2:
            end -= 2
        if start and text[start - 1] in "'-":
            prefix = _PREFIX.search(text, max(0, start - 6), start)
            start = prefix.start() if prefix else start
        found.append((start, end))
    follow = [*(start for start, _ in found[1:]), len(text)][: len(found)]
    return tuple(
        Word(start, end, text[start:end], _key(text[start:end]), text[end : min(after, end + _SHOWN)])
        for (start, end), after in zip(found, follow, strict=True)
    )


@lru_cache(maxsize=1)
def small_words(text: str) -> frozenset[str]:
    """Every word that the text also has in small letters: evidence that a capitalised one is no name.

    Words in addresses of the internet do not count.

    >>> "appeal" in small_words("an appeal to j.roe@example.org"), "roe" in small_words("j.roe@example.org")
    (True, False)
    """
    return frozenset(_SMALL.findall(text))


def _key(word: str) -> str:
    return word.lower() if word.isascii() else fold(word).translate(_MARKS)


@lru_cache(maxsize=8192)
def joint(gap: str) -> str:
    """How a gap joins its two words: `space`, `particle`, `.`, `.particle`, a small word or mark, or nothing.

    >>> joint(" "), joint(". "), joint(". van der "), joint(" of the "), joint("\\n")
    ('space', '.', '.particle', 'of the', '')
    """
    if "\n" in gap or len(gap) >= _SHOWN:
        return ""
    core = gap.strip()
    stop, core = (".", core[1:].strip()) if core.startswith(".") else ("", core)
    if not core:
        return stop or ("space" if gap else "")
    if all(part in PARTICLES for part in core.split()) and core not in ("e", "y", "te", "op"):
        return f"{stop}particle"
    return stop + core if len(core) < 12 else ""


def at(listed: Sequence[Word], offset: int) -> int:
    """The index of the first word that starts at or after the offset."""
    return bisect_left(listed, offset, key=lambda word: word.start)


def name_runs(listed: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The stretches of words that could each be one name, in order."""
    first = 0
    while first < len(listed):
        last = name_end(listed, first)
        if last > first:
            yield first, last
        first = max(last, first + 1)


def name_end(listed: Sequence[Word], first: int, *, trusted: bool = False) -> int:
    """The index after the last word of the name that would start at `first`; `first` where none can.

    `trusted`: a title stands before, so the first word may be an ordinary one (Mr Case).
    """
    index = last = first
    while index < len(listed) and index - first < _LONGEST:
        word = listed[index]
        if not may_be_name(word) and not (trusted and _is_trusted(listed, first, index)):
            break
        index = last = index + 1
        if not _goes_on(word):
            break
    return _without_letters(listed, first, last)


def _is_trusted(listed: Sequence[Word], first: int, index: int) -> bool:
    """After a title, and after a title and initials, an ordinary word is the family name: Mr A. J. Case."""
    key = listed[index].key
    return all(word.initial for word in listed[first:index]) and not (is_function(key) or key in _END)


def _without_letters(listed: Sequence[Word], first: int, last: int) -> int:
    """Take Q.C. off the end of `Doe Q.C.`: written with full stops, letters look like initials."""
    if last - first > 1 and listed[last - 1].key in ("senior", "junior") and listed[last - 1].gap == " ":
        last -= 1  # Jane Roe Senior Counsel
    cut = last
    while cut > first and len(listed[cut - 1].text) <= 2 and listed[cut - 1].initial:
        cut -= 1
    letters = "".join(word.key for word in listed[cut:last])
    if listed[last - 1].gap.startswith("./"):  # DOE J./ROE R., authors of one work
        return last
    return cut if cut > first and letters in _LETTERS else last


def may_be_name(word: Word) -> bool:
    """Whether a word can be part of a person's name at all."""
    if word.initial:
        return True
    letters = word.key in _LETTERS and word.text.isupper()
    return not (letters or is_plain(word.key) or word.key in _END)


def _goes_on(word: Word) -> bool:
    link = joint(word.gap)
    if link in ("space", "particle"):
        return True
    if link in (".", ".particle", ".-"):
        return word.initial or word.key in _STOPPED
    return False


def name_span(listed: Sequence[Word], first: int, last: int) -> tuple[int, int]:
    """Start and end of words first..last-1, with the full stop of a final initial or suffix."""
    word = listed[last - 1]
    stop = word.gap[:1] == "." and (word.initial or word.key in SUFFIXES)
    return listed[first].start, word.end + stop


def opens_line(text: str, start: int) -> bool:
    """Whether nothing but white space stands before on the line."""
    before = text[max(0, start - 12) : start].rstrip(" ")
    return not before or before.endswith("\n")


def is_body_word(word: Word) -> bool:
    """A head word or mark of companies, courts and offices, and no person's name."""
    return (is_head(word.key) or is_mark(word.key)) and not is_also_name(word.key)


def is_body(listed: Sequence[Word], last: int) -> bool:
    """Whether the words before `last` go on as the name of a body: Adam Roe University, Roe Ltd."""
    if last == len(listed) or joint(listed[last - 1].gap) not in ("space", "&", ","):
        return False
    if is_legal_form(listed[last].key) and len(listed[last].text) > 1:
        return True
    return listed[last - 1].gap == " " and is_body_word(listed[last])


def is_acronym(word: Word) -> bool:
    return word.text.isupper() and 1 < len(word.text) < 5
