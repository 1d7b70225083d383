"""Does a written document still show what was replaced?

Comes in: the written document, read again from its bytes, and the forms that had to go. Goes out: the offsets
of what is left, without its text. Every part that has text is searched, whatever its case, accents, line
breaks and invisible characters.
"""

import re
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick

from lexveil.lexicon.fold import fold, squeeze, whole_word
from lexveil.model import Document

_WORD = re.compile(r"[^\W\d_]{4,}")  # shorter words occur by chance


def leaks(written: Document, forms: Iterable[str]) -> tuple[int, ...]:
    """Offsets in `written.text` where one of the squeezed `forms` still stands."""
    listed = sorted(forms)
    if not listed:
        return ()
    squeezed = squeeze(written.text)
    found = AhoCorasick(listed).find_matches_as_indexes(squeezed.text, overlapping=True)
    return tuple(squeezed.original(start) for _, start, end in found if whole_word(squeezed.text, start, end))


def spells(name: str, forms: Iterable[str]) -> bool:
    """Does a name, of a file for example, hold a word of one of the forms?

    >>> spells("2020-statement_torvund.html", ["Ann Torvund"]), spells("award.html", ["Ann Torvund"])
    (True, False)
    """
    words = set(_WORD.findall(fold(name)))
    return any(not words.isdisjoint(_WORD.findall(fold(form))) for form in forms)
