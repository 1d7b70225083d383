"""What is left in the text of what had to go, such as a foundation called after a witness: it goes too.

A replacement that a hidden form reaches beyond becomes wider: an initial before a name, half a word that a
detector cut.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from lexveil.languages import Language, load
from lexveil.model import Document, Replacement
from lexveil.names.ordinary import is_ordinary, is_small_word, knows_words
from lexveil.replace.hidden import MIN_PART
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER
from lexveil.text.readings import APART
from lexveil.text.search import Form, Found, Search
from lexveil.text.spelling import LOOKALIKE

LEAST_RUN = 7  # characters of letters that stand one by one: four letters and what is between them
LONGEST = 40  # characters of the rest of a word
WITHIN = frozenset("*/|+_=~^#$%&")  # signs that a name is masked or parted by
LONGEST_SYLLABLE = 5  # letters of the second half of a given name: Ji-woo, Seung-hyun

_LETTERS = re.compile("[A-Za-zÀ-ɏͰ-ԯḀ-ỿ]+")  # of scripts that part words
_LETTERS_BEFORE = re.compile(
    r"[A-Za-zÀ-ɏͰ-ԯḀ-ỿ]+\Z"
)  # not `$`: `and` at the end of the line before is another word
_JOINED_AFTER = re.compile(r"[-\u2010\u2011\u00ad](?:\r?\n[ \t]*)?([^\W\d_]{2,})(?!\w)")
_JOINED_BEFORE = re.compile(r"(?<!\w)([^\W\d_]{2,})[-\u2010\u2011]\Z")
_ARTICLE = re.compile(rf"\W+[{LOWER}]")  # `Roe, a baker` is no `Roe, A.`
_AND = re.compile(rf",?\s+[{LOWER}]{{2,}}\s+")  # `F.J. and N.N.`, two people whom a detector took for one


def word_boundaries(document: Document) -> list[int]:
    """Where markup alone parts two words: `<em>Roe</em>said` shows Roesaid, and the name is there.

    Where it parts letters rather than words (each glyph in a piece of its own) is no boundary.
    """
    text = document.text
    inside = [
        piece.start
        for piece in document.pieces
        if 0 < piece.start < piece.end and text[piece.start - 1].isalnum() and text[piece.start].isalnum()
    ]
    around = zip([-MIN_PART, *inside], inside, [*inside[1:], len(text) + MIN_PART], strict=False)
    return [at for before, at, after in around if min(at - before, after - at) >= MIN_PART]


def replace_leftovers(
    text: str,
    hidden: Sequence[Form],
    names: Mapping[str, str],
    replaced: Sequence[Replacement],
    *,
    boundaries: Sequence[int] = (),
) -> tuple[list[Replacement], list[Replacement]]:
    """The replacements so far, wider where a form reaches beyond one, and new ones for what else is left."""
    if not hidden:
        return list(replaced), []
    search = Search(hidden)
    places = [*search.find(text), *_at_boundaries(search, text, boundaries)]
    bounds = [[each.start, each.end] for each in replaced]
    found: list[Replacement] = []
    for start, end, form in sorted(places, key=lambda each: (each[0], -each[1])):
        start = max(start, found[-1].end) if found else start
        after = bisect_left(bounds, [end, 0])
        if after and bounds[after - 1][1] > start:
            if form.kind != "detail":  # of a company the legal form may stay
                _widen(text, bounds, after - 1, start, end)
        elif start < end and _shows(text[start:end]):
            found.append(Replacement(start, end, names[form.entity], form.entity))
    wider = [replace(each, start=start, end=end) for each, (start, end) in zip(replaced, bounds, strict=True)]
    return wider, found


def _widen(text: str, bounds: list[list[int]], last: int, start: int, end: int) -> None:
    """What a form shows beside the replacements that it touches, up to `last`, goes with them."""
    rest = text[bounds[last][1] : end]
    if _shows(rest) and not _ARTICLE.fullmatch(rest):
        bounds[last][1] = end
    while last > 0 and bounds[last - 1][1] > start:
        between = text[bounds[last - 1][1] : bounds[last][0]]
        if _shows(between) and not _AND.fullmatch(between):
            bounds[last][0] = bounds[last - 1][1]
        last -= 1
    if _shows(text[start : bounds[last][0]]):
        bounds[last][0] = start


def whole_words(
    document: Document, replacements: Sequence[Replacement], boundaries: Sequence[int] = ()
) -> tuple[Replacement, ...]:
    """What of a word or of letters one by one is left beside a replaced name goes with it: a leftover run of
    letters tells the name. `boundaries` are the `word_boundaries`, where markup alone parts two words."""
    text = document.text
    parted = frozenset(boundaries)
    runs = [found.span() for found in APART.finditer(text) if found.end() - found.start() >= LEAST_RUN]
    bounds: list[list[int]] = []
    for each in replacements:
        start, end = each.start, each.end
        if each.category == "PERSON":
            language = load(document.language_at(start))
            if text[start - 1 : start] == "[" and text.count("]", start, end) > text.count("[", start, end):
                start -= 1  # [w]elhaven
            end = end if end in parted else _word_end(text, start, end, language)
            start = start if start in parted else _word_start(text, start, language)
            at = bisect_left(runs, (end + 1,)) - 1
            if at >= 0 and runs[at][1] > start and each.end - each.start < LEAST_RUN:
                start, end = min(start, runs[at][0]), max(end, runs[at][1])
        bounds.append([start, end])
    return tuple(_apart(replacements, bounds))


def _apart(replacements: Sequence[Replacement], bounds: Sequence[Sequence[int]]) -> Iterator[Replacement]:
    """Each within its new bounds, and none over another."""
    last = 0
    for at, (each, (start, end)) in enumerate(zip(replacements, bounds, strict=True)):
        following = replacements[at + 1].start if at + 1 < len(replacements) else end
        start, end = max(start, last), max(each.end, min(end, following))
        if start < end:
            yield replace(each, start=start, end=end)
            last = end


def _word_end(text: str, start: int, end: int, language: Language) -> int:
    """Ji-|woo, Wel|haven, Welhaven|-Berg, welhaven|-bergs; not Welhaven|-led."""
    rest = _LETTERS.match(text, end) if _goes_on(text[end - 1]) else None
    end = rest.end() if rest else end
    joined = _JOINED_AFTER.match(text, end - (text[end - 1] in "-\u2010\u2011\u00ad"))
    if not joined or not _is_name_part(joined[1], language, small=text[start:end].islower()):
        return end
    return joined.end()


def _word_start(text: str, start: int, language: Language) -> int:
    before = text[max(0, start - LONGEST) : start]
    rest = _LETTERS_BEFORE.search(before) if _goes_on(text[start]) else None
    start -= len(rest[0]) if rest else 0
    joined = _JOINED_BEFORE.search(before) if not rest else None
    named = joined and joined[1][0].isupper() and _is_name_part(joined[1], language)
    return start - len(joined[0]) if joined and named else start


def _goes_on(sign: str) -> bool:
    """Whether letters beside it are of the same word: Wel|haven, W*|lhaven, Welh4|ven."""
    return sign.isalnum() or (sign in WITHIN)


def _is_name_part(word: str, language: Language, *, small: bool = False) -> bool:
    """`small`: the rest of the name is in small letters too, so that more than a syllable may be."""
    if word[0].isupper():
        return not is_ordinary(fold(word), language)
    syllable = small or len(word) <= LONGEST_SYLLABLE
    return knows_words(language) and syllable and not is_small_word(fold(word), language)


def _shows(text: str) -> bool:
    return any(char.isalnum() or ord(char) in LOOKALIKE for char in text)


def _at_boundaries(search: Search, text: str, boundaries: Sequence[int]) -> Iterator[Found]:
    """What stands in the text once a space is put at each boundary."""
    if not boundaries:
        return
    spaces = [at + number for number, at in enumerate(boundaries)]
    spaced = " ".join(text[start:end] for start, end in pairwise([0, *boundaries, len(text)]))
    for start, end, form in search.find(spaced):
        yield Found(start - bisect_left(spaces, start), end - bisect_left(spaces, end), form)
