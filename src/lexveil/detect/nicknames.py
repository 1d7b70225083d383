"""What people are called beside their names: an introduced nickname, a name spelled out letter by letter.

`a man known as "Smokes"`, `an older man everyone called Chief`, `I knew him as Darek`; `M-A-R-K`, `M as in
Mike`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.jurisdictions.legalforms import is_legal_form
from lexveil.languages import Language, each, load, people
from lexveil.languages.common import is_common
from lexveil.model import Document, Span
from lexveil.names.ordinary import is_ordinary, knows_words
from lexveil.names.places import is_place
from lexveil.names.spelled import spellings
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, UPPER, any_of, one_of
from lexveil.text.quick import Quick

CALLED, SPELLED_SCORE = 0.7, 0.75
SPELLED = "nicknames:spelled"

# A stroke before the name of whoever wrote it, at the end of a message: `… är skuren. /Leffe"`
_SIGNED = re.compile(
    rf"(?:(?<=[.!?] )|(?<=[.!?\n])|^)[^\S\n]*/([{UPPER}][^\W\d_]{{2,20}})(?=[\"”’»]|[^\S\n]*(?:\n|\Z))"
)
# … and whoever typed a letter or minutes, under the name of whoever dictated them: /dkl
_TYPIST = re.compile(rf"(?<=\n)[^\S\n]*/([{LOWER}]{{2,4}})(?=[^\S\n]*(?:\n|\Z))")
TYPED = 0.95
_WORD = re.compile(r"[^\W\d_]{2,}")
_GOES_ON = re.compile(rf" (?:[{UPPER}]|d[eiou]s?[ l]|d['’])")
_NAME = (
    r"[\"“‘'«„»‚›]?([^\W\d_a-zß-ÿ][\w'’-]*[^\W\d_](?: [^\W\d_a-zß-ÿ][\w'’-]*[^\W\d_]){0,2})"
    r"[,.]?[\"”’'»“«‘]?"
)


@cache
def _called(language: Language) -> Quick:
    """Somebody, what they are called, and the name, in one sentence."""
    words = language.people["nicknames"]
    somebody, called = one_of(words["somebody"]), one_of(words["called"])
    article = rf"(?i:(?:{one_of(words['articles'])}\s+)?(?:{any_of(people.titles(language))}\.?\s+)?)"
    return Quick(rf"(?i:\b{somebody}\b[^.;\n]{{0,40}}?\b{called})\s+[\"“‘'«]?{article}{_NAME}")


@cache
def _called_in_quotes(language: Language) -> Quick:
    """A name, what its bearer is called, and that in quotation marks: Geir Snekkestad, kalt «Snekker'n»."""
    called = one_of(language.people["nicknames"]["called"])
    return Quick(rf"([{UPPER}][\w'’.-]+),?\s+(?i:{called})\s+(?=[\"“‘«„»‚›]){_NAME}(?<=[\"”’»“«‘])")


def _by_quotes(text: str, start: int, end: int, language: Language) -> Iterator[Span]:
    for found in _called_in_quotes(language).finditer(text, start, end):
        if not is_legal_form(fold(found[1])):
            yield Span(*found.span(found.re.groups), "PERSON", CALLED, ("nicknames:called",))


@cache
def _is_somebody(language: Language) -> Quick:
    """What somebody is to others, and a word in small letters that may be the name."""
    words = one_of(language.people["nicknames"].get("is_somebody", ()))
    name, after = rf"[{LOWER}]{{4,}}(?:-[{LOWER}]+)?", rf"[.,;!?)\"”]|\s*(?:\n|\Z)|\s[{LOWER}]"
    return Quick(rf"(?i:\b{words})\s+({name})(?={after})")


@cache
def _byname(language: Language) -> re.Pattern[str] | None:
    """El Rubio, preguntale al Canario: a capital that the language gives no such word."""
    words = language.people["nicknames"]
    if "bynames" not in words:
        return None
    return re.compile(rf"(?<!\w){any_of(words['before_byname'])} ([{UPPER}][{LOWER}-]{{2,}})(?!\w|['’-])")


def _by_name(text: str, start: int, end: int, language: Language) -> Iterator[Span]:
    """Where the article is small, and no other name or place follows."""
    pattern = _byname(language)
    words = language.people["nicknames"]
    known = frozenset(map(fold, words.get("bynames", ())))
    for found in pattern.finditer(text, start, end) if pattern else ():
        key, goes_on = fold(found[1]), _GOES_ON.match(text, found.end())
        demonym = words.get("demonyms_are_bynames") and key in language.words["demonym"] and not is_place(key)
        if (key in known or demonym) and not goes_on:
            yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:called",))


def _in_small_letters(text: str, start: int, end: int, language: Language) -> Iterator[Span]:
    """The contact is haakonsvik."""
    if not knows_words(language):
        return
    for found in _is_somebody(language).finditer(text, start, end):
        if not is_ordinary(fold(found[1]), language):
            yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:called",))


@cache
def _called_before(language: Language) -> re.Pattern[str] | None:
    """The name, an ending that says that it is one, and somebody: "Bui-niminen sijoittaja"."""
    words = language.people["nicknames"]
    if "ending" not in words:
        return None
    somebody = one_of((*words["somebody"], *words["trades"]))
    return re.compile(rf"(?<!\w){_NAME}(?i: ?{words['ending']}(?: [^\W\d_]+){{0,3}}? {somebody}\b)")


@cache
def _ending(language: Language) -> re.Pattern[str] | None:
    """What is written together with a name and says that it is one, less the name: -niminen."""
    ending = language.people["nicknames"].get("ending")
    return re.compile(rf"(?<=\w)(?:{ending})[^\W\d_]*\Z", re.IGNORECASE) if ending else None


def without_ending(spans: Iterable[Span], document: Document) -> Iterator[Span]:
    for span in spans:
        ending = _ending(load(document.language_at(span.start)))
        found = ending.search(document.text, span.start, span.end) if ending else None
        yield replace(span, end=found.start()) if found else span


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        yield from _in_small_letters(document.text, start, end, language)
        yield from _by_name(document.text, start, end, language)
        for found in _called(language).finditer(document.text, start, end):
            if fold(found[1]).rstrip(".") not in people.titles_that_tell("everyday"):  # they call him "Mr"
                yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:called",))
        yield from _by_quotes(document.text, start, end, language)
        before = _called_before(language)
        for found in before.finditer(document.text, start, end) if before else ():
            yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:called",))
        for place in spellings(document.text, start, end, language):
            yield Span(*place, "PERSON", SPELLED_SCORE, (SPELLED,))
    for found in _SIGNED.finditer(document.text):
        yield Span(*found.span(1), "PERSON", CALLED, ("nicknames:signed",))
    for found in _TYPIST.finditer(document.text):
        yield Span(*found.span(1), "PERSON", TYPED, ("nicknames:typed",))


def with_spelled(spans: Sequence[Span], found: Iterable[Span], text: str) -> tuple[Span, ...]:
    """With each name that is spelled out as one mention, whatever its letters and words were taken for."""
    kept = list(spans)
    for name in found:
        if SPELLED in name.sources:
            kept = [rest for span in kept for rest in _outside(span, name, text)]
            kept.append(name)
    return tuple(sorted(kept))


def _outside(span: Span, name: Span, text: str) -> Iterator[Span]:
    """What of a span lies beside a name that is spelled: the whole, or names; no ordinary words."""
    if span.end <= name.start or name.end <= span.start:
        yield span
        return
    for start, end in ((span.start, name.start), (name.end, span.end)):
        words = [*_WORD.finditer(text, start, end)] if start < end else []
        by_letters = any(source.startswith("initials:") for source in span.sources)
        if not by_letters and not all(is_common(word[0]) for word in words):
            yield replace(span, start=words[0].start(), end=words[-1].end())
