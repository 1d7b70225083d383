"""What a model takes for a name or a number of somebody and is none, by where it stands.

Dropped are the letters before question and answer in a transcript (Q. and A.) and numbers of things that the
document itself counts (cylinder no. 3): they identify nobody, and without them a result is hard to read.
Numbers of statutes and of papers in the file (s. 16(10), CPR 31.12, [E114]) become PROVISION, numbers of
proceedings CASE_NUMBER. Only what no rule has seen as something else is looked at.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.detect.addresses.wholes import whole_addresses
from lexveil.detect.capitals import opens_line
from lexveil.detect.labels import either, one_of
from lexveil.detect.merge import by_model
from lexveil.jurisdictions import table
from lexveil.languages import Language, each, load
from lexveil.languages.common import is_common
from lexveil.model import Document, Span
from lexveil.names import given
from lexveil.names.page_words import page
from lexveil.names.places import is_place
from lexveil.text.fold import fold

_SPEAKS = re.compile(r"[.:]?[ \t]+[(\"“]?[^\W\d_a-z]")
_NEAR = 60  # characters before a number in which the word for an exhibit may stand
_OWNER = 160  # characters before an address in which its owner is named
_SHORT = 4  # digits of a number that is hardly anybody's
_SIGNS = re.compile(r"\W")
_PERSONAL = ("person", "card", "passport")  # labels of numbers that people have
_SUM = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?")  # 248.116 where a comma marks decimals
_CODES = ("CODE", "MISC", "QUANTITY")
# Weak words for a number and names by their shape alone: what law looks like.
_WEAK = frozenset(
    ["documents:number", "documents:paper", "initials:named", "initials:alone", "gazetteer:given"]
)
_NUMBERED_DOCKET = re.compile(r"\d\d[A-Z]{2,5}\d{4,6}")  # No. 22CECG03358
_DATE = re.compile(r"(?:\d{1,2}[-–])?\d{1,2}([./-])\d{1,2}\1(?:19|20)?\d\d")
_PROVISION = (
    r"\d{1,5}[A-Z]{0,3}(?:[.:‑-]\d{1,4}[A-Z]{0,2}\d?){0,4}(?: ?\((?:\d{1,3}[A-Za-z]?|[A-Za-z]{1,4})\)){0,6}"
)
# A number of proceedings has a year in it: 2016/00188417, HU/58810/2024, 2023-0914.
_DOCKET = re.compile(
    r"(?=.*\d{4})(?:[A-Z]{1,6}[ /.-]?)?"
    r"(?:(?:19|20)\d\d[/-][A-Z]{0,4}[/-]?\d{2,9}|\d{2,9}[/-](?:[A-Z]{1,4}[/-])?(?:19|20)\d\d)"
    r"(?:[/-][A-Z0-9]{1,6})?"
)


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["noise"]
        self.speaker = re.compile(rf"(?:{words['speaker']})[.:]?")
        self.exhibit = re.compile(
            rf"\b{either(words['exhibits'])}{words['number']} (?:[\w./-]{{1,12}}(?:{words['joining']}))*$",
            re.IGNORECASE,
        )
        self.counted = re.compile(rf"(?:{words['counted']}) ?\d{{1,2}}", re.IGNORECASE)
        self.law = _law(language)
        documents, cases = language.labels["documents"], language.labels["cases"]
        self.somebodys = re.compile(rf"(?i)\b{either(language.labels['law']['somebodys'])}[ :(.#]*$")
        self.persons = re.compile(
            rf"(?i)\b{one_of(word for key in _PERSONAL for word in documents[key])}\b[^.;\n]{{0,24}}$"
        )
        number = either(map(re.escape, cases["number"]))
        self.office = re.compile(language.labels["addresses"].get("office", "(?!)"))
        self.one = re.compile(rf"(?<!\w){either(words['one'])} $")
        self.numbered = re.compile(rf"(?i)(?<!\w){number}[.:]* $")
        self.cases = re.compile(rf"(?i)\b{one_of(cases['words'])}(?:\(s\))?(?:[ .:#(]|\b{number})*$")
        self.registered = re.compile(rf"(?m:{either(cases.get('docket_before', ['(?!)']))}) ?\Z")
        self.of_register = re.compile(either(cases.get("docket_after", ["(?!)"])))
        companies = one_of(language.labels["national"]["labels"]["company"])
        self.companies = re.compile(rf"(?i)(?<!\w){companies}(?!\w)[^.;,\n\d]{{0,40}}\Z")


_patterns = cache(Patterns)

_CODE_OF_LAW = re.compile(r"(?:[A-Z]\.\s?){2,4}[A-Z]?\.?")  # N.J.S.A. 2A:15-3
_NUMBERED_LAW = re.compile(r"\.?(?:[A-Z]\.)*\s*§*\s*\d{1,4}[A-Z]?[:.‑-]\d")
_ANSWER = re.compile(r"[A-Z]\.?\s+I")  # A.  I saw him.
_CAPACITY = re.compile(r"([^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z]\.?)?(?: [^\W\d_a-z][\w'’-]+){1,2}), [a-z]")
_HEADING = re.compile(r"[IVX]+\.?\s+[^\W\d_a-z]{4,}")  # V.   MERITS
_HOME = "addresses:home"  # by more than a postcode
_SENTENCE = re.compile(r"[.;:!?]\s|\n\s*\n")
_VERSUS = re.compile(r"\s*-?v\b")


def _law(language: Language) -> re.Pattern[str]:
    words, law = language.labels["law"], table("law")
    more, joint = words["number"], words["joining"]
    number = rf"{_PROVISION}(?:{joint}{_PROVISION}){{0,9}}"
    paper = rf"[“\"'(\[]?{either(law['papers'])}[”\"')\]]?"
    letters = r"(?:[A-Z]{1,3}(?![a-z])\.? ?)"
    return re.compile(
        rf"(?i:\b{either(words['provisions'])})\b\.?{more} ?{number}|[§¶]{{1,2}} ?{number}|\{{¶ ?\d{{1,4}}\}}"
        rf"|\b{either(law['instruments'])}{more}\.?,?(?: ?{law['parts']}\.?)?"
        rf" ?§* ?{_PROVISION}(?:/\d{{1,6}})?"
        rf"|\b{letters}{{0,4}}(?:{either(law['abbreviated'])}\. ?{letters}{{0,4}}){{1,4}}"
        rf"(?:§* ?{_PROVISION}(?:/\d{{1,6}})?)?"
        rf"|\b(?:[A-Z]\.){{3,5}} ?§* ?\d{{1,4}}[A-Z]?(?:[:.-]\d[\w.]*)+(?:\(\w+\))*(?:{joint}-\d+)?"
        rf"|\b{either(law['decisions'])}|\b{either(law['forms'])}\b"
        rf"|(?i:\b{words['forms']}) [A-Z]{{0,4}}[-‑]?\d{{1,4}}[A-Z]?\b"
        rf"|\b{either(law['roads'])}\b|(?i:\b{words['roads']}) \d{{1,3}}[A-Z]?\b"
        rf"|(?i:\b{either(words['file'])})\b\.?{more}:? ?{paper}(?:{joint}{paper}){{0,9}}"
        rf"|\[{either(law['papers'])}(?:{joint}{either(law['papers'])}){{0,9}}\]"
    )


def without_noise(spans: Iterable[Span], document: Document) -> tuple[Span, ...]:
    law = list(stretches_of_law(document))
    small = document.text.islower()
    kept = [span for span in spans if not (by_model(span) and _noise(span, document, small=small))]
    kept = [_in_a_capacity(_somebody(span, document), document.text) for span in kept]
    told = [_told_apart(span, document, law) for span in _whole(kept, document.text)]
    return tuple(_courts_own(whole_addresses(told, document.text), document))


def _somebody(span: Span, document: Document) -> Span:
    """The keeper was a Lenka Dvorska: of whom nothing else is known, a person and no place."""
    if span.category not in ("LOC", "ORG") or not by_model(span):
        return span
    text, language = document.text, load(document.language_at(span.start))
    words = [fold(word) for word in text[span.start : span.end].split()]
    unheard = 2 <= len(words) <= 3 and not any(
        is_place(word) or is_common(word, language) or not word.isalpha() for word in words
    )
    one = _patterns(language).one.search(text, max(0, span.start - 8), span.start)
    return replace(span, category="PERSON") if unheard and one else span


def _in_a_capacity(span: Span, text: str) -> Span:
    """ANN ROE, individually and as guardian: a person, whatever the model took the whole for."""
    named = _CAPACITY.match(text, span.start, span.end) if span.category == "ORG" and by_model(span) else None
    words = fold(named[1]).split() if named else []
    if named and given.is_given(words[0]) and given.is_family(words[-1]):
        return replace(span, end=named.end(1), category="PERSON")
    return span


def _courts_own(spans: Sequence[Span], document: Document) -> Iterator[Span]:
    """The address that follows the name of a court is a place, unless somebody is named between them."""
    nowhere = -_NEAR - 1
    court = nowhere
    for span in spans:
        if span.category == "COURT":
            court = span.end
        elif span.category == "PERSON":
            court = nowhere
        home = _HOME in span.sources
        near = span.category == "ADDRESS" and not home and span.start - court <= _NEAR
        if span.category == "ADDRESS" and not home and _is_office(span, document):
            yield replace(span, category="LOC")
            continue
        if near and not _SENTENCE.search(document.text, court, span.start):
            span = replace(span, category="LOC")
        yield span


def _is_office(span: Span, document: Document) -> bool:
    """An address of a court or a lawyer, whom their name before it tells."""
    language = load(document.language_at(span.start))
    before = document.text[max(0, span.start - _OWNER) : span.start].rpartition("\n")[2]
    return _patterns(language).office.search(before) is not None


def _whole(spans: Sequence[Span], text: str) -> Iterator[Span]:
    """A model's codes with all letters and digits that are written together with them: 13/190226T."""
    last = 0
    for at, span in enumerate(spans):
        if span.start < last:
            continue
        if span.category == "CODE" and by_model(span):
            start, end = span.start, span.end
            while start > last and text[start - 1].isalnum() and text[start].isalnum():
                start -= 1
            while text[end : end + 1].isalnum() and text[end - 1].isalnum():
                end += 1
            inside = [each for each in spans[at + 1 : at + 4] if each.start < end]
            if all(each.end <= end and by_model(each) for each in inside):
                span = replace(span, start=start, end=end)
        yield span
        last = span.end


def stretches_of_law(document: Document) -> Iterator[tuple[int, int]]:
    for start, end, language in each(document):
        for found in _patterns(language).law.finditer(document.text, start, end):
            yield found.span()


def _noise(span: Span, document: Document, *, small: bool) -> bool:
    text, language = document.text, load(document.language_at(span.start))
    words, surface = _patterns(language), text[span.start : span.end]
    if span.category == "PERSON":
        speaker = words.speaker.fullmatch(surface) and _SPEAKS.match(text, span.end)
        if len(surface.rstrip(".")) == 1 and surface[0].islower():
            return True
        if surface[0] in "IVX" and opens_line(text, span.start) and _HEADING.match(text, span.start):
            return True
        code = _CODE_OF_LAW.fullmatch(surface) and _NUMBERED_LAW.match(text, span.end)
        crown = surface in page(language).crown and _VERSUS.match(text, span.end)
        return bool(code or crown or _ANSWER.fullmatch(surface) or (speaker and opens_line(text, span.start)))
    if span.category == "ORG":  # no body is written all small, in a text that is not
        return surface.islower() and not any(map(str.isdigit, surface)) and not small
    if span.category != "CODE":
        return False
    before = text[max(0, span.start - _NEAR) : span.start]
    grouped = language.decimal == "," and _SUM.fullmatch(surface)
    if grouped and not (words.somebodys.search(before) or words.persons.search(before)):
        return True
    return bool(words.counted.fullmatch(surface) or words.exhibit.search(before))


def _told_apart(span: Span, document: Document, law: Sequence[tuple[int, int]]) -> Span:
    """With the category of what it is: a provision, a number of proceedings."""
    if not (by_model(span) or _WEAK.issuperset(source for source in span.sources if source[:4] != "ner:")):
        return span
    if span.category == "PERSON":
        return replace(span, category="PROVISION") if _within(span, law) else span
    if span.category != "CODE":
        return span
    text, words = document.text, _patterns(load(document.language_at(span.start)))
    surface = text[span.start : span.end]
    before = text[max(0, span.start - _NEAR) : span.start]
    if _DATE.fullmatch(surface):
        return replace(span, category="DATE")
    if not any(map(str.isdigit, surface)):
        return replace(span, category="PROVISION")
    if words.somebodys.search(before) or words.persons.search(before):
        return span
    short = sum(map(str.isdigit, surface)) <= _SHORT and len(_SIGNS.sub("", surface)) <= _SHORT + 2
    if _overlaps(span, law) or short:
        return replace(span, category="PROVISION")
    docket = _DOCKET.fullmatch(surface.strip(" ()[].")) or words.cases.search(before)
    docket = docket or (_NUMBERED_DOCKET.fullmatch(surface) and words.numbered.search(before))
    docket = docket or words.registered.search(text, max(0, span.start - 2 * _NEAR), span.start)
    docket = docket or words.of_register.match(text, span.end)
    if not docket and words.companies.search(before):
        return replace(span, category="COMPANY_ID")
    return replace(span, category="CASE_NUMBER") if docket else span


def _within(span: Span, law: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(law, span.start, key=lambda each: each[0]) - 1
    return at >= 0 and span.end <= law[at][1]


def _overlaps(span: Span, law: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(law, span.end, key=lambda each: each[0]) - 1
    return at >= 0 and law[at][1] > span.start
