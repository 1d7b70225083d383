"""People by name lists: a listed given name and what goes with it, never a family name alone."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lexveil.detect import capitals
from lexveil.detect.capitals import Word, Words, is_acronym, name_end, name_span, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import is_head, is_mark, keys
from lexveil.languages import Language
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_ambiguous, is_place

FULL, LIKELY, LONE = 0.85, 0.6, 0.45
_CELL_BEFORE = re.compile(r"\t| {2}|: ")  # what parts a cell from its label


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["gazetteer"]
        self.other_thing = re.compile(rf"(?i)\b{either(words['other_thing'])},? [“\"']?$")
        self.acts = re.compile(rf"'s\b|,? {either(words['acts'])}\b|, {either(words['apposition'])} ")
        self.list = frozenset([",", "&", *words["joining"]])
        self.saints = frozenset(language.roles["organizations"].get("saints", ()))
        self.saints_own = re.compile(r"['’]s\b")  # St Oswin's, a school
        self.places_after = frozenset(language.labels["locations"]["kinds_after"])


_patterns = cache(Patterns)


class Run(NamedTuple):
    """Capitalised words that could be one name, and what was made of them."""

    first: int
    last: int
    start: int  # the word the name starts with
    score: float
    rule: str


def find(document: Document) -> Iterator[Span]:
    small = capitals.small_words(document.text)
    for _, _, language, listed in stretches(document):
        patterns = _patterns(language)
        runs = list(_runs(patterns, document.text, listed, small))
        if language.capitals == "names":  # where every noun has a capital, an unlisted word tells nothing
            _join_lists(patterns, listed, runs, small)
        for run in runs:
            if run.rule:
                start = listed[run.start].start
                end = name_span(listed, run.first, run.last)[1]
                yield Span(start, end, "PERSON", run.score, (f"gazetteer:{run.rule}",))


def _runs(patterns: Patterns, text: str, listed: Words, small: frozenset[str]) -> Iterator[Run]:
    first = 0
    while first < len(listed):
        last = name_end(listed, first)
        if last == first:
            first += 1
            continue
        start = listed[first].start
        other = patterns.other_thing.search(text, max(0, start - 24), start) or (
            listed[first].key in patterns.saints and patterns.saints_own.match(text, listed[last - 1].end)
        )
        found = None if other else _in_run(patterns, listed, first, last, small)
        if (not found or found[2] == "given") and listed[last - 1].link == ",":
            after = _after_comma(text, listed, first, last, small)
            if after:
                found, last = (first, LIKELY, "family-first"), after
        yield Run(first, last, *(found or (first, 0.0, "")))
        first = last


def _join_lists(patterns: Patterns, listed: Words, runs: list[Run], small: frozenset[str]) -> None:
    """A name that is not listed, in one list with names that are: `Jane Roe and Xyloph Quell`."""
    for order in (range(1, len(runs)), range(len(runs) - 2, -1, -1)):
        for index in order:
            run, other = runs[index], runs[index - order.step]
            left, right = (other, run) if order.step == 1 else (run, other)
            if run.rule or other.rule not in ("given-family", "list") or left.last != right.first:
                continue
            words = listed[run.first : run.last]
            unlisted = 2 <= len(words) <= 4 and all(word.initial or _may_lead(word, small) for word in words)
            place = run.last < len(listed) and listed[run.last].key in patterns.places_after
            if unlisted and not place and listed[left.last - 1].link in patterns.list:
                runs[index] = run._replace(score=LIKELY, rule="list")


def _in_run(
    patterns: Patterns, listed: Words, first: int, last: int, small: frozenset[str]
) -> tuple[int, float, str] | None:
    """Where in a run of capitalised words the name starts, how sure, and by which rule."""
    run = listed[first:last]
    place = len(run) > 1 and is_place(" ".join(word.key for word in run))
    beside = listed[last] if last < len(listed) and run[-1].gap == " " else None
    if beside and beside.key in patterns.places_after:  # Teller County, Church Street
        return None
    if place or capitals.is_body(listed, last) or any(is_head(each.key) or is_mark(each.key) for each in run):
        return None
    letters = "".join(word.key for word in run if word.initial)
    if run[-1].initial and letters in keys("initials"):  # Roe Yapi A.S.
        return None
    given = next((i for i, word in enumerate(run) if _is_clear_given(word, small)), None)
    if given is None:
        return _doubtful(patterns, run, first, small)
    if len(run) == 1:
        other = is_acronym(run[0]) or is_place(run[0].key)
        return None if other else (first, LONE, "given")
    others = [word for i, word in enumerate(run) if i != given and not word.initial]
    if not others:
        return (first + given, LIKELY, "given-initial")
    places = [is_place(each.key) and not (is_ambiguous(each.key) or is_family(each.key)) for each in others]
    if all(place or is_acronym(word) for place, word in zip(places, others, strict=True)):
        return None
    nouns = run[0].language.capitals == "nouns"  # the capital before a given name tells nothing
    start = given if nouns else next(i for i in range(given + 1) if i == given or _may_lead(run[i], small))
    if start == len(run) - 1:
        return _doubtful(patterns, run, first, small)
    return (first + start, FULL, "given-family")


def _doubtful(
    patterns: Patterns, run: Words, first: int, small: frozenset[str]
) -> tuple[int, float, str] | None:
    """No clear given name: an ordinary word that is one (Mark, Rose) or a listed family name at the end."""
    if sum(not word.initial for word in run) != 2:
        return None
    head, tail = run[0], run[-1]
    if is_given(head.key) and tail.also_name and patterns.acts.match(tail.gap) and not is_acronym(tail):
        return (first, LIKELY, "words")  # Mark Young remarked: two ordinary words that do what people do
    strong = not tail.initial and is_family(tail.key) and not tail.common and not is_place(tail.key)
    if not strong or tail.key in small or is_acronym(tail):
        return None
    if is_given(head.key) and not (head.title or is_place(head.key)):
        return (first, LIKELY, "word-family")
    if head.language.capitals == "nouns":
        return None
    if head.initial or head.common or is_place(head.key) or head.key in small or is_acronym(head):
        return None
    return (first, LIKELY, "family")


def _after_comma(text: str, listed: Words, first: int, last: int, small: frozenset[str]) -> int:
    """The end of `DOE, John` in a list or a cell: a family name, a comma, given names, and the entry ends."""
    family = listed[last - 1]
    start = listed[first].start
    in_cell = _CELL_BEFORE.search(text, max(0, start - 2), start) is not None
    known = family.text.isupper() or is_family(family.key) or (in_cell and not family.common)
    if last - first > 2 or not known or (is_place(family.key) and not in_cell):
        return 0
    end = _givens_end(listed, last)
    if end == last or end - last > 3 or not _is_clear_given(listed[last], small):
        return 0
    opens = in_cell or capitals.opens_line(text, start) or text[max(0, start - 2)] == ";"
    after = listed[end - 1].gap
    gap = after.lstrip(". ")
    return end if opens and (not gap or gap[0] in "\n;(" or (in_cell and after[:2] == "  ")) else 0


def _givens_end(listed: Words, first: int) -> int:
    """After given names, some of which are ordinary words too: Solveig Maj Birgitta."""
    end = name_end(listed, first)
    while end > first and end < len(listed) and listed[end - 1].gap == " " and is_given(listed[end].key):
        end = max(end + 1, name_end(listed, end + 1))
    return end


def _is_clear_given(word: Word, small: frozenset[str]) -> bool:
    if word.initial or len(word.key) < 3 or not is_given(word.key):
        return False
    return not (word.also_name or word.key in small or (is_place(word.key) and not is_ambiguous(word.key)))


def _may_lead(word: Word, small: frozenset[str]) -> bool:
    """Whether a word before the given name belongs to the name: DOE John, an initial, a name not listed."""
    if word.initial:
        return word.gap[:1] == "."
    if is_head(word.key) or is_mark(word.key):
        return False
    return not (word.common or is_place(word.key) or word.key in small or is_acronym(word))
