"""People inside citations: authors of literature and parties of other cases, by zone or shape.

`citations:parties` is `Roe v. Doe` without a reference beside it: it may be the case at hand.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lexveil.detect import capitals
from lexveil.detect.capitals import Stretch, Words, at, is_acronym, name_end, name_span, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import is_head
from lexveil.languages import Language
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_country, is_place
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

AUTHOR, CASE = 0.75, 0.65
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["citations"]
        # Where a citation can begin: a line, a bracket, or a word that introduces one.
        self.opens = re.compile(
            rf"(?m)(?:^[^\S\n]*+(?:\[?\d{{1,3}}[\].)]*[^\S\n]+|[-•*–][^\S\n]+)?|[;(] ?"
            rf"|(?P<see>\b{words['see']}[,:]? ))(?=[{UPPER}])"
        )
        # What follows the authors of a work: a year, a title with a year or a page, or a word of reference.
        edited = words["edited"]
        self.work = re.compile(
            rf"{edited}(?P<short>,? \({_YEAR}[,:)]|, {_YEAR}\b(?!:\d)|{words['again']})|"
            rf"{edited}[,:] (?:['‘“\"«][^\n]{{3,200}}?(?:{_YEAR}|{words['page']})|"
            rf"(?P<title>[{UPPER}]\w* [^\W\d]\w*[^\n;]{{3,160}}?|[{UPPER}][^\n;]{{3,160}}?)"
            rf"(?:\([^()\n]{{0,60}}\b{_YEAR}\)|,? {_YEAR},|{words['work']}))"
        )
        self.short = re.compile(
            rf"(?:,? {words['short']}| \({_YEAR}(?:[,:] ?{words['short_page']}\d+(?:[-–]\d+)?)?\))"
        )
        self.office = re.compile(rf", {words['office_before']}{either(words['offices'])}")
        self.listed = frozenset(["&", "/", ".&", *words["joining"]])
        self.versus = re.compile(rf" {words['versus']}\.? (?:{words['the']})?(?=\S)")
        self.others = frozenset(words["others"])
        self.party_list = frozenset(["&", ",", *words["party_joining"]])
        self.reference_after = re.compile(rf"[^\n]{{0,60}}?(?:{words['reference_after']})")
        self.ex_parte = Quick(rf"\b{words['single']} (?=[{UPPER}])")
        self.the_case = re.compile(rf"(?:'s)? {words['the_case']}\b")
        self.the: str = words["the"]


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    text = document.text
    for stretch in stretches(document):
        patterns, listed = _patterns(stretch.language), stretch.words
        yield from _authors(patterns, text, stretch)
        if stretch.language.capitals == "names":  # two nouns with a stroke between are no authors
            yield from _short_references(patterns, text, listed)
            yield from _slashed(listed)
        yield from _parties(patterns, text, stretch)
        yield from _single_cases(patterns, text, stretch)
    for zone in document.zones:
        if zone.kind == "citation":
            yield from _in_zone(capitals.words(document), zone.start, zone.end)


def _authors(patterns: Patterns, text: str, stretch: Stretch) -> Iterator[Span]:
    """J. Doe & R. Roe, 'Title', (2010) 5 Journal 12; Doe, J., Title (Publisher, 2010) p. 12."""
    listed = stretch.words
    for opening in patterns.opens.finditer(text, stretch.start, stretch.end):
        first = at(listed, opening.end())
        if first == len(listed) or listed[first].start != opening.end():
            continue
        names = _names_from(patterns, listed, first)
        if not names or not all(_can_be_author(listed, *name) for name in names):
            continue
        end = name_span(listed, *names[-1])[1]
        work = patterns.work.match(text, end)
        if not work or patterns.office.match(text, end):
            continue
        several = len(names) > 1 or any(_is_full(listed, *name) for name in names)
        titled = work["title"] is not None and " " in work["title"] and ")" not in work["title"]
        if work["short"] or opening["see"] or several or (opening[0][:1] == "(" and titled):
            yield from _spans(listed, names)


def _names_from(patterns: Patterns, listed: Words, first: int) -> list[tuple[int, int]]:
    """The names of a list of authors that starts here, `Doe, J.` counting as one."""
    found: list[tuple[int, int]] = []
    link = ""
    while first < len(listed) and len(found) < 8:
        last = name_end(listed, first)
        if last == first:
            break
        last = _with_initials(listed, first, last)
        if found and link == "," and not _is_full(listed, first, last):
            break
        found.append((first, last))
        link = listed[last - 1].link.removeprefix(".")
        if link not in patterns.listed and link != ",":
            break
        first = last
    return found


def _with_initials(listed: Words, first: int, last: int) -> int:
    """Take in the initials of `Doe, J.R.`"""
    if last - first > 2 or listed[last - 1].link != ",":
        return last
    end = last
    while end < len(listed) and listed[end].initial and listed[end].gap[:1] == ".":
        end += 1
        if listed[end - 1].link not in (".", ".-"):
            break
    return end


def _is_full(listed: Words, first: int, last: int) -> bool:
    """Initials and a family name, or a listed given name and another: after a comma nothing less counts."""
    run = listed[first:last]
    return len(run) > 1 and (any(word.initial for word in run) or is_given(run[0].key))


def _can_be_author(listed: Words, first: int, last: int) -> bool:
    run = [word for word in listed[first:last] if not word.initial]
    if not run or capitals.is_body(listed, last) or len(run) > 4:
        return False
    if len(run) == 1 and run[0].key in run[0].language.words["calendar"]:
        return False
    letters = len(run) < last - first  # DOE J.: capitals are a way to write family names
    return not any(
        word.plain or is_place(word.key) or is_head(word.key) or (is_acronym(word) and not letters)
        for word in run
    )


def _short_references(patterns: Patterns, text: str, listed: Words) -> Iterator[Span]:
    """Doe, op. cit.; Doe et al.; Roe and Doe (2010)."""
    for first, last in capitals.name_runs(listed):
        reference = patterns.short.match(text, name_span(listed, first, last)[1])
        if reference and _can_be_author(listed, first, last):
            names, start = [(first, last)], first
            if first and listed[first - 1].link in patterns.listed:
                start = _name_before(listed, first)
            if start < first and _can_be_author(listed, start, first):
                names.append((start, first))
            yield from _spans(listed, names)


def _slashed(listed: Words) -> Iterator[Span]:
    """Doe/Roe, Commentary: surnames of the authors of one work."""
    first = 0
    while first < len(listed):
        last = first + 1
        while last < len(listed) and listed[last - 1].gap == "/":
            last += 1
        if last - first > 1 and listed[last - 1].gap[:1] == ",":
            names = [(index, index + 1) for index in range(first, last)]
            if all(_can_be_author(listed, *name) and not listed[name[0]].common for name in names):
                yield from _spans(listed, names)
        first = last


def _parties(patterns: Patterns, text: str, stretch: Stretch) -> Iterator[Span]:
    """The people of `Roe and Others v. Doe`."""
    listed = stretch.words
    for versus in patterns.versus.finditer(text, stretch.start, stretch.end):
        right = at(listed, versus.end())
        if right == len(listed) or listed[right].start != versus.end() or right == 0:
            continue
        left = right - 1
        if listed[left].end + listed[left].gap.startswith((".", ")")) < versus.start():
            continue
        names = _left_parties(patterns, listed, left)
        last = name_end(listed, right)
        if last > right:
            names.append((right, last))
        cited = patterns.reference_after.match(text, listed[max(right, last - 1)].end)
        people = [name for name in names if _can_be_party(listed, *name)]
        yield from _spans(listed, people, "case-name" if cited else "parties", CASE)


def _left_parties(patterns: Patterns, listed: Words, index: int) -> list[tuple[int, int]]:
    """Names going left from `v.`: Young, James and Webster."""
    if listed[index].key in patterns.others and index:
        index -= 1
    found: list[tuple[int, int]] = []
    last = index + 1
    while last > 0 and len(found) < 6:
        start = _name_before(listed, last)
        if start == last:
            break
        found.append((start, last))
        if start == 0 or listed[start - 1].link.removeprefix(".") not in patterns.party_list:
            break
        last = start
    return found


def _name_before(listed: Words, last: int) -> int:
    """The index of the first word of the name that ends before `last`."""
    start = last
    while start > 0 and last - start < 5:
        word = listed[start - 1]
        joined = word.link in ("space", "particle") or (word.link in (".", ".particle") and word.initial)
        if not capitals.may_be_name(word) or word.function or (start < last and not joined):
            break
        start -= 1
    return start


def _can_be_party(listed: Words, first: int, last: int) -> bool:
    """No state, no company, no office; the Crown's R. is nobody."""
    run = listed[first:last]
    named = [word for word in run if not word.initial]
    if not named:
        return len(run) > 1
    whole = " ".join(word.key for word in named)
    if capitals.is_body(listed, last) or is_country(whole) or (is_place(whole) and not is_family(whole)):
        return False
    return not any(word.plain or word.demonym or is_acronym(word) or is_head(word.key) for word in named)


def _single_cases(patterns: Patterns, text: str, stretch: Stretch) -> Iterator[Span]:
    """Ex parte Roe; the Roe judgment."""
    listed = stretch.words
    for opening in patterns.ex_parte.finditer(text, stretch.start, stretch.end):
        first = at(listed, opening.end())
        if first < len(listed) and listed[first].start == opening.end():
            last = name_end(listed, first)
            if last > first and _can_be_party(listed, first, last) and len(listed[first].text) > 1:
                yield from _spans(listed, [(first, last)], "case-name", CASE)
    for index, word in enumerate(listed):
        if word.gap[:1] not in " '" or len(word.text) < 3 or not patterns.the_case.match(text, word.end):
            continue
        start = _name_before(listed, index + 1)
        if start > index or word.common or is_place(word.key):
            continue
        before = text[max(0, listed[start].start - len(patterns.the)) : listed[start].start]
        article = before.lower() == patterns.the
        if (article or word.gap[:1] == "'") and _can_be_party(listed, start, index + 1):
            known = is_family(word.key) or is_given(word.key)
            yield from _spans(listed, [(start, index + 1)], "case-name", CASE if known else CASE - 0.15)


def _in_zone(listed: Words, start: int, end: int) -> Iterator[Span]:
    """Every name of a marked citation that is complete, and those its text begins with."""
    first = at(listed, start)
    stop = at(listed, end)
    for name in _names_from(_patterns(listed[first].language), listed, first) if first < stop else ():
        if name[1] <= stop and _can_be_author(listed, *name):
            yield from _spans(listed, [name], score=0.85)
    while first < stop:
        last = min(name_end(listed, first), stop)
        if last > first and _is_full(listed, first, last) and _can_be_author(listed, first, last):
            yield from _spans(listed, [(first, last)], score=0.85)
        first = max(last, first + 1)


def _spans(
    listed: Words, names: Sequence[tuple[int, int]], rule: str = "author", score: float = AUTHOR
) -> Iterator[Span]:
    for first, last in names:
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"citations:{rule}",))
