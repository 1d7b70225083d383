"""Each mention of a replaced entity becomes a replacement.

Comes in: the document, its entities and decisions. Goes out: replacements, sorted, never overlapping. The
pseudonym takes on what the place asks for: capitals where the name was in capitals, a capital at the start of
a sentence, the full possessive after a name in -s. A title that tells the gender goes with the name.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from lexveil.lexicon.titles import COURTESY, ROLE_AFTER, ROLE_BEFORE, any_of
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.replace.sweep import hidden_forms, sweep

NEAR = 40

_GENDERED = any_of(title for title, gender in COURTESY.items() if gender)
_ANY_TITLE = any_of(COURTESY | ROLE_BEFORE)
# What goes with a name: nothing, titles that tell the gender, or all titles, letters and the possessive.
_BEFORE = {
    "drop": re.compile(rf"(?<![\w-])(?:{_GENDERED}\.?[^\S\n]+)+$", re.IGNORECASE),
    "all": re.compile(rf"(?<![\w-])(?:{_ANY_TITLE}\.?[^\S\n]+)+$", re.IGNORECASE),
}
_LETTERS = re.compile(rf",?[^\S\n]{any_of(ROLE_AFTER)}(?![\w-])", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s\b")
_SENTENCE_START = re.compile(r"(?:[.!?]['\"”’)]*\s+|\n\s*|\s{3,}|(?:^|\n)\s*\(?\d+[.)]\s+|[“\"‘])\Z")
# "the players' union": the apostrophe of a plural or of a name in -s, not a closing quotation mark.
_BARE_POSSESSIVE = re.compile(r"(['’])(?=\s+[a-z])")
_OPENING = re.compile(r"(?:^|[\s(])['‘](?:\w|$)")


def render(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    names: Mapping[str, str],
    *,
    titles: str = "drop",
) -> tuple[Replacement, ...]:
    """`names` are the pseudonyms, entity id → pseudonym."""
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    found: list[Replacement] = []
    for entity in entities:
        if entity.id in names:
            kept = set(by_entity[entity.id].kept)
            spans = [span for span in entity.spans if span not in kept]
            found += [_at(document.text, span, names[entity.id], entity, titles) for span in spans]
    replacements = _without_overlap(sorted(found, key=lambda replacement: replacement.start))
    left = sweep(document.text, hidden_forms(document.text, entities, by_entity), names, replacements)
    return tuple(sorted([*replacements, *left], key=lambda replacement: replacement.start))


def _at(text: str, span: Span, pseudonym: str, entity: Entity, titles: str) -> Replacement:
    start, end, tail = span.start, span.end, ""
    if entity.category == "PERSON":
        start = _title_start(text, start, titles)
        end, tail = _tail_end(text, end) if titles == "all" else (end, "")
    surface = text[span.start : span.end]
    before = text[start - NEAR : start] if start > NEAR else "\n" + text[:start]
    fitted = _cased(pseudonym, surface, before)
    apostrophe = _BARE_POSSESSIVE.match(text, span.end)
    if (
        apostrophe
        and surface[-1] in "sSxXzZ"
        and not _OPENING.search(text[max(0, span.start - NEAR) : span.start])
    ):
        return Replacement(start, apostrophe.end(), f"{fitted}{apostrophe[1]}s", entity.id)
    return Replacement(start, end, fitted + tail, entity.id)


def _title_start(text: str, start: int, titles: str) -> int:
    found = _BEFORE[titles].search(text[max(0, start - NEAR) : start]) if titles in _BEFORE else None
    return start - len(found[0]) if found else start


def _tail_end(text: str, end: int) -> tuple[int, str]:
    """Where letters after a name and its possessive end, and what of them stays."""
    letters = _LETTERS.match(text, end)
    end = letters.end() if letters else end
    possessive = _POSSESSIVE.match(text, end)
    return (possessive.end(), possessive[0]) if possessive else (end, "")


def _cased(pseudonym: str, surface: str, before: str) -> str:
    """
    >>> _cased("person A", "JOHN ROE", "by "), _cased("person A", "John Roe", "It ended. ")
    ('PERSON A', 'Person A')
    """
    letters = [char for char in surface if char.isalpha()]
    if len(letters) > 3 and all(char.isupper() for char in letters):
        return pseudonym.upper()
    if pseudonym[0].islower() and _SENTENCE_START.search(before):
        return pseudonym[0].upper() + pseudonym[1:]
    return pseudonym


def _without_overlap(replacements: list[Replacement]) -> list[Replacement]:
    """A title that the name before already ends with stays where it is."""
    kept: list[Replacement] = []
    for replacement in replacements:
        if kept and replacement.start < kept[-1].end:
            replacement = replace(replacement, start=kept[-1].end)
        kept.append(replacement)
    return kept
