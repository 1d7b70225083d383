"""When are two names of organisations one: the core of a name, and short names introduced in brackets."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lexveil.jurisdictions.legalforms import is_legal_form
from lexveil.model import Span
from lexveil.resolve.people import name_of
from lexveil.text.fold import fold, squeeze

# "(PSMo)", "(the “IRF” or the “First Respondent”)", "(hereinafter: the Club)"
_INTRODUCED = re.compile(r"\s*\((?:herein\w*|\"|“|'|‘|the |or |,|:|\s)*$", re.IGNORECASE)


def core(surface: str) -> str:
    """The name without article, bracketed parts, legal form and signs.

    >>> core("Company (Country) Ltd.") == core("the Company Ltd") == core("Company")
    True
    """
    text = re.sub(r"\([^()]*\)", " ", squeeze(surface).text)
    words = re.findall(r"[\w&/.'-]+", text)
    words = words[1:] if len(words) > 1 and words[0] == "the" else words
    while len(words) > 1 and is_legal_form(words[-1].strip(".,").replace(".", "")):
        words.pop()
    return " ".join(word.strip(".,'-") for word in words) or fold(surface)


def introduced(text: str, spans: Sequence[Span]) -> dict[str, str]:
    """Short name → full name, where a name is given again in brackets: `Public Service of Mordor (PSMo)`."""
    short: dict[str, str] = {}
    for one, other in pairwise(spans):
        between = text[one.end : other.start]
        named = re.search(r"herein|[\"“'‘]", between) or " " not in text[other.start : other.end].strip()
        if named and _INTRODUCED.fullmatch(between):
            full = core(text[one.start : one.end])
            short.setdefault(core(text[other.start : other.end]), short.get(full, full))
    return short


# What stands in brackets after a name, and the names in quotation marks in it.
_BRACKET = re.compile(r"\s*\(([^()\n]{2,90})\)")
_QUOTED = re.compile(r"[\"“‘']([^\W\d_a-z][^\"“”‘’'()\n]{1,40})[\"”’']")
_GUESSES = ("PERSON", "LOC", "MISC")


def short_names(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, sorted, with each short name of a company as its name: after `Quellmark Hydraulics GmbH
    ("Quellmark")` Quellmark is no person, whatever a detector took it for.

    Only a word of the full name or its initials count, and none that is somebody's name in the document.
    """
    found: list[Span] = []
    defined: dict[str, Span] = {}
    for span in spans:
        if span.category != "ORG":
            found.append(span)
            continue
        inside = _BRACKET.search(text, span.start + 1, span.end)
        whole = replace(span, end=inside.start()) if inside else span
        named = dict(_defined(text, whole))
        found.append(whole if named else span)
        for name, start in named.items():
            defined.setdefault(name, replace(span, start=start, end=start + len(name)))
    for name in _peoples_words(text, found) & defined.keys():
        del defined[name]
    turned = [_turned(text, span, defined) for span in found]
    return sorted([*turned, *_between(turned, sorted(defined.values()))])


def _between(spans: Sequence[Span], new: Sequence[Span]) -> list[Span]:
    """Those of the new spans that lie where no other is."""
    starts = [span.start for span in spans]
    found = []
    for span in new:
        at = bisect_left(starts, span.end)
        if at == 0 or spans[at - 1].end <= span.start:
            found.append(span)
    return found


def _defined(text: str, whole: Span) -> Iterator[tuple[str, int]]:
    bracket = _BRACKET.match(text, whole.end)
    if not bracket:
        return
    words = core(text[whole.start : whole.end]).split()
    for quoted in _QUOTED.finditer(text, bracket.start(1), bracket.end(1)):
        short = squeeze(quoted[1]).text
        initials = "".join(word[0] for word in words)
        if all(word in words for word in short.split()) or short.replace(".", "") == initials:
            yield quoted[1], quoted.start(1)


def _turned(text: str, span: Span, defined: dict[str, Span]) -> Span:
    alike = span.category in _GUESSES and text[span.start : span.end] in defined
    return replace(span, category="ORG") if alike and not name_of(text, span).title else span


def _peoples_words(text: str, spans: Sequence[Span]) -> set[str]:
    """The words of full names and of names with a title."""
    words: set[str] = set()
    for span in spans:
        surface = text[span.start : span.end]
        if span.category == "PERSON" and (" " in surface or name_of(text, span).title):
            words.update([surface, *surface.split()])
    return words
