"""The language of each paragraph, from the text unless it is given, and what a user must know about it."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from lexveil import languages
from lexveil.detect import models
from lexveil.formats import ocr
from lexveil.languages import identify
from lexveil.model import Document, Reason, Stretch, because

CODE = "code"  # a zone that is no prose
PICTURE = "part.picture-text"  # why a part is read that was a picture
NORWEGIAN = {"nb", "nn"}  # who calls one the other knows better


def read_in_language(read: Callable[[str], Document], language: str, model: str = "") -> Document:
    """What `read` makes of a file, with the language of each paragraph and notes on it.

    Text in pictures is recognised in one language: `read` is told which, and once more if it was another.
    """
    first = languages.DEFAULT if language == identify.AUTO else language
    document = with_language(read(first), language)
    pictures = any(part.why and part.why.code == PICTURE for part in document.parts)
    if pictures and language == identify.AUTO and languages.find(document.language):
        if ocr.pack(document.language) != ocr.pack(first):
            document = with_language(read(document.language), language)
        elif note := ocr.note(document.language):
            document = dataclasses.replace(document, notes=(*document.notes, note))
    return noted(document, model)


def noted(document: Document, model: str = "") -> Document:
    """The document with notes on how its languages are read."""
    notes = dict.fromkeys((*document.notes, *reading_notes(document, model)))
    return dataclasses.replace(document, notes=tuple(notes))


def with_language(document: Document, language: str) -> Document:
    """The document with its language and its stretches; what is unclear is said in its notes.

    `language` is the one that was given, or `identify.AUTO`.
    """
    found = identify.stretches(_prose(document))
    main = identify.main(found) if found else languages.DEFAULT
    if language != identify.AUTO:
        doubt = [because("note.language-other", items=_named([main]))] if _other(language, found) else []
        return dataclasses.replace(document, language=language, notes=(*document.notes, *doubt))
    unclear = () if found else (because("note.language-unclear"),)
    several = found if len(found) > 1 else ()
    notes = (*document.notes, *unclear)
    return dataclasses.replace(document, language=main, stretches=several, notes=notes)


def reading_notes(document: Document, model: str = "") -> tuple[Reason, ...]:
    """Of languages that are not there, and of those that no model was trained for.

    `model` is the neural detector that was chosen; what one from elsewhere knows, we do not know."""
    spoken = sorted({each.language for each in document.by_language()})
    unknown = [each for each in spoken if not languages.find(each)]
    foreign = [
        each for each in spoken if each not in unknown and ":" not in model and not models.knows(each, model)
    ]
    notes = []
    if unknown:
        notes.append(because("note.language-unknown", items=_named(unknown)))
    if foreign:
        notes.append(because("note.language-model", items=_named(foreign)))
    return tuple(notes)


def _named(codes: Iterable[str]) -> tuple[Reason, ...]:
    return tuple(because(f"language.{code}") for code in codes)


def _other(given: str, found: Sequence[Stretch]) -> bool:
    """Whether a text speaks clearly for another language than the one that was given."""
    known = languages.find(given) or given
    if not found or known not in (*languages.codes(), *identify.table().languages):
        return False
    spoken = {each.language for each in found}
    return not spoken & ({known} | (NORWEGIAN if known in NORWEGIAN else set()))


def _prose(document: Document) -> str:
    parts: list[str] = []
    last = 0
    for zone in sorted((each for each in document.zones if each.kind == CODE), key=lambda zone: zone.start):
        start = max(zone.start, last)
        parts += (document.text[last:start], " " * (zone.end - start))
        last = max(zone.end, last)
    return "".join([*parts, document.text[last:]])
