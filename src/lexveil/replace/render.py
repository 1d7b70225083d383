"""Each mention of a replaced entity becomes a replacement.

Comes in: the document, its entities and decisions, and their pseudonyms. Goes out: replacements, sorted,
never overlapping. The pseudonym takes on what the place asks for: capitals where the name was in capitals, a
capital at the start of a sentence, the case that the name is in, the full possessive after a name in -s. A
title that tells the gender goes with the name; the legal form of a company may stay.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lexveil import languages
from lexveil.jurisdictions import legalforms
from lexveil.languages.titles import COURTESY, RANKS, ROLE_AFTER, ROLE_BEFORE
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.replace.pseudonyms import SAME_FOR_ALL, settled
from lexveil.replace.surrogates import Pseudonyms
from lexveil.replace.sweep import hidden_forms, sweep
from lexveil.text.fold import flow, fold
from lexveil.text.patterns import any_of
from lexveil.text.search import Form

NEAR = 40

_GENDERED = any_of(title for title, gender in COURTESY.items() if gender)
_ANY_TITLE = any_of(COURTESY | ROLE_BEFORE)
# What goes with a name: nothing, titles that tell the gender, or all titles, letters and the possessive.
_BEFORE = {
    "drop": re.compile(rf"(?<![\w-])(?:{_GENDERED}\.?[^\S\n]+)+$", re.IGNORECASE),
    "all": re.compile(
        rf"(?<![\w-])(?:(?:{any_of(RANKS)}[^\S\n]+){{0,2}}{_ANY_TITLE}\.?[^\S\n]+)+$", re.IGNORECASE
    ),
}
_LETTERS = re.compile(rf",?[^\S\n]{any_of(ROLE_AFTER)}(?![\w-])", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s\b")
_SENTENCE_START = re.compile(r"(?:[.!?]['\"”’)]*\s+|\n\s*|\s{3,}|(?:^|\n)\s*\(?\d+[.)]\s+|[“\"‘])\Z")
# A full stop that ends no sentence: Prof. Roe, Roe v. Doe, Roe et al.
_ABBREVIATED = re.compile(rf"(?<![\w-])(?:{_ANY_TITLE}|vs?|cf|nos?|e\.g|i\.e|al|viz)\.\s+\Z", re.IGNORECASE)
_SHOUTED = re.compile(r"(?<![^\W\d_])[^\W\d_a-zß-öø-ÿ]{2,}[\s,]+\Z")
# "the players' union": the apostrophe of a plural or of a name in -s, not a closing quotation mark.
_BARE_POSSESSIVE = re.compile(r"(['’])(?=\s+[a-z])")
_LEGAL_FORM = re.compile(rf",?[^\S\n]+(?:{legalforms.pattern('forms')})\Z")
_OPENING = re.compile(r"(?:^|[\s(])['‘](?:\w|$)")


class Place(NamedTuple):
    """What holds for every mention of an entity."""

    entity: Entity
    name: str
    forms: Mapping[str, str]  # surface → replacement, where the writing matters
    written: frozenset[str]  # every way in which the document writes it
    style: str


def render(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    given: Pseudonyms,
    *,
    titles: str = "drop",
    legal_forms: str = "drop",
    language: str = "en",
    hidden: Sequence[Form] | None = None,
    parted: Sequence[int] = (),
) -> tuple[Replacement, ...]:
    """`given` are the pseudonyms; `titles` and `legal_forms` say what of a mention goes and what stays.

    `language` is that of a document in one language: in several, a mention is inflected in that of its
    paragraph. `hidden` are the `hidden_forms` of the text if they are known already, `parted` its `seams`.
    """
    entities = tuple(entities)
    by_entity = settled(document, entities, decisions, given)
    text = document.text
    seen = flow(text)  # where a line was only wrapped, nothing begins
    found: list[Replacement] = []
    for entity in entities:
        if entity.id not in given.names:
            continue
        kept = set(by_entity[entity.id].kept)
        written = frozenset(text[span.start : span.end] for span in entity.spans)
        forms = given.forms.get(entity.id, {})
        place = Place(entity, given.names[entity.id], forms, written, by_entity[entity.id].style)
        for span in entity.spans:
            if span not in kept:
                own = given.mentions.get(span.start)
                here = place._replace(forms={text[span.start : span.end]: own}) if own else place
                spoken = document.language_at(span.start) if document.stretches else language
                found.append(_at(text, seen, span, here, titles, legal_forms, spoken))
    replacements = _without_overlap(sorted(found, key=lambda each: (each.start, -each.end)))
    if hidden is None:
        hidden = hidden_forms(text, entities, by_entity)
    replacements, left = sweep(text, hidden, given.names, replacements, parted=parted)
    left = [_as_written(text, each, given) for each in left]
    told = {entity.id: entity for entity in entities}
    return tuple(
        replace(each, category=told[each.entity].category, certainty=told[each.entity].certainty)
        for each in sorted([*replacements, *left], key=lambda replacement: replacement.start)
    )


def _as_written(text: str, swept: Replacement, given: Pseudonyms) -> Replacement:
    """What the sweep found, in the form for that way of writing if there is one."""
    forms = given.forms.get(swept.entity, {})
    return replace(swept, text=forms.get(text[swept.start : swept.end], swept.text))


def _at(
    text: str, seen: str, span: Span, place: Place, titles: str, legal_forms: str, language: str
) -> Replacement:
    start, end, tail = span.start, span.end, ""
    entity, surface = place.entity, text[span.start : span.end]
    if entity.category == "PERSON":
        start = _title_start(seen, start, titles)
        end, tail = _tail_end(text, end) if titles == "all" else (end, "")
    if surface in place.forms:
        fitted = place.forms[surface]
    else:
        if entity.category == "ORG" and legal_forms == "keep":
            end = start + _before_legal_form(surface)
        before = seen[start - NEAR : start] if start > NEAR else "\n" + seen[:start]
        inflected = _inflected(place, surface, language)
        fitted = _cased(inflected, surface, before, person=entity.category == "PERSON")
    apostrophe = _BARE_POSSESSIVE.match(text, span.end)
    if (
        apostrophe
        and surface[-1] in "sSxXzZ"
        and not _OPENING.search(text[max(0, span.start - NEAR) : span.start])
    ):
        return Replacement(start, apostrophe.end(), f"{fitted}{apostrophe[1]}s", entity.id)
    return Replacement(start, end, fitted + tail, entity.id)


def _inflected(place: Place, surface: str, language: str) -> str:
    """A blank stays bare: it has no sound that an ending could follow."""
    if place.style in SAME_FOR_ALL:
        return place.name
    return inflect(place.name, form_of(surface, place.written, language), language)


def inflect(pseudonym: str, form: str, language: str) -> str:
    """The pseudonym in a form of the language; a language without forms leaves it as it is.

    >>> inflect("henkilö A", "genitive", "fi"), inflect("person A", "genitive", "da")
    ('henkilö A:n', "person A's")
    >>> inflect("person A", "possessive", "en"), inflect("personne A", "genitive", "fr")
    ("person A's", 'personne A')
    """
    known = languages.inflection(language)
    return known.inflect(pseudonym, form) if known and form else pseudonym


def form_of(surface: str, forms: Collection[str], language: str) -> str:
    """The form of a mention, judged by the other ways in which the document writes the same name; "" for the
    base form.

    >>> form_of("Virtaselle", ["Matti Virtanen", "Virtaselle"], "fi"), form_of("Jensens", ["Jensen"], "da")
    ('allative', 'genitive')
    """
    known = languages.inflection(language)
    return known.form_of(_last_word(surface), [*map(_last_word, forms)]) if known else ""


def _last_word(surface: str) -> str:
    words = fold(surface).split()
    return words[-1] if words else ""


def _before_legal_form(surface: str) -> int:
    """Where the name ends and its legal form begins: the `ApS` of a company tells nothing of it.

    >>> _before_legal_form("XL Handel ApS"), _before_legal_form("Halcyon Ltd."), _before_legal_form("Halcyon")
    (9, 7, 7)
    """
    form = _LEGAL_FORM.search(surface)
    return form.start() if form and form.start() else len(surface)


def _title_start(text: str, start: int, titles: str) -> int:
    found = _BEFORE[titles].search(text[max(0, start - NEAR) : start]) if titles in _BEFORE else None
    return start - len(found[0]) if found else start


def _tail_end(text: str, end: int) -> tuple[int, str]:
    """Where letters after a name and its possessive end, and what of them stays."""
    letters = _LETTERS.match(text, end)
    end = letters.end() if letters else end
    possessive = _POSSESSIVE.match(text, end)
    return (possessive.end(), possessive[0]) if possessive else (end, "")


def _cased(pseudonym: str, surface: str, before: str, *, person: bool = True) -> str:
    """
    >>> _cased("person A", "JOHN ROE", "by "), _cased("person A", "John Roe", "It ended. ")
    ('PERSON A', 'Person A')
    >>> _cased("company A", "UNHCR", "by the ", person=False), _cased("[person1]", "JOHN ROE", "by ")
    ('company A', '[person1]')
    >>> _cased("person A", "John Roe", "It was Prof. ")
    'person A'
    """
    if pseudonym[0] == "[":  # a tag is written in one way
        return pseudonym
    letters = [char for char in surface if char.isalpha()]
    if len(letters) > 3 and all(char.isupper() for char in letters):
        # An acronym has capitals of its own, unless the words before it have them as well.
        if person or " " in surface.strip() or _SHOUTED.search(before):
            return pseudonym.upper()
        return pseudonym
    if pseudonym[0].islower() and _SENTENCE_START.search(before) and not _ABBREVIATED.search(before):
        return pseudonym[0].upper() + pseudonym[1:]
    return pseudonym


def _without_overlap(replacements: list[Replacement]) -> list[Replacement]:
    """A title that the name before already ends with stays where it is; what lies wholly inside another goes
    with it."""
    kept: list[Replacement] = []
    for replacement in replacements:
        if kept and replacement.end <= kept[-1].end:
            continue
        if kept and replacement.start < kept[-1].end:
            replacement = replace(replacement, start=kept[-1].end)
        kept.append(replacement)
    return kept
