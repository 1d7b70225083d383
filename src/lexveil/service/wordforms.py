"""What a name is when it stands alone: its base form, its case, its parts.

Comes in: a name as it is written somewhere, and a language. Goes out: plain data. A base form is taken for
one when a list of names knows it and the endings of the language lead from it to what is written; else the
name is its own base form. Never sees a document.
"""

from collections.abc import Iterator
from typing import Any

from lexveil import detect
from lexveil.detect import DETECTORS
from lexveil.model import Document
from lexveil.names import given
from lexveil.names.parse import Name, parse
from lexveil.replace import form_of
from lexveil.text.fold import fold

RULES = tuple(name for name in DETECTORS if name != "ner")  # what finds a category without a model
GENITIVE_S = ("da", "sv", "nb", "de")
# Endings of Finnish cases after the stem of a name, the longest first.
FINNISH = (
    "ssa", "ssä", "sta", "stä", "lla", "llä", "lta", "ltä", "lle", "ksi", "tta", "ttä", "seen", "hin", "hen",
    "hon", "han", "hun", "hän", "hön", "hyn", "na", "nä", "ta", "tä", "an", "en", "in", "on", "un", "yn",
    "än", "ön", "n", "a", "ä",
)  # fmt: skip
POSSESSIVE = ("'s", "’s")


def analyze(text: str, language: str) -> dict[str, Any]:
    """
    >>> found = analyze("Matti Virtaselle", "fi")
    >>> found["lemma"], found["case"], found["given"], found["family"]
    ('Matti Virtanen', 'allative', ['matti'], 'virtanen')
    >>> analyze("Jensens", "da")["lemma"], analyze("Ann Roe's", "en")["case"]
    ('Jensen', 'possessive')
    """
    surface = " ".join(text.split())
    lemma = _base(surface, language)
    case = form_of(surface, [lemma, surface], language)
    possessive = surface.endswith(POSSESSIVE)
    name = parse(lemma)
    category = _category(lemma, name, language)
    person = category == "PERSON"
    return {
        "text": surface,
        "lemma": lemma,
        "case": case or "nominative",
        "number": "plural" if name.several else "singular",
        "possessive": possessive,
        "category": category,
        "given": list(name.tokens[:-1]) if person else [],
        "family": name.family if person else "",
        "gender": name.likely_gender if person and name.tokens else "",
        "title": name.title if person else "",
    }


def _base(surface: str, language: str) -> str:
    """The same with its last word in the base form."""
    if surface.endswith(POSSESSIVE):
        return surface[:-2]
    before, space, word = surface.rpartition(" ")
    if _known(word):
        return surface
    for candidate in _candidates(word, language):
        if _known(candidate) and form_of(word, [candidate, word], language):
            return f"{before}{space}{candidate}"
    return surface


def _candidates(word: str, language: str) -> Iterator[str]:
    if language in GENITIVE_S and word.endswith("s") and len(word) > 2:
        yield word[:-1]
    if language != "fi":
        return
    for ending in FINNISH:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        yield from (stem[:-2] + "nen" for _ in "x" if stem.endswith("se"))  # Virtase-lle: Virtanen
        yield from (stem[:-1] + "nen" for _ in "x" if stem.endswith("s"))  # Virtas-ta
        yield stem
        if stem[-2:] in ("ee", "aa", "ii", "oo", "uu", "yy", "ää", "öö"):  # Lainee-lle: Laine
            yield stem[:-1]
        if stem[-1] in "ie":  # Lahde, Niemi: a consonant stem with its vowel
            yield stem[:-1]
    if word.endswith("sta"):
        yield word[:-3] + "nen"


def _known(word: str) -> bool:
    folded = fold(word)
    return given.is_family(folded) or given.is_given(folded)


def _category(lemma: str, name: Name, language: str) -> str:
    """What the detectors without a model say of it by itself; else a person, if a list knows the name."""
    found = detect.find(Document("", lemma, language), RULES)
    whole = [span for span in found if span.end - span.start >= len(lemma) // 2]
    if whole:
        return max(whole, key=lambda span: (span.end - span.start, span.score)).category
    return "PERSON" if any(map(_known, name.tokens)) else "MISC"
