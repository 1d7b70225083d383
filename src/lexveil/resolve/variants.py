"""The ways in which a name that was found once may be written elsewhere."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lexveil.jurisdictions import table
from lexveil.languages import DEFAULT, Language, inflection, load, people
from lexveil.languages.common import is_common
from lexveil.languages.people import particles
from lexveil.model import HIGH, MEDIUM, Document, Span
from lexveil.names import given
from lexveil.names.parse import Name, parse
from lexveil.names.places import is_place
from lexveil.resolve import streets
from lexveil.resolve.name_or_word import is_word
from lexveil.resolve.organizations import implied, is_firm
from lexveil.text.fold import fold, squeeze
from lexveil.text.patterns import any_of

SHORTEST = 3  # letters of a short form
SURE = 0.9  # the score of a full name whose first word is a given name, listed or not
MOST_LETTERS = 4  # of somebody's initials
LONGEST = 200  # characters: nothing longer is a name, and the cost stays linear
GUESSES = ("ORG", "LOC", "MISC")
CASES = (
    "genitive", "partitive", "inessive", "elative", "illative", "adessive", "ablative", "allative", "essive",
    "translative",
)  # fmt: skip # that a company's name may stand in


class Variant(NamedTuple):
    """One way to write a name."""

    text: str  # folded
    category: str
    rule: str
    score: float
    weak: bool  # also an ordinary word: needs support from its context


def ways_to_write(document: Document, spans: tuple[Span, ...]) -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for span in spans:
        surface, language = document.text[span.start : span.end], load(document.language_at(span.start))
        ways = _person_variants if span.category == "PERSON" else _plain_variants
        for variant in (*ways(surface, span, language), *_called(document.text, span, language)):
            kept = found.get(variant.text)
            if not 2 <= len(variant.text) <= LONGEST:  # of a name that is a mere sign, such as a dash
                continue
            if kept is None or _rank(kept) < _rank(variant):
                found[variant.text] = variant
    people = {text for text, variant in found.items() if variant.category == "PERSON"}
    return {
        text: variant
        for text, variant in found.items()
        if variant.category not in GUESSES or text.rstrip("0123456789 ") not in people  # Roe 1, his statement
    }


def _rank(variant: Variant) -> tuple[bool, bool, str, float]:
    return variant.rule == "home", variant.rule != "quoted", variant.category, variant.score


def _plain_variants(surface: str, span: Span, language: Language) -> Iterator[Variant]:
    folded = squeeze(surface).text.strip()
    fleeting = span.category in ("DATE", "TIME", "AGE", "MONEY", "QUANTITY", "DEM") or span.score < MEDIUM
    if not fleeting and len(folded) >= 3:
        yield Variant(folded, span.category, "same", span.score, weak=is_common(folded, language))
    if span.category == "ORG" and not fleeting:
        yield from _company_variants(surface, folded, span.score * 0.8, language)
    if span.category == "ADDRESS" and not fleeting:
        numbered = (found["street"] for found in _AFTER_NUMBER.finditer(surface))
        for street in {*(found[0] for found in _streets().finditer(surface)), *numbered}:
            short = " ".join(street.split()[-2:])
            for way in {street, short}:
                yield Variant(squeeze(way).text, "ADDRESS", "home", span.score * 0.8, weak=False)
        for way in streets.ways(surface):
            yield Variant(way, "ADDRESS", "home", span.score * 0.8, weak=False)
        for found in _BEFORE_NUMBER.finditer(surface):
            way = squeeze(found["street"]).text
            if not is_place(way) and not is_word(way, language):
                yield Variant(way, "ADDRESS", "home", span.score * 0.8, weak=False)


def _company_variants(surface: str, folded: str, score: float, language: Language) -> Iterator[Variant]:
    """But not Per Bak of Per Bak Byg ApS, who is its owner."""
    short = {squeeze(name).text for name in implied(surface) if is_firm(name, language)}
    for name in sorted(short):
        yield Variant(name, "ORG", "short", score, weak=False)
    if language.code == DEFAULT or not (known := inflection(language.code)):
        return
    for name in sorted({folded, *short}):
        for way in sorted({fold(known.inflect(name, form)) for form in CASES} - {name}):
            yield Variant(way, "ORG", "case", score, weak=False)


def _called(text: str, span: Span, language: Language) -> Iterator[Variant]:
    """What a home is called from here on: 640 Roxley Street, Leeds (the "Roxley residence")."""
    found = _DEFINED.match(text, span.end) if span.category == "ADDRESS" else None
    names = {fold(word) for word in _WORD.findall(text[span.start : span.end])}
    names = {word for word in names if not is_common(word, language)}  # the Farm may be any
    if found and not names.isdisjoint(map(fold, _WORD.findall(found[1]))):
        yield Variant(squeeze(found[1]).text, "ADDRESS", "home", span.score * 0.8, weak=False)


_DEFINED = re.compile(r",? ?\((?:[^\W\d_]+,? ){0,3}[\"“«„]([^\"”»“()\n]{4,40})[\"”»“]\)")
_WORD = re.compile(r"[^\W\d_]{4,}")
_PART = re.compile(r"[^\W\d_]+")
# Neckarhalde 8/1, 73732 Esslingen; 8020 Graz, Idlhofgasse 70
_BEFORE_NUMBER = re.compile(
    r"(?:^|(?<=, ))(?P<street>[^\W\d_][^\d,;\n]{5,40}?) \d{1,4}(?: ?[A-Za-z])?(?=[,/\n]|$)"
)

# 27 Back Roxley Mount, Leeds: a street of whatever kind
_AFTER_NUMBER = re.compile(
    r"(?:^|(?<=, ))\d{1,5}[A-Za-z]? (?P<street>(?:[^\W\d_a-z][\w'’-]+ ){1,3}[^\W\d_a-z][\w'’-]+)(?=,)"
)


@cache
def _streets() -> re.Pattern[str]:
    """The street in an address: it tells the home when it is named again."""
    kinds = any_of(table("addresses")["english"]["streets"])
    return re.compile(rf"(?:[^\W\d_][\w'’-]+ ){{1,3}}{kinds}\b")


def _person_variants(surface: str, span: Span, language: Language) -> Iterator[Variant]:
    folded = squeeze(surface).text.strip(" .,'")
    if folded.endswith("_"):  # A.________ is written in this one way
        return
    name = parse(surface, language=language.code)
    if len(folded) > 1:
        yield _person(folded, "same", span.score, weak=name.bare and is_common(folded, language))
        joined = folded.replace("-", "")
        if "-" in folded and len(joined) > 2:  # "-e" is no name
            yield _person(joined, "hyphen", span.score * 0.9)
    if name.bare or not name.tokens:
        return
    family = _family(surface, name, language)
    yield from _surnames(name, family, span.score, language)
    yield from _initials(name, family, _after_given(surface, language) or family, span.score, language)
    yield from _shortened(surface, name, min(span.score, 0.6), language)
    first = name.tokens[0]
    if given.is_family(first) and not given.is_given(first):  # family name first: Chen Xiaoling
        yield _person(first, "surname", span.score * 0.8, weak=is_common(first, language))
    elif len(first) > 2 and (given.is_given(first) or _begins_name(first, span, language)):
        yield _person(first, "given", min(span.score, 0.6), weak=is_common(first, language))
    for token in name.tokens:
        if len(token) > 1 and token not in particles(language):
            yield _person(token, "small", min(span.score, 0.5))
            owner = f"{token}{language.people['described']['plural']}"  # u at destinys
            if owner != token and len(token) > SHORTEST and not is_word(owner, language):
                yield _person(owner, "small", min(span.score, 0.5))


def _begins_name(first: str, span: Span, language: Language) -> bool:
    """A given name that no list has, of somebody who surely has it: Favour Torvund."""
    return span.score >= SURE and not given.is_family(first) and first not in people.titles(language)


def _person(text: str, rule: str, score: float, *, weak: bool = False) -> Variant:
    return Variant(text, "PERSON", rule, score, weak=weak)


def _surnames(name: Name, family: str, score: float, language: Language) -> Iterator[Variant]:
    for way in _with_short_particles(family, language):
        yield _person(way, "surname", score * 0.9)
    plural = language.people["described"]["plural"]
    titles = people.titles(language) - frozenset(language.people["names"]["also_names"])
    for surname in {family, name.family, *name.family.split("-")} - titles:
        if len(surname) > 1:
            yield _person(surname, "surname", score * 0.9, weak=is_common(surname, language))
            sibilant = "e" if plural and surname.endswith(("s", "x", "z", "ch", "sh")) else ""
            yield _person(f"{surname}{sibilant}{plural}", "plural", score * 0.6)
    if "-" in name.family:
        yield _person(name.family.replace("-", ""), "hyphen", score * 0.8)
    for inner in name.tokens[1:-1]:  # the first of two surnames: Mariano Puerta García
        if len(inner) > 2 and given.is_family(inner) and not given.is_given(inner):
            yield _person(inner, "surname", score * 0.7, weak=is_common(inner, language))


def _with_short_particles(family: str, language: Language) -> Iterator[str]:
    """v. Roe for von Roe."""
    short = language.people["names"].get("short_particles", {})
    for particle, ways in short.items():
        if family.startswith(f"{particle} "):
            yield from (f"{way} {family.removeprefix(particle).strip()}" for way in ways)


def _initials(name: Name, family: str, whole: str, score: float, language: Language) -> Iterator[Variant]:
    """J.R. Roe, J. R. Roe, JR Roe, J R Roe, and with the first letter alone; M. Roe is monsieur in French."""
    letters = tuple(token[0] for token in name.tokens[:-1])
    for chosen in {letters, letters[:1]}:
        if "".join(chosen) in people.courtesy(language):
            continue
        dotted = [f"{letter}." for letter in chosen]
        for initials in {"".join(dotted), " ".join(dotted), "".join(chosen), " ".join(chosen)}:
            for each in {family, whole}:
                yield _person(f"{initials} {each}", "initials", score * 0.9)


def _shortened(surface: str, name: Name, score: float, language: Language) -> Iterator[Variant]:
    """Vik for Vikram, Barty for Bartholomew, Henni for Henrike, Mandine for Amandine, AR for Ann Roe: only
    where they are quoted, see `_fits`."""
    first = name.tokens[0]
    endings = language.people["names"].get("short_endings", ())
    for end in range(SHORTEST, len(first)):
        for ending in ("", *endings):
            yield _person(first[:end] + ending, "quoted", score)
    for ending in endings:
        yield _person(f"{first[:SHORTEST]}{first[SHORTEST - 1 : SHORTEST]}{ending}", "quoted", score)
    for ending in endings:
        for part in {first, name.family}:  # Hopey, Marshy
            if len(part) >= SHORTEST and not part.endswith(tuple(endings)):
                yield _person(part + ending, "quoted", score)
    for start in range(1, len(first) - SHORTEST):
        yield _person(first[start:], "quoted", score)
    if given.is_given(first) and not name.bare:
        yield _person(f"{first} {name.family[0]}.", "same", score)  # Ann R.
        yield _person(f"{first[0]}.", "signed", score)
    around = people.titles(language)
    whole = (word for word in _PART.findall(squeeze(surface).text) if word not in around)
    parts = [word[0] for word in whole]  # van, and both halves of Roe-Doe
    for letters in {"".join(token[0] for token in name.tokens), "".join(parts)}:
        if 1 < len(letters) <= MOST_LETTERS:
            yield _person(letters, "letters", score)
    halves = [half[0] for half in name.tokens[0].split("-") if half]
    if len(halves) == 2:  # K-A for Kari-Anne
        yield from (_person(way, "letters", score) for way in ("".join(halves), "-".join(halves)))


def _family(surface: str, name: Name, language: Language) -> str:
    """The family name with its particles, as written: `de la Cruz`."""
    words = squeeze(surface).text.replace(",", " ").split()
    if name.family not in words:
        return name.family
    at = words.index(name.family)
    start = at
    while start > 1 and words[start - 1] in particles(language):
        start -= 1
    return " ".join(words[start : at + 1])


def _after_given(surface: str, language: Language) -> str:
    """What follows the given names, from its first particle on: de la Roche Saint-André; "" without one."""
    words = squeeze(surface).text.split()
    at = next((at for at, word in enumerate(words) if at and word in particles(language)), 0)
    return " ".join(words[at:]) if at and all(map(given.is_given, words[:at])) else ""


def guessed(span: Span) -> bool:
    return span.category in GUESSES and span.score < HIGH
