"""What the policy keeps may not show a replaced name.

Comes in: the text, the entities and decisions, and the replacements so far. Goes out: replacements for full
names and identifiers of replaced entities that still stand in something kept, such as a foundation called
after a witness. A form that is also kept elsewhere, under another entity, is left alone: `check.leaks` draws
the same line.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from ahocorasick_rs import AhoCorasick

from lexveil.lexicon.fold import squeeze, whole_word
from lexveil.model import Decision, Entity, Replacement

MIN_LENGTH = 5  # shorter forms occur by chance


def hidden_forms(text: str, entities: Iterable[Entity], decisions: Mapping[str, Decision]) -> dict[str, str]:
    """Squeezed form → id of the replaced entity; full names and identifiers only."""
    hidden: dict[str, str] = {}
    shown: set[str] = set()
    for entity in entities:
        decision = decisions[entity.id]
        for span in entity.spans:
            form = squeeze(text[span.start : span.end]).text
            if decision.action == "replace" and span not in decision.kept:
                hidden.setdefault(form, entity.id)
            else:
                shown.add(form)
    return {form: entity for form, entity in hidden.items() if form not in shown and _telling(form)}


def sweep(
    text: str, hidden: Mapping[str, str], names: Mapping[str, str], replaced: Sequence[Replacement]
) -> list[Replacement]:
    if not hidden:
        return []
    forms = list(hidden)
    squeezed = squeeze(text)
    starts = [each.start for each in replaced]
    found: list[Replacement] = []
    for at, start, end in AhoCorasick(forms).find_matches_as_indexes(squeezed.text, overlapping=True):
        begin, stop = squeezed.original(start), squeezed.original(end - 1) + 1
        if not whole_word(squeezed.text, start, end) or _touches(replaced, starts, begin, stop):
            continue
        if not found or begin >= found[-1].end:
            found.append(Replacement(begin, stop, names[hidden[forms[at]]], hidden[forms[at]]))
    return found


def _telling(form: str) -> bool:
    return len(form) >= MIN_LENGTH and (" " in form or not form.isalpha())


def _touches(replaced: Sequence[Replacement], starts: list[int], begin: int, stop: int) -> bool:
    at = bisect_left(starts, stop)
    return at > 0 and replaced[at - 1].end > begin
