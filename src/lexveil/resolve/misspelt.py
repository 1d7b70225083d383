"""Names with one wrong letter, as scanners and typists make them."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from lexveil.languages import load
from lexveil.languages.common import is_common
from lexveil.model import MEDIUM, Document, Span
from lexveil.names.ordinary import knows_words
from lexveil.resolve.name_or_word import given_name_before, is_word
from lexveil.resolve.variants import Variant, guessed
from lexveil.text.fold import fold

OCR_LENGTH = 6  # names at least this long may have one wrong letter
LOOKALIKE_LENGTH = 4  # or this long, if it looks like the right one
_LOOKALIKES = str.maketrans("oeubvyjlqf0158", "acnhrriigtaish")  # as a scanner mixes them up
LONGEST_WORD = 40  # letters of a name
_LONGER_WORD = re.compile(rf"(?<![^\W_])[^\W\d_][^\W_]{{{LOOKALIKE_LENGTH - 1},}}+")


def misspelt(
    document: Document, spans: tuple[Span, ...], variants: dict[str, Variant], lower_words: set[str]
) -> Iterator[Span]:
    """Capitalised words one letter away from a longer name, or one letter that looks like it from any; in
    small letters only what is no word of the language."""
    names = {
        each.text
        for each in variants.values()
        if each.category == "PERSON" and each.rule in ("same", "surname", "given") and not each.weak
        if len(each.text) >= LOOKALIKE_LENGTH and each.text.isalpha()
    }
    if not names:
        return
    near: dict[str, set[str]] = {}
    for name in names:
        near.setdefault(name.translate(_LOOKALIKES), set()).add(name)
        for key in _keys(name) if len(name) >= OCR_LENGTH else ():
            near.setdefault(key, set()).add(name)
    text, folded = document.text, fold(document.text)
    starts = [span.start for span in spans]
    close: dict[str, bool] = {}  # a word stands in a text many times
    for found in _LONGER_WORD.finditer(text):
        word = folded[found.start() : found.end()]
        if word not in close:
            close[word] = len(word) <= LONGEST_WORD and word not in names and _near(word, near)
        if not close[word]:
            continue
        language = load(document.language_at(found.start()))
        small = found[0].islower()
        if small and (len(word) < OCR_LENGTH or not knows_words(language) or is_word(word, language)):
            continue
        if not small and (found[0][0].islower() or word in lower_words or is_common(word, language)):
            continue
        at = bisect_right(starts, found.start()) - 1
        if at < 0 or spans[at].end <= found.start() or guessed(spans[at]):
            start = given_name_before(text, found.start(), lower_words, language)
            yield Span(start, found.end(), "PERSON", MEDIUM * 0.9, ("everywhere:misspelt",))


def _keys(word: str) -> set[str]:
    """Itself and itself less one letter: two words one edit apart share a key."""
    return {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}


def _near(word: str, near: dict[str, set[str]]) -> bool:
    """One look-alike; or swapped neighbours or one edit, where a changed ending alone is another name."""
    alike = near.get(word.translate(_LOOKALIKES), ())
    if any(
        sum(a != b for a, b in zip(word, name, strict=True)) == 1 for name in alike if len(name) == len(word)
    ):
        return True
    names = (name for key in _keys(word) for name in near.get(key, ()) if len(name) >= OCR_LENGTH)
    return any(word[:-1] != name and name[:-1] != word and word[0] == name[0] for name in names)
