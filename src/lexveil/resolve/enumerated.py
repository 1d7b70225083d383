"""Lists in running text: "Accused: 1) Ann Roe, born …; 2) Ben Doe, her brother, born …".

The word before the first name holds for the name at the head of each item, whatever is said of it in passing.
"""

import re
from collections.abc import Sequence
from functools import cache

from lexveil.languages import Language, people
from lexveil.model import Span, because
from lexveil.resolve.descriptions import MILD
from lexveil.resolve.phrases import Evidence, Said, called, phrases, side_of
from lexveil.text.patterns import Pattern, any_of

LEAD = 90  # characters looked at before the first item
ITEM = 900  # characters from the head of an item to the next
OPENED = 30  # characters for a mark and titles
PASSING = ("in-row", "after", "described", "learned", "before-several")  # reasons that a list outweighs

_MAY_BEGIN = re.compile(r"\n|[1a][).º]")  # a line of its own, or the first mark
_FIRST, _NEXT = "first", "next"


@cache
def _heads(language: Language) -> dict[str, Pattern]:
    """What stands before the name of the first item, and of a later one."""
    titled = rf"(?:{any_of(people.titles(language))}\.?\s+)*"
    mark = r"\(?(?P<mark>\d{1,2}|[a-z])(?:\)|\.[-)]?|\.º|º)\s+"
    return {
        _FIRST: re.compile(rf"(?P<line>:\s*\n\s*|[:,]?\s+)(?:{mark})?{titled}\Z", re.IGNORECASE),
        _NEXT: re.compile(rf"(?:[;.,]|\sy|\se|\si|\set|\sund)\s+(?:{mark})?{titled}\Z", re.IGNORECASE),
    }


def from_enumerations(text: str, spans: Sequence[Span], found: Said, spoken: Sequence[Language]) -> None:
    """Gives each head of an item the role of the list."""
    at = 0
    while at < len(spans):
        heads = _items(text, spans, at, spoken[at])
        said = _led(text, spans[at], spoken[at]) if len(heads) > 1 else None
        for head in heads if said else ():
            if said and _yields(found.get(head), said):
                found[head] = said
        at += 1


def _items(text: str, spans: Sequence[Span], first: int, language: Language) -> list[Span]:
    """The names at the heads of the items of the list that the name begins."""
    if spans[first].category != "PERSON" or not _MAY_BEGIN.search(text, *_lead(spans[first])):
        return []
    opening = _opening(text, spans[first], _FIRST, language)
    if opening is None or opening["mark"] not in (None, "1", "a"):
        return []
    if not opening["mark"] and "\n" not in opening["line"]:
        return []
    heads, mark = [spans[first]], opening["mark"]
    for span in spans[first + 1 :]:
        if span.start - heads[-1].start > ITEM or "\n\n" in text[heads[-1].end : span.start]:
            break
        opening = _opening(text, span, _NEXT, language)
        following = chr(ord(mark[-1]) + 1) if mark else None
        if span.category != "PERSON" or opening is None or opening["mark"] != following:
            continue
        if mark is None and opening[0][:1] != ";":
            continue
        heads.append(span)
        mark = following
    return heads


def _opening(text: str, span: Span, place: str, language: Language) -> re.Match[str] | None:
    return _heads(language)[place].search(text, *_lead(span))


def _lead(span: Span) -> tuple[int, int]:
    return max(0, span.start - OPENED), span.start


def _led(text: str, first: Span, language: Language) -> Evidence | None:
    """What the words before the list say."""
    opening = _opening(text, first, _FIRST, language)
    lead = text[max(0, first.start - LEAD) : opening.start() if opening else first.start]
    for pattern, role in phrases(language).before:
        if words := pattern.search(f"{lead.rpartition(chr(10))[2]} "):
            side = side_of(words[0], language) if role == "PARTY" else ""
            return Evidence(role, 2, because("before-several", role=called(role)), side)
    return None


def _yields(before: Evidence | None, said: Evidence) -> bool:
    return before is None or (
        before.weight <= said.weight and (before.role in MILD or before.why.code in PASSING)
    )
