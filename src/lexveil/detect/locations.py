"""Places from the gazetteer: countries, regions, cities, and words that make a name a place.

Comes in: the view of a document. Goes out: LOC spans, and DEM for `a Polish national`. A name that is also a
word or a person's name (Nice, Reading, Victoria) counts only with support from what stands around it.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.detect.words import UPPER, Word, at, is_body, joint, opens_line, words
from lexveil.jurisdictions.legalforms import is_head, is_legal_form
from lexveil.languages.common import is_common, is_demonym, is_function, is_plain
from lexveil.languages.titles import COURTESY
from lexveil.model import Document, Span
from lexveil.names.places import is_ambiguous, is_country, is_place, reach

COUNTRY, PLACE, CUED, SUPPORTED, NAMED = 0.9, 0.8, 0.75, 0.65, 0.6

# Words before a place that say it is one.
_BEFORE = re.compile(
    r"(?i)\b(?:in|at|near|from|to|into|towards?|through|via|outside|around|between|of|against|v\.|"
    r"practising in|lives in|based in|born in|village of|town of|city of|province of|district of|region of|"
    r"canton of|county of|airport|north of|south of|east of|west of)(?: the)? $"
)
_SURE_BEFORE = re.compile(
    r"(?i)\b(?:in|near|(?:lives|live|lived|living|resid(?:es?|ing)|practising|practicing|based|born|"
    r"situated|located|detained) (?:in|at|near)|(?:village|town|city|province|district|region|canton|"
    r"county|municipality|state|commune|d[ée]partement|island|suburb) of) $"
)
_CUE = re.compile(
    r"\b(?:(?:[Ll]ives|[Ll]ive|[Ll]ived|[Ll]iving|[Rr]esid(?:es|e|ed|ing)|[Pp]ractising|[Pp]racticing|"
    r"[Bb]orn|[Ss]ituated|[Dd]omiciled) (?:in|at|near)|(?:village|town|city|province|district|region|"
    r"canton|county|municipality|commune|"
    rf"d[ée]partement|suburb|neighbourhood) of) (?=[{UPPER}])"
)
# A kind of place, before or after its name in capitals: Lake Example, Example Province.
_KINDS_AFTER = frozenset(
    "province district county village island islands valley river lake street avenue square airport "
    "harbour bay mountain mountains peninsula region voivodeship oblast taluk tehsil road boulevard "
    "forest".split()
)
_KINDS_BEFORE = frozenset(["lake", "mount", "cape", "fort", "river"])
_KIND_SMALL = re.compile(
    r" (?:village|province|district|county|region|canton|island|municipality|airport|suburb)\b"
)
_PERSON_BEFORE = frozenset(COURTESY)
# What makes a demonym tell of a person.
_PEOPLE = re.compile(
    r" (?:nationals?|citizens?|nationality|citizenship|origin|descent|ethnicity|wom[ae]n|m[ae]n|passport|"
    r"mother|father)\b"
)
_SMALL = frozenset("of the and de la upon am sur an der".split())


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    yield from _by_cue(text, listed)
    index = 0
    while index < len(listed):
        size = _listed_size(listed, index)
        if size:
            score, rule = _support(text, listed, index, index + size)
            if score:
                last = index + size
                last += (
                    last < len(listed) and listed[last - 1].gap == " " and listed[last].key in _KINDS_AFTER
                )
                yield Span(listed[index].start, listed[last - 1].end, "LOC", score, (f"locations:{rule}",))
            index += size
            continue
        if is_demonym(listed[index].key) and _PEOPLE.match(text, listed[index].end):
            yield Span(listed[index].start, listed[index].end, "DEM", PLACE, ("locations:demonym",))
        else:
            last = _named_kind(text, listed, index)
            if last:
                span = Span(listed[index].start, listed[last - 1].end, "LOC", NAMED, ("locations:kind",))
                yield span
        index += 1


def _by_cue(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """Any name after words that only a place can follow: `lives in Exampleton`."""
    for cue in _CUE.finditer(text):
        first = last = at(listed, cue.end())
        while last < len(listed) and last - first < 5 and not _ends_place(listed[last]):
            last += 1
            if joint(listed[last - 1].gap) not in ("space", "particle"):
                break
        if last > first and listed[first].start == cue.end() and not is_body(listed, last):
            yield Span(listed[first].start, listed[last - 1].end, "LOC", CUED, ("locations:cue",))


def _ends_place(word: Word) -> bool:
    return (
        is_function(word.key)
        or word.initial
        or is_head(word.key)
        or is_demonym(word.key)
        or is_legal_form(word.key)
    )


def _listed_size(listed: Sequence[Word], first: int) -> int:
    """How many words from `first` are the longest listed place; 0 where none is."""
    most = reach(listed[first].key)
    if not most:
        return 0
    name, best = listed[first].key, int(is_place(listed[first].key))
    last = first
    while last + 1 < len(listed):
        link = joint(listed[last].gap)
        small = link.removeprefix(".") if link not in ("space", ".") else ""
        if link == "particle" or (small and all(part in _SMALL for part in small.split())):
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


def _support(text: str, listed: Sequence[Word], first: int, last: int) -> tuple[float, str]:
    """How sure a listed place is one here, and by which rule."""
    name = " ".join(word.key for word in listed[first:last])
    start = listed[first].start
    if _is_part_of_name(listed, first, last):
        return 0.0, ""
    if listed[first].text.isupper() and len(listed[first].text) < 4 and not is_country(name):
        return 0.0, ""
    before = text[max(0, start - 32) : start]
    if is_ambiguous(name):
        if _is_in_list(listed, first, last) or _SURE_BEFORE.search(before):
            return SUPPORTED, "supported"
        if is_country(name) and _BEFORE.search(before):
            return SUPPORTED, "supported"
        return 0.0, ""
    if is_country(name):
        return COUNTRY, "country"
    return PLACE, "city"


def _is_in_list(listed: Sequence[Word], first: int, last: int) -> bool:
    """Whether a country follows or another place stands before: Nice, France; Georgia and Jordan."""
    if last < len(listed) and joint(listed[last - 1].gap) in (",", "(") and is_country(listed[last].key):
        return True
    if first == 0 or joint(listed[first - 1].gap) not in (",", "and", ", and"):
        return False
    before = listed[first - 1].key
    return is_country(before) or (is_place(before) and not is_ambiguous(before))


def _is_part_of_name(listed: Sequence[Word], first: int, last: int) -> bool:
    """Whether capitalised words that are no place go on before or after: Paris Roe, Mr London."""
    if first and joint(listed[first - 1].gap) in ("space", "."):
        before = listed[first - 1]
        if before.initial or before.key in _PERSON_BEFORE:
            return True
        if not (is_plain(before.key) or is_place(before.key) or is_function(before.key)):
            return True
    if last < len(listed) and listed[last - 1].gap == " ":
        after = listed[last]
        return not (is_plain(after.key) or is_place(after.key) or after.initial)
    return False


def _named_kind(text: str, listed: Sequence[Word], index: int) -> int:
    """The end of a name that a word beside it makes a place: Exampleton village, Lake Example; 0 if none."""
    word = listed[index]
    beside = listed[index + 1] if index + 1 < len(listed) and joint(word.gap) == "space" else None
    if word.key in _KINDS_BEFORE:
        return index + 2 if beside and not (is_common(beside.key) or beside.initial) else 0
    if is_common(word.key) or word.initial or opens_line(text, word.start):
        return 0
    if beside and beside.key in _KINDS_AFTER:
        return index + 2
    return index + 1 if word.gap[:1] == " " and _KIND_SMALL.match(text, word.end) else 0
