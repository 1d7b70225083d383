"""When a result must not pass for a good one: nobody found in a long text, words that nobody knows, letters
that no model here reads.

Each warning is a note on the document, so that the command line, the page and the report show it; the policy
says whether it asks for a review or stops the export (`warnings`).
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from lexveil.languages import DEFAULT, Language, identify, load
from lexveil.model import Document, Entity, Reason, Replacement, because
from lexveil.names.given import is_family, is_given
from lexveil.names.legible import legible
from lexveil.names.ordinary import is_ordinary, knows_words
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER

UNKNOWN = "note.language-unknown"
WARNINGS = frozenset(
    [UNKNOWN, "note.language-model", "note.language-other", "note.no-people", "note.strange-names"]
)
LONG = 1500  # characters of a text that is about somebody
MANY = 20  # capitalised words inside sentences: of fewer nothing can be told
MOST = 0.5  # of them
KINDS, CAPITALS = 8, 10  # different words, and capitalised ones: of fewer nothing can be told
STRANGE = 0.7  # of them; of real documents at most half are, and in most languages a third

_INSIDE = re.compile(
    rf"(?<=[^\W\d_A-Z][ ,] )[^\W\d_{LOWER}][^\W\d_A-Z]+|(?<=[^\W\d_A-Z] )[^\W\d_{LOWER}][^\W\d_A-Z]+"
)
_WORD = re.compile(r"(?<![\w@./])[^\W\d_]{2,}(?![\w@/])")
_OTHER_LETTERS = re.compile(r"(?<!\w)[^\W\d_\u0000-\u024f]{2,}(?!\w)")


def warnings(document: Document) -> tuple[Reason, ...]:
    return tuple(note for note in document.notes if note.code in WARNINGS)


def more_notes(
    document: Document,
    entities: Sequence[Entity],
    replacements: Sequence[Replacement] = (),
    *,
    labels: str = "",
) -> tuple[Reason, ...]:
    """What the result tells about how well the text was read. `labels`: the language of the policy."""
    notes = []
    spoken = {each.language for each in document.by_language()}
    if labels not in ("", DEFAULT, *spoken):  # a country's practice, and a document of another
        notes.append(because("note.policy-language", items=(because(f"language.{labels}"),)))
    if len(document.text) >= LONG and not any(each.category == "PERSON" for each in entities):
        notes.append(because("note.no-people"))
    words, capitalised = _unknown_words(document)
    if _strange(document, entities) or capitalised:
        notes.append(because("note.strange-names"))
    unread = sorted({identify.UNKNOWN} if words else set(_scripts_left(document, replacements)) - spoken)
    if unread and not (words and any(note.code == UNKNOWN for note in document.notes)):
        notes.append(because(UNKNOWN, items=tuple(because(f"language.{each}") for each in unread)))
    return tuple(notes)


def _strange(document: Document, entities: Sequence[Entity]) -> bool:
    """Whether most capitalised words are neither words nor part of anything that was found."""
    text = legible(document).text
    covered = {at for each in entities for span in each.spans for at in range(span.start, span.end)}
    inside = unknown = 0
    for found in _INSIDE.finditer(text):
        language = load(document.language_at(found.start()))
        if language.capitals == "nouns" or not knows_words(language):
            continue
        inside += 1
        unknown += found.start() not in covered and not is_ordinary(fold(found[0]), language)
    return inside >= MANY and unknown > MOST * inside


def _unknown_words(document: Document) -> tuple[bool, bool]:
    """Whether most different words, and most capitalised ones, are none of the language and no listed name:
    found or not, what they are was guessed."""
    known: dict[tuple[str, str], bool] = {}
    small: set[tuple[str, str]] = set()
    for code, surface in _different_words(document):
        language = load(code)
        if knows_words(language):
            word = (language.code, fold(surface))
            if word not in known:
                known[word] = _is_known(word[1], language)
            if surface.islower():
                small.add(word)
    capitals = [each for word, each in known.items() if word not in small]
    return _mostly_not(known.values(), KINDS), _mostly_not(capitals, CAPITALS)


def _different_words(document: Document) -> set[tuple[str, str]]:
    """Each with the language of where it stands."""
    text = legible(document).text
    if not document.stretches:
        return {(document.language, word) for word in set(_WORD.findall(text))}
    return {(document.language_at(found.start()), found[0]) for found in _WORD.finditer(text)}


def _is_known(word: str, language: Language) -> bool:
    return is_ordinary(word, language) or is_given(word) or is_family(word) or is_place(word)


def _mostly_not(known: Collection[bool], least: int) -> bool:
    return len(known) >= least and len(known) - sum(known) > STRANGE * len(known)


def _scripts_left(document: Document, replacements: Sequence[Replacement]) -> Iterator[str]:
    """The languages of words in letters that no model here reads, that stay in a text of another one."""
    ends = [each.end for each in replacements]
    for found in _OTHER_LETTERS.finditer(document.text):
        at = bisect_right(ends, found.start())
        replaced = at < len(ends) and replacements[at].start < found.end()
        languages = {identify.script(letter) for letter in found[0]}
        if not replaced and "" not in languages:
            yield from languages - {document.language_at(found.start())}
