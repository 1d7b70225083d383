"""The base form of what a document calls somebody or some place: of Matti Virtaselle, Matti Virtanen."""

from collections import Counter

from lexveil.model import Document, Entity
from lexveil.names.base_forms import as_written, base_form, likeliest, place_form
from lexveil.text.fold import fold

INFLECTED = ("PERSON", "LOC")
SHOUTED = 4  # letters: a longer form all in capitals is a heading's


def entity_form(document: Document, entity: Entity) -> str:
    """Its fullest form with the last word in the base form; "" of what has none, such as a number.

    >>> from lexveil.model import Span
    >>> text = "Matti Virtaselle. Virtasen"
    >>> spans = (Span(0, 16, "PERSON"), Span(18, 26, "PERSON"))
    >>> entity_form(Document("a", text, "fi"), Entity("e1", "PERSON", "UNKNOWN", 1, spans))
    'Matti Virtanen'
    """
    if entity.category not in INFLECTED:
        return ""
    forms = Counter(" ".join(document.text[span.start : span.end].split()) for span in entity.spans)
    fullest = max(forms, key=lambda form: (not _is_shouted(form), form.count(" "), forms[form], len(form)))
    before, space, word = fullest.rpartition(" ")
    last = {fold(form.rpartition(" ")[2]) for form in forms}
    language = document.language_at(entity.spans[0].start)
    folded = fold(word)
    if entity.category == "PERSON":
        base = base_form(folded, last, language)
        base = base if base.form else likeliest(folded, language)
    else:
        base = place_form(folded, language, last)
    return f"{before}{space}{as_written(word, base, language)}"


def _is_shouted(form: str) -> bool:
    return len(form) > SHOUTED and form.isupper()
