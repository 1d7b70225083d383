"""Whose a number is: somebody's, of proceedings, of the law, or of a paper in the file.

A model knows one kind of code, and rules go by how a number looks; what stands beside it says more. Numbers
of statutes and of papers in the file (s. 16(10), CPR 31.12, [E114]) become PROVISION, numbers of proceedings
CASE_NUMBER; what looks like one of those is CODE after a word for something that people have. Long numbers
that nobody explains are CODE too: whatever is written in so many digits stands in somebody's register.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.detect.labels import either, one_of
from lexveil.detect.merge import by_model
from lexveil.jurisdictions import table
from lexveil.jurisdictions.reporters import references
from lexveil.languages import Language, each, load
from lexveil.model import Document, Span
from lexveil.text.quick import Quick

NEAR = 60  # characters before a number in which a word for it may stand
UNEXPLAINED = 0.4  # the score of a number that only its length tells
_PHONE = 7  # digits of a telephone number at least
_SHORT = 4  # digits of a number that is hardly anybody's
_SIGNS = re.compile(r"\W")
# Weak words for a number and names by their shape alone: what law looks like.
_WEAK = frozenset(
    ["documents:number", "documents:paper", "initials:named", "initials:alone", "gazetteer:given"]
)
_DOCKETS = frozenset(
    ["references:slash", "references:label", "references:court"]
)  # by shape or a word for files
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
_MISTAKEN = frozenset(
    ["QUANTITY", "AGE", "DATE", "MISC", "PROVISION"]
)  # what a model calls a number it does not know
_LETTER, _WORD = re.compile(r"[^\W\d_]"), re.compile(r"[^\W\d_]{3}")
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_YEAR_LAST = re.compile(r"[/-](?:19|20)\d\d\Z")
_SENTENCE = re.compile(r"(?<=\w{5})[.;!?]\s+(?=[^\W\d_])|\n\s*\n")
_PLATE = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-Z0-9]{1,4}(?:[ .-]{0,3}[A-Z0-9.]{1,5}){0,2}")
# Long numbers: in one piece, or in at least three groups that are not those of a sum.
_LONG = re.compile(
    r"(?<![\w€$£#§/.,:+-])(?:\d{7,20}|(?!\d{1,3}(?: \d{3}){1,3}(?!\d| \d))\d{1,6}(?:[ -]\d{2,10}){2,7})"
    r"(?![\w%€$£/]|[.,:-]\d| ?%)"
)
_DATED = re.compile(r"(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-|(?:19|20)\d\d-")
_DIGITS = 9  # of a number in groups


class Patterns:
    def __init__(self, language: Language) -> None:
        self.law = _law(language)
        labels = language.labels
        documents, cases = labels["documents"], labels["cases"]
        self.somebodys = re.compile(rf"(?i)\b{either(labels['law']['somebodys'])}[ :(.#]*$")
        phones = (word for word in labels["phones"]["labels"]["number"] if len(word) > 2)
        self.phones = re.compile(rf"(?i)\b{one_of(phones)}\b[^;\n\d]{{0,24}}$")
        owned = (*documents["person"], *documents["card"], *documents["passport"])
        owner = rf"(?i)\b{one_of(word for word in owned if len(word) > 2)}\b"
        self.persons = re.compile(rf"{owner}[^;\n\d]{{0,24}}$")
        self.persons_own = re.compile(rf"{owner}\W{{0,3}}$")
        number = either(map(re.escape, cases["number"]))
        self.numbered = re.compile(rf"(?i)(?<!\w){number}[.:]* $")
        self.only_numbered = re.compile(rf"(?i){number}\.? ?(?=\d)")
        self.statutes = tuple(word for word in cases["statutes"] if len(word) > 2)
        files = frozenset(cases["files"])
        end = rf"(?:\(s\))?(?:[ .,:#(]|\b{number}|(?-i:\b[A-Z]{{2,8}} ))*$"
        self.cases, self.files = (
            re.compile(rf"(?i)\b{one_of(listed)}{end}") for listed in (cases["words"], files)
        )
        courts = one_of({*cases["words"]} - files)
        self.proceedings = re.compile(rf"(?i)\b{courts}\b(?:[^;\n\d]{{0,14}}$|{end})")
        self.personal = Quick(rf"(?i)(?<!\w){either(cases['personal'])}")
        self.registered = re.compile(rf"(?m:{either(cases.get('docket_before', ['(?!)']))}) ?\Z")
        self.of_register = re.compile(either(cases.get("docket_after", ["(?!)"])))
        coded = either(labels["law"].get("coded", ["(?!)"]))
        systems, word = either(table("medicine")["systems"]), labels["law"].get("code", "(?!)")
        code = r"\b[A-Z]{0,3}\d[\d.]*\b|\b[A-Z]{2,3}\b"
        self.classified = re.compile(rf"(?:\b{systems}\b|\b{coded})(?:[ :(),;/-]|{code}|\b{word}\b)*\Z")
        companies = one_of(labels["national"]["labels"]["company"])
        self.companies = re.compile(rf"(?i)(?<!\w){companies}(?!\w)[^.;,\n\d]{{0,40}}\Z")
        vehicles, makes = either(labels["plates"]["vehicles"]), either(table("plates")["makes"])
        self.vehicle = re.compile(rf"\b(?:(?i:{vehicles})|{makes})\b[^.;\n]{{0,40}}\Z")


_patterns = cache(Patterns)


def _law(language: Language) -> Quick:
    words, law = language.labels["law"], table("law")
    more, joint = words["number"], words["joining"]
    number = rf"{_PROVISION}(?:{joint}{_PROVISION}){{0,9}}"
    paper = rf"[“\"'(\[]?{either(law['papers'])}[”\"')\]]?"
    letters = r"(?:[A-Z]{1,3}(?![a-z])\.? ?)"
    return Quick(
        rf"(?i:\b{either(words['provisions'])})\b\.?{more} ?{number}|[§¶]{{1,2}} ?{number}|\{{¶ ?\d{{1,4}}\}}"
        rf"|\b{either(law['instruments'])}(?: \([A-Z]{{2,5}}\))?(?i:{more})\.?,?(?: ?{law['parts']}\.?)?"
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


def stretches_of_law(document: Document) -> Iterator[tuple[int, int]]:
    yield from references(document.text)
    for start, end, language in each(document):
        for found in _patterns(language).law.finditer(document.text, start, end):
            yield found.span()


def told_apart(spans: Sequence[Span], document: Document) -> list[Span]:
    """With the category of what each number is: a provision, a number of proceedings, somebody's."""
    law = sorted(stretches_of_law(document))
    found = _with_long_numbers(spans, document.text)
    return [_told(span, document, law) for span in found]


def _told(span: Span, document: Document, law: Sequence[tuple[int, int]]) -> Span:
    rules = {source for source in span.sources if source[:4] != "ner:"}
    if span.category == "CASE_NUMBER" and rules <= _DOCKETS:
        told = is_somebodys(span, document, certain="references:court" in rules)
        return replace(span, category="CODE") if told else span
    if not (by_model(span) or rules <= _WEAK):
        return span
    if span.category == "PERSON":
        return replace(span, category="PROVISION") if _within(span, law, document.text) else span
    if span.category in _MISTAKEN and _is_number(document.text[span.start : span.end]):
        return replace(span, category="CODE") if is_somebodys(span, document) else span
    return replace(span, category=_kind(span, document, law)) if span.category == "CODE" else span


def _is_number(surface: str) -> bool:
    return (
        sum(map(str.isdigit, surface)) >= _SHORT
        and not any(shape.fullmatch(surface) for shape in (_DATE, _YEAR))
        and not _WORD.search(surface)
    )


def _kind(span: Span, document: Document, law: Sequence[tuple[int, int]]) -> str:
    text, words = document.text, _patterns(load(document.language_at(span.start)))
    surface = text[span.start : span.end]
    before = text[max(0, span.start - NEAR) : span.start]
    if _DATE.fullmatch(surface):
        return "DATE"
    if not any(map(str.isdigit, surface)) or words.classified.search(before):
        return "PROVISION"
    vehicle = (
        _PLATE.fullmatch(surface) and len(_SIGNS.sub("", surface)) > _SHORT and words.vehicle.search(before)
    )
    if vehicle or is_somebodys(span, document):
        return "CODE"
    short = sum(map(str.isdigit, surface)) <= _SHORT and len(_SIGNS.sub("", surface)) <= _SHORT + 2
    if short or (_within(span, law, text) and not _is_only_numbered(span, law, text, words)):
        return "PROVISION"
    docket = _DOCKET.fullmatch(surface.strip(" ()[].")) or words.cases.search(before)
    docket = docket or (_NUMBERED_DOCKET.fullmatch(surface) and words.numbered.search(before))
    docket = docket or words.registered.search(text, max(0, span.start - 2 * NEAR), span.start)
    docket = docket or words.of_register.match(text, span.end)
    if not docket and words.companies.search(before):
        return "COMPANY_ID"
    return "CASE_NUMBER" if docket else "CODE"


def is_somebodys(span: Span, document: Document, *, certain: bool = False) -> bool:
    """By the word for it (passport, prisoner), or a file of which something personal is said: `his disability
    was recognised (file 43/1008817)`. A number as only courts have them needs that word right before it."""
    text, words = document.text, _patterns(load(document.language_at(span.start)))
    start = max(0, span.start - 2 * NEAR)
    begins = max((found.end() for found in _SENTENCE.finditer(text, start, span.start)), default=start)
    before = text[begins : span.start]
    if _is_statute(before, words):
        return False
    if certain or words.somebodys.search(before):
        return words.somebodys.search(before) is not None or words.persons_own.search(before) is not None
    if words.proceedings.search(before):
        return False
    number = text[span.start : span.end]
    if words.persons.search(before) or (_may_be_phone(number) and words.phones.search(before)):
        return True
    long = sum(map(str.isdigit, number)) > _SHORT
    return long and bool(words.personal.search(before) and words.files.search(before))


def _may_be_phone(number: str) -> bool:
    """Of figures alone, enough of them, and no year at the end."""
    many = sum(map(str.isdigit, number)) >= _PHONE
    return many and not _LETTER.search(number) and not _YEAR_LAST.search(number)


def _is_statute(before: str, words: Patterns) -> bool:
    """`Patient Act (785/1992)`: the word right before it ends with one for a statute."""
    return before.lower().rstrip(" (.").endswith(words.statutes)


def _with_long_numbers(spans: Sequence[Span], text: str) -> list[Span]:
    """With the long numbers that no rule has seen, each as one, whatever a model made of its parts."""
    found: list[Span] = []
    at = 0
    for number in _LONG.finditer(text):
        while at < len(spans) and spans[at].end <= number.start():
            found.append(spans[at])
            at += 1
        last = at
        while last < len(spans) and spans[last].start < number.end():
            last += 1
        inside = spans[at:last]
        grouped = not number[0].isdigit()
        many = sum(map(str.isdigit, number[0])) >= _DIGITS or not grouped
        whole = all(number.start() <= each.start and each.end <= number.end() for each in inside)
        if many and whole and all(map(by_model, inside)) and not _DATED.match(number[0]):
            score = max((each.score for each in inside), default=UNEXPLAINED)
            sources = tuple(dict.fromkeys(source for each in inside for source in each.sources))
            found.append(Span(*number.span(), "CODE", score, sources or ("documents:number",)))
            at = last
    return [*found, *spans[at:]]


def _is_only_numbered(span: Span, law: Sequence[tuple[int, int]], text: str, words: Patterns) -> bool:
    """`No. 44-7102.6`: a word for a number makes no law of a long one."""
    at = bisect_right(law, span.start, key=lambda each: each[0])
    many = sum(map(str.isdigit, text[span.start : span.end])) > _SHORT
    around = [begin for begin, end in law[max(0, at - 3) : at] if span.start < end]
    return many and all(words.only_numbered.match(text, begin) for begin in around)


def _within(span: Span, law: Sequence[tuple[int, int]], text: str) -> bool:
    """Whether a figure of it, or its beginning, is in a stretch of law, and hardly a figure outside."""
    figures = [at for at in range(span.start, span.end) if text[at].isdigit()]
    outside = [at for at in figures if not _covers(law, at)]
    begun = _covers(law, span.start) or len(outside) < len(figures)
    return begun and len(outside) < _SHORT


def _covers(law: Sequence[tuple[int, int]], at: int) -> bool:
    """Stretches begin in order; a few may lie inside one another."""
    last = bisect_right(law, at, key=lambda each: each[0])
    return any(at < end for _, end in law[max(0, last - 3) : last])
