"""People inside citations: authors of literature and parties of other cases.

Comes in: the view of a document, with its `citation` zones where the format marks them. Goes out: PERSON
spans with the source `citations:author`, `citations:case-name`, or `citations:parties` for `Roe v. Doe`
without a reference beside it (it may be the case at hand). Citations that nothing marks are found by their
shape: in PSILENCE (section 8) authors in such citations were taken for witnesses.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.detect.words import (
    UPPER,
    Word,
    at,
    is_acronym,
    is_body,
    joint,
    may_be_name,
    name_end,
    name_runs,
    name_span,
    words,
)
from lexveil.jurisdictions.legalforms import is_head
from lexveil.languages.common import is_common, is_demonym, is_function, is_plain
from lexveil.languages.common import words as common
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_country, is_place

AUTHOR, CASE = 0.75, 0.65

_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
# Where a citation can begin: a line, a bracket, or a word that introduces one.
_OPENS = re.compile(
    rf"(?m)(?:^[^\S\n]*+(?:\[?\d{{1,3}}[\].)]*[^\S\n]+|[-•*–][^\S\n]+)?|[;(] ?|(?P<see>\b(?:[Ss]ee|SEE|"
    rf"[Cc]f\.?|[Cc]ompare|[Qq]uoting|[Cc]iting|[Cc]ontra|[Aa]ccord|e\.g\.)(?: also| generally| especially|"
    rf" inter alia| e\.g\.)*[,:]? ))(?=[{UPPER}])"
)
# What follows the authors of a work: a year, a title and then a year or a page, or a word of reference.
_EDITED = r"(?:,? et al\.?)?(?: \([Ee]ds?\.?\)|,? [Ee]ds?\.)?"
_WORK = re.compile(
    rf"{_EDITED}(?P<short>,? \({_YEAR}[,:)]|, {_YEAR}\b(?!:\d)|,? op\. ?cit|,? loc\. ?cit|, supra\b)|"
    rf"{_EDITED}[,:] (?:['‘“\"«][^\n]{{3,200}}?(?:{_YEAR}|\bpp?\. ?\d|\bvol\b)|"
    rf"(?P<title>[{UPPER}]\w* [^\W\d]\w*[^\n;]{{3,160}}?|"
    rf"[{UPPER}][^\n;]{{3,160}}?)(?:\([^()\n]{{0,60}}\b{_YEAR}\)|,? {_YEAR},|,? pp?\. ?\d|\bedn?\b|"
    rf"\bArt\. ?\d|\bvol\. ?\d|\bpara\.? ?\d))"
)
_SHORT = re.compile(
    rf"(?:,? (?:op\. ?cit|loc\. ?cit|supra note|et al\b|\([Ee]ds?\.?\))|"
    rf" \({_YEAR}(?:[,:] ?(?:pp?\. ?)?\d+(?:[-–]\d+)?)?\))"
)
_OFFICE = re.compile(
    r", (?:the |an? |then |former |his |her )?(?:President|Chair|Director|Secretary|Judge|Counsel|Attorney|"
    r"Professor|Member|Manager|Head|Minister|Registrar|Agent|Advocate|Advis|Officer|Expert|Witness|Captain|"
    r"Senior|Deputy|Vice|General|Managing|Chief|Co-)"
)
_LISTED = frozenset(["and", "&", "/", ", and", "., and", ".and", ".&", "und", "et", "y"])

_VERSUS = re.compile(r" (?:v|vs|V|Vs|VS|versus|c)\.? (?:the )?(?=\S)")
_OTHERS = frozenset(["others", "another", "ors", "anr", "other"])
_REFERENCE_AFTER = re.compile(
    r"[^\n]{0,60}?(?:\bno\.|\bnos\.|\[|\(|§|\bCAS\b|\bTAS\b|\b(?:1[89]|20)\d\d\b|\bcited above|\bsupra|"
    r"\bjudgment|\bdecision|\bcases?\b)"
)
_EX_PARTE = re.compile(rf"\b(?:[Ee]x parte|[Ii]n re|[Ii]n the [Mm]atter of|[Rr]e:?) (?=[{UPPER}])")
_THE_CASE = re.compile(r"(?:'s)? (?:cases?|judgment|ruling|doctrine|principles?|test|direction)\b")


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    yield from _authors(text, listed)
    yield from _short_references(text, listed)
    yield from _slashed(listed)
    yield from _parties(text, listed)
    yield from _single_cases(text, listed)
    for zone in document.zones:
        if zone.kind == "citation":
            yield from _in_zone(listed, zone.start, zone.end)


def _authors(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """J. Doe & R. Roe, 'Title', (2010) 5 Journal 12; Doe, J., Title (Publisher, 2010) p. 12."""
    for opening in _OPENS.finditer(text):
        first = at(listed, opening.end())
        if first == len(listed) or listed[first].start != opening.end():
            continue
        names = _names_from(listed, first)
        if not names or not all(_can_be_author(listed, *name) for name in names):
            continue
        end = name_span(listed, *names[-1])[1]
        work = _WORK.match(text, end)
        if not work or _OFFICE.match(text, end):
            continue
        several = len(names) > 1 or any(_is_full(listed, *name) for name in names)
        titled = work["title"] is not None and " " in work["title"] and ")" not in work["title"]
        if work["short"] or opening["see"] or several or (opening[0][:1] == "(" and titled):
            yield from _spans(listed, names)


def _names_from(listed: Sequence[Word], first: int) -> list[tuple[int, int]]:
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
        link = joint(listed[last - 1].gap).removeprefix(".")
        if link not in _LISTED and link != ",":
            break
        first = last
    return found


def _with_initials(listed: Sequence[Word], first: int, last: int) -> int:
    """Take in the initials of `Doe, J.R.`"""
    if last - first > 2 or joint(listed[last - 1].gap) != ",":
        return last
    end = last
    while end < len(listed) and listed[end].initial and listed[end].gap[:1] == ".":
        end += 1
        if joint(listed[end - 1].gap) not in (".", ".-"):
            break
    return end


def _is_full(listed: Sequence[Word], first: int, last: int) -> bool:
    """Initials and a family name, or a listed given name and another: after a comma nothing less counts."""
    run = listed[first:last]
    return len(run) > 1 and (any(word.initial for word in run) or is_given(run[0].key))


def _can_be_author(listed: Sequence[Word], first: int, last: int) -> bool:
    run = [word for word in listed[first:last] if not word.initial]
    if not run or is_body(listed, last) or len(run) > 4:
        return False
    if len(run) == 1 and run[0].key in common("calendar"):
        return False
    letters = len(run) < last - first  # DOE J.: capitals are a way to write family names
    return not any(
        is_plain(word.key) or is_place(word.key) or is_head(word.key) or (is_acronym(word) and not letters)
        for word in run
    )


def _short_references(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """Doe, op. cit.; Doe et al.; Roe and Doe (2010)."""
    for first, last in name_runs(listed):
        reference = _SHORT.match(text, name_span(listed, first, last)[1])
        if reference and _can_be_author(listed, first, last):
            names = [(first, last)]
            start = (
                _name_before(listed, first) if first and joint(listed[first - 1].gap) in _LISTED else first
            )
            if start < first and _can_be_author(listed, start, first):
                names.append((start, first))
            yield from _spans(listed, names)


def _slashed(listed: Sequence[Word]) -> Iterator[Span]:
    """Doe/Roe, Commentary: surnames of the authors of one work."""
    first = 0
    while first < len(listed):
        last = first + 1
        while last < len(listed) and listed[last - 1].gap == "/":
            last += 1
        if last - first > 1 and listed[last - 1].gap[:1] == ",":
            names = [(index, index + 1) for index in range(first, last)]
            if all(_can_be_author(listed, *name) and not is_common(listed[name[0]].key) for name in names):
                yield from _spans(listed, names)
        first = last


def _parties(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """The people of `Roe and Others v. Doe`."""
    for versus in _VERSUS.finditer(text):
        right = at(listed, versus.end())
        if right == len(listed) or listed[right].start != versus.end() or right == 0:
            continue
        left = right - 1
        if listed[left].end + listed[left].gap.startswith((".", ")")) < versus.start():
            continue
        names = _left_parties(listed, left)
        last = name_end(listed, right)
        if last > right:
            names.append((right, last))
        rule = "case-name" if _REFERENCE_AFTER.match(text, listed[max(right, last - 1)].end) else "parties"
        people = [name for name in names if _can_be_party(listed, *name)]
        yield from _spans(listed, people, rule, CASE)


def _left_parties(listed: Sequence[Word], index: int) -> list[tuple[int, int]]:
    """Names going left from `v.`: Young, James and Webster."""
    if listed[index].key in _OTHERS and index:
        index -= 1
    found: list[tuple[int, int]] = []
    last = index + 1
    while last > 0 and len(found) < 6:
        start = _name_before(listed, last)
        if start == last:
            break
        found.append((start, last))
        if start == 0 or joint(listed[start - 1].gap).removeprefix(".") not in ("and", "&", ",", ", and"):
            break
        last = start
    return found


def _name_before(listed: Sequence[Word], last: int) -> int:
    """The index of the first word of the name that ends before `last`."""
    start = last
    while (
        start > 0
        and last - start < 5
        and may_be_name(listed[start - 1])
        and not is_function(listed[start - 1].key)
    ):
        link = joint(listed[start - 1].gap)
        joined = link in ("space", "particle") or (link in (".", ".particle") and listed[start - 1].initial)
        if start < last and not joined:
            break
        start -= 1
    return start


def _can_be_party(listed: Sequence[Word], first: int, last: int) -> bool:
    """No state, no company, no office; the Crown's R. is nobody."""
    run = listed[first:last]
    named = [word for word in run if not word.initial]
    if not named:
        return len(run) > 1
    whole = " ".join(word.key for word in named)
    if is_body(listed, last) or is_country(whole) or (is_place(whole) and not is_family(whole)):
        return False
    return not any(
        is_plain(word.key) or is_demonym(word.key) or is_acronym(word) or is_head(word.key) for word in named
    )


def _single_cases(text: str, listed: Sequence[Word]) -> Iterator[Span]:
    """Ex parte Roe; the Roe judgment."""
    for opening in _EX_PARTE.finditer(text):
        first = at(listed, opening.end())
        if first < len(listed) and listed[first].start == opening.end():
            last = name_end(listed, first)
            if last > first and _can_be_party(listed, first, last) and len(listed[first].text) > 1:
                yield from _spans(listed, [(first, last)], "case-name", CASE)
    for index, word in enumerate(listed):
        if word.gap[:1] not in " '" or len(word.text) < 3 or not _THE_CASE.match(text, word.end):
            continue
        start = _name_before(listed, index + 1)
        if start > index or is_common(word.key) or is_place(word.key):
            continue
        article = text[max(0, listed[start].start - 4) : listed[start].start].lower() == "the "
        if (article or word.gap[:1] == "'") and _can_be_party(listed, start, index + 1):
            known = is_family(word.key) or is_given(word.key)
            yield from _spans(listed, [(start, index + 1)], "case-name", CASE if known else CASE - 0.15)


def _in_zone(listed: Sequence[Word], start: int, end: int) -> Iterator[Span]:
    """Every name of a marked citation that is complete, and those its text begins with."""
    first = at(listed, start)
    stop = at(listed, end)
    for name in _names_from(listed, first) if first < stop else ():
        if name[1] <= stop and _can_be_author(listed, *name):
            yield from _spans(listed, [name], score=0.85)
    while first < stop:
        last = min(name_end(listed, first), stop)
        if last > first and _is_full(listed, first, last) and _can_be_author(listed, first, last):
            yield from _spans(listed, [(first, last)], score=0.85)
        first = max(last, first + 1)


def _spans(
    listed: Sequence[Word], names: Sequence[tuple[int, int]], rule: str = "author", score: float = AUTHOR
) -> Iterator[Span]:
    for first, last in names:
        yield Span(*name_span(listed, first, last), "PERSON", score, (f"citations:{rule}",))
