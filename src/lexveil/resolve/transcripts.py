"""Who asks, who speaks and who is sworn in a transcript: counsel examine, and speak under their names.

It is one where somebody is asked and answers, line by line. Only its lines count, and the words of the
language (`roles.toml`, section turns); whoever is introduced elsewhere as something else stays that.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, load, people
from lexveil.model import Document, Span, because
from lexveil.resolve.descriptions import MILD
from lexveil.resolve.phrases import Evidence, Said, called
from lexveil.text.fold import fold
from lexveil.text.patterns import Pattern, any_of, one_of

TURNS = 3  # lines of each, at least, in which somebody asks and somebody answers
LEAD = 160  # characters looked at before a name
NEAR = 60  # characters after a name in which it may be said that its bearer is sworn
INTRODUCED = 2  # the weight of what outweighs a speech

_LINE = r"(?:^|\n)[^\S\n]*(?:\d{1,4}[^\S\n]+)?(?:-{2,}[^\S\n]*)?"  # transcripts number their lines
_GAP = r"(?:[\s:]|(?<=\n)\d{1,2}(?=[^\S\n]))*"  # … also between two words


class _Words(NamedTuple):
    asks: Pattern  # a line that begins with what is asked
    answers: Pattern
    examined: Pattern  # "Cross-examination by", right before a name
    calls: Pattern  # "The Claimant calls"
    speaks: Pattern  # a title at the head of a line, before who speaks
    sworn: Pattern  # ", affirmed", after a name at the head of a line
    reports: Pattern  # "your report": said to an expert
    doctor: Pattern  # "Dr" before a name
    titles: Pattern  # "MR", at the head of what was taken for a name


@cache
def _words(language: Language) -> _Words | None:
    words = language.roles.get("turns")
    if not words:
        return None
    titles = rf"(?:{any_of(people.titles(language))})\.?{_GAP}"
    courtesy = rf"(?:{any_of(people.courtesy(language))})\.?\s+"
    return _Words(
        asks=_any(rf"{_LINE}(?:\d+\.?\s+)?{one_of(words['asks'])}(?=\s)"),
        answers=_any(rf"{_LINE}(?:\d+\.?\s+)?{one_of(words['answers'])}(?=\s)"),
        examined=_any(
            rf"(?:(?<!\w){one_of(words['examined'])}{_GAP}(?:\([^()\n]*\){_GAP})?{one_of(words['by'])}"
            rf"|{_LINE}{one_of(words['by'])}(?=\s)){_GAP}(?:{titles})+$"
        ),
        calls=_any(rf"(?<!\w){one_of(words['calls'])}\s+(?:{titles})*$"),
        speaks=_any(rf"{_LINE}(?:{courtesy})$"),
        sworn=_any(rf"^(?:,\s*[\w.]{{2,6}})?[\s,(–-]*(?:\d{{1,2}}\s+)?{one_of(words['sworn'])}(?!\w)"),
        reports=_any(rf"(?<!\w){one_of(words['reports'])}(?!\w)"),
        doctor=_any(rf"(?<!\w){one_of(language.roles['experts']['doctors'])}\.?\s+$"),
        titles=_any(rf"(?:{any_of(people.titles(language))}\.?\s+)+"),
    )


def _any(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


def from_transcripts(document: Document, spans: Sequence[Span], found: Said) -> None:
    text, words = document.text, _words(load(document.language_at(0)))
    if words is None or not is_transcript(document):
        return
    people = [span for span in spans if span.category == "PERSON"]
    _witnesses(text, words, people, found)
    known = {_surname(text, span) for span in people if _introduced(found.get(span))}
    for span in people:
        if span in found and found[span].weight >= INTRODUCED:
            continue
        if words.examined.search(_before(text, span, words)):
            found[span] = Evidence("LAWYER", INTRODUCED, because("acts-for", role="LAWYER"))
            known.add(_surname(text, span))
    for span in people:
        speaks = text[span.end : span.end + 1] == ":" and words.speaks.search(_before(text, span, words))
        surname = _surname(text, span)
        if speaks and surname not in known and span not in found:
            found[span] = Evidence("LAWYER", INTRODUCED, because("acts-for", role="LAWYER"))
            known.add(surname)


def is_transcript(document: Document) -> bool:
    """Whether somebody asks and somebody answers, again and again."""
    words = _words(load(document.language_at(0)))
    patterns = (words.asks, words.answers) if words else ()
    return bool(words) and all(len(each.findall(document.text)) >= TURNS for each in patterns)


def _witnesses(text: str, words: _Words, people: Sequence[Span], found: Said) -> None:
    """Whoever is sworn; an expert, where the doctor who is asked has written reports."""
    heard = [span for span in people if _is_sworn(text, span, words)]
    ends = [*(span.start for span in heard[1:]), len(text)][: len(heard)]
    for span, end in zip(heard, ends, strict=True):
        doctor = words.doctor.search(_before(text, span, words))
        role = "EXPERT" if doctor and words.reports.search(text, span.end, end) else "WITNESS"
        _give(span, role, found)
    for span in people:
        if words.calls.search(_before(text, span, words)):
            _give(span, "WITNESS", found)


def _give(span: Span, role: str, found: Said) -> None:
    if span not in found or found[span].weight < INTRODUCED:
        found[span] = Evidence(role, INTRODUCED, because("testifies", role=called(role)))


def _before(text: str, span: Span, words: _Words) -> str:
    """What stands before a name, with titles that were taken for a part of it."""
    titles = words.titles.match(text, span.start, span.end)
    return text[max(0, span.start - LEAD) : titles.end() if titles else span.start]


def _is_sworn(text: str, span: Span, words: _Words) -> bool:
    """At the head of a line, with nothing but titles before it."""
    head = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    plain = not re.search(r"[^\W\d_]{5,}", head)
    return plain and words.sworn.match(text[span.end : span.end + NEAR]) is not None


def _introduced(said: Evidence | None) -> bool:
    """As something, or as a witness: whoever is that examines nobody."""
    return said is not None and (said.weight >= INTRODUCED or said.role in MILD)


def _surname(text: str, span: Span) -> str:
    return fold(text[span.start : span.end]).split()[-1]
