"""Each mention of a replaced entity becomes a replacement.

The pseudonym takes on what the place asks for: capitals where the name was in capitals, a capital at the
start of a sentence, the case that the name is in, the full possessive after a name in -s. A title that tells
the gender goes with the name; the legal form of a company may stay.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from lexveil import languages
from lexveil.jurisdictions import legalforms
from lexveil.languages import DEFAULT, Language, load, people
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.names.base_forms import base_form, likeliest, place_form
from lexveil.names.places import is_place
from lexveil.replace.hidden import hidden_forms
from lexveil.replace.leftovers import replace_leftovers
from lexveil.replace.pseudonyms import UNSPOKEN, settled
from lexveil.replace.surrogates import Pseudonyms
from lexveil.text.fold import flow, squeeze
from lexveil.text.patterns import LOWER, any_of
from lexveil.text.search import Form, Found

NEAR = 40

_POSSESSIVE = re.compile(r"['’]s\b")
_SENTENCE_START = re.compile(
    r"(?:[.!?]['\"”’»)]*[-–—]?\s+|\n\s*|\s{3,}|(?:^|\n)\s*\(?\d+[.)]\s+|(?<![(\[])[“\"‘])\Z"
)
_SHOUTED = re.compile(rf"(?<![^\W\d_])[^\W\d_{LOWER}]{{2,}}[\s,]+\Z")
# "the players' union": the apostrophe of a plural or of a name in -s, not a closing quotation mark.
_BARE_POSSESSIVE = re.compile(r"(['’])(?=\s+[a-z])")
_ENDED = re.compile(r"[\"”’»)]*(?:\s+[\"“‘«]?[^\W\d_a-z]|\s*\n\s*\n|\s*\Z)")
_LEGAL_FORM = re.compile(rf",?[^\S\n]+(?:{legalforms.pattern('forms')})\Z")
_OPENING = re.compile(r"(?:^|[\s(])['‘](?:\w|$)")
_AFTER_COLON = re.compile(r":[^\W\d_]{1,9}(?!\w)")


class Titles(NamedTuple):
    """Where the words around a name are."""

    before: Mapping[str, re.Pattern[str]]  # by what goes: "drop" those that tell the gender, "all" of them
    after: re.Pattern[str]  # letters
    joint: re.Pattern[str]  # the first of two titles with one name: "Mr and" Mrs Roe; groups: title, "and"
    abbreviated: re.Pattern[str]  # a full stop that ends no sentence: Prof. Roe, Roe v. Doe, Roe et al.


ABBREVIATED = 4  # letters of a title that a full stop follows: Prof., Capt.; `the officer.` ends a sentence


@cache
def _titles(language: Language) -> Titles:
    courtesy = [title for title, gender in people.courtesy(language).items() if gender]
    gendered = any_of(courtesy)
    ranks, every = any_of(people.ranks(language)), any_of(people.titles(language))
    together = any_of(language.people["described"]["together"])
    relatives = {*language.people["kinship"]["m"], *language.people["kinship"]["f"]}
    titles = (title for title in people.titles(language) if len(title) <= ABBREVIATED or "." in title)
    short = any_of([*(set(titles) - relatives), *language.replace["sentences"]["abbreviations"]])
    # Sister Mary goes; of her sister Mary, who has no capital, the word stays.
    kin = relatives.intersection(courtesy)
    capital = any_of([*(word.title() for word in kin), *map(str.upper, kin)])
    dropped = rf"(?:{any_of(set(courtesy) - kin)}\.?|(?-i:{capital}))" if kin else rf"{gendered}\.?"
    return Titles(
        {
            "drop": re.compile(rf"(?<![\w-])(?:{dropped}[^\S\n]+)+$", re.IGNORECASE),
            "all": re.compile(
                rf"(?<![\w-])(?:(?:{ranks}[^\S\n]+){{0,2}}{every}\.?[^\S\n]+)+$", re.IGNORECASE
            ),
        },
        re.compile(rf",?[^\S\n]{any_of(people.role_after(language))}(?![\w-])", re.IGNORECASE),
        re.compile(rf"(?<![\w-])({gendered})\.?[^\S\n]+({together})[^\S\n]+$", re.IGNORECASE),
        re.compile(rf"(?<![\w-]){short}\.\s+\Z", re.IGNORECASE),
    )


TYPED = "label"  # the style of a pseudonym that a reviewer typed


class Place(NamedTuple):
    """What holds for every mention of an entity."""

    entity: Entity
    name: str
    forms: Mapping[str, str]  # surface → replacement, where the writing matters
    written: frozenset[str]  # every way in which the document writes it
    style: str
    spouses: Mapping[tuple[str, str], str] = {}  # family name and gender → pseudonym


def render(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    chosen: Pseudonyms,
    *,
    titles: str = "drop",
    legal_forms: str = "drop",
    language: str = DEFAULT,
    hidden: Sequence[Form] | None = None,
    boundaries: Sequence[int] = (),
) -> tuple[Replacement, ...]:
    """`chosen` are the pseudonyms; `titles` and `legal_forms` say what of a mention goes and what stays.

    `language` is that of a document in one language: in several, a mention is inflected in that of its
    paragraph. `hidden` are the `hidden_forms` of the text if they are known already, `boundaries` its
    `word_boundaries`.
    """
    entities = tuple(entities)
    by_entity = settled(document, entities, decisions, chosen)
    text = document.text
    seen = flow(text)  # where a line was only wrapped, nothing begins
    found: list[Replacement] = []
    spouses = _spouses(document, entities, chosen)
    for entity in entities:
        if entity.id not in chosen.names:
            continue
        kept = set(by_entity[entity.id].kept)
        written = frozenset(text[span.start : span.end] for span in entity.spans)
        # What a reviewer typed is words of the document, whatever the style of the policy.
        typed = by_entity[entity.id].given
        forms = {} if typed else chosen.forms.get(entity.id, {})
        style = TYPED if typed else by_entity[entity.id].style
        place = Place(entity, chosen.names[entity.id], forms, written, style, spouses)
        for span in (span for span in entity.spans if span not in kept):
            own = chosen.mentions.get(span.start)
            here = place._replace(forms={text[span.start : span.end]: own}) if own else place
            spoken = document.language_at(span.start) if document.stretches or typed else language
            found.append(_at(text, seen, span, here, titles, legal_forms, spoken))
    replacements = _without_overlap(sorted(found, key=lambda each: (each.start, -each.end)))
    if hidden is None:
        hidden = hidden_forms(text, entities, by_entity, language=document.language)
    replacements, left = replace_leftovers(text, hidden, chosen.names, replacements, boundaries=boundaries)
    for at, each in enumerate(left):  # in the form for that way of writing if there is one
        own = chosen.forms.get(each.entity, {}).get(text[each.start : each.end], each.text)
        left[at] = replace(each, text=own)
    known = {entity.id: entity for entity in entities}
    return tuple(
        replace(
            each,
            text=_one_stop(text, each.end, each.text),
            category=known[each.entity].category,
            certainty=known[each.entity].certainty,
        )
        for each in sorted([*replacements, *left], key=lambda replacement: replacement.start)
    )


def also(
    document: Document,
    entities: Iterable[Entity],
    places: Iterable[Found],
    chosen: Pseudonyms,
    replacements: Sequence[Replacement],
) -> tuple[Replacement, ...]:
    """The replacements and those of more places, each for the entity of its form."""
    known = {entity.id: entity for entity in entities}
    seen = flow(document.text)
    found = list(replacements)
    starts = [each.start for each in found]
    for start, end, form in places:
        at = bisect_left(starts, end) - 1
        if at >= 0 and found[at].end > start:  # the other half of a word that was replaced in part
            end = found[at].end if _POSSESSIVE.fullmatch(document.text, found[at].end, end) else end
            found[at] = replace(found[at], start=min(found[at].start, start), end=max(found[at].end, end))
            continue
        entity, surface = known[form.entity], document.text[start:end]
        before = seen[start - NEAR : start] if start > NEAR else "\n" + seen[:start]
        words = _titles(load(document.language_at(start)))
        name = _cased(chosen.names[entity.id], surface, before, words)
        name = _one_stop(document.text, end, name)
        found.append(Replacement(start, end, name, entity.id, entity.category, entity.certainty))
    return tuple(_without_overlap(sorted(found, key=lambda each: (each.start, -each.end))))


def _one_stop(text: str, end: int, name: str) -> str:
    """The pseudonym, without its full stop where that of the sentence follows: `saw A.`, not `saw A..`"""
    ends = text.startswith(".", end) and not text.startswith("..", end)
    return name[:-1] if ends and name.endswith(".") else name


_WORD_BEFORE = re.compile(r"(?<![\w-])([^\W\d_]+)[^\S\n]+\Z")


def _at(
    text: str, seen: str, span: Span, place: Place, titles: str, legal_forms: str, language: str
) -> Replacement:
    """`seen` is the text as it flows."""
    start, end, tail = span.start, span.end, ""
    entity, surface = place.entity, text[span.start : span.end]
    words, joint = _titles(load(language)), None
    if entity.category == "PERSON":
        pattern = words.before.get(titles)
        title = pattern.search(seen[max(0, start - NEAR) : start]) if pattern else None
        start -= len(title[0]) if title else 0
        joint = words.joint.search(seen[max(0, start - NEAR) : start]) if title else None
        if joint and title and joint[1].isupper() and not title[0].isupper():
            joint = None  # Lord Roe MR and Sir Bo Doe
        end, tail = _tail_end(text, end, words.after) if titles == "all" else (end, "")
    form = ""
    if place.style not in UNSPOKEN:
        end, form = _signed(text, end, language)
    if surface in place.forms:
        fitted = inflect(place.forms[surface], form, language)
    else:
        if entity.broad == "ORG" and legal_forms == "keep":
            end = start + _before_legal_form(surface)
        before = seen[start - NEAR : start] if start > NEAR else "\n" + seen[:start]
        fitted = place.name
        if place.style not in UNSPOKEN:
            form = form or form_of(surface, place.written, language, category=entity.category)
            several = entity.category == "PERSON" and is_plural(surface, place.written, before, language)
            fitted = inflect(place.name, form or ("plural" if several else ""), language)
            fitted = _cased(fitted, surface, before, words, person=entity.category == "PERSON")
    fitted = _without_word(seen, start, fitted, language)
    if entity.broad in ("PERSON", "ORG", "DATE") and not joint:
        start, fitted = _with_article(seen, start, fitted, load(language))
    if joint:
        start -= len(joint[0])
        gender = people.courtesy(load(language))[joint[1].lower()]
        spouse = place.spouses.get((_last_word(surface), gender), "")
        before = seen[start - NEAR : start] if start > NEAR else "\n" + seen[:start]
        fitted = f"{_cased(spouse, surface, before, words)} {joint[2]} {fitted}" if spouse else fitted
    if end == span.end and surface[-1] == "." and fitted[-1] != "." and _ENDED.match(text, end):
        end -= 1  # the full stop of an abbreviation that ends the sentence too
    apostrophe = _bare_possessive(text, span)
    if apostrophe:
        return Replacement(start, apostrophe.end(), f"{fitted}{apostrophe[1]}s", entity.id)
    return Replacement(start, end, fitted + tail, entity.id)


def _without_word(seen: str, start: int, fitted: str, language: str) -> str:
    """In "osoitteessa osoite A" the word of the label stands there already: osoitteessa A."""
    word, space, sign = fitted.rpartition(" ")
    before = _WORD_BEFORE.search(seen[max(0, start - NEAR) : start]) if space and len(sign) == 1 else None
    if not before or " " in word:
        return fitted
    known = languages.inflection(language)
    bases = {base.name for base in known.bases(before[1].lower())} if known else set()
    return sign if word.lower() in {before[1].lower(), *bases} else fitted


def _with_article(seen: str, start: int, fitted: str, language: Language) -> tuple[int, str]:
    """Where the replacement starts and what it is, with the article that its word asks for: el Sr. Roe is la
    persona A, l'Anna la persona A; d'Anna is de C., le 3 mai 1970 en 1970."""
    rows = language.replace.get("articles", ())
    row = next((row for row in rows if _starts(tuple(row["words"])).match(fitted)), None)
    found = _articles(tuple(row["before"])).search(seen[max(0, start - NEAR) : start]) if row else None
    if not row or not found:
        return start, fitted
    written = row["before"][found[1].lower().replace("’", "'")]
    if not written:  # den 3 maj is en dag i maj
        return start - len(found[0]), fitted
    written = written.capitalize() if found[1][0].isupper() else written
    gap = "" if written.endswith("'") else " "
    return start - len(found[0]), f"{written}{gap}{fitted}"


@cache
def _starts(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(words)})(?!\w)")


@cache
def _articles(words: tuple[str, ...]) -> re.Pattern[str]:
    listed = any_of(words).replace("'", "['’]")
    return re.compile(rf"(?<![\w'’-])({listed})(?:[^\S\n]+|(?<=['’]))\Z", re.IGNORECASE)


def _spouses(
    document: Document, entities: Sequence[Entity], chosen: Pseudonyms
) -> dict[tuple[str, str], str]:
    """Who is Mr Roe and who Mrs Roe, for "Mr and Mrs Roe": nobody where two are called so."""
    found: dict[tuple[str, str], set[str]] = {}
    for entity in entities:
        if entity.category != "PERSON" or entity.id not in chosen.names:
            continue
        for span in entity.spans:
            language = load(document.language_at(span.start))
            before = document.text[max(0, span.start - NEAR) : span.start]
            title = _titles(language).before["drop"].search(before)
            if title:
                gender = people.courtesy(language)[title[0].split()[-1].strip(".").lower()]
                family = _last_word(document.text[span.start : span.end])
                found.setdefault((family, gender), set()).add(chosen.names[entity.id])
    return {key: names.pop() for key, names in found.items() if len(names) == 1}


def _bare_possessive(text: str, span: Span) -> re.Match[str] | None:
    """After a name in -s, and not where it closes a quotation."""
    opened = _OPENING.search(text[max(0, span.start - NEAR) : span.start])
    return _BARE_POSSESSIVE.match(text, span.end) if text[span.end - 1] in "sSxXzZ" and not opened else None


def inflect(pseudonym: str, form: str, language: str) -> str:
    """The pseudonym in a form of the language; a language without forms leaves it as it is.

    >>> inflect("henkilö A", "genitive", "fi"), inflect("person A", "genitive", "da")
    ('henkilön A', "person A's")
    >>> inflect("person A", "possessive", "en"), inflect("personne A", "genitive", "fr")
    ("person A's", 'personne A')
    """
    known = languages.inflection(language)
    return known.inflect(pseudonym, form) if known and form else pseudonym


def form_of(surface: str, forms: Collection[str], language: str, *, category: str = "PERSON") -> str:
    """Judged by the other ways in which the document writes the same name; "" for the base form.

    >>> form_of("Virtaselle", ["Matti Virtanen", "Virtaselle"], "fi"), form_of("Jensens", ["Jensen"], "da")
    ('allative', 'genitive')
    """
    others = {word for form in forms for word in squeeze(form).text.split()}
    word = _last_word(surface)
    if category in ("LOC", "ADDRESS"):
        return place_form(word, language, others).form or (
            "" if is_place(word) else likeliest(word, language).form
        )
    return base_form(word, others, language).form


def is_plural(surface: str, written: Collection[str], before: str, language: str) -> bool:
    """Whether a family is named by one of it: the Torvunds, beside Mr Torvund.

    >>> is_plural("Torvunds", ["Ann Torvund", "Torvunds"], "then the ", "en")
    True
    >>> is_plural("Roberts", ["Robert Roberts", "Roberts"], "then the ", "en")
    False
    """
    words = load(language).people["described"]
    ending, word = words["plural"], _last_word(surface)
    articles = tuple(f"{each} " for each in words["before_plural"])
    if not ending or not word.endswith(ending) or not before.lower().endswith(articles):
        return False
    names = [squeeze(form).text.split() for form in written]
    bases = {word.removesuffix(ending), word.removesuffix(f"e{ending}")}
    whole = any(len(name) > 1 and name[-1] == word for name in names)
    return not whole and any(name and name[-1] in bases for name in names)


def _last_word(surface: str) -> str:
    """Whole, where the end of a line breaks it."""
    words = squeeze(surface).text.split()
    return words[-1] if words else ""


def _before_legal_form(surface: str) -> int:
    """Where the name ends and its legal form begins: the `ApS` of a company tells nothing of it."""
    form = _LEGAL_FORM.search(surface)
    return form.start() if form and form.start() else len(surface)


def _signed(text: str, end: int, language: str) -> tuple[int, str]:
    """Where an ending after a colon ends, and the form that it makes: M.K:lle, AA:s.

    >>> _signed("M.K:lle", 3, "fi"), _signed("AA:s son", 2, "sv"), _signed("A: Ja", 1, "sv")
    ((7, 'allative'), (4, 'genitive'), (1, ''))
    """
    found = _AFTER_COLON.match(text, end)
    known = languages.inflection(language) if found else None
    base = next(iter(known.bases(f"x{found[0].lower()}")), None) if found and known else None
    return (found.end(), base.form) if found and base and base.sure else (end, "")


def _tail_end(text: str, end: int, after: re.Pattern[str]) -> tuple[int, str]:
    """Where letters after a name and its possessive end, and what of them stays."""
    letters = after.match(text, end)
    end = letters.end() if letters else end
    possessive = _POSSESSIVE.match(text, end)
    return (possessive.end(), possessive[0]) if possessive else (end, "")


def _cased(pseudonym: str, surface: str, before: str, words: Titles, *, person: bool = True) -> str:
    """
    >>> words = _titles(load("en"))
    >>> _cased("person A", "JOHN ROE", "by ", words), _cased("person A", "John Roe", "It ended. ", words)
    ('PERSON A', 'Person A')
    >>> _cased("company A", "UNHCR", "by the ", words, person=False), _cased("[person1]", "ROE", "by ", words)
    ('company A', '[person1]')
    >>> _cased("person A", "John Roe", "It was Prof. ", words)
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
    if pseudonym[0].islower() and _SENTENCE_START.search(before) and not words.abbreviated.search(before):
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
