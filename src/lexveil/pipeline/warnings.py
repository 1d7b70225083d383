"""When a result must not pass for a good one: nobody found in a long text, names that nobody knows.

Each warning is a note on the document, so that the command line, the page and the report show it; the policy
says whether it asks for a review or stops the export (`warnings`).
"""

import re
from collections.abc import Sequence

from lexveil.languages import DEFAULT, load
from lexveil.model import Document, Entity, Reason, because
from lexveil.names.legible import legible
from lexveil.names.ordinary import is_ordinary, knows_words
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER

WARNINGS = frozenset(
    f"note.{name}"
    for name in ("language-unknown", "language-model", "language-other", "no-people", "strange-names")
)
LONG = 1500  # characters of a text that is about somebody
MANY = 20  # capitalised words inside sentences: of fewer nothing can be told
MOST = 0.5  # of them

_INSIDE = re.compile(
    rf"(?<=[^\W\d_A-Z][ ,] )[^\W\d_{LOWER}][^\W\d_A-Z]+|(?<=[^\W\d_A-Z] )[^\W\d_{LOWER}][^\W\d_A-Z]+"
)


def warnings(document: Document) -> tuple[Reason, ...]:
    return tuple(note for note in document.notes if note.code in WARNINGS)


def more_notes(document: Document, entities: Sequence[Entity], *, labels: str = "") -> tuple[Reason, ...]:
    """What the result tells about how well the text was read. `labels`: the language of the policy."""
    notes = []
    spoken = {each.language for each in document.by_language()}
    if labels not in ("", DEFAULT, *spoken):  # a country's practice, and a document of another
        notes.append(because("note.policy-language", items=(because(f"language.{labels}"),)))
    if len(document.text) >= LONG and not any(each.category == "PERSON" for each in entities):
        notes.append(because("note.no-people"))
    if _strange(document, entities):
        notes.append(because("note.strange-names"))
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
