"""Does a written document still show what was replaced?

Comes in: the written document, read again from its bytes, and what was to be hidden. Goes out: the offsets
of what is left, without its text. Full names and identifiers are looked for in every part that has text; a
form that the policy keeps somewhere (a surname shared with the judge) is not counted.
"""

from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick

from lexveil.lexicon.fold import squeeze
from lexveil.model import Decision, Document, Entity

MIN_LENGTH = 5  # shorter forms occur by chance


def leaks(
    written: Document, text: str, entities: Iterable[Entity], decisions: Iterable[Decision]
) -> tuple[int, ...]:
    """Offsets in `written.text` where a replaced form of the original `text` still stands."""
    by_entity = {decision.entity: decision for decision in decisions}
    hidden: set[str] = set()
    shown: set[str] = set()
    for entity in entities:
        decision = by_entity[entity.id]
        for span in entity.spans:
            form = squeeze(text[span.start : span.end]).text
            (hidden if decision.action == "replace" and span not in decision.kept else shown).add(form)
    forms = sorted(form for form in hidden - shown if _telling(form))
    if not forms:
        return ()
    squeezed = squeeze(written.text)
    found = AhoCorasick(forms).find_matches_as_indexes(squeezed.text, overlapping=True)
    return tuple(squeezed.original(start) for _, start, end in found if _whole(squeezed.text, start, end))


def _telling(form: str) -> bool:
    return len(form) >= MIN_LENGTH and (" " in form or not form.isalpha())


def _whole(text: str, start: int, end: int) -> bool:
    return (start == 0 or not text[start - 1].isalnum()) and (end == len(text) or not text[end].isalnum())
