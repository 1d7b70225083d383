"""Places: countries, regions and cities from the gazetteer.

A place that is also a word or a person's name (Nice, Reading, Victoria) needs support.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import Stretch, Words, at, is_body, opens_line, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import is_head, is_legal_form
from lexveil.languages import Language, people
from lexveil.model import Document, Span
from lexveil.names.ordinary import ranks
from lexveil.names.places import is_ambiguous, is_country, is_place, reach
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

COUNTRY, PLACE, CUED, SUPPORTED, NAMED = 0.9, 0.8, 0.75, 0.65, 0.6

_OPENS = re.compile(r"(?:\A|[.!?:]\s+|\n\s*)\Z")  # a sentence


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["locations"]
        self.before = re.compile(rf"(?i)\b{either(words['before'])}{words['the']} $")
        self.sure_before = re.compile(rf"(?i)\b{either(words['sure_before'])} $")
        self.cue = Quick(rf"\b{either(words['cue'])} (?=[{UPPER}])")
        self.kinds_after = frozenset(words["kinds_after"])
        self.kinds_before = frozenset(words["kinds_before"])
        self.kind_small = re.compile(rf" {either(words['small_kinds'])}\b")
        self.people = re.compile(rf" {either(words['people'])}\b")
        self.person_before = frozenset(people.courtesy(language))
        self.small = frozenset(words["small"])
        self.list = frozenset([",", *words["joining"]])


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    """LOC, and DEM for `a Polish national`."""
    for stretch in stretches(document):
        patterns = _patterns(stretch.language)
        yield from _by_cue(patterns, document.text, stretch)
        yield from _by_list(patterns, document.text, stretch.words)


def _by_list(patterns: Patterns, text: str, listed: Words) -> Iterator[Span]:
    index = 0
    while index < len(listed):
        size = _listed_size(patterns, listed, index)
        if size:
            score, rule = _support(patterns, text, listed, index, index + size)
            if score:
                last = index + size
                if last < len(listed) and listed[last - 1].gap == " ":
                    last += listed[last].key in patterns.kinds_after
                yield Span(listed[index].start, listed[last - 1].end, "LOC", score, (f"locations:{rule}",))
            index += size
            continue
        if listed[index].demonym and patterns.people.match(text, listed[index].end):
            yield Span(listed[index].start, listed[index].end, "DEM", PLACE, ("locations:demonym",))
        else:
            last = _named_kind(patterns, text, listed, index)
            if last:
                yield Span(listed[index].start, listed[last - 1].end, "LOC", NAMED, ("locations:kind",))
        index += 1


def _by_cue(patterns: Patterns, text: str, stretch: Stretch) -> Iterator[Span]:
    """Any name after words that only a place can follow: `lives in Exampleton`."""
    listed = stretch.words
    for cue in patterns.cue.finditer(text, stretch.start, stretch.end):
        first = last = at(listed, cue.end())
        while last < len(listed) and last - first < 5:
            word = listed[last]
            if word.function or word.initial or is_head(word.key) or word.demonym or is_legal_form(word.key):
                break
            last += 1
            if listed[last - 1].link not in ("space", "particle"):
                break
        if last > first and listed[first].start == cue.end() and not is_body(listed, last):
            yield Span(listed[first].start, listed[last - 1].end, "LOC", CUED, ("locations:cue",))


def _listed_size(patterns: Patterns, listed: Words, first: int) -> int:
    """How many words from `first` are the longest listed place; 0 where none is."""
    most = reach(listed[first].key)
    if not most:
        return 0
    name, best = listed[first].key, int(is_place(listed[first].key))
    last = first
    while last + 1 < len(listed):
        link = listed[last].link
        small = link.removeprefix(".") if link not in ("space", ".") else ""
        if link == "particle" or (small and all(part in patterns.small for part in small.split())):
            small = listed[last].gap.strip(". ")
        elif link not in ("space", ".", "-"):
            break
        last += 1
        name = f"{name} {small} {listed[last].key}" if small else f"{name} {listed[last].key}"
        if name.count(" ") >= most:
            break
        if is_place(name):
            best = last - first + 1
    return best


def _support(patterns: Patterns, text: str, listed: Words, first: int, last: int) -> tuple[float, str]:
    """How sure a listed place is one here, and by which rule."""
    name = " ".join(word.key for word in listed[first:last])
    start = listed[first].start
    letters = listed[first].text.isupper() and len(listed[first].text) < 4 and not is_country(name)
    if letters or _is_part_of_name(patterns, listed, first, last):
        return 0.0, ""
    before = text[max(0, start - 32) : start]
    opens = _OPENS.search(before) and name in ranks(listed[first].language.code)  # Asia on käsitelty
    if not is_ambiguous(name) and not opens:
        return (COUNTRY, "country") if is_country(name) else (PLACE, "city")
    cued = patterns.sure_before.search(before) or (is_country(name) and patterns.before.search(before))
    return (SUPPORTED, "supported") if cued or _is_in_list(patterns, listed, first, last) else (0.0, "")


def _is_in_list(patterns: Patterns, listed: Words, first: int, last: int) -> bool:
    """Whether a country follows or another place stands before: Nice, France; Georgia and Jordan."""
    if last < len(listed) and listed[last - 1].link in (",", "(") and is_country(listed[last].key):
        return True
    if first == 0 or listed[first - 1].link not in patterns.list:
        return False
    before = listed[first - 1].key
    return is_country(before) or (is_place(before) and not is_ambiguous(before))


def _is_part_of_name(patterns: Patterns, listed: Words, first: int, last: int) -> bool:
    """Whether capitalised words that are no place go on before or after: Paris Roe, Mr London."""
    if first and listed[first - 1].link in ("space", "."):
        before = listed[first - 1]
        if before.initial or before.key in patterns.person_before:
            return True
        if not (before.plain or is_place(before.key) or before.function):
            return True
    if last < len(listed) and listed[last - 1].gap == " ":
        after = listed[last]
        return not (after.plain or is_place(after.key) or after.initial)
    return False


def _named_kind(patterns: Patterns, text: str, listed: Words, index: int) -> int:
    """The end of a name that a word beside it makes a place: Exampleton village, Lake Example; 0 if none."""
    word = listed[index]
    beside = listed[index + 1] if index + 1 < len(listed) and word.link == "space" else None
    if word.key in patterns.kinds_before:
        return index + 2 if beside and not (beside.common or beside.initial) else 0
    if word.common or word.initial or opens_line(text, word.start):
        return 0
    if beside and beside.key in patterns.kinds_after:
        return index + 2
    return index + 1 if word.gap[:1] == " " and patterns.kind_small.match(text, word.end) else 0
