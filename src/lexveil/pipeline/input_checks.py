"""What a user must know of a document before it goes through: parts that nobody reads, another language."""

import re
from collections.abc import Iterable, Sequence

from lexveil import languages
from lexveil.errors import CoverageError
from lexveil.model import Document, Part, Reason, because

SHOWN = 12  # parts that a message names
MODEL_LANGUAGE = "en"  # of the neural detector (docs/models/en-legal.md)
LOOKED_AT = 40_000  # characters
FEWEST = 80  # words: of less nothing can be told
SHARE = 0.12  # of the language's small words among all; in English texts it is 0.25 to 0.4

_WORD = re.compile(r"[^\W\d_]+")


def uncovered(documents: Iterable[Document]) -> dict[str, Part]:
    """By name, those that may hold text nobody read."""
    return {part.name: part for document in documents for part in document.parts if part.state == "uncovered"}


def covered(documents: Sequence[Document], allowed: Sequence[str]) -> None:
    """An error when a part is uncovered and not allowed; it says which, why, and what to do."""
    for document in documents:
        left = {name: part for name, part in uncovered([document]).items() if name not in allowed}
        if left:
            named = "; ".join(f"'{part.name}' ({part.explain()})" for part in list(left.values())[:SHOWN])
            more = len(left) - SHOWN
            code = "pipeline.uncovered-more" if more > 0 else "pipeline.uncovered"
            raise CoverageError(code, parts=named, more=more).within(document.id)


def known(names: Iterable[str], there: Iterable[str]) -> None:
    """An error when a part is allowed that no document has uncovered: a misspelt name protects nobody."""
    listed = sorted(there)
    for name in names:
        if name not in listed:
            choices = ", ".join(f"'{each}'" for each in listed[:SHOWN])
            code = "pipeline.not-uncovered" if listed else "pipeline.none-uncovered"
            raise CoverageError(code, part=name, choices=choices)


def language_doubt(text: str, language: str) -> Reason | None:
    """What the user should know about the language: of others than the model's, less is found."""
    if language != MODEL_LANGUAGE:
        return because("note.no-model", language=language)
    words = _WORD.findall(text[:LOOKED_AT].lower())
    small = languages.load(MODEL_LANGUAGE).small_words
    if len(words) < FEWEST or sum(word in small for word in words) >= SHARE * len(words):
        return None
    return because("note.not-english")
