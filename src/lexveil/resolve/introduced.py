"""Whom a bare name means by what somebody is called right beside it.

Where several people have one family name, a document says which: "pastor Ek" is the Ek who was introduced as
the pastor, "advokat Ek" the one of counsel. Such mentions are taken out of a form before the rest of it is
weighed as a whole.
"""

import re
from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lexveil.languages import Language
from lexveil.languages.common import is_function
from lexveil.model import Link, Span, because
from lexveil.names.base_forms import is_listed
from lexveil.names.ordinary import ranks
from lexveil.resolve.features import EXCLUSIVE, otherwise
from lexveil.resolve.people import NameForm, Person
from lexveil.text.fold import fold

SHORTEST = 4  # letters of a word for what somebody is
LIKELY = 0.9
ENDING = 3  # letters at the most by which two forms of such a word differ
EVERYDAY = 500  # words that every text is full of
NEAR = 40  # characters beside a name
OFFICES = tuple(role for role in EXCLUSIVE if role != "PARTY")

_BEFORE = re.compile(r"(?<![\w.-])((?:\w+-)?[^\W\d_]{4,})[ \t]+$")
_AFTER = re.compile(r",[ \t]+([^\W\d_A-Z][^\W\d_]{3,})(?=[,.;)\n])")


def calling(text: str, span: Span, language: Language) -> str:
    """The one word that tells what somebody is, right before the name or between commas after it; or ""."""
    before = _BEFORE.search(text, max(0, span.start - NEAR), span.start)
    after = _AFTER.match(text, span.end, span.end + NEAR)
    written = (found[1] for found in (before, after) if found)
    words = (
        fold(word) for word in written if word[-2:].islower() and not (word[0].isupper() and _is_name(word))
    )
    return next((word for word in words if not _is_everyday(word, language)), "")


def _is_name(word: str) -> bool:
    return is_listed(fold(word).rpartition("-")[2])


def _is_everyday(word: str, language: Language) -> bool:
    return is_function(word, language) or ranks(language.code).get(word, EVERYDAY) < EVERYDAY


def told_apart(form: NameForm, people: Iterable[Person], everybody: Iterable[Person]) -> NameForm:
    """The form without the mentions that were given to one of its bearers, who are among `people`."""
    family = [each for each in people if _has_family(each, form) and not otherwise(form, each)]
    if len(family) < 2:
        return form
    left: list[Span] = []
    for span in form.spans:
        person = _so_introduced(form, span, family, everybody)
        if person is None:
            left.append(span)
            continue
        to = person.forms[0].spans[0]
        person.links.append(Link(span, to, LIKELY, because("meant", people=len(family))))
        person.spans.append(span)
        insort(person.starts, span.start)
    return form if len(left) == len(form.spans) else replace(form, spans=left, starts=[s.start for s in left])


def _has_family(person: Person, form: NameForm) -> bool:
    return any(not name.bare and name.family == form.name.family for name in person.names())


def _so_introduced(
    form: NameForm, span: Span, family: Sequence[Person], everybody: Iterable[Person]
) -> Person | None:
    word = form.callings.get(span.start, "")
    called = [each for each in family if word and _is_called(each, word)]
    if len(called) == 1 and sum(_is_called(each, word) for each in everybody) == 1:
        return called[0]
    role = form.introduced_at.get(span.start, "")
    having = [each for each in family if role in each.roles]
    others = [each for each in family if role not in each.roles]
    told = role in OFFICES or (role == "WITNESS" and all(map(_holds_office, others)))
    return having[0] if told and len(having) == 1 else None


def _holds_office(person: Person) -> bool:
    return any(role in person.roles for role in OFFICES)


def _is_called(person: Person, word: str) -> bool:
    return any(
        _is_form_of(word, other)
        for form in person.forms
        if not form.name.bare
        for other in form.callings.values()
    )


def _is_form_of(word: str, other: str) -> bool:
    """The same word with or without an ending: pastor, pastorn; läkare, läkaren."""
    short, long = sorted((word, other), key=len)
    return len(short) >= SHORTEST and len(long) - len(short) <= ENDING and long.startswith(short[:-1])
